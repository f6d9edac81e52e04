"""A file at the table told before it is signed, and the situation that it leaves."""

import pytest

from pbem.engine.kinds import options_of
from pbem.frozen import FrozenMap, replace
from pbem.systems.table.check import first_sight
from pbem.systems.table.form import sections
from pbem.systems.table.kinds import KINDS
from pbem.systems.table.orders import TYPES, Contest, Finish, Phase, Put, Roll, Say, Seal, Unseal
from pbem.systems.table.sheets import sheets
from pbem.systems.table.state import Note
from pbem.systems.table.told import LAST_WORD, foretell
from tests.systems.table.tabletop import LIMITS, contested, table, view, written, wrong

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
        'You seal note-1 about "target" [T3]: Rabaul',
        "| by sea",
        "You open white-1, and everybody reads it before your other orders [T4].",
        "You set VP to 3 (new) [T5].",
        "You take ammo off the table [T5].",
        "You contest fuel, which was taken off: it stands at 2 again, and is disputed [T6].",
        "You end turn 1; next is turn 2, phase move [T7].",
        "You go on to phase fight [T7].",
        "You say [T8]: Well played.",
        "You offer the end: a draw. The game ends if us agrees in its next file [T10].",
    )
    assert said.left == (
        "You name no value for fuel: it is settled when both sides set it alike [T6].",
        "Your dice are fixed with this file, and read with the next one [T1].",
        "What you have sealed and never open your last file opens to all [T4].",
    )


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("5", "You hold that VP is 5; it stays disputed, for us says 7 [T6]."),
        ("", "You hold that VP is off the table; it stays disputed, for us says 7 [T6]."),
        ("7", "You agree that VP is 7: it is disputed no more [T6]."),
    ],
)
def test_t6_setting_a_disputed_counter_is_told_as_a_claim(value: str, words: str) -> None:
    game = replace(table(), disputes=FrozenMap({"VP": FrozenMap({"us": "7"})}))
    assert foretell(view(game), (Put(counter="VP", value=value),), LIMITS).ordered == (words,)


def test_t6_who_gives_in_to_a_contest_is_told_who_has_to_set_what() -> None:
    game, off = contested(), Put(counter="VP", value="")
    said = foretell(view(game), (off,), LIMITS)
    assert said.ordered == (
        "You hold that VP is off the table; it stays disputed until us sets it so, too [T6].",
    )
    (section,) = (one for one in sections(view(game), LIMITS) if one.title == "Disputed: VP")
    assert section.examples == (off,)
    assert section.choices == (
        "It is off the table until both sides set it alike: japan says 2, us has named no value.",
        "Set as follows, it is settled when us sets it so, too.",
    )
    game = written(game, off)
    (section,) = (one for one in sections(view(game), LIMITS) if one.title == "Disputed: VP")
    assert section.choices[1] == "Set as follows, it is settled."
    assert not written(game, *section.examples).disputes


def test_t6_a_claim_in_words_for_a_counter_off_the_table_is_warned_of() -> None:
    game = written(contested(), Put(counter="VP", value=""))
    (words,) = foretell(view(game), (Put(counter="VP", value="off the table"),), LIMITS).warnings
    assert words == 'VP stays disputed: to agree with japan, set it to "", to the letter [T6].'


def test_t5_a_value_with_marks_in_it_is_told_to_the_letter() -> None:
    assert foretell(view(table()), (Put(counter="VP", value='12-"9"'),), LIMITS).ordered == (
        r'You set VP to "12-\"9\"" (new) [T5].',
    )


def test_t7_the_phase_that_comes_is_the_first_example() -> None:
    game = replace(table(), phases=("move", "fight", "supply"), phase="fight")
    (section,) = (one for one in sections(view(game), LIMITS) if "phase" in one.title.lower())
    assert Phase(name="supply") in section.examples


def test_t6_what_can_be_contested_now_or_never_is_told() -> None:
    game = replace(table(), fresh=FrozenMap({"VP": "1", "fuel": "2"}))
    assert foretell(view(game), (Put(counter="fuel", value="3"),), LIMITS).left == (
        "What was set stands, and cannot be contested later: VP [T6].",
    )


