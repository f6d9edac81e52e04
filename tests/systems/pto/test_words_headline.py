"""What happened in at most five sentences: who lost what, what was taken, how it stands."""

import pytest

from pbem.engine.events import ALL, Event, Happening, Roll, Score
from pbem.engine.hidden import happenings
from pbem.engine.mentions import by_name
from pbem.engine.sheets import Line
from pbem.engine.steps import change_of_score
from pbem.frozen import FrozenMap, replace
from pbem.report.blocks import Lines, build
from pbem.report.plain import render
from pbem.systems.pto.book.kinds import SIDES, side_of
from pbem.systems.pto.rules.f1_sealing import standing_text
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_combat import (
    AirStepsLost,
    ShipDamaged,
    ShipSunk,
    SurfaceCombatBegun,
)
from pbem.systems.pto.table.events_economy import (
    BidOpened,
    BombersSent,
    BombersStay,
    Bought,
    JapanBlockaded,
    JapanBombed,
    MonthOver,
    WeatherSet,
    ZoneRolled,
)
from pbem.systems.pto.table.events_land import (
    AreaTaken,
    AttackCalledOff,
    Landed,
    OffensiveBegun,
    Retreated,
    StepsLost,
)
from pbem.systems.pto.table.events_naval import RaidFlown
from pbem.systems.pto.table.events_play import Passed, StandingOpened, Voided
from pbem.systems.pto.table.events_victory import GameEnded, PointsCounted
from pbem.systems.pto.table.names import names
from pbem.systems.pto.table.naming import side_name
from pbem.systems.pto.table.orders_month import Attack, Pass
from pbem.systems.pto.table.standing import (
    Gunnery,
    Losses,
    NavalInterception,
    SearchRule,
    Submarines,
)
from tests.systems.pto.headlines import headline
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.selfplay import bot, match
from tests.systems.pto.skies import TOKYO, WASHINGTON
from tests.systems.pto.started import started
from tests.systems.pto.tabletop import CHARTS, holding, troops


def test_a_finished_month_tells_its_points_by_rule_and_in_the_headline() -> None:
    """Also where only its events are known [PH15.1]."""
    game = match("leyte", 1)
    while game.game.turn == 46:
        game.step(bot)
    events = [event for scene in game.scenes if scene.turn == 46 for event in scene.events]
    counted = [event for event in events if isinstance(event, PointsCounted)]
    assert [one.side for one in counted] == ["japanese", "allied"]
    points = f" Points: Japanese {counted[0].points}, Allies {counted[1].points}"
    assert headline(events)[-1].endswith(f"{points}.")
    assert headline(events, game.game)[-1].endswith(f"{points}, as before.")


def test_places_that_held_and_orders_that_came_to_nothing_are_told() -> None:
    off = AttackCalledOff(to=ALL, area="LUZ", attack=6, defence=20)
    void = Voided(to=ALL, seat="allied", order="sail", subject="tf", cited="PH5.2", why="it fought")
    assert headline((off, replace(off, area="MAL"), void, replace(void, subject="tf-2"))) == (
        "Luzon and Malaya do not fall.",
        "Orders that came to nothing: Allied sail of ⟨tf⟩ (it fought) and Allied sail of ⟨tf-2⟩ (it"
        " fought).",
    )
    many = tuple(replace(void, subject=f"tf-{n}") for n in range(4))
    assert headline(many) == (
        "Orders that came to nothing: Allied sail (4) of ⟨tf-0⟩, ⟨tf-1⟩, ⟨tf-2⟩ and ⟨tf-3⟩.",
    )
    taken = AreaTaken(to=ALL, area="LUZ", nation="JP", before="US")
    assert headline((off, taken)) == ("Luzon falls to Japan.",)


def test_a_failed_landing_is_told_first_and_by_name() -> None:
    """P4A.2.B: none of those who went ashore is left; while one is, the place has only held."""
    begun = OffensiveBegun(
        to=ALL,
        nation="JP",
        kind="land",
        where=("Central Pacific",),
        track=1,
        impromptu=0,
        points=0,
    )
    ashore = Landed(to=ALL, units=("ichiki", "kure"), area="MWY")
    off = AttackCalledOff(to=ALL, area="MWY", attack=1, defence=2)
    lost = StepsLost(to=ALL, area="MWY", units=("kure",), gone=("kure",), side="japanese")
    rest = replace(lost, units=("ichiki",), gone=("ichiki",))
    assert headline((begun, ashore, off, lost, rest)) == (
        "The Japanese landing at Midway fails.",
        "The Japanese lose ⟨kure⟩ and ⟨ichiki⟩ at Midway.",
        "Offensives: Japan by land (Central Pacific); ⟨ichiki⟩ and ⟨kure⟩ go ashore at Midway.",
    )
    held = "The Japanese land at Midway, which is contested."
    assert headline((begun, ashore, off, lost))[0] == held
    back = Retreated(to=ALL, units=("ichiki",), area="MWY", to_area="MID")
    failed = "The Japanese landing at Midway fails."
    assert headline((begun, ashore, off, lost, back))[0] == failed


