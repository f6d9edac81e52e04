"""Sealed notes [T3] and their opening [T4], by the rules alone."""

import pytest

from pbem.engine.orders import Order
from pbem.narrow import is_narrow, parse_item
from pbem.systems.table import notes
from pbem.systems.table.notes import own_words
from pbem.systems.table.orders import Say, Seal, Unseal
from pbem.systems.table.system import TABLE
from tests.systems.table.tabletop import LIMITS, table, view, words, write, written, wrong

TARGET = Seal(about="my target", words='Lae, or "Moresby"\nif it rains')
PLAN = Seal(words="Plan B")


def test_t3_the_file_has_ids_and_the_author_the_words() -> None:
    public, items = notes.seal(view(table()), (TARGET, Say(words="Guess."), PLAN), LIMITS)
    assert public == (Seal(about="my target"), Say(words="Guess."), Seal())
    assert items == {
        "note-1": 'words = "Lae, or \\"Moresby\\"\\nif it rains"\n',
        "note-2": 'words = "Plan B"\n',
    }
    assert all(is_narrow(content.encode()) for content in items.values())
    assert own_words(items) == {"note-1": TARGET.words, "note-2": "Plan B"}


def test_t3_notes_are_counted_over_all_seats() -> None:
    game = written(written(table(), TARGET, PLAN), PLAN)
    assert {id_: note.seat for id_, note in game.notes.items()} == {
        "note-1": "japan", "note-2": "japan", "note-3": "us",
    }  # fmt: skip
    assert notes.seals(game, "japan", (PLAN, Say(words="!"), PLAN), LIMITS) == ("note-4", "note-5")
    assert words(write(table(), TARGET, PLAN)) == [
        'japan seals note-1 ("my target") [T3].',
        "japan seals note-2 [T3].",
    ]


def test_t4_what_is_opened_is_told() -> None:
    game = written(table(), TARGET)
    item = parse_item('words = "Lae\\nat dawn"\n')
    after, events = TABLE.opened(game, "japan", "note-1", 0, item, LIMITS)
    assert not after.notes
    assert [line.text for event in events for line in TABLE.wording(event, LIMITS)] == [
        'japan opens note-1 ("my target") [T4]: Lae',
        "| at dawn",
    ]


@pytest.mark.parametrize(
    "content",
    [
        "words = 3\n",
        'words = "a"\nmore = "b"\n',
        'text = "a"\n',
        "",
        "no TOML",
        'words = "\\u001b[2J"\n',
        f'words = "{"x" * 1001}"\n',
    ],
)
def test_t4_what_is_no_note_is_void_and_told(content: str) -> None:
    game = written(table(), TARGET)
    after, events = TABLE.opened(game, "japan", "note-1", 0, parse_item(content), LIMITS)
    assert not after.notes
    (line,) = TABLE.wording(events[0], LIMITS)
    assert line.kind == "breach"
    assert line.text == ('What japan sealed as note-1 ("my target") is no note, and void [T4].')


@pytest.mark.parametrize(
    ("orders", "problem"),
    [
        (
            (Unseal(note="note-2"),),
            "order 1, key 'note': note-2 is a note of seat us, which alone can open it [T4]",
        ),
        ((Unseal(note="note-9"),), "order 1, key 'note': you have no sealed note 'note-9' [T4]"),
        ((Unseal(note="\x1b[2J"),), "order 1, key 'note': you have no sealed note '\x1b[2J' [T4]"),
        ((Unseal(note="note-1"), Unseal(note="note-1")),
         "order 2, key 'note': note-1 is opened twice: see order 1 [T4]"),
        ((PLAN, Unseal(note="note-3")),
         "order 2, key 'note': note-3 is sealed in this very file [T4]"),
        ((Seal(words="x" * 1001),),
         "order 1, key 'words': the words have 1,001 characters, and 1,000 are allowed [T11]"),
        ((Seal(words="\x1b[2J"),),
         "order 1, key 'words': the words have a control character [T11]"),
        ((PLAN,) * 6, "order 6: more than 5 notes in one file [T11]"),
    ],
)  # fmt: skip
def test_t4_wrong_notes_are_refused(orders: tuple[Order, ...], problem: str) -> None:
    game = written(written(table(), TARGET), PLAN)
    assert wrong(game, *orders) == [problem]


def test_t11_so_many_notes_of_a_seat_are_sealed() -> None:
    game = table()
    for _ in range(4):
        game = written(written(game, *(PLAN,) * 5), Say(words="Again?"))
    assert wrong(game, PLAN) == ["order 1: 20 of your notes are sealed already [T11]"]
    assert wrong(written(game), PLAN) == []


def test_t4_ids_of_a_stranger_are_looked_at_before_they_are_used() -> None:
    orders = tuple(Unseal(note=id_) for id_ in ("note-2", "note-2", "note-0", "x" * 10_000, "../a"))
    assert notes.openings(table(), "us", orders, LIMITS) == ("note-2",)
