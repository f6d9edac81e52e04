"""Games laid open, and doctored afterwards: one file's items or orders, judged by the audit."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from pbem.engine.events import Event
from pbem.engine.hidden import Breach, Disclosed
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.cartwheel.audit.audit import audit
from pbem.systems.cartwheel.own import items
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.own.learning import learn
from pbem.systems.cartwheel.rules.occasion import answered_by
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.orders_turn import Statement
from pbem.systems.cartwheel.table.state import Game
from tests.systems.cartwheel.selfplay import Match, hidden
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.walked import walk

Kind = TypeVar("Kind", bound=Order)
Told = TypeVar("Told", bound=Event)

SHORT = ("toenails", "bougainville", "bismarck-sea")
NUMBERS = range(5)


def finished(scenario: str, number: int) -> Match:
    """A whole game played by chance, by the rules."""
    return walk(scenario, number).end()


class Page(Value, kw_only=False):
    """One file of an honest player: the charts before it, the file, and the charts it sealed."""

    before: Private
    file: Disclosed[Game]
    sealed: Private

    @property
    def side(self) -> str:
        """Whose file it is."""
        return self.sealed.side

    @property
    def steps(self) -> tuple[str, ...]:
        """The names of the steps that it answers."""
        file = self.file
        return answered_by(file.found, self.side, file.covers, file.orders, CHARTS)

    @property
    def contents(self) -> Mapping[str, str]:
        """What its items say, by id."""
        assert self.file.items is not None
        return self.file.items

    @property
    def expected(self) -> Private:
        """The charts that the file found: what was public since the last is drawn in."""
        private = self.before
        for scene in self.file.before:
            private = learn(private, scene, CHARTS)
        return private

    def judged(
        self,
        charts: Private | None = None,
        *,
        contents: Mapping[str, str] | None = None,
        orders: tuple[Order, ...] | None = None,
    ) -> list[Breach]:
        """What the audit of this file finds, if it seals other charts, contents or orders."""
        texts = dict(self.contents)
        if charts is not None:
            single = [id_ for id_ in texts if id_.startswith(items.SINGLE)]
            missions = {id_.partition("/")[2] for id_ in single}
            carried = {m: f for m, f in charts.flights.items() if m not in missions}
            kept = replace(charts, flights=FrozenMap(carried))
            away = items.flying({m: f for m, f in charts.flights.items() if m in missions})
            texts |= items.charts_items(kept, self.file.found, CHARTS, away=away)
        texts |= contents or {}
        file = replace(self.file, items=texts)
        if orders is not None:
            file = replace(file, orders=orders)
        return list(audit(self.file.found.seat_of(self.side), self.before, (file,), CHARTS))


def pages(begun: Match) -> Iterator[Page]:
    """Every file of both players of a game."""
    for seat, files in begun.disclosed.items():
        before = hidden().set_up(begun.start, seat, CHARTS)
        for file in files:
            assert file.items is not None
            sealed = items.read_items(before.side, file.items, CHARTS)
            yield Page(before=before, file=file, sealed=sealed)
            before = sealed


def page_where(holds: Callable[[Page], object], *scenarios: str) -> Page:
    """The first file of some games, short ones unless others are named, where something holds."""
    for number in NUMBERS:
        for scenario in scenarios or SHORT:
            for page in pages(finished(scenario, number)):
                if holds(page):
                    return page
    raise AssertionError("it never happens in these games")


def of_check(breaches: list[Breach], check: int) -> list[Breach]:
    """The breaches of one check of E.7."""
    return [breach for breach in breaches if breach.what.endswith(f"(check {check})")]


# --- what a file holds ---------------------------------------------------------------------------


def the_one(breaches: list[Breach], check: int) -> Breach:
    """The only breach of a check."""
    found = of_check(breaches, check)
    assert len(found) == 1, breaches
    return found[0]


def given(page: Page, kind: type[Kind]) -> list[Kind]:
    """The file's orders of a kind."""
    return [order for order in page.file.orders if isinstance(order, kind)]


def heard(page: Page, kind: type[Told]) -> list[Told]:
    """Events of a kind since the side's last file."""
    return [e for scene in page.file.before for e in scene.events if isinstance(e, kind)]


def in_operations(page: Page) -> bool:
    """A file of 4.4 that flies nothing and answers nothing."""
    idle = not given(page, AirMission) and not given(page, Reply)
    return "4.4" in page.steps and idle and not unanswered(page.file.found)


def free(page: Page, private: Private) -> list[Plane]:
    """Units that could make a stage move."""
    return [
        p for p in private.planes.values()
        if p.half == "ready" and not (p.disrupted or p.mark or p.staged or p.used or p.away)
        and p.base in page.file.found.bases and not CHARTS.air[p.id].model.is_recon
        and page.expected.planes.get(p.id) == p
    ]  # fmt: skip


def with_mission(page: Page) -> bool:
    """A file that orders an air mission, with units in it."""
    return bool(given(page, AirMission)) and bool(page.sealed.flights)


def restated(page: Page, kind: str, **lie: Any) -> list[Breach]:
    """What the audit finds if a statement says something else."""
    orders = tuple(
        replace(o, **lie) if isinstance(o, Statement) and o.kind == kind else o
        for o in page.file.orders
    )
    return page.judged(orders=orders)