def test_offensives_are_told_nation_by_nation() -> None:
    """Each nation and each way of going about it once, the theatres together."""
    land = OffensiveBegun(
        to=ALL, nation="JP", kind="land", where=("Indies",), track=1, impromptu=0, points=0
    )
    events = (
        land,
        replace(land, where=("Philippines", "Indies")),
        replace(land, kind="sea", where=("kido-butai",)),
        replace(land, kind="air", nation="US", where=("WKE",)),
    )
    assert headline(events) == (
        "Offensives: Japan by land (Indies, Philippines) and by sea with ⟨kido-butai⟩, the United"
        " States by air at Wake.",
    )


def test_only_the_first_word_of_a_sentence_has_a_capital() -> None:
    bid = BidOpened(to=ALL, nation="US", bid=7, bought=7, points=14, left=1)
    japan = replace(bid, nation="JP", bid=9, bought=9)
    assert headline((bid, japan)) == ("The United States buys 7 offensives and Japan 9.",)
    assert headline((japan, bid)) == ("Japan buys 9 offensives and the United States 7.",)


@pytest.mark.parametrize("scenario", ["pearl-harbor", "leyte"])
def test_it_takes_five_sentences_and_eight_lines_at_most_on_a_screen_of_80_columns(
    scenario: str,
) -> None:
    """The news of each file, and the month so far, with the names and ids that are read.

    Whoever lost a ship is told so in any case.
    """
    game = match(scenario, 2)
    first = game.game.turn
    while game.game.turn < first + 2 and not game.is_over:
        before = len(game.scenes)
        game.step(bot)
        month = [scene for scene in game.scenes if scene.turn == game.scenes[-1].turn]
        for scenes in (game.scenes[before:], month):
            for state in (game.game, None):
                told = PTO.headline(happenings(scenes), state, CHARTS)
                told = by_name(told, names(game.game, CHARTS))  # as reports have it
                lines = Lines(lines=tuple(Line(text=one) for one in told))
                text = render(build("", (lines,), names=names(game.game, CHARTS)), 78)
                assert len(told) <= 5, text
                assert len(text.strip().splitlines()) <= 8, text
                events = [event for scene in scenes for event in scene.events]
                sunk = {side_of(one.nation) for one in events if isinstance(one, ShipSunk)}
                read = " ".join(text.split())
                assert all(f"The {side_name(side)} lose" in read for side in sunk), text


def test_areas_are_named_up_to_five_with_who_attacked() -> None:
    """Those that fall and those that hold, and where ships fought [PH10.8, PH6.1]."""
    begun = OffensiveBegun(
        to=ALL, nation="US", kind="land", where=("China",), track=1, impromptu=0, points=0
    )
    off = AttackCalledOff(to=ALL, area="WKE", attack=6, defence=20)
    taken = AreaTaken(to=ALL, area="LUZ", nation="US", before="JP")
    five = [replace(taken, area=area) for area in ("LUZ", "LEY", "MIN", "SAI", "PAL")]
    fight = SurfaceCombatBegun(to=ALL, area="SCS", attacker="tf-1", defender="tf-2", surprised="")
    assert headline((begun, off, *five, fight)) == (
        "Luzon, Leyte-Samar, Mindanao, Saipan-Guam and Palau fall to the United States;"
        " Wake does not fall to the Allies.",
        "⟨tf-1⟩ and ⟨tf-2⟩ fight in South China Sea without a hit.",
        "Offensives: the United States by land (China).",
    )


def test_a_month_that_is_over_is_named() -> None:
    over = MonthOver(to=ALL, turn=46, season="")
    assert headline((over,)) == ("October 1944 is over.",)
    over = replace(over, turn=48, season="1945-winter")
    assert headline((over,)) == ("December 1944 is over, Winter 1945 begins.",)