def test_counters_that_differ_by_case_or_blanks_alone_are_warned_of() -> None:
    game = replace(table(), counters=FrozenMap({"5th Fleet": "2415"}))
    orders = tuple(Put(counter=name, value="1") for name in ("5th Fleet", "5TH fleet", "VP", "vp"))
    assert foretell(view(game), orders, LIMITS).warnings == (
        "5TH fleet is a counter of its own, beside 5th Fleet [T5].",
        "vp is a counter of its own, beside VP [T5].",
    )


def test_t5_a_name_that_differs_by_signs_alone_is_warned_of() -> None:
    """Signs between digits are no slip: they keep numbers apart."""
    there = ("HMG-1", "Div 1/2", "VP Russian")
    game = replace(table(), counters=FrozenMap(dict.fromkeys(there, "1")))
    for name, other in (("HMG 1", "HMG-1"), ("hmg1", "HMG-1"), ("Div 1-2", "Div 1/2")):
        (words,) = foretell(view(game), (Put(counter=name, value="2"),), LIMITS).warnings
        assert words == f"{name} is a counter of its own, beside {other} [T5]."
    for name in ("HMG-2", "Div 12", "Div 1/2"):
        assert foretell(view(game), (Put(counter=name, value="2"),), LIMITS).warnings == ()
    game = replace(game, phase="Fire-1")
    (words,) = foretell(view(game), (Phase(name="Fire 1"),), LIMITS).warnings
    assert words == "Fire 1 is a phase of its own, beside Fire-1 [T7]."


def test_t6_a_claim_that_agrees_but_for_blanks_or_case_is_warned_of() -> None:
    claims = FrozenMap({"us": "Allied, 2 SA"})
    game = replace(table(), disputes=FrozenMap({"Lae": claims}))
    (words,) = foretell(view(game), (Put(counter="Lae", value="allied, 2SA"),), LIMITS).warnings
    assert words == (
        'Lae stays disputed: to agree with us, set it to "Allied, 2 SA", to the letter [T6].'
    )
    for value in ("Allied, 2 SA", "Allied, 3 SA"):
        assert foretell(view(game), (Put(counter="Lae", value=value),), LIMITS).warnings == ()


def test_t7_a_phase_that_is_on_and_dice_behind_the_end_of_a_turn_are_warned_of() -> None:
    game = replace(table(), phases=("move", "fight"), phase="move")
    fight, turn = Phase(name="fight"), Phase(name="move", new_turn=True)
    roll = Roll(dice="d6", about="fuel")
    back = Phase(name="move")
    warned = foretell(view(game), (fight, fight, back, fight, turn, roll), LIMITS).warnings
    assert warned == (
        "The phase is fight already [T7].",
        "You go back from phase fight to move [T7].",
        "The new turn begins behind all dice of this file: they belong to the old one [T7].",
    )
    assert foretell(view(game), (roll, fight, turn), LIMITS).warnings == ()


def test_t7_a_phase_in_place_of_that_which_a_new_turn_was_called_with_is_warned_of() -> None:
    turn = Phase(name="move", new_turn=True)
    fight, supply = Phase(name="fight"), Phase(name="supply")
    (words,) = foretell(view(table()), (turn, fight, supply), LIMITS).warnings
    assert words == (
        "Turn 2 begins in phase supply, not in move: for a phase of turn 1, order it before the new"
        " turn [T7]."
    )
    for orders in ((fight, turn), (Phase(new_turn=True), fight)):
        assert foretell(view(table()), orders, LIMITS).warnings == ()


def test_t7_a_phase_that_differs_from_the_present_one_by_case_alone_is_warned_of() -> None:
    game = replace(table(), phase="Allied turn")
    assert foretell(view(game), (Phase(name="allied turn"),), LIMITS).warnings == (
        "allied turn is a phase of its own, beside Allied turn [T7].",
    )


def test_t5_what_setting_a_counter_does_not_change_is_warned_of() -> None:
    game = replace(table(), counters=FrozenMap({"VP": "3"}))
    orders = (Put(counter="VP", value="3"), Put(counter="V.P.", value=""))
    assert foretell(view(game), orders, LIMITS).warnings == (
        "V.P. is a counter of its own, beside VP [T5].",
        "VP is 3 already: all this does is that us may contest it [T5, T6].",
        "V.P. is off the table already: all this does is that us may contest it [T5, T6].",
    )


