"""A table's headline where there is no room for all: what is new stands, old dice give way."""

from pbem.dice import Roll as Thrown
from pbem.engine.events import ALL, Event
from pbem.engine.headline import LINES, height
from pbem.systems.table import events as happened
from pbem.systems.table.headline import headline
from pbem.systems.table.headline_dice import TWO
from tests.systems.table.tabletop import LIMITS, in_play


def said(*events: Event) -> str:
    """The headline of events in one paragraph; it has no more lines than fit."""
    sentences = headline(in_play(events), None, LIMITS)
    assert height(sentences, {}) <= LINES
    return " ".join(sentences)


def ordered(seat: str, dice: str, about: str, number: int) -> happened.RollOrdered:
    label = f"T1 roll 8.{number}"
    return happened.RollOrdered(to=ALL, seat=seat, dice=dice, about=about, labels=(label,))


def rolled(seat: str, about: str, number: int) -> happened.Rolled:
    roll = Thrown(label=f"T1 roll 7.{number}", sides=6, dice=(3, 4))
    return happened.Rolled(to=ALL, seat=seat, dice="2d6", about=about, rolls=(roll,), sums=(7,))


def opened(seat: str, number: int, words: str) -> happened.NoteOpened:
    about = f"what number {number} does"
    return happened.NoteOpened(to=ALL, seat=seat, note=f"note-{number}", about=about, words=words)


def changed(counter: str, value: str, before: str = "") -> happened.CounterSet:
    return happened.CounterSet(to=ALL, seat="blue", counter=counter, value=value, before=before)


BUSY = (
    *(rolled("red", f"Red attacks for the time that has number {n}", n) for n in range(4)),
    opened("blue", 3, "RIGHT 3, LEFT 1"),
    opened("blue", 4, "to gate 4, with all that is left of the second company, by night"),
    changed("Blue steps", "3", "4"),
    changed("Blue morale", "shaken - 2 of 4"),
    ordered("blue", "2d6+4", "Blue defends on the left with 1, on the right 3", 1),
    ordered("blue", "d%", "does Blue break?", 2),
    happened.PhaseBegun(to=ALL, seat="blue", phase="Move", turn=2),
    happened.NoteSealed(to=ALL, seat="blue", note="note-5", about="turn 2"),
    happened.Said(to=ALL, seat="blue", words="I lose one on the left, and two lines: LEFT stands."),
)


def test_t4_words_of_opened_notes_stand_before_dice_of_old() -> None:
    words = said(*BUSY)
    assert 'blue opens note-3: "RIGHT 3, LEFT 1", note-4: "to gate 4, with all that' in words


def test_t1_dice_to_come_stand_with_what_they_are_for() -> None:
    assert 'Dice to come: blue rolls 2d6+4 "Blue defends on' in said(*BUSY)
    many = said(*BUSY, *(ordered("blue", "d6", f"how gate {n} holds", n) for n in range(3, 9)))
    assert 'd6 "how gate 8 holds"' in many
    assert "and 5 more" in many


def test_t5_counters_that_changed_and_a_new_turn_stand_before_dice_of_old() -> None:
    words = said(*BUSY)
    assert "Set: Blue steps to 3" in words
    assert "blue ends turn 1; next is turn 2, phase Move [T7]." in words


def test_t1_a_roll_that_names_another_seat_and_the_last_one_stand_before_others() -> None:
    long = "which is a purpose that nobody would ever write at such a length"
    rolls = (
        *(rolled("south", f"fish {n}, {long}", n) for n in range(6)),
        rolled("pirate", f"North is boarded, {long}", 6),
        *(rolled("pirate", f"powder {n}, {long}", n) for n in range(7, 12)),
        opened("north", 1, "by the reef"),
    )
    words = said(*rolls)
    assert 'pirate rolled "North is boarded' in words
    assert '"powder 11, which' in words
    assert " other rolls." in words
    assert ", then" not in words
    assert said(*rolls[:6], *rolls[:6]).startswith("4 rolls, then south rolled")


def test_t6_many_disputes_stand_in_one_sentence_beside_what_was_set() -> None:
    disputes = [
        happened.CounterContested(to=ALL, seat="blue", counter=f"Knight {n}", claim="1", value="")
        for n in range(1, 16)
    ]
    words = said(*disputes, *BUSY[:4], changed("Gate 3", "broken"), *BUSY[8:])
    assert "Knight 1, Knight 2, Knight 3, Knight 4 and 11 more are disputed." in words
    assert "Set: Gate 3 to broken." in words
    assert said(*disputes[:3]) == (
        "Knight 1, Knight 2 and Knight 3 are disputed (each off the table again)."
    )


