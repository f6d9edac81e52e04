"""A file at the table told before it is signed, and what happened in a few lines."""

import pytest

from pbem.dice import Roll as Roll_
from pbem.engine.events import ALL, Happening
from pbem.engine.kinds import options_of
from pbem.frozen import FrozenMap, replace
from pbem.systems.table import events as happened
from pbem.systems.table.check import first_sight
from pbem.systems.table.form import sections
from pbem.systems.table.headline import headline
from pbem.systems.table.kinds import KINDS
from pbem.systems.table.orders import TYPES, Contest, Finish, Phase, Put, Roll, Say, Seal, Unseal
from pbem.systems.table.sheets import sheets
from pbem.systems.table.state import Game, Note
from pbem.systems.table.told import LAST_WORD, foretell
from pbem.systems.table.wording import lines
from tests.systems.table.tabletop import LIMITS, events, table, view, write, written, wrong
from tests.systems.table.tabletop import words as words_of

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
        "You set VP to 3 [T5].",
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


def contested() -> Game:
    """VP, which was off the table, is set to 2 by japan and contested by us: japan is to write."""
    return written(written(table(), Put(counter="VP", value="2")), Contest(counter="VP"))


def test_t6_who_gives_in_to_a_contest_is_told_who_has_to_set_what() -> None:
    game, off = contested(), Put(counter="VP", value="")
    said = foretell(view(game), (off,), LIMITS)
    assert said.ordered == (
        "You hold that VP is off the table; it stays disputed until us sets it so, too [T6].",
    )
    (section,) = (one for one in sections(view(game), LIMITS) if one.title == "Disputed: VP")
    assert section.examples == (off,)
    assert section.choices == (
        "It is off the table until both sides set it alike: japan says 2, us contests that.",
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


def test_t6_a_headline_has_who_contests_a_counter_and_what_the_other_side_holds() -> None:
    event = happened.CounterContested(to=ALL, seat="us", counter="VP", claim="2", value="")
    told = (Happening(turn=1, step="table", event=event),)
    assert headline(told, contested(), LIMITS) == (
        "VP is disputed, and is off the table: japan says 2, us contests that.",
    )


def test_t5_a_value_with_marks_in_it_is_told_to_the_letter() -> None:
    assert foretell(view(table()), (Put(counter="VP", value='12-"9"'),), LIMITS).ordered == (
        r'You set VP to "12-\"9\"" [T5].',
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
        "You go back from phase fight to move: a new turn is called with new_turn = true [T7].",
        "The new turn begins behind all dice of this file: they belong to the old one [T7].",
    )
    assert foretell(view(game), (roll, fight, turn), LIMITS).warnings == ()


def test_t7_a_phase_that_differs_from_the_present_one_by_case_alone_is_warned_of() -> None:
    game = replace(table(), phase="Allied turn")
    assert foretell(view(game), (Phase(name="allied turn"),), LIMITS).warnings == (
        "allied turn is a phase of its own, beside Allied turn [T7].",
    )


def test_t5_what_setting_a_counter_does_not_change_is_warned_of() -> None:
    game = replace(table(), counters=FrozenMap({"VP": "3"}))
    orders = (Put(counter="VP", value="3"), Put(counter="V.P.", value=""))
    assert foretell(view(game), orders, LIMITS).warnings == (
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
        'white rolled "first" 1, "Lae" 2, "flak" 3; black rolled "Buna" 4, "last" 5.',
        "white goes on to phase move [T7].",
    )


def test_a_headline_has_the_turn_disputes_the_last_roll_and_what_was_set() -> None:
    events = (
        happened.CounterSet(to=ALL, seat="white", counter="VP", value="3", before=""),
        happened.CounterSet(to=ALL, seat="white", counter="2/7", value="lost", before="Tobruk"),
        happened.CounterContested(to=ALL, seat="black", counter="fuel", claim="2", value=""),
        happened.CounterSettled(to=ALL, seat="white", counter="ammo", value=""),
        happened.PhaseBegun(to=ALL, seat="white", phase="", turn=2),
    )
    told = tuple(Happening(turn=1, step="play", event=event) for event in events)
    assert headline(told, None, LIMITS) == (
        "white ends turn 1; next is turn 2 [T7]. fuel is disputed."
        " Both sides hold now: ammo is off the table. Set: 2/7 to lost (was Tobruk), VP to 3.",
    )


def test_a_headline_has_who_seals_a_note_and_what_it_is_about() -> None:
    events = (
        happened.NoteSealed(to=ALL, seat="white", note="note-1", about="flak"),
        happened.NoteSealed(to=ALL, seat="white", note="note-2", about=""),
        happened.NoteSealed(to=ALL, seat="black", note="note-3", about=""),
    )
    told = tuple(Happening(turn=1, step="play", event=event) for event in events)
    assert headline(told, None, LIMITS) == (
        'white seals note-1 ("flak"), note-2. black seals note-3.',
    )


def test_t6_a_headline_has_what_each_side_holds_of_what_is_still_disputed() -> None:
    contested = happened.CounterContested(
        to=ALL, seat="japan", counter="fuel", claim="2", value="1"
    )
    claimed = happened.CounterClaimed(to=ALL, seat="japan", counter="fuel", claim="3")
    settled = happened.CounterSettled(to=ALL, seat="us", counter="fuel", value="3")
    told = tuple(
        Happening(turn=1, step="play", event=event) for event in (contested, claimed, settled)
    )
    claims = FrozenMap({"us": "2", "japan": "3"})
    game = replace(table(), disputes=FrozenMap({"fuel": claims}), counters=FrozenMap({"fuel": "1"}))
    held = ("fuel is disputed, and stands at 1: japan says 3, us says 2.",)
    assert headline(told[:2], game, LIMITS) == held
    assert headline(told[1:2], game, LIMITS) == held
    assert headline(told, table(), LIMITS) == ("Both sides hold now: fuel is 3.",)
    assert headline((*told, told[0]), game, LIMITS) == held


def test_a_headline_has_the_dice_of_a_roll_of_several_and_what_came_off_the_table() -> None:
    roll = Roll_(label="T1 roll 7.1", sides=6, dice=(6, 5, 1))
    events = (
        happened.Rolled(to=ALL, seat="us", dice="3d6", about="siege", rolls=(roll,), sums=(12,)),
        happened.CounterSet(to=ALL, seat="us", counter="BEF", value="", before="Aa"),
        happened.CounterSet(to=ALL, seat="us", counter="VP", value="3", before=""),
    )
    told = tuple(Happening(turn=1, step="play", event=event) for event in events)
    assert headline(told, None, LIMITS) == (
        'us rolled 3d6 = 12 (6 5 1) for "siege".',
        "Set: VP to 3. Off the table: BEF (was Aa).",
    )


def test_a_headline_has_the_dice_of_each_throw_those_to_come_and_the_turn_before_its_phase() -> (
    None
):
    roll = Roll_(label="T1 roll 7.1", sides=6, dice=(2, 1, 5, 3))
    events = (
        happened.RollOrdered(to=ALL, seat="us", dice="2x2d6", about="AA", labels=(roll.label,)),
        happened.Rolled(to=ALL, seat="us", dice="2x2d6", about="AA", rolls=(roll,), sums=(3, 8)),
        happened.PhaseBegun(to=ALL, seat="us", phase="move", turn=2),
        happened.RollOrdered(to=ALL, seat="japan", dice="d6", about="Lae", labels=("T1 roll 8.1",)),
        happened.PhaseBegun(to=ALL, seat="japan", phase="fight", turn=0),
    )
    told = tuple(Happening(turn=1, step="play", event=event) for event in events)
    assert headline(told, None, LIMITS) == (
        'us rolled 2x2d6 = 3, 8 (2 1 | 5 3) for "AA".',
        'Dice to come: japan rolls d6 for "Lae".',
        "us ends turn 1; next is turn 2, phase move [T7]. japan goes on to phase fight [T7].",
    )


def test_a_headline_loses_no_seats_roll_to_those_of_the_other() -> None:
    rolls = tuple(
        happened.Rolled(to=ALL, seat=seat, dice="d6", about=about, rolls=(), sums=(1,))
        for seat, about in (("white", "mine"), *(("black", f"his {n}") for n in range(16)))
    )
    told = tuple(Happening(turn=1, step="play", event=event) for event in rolls)
    (words,) = headline(told, None, LIMITS)
    assert words.startswith('white rolled "mine" 1; black rolled "his 5" 1, "his 6" 1')
    assert words.endswith('"his 15" 1, and 5 other rolls.')


def test_no_words_of_another_player_are_read_as_words_of_the_program() -> None:
    forged = 'mines"; black rolled d6 = 6 for "Tula'
    roll = Roll_(label="T1 roll 7.1", sides=6, dice=(1,))
    events = (
        happened.Rolled(to=ALL, seat="white", dice="d6", about=forged, rolls=(roll,), sums=(1,)),
        happened.CounterSet(
            to=ALL, seat="white", counter="VP", value="3, fuel to 9", before="2 or 1"
        ),
    )
    told = tuple(Happening(turn=1, step="play", event=event) for event in events)
    assert headline(told, None, LIMITS) == (
        """white rolled d6 = 1 for "mines'; black rolled d6 = 6 for 'Tula".""",
        'Set: VP to "3, fuel to 9" (was "2 or 1").',
    )
    words = [line.text for event in events for line in lines(event, LIMITS)]
    assert words[1:] == [
        """d6 = 1, for "mines'; black rolled d6 = 6 for 'Tula".""",
        'white sets VP to "3, fuel to 9", it was "2 or 1" [T5].',
    ]


def test_t5_a_headline_has_what_became_of_a_counter_in_the_end() -> None:
    events = (
        happened.CounterSettled(to=ALL, seat="white", counter="VP", value="3"),
        happened.CounterSet(to=ALL, seat="white", counter="VP", value="4", before="3"),
        happened.CounterSet(to=ALL, seat="white", counter="fuel", value="1", before="2"),
        happened.CounterContested(to=ALL, seat="black", counter="fuel", claim="1", value="2"),
    )
    told = tuple(Happening(turn=1, step="play", event=event) for event in events)
    assert headline(told, None, LIMITS) == ("fuel is disputed. Set: VP to 4 (was 3).",)


def test_t10_a_headline_has_that_an_offered_end_is_not_agreed_to() -> None:
    offer = write(table(), Finish(result="draw"))
    offered = offer.table.game
    refused = "us does not agree to the end that japan offered: a draw [T10]."
    answer = write(offered, Say(words="No."))
    told = tuple(Happening(turn=1, step="play", event=event) for event in events(answer))
    assert headline(told, answer.table.game, LIMITS)[0] == refused
    before = tuple(Happening(turn=1, step="play", event=event) for event in events(offer))
    assert headline((*before, *told), answer.table.game, LIMITS)[0] == refused
    assert not [one for one in sheets(answer.table.game, LIMITS) if "offered" in one.title]
    other = write(offered, Finish(result="us"))
    told = tuple(Happening(turn=1, step="play", event=event) for event in events(other))
    (both,) = headline(told, other.table.game, LIMITS)
    assert both.startswith(f"{refused} us offers the end: the us side wins.")
    assert refused not in words_of(write(offered, Finish(result="draw")))
    assert refused not in words_of(write(written(answer.table.game), Say(words="No more.")))


def test_a_headline_loses_no_words_where_there_is_much_else_to_tell() -> None:
    roll = Roll_(label="T1 roll 7.1", sides=6, dice=(1,))
    events = (
        happened.EndDeclined(to=ALL, seat="us", side="japan", result="draw"),
        happened.Rolled(to=ALL, seat="us", dice="d6", about="siege", rolls=(roll,), sums=(1,)),
        happened.RollOrdered(to=ALL, seat="us", dice="d6", about="Lae", labels=("T1 roll 8.1",)),
        happened.NoteSealed(to=ALL, seat="us", note="note-1", about=""),
        happened.NoteOpened(to=ALL, seat="us", note="note-2", about="", words="Lae"),
        happened.CounterSet(to=ALL, seat="us", counter="VP", value="3", before=""),
        *(happened.Said(to=ALL, seat="us", words=f"word {number}") for number in range(6)),
    )
    told = tuple(Happening(turn=1, step="play", event=event) for event in events)
    assert headline(told, None, LIMITS) == (
        "us does not agree to the end that japan offered: a draw [T10].",
        'us rolled d6 = 1 for "siege".',
        'Dice to come: us rolls d6 for "Lae". us seals note-1.',
        'us opens note-2: "Lae". Set: VP to 3. us says 6 things, the last of them: "word 2"; "word'
        ' 3"; "word 4"; "word 5".',
    )


def test_a_headline_has_the_phases_gone_through_on_the_way() -> None:
    begun = ((0, "Movement"), (0, "Combat"), (2, "Build-up"), (0, "Supply"), (0, "Movement"))
    told = tuple(
        Happening(
            turn=1,
            step="play",
            event=happened.PhaseBegun(to=ALL, seat="us", phase=phase, turn=turn),
        )
        for turn, phase in begun
    )
    assert headline(told, None, LIMITS) == (
        "Phases gone through: Movement, Combat. us ends turn 1; next is turn 2, phase Build-up"
        " [T7]. Phases gone through: Supply. us goes on to phase Movement [T7].",
    )


def test_a_headline_has_the_dice_of_many_rolls_where_they_fit() -> None:
    def happenings(dice: int) -> tuple[Happening, ...]:
        thrown = Roll_(label="T1 roll 7.1", sides=6, dice=(6, *(1,) * (dice - 1)))
        roll = happened.Rolled(
            to=ALL,
            seat="us",
            dice=f"{dice}d6",
            about="hits on 5",
            rolls=(thrown,),
            sums=(dice + 5,),
        )
        return (Happening(turn=1, step="play", event=roll),) * 5

    (words,) = headline(happenings(3), None, LIMITS)
    assert words.startswith('us rolled "hits on 5" 8 (6 1 1), "hits on 5" 8 (6 1 1)')
    (words,) = headline(happenings(9), None, LIMITS)
    assert words.startswith('us rolled "hits on 5" 14, "hits on 5" 14')


def test_a_headline_has_opened_notes_and_what_was_said() -> None:
    events = (
        happened.NoteOpened(
            to=ALL, seat="white", note="white-1", about="target", words="Rabaul\nby sea"
        ),
        happened.Said(to=ALL, seat="black", words="Well played."),
    )
    told = tuple(Happening(turn=1, step="play", event=event) for event in events)
    assert headline(told, None, LIMITS) == (
        'white opens white-1 ("target"): "Rabaul / by sea".',
        'black says: "Well played."',
    )


def test_a_headline_has_who_orders_nothing_and_that_an_opened_note_is_empty() -> None:
    events = (
        happened.NoteOpened(to=ALL, seat="white", note="white-1", about="", words=""),
        happened.Passed(to=ALL, seat="black"),
    )
    told = tuple(Happening(turn=1, step="play", event=event) for event in events)
    assert headline(told, None, LIMITS) == (
        "black orders nothing [T9].",
        "white opens white-1: it is empty.",
    )
    assert lines(events[0], LIMITS)[0].text == "white opens white-1 [T4]: (nothing)"


def test_the_dice_of_several_groups_stand_by_repetition() -> None:
    rolls = tuple(Roll_(label="T1 roll 7.1", sides=6, dice=dice) for dice in ((1, 5, 6, 2), (3, 4)))
    event = happened.Rolled(
        to=ALL, seat="us", dice="2x2d6-d8", about="siege", rolls=rolls, sums=(3, 4)
    )
    assert headline((Happening(turn=1, step="play", event=event),), None, LIMITS) == (
        'us rolled 2x2d6-d8 = 3, 4 (1 5 - 3 | 6 2 - 4) for "siege".',
    )


def test_t10_an_end_that_is_offered_stands_in_the_situation_until_it_is_agreed_to() -> None:
    offered = written(table(), Finish(result="draw"))
    (sheet,) = (one for one in sheets(offered, LIMITS) if one.title == "The end that is offered")
    assert [row.cells for row in sheet.rows] == [("japan", "a draw")]
    over = written(offered, Put(counter="VP", value="12-9"), Finish(result="draw"))
    counters = next(one for one in sheets(over, LIMITS) if one.title == "Counters")
    assert [row.cells for row in counters.rows] == [("VP", "12-9", "stands")]
    assert not [one for one in sheets(over, LIMITS) if one.title == "The end that is offered"]


def test_t6_who_contests_a_removal_is_told_to_contest_that() -> None:
    game = replace(table(), counters=FrozenMap({"VP": "3"}))
    game = written(written(game, Put(counter="VP", value="")), Contest(counter="VP"))
    words = "VP is disputed, and stands at 3: japan says off the table, us contests taking it off."
    event = happened.CounterContested(to=ALL, seat="us", counter="VP", claim="", value="3")
    told = (Happening(turn=1, step="table", event=event),)
    assert headline(told, game, LIMITS) == (words,)
    game = written(game, Put(counter="VP", value="3"))
    assert headline(told, game, LIMITS) == (
        "VP is disputed, and stands at 3: japan says 3, us has named no value.",
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
    told = tuple(Happening(turn=1, step="play", event=event) for event in events)
    words = " ".join(headline(told, None, LIMITS))
    assert words == (
        '16 rolls, then us rolled "16 a purpose of …" 16, "17 a purpose of …" 17, "18 a purpose of'
        ' …" 18, "19 a purpose of …" 19. us seals 5 notes. us ends turn 2; next is turn 3 [T7].'
        " Set: unit 0 to 0412 (was 0411), unit 1 to 0412 (was 0411), unit 2 to 0412 (was 0411),"
        ' unit 3 to 0412 (was 0411) and 16 more. us says: "a'
        ' purpose of the roll th…"'
    )


def test_t1_a_headline_has_no_more_than_some_sums_of_a_roll() -> None:
    roll = happened.Rolled(to=ALL, seat="us", dice="30x1d6", about="fire", rolls=(), sums=(6,) * 30)
    (words,) = headline((Happening(turn=1, step="play", event=roll),), None, LIMITS)
    assert words == f'us rolled 30x1d6 = {"6, " * 20}… (30 throws) for "fire".'


def test_t4_a_headline_has_that_a_note_was_none() -> None:
    void = happened.NoteVoid(to=ALL, seat="us", note="note-1", about="target")
    assert headline((Happening(turn=1, step="play", event=void),), None, LIMITS) == (
        'What us sealed as note-1 ("target") is no note, and void [T4].',
    )


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
