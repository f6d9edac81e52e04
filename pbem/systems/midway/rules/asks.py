"""Who is asked, and for what, in each phase [MB1, MB2, MB3, MB4, MB5]."""

from collections.abc import Iterator

from pbem.engine.decisions import Decision, key_of
from pbem.engine.steps import Desk
from pbem.frozen import Value
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import AMERICAN, JAPANESE, other
from pbem.systems.midway.rules.m01_land import bar_to_land
from pbem.systems.midway.rules.m03_move import NEXT, may_leave
from pbem.systems.midway.rules.m11_plan import plan_id
from pbem.systems.midway.table.carriers import afloat, is_able
from pbem.systems.midway.table.state import Game

IN_TURN_PACE = (9, 11, 1, 3, 5, 7)
"""The Japanese phases that one file answers with the pace `turn`; the first two are last turn's."""


class Moment(Value):
    """A phase of a turn: `odd` is the Japanese number of the pair it belongs to [M0.3]."""

    turn: int
    phase: int

    @property
    def side(self) -> str:
        """The side whose phase it is [M0.2]."""
        return JAPANESE if self.phase % 2 else AMERICAN

    @property
    def odd(self) -> int:
        """The Japanese phase of the pair."""
        return self.phase if self.phase % 2 else self.phase - 1


def asks(game: Game, desk: Desk[Charts], phase: int) -> tuple[Decision, ...]:
    """The decisions that a phase still waits for, in the order of the genesis."""
    now = Moment(turn=desk.turn, phase=phase)
    if now.odd not in IN_TURN_PACE:
        return ()  # repair is automatic [MH26]
    waiting = (seat for seat in seats_of(game, now.side) if seat not in desk.answers)
    found = (ask(game, desk.charts, now, seat) for seat in waiting)
    return tuple(decision for decision in found if decision is not None)


def seats_of(game: Game, side: str) -> list[str]:
    """A side's seats in the order of the genesis."""
    sides = {carrier.seat: carrier.side for carrier in game.carriers.values()}
    return [seat for seat in game.seats if sides[seat] == side]


def alive(game: Game, seat: str, sunk: int) -> bool:
    """Whether a seat has a carrier afloat or a squadron left [MB5, MH7]."""
    carriers = any(c.seat == seat and c.damage < sunk for c in game.carriers.values())
    return carriers or any(squadron.seat == seat for squadron in game.squadrons.values())


def ask(game: Game, charts: Charts, now: Moment, seat: str) -> Decision | None:
    """What a phase asks of a seat that has not been heard yet, if anything [MB3, MB4]."""
    rule = f"M{now.phase}.1"
    if game.pace == "turn":
        if not alive(game, seat, charts.sunk):
            return None
        return Decision(seat=seat, rule=rule, covers=tuple(_turn_keys(now)))
    opens = (game.sealed_plans[seat],) if now.odd == 1 and seat in game.sealed_plans else ()
    phases = (now.phase, now.phase + 2) if now.odd == 1 else (now.phase,)
    if not opens and not any(has_choice(game, seat, phase, charts) for phase in phases):
        return None
    covers = tuple(key_of(now.turn, str(phase)) for phase in phases)
    seals = (plan_id(now.turn),) if now.odd == 11 and game.sealed_planning else ()
    return Decision(seat=seat, rule=rule, covers=covers, seals=seals, opens=opens)


def _turn_keys(now: Moment) -> Iterator[str]:
    """The keys of a file with the pace `turn`, from the phase that asks [MB3]."""
    for odd in IN_TURN_PACE[IN_TURN_PACE.index(now.odd) :]:
        later = odd < IN_TURN_PACE[0]
        yield key_of(now.turn + later, str(odd + now.phase - now.odd))


def has_choice(game: Game, seat: str, phase: int, charts: Charts) -> bool:
    """Whether a seat has any legal choice in a phase [MB3]: if not, no file is asked for."""
    side = Moment(turn=0, phase=phase).side
    carriers = [carrier for carrier in afloat(game, side, charts) if carrier.seat == seat]
    match (phase + 1) // 2:
        case 1:
            able = any(not bar_to_land(game, carrier, charts) for carrier in carriers)
            return able and any(game.squadrons_in(side, "waiting"))
        case 2:
            flying = game.squadrons_in(side, *NEXT)
            return any(s.seat == seat and may_leave(game, s) for s in flying)
        case 3:
            cap = any(squadron.seat == seat for squadron in game.squadrons_in(side, "cap"))
            return cap and any(game.squadrons_in(other(side), "ready"))
        case 4:
            attacking = game.squadrons_in(side, "attacking")
            bombers = any(s.seat == seat and s.is_bomber for s in attacking)
            return bombers and len(afloat(game, other(side), charts)) > 1
        case 5:
            able_carriers = (carrier for carrier in carriers if is_able(carrier, charts))
            return any(any(game.aboard(carrier.id, "deck")) for carrier in able_carriers)
    return any(any(game.aboard(carrier.id)) for carrier in carriers)
