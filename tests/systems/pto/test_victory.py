"""Victory points, grades, the end of the last month, resignation [PH15.1, PH16-PH18]."""

from collections.abc import Mapping

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Consent, Order, Resign, Ruling
from pbem.frozen import replace
from pbem.systems.pto.rules.victory import grade_of, points_of, verdict
from pbem.systems.pto.table.events_play import Resigned
from pbem.systems.pto.table.events_victory import GameEnded, PointsCounted
from pbem.systems.pto.table.orders_month import Assault, Attack, Blockade, Form, Offensive, Sail
from pbem.systems.pto.table.orders_season import Bid
from pbem.systems.pto.table.standing import AirDefence, GroundDefence, Submarines
from pbem.systems.pto.table.state import Game
from tests.systems.pto.frontdoor import Campaign, begun, scenario, told
from tests.systems.pto.seasons import say
from tests.systems.pto.selfplay import match
from tests.systems.pto.skies import FLYING, QUIET
from tests.systems.pto.started import started
from tests.systems.pto.tabletop import CHARTS, Faces, holding, in_words, small_game, troops

JP, US = "japanese", "allied"
IDLE: tuple[Order, ...] = (*QUIET, Submarines(intercept="never"))


def to_the_end(play: Campaign, dice: Mapping[str, Faces] | None = None) -> tuple[Event, ...]:
    """What the last file brings when nobody orders anything more; `dice` open the last month."""
    while play.game.ending is None:
        is_last = play.step == "P5-second" and play.game.turn < play.game.terms.last_turn
        play.file(play.asked, dice=dice if is_last else None)
    return play.events


def counted(events: tuple[Event, ...]) -> tuple[PointsCounted, PointsCounted]:
    """The points of Japan, and of the Allies."""
    japanese, allied = told(events, PointsCounted)
    assert (japanese.side, allied.side) == (JP, US)
    return japanese, allied


def over(events: tuple[Event, ...]) -> tuple[str, str, int]:
    """Who won, how high, by how much."""
    (ended,) = told(events, GameEnded)
    return ended.winner, ended.grade, ended.margin


# --- areas ---------------------------------------------------------------------------------------


def spring(game: Game) -> tuple[Event, ...]:
    """What the end of March 1942, the last month of the first scenario, makes of a laid table.

    So many landings fill more months of files than a test has time for; three areas that fall in
    play are in `test_golden_campaign`.
    """
    game = replace(game, turn=small_game(month=3).turn, terms=started("pearl-harbor").terms)
    play = begun(game, dice={"P1.1 condition": 4, "W1 grounding arctic": 2})
    for seat in ("tokyo", "washington"):
        play.file(seat, *IDLE)
    return to_the_end(play)


def test_ph15_1_half_of_a_contested_area_is_rounded_down() -> None:
    """Malaya is 5: 2 for Japan; Iwo Jima is 2: 1 lost."""
    game = troops(troops(small_game(), "uk-1", "UK", "MAL"), "jp-1", "JP", "MAL")
    game = troops(troops(game, "us-1", "US", "IWO"), "jp-2", "JP", "IWO")
    assert dict(counted(spring(game))[0].areas) == {"IWO": -1, "MAL": 2}


def test_ph16_conquest_of_the_south_is_decisive() -> None:
    south = ("LUZ", "LEY", "MIN", "MAL", "BUR", "SUM", "JVA", "BOR", "CLB", "RAB", "LAE", "GUA")
    game = holding(small_game(), "JP", *south, "WKE", "HUN", "PTM", "DAR", "NOU")
    assert over(spring(game)) == (JP, "decisive", 47)


@pytest.mark.parametrize(
    ("over", "winner", "grade"),
    [
        (44, "japanese", "decisive"),
        (43, "japanese", "marginal"),
        (36, "japanese", "marginal"),
        (35, "", "draw"),
        (28, "", "draw"),
        (27, "allied", "marginal"),
        (20, "allied", "marginal"),
        (19, "allied", "decisive"),
    ],
)
def test_ph16_grades(over: int, winner: str, grade: str) -> None:
    found = grade_of(started("pearl-harbor"), over)
    assert (found.winner, found.grade) == (winner, grade)


# --- goals ---------------------------------------------------------------------------------------


