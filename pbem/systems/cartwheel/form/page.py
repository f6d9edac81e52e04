"""What the sections of an orders form are written from, and words that all of them use."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TypeVar

from pbem.engine.kinds import options_of
from pbem.engine.orders import Order
from pbem.engine.steps import Section, View
from pbem.frozen import Value, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.orders.check import check
from pbem.systems.cartwheel.orders.kinds import KINDS
from pbem.systems.cartwheel.orders.sight import Sight
from pbem.systems.cartwheel.own.basing import is_over_full, kinds
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules.occasion import GROUND, steps_of
from pbem.systems.cartwheel.rules.r08_passes import is_down
from pbem.systems.cartwheel.rules.r10_naval import as_sailed
from pbem.systems.cartwheel.rules.r10_ships import by_place
from pbem.systems.cartwheel.rules.r11_ashore import cargo_points
from pbem.systems.cartwheel.table.state import Game, Ship
from pbem.systems.cartwheel.words.names import (
    all_of,
    base_name,
    place_name,
    points,
    verb,
)

OrderT = TypeVar("OrderT", bound=Order)
Examples = Iterable[tuple[Order, ...]]
"""Orders that may stand in a file together; most are alone."""
GROUNDED = "are Flown until a reorganization finds room for all"
ALLOWED = "while it is over-full they may make stage moves and evade, no more"
CROWDED = "6.3.4~, AMB-17, AMB-31"
"""What an over-full base means for its units, as reorganization judges it, and by which rules."""
NOTHING_ORDERED = "If nothing is ordered: "


class Part(Value):
    """What a section of the form is written from; words and examples are not made before that.

    `left` is what comes of it without orders. Where nothing can be decided `idle` says why, and the
    form has a word of it at its beginning. `mission` is the air mission that it is a reply to.
    """

    title: str
    rule: str
    choices: Iterable[str] = ()
    examples: Examples = ()
    left: str = ""
    idle: str = ""
    mission: str = ""
    kind: type[Section] = Section


class Page(Sight, kw_only=True):
    """What a seat's next file is judged on, as its form tells it."""

    view: View[Game]
    private: Private

    @property
    def may_end(self) -> bool:
        """Whether air and naval operations may end with the file of whoever is first ashore."""
        covered = steps_of(self.view.decision.covers)
        return self.operates and not {*GROUND}.isdisjoint(covered)

    @property
    def foreseen(self) -> "Page":
        """The page as what is given ahead will find it: naval missions that wait have sailed."""
        return replace(self, game=as_sailed(self.game, self.charts))

    @property
    def when(self) -> str:
        """On what that is foreseen: `once MARU1 has sailed as ordered (t1m2)` [H8.4, H8.7]."""
        operations = self.view.game.operations
        ids = [id_ for id_ in operations.queue if id_ in operations.voyages]
        ships = [ship for id_ in ids for ship in operations.voyages[id_].ships]
        if not ids:
            return "as things stand"
        have = verb(ships, "has", "have")
        return f"once {all_of(ships)} {have} sailed as ordered ({all_of(ids)})"

    def name(self, base: str) -> str:
        """A base with its id, as orders want it: `RAB (Rabaul)`; a carrier or port by its id."""
        is_base = base in self.charts.bases
        return self.charts.base_to_write(base) if is_base else base_name(base, self.charts)

    def room(self, base: str) -> str:
        """What a base holds and may hold [6.3.1~]: `2F 1B of 6F 6B, 9`; empty where no limit."""
        here = kinds(self.private.at(base), base, self.charts)
        used = f"{here.count('F')}F {here.count('B')}B"
        chart = self.charts.bases.get(base)
        if chart is None or chart.is_off_board:
            return used
        if chart.is_mobile:
            most = self.charts.basing
            return f"{used}, room for {most.mobile_alike} of one type or {most.mobile_any} of both"
        over = ", OVER" if is_over_full(self.private, self.game, base, self.charts) else ""
        limits = f"{chart.fighters}F {chart.bombers}B, {chart.total} together"
        return f"{used}, room for {limits}{over}"

    def options(self, kind: type[OrderT]) -> tuple[OrderT, ...]:
        """The legal orders of a kind, each by itself."""
        return options_of(KINDS, self, kind)

    def first(self, kind: type[Order]) -> Examples:
        """The first legal order of a kind, as an example."""
        yield from first(self.options(kind))

    def is_legal(self, *orders: Order) -> bool:
        """Whether nothing is wrong with these orders as all orders of the file."""
        return next(check(self.view, orders, self.charts), None) is None

    def section(self, part: Part) -> Section:
        """A section of the form; an example that the state at hand forbids is left out.

        Orders that are legal in company alone stand together.
        """
        legal = [group for group in part.examples if self.is_legal(*group)]
        left = (f"{NOTHING_ORDERED}{part.left}",) if part.left else ()
        return part.kind(
            title=part.title,
            rule=part.rule,
            choices=(*part.choices, *left),
            examples=tuple(order for group in legal if len(group) == 1 for order in group),
            together=tuple(group for group in legal if len(group) > 1),
        )


