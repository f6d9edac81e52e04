"""Who is asked in each step, and for how many steps at once: the fewest files possible (E.4).

The phase 4.4 asks by itself (`m08_operations`).
"""

from pbem.engine.decisions import Decision, key_of
from pbem.engine.steps import Desk
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r05_events import bar_to_commit_tf36
from pbem.systems.cartwheel.table.open_items import answer_id
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game, other

Asks = tuple[Decision, ...]

ELEVENTH, TASK_FORCE = "5.2", "5.3"
LATE_ELEVENTH, LATE_TASK_FORCE, TF36_OPENED = "5.2-second", "5.3-second", "5.3-opened"
BUILDING, REGROUPING = "4.2", "7.1"
FIRST_RECON, SECOND_RECON, LATE_RECON = "7.3-first", "7.3-second", "7.3-late"
FIRST_GROUND, SECOND_GROUND = "4.5-first", "4.5-second"
FIRST_CONCLUSION, SECOND_CONCLUSION = "4.6-first", "4.6-second"
"""Names of the steps that take orders, besides the phase 4.4."""


def is_told(game: Game, step: str) -> bool:
    """Whether recon placed in a step learns what it looks at: not before the enemy has sealed.

    That is so of the opener's in a game's first turn, unless it waits [H7.3.1].
    """
    return step != FIRST_RECON or game.now > game.terms.first_turn


def _ask(desk: Desk[Charts], decision: Decision) -> Asks:
    """A side's one file, unless it has answered."""
    return () if decision.seat in desk.answers else (decision,)


def _covers(desk: Desk[Charts], *steps: str) -> tuple[str, ...]:
    """The keys of steps of this turn."""
    return tuple(key_of(desk.turn, step) for step in steps)


# --- 4.1 to 4.3 ----------------------------------------------------------------------------------


def committing(game: Game, step: str) -> bool:
    """Whether a side commits its force in a step of 4.1: the opener in its own, the other later."""
    side = JAPANESE if step in (ELEVENTH, LATE_ELEVENTH) else ALLIED
    return (side == game.turn.opener) == (step in (ELEVENTH, TASK_FORCE))


def opening(game: Game, desk: Desk[Charts], step: str) -> Asks:
    """Files s1 and s2: event, 11th or TF-36, mobile bases, Regroup marks, recon (E.4.4, E.4.7).

    Each places recon for units that will fly; the opener's dice belong to s1 [H7.3.1].
    """
    if not committing(game, step):
        return ()
    first = step in (ELEVENTH, TASK_FORCE)
    side = game.turn.opener if first else other(game.turn.opener)
    asked = Decision(
        seat=game.seat_of(side),
        rule="5.2" if side == JAPANESE else "5.3",
        covers=_covers(desk, step, BUILDING, FIRST_RECON if first else SECOND_RECON),
        seals=sealed_answers(game, desk.charts) if side == ALLIED else (),
    )
    return _ask(desk, asked)


def sealed_answers(game: Game, charts: Charts) -> tuple[str, ...]:
    """The pair that the Allies seal about TF-36, if they decide before the Japanese (E.4.5)."""
    if game.turn.opener != ALLIED or bar_to_commit_tf36(game, charts):
        return ()
    return tuple(answer_id(game.now, eleventh) for eleventh in ("no", "yes"))


def task_force_opened(game: Game, desk: Desk[Charts], _: str) -> Asks:
    """The Allied t3 opens the answer to what the Japanese have said of the 11th (E.4.5)."""
    if game.turn.sealed or not sealed_answers(game, desk.charts):
        return ()
    opens = (answer_id(game.now, game.turn.eleventh),)
    return (Decision(seat=game.seat_of(ALLIED), rule="E.4.5", opens=opens),)


def late_recon(game: Game, desk: Desk[Charts], step: str) -> Asks:
    """The opener's t3, if it has waited to see the other side's recon, and one of its units flies.

    The dice of 7.4 and 7.5 belong to that file then (E.4.6).
    """
    side = game.turn.opener
    if not (game.turn.waits and flying(game, side)):
        return ()
    return _ask(
        desk, Decision(seat=game.seat_of(side), rule="7.3", covers=_covers(desk, step))
    )  # fmt: skip


def looking(game: Game, step: str) -> str:
    """Whose recon a step of 7.3 is: the opener's, then the other's [H7.3.1]."""
    return other(game.turn.opener) if step == SECOND_RECON else game.turn.opener


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
    """A side's ground orders and conclusion, the first side's file before the second's [H12.2.1].

    A side is passed over if all can see that it has nothing to order in either (E.4.8).
    """
    side = ashore(game, step)
    if side in game.turn.unasked:
        return ()
    covers = (*_covers(desk, step, concluding(step)), *declaring(game, side, desk.turn))
    return _ask(desk, Decision(seat=game.seat_of(side), rule="H11", covers=covers))


def declaring(game: Game, side: str, turn: int) -> tuple[str, ...]:
    """The key of the next turn's general regroup, where the scenario knows any (E.4.6)."""
    is_another = game.terms.regroups and turn < game.terms.last_turn
    return (key_of(turn + 1, REGROUPING),) if side == ALLIED and is_another else ()


def concluding(step: str) -> str:
    """The step of 4.6 that goes with one of 4.5: the same side is first in both [H12.2]."""
    return FIRST_CONCLUSION if step == FIRST_GROUND else SECOND_CONCLUSION


def conclusion(game: Game, desk: Desk[Charts], step: str) -> Asks:
    """The conclusion of a side that wanted to see all of 4.5 first [H12.2.2]."""
    side = ashore(game, step)
    if side in game.turn.unasked:
        return ()
    covers = (*_covers(desk, step), *declaring(game, side, desk.turn))
    return _ask(desk, Decision(seat=game.seat_of(side), rule="4.6", covers=covers))


def ashore(game: Game, step: str) -> str:
    """Whose turn a step of 4.5 or 4.6 is: the same side is first in both [H11.1, H12.2]."""
    first = game.turn.first_ashore
    return first if step in (FIRST_GROUND, FIRST_CONCLUSION) else other(first)


def last_statements(game: Game) -> Asks:
    """Statements that are owed when the game is about to end: points hang on them (E.6)."""
    owing = sorted({owed.side for owed in game.owed})
    return tuple(Decision(seat=game.seat_of(side), rule="E.6") for side in owing)
