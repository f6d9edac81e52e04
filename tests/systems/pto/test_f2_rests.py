"""Mails saved in phase 4: a pass below an offensive, rest, offensives in sequence [F.2.2-F.2.7]."""

from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_land import OffensiveBegun
from pbem.systems.pto.table.events_play import Passed
from pbem.systems.pto.table.orders_month import March, Offensive, Pass, Return, Strike
from pbem.systems.pto.table.standing import Declines
from tests.systems.pto.selfplay import Match, match
from tests.systems.pto.tabletop import CHARTS, in_words
from tests.systems.pto.test_f2_month_files import (
    ARMY,
    BARE,
    CHINA,
    HOME,
    LUZON,
    OVER,
    Given,
    asked,
    december,
    ended,
    events,
    marched,
    returned,
    say,
    void,
)

REST: Given = (Pass(rest=True),)
(BEGUN,) = CHINA
THEN = Offensive(kind="land", nation="JP", theatres=("China",), next=True)
SOUTH = March(unit="jp-11th-army-a", path=("SCH",))


def begun(game: Match) -> list[str]:
    return [event.nation for event in events(game, OffensiveBegun)]


# --- a pass below an offensive -------------------------------------------------------------------


def test_f_2_5_a_pass_below_an_offensive_saves_the_file() -> None:
    """With the month's end below it: the Allies' pass is the month's last file."""
    game = december((*CHINA, Pass(), HOME, ARMY), OVER)
    assert asked(game).endswith("S2.3")
    assert begun(game) == ["JP"]
    assert marched(game) == ["jp-11th-army-a"]
    assert "kido-butai" in returned(game)


def test_f_2_5_it_is_void_if_the_other_side_acts_in_between() -> None:
    """Its author is asked again; what it brought for the month's end holds [F.2.2]."""
    game = december((*CHINA, Pass(), HOME, ARMY), LUZON)
    assert asked(game) == "japanese P4"
    game = ended(game, BARE, OVER)
    assert void(game) == [
        "The Japanese: 'pass' is void: the Allies have performed an offensive since [F.2.5]"
    ]
    assert marched(game) == ["jp-11th-army-a"]


MALAYA: Given = (Offensive(kind="land", nation="UK", theatres=("Malaya",)),)


def three(*given: Given) -> Match:
    """Scenario 1 with two Allied seats: Japan's orders of phase 3, then the files of phase 4.

    Files that only open stand between them.
    """
    game = match("pearl-harbor", seats=("japanese", "us-cn", "uk-ne-au"))
    for orders in ((), (), given[0], (), (), *given[1:]):
        while not game.view().decision.covers:
            game.step(say())
        game.step(say(*orders))
    return game


def test_f_2_5_of_partners_it_is_for_the_next_slot_of_their_side() -> None:
    """PH13.4, PR97: once the British have filled that, the US is asked as after a plain pass."""
    game = three((Pass(rest=True, ends=True),), (*LUZON, Pass()), MALAYA)
    assert asked(game) == "us-cn P4"
    game.step(say(*LUZON))
    assert begun(game) == ["US", "UK", "US"]
    assert void(game) == []


def test_f_2_5_one_whose_slot_a_partner_has_filled_is_not_void_afterwards() -> None:
    """Japan acts after the British: what the US passed was for their slot."""
    game = three((), CHINA, (*LUZON, Pass()), BARE, MALAYA, CHINA)
    assert begun(game) == ["JP", "US", "UK", "JP"]
    assert void(game) == []
    assert asked(game) == "us-cn P4"


def test_f_2_5_with_rest_it_holds_whoever_acts() -> None:
    game = december((*CHINA, Pass(rest=True, ends=True)), LUZON)
    assert game.view().decision.covers == ()
    game.step(say())
    assert asked(game) == "allied P4"
    assert void(game) == []


def test_f_2_5_what_carries_the_offensive_out_stands_above_the_pass() -> None:
    """March above it is an advance, below it is for phase 5."""
    game = december((*CHINA, SOUTH, Pass(ends=True)))
    assert game.view().game.ground["jp-11th-army-a"].at == "SCH"
    game = december((*CHINA, Pass(), ARMY))
    assert game.view().game.ground["jp-11th-army-a"].at == "YAN"