def test_who_attacks_in_an_area_of_his_own_is_not_told_to_land_there_or_not_to_take_it() -> None:
    """What came of it is told where it is known who is left there [PH1.5, PH10.8]."""
    begun = OffensiveBegun(
        to=ALL, nation="JP", kind="land", where=("Malaya",), track=1, impromptu=0, points=0
    )
    ashore = Landed(to=ALL, units=("us-1",), area="MAL")
    off = AttackCalledOff(to=ALL, area="MAL", attack=1, defence=2, holder="JP")
    (told, *_) = headline((ashore, begun, off))
    assert told.startswith("Japan attacks the enemy in Malaya.")
    alone = troops(april(), "jp-1", "JP", "MAL")
    assert headline((ashore, begun, off), alone)[0].startswith("Japan clears Malaya.")
    both = troops(alone, "us-1", "US", "MAL")
    stays = "Japan attacks in Malaya, which stays contested."
    assert headline((ashore, begun, off), both)[0].startswith(stays)
    theirs = replace(off, holder="US")
    (told, *_) = headline((ashore, begun, theirs))
    assert told.startswith("The Japanese land at Malaya, which is contested.")


def test_who_clears_an_area_after_an_attack_on_it_is_told_to_and_nothing_else() -> None:
    begun = OffensiveBegun(
        to=ALL, nation="JP", kind="land", where=("Philippines",), track=1, impromptu=0, points=0
    )
    off = AttackCalledOff(to=ALL, area="LUZ", attack=1, defence=2, holder="US")
    passed = Passed(to=ALL, side="allied", asked=True, rest=False, why=())
    month = (begun, off, passed, replace(begun, nation="US"), replace(off, rounds=1))
    alone = troops(april(), "us-1", "US", "LUZ")
    told = " ".join(headline(month, alone))
    assert told.startswith("The United States clears Luzon.")
    assert "does not fall" not in told
    both = troops(alone, "jp-1", "JP", "LUZ")
    assert headline(month, both)[0].startswith("Luzon does not fall to the Japanese.")
    assert "pass" not in told
    assert "The Allies pass." in headline((*month, passed), alone)


def test_ground_combat_says_who_holds_the_area() -> None:
    """A British unit attacks the Japanese that came to Malaya."""
    game = holding(troops(april(), "jp-1", "JP", "MAL", strength=9), "UK", "MAL")
    play = at_phase_4(troops(game, "uk-1", "UK", "MAL", strength=1), acts=WASHINGTON)
    events = play.file(WASHINGTON, land("UK", "Malaya"), Attack(area="MAL"))
    assert headline(events)[0].startswith("Britain attacks the enemy in Malaya.")


def test_the_weather_and_what_really_cost_japan_ep_are_told() -> None:
    """P1.1, P1.3, P2: no bombs where none has fallen."""
    weather = WeatherSet(to=ALL, condition="W")
    roll = Roll(label="x", sides=6, dice=(6,))
    land = ZoneRolled(to=ALL, zone="land", roll=roll, grounded=True, flies_to=5)
    spared = JapanBombed(to=ALL, strength=0, lost=0, left=9)
    boats = JapanBlockaded(to=ALL, boats=6, lost=4, left=5)
    assert headline((weather, land, spared, boats)) == (
        "Boats cost Japan 4 EP, 5 left; winter weather, no flights in the land zone.",
    )
    sent = BombersSent(to=ALL, bombers=("b-29-73bw",), escorts=())
    (told,) = headline((sent, spared, boats))
    assert told == "Boats cost Japan 4 EP, 5 left; no bomb falls on Japan."


def test_points_are_told_with_what_they_are_for() -> None:
    """PH15.1: for ships, by whose were sunk; areas by name, if they are few; a ruling's besides."""
    sunk = ShipSunk(to=ALL, ship="kongo", tf="center", points=3, nation="JP", kind="BB")
    score = Score(gained=FrozenMap({"allied": 5}), now=FrozenMap({"japanese": 8, "allied": 9}))
    told = PTO.headline(
        (Happening(turn=46, step="P3.1-first", event=sunk, score=score),), None, CHARTS
    )
    assert told[-1] == "Points: Japanese 8, Allies 9 (before 4; +3 for ships, +2 besides)."
    lost, gained = FrozenMap({"LEY": -8}), FrozenMap(dict.fromkeys(("LEY", "LUZ"), 2))
    earned = FrozenMap({"japanese": lost, "allied": gained})
    score = Score(
        gained=FrozenMap({"japanese": -8, "allied": 4}),
        now=FrozenMap({"japanese": 8, "allied": 9}),
        earned=earned,
    )
    happening = Happening(turn=46, step="P4", event=replace(sunk, points=0), score=score)
    assert PTO.headline((happening,), None, CHARTS)[-1] == (
        "Points: Japanese 8 (before 16; −8 for Leyte-Samar), Allies 9 (before 5;"
        " +2 for Leyte-Samar, +2 for Luzon)."
    )
    many = FrozenMap(dict.fromkeys(("LEY", "LUZ", "MIN", "BUR"), 1))
    score = replace(score, earned=earned.set("allied", many))
    told = PTO.headline((replace(happening, score=score),), None, CHARTS)
    assert told[-1].endswith("Allies 9 (before 5; +4 for 4 areas).")