def midway() -> Campaign:
    """Midway in June 1942 at its first file of phase 3."""
    play = scenario("midway")
    play.prepare(JP, *IDLE)
    play.file(US, *IDLE, dice=FLYING)
    return play


def test_ph17_midway_held_is_worth_four_to_the_allies() -> None:
    """And is told so at the end of the last month."""
    play = midway()
    events = to_the_end(play)
    assert in_words(event for event in events if isinstance(event, PointsCounted | GameEnded)) == [
        "Japanese: nothing = no points [PH15.1]",
        "Allies: Midway (MWY) controlled 4 = 4 points [PH15.1]",
        "Marginal victory of the Allies on points: Japanese −4 [PH15.1]",
    ]
    assert play.game.ending is not None
    assert dict(play.game.ending.points) == {US: 4, JP: 0}


LANDING = Assault(units=("jp-ichiki-det", "jp-kure-snlf"), area="MWY")
ONE_ROUND = Attack(area="MWY", below="5:1")
TAKEN = (JP, "decisive", 11)


@pytest.mark.parametrize(
    ("attack", "faces", "goals", "result"),
    [
        (ONE_ROUND, (1,), {"KIS controlled": 1, "MWY contested": 3}, (JP, "marginal", 4)),
        (Attack(area="MWY"), (6, 6), {"KIS controlled": 1, "MWY controlled": 10}, TAKEN),
    ],
)
def test_ph17_midway_contested_taken_and_kiska(
    attack: Attack,
    faces: tuple[int, ...],
    goals: dict[str, int],
    result: tuple[str, str, int],
) -> None:
    """Both convoys land; on Kiska nobody is, on Midway 3 stand against 2."""
    play = midway()
    play.file(
        JP,
        Sail(tf="transport", path=("MID",), land="MWY"),
        Sail(tf="5th-fleet", path=("ALE",), land="KIS"),
    )
    play.file(US)
    theatres = ("Central Pacific", "North")
    land = (Offensive(kind="land", nation="JP", theatres=(one,)) for one in theatres)
    kiska = Assault(units=("jp-north-sea-det",), area="KIS")
    dice: dict[str, Faces] = {f"PH10.5 mwy r{n} P4A mwy 1": face for n, face in enumerate(faces, 1)}
    play.file(JP, *land, LANDING, kiska, attack, dice=dice)
    events = to_the_end(play)
    assert dict(counted(events)[0].goals) == goals
    assert over(events) == result


@pytest.mark.parametrize(
    ("over", "winner", "grade"),
    [
        (10, "japanese", "decisive"),
        (9, "japanese", "marginal"),
        (4, "japanese", "marginal"),
        (3, "", "draw"),
        (-3, "", "draw"),
        (-4, "allied", "marginal"),
        (-9, "allied", "marginal"),
        (-10, "allied", "decisive"),
    ],
)
def test_ph17_grades(over: int, winner: str, grade: str) -> None:
    found = grade_of(started("midway"), over)
    assert (found.winner, found.grade) == (winner, grade)


OCTOBER: dict[str, Faces] = {"P1.1 condition": 4, "W1 grounding arctic": 6}
NOVEMBER: dict[str, Faces] = {
    "P1.1 condition": 1,
    "W1 grounding arctic": 6,
    **{f"PH4.3 blockade us-ss-{one}": 1 for one in ("gato-1", "gato-2")},
    **{f"PH4.3 blockade us-ss-balao-{n}": 1 for n in range(1, 5)},
}
CONVOYS = {"tf-78-79": "LEY", "luzon": "LUZ", "mindanao": "MIN"}


def landings(faces: tuple[int, ...]) -> tuple[tuple[Order, ...], dict[str, Faces]]:
    """The orders of the landings and the dice of Leyte's rounds, after which it goes no further."""
    units = {
        "LEY": ("us-1st-cav-div", "us-7th-div"),
        "LUZ": ("us-24th-div",),
        "MIN": ("us-96th-div",),
    }
    dice: dict[str, Faces] = {f"PH10.5 ley r{n} P4A ley 1": x for n, x in enumerate(faces, 1)}
    orders = (
        Offensive(kind="land", nation="US", theatres=("Philippines",)),
        *(Assault(units=who, area=area) for area, who in units.items()),
        Attack(area="LEY", below="4:1" if len(faces) > 1 else "5:1"),
    )
    return orders, {**dice, "PH10.5 min r1 P4A min 1": 1}


