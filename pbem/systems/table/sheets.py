"""The table at a glance: who writes, counters, what is disputed, what is sealed [T3, T5-T7, T9]."""

from collections.abc import Iterator

from pbem.engine.sheets import Row, Sheet
from pbem.systems.table.charts import Limits
from pbem.systems.table.counters import value_of
from pbem.systems.table.state import Game
from pbem.systems.table.wording import result_told
from pbem.systems.table.words import OFF, naturally

NOTHING = "-"
"""What stands for a claim that was not made."""


def sheets(game: Game, _: Limits) -> tuple[Sheet, ...]:
    """Everything on the table, in tables that fit 80 columns; empty ones are left out."""
    found = (
        _seats(game), _counters(game), _disputes(game), _offers(game), _waiting(game), _notes(game),
    )  # fmt: skip
    return tuple(sheet for sheet in found if sheet.rows)


def _seats(game: Game) -> Sheet:
    writer = "" if game.ending else game.writer
    rows = (
        Row(
            cells=(seat, game.sides[seat], "next" if seat == writer else NOTHING),
            style="strong" if seat == writer else "",
        )
        for seat in game.seats
    )
    title = ", phase ".join(part for part in (game.boxed or "Seats", game.phase) if part)
    return Sheet(title=title, heads=("Seat", "Side", "Writes"), rows=tuple(rows))


def _counters(game: Game) -> Sheet:
    """Counters on the table, then those that were taken off it just now."""
    gone = [name for name in game.fresh if name not in game.counters]
    rows = (
        Row(cells=(name, value_of(game, name) or OFF, standing(game, name)))
        for name in naturally((*game.counters, *gone))
    )
    return Sheet(title="Counters", heads=("Counter", "Value", ""), rows=tuple(rows))


def standing(game: Game, name: str) -> str:
    """Whether a counter is disputed, may be contested and by whom, or is agreed [T6].

    What the file set that ended the game nobody has agreed to, nor can contest.
    """
    if name in game.disputes:
        return "disputed"
    if name not in game.fresh:
        return "agreed"
    return "stands" if game.ending else f"{game.to_move} may contest it"


def _disputes(game: Game) -> Sheet:
    sides = tuple(game.pens)
    rows = (
        Row(
            cells=(
                name,
                value_of(game, name) or OFF,
                *(claims[side] or OFF if side in claims else NOTHING for side in sides),
            ),
            style="hurt",
        )
        for name in naturally(game.disputes)
        for claims in (game.disputes[name],)
    )
    heads = ("Counter", "Stands at", *(f"{side} says" for side in sides))
    return Sheet(title="Disputed", heads=heads, rows=tuple(rows))


def _offers(game: Game) -> Sheet:
    """The end that the next file may agree to; another has lapsed [T10]."""
    offered = game.offers.get(game.other(game.to_move)) if game.ending is None else None
    rows = (Row(cells=(game.other(game.to_move), result_told(offered))),) if offered else ()
    return Sheet(title="The end that is offered", heads=("Side", "Result"), rows=rows)


def _waiting(game: Game) -> Sheet:
    rows = (Row(cells=(one.seat, one.dice, one.about)) for one in game.waiting)
    return Sheet(title="Dice that wait", heads=("Seat", "Dice", "For"), rows=tuple(rows))


def _notes(game: Game) -> Sheet:
    def by_number() -> Iterator[Row]:
        for id_ in sorted(game.notes, key=lambda id_: (len(id_), id_)):
            note = game.notes[id_]
            yield Row(cells=(id_, note.seat, note.about or NOTHING))

    return Sheet(title="Sealed notes", heads=("Note", "By", "About"), rows=tuple(by_number()))
