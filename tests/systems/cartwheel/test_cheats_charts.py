"""A cheat for each check of the charts (E.7), in real files of games by mail.

Everybody takes the files; the audit afterwards names each by file, rule and unit.
"""

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from pbem.engine.hidden import Breach
from pbem.engine.ledger import is_over
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.cartwheel.own.basing import distance_from
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules.occasion import steps_of
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.orders_turn import Statement
from pbem.systems.cartwheel.table.state import Game
from tests.simulator import World
from tests.systems.cartwheel.files import players, round_, world
from tests.systems.cartwheel.fraud import (
    Change,
    Said,
    Texts,
    breaches_of,
    doctored,
    mailed,
    seen,
    told,
)
from tests.systems.cartwheel.loaded import steady
from tests.systems.cartwheel.tabletop import CHARTS


class Deed(Value):
    """What a cheating client puts into a file, and whom it is about."""

    subject: str
    orders: tuple[Order, ...] = ()
    change: Change = lambda _, private: private
    texts: Texts = dict
    said: Said = tuple


def own(view: View[Game]) -> Private:
    assert isinstance(view.private, Private)
    return view.private


def asked(view: View[Game], *steps: str) -> bool:
    """Whether the file is asked for one of these steps, and for no reply."""
    raids = view.game.operations.raids.values()
    replying = any(raid.side != view.side and raid.response is None for raid in raids)
    return bool({*steps} & {*steps_of(view.decision.covers)}) and not replying


def flies(plane: Plane, *kinds: str) -> bool:
    return CHARTS.air[plane.id].model.type in kinds


def local(view: View[Game]) -> Iterator[Plane]:
    """Own units at airbases that are not of the 11th, nor on recon."""
    for plane in own(view).planes.values():
        ashore = plane.base in view.game.bases and not (plane.away or plane.due)
        if ashore and not CHARTS.air[plane.id].is_eleventh:
            yield plane


def becoming(plane: Plane, **status: object) -> Change:
    """The charts in which a unit is in another state than it can be."""

    def change(_: View[Game], private: Private) -> Private:
        return private.with_planes((replace(private.planes[plane.id], **status),))

    return change


def one_of(planes: Iterator[Plane], **status: object) -> Deed | None:
    """The deed of having the first of some units in another state."""
    plane = next(planes, None)
    return Deed(subject=plane.id, change=becoming(plane, **status)) if plane else None


# --- the cheats ----------------------------------------------------------------------------------


def left_out(view: View[Game]) -> Deed | None:
    plane = next((p for p in local(view) if flies(p, "B", "T", "D")), None)
    if plane is None or not asked(view, "4.4"):
        return None
    return Deed(subject=plane.id, change=lambda _, private: private.without(plane.id))


def crowded(view: View[Game]) -> Deed | None:
    """Five more fighters at a small base, and all of them Ready."""
    base = {"allied": "RUS", "japanese": "BKA"}[view.side]
    ready = [p for p in local(view) if flies(p, "F") and p.half == "ready" and p.base != base]
    crowd = ready[:5]
    if len(crowd) < 5 or not asked(view, "4.4"):
        return None

    def change(_: View[Game], private: Private) -> Private:
        return private.with_planes(replace(plane, base=base, staged=True) for plane in crowd)

    return Deed(subject=ready[0].id, change=change)


def heavy_forward(view: View[Game]) -> Deed | None:
    if view.side != "allied" or not asked(view, "4.4"):
        return None
    return one_of((p for p in local(view) if flies(p, "P") and p.base == "SOP"), base="GUA")


def in_ruins(view: View[Game]) -> Deed | None:
    """Torokina is still undeveloped, which counts as destroyed."""
    if view.side != "japanese" or not asked(view, "4.4"):
        return None
    return one_of((p for p in local(view) if flies(p, "F")), base="TOR", staged=True, half="flown")


def teleported(view: View[Game]) -> Deed | None:
    if view.side != "japanese" or not asked(view, "4.4"):
        return None
    return one_of((p for p in local(view) if flies(p, "T") and p.base == "RAB"), base="BUI")