def test_f_2_5_a_pass_above_an_offensive_is_refused() -> None:
    assert december().wrong(Pass(ends=True), *CHINA) == [
        "an offensive of the file stands below its pass [F.2.5]"
    ]
    above = december().wrong(*CHINA, HOME, Pass())
    assert above == ["'return' is for the month's end, the file performs an offensive [F.2]"]


def test_f_2_5_who_was_used_in_the_offensive_does_not_march_below_its_pass() -> None:
    wrong = december().wrong(*CHINA, SOUTH, Pass(), March(unit="jp-11th-army-a", path=("YAN",)))
    assert wrong == ["an offensive of this month used 11th Army A (jp-11th-army-a) [P5.1]"]


# --- rest ----------------------------------------------------------------------------------------


def test_f_2_6_who_rests_is_asked_for_no_offensive_any_more() -> None:
    game = december(REST, LUZON)
    assert asked(game) == "japanese P4"
    assert game.view().game.month.closing == "japanese"
    game.step(say(Pass(ends=True)))
    game.step(say(*LUZON))
    assert game.view().decision.covers == ()
    assert begun(game) == ["US"]


def test_f_2_6_it_rests_before_phase_4_and_for_this_month_alone() -> None:
    game = match("pearl-harbor")
    for orders in ((), (), (Pass(rest=True, ends=True),), OVER):
        game.step(say(*orders))
    assert asked(game).endswith("S2.3")
    (japan, allies) = events(game, Passed)
    assert (japan.asked, allies.asked) == (True, False)
    assert in_words([allies]) == ["The Allies pass [PH13.4]: they rest"]
    assert game.view().game.month.resting == ()


def test_f_2_6_before_phase_4_a_pass_only_rests() -> None:
    game = match("pearl-harbor")
    for _ in range(2):
        game.step(say())
    assert game.wrong(Pass()) == ["before phase 4 a pass only rests for the month [F.2.6]"]
    assert game.wrong(Pass(rest=True, anew=True)) == [
        "nothing has been ordered for the month's end yet [F.2.2]"
    ]
    assert game.wrong(Pass(rest=True, ends=True)) == []


def test_f_2_6_declines_stands_for_a_nation_of_either_side_month_after_month() -> None:
    """Japan passes in December and January without a word more, until it takes the order back.

    It is asked for the month's end alone, where it opens what it has sealed [F.2.2].
    """
    game = match("pearl-harbor")
    game.step(say())
    game.step(say(Declines(of="JP")))
    whose: list[tuple[int, str]] = []
    while game.game.turn < 14:
        view = game.view()
        is_p4 = any(key.endswith("/P4") for key in view.decision.covers)
        offers = is_p4 and view.game.month.closing != view.seat
        whose += [(view.turn, view.seat)] if offers else []
        game.step(say(*OVER) if offers else say())
    assert whose == [(12, "allied"), (13, "allied")]


def test_f_2_6_of_partners_each_rests_for_its_own_nations() -> None:
    """PH13.4: the US rests, the British are asked; they are asked."""
    game = match("leyte", seats=("japanese", "us-cn", "uk-ne-au"))

    def quiet(view: object) -> Given:
        steps = {key.partition("/")[2] for key in game.view().decision.covers}
        if not any(step.startswith("P3") for step in steps):
            return ()
        return REST if game.view().seat == "us-cn" else ()

    while not game.game.month.to_act:
        game.step(quiet)
    while game.game.month.to_act == "japanese":
        game.step(say())
    assert asked(game) == "uk-ne-au P4"
    assert game.game.month.resting == ("us-cn",)


# --- several in one file -------------------------------------------------------------------------


def test_f_2_7_where_the_other_side_is_out_offensives_follow_each_other() -> None:
    """Each at its own price: combined they would cost 1 EP more [PH12.2]."""
    game = december(CHINA, REST, (BEGUN, THEN, Pass(ends=True)))
    assert asked(game) == "allied P5-second"
    game.step(say())
    assert [(one.nation, one.points) for one in events(game, OffensiveBegun)] == [("JP", 0)] * 3
    assert [one.side for one in events(game, Passed)] == [*["allied"] * 3, "japanese"]


