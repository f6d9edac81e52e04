"""What battles and strikes came to that no loss tells, in parts of a sentence of the headline."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.systems.pto.book.kinds import ALLIED, SIDES, other, side_of
from pbem.systems.pto.table.events_combat import (
    GroundedAttacked,
    InstallationAttacked,
    ShipDamaged,
    ShipSunk,
    SurfaceCombatBegun,
    Withdrew,
)
from pbem.systems.pto.table.events_economy import RepairTried
from pbem.systems.pto.table.events_land import AreaTaken
from pbem.systems.pto.table.events_naval import RaidFlown, StrikeStopped, UnitsStay
from pbem.systems.pto.table.naming import SIDE_ADJECTIVES, agree, all_of, do, each
from pbem.systems.pto.words.naval import AIMS
from pbem.systems.pto.words.weights import HURT, PLACE, VAIN, Forms

HITS = "hits nothing", "hit nothing"
COMES = "does not get through", "do not get through"
FAILS = "fails", "fail"
"""How strikes fail: of one, and of more."""
SOME = 4
"""So many areas at most are told by name among what gives way."""


def clashes(events: Sequence[Event]) -> Iterator[Forms]:
    """What bombs hit ashore, battles without a hit, strikes in vain, and who withdrew to where."""
    yield from _bombed(events)
    yield from _missed(events)
    yield from _in_vain(events)
    yield from _held_down(events)
    yield from _withdrawals(events)


def _bombed(events: Iterable[Event]) -> Iterator[Forms]:
    """Ports, airfields and forts that were hit, with what is left of them [PH8.7, PH14.4]."""
    bombed: dict[tuple[str, str], int] = {}
    for one in events:
        if isinstance(one, InstallationAttacked) and one.hit:
            bombed[one.what, one.area] = one.left
        elif isinstance(one, RepairTried) and (one.what, one.area) in bombed:
            bombed[one.what, one.area] = one.now
    whole = [f"the {what} of {mention(area)}, {left} left" for (what, area), left in bombed.items()]
    if bombed:
        areas = tuple(dict.fromkeys(area for _, area in bombed))
        yield (PLACE, f"bombs hit {'; '.join(whole)}"), (HURT, f"bombs hit {some(areas, SOME)}")


def _missed(events: Sequence[Event]) -> Iterator[Forms]:
    """Where ships fought and nobody was hit: the losses tell of all other battles [PH6.1]."""
    hit = {one.area for one in _hits(events) if not one.flown}
    fought: dict[str, list[str]] = {}
    for one in events:
        if isinstance(one, SurfaceCombatBegun) and one.area not in hit:
            who = f"{mention(one.attacker)} and {mention(one.defender)}"
            fought.setdefault(one.area, []).append(who)
    for area, (who, *_) in fought.items():
        where = f"fight in {mention(area)} without a hit"
        yield (VAIN, f"{who} {where}"), (VAIN + 5, f"ships {where}")


def _withdrawals(events: Iterable[Event]) -> Iterator[Forms]:
    """Where task forces went that left a fight for another sea, each to its last one [PH6.4].

    Before that those that put to sea for want of their port [PR4].
    """
    for one in events:
        if isinstance(one, AreaTaken) and one.left:
            words = f"{each(one.left)} {do(one.left, 'puts', 'put')} to sea"
            yield (PLACE, f"{words}, to {mention(one.sea)}"), (VAIN, words)
    last = {one.tf: one.to_area for one in events if isinstance(one, Withdrew) and one.to_area}
    for area in dict.fromkeys(last.values()):
        forces = [tf for tf, where in last.items() if where == area]
        words = f"{each(forces)} {do(forces, 'withdraws', 'withdraw')} to {mention(area)}"
        yield ((VAIN, words),)


def some(areas: Sequence[str], most: int) -> str:
    """Areas by name, as far as there is room; nobody counts a single one."""
    if len(areas) <= most:
        return each(areas)
    return all_of([*map(mention, areas[:most]), count(len(areas) - most, "other area")])


def _in_vain(events: Sequence[Event]) -> Iterator[Forms]:
    """The strikes of each side that hit nothing of what they were aimed at, then how many.

    Which of several strikes at the same ships hit is not told apart. Those that did not get through
    are told with the others, lest a number be less than the whole.
    """
    stopped = {(one.area, one.at, one.tf) for one in events if isinstance(one, StrikeStopped)}
    for side in SIDES:
        flown = [one for one in events if isinstance(one, RaidFlown) and one.side == side]
        vain = [one for one in flown if not _has_hit(events, one)]
        through = [one for one in vain if (one.area, one.at, one.tf) not in stopped]
        lost = [one for one in vain if one not in through]
        ways = [(raids, verbs) for raids, verbs in ((through, HITS), (lost, COMES)) if raids]
        if vain:
            whole = "; ".join(_failed(raids, side, *verbs) for raids, verbs in ways)
            fail = agree(vain, *(ways[0][1] if len(ways) == 1 else FAILS))
            number = f"{count(len(vain), f'{SIDE_ADJECTIVES[side]} air strike')} {fail}"
            yield (VAIN, whole), (HURT - 5, number)


def _held_down(events: Iterable[Event]) -> Iterator[Forms]:
    """The aircraft that do not fly because ground units fight for their airfields [PH1.5]."""
    stay = (one for one in events if isinstance(one, UnitsStay) and one.why == "contested")
    units = tuple(dict.fromkeys(unit for one in stay for unit in one.units))
    if units:
        who = each(units) if len(units) <= SOME else count(len(units), "air unit")
        whose = agree(units, "its airfield is", "their airfields are")
        yield ((VAIN, f"{who} {agree(units, 'stays', 'stay')} down: {whose} contested"),)


def _failed(raids: Sequence[RaidFlown], side: str, one: str, many: str) -> str:
    """Strikes of a side that failed in one way, with their aims."""
    strike, does = f"{SIDE_ADJECTIVES[side]} air strike", agree(raids, one, many)
    strikes = agree(raids, f"{'an' if side == ALLIED else 'a'} {strike}", f"{strike}s")
    return f"{strikes} {does}: {', '.join(dict.fromkeys(map(_aim, raids)))}"


def _aim(raid: RaidFlown) -> str:
    """What a strike was aimed at, and where: `TF 8 at Wake`, `the port at Truk`."""
    return f"{mention(raid.tf) if raid.tf else AIMS[raid.at]} at {mention(raid.area)}"


def _has_hit(events: Sequence[Event], raid: RaidFlown) -> bool:
    if raid.at == "ships":
        return any(
            one.flown
            and one.area == raid.area
            and raid.tf in ("", one.tf)
            and side_of(one.nation) == other(raid.side)
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
