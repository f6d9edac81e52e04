"""What happened in at most five sentences: who lost what, what was taken, how it stands."""

from collections.abc import Iterable

import pytest

from pbem.engine.events import ALL, Event, Happening, Roll, Score
from pbem.engine.sheets import Line
from pbem.engine.steps import happenings
from pbem.frozen import FrozenMap, replace
from pbem.report.blocks import Lines, build
from pbem.report.plain import render
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_combat import (
    AirStepsLost,
    Expended,
    InstallationAttacked,
    ShipDamaged,
    ShipSunk,
    SurfaceCombatBegun,
)
from pbem.systems.pto.table.events_economy import (
    BidOpened,
    JapanBlockaded,
    JapanBombed,
    MonthOver,
    UpkeepUnpaid,
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
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.events_victory import GameEnded, PointsCounted
from pbem.systems.pto.table.names import names
from pbem.systems.pto.table.naming import side_name
from pbem.systems.pto.table.orders_month import Assault, Attack
from pbem.systems.pto.table.state import Game
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.selfplay import bot, match
from tests.systems.pto.skies import TOKYO, WASHINGTON
from tests.systems.pto.tabletop import CHARTS, based, force, holding, ship, troops


def headline(events: Iterable[Event], game: Game | None = None) -> tuple[str, ...]:
    happenings = tuple(Happening(turn=46, step="P3.1-first", event=one) for one in events)
    return PTO.headline(happenings, game, CHARTS)


def test_losses_are_summed_up_by_side() -> None:
    """Ships with a name by it, others by kind, who goes down with them; what is only damaged."""
    sunk = ShipSunk(to=ALL, ship="yamato", tf="center", points=3, nation="JP", kind="BB")
    dd = replace(sunk, ship="jp-dd-1", points=0, kind="DD")
    stp = replace(
        sunk, ship="us-stp-1", points=1, nation="US", kind="STP", cargo=("us-1st-cav-div",)
    )
    events = (
        ShipDamaged(to=ALL, ship="yamato", tf="center", nation="JP"),
        ShipDamaged(to=ALL, ship="nagato", tf="center", nation="JP"),
        sunk,
        dd,
        replace(dd, ship="jp-dd-2"),
        stp,
        AirStepsLost(to=ALL, unit="g4m-762", lost=2, left=0, nation="JP"),
        AirStepsLost(to=ALL, unit="b-29-58bw", lost=1, left=1, nation="US"),
        StepsLost(to=ALL, area="LEY", units=("jp-16th",), gone=("jp-16th",), side="japanese"),
        AreaTaken(to=ALL, area="LEY", nation="US", before="JP"),
    )
    assert headline(events) == (
        "The Japanese lose ⟨yamato⟩, 2 DDs, ⟨jp-16th⟩ and ⟨g4m-762⟩; damaged: ⟨nagato⟩.",
        "The Allies lose 1 STP, ⟨us-1st-cav-div⟩ and 1 step of aircraft.",
        "Leyte-Samar falls to the United States.",
    )


def test_a_finished_month_tells_its_points_by_rule_and_in_the_headline() -> None:
    """Also where only its events are known [PH15.1]."""
    game = match("leyte", 1)
    while game.game.turn == 46:
        game.step(bot)
    events = [event for scene in game.scenes if scene.turn == 46 for event in scene.events]
    counted = [event for event in events if isinstance(event, PointsCounted)]
    assert [one.side for one in counted] == ["japanese", "allied"]
    points = f"Points: Japanese {counted[0].points}"
    assert any(line.startswith(points) for line in headline(events))
    assert headline(events, game.game)[-1].startswith("Points: Japanese")


def test_places_that_held_and_orders_that_came_to_nothing_are_told() -> None:
    off = AttackCalledOff(to=ALL, area="LUZ", attack=6, defence=20)
    void = Voided(to=ALL, seat="allied", order="sail", subject="tf", cited="PH5.2", why="it fought")
    assert headline((off, replace(off, area="MAL"), void, void)) == (
        "Luzon and Malaya do not fall.",
        "Orders that came to nothing: allied 2.",
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
    done = "offensives: Japan by land (Central Pacific)."
    assert headline((begun, ashore, off, lost, rest)) == (
        f"The landing at Midway fails; {done}",
        "The Japanese lose ⟨kure⟩ and ⟨ichiki⟩.",
    )
    held = f"The Japanese land at Midway, which does not fall; {done}"
    assert headline((begun, ashore, off, lost))[0] == held
    back = Retreated(to=ALL, units=("ichiki",), area="MWY", to_area="MID")
    assert headline((begun, ashore, off, lost, back))[0] == f"The landing at Midway fails; {done}"


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
                lines = Lines(lines=tuple(Line(text=one) for one in told))
                text = render(build("", (lines,), names=names(game.game, CHARTS)), 78)
                assert len(told) <= 5, text
                assert len(text.strip().splitlines()) <= 8, text
                events = [event for scene in scenes for event in scene.events]
                sunk = {side_of(one.nation) for one in events if isinstance(one, ShipSunk)}
                assert all(f"The {side_name(side)} lose" in text for side in sunk), text


def test_what_has_no_room_is_told_by_number() -> None:
    """The greatest ships by name; that so much was lost is told before who acts next."""
    ships = ("akagi", "kaga", "soryu", "hiryu", "shokaku", "zuikaku", "ryujo", "zuiho")
    sunk = ShipSunk(to=ALL, ship="", tf="tf", points=2, nation="JP", kind="CV")
    cruiser = replace(sunk, ship="a-cruiser-of-that-name", kind="CA")
    events = (cruiser, *(replace(sunk, ship=one) for one in ships), replace(sunk, kind="DD"))
    assert headline(events) == (
        "The Japanese lose ⟨akagi⟩, ⟨kaga⟩, ⟨soryu⟩, ⟨hiryu⟩, ⟨shokaku⟩, ⟨zuikaku⟩, ⟨ryujo⟩,"
        " ⟨zuiho⟩, ⟨a-cruiser-of-that-name⟩ and 1 DD.",
    )
    allied = tuple(replace(one, nation="US") for one in events)
    assert [line.count("⟨") for line in headline((*events, *allied))] == [9, 9]
    more = tuple(replace(one, ship=f"{one.ship}-of-{n}") for n in range(4) for one in events[:9])
    assert headline((*more, *(replace(one, nation="US") for one in more))) == (
        "The Japanese lose ⟨akagi-of-0⟩, ⟨kaga-of-0⟩, ⟨soryu-of-0⟩, ⟨hiryu-of-0⟩, ⟨shokaku-of-0⟩,"
        " ⟨zuikaku-of-0⟩, ⟨ryujo-of-0⟩, ⟨zuiho-of-0⟩, ⟨akagi-of-1⟩, 23 CVs and 4 CAs.",
        "The Allies lose ⟨akagi-of-0⟩, ⟨kaga-of-0⟩, ⟨soryu-of-0⟩, ⟨hiryu-of-0⟩, ⟨shokaku-of-0⟩,"
        " ⟨zuikaku-of-0⟩, ⟨ryujo-of-0⟩, ⟨zuiho-of-0⟩, ⟨akagi-of-1⟩, 23 CVs and 4 CAs.",
    )


def test_areas_are_named_up_to_five_with_who_attacked() -> None:
    """Those that fall and those that hold, and where ships fought [PH10.8, PH6.1]."""
    begun = OffensiveBegun(
        to=ALL, nation="US", kind="land", where=("China",), track=1, impromptu=0, points=0
    )
    off = AttackCalledOff(to=ALL, area="WKE", attack=6, defence=20)
    taken = AreaTaken(to=ALL, area="LUZ", nation="US", before="JP")
    five = [replace(taken, area=area) for area in ("LUZ", "LEY", "MIN", "SAI", "PAL")]
    fight = SurfaceCombatBegun(to=ALL, area="SCS", attacker="tf-1", defender="tf-2", surprised="")
    (told, *_) = headline((begun, off, *five, fight))
    assert told.startswith(
        "Luzon, Leyte-Samar, Mindanao, Saipan-Guam and Palau fall to the United States;"
        " Wake does not fall to the Allies; ships fight in South China Sea"
    )


def test_the_greatest_of_what_is_damaged_come_first() -> None:
    ships = ("australia", "enterprise", "tone", "maryland")
    hurt = (ShipDamaged(to=ALL, ship=one, tf="tf", nation="US") for one in ships)
    (told,) = headline(tuple(hurt))
    assert told == (
        "The Allies lose nothing; damaged: ⟨enterprise⟩, ⟨maryland⟩, ⟨australia⟩ and ⟨tone⟩."
    )


def test_a_step_lost_alone_is_of_no_other_aircraft() -> None:
    shot = AirStepsLost(to=ALL, unit="b-29-58bw", lost=1, left=1, nation="US")
    assert headline((shot,)) == ("The Allies lose 1 step of aircraft.",)


def test_ph2_3_aircraft_without_a_base_are_lost_in_the_headline() -> None:
    """Luzon falls under a P-40 that reaches no other airfield; a PBY does, and is no loss."""
    game = force(april(), "convoy", "JP", "SCS", ship("jp-stp-1", "STP"))
    game = based(troops(game, "jp-div", "JP", "jp-stp-1"), "P-40", "US", "LUZ", "p-40")
    play = at_phase_4(based(game, "PBY", "US", "LUZ", "pby"))
    events = play.file(TOKYO, land("JP", "Philippines"), Assault(units=("jp-div",), area="LUZ"))
    assert "The Allies lose ⟨p-40⟩." in headline(events)


def test_ph2_5_aircraft_that_strike_once_are_lost_in_the_headline() -> None:
    spent = Expended(to=ALL, units=("ohka",), side="japanese")
    assert headline((spent,)) == ("The Japanese lose ⟨ohka⟩.",)


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
    assert told.startswith("Japan attacks the enemy in Malaya; ")
    alone = troops(april(), "jp-1", "JP", "MAL")
    assert headline((ashore, begun, off), alone)[0].startswith("Japan clears Malaya; ")
    both = troops(alone, "us-1", "US", "MAL")
    assert headline((ashore, begun, off), both)[0].startswith("Japan attacks the enemy in Malaya; ")
    theirs = replace(off, holder="US")
    (told, *_) = headline((ashore, begun, theirs))
    assert told.startswith("The Japanese land at Malaya, which does not fall; ")


def test_ground_combat_says_who_holds_the_area() -> None:
    """A British unit attacks the Japanese that came to Malaya."""
    game = holding(troops(april(), "jp-1", "JP", "MAL", strength=9), "UK", "MAL")
    play = at_phase_4(troops(game, "uk-1", "UK", "MAL", strength=1), acts=WASHINGTON)
    events = play.file(WASHINGTON, land("UK", "Malaya"), Attack(area="MAL"))
    assert headline(events)[0].startswith("Britain attacks the enemy in Malaya; ")


def test_carriers_and_battleships_that_are_lost_keep_their_names_where_there_is_little_room() -> (
    None
):
    """Areas, battles and cruisers are told by number before."""
    sunk = ShipSunk(to=ALL, ship="", tf="tf", points=2, nation="JP", kind="CV")
    great = [replace(sunk, ship=f"great-carrier-{n}") for n in range(12)]
    others = [replace(sunk, ship=f"heavy-cruiser-of-{n}", kind="CA") for n in range(12)]
    hurt = [ShipDamaged(to=ALL, ship=f"tone-{n}", tf="tf", nation="US") for n in range(12)]
    fought = [
        SurfaceCombatBegun(to=ALL, area=area, attacker="a", defender="b", surprised="")
        for area in CHARTS.areas
        if CHARTS.areas[area].sea
    ]
    told = " ".join(headline((*fought, *others, *great, *hurt)))
    assert all(f"⟨{one.ship}⟩" in told for one in great)


def test_air_strikes_are_told_with_their_places_and_ships_for_want_of_ep() -> None:
    raid = RaidFlown(
        to=ALL, side="japanese", area="OAH", at="ships", tf="", units=("kb-1",), escorts=()
    )
    sunk = ShipSunk(to=ALL, ship="nevada", tf="row", points=2, nation="US", kind="BB")
    unpaid = UpkeepUnpaid(to=ALL, nation="US", payer="US", ships=("boise",), rolls=())
    lost = replace(sunk, ship="boise", points=1, kind="CA")
    assert headline((raid, replace(raid, area="MWY"), sunk, unpaid, lost)) == (
        "The Allies lose ⟨boise⟩ for want of EP; ⟨nevada⟩.",
        "Aircraft strike in Oahu and Midway.",
    )


def test_it_is_told_whose_aircraft_and_ships_sank_what_and_where() -> None:
    """By carrier and airfield; what is told so is no battle besides [PH2.2]."""
    raid = RaidFlown(to=ALL, side="allied", area="MID", at="ships", tf="kb", units=(), escorts=())
    fight = SurfaceCombatBegun(to=ALL, area="MID", attacker="kb", defender="tf-16", surprised="")
    akagi = ShipSunk(
        to=ALL, ship="akagi", tf="kb", points=4, nation="JP", kind="CV",
        by=("enterprise", "MWY"), flown=True, area="MID",
    )  # fmt: skip
    kaga = replace(akagi, ship="kaga", by=("hornet",))
    astoria = replace(
        akagi, ship="astoria", tf="tf-16", nation="US", kind="CA", by=("hiei",), flown=False
    )
    others = replace(raid, area="HAW"), replace(fight, area="NOP")
    assert headline((raid, fight, *others, akagi, astoria)) == (
        "The Japanese lose ⟨akagi⟩ to aircraft of ⟨enterprise⟩ and Midway at Midway Sea.",
        "The Allies lose ⟨astoria⟩ to ⟨hiei⟩ at Midway Sea.",
        "Ships fight in North Pacific; aircraft strike in Hawaiian Waters.",
    )
    told = headline((raid, akagi, replace(kaga, by=("hornet", "yorktown", "wasp"))))
    assert told == ("The Japanese lose ⟨akagi⟩ and ⟨kaga⟩ to aircraft at Midway Sea.",)
    one = (replace(kaga, ship=f"jp-{n}", kind="CA", area=f"A{n}") for n in range(30))
    assert "⟨akagi⟩" in headline((akagi, *one))[0]
    by_boats = replace(kaga, by=("us-ss-gato-1",), flown=False)
    told = headline((by_boats,))
    assert told == ("The Japanese lose ⟨kaga⟩ to submarines at Midway Sea.",)


def test_troops_that_go_down_with_their_transports_are_told_with_the_battle() -> None:
    """A landing that was sunk at sea: how many transports, with whom aboard, by whom, where."""
    stp = ShipSunk(
        to=ALL, ship="us-stp-1", tf="tf-78", points=1, nation="US", kind="STP",
        cargo=("us-24th",), by=("jp-cl-1",), area="PHS",
    )  # fmt: skip
    events = (stp, replace(stp, ship="us-stp-2", cargo=("us-96th",)), replace(stp, cargo=()))
    assert headline(events) == (
        "The Allies lose 2 STPs with ⟨us-24th⟩ and ⟨us-96th⟩ to ships at Philippine Sea; 1 STP.",
    )


def test_steps_that_ground_units_lose_are_told() -> None:
    """PH10.6, PH11.3: also those of a unit that is still there."""
    lost = StepsLost(to=ALL, area="OKI", units=("jp-32nd",), gone=(), side="japanese")
    assert headline((lost,)) == ("The Japanese lose 1 step of ground units.",)
    gone = replace(lost, units=("jp-1st", "jp-1st"), gone=("jp-1st",))
    told = "The Japanese lose ⟨jp-1st⟩ and 1 step of other ground units."
    assert headline((lost, gone)) == (told,)


def test_it_is_told_where_ships_were_damaged() -> None:
    hurt = ShipDamaged(to=ALL, ship="kaga", tf="kb", nation="JP", area="HAW")
    events = (hurt, replace(hurt, ship="soryu"), replace(hurt, ship="kongo", area="SCS"))
    assert headline(events) == (
        "The Japanese lose nothing; damaged: ⟨kaga⟩ and ⟨soryu⟩ at Hawaiian Waters, ⟨kongo⟩ at"
        " South China Sea.",
    )


def test_bombs_on_ports_and_airfields_are_told_with_what_is_left() -> None:
    raid = RaidFlown(to=ALL, side="allied", area="TRU", at="port", tf="", units=(), escorts=())
    hit = InstallationAttacked(
        to=ALL, unit="b-24", area="TRU", what="port", roll=Roll(label="x", sides=6, dice=(6, 5)),
        strength=3, needed=10, hit=True, left=1,
    )  # fmt: skip
    assert headline((raid, hit)) == ("Bombs hit the port of Truk, 1 left.",)
    assert headline((raid, replace(hit, hit=False))) == ("Aircraft strike in Truk.",)


def test_the_weather_and_what_really_cost_japan_ep_are_told() -> None:
    """P1.1, P1.3, P2: no bombs where none has fallen."""
    weather = WeatherSet(to=ALL, condition="W")
    roll = Roll(label="x", sides=6, dice=(6,))
    land = ZoneRolled(to=ALL, zone="land", roll=roll, grounded=True, flies_to=5)
    spared = JapanBombed(to=ALL, strength=0, lost=0, left=9)
    boats = JapanBlockaded(to=ALL, boats=6, lost=4, left=5)
    assert headline((weather, land, spared, boats)) == (
        "Boats cost Japan 4 EP; winter weather, no flights in the land zone.",
    )


def test_points_are_told_with_what_they_are_for() -> None:
    """PH15.1: for ships, by whose were sunk; the rest is for areas."""
    sunk = ShipSunk(to=ALL, ship="kongo", tf="center", points=3, nation="JP", kind="BB")
    score = Score(gained=FrozenMap({"allied": 5}), now=FrozenMap({"japanese": 8, "allied": 9}))
    told = PTO.headline(
        (Happening(turn=46, step="P3.1-first", event=sunk, score=score),), None, CHARTS
    )
    assert told[-1] == "Points: Japanese 8, Allies 9 (before 4; +3 for ships, +2 for areas)."


def test_a_game_that_is_over_tells_its_result_first_and_all_the_rest_besides() -> None:
    ended = GameEnded(to=ALL, winner="", grade="", reason="on points [PH15.1]", margin=0)
    sunk = ShipSunk(to=ALL, ship="kongo", tf="center", points=3, nation="JP", kind="BB")
    taken = AreaTaken(to=ALL, area="LEY", nation="US", before="JP")
    void = Voided(to=ALL, seat="allied", order="sail", subject="tf", cited="PH5.2", why="it fought")
    over = MonthOver(to=ALL, turn=48, season="")
    assert headline((sunk, replace(sunk, nation="US"), taken, void, over, ended)) == (
        "A draw; Leyte-Samar falls to the United States.",
        "The Japanese lose ⟨kongo⟩.",
        "The Allies lose ⟨kongo⟩.",
        "December 1944 is over; orders that came to nothing: allied 1.",
    )


def test_a_played_month_says_in_its_headlines_and_reports_who_sank_what() -> None:
    """Every ship with a name that a battle sank has somebody who did it, of the other side."""
    game = match("midway", 1)
    while not game.is_over:
        game.step(bot)
    events = [event for scene in game.scenes for event in scene.events]
    sunk = [one for one in events if isinstance(one, ShipSunk) and one.kind in ("CV", "BB", "CA")]
    unpaid = {id_ for one in events if isinstance(one, UpkeepUnpaid) for id_ in one.ships}
    assert len(sunk) > 3
    for one in (one for one in sunk if one.ship not in unpaid):
        assert one.by, one
        assert one.area, one
        assert f" at ⟨{one.area}⟩ by " in PTO.wording(one, CHARTS)[0].text
