"""Who is asked in each step, and for how many steps at once: the fewest files possible (E.4).

The phase 4.4 asks by itself (`m08_operations`).
"""

from pbem.engine.decisions import Decision, key_of
from pbem.engine.steps import Desk
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game, other

Asks = tuple[Decision, ...]

ELEVENTH, TASK_FORCE, BUILDING, REGROUPING = "5.2", "5.3", "4.2", "7.1"
HOLDER_RECON, OTHER_RECON = "7.3-holder", "7.3-other"
FIRST_GROUND, SECOND_GROUND = "4.5-first", "4.5-second"
FIRST_CONCLUSION, SECOND_CONCLUSION = "4.6-first", "4.6-second"
"""Names of the steps that take orders, besides the phase 4.4."""


def _ask(
    game: Game,
    desk: Desk[Charts],
    side: str,
    rule: str,
    steps: tuple[str, ...],
    opens: tuple[str, ...] = (),
) -> Asks:
    """A side's one file for these steps, unless it has answered."""
    seat = game.seat_of(side)
    if seat in desk.answers:
        return ()
    covers = tuple(key_of(desk.turn, step) for step in steps)
    return (Decision(seat=seat, rule=rule, covers=covers, opens=opens),)


# --- 4.1 to 4.3 ----------------------------------------------------------------------------------


def eleventh(game: Game, desk: Desk[Charts], step: str) -> Asks:
    """File 1: the Japanese choice of an event, the 11th, mobile bases (E.4)."""
    return _ask(game, desk, JAPANESE, "5.2", (step, BUILDING))


def task_force(game: Game, desk: Desk[Charts], step: str) -> Asks:
    """File 2: the Allied choice of an event, TF-36, mobile bases, general regroup, marks (E.4).

    The holder of the Initiative marker gives his recon orders here, for those that will fly.
    """
    steps = (step, BUILDING, REGROUPING)
    recon = (HOLDER_RECON,) if game.holder == ALLIED else ()
    return _ask(game, desk, ALLIED, "5.3", (*steps, *recon))


def recon(game: Game, desk: Desk[Charts], step: str) -> Asks:
    """File 3, and with a Japanese holder file 4: recon, and what the enemy's recon sees (E.4).

    The Japanese file holds their marks as well, so that it is always asked for [7.2, AMB-25].
    The Allied one decides nothing, where there is no recon to place; it is left out, where there
    is nothing to tell besides.
    """
    side = looking(game, step)
    opens = counts_due(game, side)
    if side == JAPANESE:
        return _ask(game, desk, side, "7.2", (step,), opens)
    if not flying(game, side):
        return counts(game)
    return _ask(game, desk, side, "7.3", (step,), opens)


def looking(game: Game, step: str) -> str:
    """Whose recon a step of 7.3 is: that of the marker's holder, then the other's [AMB-2]."""
    return game.holder if step == HOLDER_RECON else other(game.holder)


def counts(game: Game) -> Asks:
    """Files that open what the last recon looks at (E.5.1)."""
    return tuple(
        Decision(seat=seat, rule="7.3.4~", opens=counts_due(game, side))
        for side, seat in sorted(game.seats.items())
        if counts_due(game, side)
    )


def counts_due(game: Game, side: str) -> tuple[str, ...]:
    """The items that a side must open for the enemy's recon, by base (E.5.1)."""
    return tuple(f"{base}/counts" for base in sorted(game.turn.looks.get(side, ())))


def flying(game: Game, side: str) -> tuple[str, ...]:
    """A side's recon units that may fly this turn, by id [7.3.2~]."""
    return tuple(unit for unit in game.turn.flew if game.air[unit].side == side)


# --- 4.5 to the end ------------------------------------------------------------------------------


def ground(game: Game, desk: Desk[Charts], step: str) -> Asks:
    """A side's ground orders, the first side's before the second's [H11.1].

    A side with nothing legal is not asked; where that is the second, the first one's file holds
    its conclusion as well [H11.1.2, E.4.10].
    """
    side, idle = ashore(game, step), game.turn.idle_ashore
    if side in idle:
        return ()
    is_last = step == FIRST_GROUND and other(side) in idle
    return _ask(game, desk, side, "H11", (step, FIRST_CONCLUSION) if is_last else (step,))


def conclusion(game: Game, desk: Desk[Charts], step: str) -> Asks:
    """A side's returns, arrivals and dismantled bases (E.4)."""
    return _ask(game, desk, ashore(game, step), "4.6", (step,))


def ashore(game: Game, step: str) -> str:
    """Whose turn a step of 4.5 or 4.6 is: the same side is first in both [H11.1, H12.2]."""
    first = game.turn.first_ashore
    return first if step in (FIRST_GROUND, FIRST_CONCLUSION) else other(first)


def last_statements(game: Game) -> Asks:
    """Statements that are owed when the game is about to end: points hang on them (E.6)."""
    owing = sorted({owed.side for owed in game.owed})
    return tuple(Decision(seat=game.seat_of(side), rule="E.6") for side in owing)
