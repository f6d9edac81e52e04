"""What battles and strikes came to that no loss tells, in parts of a sentence of the headline."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.systems.pto.book.kinds import SIDES, other, side_of
from pbem.systems.pto.table.events_combat import (
    GroundedAttacked,
    InstallationAttacked,
    ShipDamaged,
    ShipSunk,
    SurfaceCombatBegun,
    Withdrew,
)
from pbem.systems.pto.table.events_naval import RaidFlown
from pbem.systems.pto.table.naming import SIDE_ADJECTIVES, all_of, do, each
from pbem.systems.pto.words.deeds import deeds
from pbem.systems.pto.words.naval import AIMS
from pbem.systems.pto.words.rooms import Room


def fights(events: Sequence[Event], room: Room) -> Iterator[str]:
    """Where ships fought, with whom if nobody was hit, and what bombs hit, if no loss tells it."""
    done = [one for side in SIDES for one in deeds(events, side, room.most().deeds)]
    known = {(one.flown, one.area) for one in done if not one.want}
    hit = {(one.flown, one.area) for one in _hits(events)}
    known |= hit if room.placed else set()
    fought: dict[str, list[str]] = {}
    for one in events:
        if isinstance(one, SurfaceCombatBegun) and (False, one.area) not in known:
            fought.setdefault(one.area, []).append(
                f"{mention(one.attacker)} and {mention(one.defender)}"
            )
    missed = {area: who for area, who in fought.items() if (False, area) not in hit}
    if sum(map(len, missed.values())) > 1:
        missed = {}
    for area, (who, *_) in missed.items():
        yield f"{who} fight in {mention(area)} without a hit"
    others = [area for area in fought if area not in missed]
    if others:
        yield f"ships fight in {some(others, room.areas, 'area')}"
    bombed = {(one.what, one.area): one.left for one in _installations(events)}
    for (what, area), left in bombed.items():
        yield f"bombs hit the {what} of {mention(area)}, {left} left"
    known |= {(True, area) for _, area in bombed}
    struck = [area for flown, area in hit if flown and (True, area) not in known]
    if struck and room.struck:
        yield f"aircraft strike in {some(struck, room.areas, 'area')}"


def withdrawals(events: Iterable[Event]) -> Iterator[str]:
    """Where task forces went that left a fight for another sea, each to its last one [PH6.4]."""
    last = {one.tf: one.to_area for one in events if isinstance(one, Withdrew) and one.to_area}
    for area in dict.fromkeys(last.values()):
        forces = [tf for tf, where in last.items() if where == area]
        yield f"{each(forces)} {do(forces, 'withdraws', 'withdraw')} to {mention(area)}"


def some(areas: Sequence[str], most: int, noun: str) -> str:
    """Areas by name, as far as there is room; nobody counts a single one."""
    if len(areas) <= most:
        return each(areas)
    return all_of([*map(mention, areas[:most]), count(len(areas) - most, f"other {noun}")])


def in_vain(events: Sequence[Event], *, named: bool) -> Iterator[str]:
    """The strikes of each side that hit nothing of what they were aimed at, or how many these are.

    Which of several strikes at ships in one area hit is not told apart.
    """
    for side in SIDES:
        flown = [one for one in events if isinstance(one, RaidFlown) and one.side == side]
        vain = [one for one in flown if not _has_hit(events, one)]
        aims = list(dict.fromkeys(map(_aim, vain)))
        whose = SIDE_ADJECTIVES[side]
        if named and aims:
            strikes = "air strike hits" if len(vain) == 1 else "air strikes hit"
            yield f"{whose} {strikes} nothing: {', '.join(aims)}"
        elif vain:
            many = count(len(vain), f"{whose} air strike")
            yield f"{many} {'hits' if len(vain) == 1 else 'hit'} nothing"


def _aim(raid: RaidFlown) -> str:
    """What a strike was aimed at, and where: `TF 8 at Wake`, `the port at Truk`."""
    return f"{mention(raid.tf) if raid.tf else AIMS[raid.at]} at {mention(raid.area)}"


def _has_hit(events: Sequence[Event], raid: RaidFlown) -> bool:
    if raid.at == "ships":
        return any(
            one.flown and one.area == raid.area and side_of(one.nation) == other(raid.side)
            for one in _hits(events)
        )
    if raid.at == "aircraft":
        grounded = (one for one in events if isinstance(one, GroundedAttacked) and one.victim)
        return any(one.area == raid.area for one in grounded)
    return any((one.area, one.what) == (raid.area, raid.at) for one in _installations(events))


def _hits(events: Iterable[Event]) -> Iterator[ShipSunk | ShipDamaged]:
    """The ships that somebody hit: sunk ones, and ones with names that were damaged [PH2.2]."""
    return (one for one in events if isinstance(one, ShipSunk | ShipDamaged) and one.by)


def _installations(events: Iterable[Event]) -> Iterator[InstallationAttacked]:
    """Bombs on ports, airfields and forts that hit [PH8.7]."""
    return (one for one in events if isinstance(one, InstallationAttacked) and one.hit)
