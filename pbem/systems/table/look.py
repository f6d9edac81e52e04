"""All of one counter or note on the table [T3, T5, T6]."""

from pbem.engine.sheets import Line
from pbem.systems.table.charts import Limits
from pbem.systems.table.sheets import OFF, standing
from pbem.systems.table.state import Game


def look(game: Game, _: object, id_: str, __: Limits) -> tuple[Line, ...]:
    """A counter with its value and how it stands, or who sealed a note about what."""
    found = next((name for name in game.counters if name.casefold() == id_.casefold()), "")
    if found:
        words = f"{found}: {game.counters[found]}, {standing(game, found)} [T5]"
        says = (
            f"{side} says {value or OFF}" for side, value in game.disputes.get(found, {}).items()
        )
        return (Line(text=words), *(Line(text=f"{one} [T6]") for one in says))
    if id_ in game.notes:
        note = game.notes[id_]
        about = f" about {note.about}" if note.about else ""
        return (Line(text=f"{id_}: sealed by {note.seat}{about} [T3]"),)
    return ()
