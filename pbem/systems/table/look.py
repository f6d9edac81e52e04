"""All of one counter or note on the table [T3, T5, T6]."""

from pbem.engine.sheets import Line
from pbem.systems.table.charts import Limits
from pbem.systems.table.counters import value_of
from pbem.systems.table.sheets import standing
from pbem.systems.table.state import Game
from pbem.systems.table.wording import claims_told
from pbem.systems.table.words import marked, value_told


def look(game: Game, _: object, id_: str, __: Limits) -> tuple[Line, ...]:
    """A counter with its value and how it stands, or who sealed a note about what."""
    known = (*game.counters, *game.fresh, *game.disputes)
    found = next((name for name in known if name.casefold() == id_.casefold()), "")
    if found:
        now = value_told(value_of(game, found))
        said = f": {claims_told(game, found)} [T6]" if found in game.disputes else " [T5]"
        return (Line(text=f"{found}: {now}, {standing(game, found)}{said}"),)
    if id_ in game.notes:
        note = game.notes[id_]
        about = f" about {marked(note.about)}" if note.about else ""
        return (Line(text=f"{id_}: sealed by {note.seat}{about} [T3]"),)
    return ()