def test_a_landing_that_contests_leyte_brings_points_for_leyte() -> None:
    """PH18: the state tells which area the change of the score is for, not who fell besides."""
    game = started("leyte")
    ashore = troops(game, "us-1", "US", "LEY")
    change = change_of_score(PTO, game, ashore, CHARTS)
    assert change is not None
    lost, gained = FrozenMap({"LEY": -8}), FrozenMap({"LEY": 5})
    assert change.earned == FrozenMap({"japanese": lost, "allied": gained})


def test_a_game_that_is_over_tells_its_result_first_and_all_the_rest_besides() -> None:
    ended = GameEnded(to=ALL, winner="", grade="", reason="on points [PH15.1]", margin=0)
    sunk = ShipSunk(to=ALL, ship="kongo", tf="center", points=3, nation="JP", kind="BB")
    taken = AreaTaken(to=ALL, area="LEY", nation="US", before="JP")
    void = Voided(to=ALL, seat="allied", order="sail", subject="tf", cited="PH5.2", why="it fought")
    over = MonthOver(to=ALL, turn=48, season="")
    assert headline((sunk, replace(sunk, nation="US"), taken, void, over, ended)) == (
        "The game is over: a draw, with equal points.",
        "Leyte-Samar falls to the United States.",
        "The Japanese lose ⟨kongo⟩. The Allies lose ⟨kongo⟩.",
        "Orders that came to nothing: Allied sail of ⟨tf⟩ (it fought).",
        "December 1944 is over.",
    )


def test_who_passes_is_told_and_whether_for_the_rest_of_the_month() -> None:
    """PH13.3, F.2.6: also in the report."""
    play = at_phase_4(april())
    rests = [one for one in play.file(TOKYO, Pass(rest=True)) if isinstance(one, Passed)][:1]
    assert headline(rests) == ("The Japanese are out for the rest of October 1944.",)
    (told,) = PTO.wording(rests[0], CHARTS)
    assert told.text == "The Japanese pass for the rest of the month [PH13.3, F.2.6]"
    assert headline([replace(rests[0], rest=False)]) == ("The Japanese pass.",)


def _great_month() -> list[Event]:
    """Ships, troops and aircraft of both sides lost in six seas, and most of them not alone."""
    ship = ShipSunk(to=ALL, ship="", tf="tf", points=1, nation="JP", kind="CA", by=("iowa",))
    seas = ("SCS", "VIS", "PHS", "ECS", "BEN", "CEL")
    lost = [
        replace(ship, ship=f"{nation}-{kind}-{area}".lower(), kind=kind, nation=nation, area=area)
        for nation in ("JP", "US")
        for area in seas
        for kind in ("CA", "CL", "DD", "STP")
    ]
    great = [replace(ship, ship=f"{name}-maru", kind="BB") for name in ("haruna", "kongo", "fuso")]
    cargo = [replace(one, cargo=(f"us-{one.area}-div",)) for one in lost if one.nation == "US"]
    hurt = [
        ShipDamaged(to=ALL, ship=f"{one.ship}-2", tf="tf", nation=one.nation, area=one.area)
        for one in lost
    ]
    fallen = [
        StepsLost(to=ALL, area="LEY", units=(f"us-{n}",), gone=(f"us-{n}",), side="allied")
        for n in range(5)
    ]
    return [*great, *lost, *cargo, *hurt, *fallen]


def test_a_great_month_tells_areas_and_capital_ships_before_all_that_was_ordered_in_vain() -> None:
    """Bids, blows in vain and orders that came to nothing give way, and damage to its number."""
    bid = BidOpened(to=ALL, nation="US", bid=7, bought=7, points=14, left=1)
    void = Voided(to=ALL, seat="allied", order="sail", subject="tf", cited="PH5.2", why="it fought")
    taken = AreaTaken(to=ALL, area="BUR", nation="UK", before="JP")
    over = MonthOver(to=ALL, turn=46, season="")
    told = " ".join(
        headline((bid, *_great_month(), void, replace(void, order="load"), taken, over))
    )
    assert told.startswith("Burma falls to Britain.")
    assert all(f"⟨{name}-maru⟩" in told for name in ("haruna", "kongo", "fuso")), told
    assert "with 24 ground units; 5 ground units" in told, told
    assert told.endswith("October 1944 is over."), told
    assert "came to nothing" not in told
    assert told.count("damaged: 24 ships") == 2, told