def out_of_range(view: View[Game]) -> Deed | None:
    """A sweep by a fighter whose sealed base is too far from the hex."""
    if view.side != "allied" or not asked(view, "4.4") or view.game.turn.regroup == "yes":
        return None
    ready = [p for p in local(view) if flies(p, "F") and p.half == "ready" and p.base == "GUA"]
    ready = [p for p in ready if not (p.disrupted or p.mark or p.used or p.staged)]
    short = [p for p in ready if _far(view, p) > CHARTS.air[p.id].model.range]
    if view.game.operations.run < 1 or not short:
        return None
    order = AirMission(kind="sweep", hex=FAR, band="high", escorts=(short[0].id,))
    return Deed(subject=short[0].id, orders=(order,))


FAR = "1304"


def _far(view: View[Game], plane: Plane) -> int:
    return distance_from(view.game, plane.base, FAR, CHARTS) or 0


def kept_forward(view: View[Game]) -> Deed | None:
    """The 11th is not committed, and one of it stands Ready at Rabaul."""
    if view.side != "japanese" or not asked(view, "5.2"):
        return None
    mine = (p for p in own(view).planes.values() if p.id == "A6M-ZU")
    return one_of(mine, base="RAB", half="ready", disrupted=False)


def marked_late(view: View[Game]) -> Deed | None:
    if not asked(view, "4.4"):
        return None
    return one_of((p for p in local(view) if p.disrupted and not p.mark), mark=True)


def healed(view: View[Game]) -> Deed | None:
    if not asked(view, "4.4"):
        return None
    return one_of((p for p in local(view) if p.disrupted and not p.mark), disrupted=False)


def ready_again(view: View[Game]) -> Deed | None:
    if not asked(view, "4.4"):
        return None
    return one_of((p for p in local(view) if p.half == "flown" and p.used), half="ready")


def recon_ready(view: View[Game]) -> Deed | None:
    if not asked(view, "4.6-first", "4.6-second"):
        return None
    return one_of((p for p in own(view).planes.values() if p.away), half="ready")


def false_ace(view: View[Game]) -> Deed | None:
    if not asked(view, "4.4"):
        return None
    return one_of((p for p in local(view) if flies(p, "F")), ace=True)


def lied(view: View[Game], kind: str, lie: Callable[[Statement], Statement]) -> Deed | None:
    """Another statement than the dice and the charts come to."""
    due = next((one for one in own(view).due if one.kind == kind), None)
    if due is None or (kind == "eleventh" and not due.number):
        return None

    def said(orders: tuple[Order, ...]) -> tuple[Order, ...]:
        return tuple(
            lie(o) if isinstance(o, Statement) and o.kind == kind and o.place == due.place else o
            for o in orders
        )

    return Deed(subject=due.place or due.mission or kind, said=said)


def unflown(statement: Statement) -> Statement:
    return replace(statement, number=0)


def miscounted(statement: Statement) -> Statement:
    """Other steps than the dice of 14.1 gave, and so other points for the enemy."""
    return replace(statement, number=0 if statement.number else 1)


def evades_elsewhere(view: View[Game]) -> Deed | None:
    """A unit that all have seen this turn evades from the base that is struck, and is at another.

    Its item was sealed before it landed, so that nobody else can tell.
    """
    for raid in unanswered(view.game) if "4.4" in steps_of(view.decision.covers) else ():
        there = [b.id for b in view.game.bases_at(raid.hex) if b.owner == view.side]
        for plane in local(view) if there else ():
            seen_now = view.game.air[plane.id].seen == view.game.now
            if seen_now and plane.base not in there and not view.game.air[plane.id].base:
                reply = Reply(mission=raid.id, evaders=FrozenMap({plane.id: there[0]}))
                return Deed(subject=plane.id, orders=(reply,))
    return None


def landed_elsewhere(view: View[Game]) -> Deed | None:
    """A unit that came home by a mission since the last file stands at another base."""
    mine = (p for p in local(view) if p.used and p.half == "flown" and not p.staged)
    back = (p for p in mine if view.game.air[p.id].flew == view.game.now and p.base == "GUA")
    return one_of(back, base="SOP") if view.side == "allied" and view.step == "4.4" else None