def test_t6_a_counter_that_was_taken_off_just_now_stands_among_those_to_contest() -> None:
    game = replace(table(), fresh=FrozenMap({"oil": "3"}))
    (sheet,) = (one for one in sheets(game, LIMITS) if one.title == "Counters")
    assert ("oil", "off the table", "japan may contest it") in [row.cells for row in sheet.rows]


def test_t10_a_file_that_agrees_to_the_end_says_that_it_ends_the_game() -> None:
    game = replace(table(), offers=FrozenMap({"us": "draw"}))
    agree, other = (Finish(result=result) for result in ("draw", "japan"))
    said = foretell(view(game), (agree,), LIMITS)
    assert said.ordered == ("You agree to the end that us offers: a draw [T10].",)
    assert said.warnings == ("This file ENDS the game: a draw [T10].",)
    said = foretell(view(game), (other,), LIMITS)
    assert said.ordered == (
        "You offer the end: the japan side wins. The game ends if us agrees in its next file"
        " [T10].",
    )
    assert said.left == ("You do not agree to the end that is offered: a draw [T10].",)
    assert said.warnings == (f"{LAST_WORD} [T6, T10].",)
    assert written(game, agree).ending is not None
    assert written(game, other).ending is None


def test_t4_an_opened_note_is_told_with_what_it_is_about_and_its_words() -> None:
    game = replace(table(), notes=FrozenMap({"note-1": Note(seat="japan", about="flak")}))
    seen = view(game, own={"note-1": 'words = "Rabaul\\nby sea"\n'})
    assert foretell(seen, (Unseal(note="note-1"),), LIMITS).ordered == (
        'You open note-1 ("flak"), and everybody reads it [T4]: Rabaul',
        "| by sea",
    )


def test_t4_who_offers_the_end_is_told_that_his_notes_will_be_opened() -> None:
    opened = "What you have sealed and never open your last file opens to all [T4]."
    game = written(table(), Seal(words="Lae"))
    draw = Finish(result="draw")
    assert opened not in foretell(view(game), (draw,), LIMITS).left
    game = written(game, draw)
    assert opened in foretell(view(game), (draw,), LIMITS).left
    assert opened not in foretell(view(game), (), LIMITS).left


def test_t2_a_die_of_66_sides_is_warned_of() -> None:
    orders = tuple(Roll(dice=dice, about="event") for dice in ("d66", "2d6+d666", "2d11", "d100"))
    assert foretell(view(table()), orders[3:], LIMITS).warnings == ()
    assert foretell(view(table()), orders[:2], LIMITS).warnings == (
        "d66 is one die of 66 sides: for 2 dice that are read as digits roll 2d6 [T2].",
        "d666 is one die of 666 sides: for 3 dice that are read as digits roll 3d6 [T2].",
    )


def test_t3_a_note_without_words_is_warned_of() -> None:
    said = foretell(view(table()), (Seal(about="my next event"),), LIMITS)
    assert said.ordered == ('You seal note-1 about "my next event" [T3].',)
    assert said.warnings == (
        'The note about "my next event" has no words: what you seal is empty [T3].',
    )


def test_t5_a_counter_that_is_set_more_than_once_is_warned_of() -> None:
    orders = (Put(counter="VP", value="1"), Put(counter="VP", value="2"))
    assert foretell(view(table()), orders, LIMITS).warnings == (
        "VP is set more than once: what stands is 2 [T5].",
    )
    assert foretell(view(contested()), orders, LIMITS).warnings == (
        "VP is set more than once: you hold that it is 2 [T5].",
    )


def test_t6_disputes_that_a_file_leaves_alone_are_told_with_what_each_side_holds() -> None:
    game, say = contested(), Say(words="Well?")
    left = foretell(view(game), (say,), LIMITS).left
    words = (
        "Still disputed, and left so: VP (off the table; japan says 2, us has named no value) [T6]."
    )
    assert words in left
    for orders in ((Put(counter="VP", value="5"),), (say, Finish(result="draw"))):
        assert words not in foretell(view(game), orders, LIMITS).left


