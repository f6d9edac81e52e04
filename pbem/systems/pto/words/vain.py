"""What great forces set out to do and did not, in parts of a sentence of the headline."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.table.events_combat import SurfaceCombatBegun
from pbem.systems.pto.table.events_land import OffensiveBegun
from pbem.systems.pto.table.events_naval import Halted, InterceptionTried, RaidFlown
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.naming import do, each, nation_name
from pbem.systems.pto.table.orders_month import Offensive, Pass
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.counters import GREAT
from pbem.systems.pto.words.weights import HURT, PLACE, SCENE, Forms

FEW = 3
"""So many tries that met nobody are told one by one."""


def _has_great(game: Game | None, tf: str) -> bool:
    """Whether a carrier or a battleship is in a task force, as far as that is known."""
    return game is not None and any(ship.kind in GREAT for ship in game.ships_in(tf))


def great_voids(events: Iterable[Event], game: Game | None) -> tuple[Voided, ...]:
    """The orders that came to nothing of a great force, or against one, and their like [P0.5].

    And whole offensives, which come first. Those of one seat and kind are told together, lest one
    that is left out seem to have been done.
    """
    void = in_vain(events)
    great = {
        (one.seat, one.order)
        for one in void
        if one.order == Offensive.type or _has_great(game, one.subject)
    }
    found = [one for one in void if (one.seat, one.order) in great]
    return tuple(sorted(found, key=lambda one: one.order != Offensive.type))


def in_vain(events: Iterable[Event]) -> tuple[Voided, ...]:
    """The orders that came to nothing, each once; no pass, which cost nobody what he meant to do.

    An early one is void where somebody has acted first [F.2.5].
    """
    void = dict.fromkeys(one for one in events if isinstance(one, Voided))
    return tuple(one for one in void if one.order != Pass.type)


def fell_short(events: Sequence[Event], game: Game | None) -> Iterator[Forms]:
    """Offensives at sea and great forces that met nobody, and great ones that were stopped."""
    missed = _missed(events)
    for one in events:
        if isinstance(one, OffensiveBegun) and _finds_nobody(one, events):
            words = f"the sea offensive of {nation_name(one.nation)} meets nobody"
            tries = [miss for miss in missed if miss.tf in one.where]
            missed = [miss for miss in missed if miss not in tries]
            yield (PLACE, f"{words}: {_told(tries)}"), (HURT, words)
    great = [one for one in missed if _has_great(game, one.tf) or _has_great(game, one.target)]
    yield from (((PLACE - 2, _told([one])),) for one in great if len(great) <= FEW)
    halted = {one.tf: one.area for one in events if isinstance(one, Halted)}
    for area in dict.fromkeys(halted.values()):
        forces = [tf for tf, at in halted.items() if at == area and _has_great(game, tf)]
        if forces:
            stop = do(forces, "is", "are")
            yield ((SCENE + 5, f"{each(forces)} {stop} stopped at {mention(area)}"),)


def _missed(events: Sequence[Event]) -> list[InterceptionTried]:
    """The last try at each force that was tried at in vain, and not fought all the same [PH5.4]."""
    tries = [one for one in events if isinstance(one, InterceptionTried) and not one.counter]
    met = {(one.tf, one.target) for one in tries if one.met} | {*_fights(events)}
    last = {(one.tf, one.target): one for one in tries}
    return [one for pair, one in last.items() if pair not in met]


def _fights(events: Iterable[Event]) -> Iterator[tuple[str, str]]:
    return ((one.attacker, one.defender) for one in events if isinstance(one, SurfaceCombatBegun))


def _finds_nobody(begun: OffensiveBegun, events: Sequence[Event]) -> bool:
    """Whether of those who perform a sea offensive some tried to meet enemies, and none did.

    Nor does its side fly a strike after it has begun, nor does the enemy fly one at them [P4B.1.C].
    """
    later = events[events.index(begun) :]
    tries = [
        one
        for one in later
        if isinstance(one, InterceptionTried) and one.tf in begun.where and not one.counter
    ]
    fought = {force for pair in _fights(later) for force in pair}
    raids = [one for one in later if isinstance(one, RaidFlown)]
    flown = any(one.side == side_of(begun.nation) or one.tf in begun.where for one in raids)
    is_met = any(one.met for one in tries) or any(tf in fought for tf in begun.where)
    return begun.kind == "sea" and bool(tries) and not is_met and not flown


def _told(missed: Iterable[InterceptionTried]) -> str:
    """`bombard misses TF 12 at Caroline Sea, …`."""
    return ", ".join(
        f"{mention(one.tf)} {do((one.tf,), 'misses', 'miss')} {mention(one.target)}"
        f" at {mention(one.area)}"
        for one in missed
    )