def first(orders: Iterable[OrderT]) -> Examples:
    """The first of some orders, as an example."""
    yield from ((order,) for order in islice(orders, 1))


def price_of_eleventh(page: Page, planes: Iterable[Plane]) -> Iterable[str]:
    """What it costs to let units of the 11th fly, if any are among these [5.2e, E.8.1]."""
    eleventh = [plane.id for plane in planes if page.charts.air[plane.id].is_eleventh]
    if not eleventh:
        return ()
    each = "each " if eleventh[1:] else ""
    return (f"Of the 11th Hikoshidan, {listed(eleventh)}: {each}{price_words(page.charts)}",)


def price_words(charts: Charts) -> str:
    """What a unit of the 11th gives the Allies that flies, or is lost [5.2e, AMB-4]."""
    flown, lost = points(charts.printed.flown), points(charts.printed.eliminated)
    return f"counts as flown: {flown} for the Allies; eliminated: {lost} instead [5.2e, AMB-4]."


def stands_down(page: Page) -> bool:
    """Whether nobody answers enemy missions behind the file [H8.6]."""
    return is_down(page.game, page.side, page.file)


def over_full(page: Page) -> Iterable[str]:
    """Bases that hold more than they may, and what that means for their units [6.3.4~, E.8.4]."""
    decks = page.game.ships
    bases = {plane.base for plane in page.planes()}
    held = sorted(base for base in bases if base in page.charts.bases or base in decks)
    return tuple(
        f"{page.name(base)} is over-full: all its units {GROUNDED}; {ALLOWED}: no mission, no"
        f" interception, no recon [{CROWDED}]."
        for base in held
        if is_over_full(page.private, page.game, base, page.charts)
    )


def earned_together(page: Page, ships: Sequence[Ship]) -> Iterable[str]:
    """What ships in one place earn together where that is less than each by itself (E.8.2)."""
    game, charts = page.game, page.charts
    for place, here in by_place(ships).items():
        half = cargo_points(game, here, charts)
        if half < sum(cargo_points(game, (ship,), charts) for ship in here):
            names, where = all_of(ship.id for ship in here), place_name(place, charts)
            yield f"{names} earn {points(half)} together: no more finds room at {where} [CR40]."


def unit_words(plane: Plane, charts: Charts) -> str:
    """A unit with what is not as usual about it: `A6M-201 (1 of 2 steps, disrupted)`."""
    full = charts.air[plane.id].model.steps
    words = [
        *([f"{plane.steps} of {full} steps"] if plane.steps < full else []),
        *(["disrupted"] if plane.disrupted else []),
        *(["flown"] if plane.half == "flown" else []),
        *(["Ace"] if plane.ace else []),
        *(["marked"] if plane.mark else []),
    ]
    return f"{plane.id} ({', '.join(words)})" if words else plane.id


def listed(names: Iterable[str], most: int = 12) -> str:
    """Names with commas; `…` stands for those after the first `most`; `none` for no names."""
    found = tuple(names)
    shown = ", ".join(found[:most])
    return f"{shown}, … ({len(found)} in all)" if len(found) > most else shown or "none"


def by_base(planes: Iterable[Plane]) -> Iterable[tuple[str, tuple[Plane, ...]]]:
    """Units by the base that they stand at, by id."""
    found: dict[str, list[Plane]] = {}
    for plane in planes:
        found.setdefault(plane.base, []).append(plane)
    return ((base, tuple(here)) for base, here in sorted(found.items()))