def test_t7_a_turn_that_begins_behind_the_dice_of_another_file_is_told() -> None:
    dice = rolled("pirate", "powder", 1)
    turn = happened.TurnBegun(to=ALL, turn=2, phase="Fire")
    moved, over = (
        happened.PhaseBegun(to=ALL, seat="north", phase="Move", turn=turn) for turn in (0, 2)
    )
    assert "Turn 2, phase Fire, has begun [T7]." in said(dice, turn)
    assert "Turn 2 has begun [T7]. north goes on to phase Move [T7]." in said(dice, turn, moved)
    assert "has begun" not in said(over, dice, turn)


def test_t7_a_new_turn_is_never_told_with_a_phase_that_it_has_left() -> None:
    behind = happened.PhaseBegun(to=ALL, seat="blue", phase="Fire", turn=0)
    words = said(*BUSY[:-1], behind, BUSY[-1])
    assert "blue ends turn 1; turn 2 is in phase Fire [T7]." in words
    assert "Move" not in words


def test_t3_t7_a_phase_and_sealed_notes_stand_before_a_crowd_of_counters_and_words() -> None:
    purpose = "attack of the third infantry division on hill"
    counters = [changed(f"Unit {n} strength", f"{n} steps at hex 10{n}") for n in range(10, 25)]
    crowd = (
        *(
            happened.NoteSealed(to=ALL, seat="blue", note=f"note-{n}", about=purpose)
            for n in range(3)
        ),
        *(
            happened.Said(to=ALL, seat="blue", words=f"Speech {n}: {'blah ' * 40}")
            for n in range(4)
        ),
        happened.PhaseBegun(to=ALL, seat="blue", phase="Fight", turn=0),
    )
    dice = [ordered("blue", "2d6+1", f"{purpose} {n}", n) for n in range(12)]
    fallen = [rolled("blue", f"{purpose} {n}", n) for n in range(12)]
    for words in (said(*dice, *counters, *crowd), said(*fallen, *counters, *crowd)):
        assert "blue seals 3 notes." in words
        assert "blue goes on to phase Fight [T7]." in words


def test_t6_what_is_claimed_now_stands_before_the_single_results_of_many_throws() -> None:
    throws = tuple(range(5, 25))
    dice = [
        rolled("red", "second strike of the carriers", 1),
        rolled("red", "weather over the islands", 2),
        happened.Rolled(to=ALL, seat="red", dice="20x2d6", about="all", rolls=(), sums=throws),
    ]
    table = (
        happened.EndDeclined(to=ALL, seat="red", side="blue", result="draw"),
        happened.CounterContested(to=ALL, seat="red", counter="Ghost", claim="", value="2"),
        happened.CounterClaimed(to=ALL, seat="red", counter="VP", claim="9-9"),
        changed("Hidden task force", "at 3,4"),
    )
    words = " ".join(headline(in_play((*dice, *table)), None, LIMITS, most=4))
    assert "Ghost (back at 2) and VP (red says 9-9) are disputed." in words
    words = " ".join(headline(in_play((*dice, *table)), None, LIMITS, most=3))
    assert '"all" 5, 6, 7, 8, 9, 10, … (20 throws)' in words
    assert "VP (red says 9-9)" in words


def test_t1_two_rolls_have_their_results_and_a_counter_its_value_before_names_of_counters() -> None:
    settled = [
        happened.CounterSettled(to=ALL, seat="blue", counter=name, value="two armies")
        for name in ("Hoepner (HQ)", "Blue losses")
    ]
    disputes = [
        happened.CounterContested(to=ALL, seat="blue", counter=name, claim="1", value="")
        for name in ("39 PzK", "Turn of the box")
    ]
    notes = (opened("red", 2, ""), opened("blue", 3, "33 Army into Moscow, 5 Army into Tula"))
    put = (changed("56 PzK", "0807"), changed("Blue armies", "8,10,12"))
    dice = (rolled("red", "panzer attack on 0905", 1), rolled("red", "three attacks", 2))
    told = in_play((*dice, *notes, *settled, *disputes, *put))
    words = " ".join(headline(told, None, LIMITS, most=4))
    assert words.startswith('red rolled "panzer attack on…" 7, "three attacks" 7. ')
    assert words.endswith('Set: 56 PzK to 0807, Blue armies to "8,10,12".')


