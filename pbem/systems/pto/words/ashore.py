"""Which areas changed hands, are contested or held, in parts of a sentence of the headline."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.table.events_land import (
    AreaTaken,
    AttackCalledOff,
    Dropped,
    GroundRound,
    Landed,
    Marched,
    OffensiveBegun,
    Retreated,
    StepsLost,
)
from pbem.systems.pto.table.naming import SIDE_ADJECTIVES, agree, each, nation_name, side_name
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.clashes import some
from pbem.systems.pto.words.tally import of_kind
from pbem.systems.pto.words.weights import GREATEST, KNOWN, LOST, Forms

MANY, FEW = 6, 3
"""So many areas are told by name where there is less room than for all, and where little."""


def areas(events: Sequence[Event], game: Game | None) -> Iterator[Forms]:
    """The areas that changed hands, to whom last, those that held, and those contested now.

    A landing has failed where an area held and nobody who went ashore is left there [P4A.2.B]. Who
    attacks in an area of his own clears it, or does not: where he does, that it did not fall before
    is not told.
    """
    taken: dict[str, list[str]] = {}
    holders = {one.area: one.nation for one in of_kind(events, AreaTaken)}
    for area, nation in holders.items():
        taken.setdefault(nation, []).append(area)
    yield from (_falls(fallen, nation) for nation, fallen in taken.items())
    attacked, own = _attacked(events)
    held = {area: side for area, side in attacked.items() if area not in holders}
    failed = [area for area in held if _is_thrown_back(events, area)]
    for area in failed:
        yield ((LOST + 7, _thrown_back(area, held[area], own.get(area, ""))),)
    cleared = _cleared(own, game)
    held = {area: side for area, side in held.items() if area not in (*failed, *cleared)}
    yield from _held(events, held)
    told = [*_own(own, [*holders, *failed, *held], cleared, game)]
    told += _entered(events, [*holders, *attacked, *own], game)
    yield from (((LOST, words),) for words in told)


def _falls(fallen: Sequence[str], nation: str) -> Forms:
    to = f"{agree(fallen, 'falls', 'fall')} to {nation_name(nation)}"
    few = f"{some(fallen, FEW)} {to}"
    every = ((LOST + 9, f"{each(fallen)} {to}"),) if len(fallen) > MANY else ()
    return (
        *every,
        (GREATEST, f"{some(fallen, MANY)} {to}"),
        (KNOWN, few),
        (KNOWN + 5, f"{count(len(fallen), 'area')} {to}"),
    )


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


def _cleared(own: Mapping[str, str], game: Game | None) -> tuple[str, ...]:
    """The areas that their holder attacked in and where no enemy is left, as far as it is known."""
    if game is None:
        return ()
    enemies = {area: other(side_of(nation)) for area, nation in own.items()}
    return tuple(area for area, enemy in enemies.items() if not game.ground_at(area, enemy))


def _own(
    own: Mapping[str, str], told: Iterable[str], cleared: Iterable[str], game: Game | None
) -> Iterator[str]:
    """The areas that their holder attacked in, by nation; without a game what came of it is not.

    Those of which more is told are left out.
    """
    left = {area: nation for area, nation in own.items() if area not in told}
    for nation in dict.fromkeys(left.values()):
        areas = [area for area, one in left.items() if one == nation]
        done = [area for area in areas if area in cleared]
        rest = [area for area in areas if area not in cleared]
        if done:
            yield f"{nation_name(nation)} clears {some(done, MANY)}"
        if rest:
            came = "" if game is None else f", which {agree(rest, 'stays', 'stay')} contested"
            who = "" if came else " the enemy"
            yield f"{nation_name(nation)} attacks{who} in {some(rest, MANY)}{came}"


def _thrown_back(area: str, side: str, holder: str) -> str:
    """A landing of a side of which nobody is left: by itself, or the area's holder attacked it."""
    landing = f"the{f' {SIDE_ADJECTIVES[side]}' if side else ''} landing at {mention(area)}"
    return f"{nation_name(holder)} throws back {landing}" if holder else f"{landing} fails"


def _held(events: Sequence[Event], held: Mapping[str, str]) -> Iterator[Forms]:
    """The areas that were attacked and hold, by who attacked, and those where he landed."""
    ashore = {one.area for one in of_kind(events, Landed)}
    for side in dict.fromkeys(held.values()):
        areas = [area for area, one in held.items() if one == side]
        landed = [area for area in areas if side and area in ashore]
        others = [area for area in areas if area not in landed]
        if landed:
            are = agree(landed, "is", "are")
            where = some(landed, MANY)
            words = f"the {side_name(side)} land at {where}, which {are} contested"
            yield (LOST, words), (LOST + 7, f"{where} {are} contested")
        if others:
            to = f" to the {side_name(side)}" if side else ""
            words = f"{some(others, MANY)} {agree(others, 'does', 'do')} not fall"
            yield (LOST, f"{words}{to}"), (LOST + 7, words)


def _entered(events: Iterable[Event], told: Iterable[str], game: Game | None) -> Iterator[str]:
    """The areas into which troops came and are not alone, where nobody attacked yet [PH1.5]."""
    came = [
        one.path[-1] if isinstance(one, Marched) else one.area
        for one in events
        if isinstance(one, Marched | Landed | Dropped)
    ]
    found = [
        area
        for area in dict.fromkeys(came)
        if area not in told and game is not None and game.is_contested(area)
    ]
    if found:
        yield f"{some(found, MANY)} {agree(found, 'is', 'are')} contested"


def _is_thrown_back(events: Sequence[Event], area: str) -> bool:
    """Whether all who landed in an area were eliminated or left it again [PH10.6, PH10.7]."""
    ashore = {unit for one in of_kind(events, Landed) if one.area == area for unit in one.units}
    gone = {unit for one in of_kind(events, StepsLost) if one.area == area for unit in one.gone}
    gone |= {unit for one in of_kind(events, Retreated) if one.area == area for unit in one.units}
    return bool(ashore) and ashore <= gone
