"""What happened in five sentences at most: what was lost and taken, what was bought, points."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.engine.events import Event, Happening
from pbem.engine.headline import LINES, height, packed
from pbem.engine.mentions import by_name, mention
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import NATIONS, SIDES, other, side_of
from pbem.systems.pto.table.events_combat import ShipSunk
from pbem.systems.pto.table.events_land import (
    AreaTaken,
    AttackCalledOff,
    GroundRound,
    Landed,
    OffensiveBegun,
    Retreated,
    StepsLost,
)
from pbem.systems.pto.table.events_victory import GameEnded
from pbem.systems.pto.table.names import names
from pbem.systems.pto.table.naming import (
    SIDE_ADJECTIVES,
    agree,
    all_of,
    each,
    nation_name,
    side_name,
    station,
)
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.clashes import fights, in_vain, some, withdrawals
from pbem.systems.pto.words.losses import losses
from pbem.systems.pto.words.rooms import ROOMS, Room
from pbem.systems.pto.words.tally import of_kind, season, standing, void
from pbem.systems.pto.words.victory import result

_MENTION = re.compile(r"⟨([^⟨⟩]+)⟩")
MUCH = 3
"""Who lost ships worth so many points has this told before anything else [PH15.1]."""


def headline(
    happenings: tuple[Happening, ...], game: Game | None, charts: Charts, most: int = LINES
) -> tuple[str, ...]:
    """The end of the game, what was done, losses; points last, if known.

    Areas that changed hands come first, then great losses, of the side that lost most.
    What does not fit is told by number, then not at all.
    """
    known = _known(happenings, game, charts)
    sure = names(game, charts) if game is not None else _areas_by_name(charts)
    found: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    for room in ROOMS:
        last = by_name(standing(happenings, game, charts, room), sure)
        found = by_name(_happened(happenings, room, game, charts), sure)
        said = packed((*found, *last), known, most)
        if height(said, known) <= most:
            return said
    while found and height(packed((*found, *last), known, most), known) > most:
        found = found[:-1]
    return packed((*found, *last), known, most)


def _areas_by_name(charts: Charts) -> Mapping[str, str]:
    return {area: chart.name.partition(" (")[0] for area, chart in charts.areas.items()}


def _happened(
    happenings: tuple[Happening, ...], room: Room, game: Game | None, charts: Charts
) -> Iterator[str]:
    events = tuple(happening.event for happening in happenings)
    ended = [result(one.winner, one.grade) for one in of_kind(events, GameEnded)]
    areas = [*_taken(events, room, game)]
    beside = [*_beside(events, room, areas)]
    besides = [*season(events, room), *void(events, room.void)]
    worth = {side: -_points_lost(events, side) for side in SIDES}
    worst = sorted(SIDES, key=lambda side: worth[side])
    lost = [line for side in worst for line in losses(events, side, charts, room.most())]
    if ended or of_kind(events, AreaTaken):
        yield from (*_sentence([*ended, *areas]), *lost, *_sentence([*beside, *besides]))
        return
    done = [*_sentence([*areas, *beside])]
    is_great = -worth[worst[0]] >= MUCH
    yield from (*lost, *done) if is_great else (*done, *lost)
    yield from _sentence(besides)


def _points_lost(events: Iterable[Event], side: str) -> int:
    """What the ships that a side lost were worth to the enemy [PH15.1]."""
    sunk = of_kind(events, ShipSunk)
    return sum(one.points for one in sunk if side_of(one.nation) == side)


def _known(
    happenings: tuple[Happening, ...], game: Game | None, charts: Charts
) -> Mapping[str, str]:
    """What things are called; without a game those without a known name are as long as their id."""
    if game is not None:
        return names(game, charts)
    areas = _areas_by_name(charts)
    said = " ".join(_happened(happenings, ROOMS[0], None, charts))
    return {**{id_: _guessed(id_, charts) for id_ in _MENTION.findall(said)}, **areas}


def _guessed(id_: str, charts: Charts) -> str:
    """A name as long as that of what has this id, and the same as that of an area of that name.

    Nations have units of one name, which are told apart by their ids.
    """
    nation, area, *_ = (*id_.upper().split("-"), "")
    if nation in NATIONS and area in charts.areas:
        return f"{station(nation, charts.areas[area].name)} squadron"
    title = id_.replace("-", " ").title()
    return f"{title} ({id_})" if nation in NATIONS else title


# --- what was done -------------------------------------------------------------------------------


def _taken(events: Sequence[Event], room: Room, game: Game | None) -> Iterator[str]:
    """The areas that changed hands, to whom last, and those that held.

    A landing has failed where an area held and nobody who went ashore is left there [P4A.2.B]. Who
    attacks in an area of his own clears it, or does not.
    """
    taken: dict[str, list[str]] = {}
    holders = {one.area: one.nation for one in of_kind(events, AreaTaken)}
    for area, nation in holders.items():
        taken.setdefault(nation, []).append(area)
    parts = [
        f"{_areas(areas, room)} {agree(areas, 'falls', 'fall')} to {nation_name(nation)}"
        for nation, areas in taken.items()
    ]
    if not room.apart:
        yield from parts
        return
    attacked, own = _attacked(events)
    held = {area: side for area, side in attacked.items() if area not in holders}
    failed = [area for area in held if _is_thrown_back(events, area)]
    parts += [_thrown_back(area, held[area], own.get(area, "")) for area in failed]
    parts += _held(events, {area: side for area, side in held.items() if area not in failed}, room)
    yield from (*parts, *_own(own, [*holders, *attacked], room, game))


def _beside(events: Sequence[Event], room: Room, areas: Sequence[str]) -> Iterator[str]:
    """Where fleets withdrew to, battles and strikes; offensives if there is room, or nothing else.

    `areas` is what is told of these.
    """
    yield from withdrawals(events) if room.fled else ()
    if room.barely:
        return
    fought = [*fights(events, room), *in_vain(events, named=room.struck)]
    yield from fought
    if room.fully or not (areas or fought):
        yield from _offensives(events)


def _attacked(events: Iterable[Event]) -> tuple[dict[str, str], dict[str, str]]:
    """The areas of the enemy where ground units attacked, with the side that performed if told.

    Then those that the side itself holds, where it attacked whoever had come.
    """
    found: dict[str, str] = {}
    own: dict[str, str] = {}
    side = ""
    for one in events:
        match one:
            case OffensiveBegun():
                side = side_of(one.nation)
            case GroundRound() | AttackCalledOff():
                is_own = bool(one.holder) and side_of(one.holder) == side
                (own if is_own else found)[one.area] = one.holder if is_own else side
    return found, own


def _own(
    own: Mapping[str, str], told: Iterable[str], room: Room, game: Game | None
) -> Iterator[str]:
    """The areas that their holder attacked in, by nation; without a game what came of it is not.

    Those of which more is told are left out.
    """
    left = {area: nation for area, nation in own.items() if area not in told}
    for nation in dict.fromkeys(left.values()):
        areas = [area for area, one in left.items() if one == nation]
        enemy = other(side_of(nation))
        cleared = [area for area in areas if game is not None and not game.ground_at(area, enemy)]
        rest = [area for area in areas if area not in cleared]
        if cleared:
            yield f"{nation_name(nation)} clears {_areas(cleared, room)}"
        if rest:
            yield f"{nation_name(nation)} attacks the enemy in {_areas(rest, room)}"


def _thrown_back(area: str, side: str, holder: str) -> str:
    """A landing of a side of which nobody is left: by itself, or the area's holder attacked it."""
    landing = f"the{_whose(side)} landing at {mention(area)}"
    return f"{nation_name(holder)} throws back {landing}" if holder else f"{landing} fails"