def test_t1_what_all_of_some_rolls_came_to_is_told_before_what_counters_were() -> None:
    names = (
        "partisans", "coin for mud", "two attacks", "three attacks", "attack on Moscow", "supply"
    )  # fmt: skip
    dice = [rolled("red" if n < TWO else "blue", name, n) for n, name in enumerate(names)]
    table = (
        opened("blue", 3, "South: Tula, then Moscow from 1005"),
        happened.CounterSettled(to=ALL, seat="blue", counter="2 Guards Tank", value="at 0904"),
        happened.CounterContested(to=ALL, seat="blue", counter="Weather", claim="1", value=""),
        *(changed(f"{n} PzK", "0807, one step lost", "0704, at full strength") for n in (39, 56)),
        happened.Said(to=ALL, seat="blue", words="I hold the forest, whatever you say of it."),
    )
    words = said(*dice, *table)
    assert all(f'"{name}" 7' in words for name in names)
    assert "(was" not in words


def test_t5_a_counter_set_to_what_it_was_is_told_so() -> None:
    assert said(changed("Wood", "2", "2")) == "Set: Wood to 2 again."


def test_t8_what_is_said_is_shortened_where_there_is_no_room_for_all_of_it() -> None:
    words = said(*BUSY[:-1], happened.Said(to=ALL, seat="blue", words="Left! " * 40))
    assert "1 thing" not in words
    words = said(*BUSY[6:-1], happened.Said(to=ALL, seat="blue", words="Left! " * 40))
    assert f'blue says: "{"Left! " * 10}…"' in words


def test_t10_an_end_that_is_declined_is_told_in_fewer_words_where_much_happened() -> None:
    declined = happened.EndDeclined(to=ALL, seat="blue", side="red", result="draw")
    told = headline(in_play((declined, *BUSY)), None, LIMITS, most=3)
    assert told[0].startswith("blue declines the end that red offered.")


def test_a_headline_loses_no_words_where_there_is_much_else_to_tell() -> None:
    roll = Thrown(label="T1 roll 7.1", sides=6, dice=(1,))
    events = (
        happened.EndDeclined(to=ALL, seat="us", side="japan", result="draw"),
        happened.Rolled(to=ALL, seat="us", dice="d6", about="siege", rolls=(roll,), sums=(1,)),
        happened.RollOrdered(to=ALL, seat="us", dice="d6", about="Lae", labels=("T1 roll 8.1",)),
        happened.NoteSealed(to=ALL, seat="us", note="note-1", about=""),
        happened.NoteOpened(to=ALL, seat="us", note="note-2", about="", words="Lae"),
        happened.CounterSet(to=ALL, seat="us", counter="VP", value="3", before=""),
        *(happened.Said(to=ALL, seat="us", words=f"word {number}") for number in range(6)),
    )
    told = in_play(events)
    assert headline(told, None, LIMITS) == (
        "us does not agree to the end that japan offered: a draw [T10].",
        'us rolled d6 = 1 for "siege".',
        'Dice to come: us rolls d6 for "Lae". us seals note-1.',
        'us opens note-2: "Lae". Set: VP to 3. us says 6 things, the last of them: "word 2"; "word'
        ' 3"; "word 4"; "word 5".',
    )


def test_a_headline_tells_how_much_there_is_where_it_has_no_room_for_all() -> None:
    """Twenty counters, twenty rolls with long purposes, five notes, and a speech."""
    long = "a purpose of the roll that is as long as nobody would ever write one"
    events = (
        *(
            happened.CounterSet(to=ALL, seat="us", counter=f"unit {n}", value="0412", before="0411")
            for n in range(20)
        ),
        *(
            happened.Rolled(to=ALL, seat="us", dice="d6", about=f"{n} {long}", rolls=(), sums=(n,))
            for n in range(20)
        ),
        *(happened.NoteSealed(to=ALL, seat="us", note=f"note-{n}", about=long) for n in range(5)),
        happened.PhaseBegun(to=ALL, seat="us", phase="", turn=3),
        happened.Said(to=ALL, seat="us", words=f"{long} {long}"),
    )
    told = in_play(events)
    words = " ".join(headline(told, None, LIMITS))
    assert words == (
        '14 rolls, then us rolled "14 a purpose of …" 14, "15 a purpose of …" 15, "16 a purpose of'
        ' …" 16, "17 a purpose of …" 17, "18 a purpose of …" 18, "19 a purpose of …" 19. us'
        " seals 5 notes. us ends turn 2; next is turn 3 [T7]."
        " Set: unit 0 to 0412, unit 1 to 0412, unit 2 to 0412,"
        ' unit 3 to 0412 and 16 more. us says: "a'
        ' purpose of the roll th…".'
    )
