"""What the form says of standing orders: in force, how to end them, sealed [F.1, F.4]."""

from pbem.frozen import replace
from pbem.systems.pto.rules.f1_sealing import stand
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.standing import STANDING, Declines, NavalInterception, Sealed
from tests.systems.pto.frontdoor import Campaign, later, scenario
from tests.systems.pto.tabletop import CHARTS, in_words

FLYING = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}


def searches(*which: str) -> dict[str, int]:
    """Searches that find nothing."""
    return {f"PH5.6 search {one}": 1 for one in which}


def told(play: Campaign) -> tuple[str, ...]:
    """The lines of the form's section on standing orders in force."""
    sections = PTO.form(play.view(), CHARTS)
    return next(one.choices for one in sections if one.title == "Standing orders in force")


def test_f_4_the_form_tells_what_is_in_force_and_how_it_ends() -> None:
    never = NavalInterception(of="kido-butai", when="never")
    play = later(scenario("midway").game, {"japanese": (never,)}, FLYING)
    assert told(play) == (
        "naval-intercept of ⟨kido-butai⟩.",
        "Each holds until another of its kind with the same 'of' takes its place; with no other key"
        " that is the rules' default. declines = false ends declines.",
    )


def test_f_1_the_form_tells_which_standing_orders_are_still_sealed() -> None:
    play = scenario("midway")
    game = stand(play.game, "allied", Sealed(item="standing/18/P0"), 1)
    play.table = replace(play.table, game=game)
    assert told(play)[1:] == ("Sealed, and opened by this file: those of June 1942, file 1.",)


def test_f_4_the_form_says_of_each_kind_what_its_keys_are() -> None:
    sections = PTO.form(scenario("midway").view(), CHARTS)
    title = "Standing orders: what each may say"
    lines = next(one.choices for one in sections if one.title == title)
    assert [line.partition(":")[0] for line in lines[: len(STANDING)]] == [
        kind.type for kind in STANDING
    ]
    assert lines[10].startswith("declines: you pass in every offensive phase, without a file,")


def test_ph13_4_who_declines_is_told_what_that_brings_before_and_after() -> None:
    play = later(scenario("midway").game, {"japanese": (Declines(),)}, FLYING)
    assert told(play)[0] == "declines of all."
    silence = " By declines you pass in the offensive phase, unasked; declines = false ends that."
    assert silence in PTO.form(play.view(), CHARTS)[0].choices[-1]
    play.file(
        "japanese", dice=searches("tf-16 P3.2 haw 1", "tf-17 P3.2 haw 2", "us-mid-boats P3.2 mid 1")
    )
    found = searches(
        "2nd-fleet P3.2 wak 1", "5th-fleet P3.2 nop 1", "jp-mid-boats P3.2 mid 2",
        "kido-butai P3.2 nop 2", "main-body P3.2 wak 2", "support P3.2 wak 3",
        "transport P3.2 wak 4",
    )  # fmt: skip
    words = in_words(play.file("allied", dice=found), play.game)
    assert "The Japanese pass [PH13.4]: they have declined" in words
