"""Offensives, and where fleets and troops went, in parts of a sentence of the headline."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.table.events_land import Landed, Marched, OffensiveBegun, Railed
from pbem.systems.pto.table.events_naval import Sailed
from pbem.systems.pto.table.events_play import WarBegun
from pbem.systems.pto.table.naming import SIDE_ADJECTIVES, all_of, do, each, nation_name
from pbem.systems.pto.table.orders_month import Offensive
from pbem.systems.pto.table.pieces import TaskForce
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.clashes import some
from pbem.systems.pto.words.tally import lately, of_kind
from pbem.systems.pto.words.weights import BESIDE, DETAIL, HURT, PLACE, QUIET, SCENE, Forms

FEW = 3
"""So many places are told where fleets and troops went; of more only how many of them went."""


def moves(events: Sequence[Event], game: Game | None, charts: Charts) -> Iterator[Forms]:
    """That Japan is at war, offensives performed, who sailed and marched [D13.1, P4, P5]."""
    if of_kind(events, WarBegun):
        words = "Japan is at war"
        yield (PLACE, f"{words}, and its battleships burn EP"), (SCENE, words)
    yield from _offensives(of_kind(events, OffensiveBegun))
    late = lately(events)
    sailed = {one.tf: one.path[-1] for one in of_kind(late, Sailed)}
    yield from _laden(sailed, game, charts)
    yield from _went(sailed, "task force", ("sails", "sail"))
    marched = {one.unit: one.path[-1] for one in of_kind(late, Marched)}
    yield from _went(marched, "unit", ("marches", "march"))
    railed = {one.unit: one.to_area for one in of_kind(late, Railed)}
    yield from _went(railed, "unit", ("goes by rail", "go by rail"))
    landed = {unit: one.area for one in of_kind(late, Landed) for unit in one.units}
    yield from _went(landed, "unit", ("goes ashore", "go ashore"), "at")


def _offensives(begun: Sequence[OffensiveBegun]) -> Iterator[Forms]:
    """The offensives performed, nation by nation: `offensives: Japan by land (Indies, Burma)`."""
    kinds: dict[str, dict[str, list[str]]] = {}
    for one in begun:
        kinds.setdefault(one.nation, {}).setdefault(one.kind, []).extend(one.where)
    told = (
        f"{nation_name(nation)} {all_of(_where(kind, where) for kind, where in done.items())}"
        for nation, done in kinds.items()
    )
    if kinds:
        yield ((BESIDE, f"offensives: {', '.join(told)}"),)


def _where(kind: str, where: Iterable[str]) -> str:
    """The theatres of offensives, the stacks with which they are performed, or their targets."""
    named = tuple(dict.fromkeys(where))
    if kind == "land":
        return f"by land ({', '.join(named)})"
    return f"by {kind} {'with' if kind == 'sea' else 'at'} {each(named)}"


def offensive_words(order: Offensive) -> str:
    """An offensive that is ordered, with where or by whom: `land offensive of Japan (Indies)`."""
    kind = f"{order.kind} offensive of {nation_name(order.nation)}"
    if order.kind == "land":
        return f"{kind} ({', '.join(order.theatres)})"
    if order.kind == "sea":
        return f"{kind} with {each((order.stack, *order.stacks))}"
    return f"{kind} at {each(order.targets)}"


def _laden(sailed: Iterable[str], game: Game | None, charts: Charts) -> Iterator[Forms]:
    """The troops that each side has sailed before an enemy's or nobody's coast [P4A.2.B].

    Their side may be about to land them there; where they are bound for is told alone.
    """
    if game is None or game.ending is not None:
        return
    off: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for force in [game.forces[tf] for tf in sailed if tf in game.forces]:
        coasts, troops = _off_coast(force, game, charts)
        if coasts and troops:
            off.setdefault(side_of(force.nation), {}).setdefault(coasts, []).extend(troops)
    for side, found in off.items():
        whose = f"{SIDE_ADJECTIVES[side]} troops at sea"
        where = (f"{each(troops)} off {some(coasts, FEW)}" for coasts, troops in found.items())
        areas = tuple(dict.fromkeys(area for coasts in found for area in coasts))
        yield (PLACE, f"{whose}: {', '.join(where)}"), (HURT, f"{whose} off {some(areas, FEW)}")


def _off_coast(
    force: TaskForce, game: Game, charts: Charts
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The coasts not its side's before which a task force at sea is, and the troops it has."""
    ships, side = game.ships_in(force.id), side_of(force.nation)
    bound = tuple(dict.fromkeys(ship.bound for ship in ships if ship.bound))
    near = bound or charts.areas[force.at].ashore if charts.areas[force.at].sea else ()
    coasts = (one for one in near if one in game.areas and not game.is_friendly(side, one))
    return tuple(coasts), tuple(
        unit for ship in ships for unit in ship.cargo if unit in game.ground
    )


def _went(
    went: dict[str, str], noun: str, verbs: tuple[str, str], to: str = "to"
) -> Iterator[Forms]:
    """Who went where, if these are few places: `Center sails to Philippine Sea`; else how many."""
    goals = tuple(dict.fromkeys(went.values()))
    told = []
    for goal in goals:
        who = [id_ for id_, where in went.items() if where == goal]
        few = f"{each(who)} {do(who, *verbs)}"
        many = f"{count(len(who), noun)} {verbs[1]}"
        told.append(f"{few if len(who) <= FEW else many} {to} {mention(goal)}")
    if len(told) > FEW:
        yield ((QUIET, f"{count(len(went), noun)} {verbs[1]}"),)
    elif told:
        yield ((DETAIL, ", ".join(told)),)
