"""Sealed notes and their opening [T3, T4]."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order, all_laid_open
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.narrow import parse_item, write_pair
from pbem.systems.table.charts import Limits
from pbem.systems.table.events import NoteOpened, NoteSealed, NoteVoid
from pbem.systems.table.orders import Seal, Unseal
from pbem.systems.table.state import Game, Note
from pbem.systems.table.words import wrong_words

_ID = re.compile(r"note-[1-9][0-9]{0,8}")


def note_id(number: int) -> str:
    """The id of the table's note of that number, counted from 1 over all seats [T3]."""
    return f"note-{number}"


def own_words(own: Mapping[str, str]) -> dict[str, str]:
    """What an own seat's sealed notes say, by id [T3]."""
    tables = {id_: parse_item(content) or {} for id_, content in own.items()}
    return {id_: str(table.get("words", "")) for id_, table in tables.items()}


def seals(game: Game, _: str, orders: Iterable[Order], __: Limits) -> tuple[str, ...]:
    """The ids of the notes that a file seals: they follow from its place in the game [T3]."""
    count = sum(isinstance(order, Seal) for order in orders)
    return tuple(note_id(game.notes_made + number) for number in range(1, count + 1))


def openings(_: Game, __: str, orders: Iterable[Order], ___: Limits) -> tuple[str, ...]:
    """The ids of the notes that a file opens, each once [T4]."""
    named = (order.note for order in orders if isinstance(order, Unseal))
    return tuple(dict.fromkeys(id_ for id_ in named if _ID.fullmatch(id_)))


def seal(
    view: View[Game], orders: tuple[Order, ...], charts: Limits
) -> tuple[tuple[Order, ...], Mapping[str, str]]:
    """The orders as they stand in the file, and the words of its notes to be sealed [T3]."""
    notes = [order for order in orders if isinstance(order, Seal)]
    ids = seals(view.game, view.seat, orders, charts)
    items = {
        id_: f"{write_pair('words', note.words)}\n" for id_, note in zip(ids, notes, strict=True)
    }
    return all_laid_open(orders), items


def sealed(game: Game, seat: str, about: str) -> tuple[Game, Event]:
    """The game with one more sealed note [T3]."""
    id_ = note_id(game.notes_made + 1)
    notes = game.notes.set(id_, Note(seat=seat, about=about))
    game = replace(game, notes=notes, notes_made=game.notes_made + 1)
    return game, NoteSealed(to=ALL, seat=seat, note=id_, about=about)


def opened(
    game: Game, seat: str, id_: str, _: int, table: Mapping[str, Any] | None, charts: Limits
) -> tuple[Game, tuple[Event, ...]]:
    """A note is read aloud; one that is not what T3 calls a note is void and reported [T4]."""
    about = game.notes[id_].about
    game = replace(game, notes=game.notes.without(id_), shown=(*game.shown, id_))
    words = table.get("words") if table is not None and len(table) == 1 else None
    if not isinstance(words, str) or wrong_words(words, charts.characters_in_note):
        return game, (NoteVoid(to=ALL, seat=seat, note=id_, about=about),)
    return game, (NoteOpened(to=ALL, seat=seat, note=id_, about=about, words=words),)