CHEATS: dict[str, tuple[int, str, Callable[[View[Game]], Deed | None]]] = {
    "a landing at another base": (19, "H9.11.1", landed_elsewhere),
    "an evader that is elsewhere": (8, "H9.4.1", evades_elsewhere),
    "a unit that heals": (13, "H14.1", healed),
    "a unit on no chart": (2, "E.2", left_out),
    "an over-full base with Ready units": (3, "6.3.4~", crowded),
    "a heavy bomber at a forward base": (4, "6.3.5~", heavy_forward),
    "a unit at a ruined base": (5, "6.6.3", in_ruins),
    "a unit that teleports": (6, "H9.3", teleported),
    "a mission out of range": (7, "H9.1.1", out_of_range),
    "the 11th kept forward": (9, "5.2d", kept_forward),
    "fewer of the 11th flown": (10, "5.2e", partial(lied, kind="eleventh", lie=unflown)),
    "a mark made in 4.4": (11, "7.2", marked_late),
    "steps of 14.1 miscounted": (12, "H14.1", partial(lied, kind="replaced", lie=miscounted)),
    "a unit that is Ready again": (14, "14.2", ready_again),
    "recon that returns Ready": (16, "7.3.5~", recon_ready),
    "an Ace that nobody gave": (20, "H5.1.1", false_ace),
}  # fmt: skip
"""The check of E.7 that must find each, the rule that it names, and the deed; rare ones first."""


NUMBERS = range(13, 18)
"""Games that are played until each has had its occasion."""


class Trial(Value, kw_only=False):
    """Games full of cheats: in which each was, whose file, about whom; what the audits found."""

    deeds: dict[str, tuple[int, str, int, str]]
    breaches: dict[tuple[int, str], tuple[Breach, ...]]


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Trial:
    """Games by mail in which every cheat is tried at its first occasion."""
    deeds: dict[str, tuple[int, str, int, str]] = {}
    breaches: dict[tuple[int, str], tuple[Breach, ...]] = {}
    for number in NUMBERS:
        untried = [name for name in CHEATS if name not in deeds]
        if not untried:
            break
        with steady(number):
            made = world(tmp_path_factory.mktemp("trial"), "toenails")
            found = _played(made, number, untried)
            breaches |= {(number, seat): breaches_of(one) for seat, one in made.players.items()}
        deeds |= {name: (number, *deed) for name, deed in found.items()}
    return Trial(deeds=deeds, breaches=breaches)


def _played(made: World, number: int, names: list[str]) -> dict[str, tuple[str, int, str]]:
    """A game to its end, or until some cheats have been tried."""
    deeds: dict[str, tuple[str, int, str]] = {}
    by_chance = players(number)
    while len(deeds) < len(names) and not _is_over(made):
        if not _cheat(made, [name for name in names if name not in deeds], deeds):
            round_(made, by_chance)
    return deeds


def _is_over(made: World) -> bool:
    with made.players[made.next_seat].session() as session:
        return is_over(session.final().fold, session.rules)


def _cheat(made: World, names: list[str], deeds: dict[str, tuple[str, int, str]]) -> bool:
    """The next file with the first of some cheats in it that has its occasion, if one has."""
    author = made.players[made.next_seat]
    view = seen(author)
    if not isinstance(view.private, Private):
        return False
    for name in names:
        deed = CHEATS[name][2](view)
        if deed is not None:
            raw = doctored(
                author, *deed.orders, change=deed.change, texts=deed.texts, said=deed.said
            )
            deeds[name] = author.seat, mailed(made, raw), deed.subject
            return True
    return False


@pytest.mark.parametrize("name", CHEATS)
def test_each_cheat_is_named_by_file_rule_and_unit(trial: Trial, name: str) -> None:
    check, rule, _ = CHEATS[name]
    assert name in trial.deeds, "it never had its occasion"
    number, seat, seq, subject = trial.deeds[name]
    here = [breach for breach in trial.breaches[number, seat] if breach.seq == seq]
    assert (rule, subject, f"check {check}") in told(here)
    assert next(b for b in here if (b.rule, b.subject) == (rule, subject)).gain == seat