def test_t6_a_claim_that_is_held_already_is_warned_of() -> None:
    put = Put(counter="VP", value="5")
    held = written(contested(), put)
    words = "You hold already that VP is 5: us settles it by setting it so, too [T6]."
    assert words not in foretell(view(contested()), (put,), LIMITS).warnings
    assert words in foretell(view(replace(held, to_move="japan")), (put,), LIMITS).warnings


def test_t4_notes_that_stay_sealed_are_told_with_every_file() -> None:
    game = replace(table(), notes=FrozenMap({"note-1": Note(seat=table().writer, about="guess")}))
    assert 'note-1 ("guess") stays sealed [T4].' in foretell(view(game), (), LIMITS).left
    opens = (Unseal(note="note-1"),)
    assert not [one for one in foretell(view(game), opens, LIMITS).left if "stays sealed" in one]


def test_t10_an_end_that_is_offered_stands_in_the_situation_until_it_is_agreed_to() -> None:
    offered = written(table(), Finish(result="draw"))
    (sheet,) = (one for one in sheets(offered, LIMITS) if one.title == "The end that is offered")
    assert [row.cells for row in sheet.rows] == [("japan", "a draw")]
    over = written(offered, Put(counter="VP", value="12-9"), Finish(result="draw"))
    counters = next(one for one in sheets(over, LIMITS) if one.title == "Counters")
    assert [row.cells for row in counters.rows] == [("VP", "12-9", "stands")]
    assert not [one for one in sheets(over, LIMITS) if one.title == "The end that is offered"]


def test_t6_who_offers_the_end_is_told_of_disputes_that_it_leaves() -> None:
    game, draw = contested(), Finish(result="draw")
    words = "VP is still disputed: if the game ends so, it stays off the table [T6, T10]."
    assert words in foretell(view(game), (draw,), LIMITS).warnings
    assert words not in foretell(view(game), (), LIMITS).warnings
    game = written(game, Put(counter="VP", value=""))
    settles = Put(counter="VP", value="")
    assert words not in foretell(view(game), (settles, draw), LIMITS).warnings
    ended = replace(game, offers=FrozenMap({"japan": "draw"}))
    assert words in foretell(view(ended), (draw,), LIMITS).warnings


def test_t6_disputes_of_one_kind_stand_in_one_sentence_in_natural_order() -> None:
    names = [f"Knight {number}" for number in (10, 2, 1)]
    game = written(table(), *(Put(counter=name, value="dead") for name in names))
    contests = tuple(Contest(counter=name) for name in names)
    said = foretell(view(game), (*contests, Finish(result="draw")), LIMITS)
    knights = "Knight 1, Knight 2 and Knight 10"
    assert (
        f"You name no value for {knights}: each is settled when both sides set it alike [T6]."
        in said.left
    )
    assert (
        f"{knights} are still disputed: if the game ends so, they stay off the table [T6, T10]."
        in said.warnings
    )
    assert [
        order.counter for order in options_of(KINDS, first_sight(view(game), LIMITS), Contest)
    ] == ["Knight 1", "Knight 2", "Knight 10"]
    (counters,) = (one for one in sheets(game, LIMITS) if one.title == "Counters")
    assert [row.cells[0] for row in counters.rows] == ["Knight 1", "Knight 2", "Knight 10"]


def test_t4_who_opens_his_last_note_is_not_told_that_one_stays_sealed() -> None:
    left = "What you have sealed and never open your last file opens to all [T4]."
    two = written(written(table(), Seal(words="Lae"), Seal(words="Buna")))
    draw, first, second = Finish(result="draw"), Unseal(note="note-1"), Unseal(note="note-2")
    assert left in foretell(view(two), (first,), LIMITS).left
    assert left in foretell(view(two), (first, draw), LIMITS).left
    assert left not in foretell(view(two), (first, second, draw), LIMITS).left


def test_t6_who_ends_the_game_is_not_told_how_to_settle_what_nobody_can_settle() -> None:
    game = written(table(), Put(counter="VP", value="3"))
    contests, draw = Contest(counter="VP"), Finish(result="draw")
    settle = "You name no value for VP: it is settled when both sides set it alike [T6]."
    assert settle in foretell(view(game), (contests, draw), LIMITS).left
    game = replace(game, offers=FrozenMap({"japan": "draw"}))
    assert settle not in foretell(view(game), (contests, draw), LIMITS).left