@pytest.mark.parametrize(
    ("faces", "goals", "result"),
    [
        ((), {}, (JP, "outright", 8)),
        ((5,), {"LEY contested": 5, "LUZ entered": 2, "MIN entered": 2}, ("", "draw", -9)),
        ((5, 4), {"LEY controlled": 10, "LUZ entered": 2, "MIN entered": 2}, (US, "marginal", -14)),
    ],
)
def test_ph18_leyte_and_a_foot_on_luzon_and_mindanao(
    faces: tuple[int, ...], goals: dict[str, int], result: tuple[str, str, int]
) -> None:
    """Divisions that enter Luzon and Mindanao count there though one of them is wiped out."""
    play = scenario("leyte")
    play.file(JP, *IDLE, AirDefence(first=0), GroundDefence(support=0))
    play.file(US, *IDLE, Bid(nation="US", offensives=1), Blockade())
    play.file(JP, dice=OCTOBER)
    convoys = (Form(tf="luzon", ships=("us-stp-3",)), Form(tf="mindanao", ships=("us-stp-4",)))
    sails = (Sail(tf=tf, path=("PHS",), land=area) for tf, area in CONVOYS.items())
    play.file(US, *convoys, *sails)
    play.file(JP)
    if faces:
        orders, dice = landings(faces)
        play.file(US, *orders, dice=dice)
    events = to_the_end(play, NOVEMBER)
    assert dict(counted(events)[1].goals) == goals
    assert over(events) == result


def test_ph18_what_the_japanese_entered_counts_for_nobody() -> None:
    """A law of the count, whatever the months brought."""
    game = replace(started("leyte"), entered=("JP LUZ",))
    assert points_of(game, US, CHARTS).points == 0


@pytest.mark.parametrize(
    ("over", "winner", "grade"),
    [
        (1, "japanese", "outright"),
        (0, "", "draw"),
        (-9, "", "draw"),
        (-10, "allied", "marginal"),
        (-19, "allied", "marginal"),
        (-20, "allied", "decisive"),
    ],
)
def test_ph18_grades(over: int, winner: str, grade: str) -> None:
    found = grade_of(started("leyte"), over)
    assert (found.winner, found.grade) == (winner, grade)


# --- the end -------------------------------------------------------------------------------------


def test_the_game_goes_on_after_the_month_before_the_last() -> None:
    """October 1944 is over; nobody has won, November's first file is asked for."""
    play = scenario("leyte")
    play.file(JP, *IDLE)
    play.file(US, *IDLE, Bid(nation="US", offensives=1), Blockade())
    play.file(JP, dice=OCTOBER)
    october = play.game.turn
    while play.game.turn == october:
        play.file(play.asked, dice=NOVEMBER if play.step == "P5-second" else None)
    assert (play.step, verdict(play.game)) == ("P3.1-first", None)
    assert not told(play.events, GameEnded)


@pytest.mark.parametrize(("seat", "winner"), [(JP, US), (US, JP)])
def test_who_resigns_loses_as_high_as_it_gets(seat: str, winner: str) -> None:
    game = match("midway")
    while game.seat().name != seat:
        game.step(say())
    game.step(say(Resign()))
    result = verdict(game.game)
    assert result is not None
    assert (result.winner, result.grade) == (winner, "decisive")
    events = [event for scene in game.scenes for event in scene.events]
    assert [event.seat for event in told(events, Resigned)] == [seat]


def test_a_ruling_gives_points() -> None:
    """Japan is given 3 points and one is taken back, with the other's consent; both are told."""
    game = match("midway")
    for points in (3, -1):
        author = game.seat().name
        game.step(say(Ruling(words="So be it.", side=JP, points=points)))
        proposed = game.files[-1].seq
        game.step(say())
        assert game.seat().name != author
        game.step(say(Consent(ruling=proposed)))
    while not game.is_over:
        game.step(say())
    events = [event for scene in game.scenes for event in scene.events]
    assert "Japanese: ships 2 = 2 points [PH15.1]" in in_words(told(events, PointsCounted))