def test_where_whose_ships_sank_is_told_before_strikes_in_vain() -> None:
    """What bombs missed gives way to who sank what, and where."""
    raid = RaidFlown(
        to=ALL, side="japanese", area="OAH", at="ships", tf="", units=("kb-1",), escorts=()
    )
    sunk = ShipSunk(
        to=ALL, ship="", tf="tf", points=2, nation="JP", kind="CA", by=("iowa",), area="SCS"
    )
    seas = ("SCS", "VIS", "PHS")
    lost = [replace(sunk, ship=f"cruiser-{area}-{n}", area=area) for area in seas for n in range(4)]
    raids = (replace(raid, area=area, side=side) for area in ("OAH", "WKE") for side in SIDES)
    told = " ".join(headline((*raids, *lost)))
    assert all(f" at {CHARTS.areas[area].name}" in told for area in seas), told
    assert "the ships at" not in told


def test_whoever_destroys_a_landing_by_an_attack_of_his_own_is_told() -> None:
    """PH10.6: not that it failed by itself."""
    begun = OffensiveBegun(
        to=ALL, nation="US", kind="land", where=("Philippines",), track=1, impromptu=0, points=0
    )
    ashore = Landed(to=ALL, units=("us-1",), area="LEY")
    off = AttackCalledOff(to=ALL, area="LEY", attack=1, defence=2, holder="JP")
    lost = StepsLost(to=ALL, area="LEY", units=("us-1",), gone=("us-1",), side="allied")
    attacked = replace(begun, nation="JP")
    told = headline((begun, ashore, off, attacked, replace(off, rounds=1), lost))[0]
    assert told.startswith("Japan throws back the Allied landing at Leyte-Samar.")
    assert headline((begun, ashore, off, lost))[0].startswith("The Allied landing at Leyte-Samar f")


def test_bombers_that_cannot_fly_to_japan_are_told_with_the_reason() -> None:
    """An order that came to nothing: in the headline, and in the report [PH4.1]."""
    stay = BombersStay(to=ALL, units=("b-29-73bw",), why="grounded")
    words = "⟨b-29-73bw⟩ cannot fly to Japan: grounded by weather"
    assert headline((stay,)) == (f"{words}.",)
    (told,) = PTO.wording(stay, CHARTS)
    assert told.text == f"{words} [PH4.1]"


def test_things_of_one_name_are_told_apart_without_ids() -> None:
    """Divisions by their nations, a ship from an area, aircraft by their carrier [F.7]."""
    game = started("pearl-harbor")
    gone = StepsLost(
        to=ALL, area="MAL", units=("jp-18th-div", "au-8th-div"), gone=(), side="japanese"
    )
    sunk = ShipSunk(to=ALL, ship="australia", tf="au-aus", points=1, nation="AU", kind="CA")
    down = AirStepsLost(
        to=ALL, unit="us-cv42-lexington", nation="US", lost=1, left=1, ship="lexington"
    )
    told = " ".join(headline((gone, sunk, down), game))
    assert "1 step each of Japanese 18th Div and 8th Div" in told
    assert "The Allies lose the ship Australia; 1 step of aircraft of Lexington" in told


def test_new_standing_orders_are_told_with_what_they_say_or_of_what_kinds_they_are() -> None:
    """Those of a side by its name [F.1]."""
    one = (NavalInterception(of="tf-8", when="never"),)
    many = (SearchRule(), Gunnery(), Losses(), Submarines())
    for orders, told in (
        (
            one,
            "ships never intercept; they counter interceptions at 1 to 1 in guns or better"
            " (⟨tf-8⟩)",
        ),
        (many, "search, gunnery, losses and others"),
    ):
        text = standing_text(orders)
        opened = StandingOpened(to=ALL, seat="allied", item="standing/46/P0", types=(), new=text)
        assert headline((opened,)) == (f"New standing orders of the Allies: {told}.",)


def test_s2_3_c_what_is_laid_up_in_reserve_is_not_told_as_spent() -> None:
    fort = Bought(to=ALL, nation="JP", how="build", what="fort", count=1, points=2, box="", left=9)
    kept = replace(fort, how="reserve", what="", points=6)
    assert headline((fort, kept)) == ("Spent on construction: Japan 2 EP.",)