def test_t5_what_is_set_again_in_the_last_file_changes_nothing() -> None:
    game = replace(table(), counters=FrozenMap({"VP": "3"}), offers=FrozenMap({"us": "draw"}))
    again, draw = Put(counter="VP", value="3"), Finish(result="draw")
    assert "VP is 3 already: this changes nothing [T5, T6]." in (
        foretell(view(game), (again, draw), LIMITS).warnings
    )


def test_t4_who_would_open_anothers_note_is_told_whose_it_is() -> None:
    game = written(written(table(), Seal(words="Lae")), Seal(words="Buna"))
    (problem,) = wrong(game, Unseal(note="note-2"))
    assert "note-2 is a note of seat us, which alone can open it [T4]" in problem


def test_t5_words_of_a_counter_have_what_it_was_and_that_it_is_new() -> None:
    game = written(table(), Put(counter="4 Guards", value="Kharkov"), Put(counter="VP", value="1"))
    at = {"4 Guards": "Psel", "VP": "", "5 Guards": "Orel"}
    orders = tuple(Put(counter=name, value=value) for name, value in at.items())
    assert foretell(view(game), orders, LIMITS).ordered == (
        "You set 4 Guards to Psel (was Kharkov, set by japan just now) [T5].",
        "You take VP off the table (was 1, set by japan just now) [T5].",
        "You set 5 Guards to Orel (new) [T5].",
    )
    again = foretell(view(game), (orders[0], Put(counter="4 Guards", value="Orel")), LIMITS)
    assert again.ordered[1] == "You set 4 Guards to Orel (was Psel) [T5]."
    game = written(written(game, orders[1]), Say(words="so be it"))
    (told,) = foretell(view(game), orders[:1], LIMITS).ordered
    assert told == "You set 4 Guards to Psel (was Kharkov) [T5]."


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("78 Rifel", "78 Rifle"), ("79 Rifel", ""), ("79 Rifle", ""), ("T-34 #4", ""),
        ("Stack B", ""), ("West Army", ""), ("Fort Moultri", "Fort Moultrie"),
    ],
)  # fmt: skip
def test_t5_a_new_name_near_an_old_one_is_looked_at_twice(name: str, near: str) -> None:
    known = ("78 Rifle", "T-34 #3", "Stack A", "East Army", "Fort Moultrie")
    game = written(table(), *(Put(counter=one, value="1") for one in known))
    warnings = foretell(view(game), (Put(counter=name, value="2"),), LIMITS).warnings
    beside = f"{name} is a counter of its own, beside {near} [T5]."
    assert warnings == ((beside,) if near else ())


def test_t6_of_a_claim_that_is_set_again_the_last_one_tells() -> None:
    game = written(contested(), Say(words="no"))
    first, then = Put(counter="VP", value="2"), Put(counter="VP", value="7")
    said = foretell(view(game), (first, then), LIMITS)
    assert said.ordered == (
        "You agree that VP is 2: it is disputed no more [T6].",
        "You set VP to 7 (was 2) [T5].",
    )
    assert "VP is set more than once: what stands is 7 [T5]." in said.warnings
    said = foretell(view(game), (Put(counter="VP", value="3"), then), LIMITS)
    assert "VP is set more than once: you hold that it is 7 [T5]." in said.warnings
    assert not any("to the letter" in one for one in said.warnings)


def test_t6_of_a_file_that_ends_the_game_no_claim_is_told_as_past_contest() -> None:
    game = replace(
        table(),
        offers=FrozenMap({"us": "draw"}),
        disputes=FrozenMap({"VP": FrozenMap({"us": "2"})}),
    )
    past = "What it sets nobody can contest any more [T6, T10]."
    for value, name, is_set in (("3", "VP", False), ("2", "VP", True), ("3", "fuel", True)):
        orders = (Put(counter=name, value=value), Finish(result="draw"))
        assert (past in foretell(view(game), orders, LIMITS).warnings) is is_set
