"""What happened at a table in a few lines: what of it a headline has, and in which words."""

from pbem.dice import Roll as Roll_
from pbem.engine.events import ALL, Happening
from pbem.frozen import FrozenMap, replace
from pbem.systems.table import events as happened
from pbem.systems.table.headline import headline
from pbem.systems.table.orders import Contest, Finish, Put, Say
from pbem.systems.table.sheets import sheets
from pbem.systems.table.wording import lines
from tests.systems.table.tabletop import LIMITS, contested, events, in_play, table, write, written
from tests.systems.table.tabletop import words as words_of


def test_t6_a_headline_has_who_contests_a_counter_and_what_the_other_side_holds() -> None:
    event = happened.CounterContested(to=ALL, seat="us", counter="VP", claim="2", value="")
    told = (Happening(turn=1, step="table", event=event),)
    assert headline(told, contested(), LIMITS) == (
        "VP is disputed, and is off the table: japan says 2, us contests that.",
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
    told = in_play((phase, *rolls))
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
    told = in_play(events)
    assert headline(told, None, LIMITS) == (
        "white ends turn 1; next is turn 2 [T7]. fuel (off the table again) is disputed."
        " Both sides hold now: ammo is off the table. Set: 2/7 to lost (was Tobruk), VP to 3.",
    )


def test_a_headline_has_who_seals_a_note_and_what_it_is_about() -> None:
    events = (
        happened.NoteSealed(to=ALL, seat="white", note="note-1", about="flak"),
        happened.NoteSealed(to=ALL, seat="white", note="note-2", about=""),
        happened.NoteSealed(to=ALL, seat="black", note="note-3", about=""),
    )
    told = in_play(events)
    assert headline(told, None, LIMITS) == (
        'white seals note-1 ("flak"), note-2. black seals note-3.',
    )


def test_t6_a_headline_has_what_each_side_holds_of_what_is_still_disputed() -> None:
    contested = happened.CounterContested(
        to=ALL, seat="japan", counter="fuel", claim="2", value="1"
    )
    claimed = happened.CounterClaimed(to=ALL, seat="japan", counter="fuel", claim="3")
    settled = happened.CounterSettled(to=ALL, seat="us", counter="fuel", value="3")
    told = in_play((contested, claimed, settled))
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
    told = in_play(events)
    assert headline(told, None, LIMITS) == (
        'us rolled 3d6 = 12 (6 5 1) for "siege".',
        "Set: VP to 3. Off the table: BEF (was Aa).",
    )


def test_results_stay_where_there_is_no_room_for_what_they_are_for() -> None:
    def rolled(seat: str, about: str, n: int) -> happened.Rolled:
        dice = (Roll_(label=f"T1 roll 7.{n}", sides=6, dice=(n,)),)
        return happened.Rolled(to=ALL, seat=seat, dice="d6", about=about, rolls=dice, sums=(n,))

    night, guns = "night visibility all over", "guns against all planes"
    rolls = (rolled("us", "wind", 1), rolled("us", night, 2), rolled("japan", guns, 3))
    (told,) = headline(in_play(rolls), None, LIMITS, most=1)
    assert told == "us rolled 1, 2; japan rolled 3."


def test_t7_a_phase_is_told_before_what_counters_were() -> None:
    names = [f"{n}th Infantry Division" for n in range(4, 8)]
    events = (
        *(
            happened.CounterSet(
                to=ALL, seat="us", counter=name, value="hex 0412", before="hex 0411"
            )
            for name in names
        ),
        happened.PhaseBegun(to=ALL, seat="us", phase="Allied movement", turn=0),
    )
    told = " ".join(headline(in_play(events), None, LIMITS, most=3))
    assert "us goes on to phase Allied movement" in told
    assert all(name in told for name in names)
    assert "(was" not in told


def test_t2_the_dice_of_a_roll_have_what_is_added_to_them_so_that_they_come_to_the_sum() -> None:
    first = Roll_(label="T1 roll 7.1", sides=6, dice=(3, 4, 2, 2))
    second = Roll_(label="T1 roll 7.2", sides=8, dice=(8, 1))
    dice, rolls = "2x2d6+d8-3", (first, second)
    roll = happened.Rolled(to=ALL, seat="us", dice=dice, about="all", rolls=rolls, sums=(12, 2))
    (told,) = headline(in_play((roll,)), None, LIMITS)
    assert told == 'us rolled 2x2d6+d8-3 = 12, 2 (3 4 + 8 - 3 | 2 2 + 1 - 3) for "all".'


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
    told = in_play(events)
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
    told = in_play(rolls)
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
    told = in_play(events)
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
    told = in_play(events)
    assert headline(told, None, LIMITS) == ("fuel (back at 2) is disputed. Set: VP to 4 (was 3).",)


def test_t10_a_headline_has_that_an_offered_end_is_not_agreed_to() -> None:
    offer = write(table(), Finish(result="draw"))
    offered = offer.table.game
    refused = "us does not agree to the end that japan offered: a draw [T10]."
    answer = write(offered, Say(words="No."))
    told = in_play(events(answer))
    assert headline(told, answer.table.game, LIMITS)[0] == refused
    before = in_play(events(offer))
    assert headline((*before, *told), answer.table.game, LIMITS)[0] == refused
    assert not [one for one in sheets(answer.table.game, LIMITS) if "offered" in one.title]
    other = write(offered, Finish(result="us"))
    told = in_play(events(other))
    (both,) = headline(told, other.table.game, LIMITS)
    assert both.startswith(f"{refused} us offers the end: the us side wins.")
    assert refused not in words_of(write(offered, Finish(result="draw")))
    assert refused not in words_of(write(written(answer.table.game), Say(words="No more.")))


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
    told = in_play(events)
    assert headline(told, None, LIMITS) == (
        'white opens white-1 ("target"): "Rabaul / by sea".',
        'black says: "Well played."',
    )


def test_a_headline_has_who_orders_nothing_and_that_an_opened_note_is_empty() -> None:
    events = (
        happened.NoteOpened(to=ALL, seat="white", note="white-1", about="", words=""),
        happened.Passed(to=ALL, seat="black"),
    )
    told = in_play(events)
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


def test_t6_nobody_is_told_to_contest_a_claim_that_is_newer_than_the_contest() -> None:
    contest = write(written(table(), Put(counter="VP", value="2")), Contest(counter="VP"))
    held = "VP is disputed, and is off the table: japan says"
    told = in_play(events(contest))
    assert headline(told, contest.table.game, LIMITS) == (f"{held} 2, us contests that.",)
    for claims in (("3",), ("3", "4")):
        claimed = write(contest.table.game, *(Put(counter="VP", value=one) for one in claims))
        game, new = claimed.table.game, in_play(events(claimed))
        words = (f"{held} {claims[-1]}, us has named no value.",)
        assert headline(new, game, LIMITS) == words
        assert headline((*told, *new), game, LIMITS) == words
    back = write(contest.table.game, Put(counter="VP", value="2"))
    both = (*told, *in_play(events(back)))
    assert headline(both, back.table.game, LIMITS) == (f"{held} 2, us contests that.",)


def test_t1_a_headline_has_no_more_than_some_sums_of_a_roll() -> None:
    roll = happened.Rolled(to=ALL, seat="us", dice="30x1d6", about="fire", rolls=(), sums=(6,) * 30)
    (words,) = headline((Happening(turn=1, step="play", event=roll),), None, LIMITS)
    assert words == f'us rolled 30x1d6 = {"6, " * 20}… (30 throws) for "fire".'


def test_t4_a_headline_has_that_a_note_was_none() -> None:
    void = happened.NoteVoid(to=ALL, seat="us", note="note-1", about="target")
    assert headline((Happening(turn=1, step="play", event=void),), None, LIMITS) == (
        'What us sealed as note-1 ("target") is no note, and void [T4].',
    )