def _whose(side: str) -> str:
    return f" {SIDE_ADJECTIVES[side]}" if side else ""


def _held(events: Sequence[Event], held: Mapping[str, str], room: Room) -> Iterator[str]:
    """The areas that were attacked and hold, by who attacked, and those where he landed."""
    ashore = {one.area for one in of_kind(events, Landed)}
    for side in dict.fromkeys(held.values()):
        areas = [area for area, one in held.items() if one == side]
        landed = [area for area in areas if side and area in ashore]
        others = [area for area in areas if area not in landed]
        if landed:
            fall = agree(landed, "does", "do")
            yield f"the {side_name(side)} land at {_areas(landed, room)}, which {fall} not fall"
        if others:
            to = f" to the {side_name(side)}" if side else ""
            yield f"{_areas(others, room)} {agree(others, 'does', 'do')} not fall{to}"


def _areas(areas: Sequence[str], room: Room) -> str:
    return some(areas, room.areas, "area")


def _sentence(parts: Sequence[str]) -> Iterator[str]:
    words = "; ".join(parts)
    if words:
        yield f"{words[:1].upper()}{words[1:]}."


def _offensives(events: Sequence[Event]) -> Iterator[str]:
    """The offensives performed, nation by nation: `offensives: Japan by land (Indies, Burma)`."""
    kinds: dict[str, dict[str, list[str]]] = {}
    for one in of_kind(events, OffensiveBegun):
        kinds.setdefault(one.nation, {}).setdefault(one.kind, []).extend(one.where)
    told = (
        f"{nation_name(nation)} {all_of(_where(kind, where) for kind, where in done.items())}"
        for nation, done in kinds.items()
    )
    words = ", ".join(told)
    if words:
        yield f"offensives: {words}"


def _is_thrown_back(events: Sequence[Event], area: str) -> bool:
    """Whether all who landed in an area were eliminated or left it again [PH10.6, PH10.7]."""
    ashore = {unit for one in of_kind(events, Landed) if one.area == area for unit in one.units}
    gone = {unit for one in of_kind(events, StepsLost) if one.area == area for unit in one.gone}
    gone |= {unit for one in of_kind(events, Retreated) if one.area == area for unit in one.units}
    return bool(ashore) and ashore <= gone


def _where(kind: str, where: Iterable[str]) -> str:
    """The theatres of offensives, the stacks with which they are performed, or their targets."""
    named = tuple(dict.fromkeys(where))
    if kind == "land":
        return f"by land ({', '.join(named)})"
    return f"by {kind} {'with' if kind == 'sea' else 'at'} {each(named)}"