def test_f_2_7_otherwise_it_is_refused() -> None:
    assert december().wrong(BEGUN, THEN) == [
        "the Allies are not out for this month, and come next [F.2.7]"
    ]
    game = match("pearl-harbor")
    game.step(say())
    assert game.wrong(THEN) != []


def test_f_2_7_next_comes_after_an_offensive_of_the_same_file() -> None:
    """Also where the other side is out: what stands first comes after nothing."""
    game = december(CHINA, REST)
    assert game.wrong(THEN) == ["no offensive stands above it [F.2.7]"]
    assert game.wrong(BEGUN, THEN) == []


def test_f_2_7_a_file_is_judged_as_if_those_before_met_nobody() -> None:
    """Who has marched in the first is used in the second [PH10.10]."""
    game = december(CHINA, REST)
    again = March(unit="jp-11th-army-a", path=("YAN",))
    assert game.wrong(BEGUN, SOUTH, THEN, again) == [
        "an offensive of this month used 11th Army A (jp-11th-army-a) [PH10.10]"
    ]
    assert game.wrong(BEGUN, SOUTH, THEN, March(unit="jp-11th-army-b", path=("SCH",))) == []


# --- the month's end with the dice that one opens ------------------------------------------------


def closing() -> Match:
    """The Allies rest; Japan has performed an offensive, and they open what they had sealed."""
    game = december(CHINA, REST, CHINA)
    assert (asked(game), game.view().game.month.closing) == ("allied P4", "allied")
    return game


def test_f_2_2_who_opens_dice_is_asked_for_the_month_s_end_there() -> None:
    game = closing()
    assert game.wrong(*LUZON) == ["you are out for this month, and asked for its end alone [F.2.2]"]
    game.step(say(Return(tf="us-oah")))
    assert asked(game) == "japanese P4"
    game.step(say(*OVER))
    assert asked(game).endswith("S2.3")


def test_f_2_2_silence_there_leaves_it_open() -> None:
    game = closing()
    game.step(say())
    game.step(say(*CHINA))
    assert game.view().game.month.closing == "allied"
    game.step(say(Pass(ends=True)))
    game.step(say(*OVER))
    assert asked(game).endswith("S2.3")


def test_f_2_2_with_such_orders_in_force_the_file_only_opens() -> None:
    game = december(CHINA, (Pass(rest=True, ends=True),), CHINA)
    assert game.view().decision.covers == ()
    assert game.wrong(Pass(ends=True)) == ["'pass' is not asked for in this file [PH13.3]"]


def test_f_2_2_who_opens_the_dice_of_phase_3_is_asked_there_too() -> None:
    """Japan rests in phase 3; a strike on Formosa is the Allies' last word, and the month ends."""
    game = match("pearl-harbor")
    raid = Strike(units=("b-17-19bg",), area="FOR", at="airfield")
    for orders in ((), REST, (raid,)):
        game.step(say(*orders))
    view = game.view()
    assert (asked(game), view.game.month.closing) == ("japanese P4", "japanese")
    assert game.scenes[-1].events
    game.step(say(HOME))
    assert asked(game) == "allied P4"
    game.step(say(*OVER))
    assert asked(game).endswith("S2.3")
    assert "kido-butai" in returned(game)


def test_f_2_2_it_is_not_asked_there_with_such_orders_in_force_or_before_it_acts() -> None:
    """Who has not rested has the first offensive in that very file, or in one of his own."""
    for given, step in (((Pass(rest=True, ends=True),), ""), ((), "P4")):
        game = match("pearl-harbor")
        for orders in ((), given, ()):
            game.step(say(*orders))
        view = game.view()
        assert (view.seat, view.game.month.closing) == ("japanese", "")
        assert bool(view.decision.covers) == bool(step)


def test_f_2_2_with_the_phase_over_nobody_acts_unasked_in_offensives_any_more() -> None:
    """Japan passes below its last offensive, though it might perform more [F.2.5]."""
    assert PTO.foretell is not None
    for last, more in ((CHINA, True), ((*CHINA, Pass()), False)):
        game = december(CHINA, REST, last)
        left = PTO.foretell(game.view(), OVER, CHARTS).left
        assert any("In the enemy's offensives" in one for one in left) == more
