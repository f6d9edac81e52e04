"""A file at the table told before it is signed, and what happened in a few lines."""

import pytest

from pbem.engine.events import ALL, Happening
from pbem.frozen import FrozenMap, replace
from pbem.systems.table import events as happened
from pbem.systems.table.form import sections
from pbem.systems.table.orders import TYPES, Contest, Finish, Phase, Put, Roll, Say, Seal, Unseal
from pbem.systems.table.told import foretell, headline
from tests.systems.table.tabletop import LIMITS, table, view

ORDERS = (
    Roll(dice="2d6", about="flak"),
    Seal(about="target", words="Rabaul\nby sea"),
    Unseal(note="white-1"),
    Put(counter="VP", value="3"),
    Put(counter="ammo", value=""),
    Contest(counter="fuel"),
    Phase(name="move", new_turn=True),
    Phase(name="fight"),
    Say(words="Well played."),
    Finish(result="draw"),
)


def test_every_kind_of_order_is_told() -> None:
    assert {order.type for order in ORDERS} == set(TYPES)
    game = replace(table(), fresh=FrozenMap({"fuel": "2"}))
    said = foretell(view(game), ORDERS, LIMITS)
    assert said.ordered == (
        'You roll 2d6 for "flak" [T1].',
        'You seal a note about "target": Rabaul… [T3].',
        "You open white-1: everybody reads it [T4].",
        "You set VP to 3 [T5].",
        "You take ammo off the table [T5].",
        "You contest fuel: what was set is undone, and it is disputed [T6].",
        "You end the turn; next is phase move [T7].",
        "You go on to phase fight [T7].",
        "You say: Well played. [T8]",
        "You offer the end, or agree to it: a draw [T10].",
    )
    assert said.left == ()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("5", "You hold that VP is 5; it stays disputed [T6]."),
        ("", "You hold that VP is off the table; it stays disputed [T6]."),
        ("7", "You agree that VP is 7: it is disputed no more [T6]."),
    ],
)
def test_t6_setting_a_disputed_counter_is_told_as_a_claim(value: str, words: str) -> None:
    game = replace(table(), disputes=FrozenMap({"VP": FrozenMap({"black": "7"})}))
    assert foretell(view(game), (Put(counter="VP", value=value),), LIMITS).ordered == (words,)


def test_t7_the_phase_that_comes_is_the_first_example() -> None:
    game = replace(table(), phases=("move", "fight", "supply"), phase="fight")
    (section,) = (one for one in sections(view(game), LIMITS) if "phase" in one.title.lower())
    assert Phase(name="supply") in section.examples


def test_t6_what_can_be_contested_now_or_never_is_told() -> None:
    game = replace(table(), fresh=FrozenMap({"VP": "1", "fuel": "2"}))
    assert foretell(view(game), (Contest(counter="fuel"),), LIMITS).left == (
        "What was set stands, and cannot be contested later: VP [T6].",
    )


def test_counters_that_differ_by_case_or_blanks_alone_are_warned_of() -> None:
    game = replace(table(), counters=FrozenMap({"5th Fleet": "2415"}))
    orders = tuple(Put(counter=name, value="1") for name in ("5th Fleet", "5TH fleet", "VP", "vp"))
    assert foretell(view(game), orders, LIMITS).warnings == (
        "5TH fleet is a counter of its own, beside 5th Fleet [T5].",
        "vp is a counter of its own, beside VP [T5].",
    )


def test_a_headline_has_the_rolls_of_both_sides_before_the_phase() -> None:
    rolls = tuple(
        happened.Rolled(to=ALL, seat=seat, dice="d6", about=about, rolls=(), sums=(number,))
        for seat, about, number in (
            ("white", "first", 1), ("white", "Lae", 2), ("white", "flak", 3), ("black", "Buna", 4),
            ("black", "last", 5),
        )
    )  # fmt: skip
    phase = happened.PhaseBegun(to=ALL, seat="white", phase="move", turn=0)
    told = tuple(Happening(turn=1, step="play", event=event) for event in (phase, *rolls))
    assert headline(told, None, LIMITS) == (
        'white rolled d6 = 2 for "Lae"; white rolled d6 = 3 for "flak"; black rolled d6 = 4 for'
        ' "Buna"; black rolled d6 = 5 for "last"; and 1 roll more.',
        "white goes on to phase move [T7].",
    )


def test_a_headline_has_the_turn_disputes_the_last_roll_and_what_was_set() -> None:
    events = (
        happened.CounterSet(to=ALL, seat="white", counter="VP", value="3", before=""),
        happened.CounterContested(to=ALL, seat="black", counter="fuel", claim="2", value=""),
        happened.CounterSettled(to=ALL, seat="white", counter="ammo", value=""),
        happened.PhaseBegun(to=ALL, seat="white", phase="", turn=2),
    )
    told = tuple(Happening(turn=1, step="play", event=event) for event in events)
    assert headline(told, None, LIMITS) == (
        "white ends the turn; next is turn 2 [T7]. Disputed: fuel."
        " Both sides hold now: ammo is off the table. Set: VP to 3.",
    )


def test_a_headline_loses_no_seats_roll_to_those_of_the_other() -> None:
    rolls = tuple(
        happened.Rolled(to=ALL, seat=seat, dice="d6", about=about, rolls=(), sums=(1,))
        for seat, about in (("white", "mine"), *(("black", f"his {n}") for n in range(6)))
    )
    told = tuple(Happening(turn=1, step="play", event=event) for event in rolls)
    (words,) = headline(told, None, LIMITS)
    assert words.startswith('white rolled d6 = 1 for "mine"; black rolled d6 = 1 for "his 3"')
    assert words.endswith('for "his 5"; and 3 rolls more.')


def test_a_headline_has_opened_notes_and_what_was_said() -> None:
    events = (
        happened.NoteOpened(to=ALL, seat="white", note="white-1", about="", words="Rabaul\nby sea"),
        happened.Said(to=ALL, seat="black", words="Well played."),
    )
    told = tuple(Happening(turn=1, step="play", event=event) for event in events)
    assert headline(told, None, LIMITS) == (
        'white opens white-1: "Rabaul…"',
        'black says: "Well played."',
    )
