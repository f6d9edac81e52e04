"""The headline's voyages: who comes and leaves, and what is told beside: supply, recon, marches."""

from pbem.dice import Roll
from pbem.engine.events import ALL, Happening
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_air import Harm
from pbem.systems.cartwheel.table.events_charts import Tf36Arrived
from pbem.systems.cartwheel.table.events_ground import GroundInitiativeRolled, Landed, Marched
from pbem.systems.cartwheel.table.events_openings import CountsTold
from pbem.systems.cartwheel.table.events_sea import BattleOver, BrokeOff, Unloaded, Withdrew
from pbem.systems.cartwheel.table.events_turn import (
    ControlPassed,
    HitsRemoved,
    InitiativeRolled,
    RandomEvent,
    RepairRolled,
    SupplyDetermined,
    Tf36Declined,
    TurnBegan,
    UnitsRallied,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.headlines import (
    bombs,
    guns,
    hit,
    of_events,
    raid,
    sailed,
    score,
    shaken,
    stated,
)
from tests.systems.cartwheel.loaded import loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]


def test_h10_1_a_group_that_stays_where_it_is_does_not_come_there() -> None:
    stays = replace(sailed(ALLIED, "LST3"), path=("1806",))
    assert of_events(stays) == ("Allied LST3 stays at Tulagi.",)
    box = replace(sailed(ALLIED, "LST3"), path=("AUS",))
    assert of_events(box) == ("Allied LST3 stays in Australia.",)
    two = replace(sailed(ALLIED, "LST3", "US-T1"), path=("1806",))
    assert of_events(two) == ("2 Allied ships stay at Tulagi.",)


def test_h10_4_3_who_finds_no_way_out_has_not_broken_off() -> None:
    held = BrokeOff(
        to=ALL, mission="t1m1", side=ALLIED, hex="1505", ships=FrozenMap(), stay=("US-CA2",)
    )
    over = BattleOver(to=ALL, mission="t1m1", hex="1505", held=JAPANESE)
    assert of_events(guns(), held, over) == (
        "The battle at Choiseul harms nobody; Allied US-CA2 finds no way out of Choiseul.",
    )
    assert of_events(guns(), held, hit("US-CA2", ALLIED, 0), over) == (
        "The battle at Choiseul sinks Allied US-CA2.",
    )
    away = replace(held, ships=FrozenMap({"US-CA1": "1806"}))
    assert of_events(guns(), away, over)[0].endswith(
        "Allied US-CA1 breaks off at Choiseul, for Tulagi; Allied US-CA2 finds no way out of"
        " Choiseul."
    )


def test_h12_2_ships_that_return_are_told_with_their_ports() -> None:
    def home(side: str, port: str, *ships: str) -> Withdrew:
        return Withdrew(to=ALL, side=side, ships=ships, path=("1505", port))

    assert of_events(home(ALLIED, "1806", "US-CA1")) == ("Allied US-CA1 returns to Tulagi.",)
    said = of_events(
        home(ALLIED, "1806", "US-CA1", "US-CA2"),
        home(JAPANESE, "1203", "IJN-BB1", "IJN-CA1"),
        home(ALLIED, "1807", "LST1"),
    )
    assert said == (
        "3 Allied ships return to Tulagi and Guadalcanal; 2 Japanese ships (IJN-BB1 among them)"
        " return to Rabaul.",
    )
    ports = ("1806", "1807", "1707", "0806")
    far = of_events(*(home(ALLIED, port, f"US-T{n}") for n, port in enumerate(ports, 1)))
    assert far == ("4 Allied ships return to their ports.",)


def test_what_recovers_and_what_does_not_is_told() -> None:
    rallied = UnitsRallied(to=ALL, ground=("GAR-TOR",), naval=("US-CA1",))
    assert of_events(rallied) == ("GAR-TOR and US-CA1 are disrupted no more.",)
    many = replace(rallied, naval=("US-CA1", "US-CA2", "US-CLT1", "US-CLT2"))
    assert of_events(many) == ("5 units are disrupted no more.",)
    assert of_events(HitsRemoved(to=ALL, bases=("FIN",), ports=())) == (
        "Finschhafen loses its hits.",
    )
    failed = RepairRolled(
        to=ALL, base="TOR", was="destroyed", roll=Roll(label="x", dice=(9,), sides=10), drm=0,
        needed=3, repaired=False, hits=0,
    )  # fmt: skip
    assert of_events(failed, replace(failed, base="MUN")) == ("Torokina and Munda stay destroyed.",)
    supplied = SupplyDetermined(to=ALL, ground=(), naval=(), bases=(), used=())
    assert of_events(supplied) == ("Everything is in supply.",)
    assert of_events(Tf36Declined(to=ALL)) == ("TF-36 is not committed.",)


def test_who_has_the_initiative_is_told_with_who_acts_first_ashore() -> None:
    rolled = InitiativeRolled(to=ALL, side=ALLIED, modifiers=FrozenMap(), drm=0)
    ashore = GroundInitiativeRolled(to=ALL, score=score(), first=ALLIED)
    assert of_events(rolled, ashore) == (
        "The Allied player has the initiative and acts first ashore.",
    )
    assert of_events(rolled, replace(ashore, first=JAPANESE)) == (
        "The Allied player has the initiative; the Japanese player acts first ashore.",
    )


def test_what_one_sides_recon_finds_is_told_in_one_breath() -> None:
    found = CountsTold(to=ALL, owner=JAPANESE, base="RAB", fighters=2, bombers=4)
    also = replace(found, base="KAV", fighters=1, bombers=1)
    assert of_events(found, also) == (
        "Allied recon finds 2 fighters and 4 bombers at Rabaul and 1 fighter and 1 bomber at"
        " Kavieng.",
    )


def test_who_takes_a_place_does_not_march_there_beside_it() -> None:
    marched = Marched(
        to=ALL, side=JAPANESE, units=("51D-66",), origin="0705", hex="0706", disrupted=(),
        attacking=False,
    )  # fmt: skip
    taken = ControlPassed(
        to=ALL, hex="0706", side=JAPANESE, how="ground", bases=("WAU",), removed=(), supplies=0
    )
    theirs = replace(taken, side=ALLIED, hex="1404", bases=("TOR",))
    assert of_events(marched, taken, theirs) == ("Japan takes Wau; the Allies take Torokina.",)


def test_troops_that_come_by_sea_are_told_before_where_tf36_is_and_what_strikes_did() -> None:
    cargo = FrozenMap({"US-T3": ("43-103", "RDR-1")})
    to_vila = replace(sailed(ALLIED, "US-T3", "US-CLT1"), path=("1707", "1506"), cargo=cargo)
    escort = replace(sailed(ALLIED, "TF36-BB", "TF36-CA"), path=("1808", "1506"))
    more = replace(to_vila, path=("1806", "1706"), cargo=FrozenMap({"US-CLT1": ("RDR-4",)}))
    struck = [
        (raid(mission, hex_), bombs(mission, ship, Harm(disrupts=True)), shaken(ship, JAPANESE))
        for mission, hex_, ship in (
            ("t1m5", "1405", "IJN-CLT1"), ("t1m6", "1203", "IJN-CLT2"), ("t1m7", "1404", "MARU1"),
        )
    ]  # fmt: skip
    arrived = Tf36Arrived(to=ALL, hex="1808", units=FrozenMap())
    events = (arrived, to_vila, more, escort, *(event for one in struck for event in one))
    few = CARTWHEEL.headline(
        tuple(Happening(turn=1, step="4.4", event=one) for one in events), None, CHARTS, most=3
    )
    assert " ".join(few) == (
        "TF-36 appears, 1 VP for Japan. 4 Allied ships come to Vila/Barakoma with 43-103 and RDR-1"
        " aboard; 2 Allied ships come to Santa Isabel with RDR-4 aboard; the Allied strike on"
        " Buin/Kahili disrupts IJN-CLT1."
    )


def test_cargo_is_told_as_it_was_when_its_ships_came_but_what_they_landed() -> None:
    cargo = FrozenMap({"MARU1": ("51D-115", "supply", "supply"), "MARU2": ("SNLF-S5", "supply")})
    came = replace(sailed(JAPANESE, "MARU1", "MARU2"), cargo=cargo)
    said = "2 Japanese ships come to Choiseul with 51D-115, SNLF-S5 and 3 supply units aboard."
    assert of_events(came) == (said,)
    ashore = Landed(
        to=ALL, side=JAPANESE, ship="MARU1", hex="1505", units=("51D-115",), supply=2,
        attacking=False,
    )  # fmt: skip
    assert of_events(came, ashore)[0] == (
        "2 Japanese ships come to Choiseul with SNLF-S5 and 1 supply unit aboard; Japanese 51D-115"
        " and 2 supply units come ashore at Choiseul."
    )
    away = BrokeOff(
        to=ALL, mission="t1m1", side=JAPANESE, hex="1505", cargo=cargo, stay=(),
        ships=FrozenMap({"MARU1": "1405", "MARU2": "1405"}),
    )  # fmt: skip
    assert of_events(away) == (
        "The Japanese ships break off at Choiseul, for Buin/Kahili with 51D-115, SNLF-S5 and 3"
        " supply units aboard.",
    )


def test_troops_that_die_where_they_land_are_named_once() -> None:
    ashore = Landed(
        to=ALL, side=ALLIED, ship="US-T4", hex="1706", units=("RDR-4",), supply=0, attacking=True
    )
    dead = replace(hit("RDR-4", ALLIED, 0), kind="ground")
    assert of_events(ashore, dead) == ("The Allies lose RDR-4.",)


def test_steps_in_a_battle_that_decide_are_told_before_troops_that_come_and_who_breaks_off() -> (
    None
):
    """A step of a battleship gives 2 1/2 VP, more than most of what is gone for good."""
    over = BattleOver(to=ALL, mission="t1m1", hex="1505", held=ALLIED)
    away = BrokeOff(
        to=ALL, mission="t1m1", side=JAPANESE, hex="1505", stay=(),
        ships=FrozenMap({"IJN-BB1": "1405", "IJN-CA1": "1405"}),
    )  # fmt: skip
    battle = (guns(), hit("TF36-BB", ALLIED, 1), hit("IJN-BB1", JAPANESE, 1), away, over)
    troops = [
        replace(
            sailed(side, "US-T3", "US-T4"), path=("1806", hex_),
            cargo=FrozenMap({"US-T3": ("37-129", "37-145"), "US-T4": ("37-148", "supply")}),
        )
        for side in (ALLIED, JAPANESE)
        for hex_ in ("1606", "1605", "1206", "1203")
    ]  # fmt: skip
    said = " ".join(of_events(*troops, *battle))
    assert "the battle at Choiseul costs Allied TF36-BB and Japanese IJN-BB1 a step each" in said
    assert "break off" not in said
    light = (guns(), hit("IJN-CLT1", JAPANESE, 1), over)
    assert "the battle" not in " ".join(of_events(*troops, *light))


def test_a_turn_that_begins_is_told_however_much_was_done_and_its_event_before_what_led_to_it(
    loaded: dict[str, int],
) -> None:
    loaded |= {"5.1 event": 4}
    game = play("bougainville", loaded).until(ALLIED, "5.3").game
    begun = TurnBegan(to=ALL, turn=game.now)
    ports = ("1506", "1606", "1706", "1806", "1807", "1206", "0905", "0806")
    moved = [replace(sailed(ALLIED, "US-T3"), path=("1505", port)) for port in ports]
    convoy = RandomEvent(
        to=ALL, roll=Roll(label="5.1 event", dice=(4,), sides=10), row="convoy", side="", again=(),
        works=True,
    )  # fmt: skip
    told = tuple(Happening(turn=game.now, step="5.1", event=one) for one in (*moved, begun, convoy))
    said = " ".join(CARTWHEEL.headline(told, game, CHARTS))
    assert "October II 1943 begins." in said
    assert "a convoy fills Japan's replacement pool" in said.replace("A convoy", "a convoy")


def test_h12_2_whom_ships_have_brought_home_is_told_behind_lost_steps_and_landings() -> None:
    ports = ("1506", "1606", "1706", "1806", "1807", "1206", "0905", "0806")
    home = [
        Unloaded(to=ALL, side=ALLIED, ship="US-T3", place=port, units=(f"37-12{n}",), supply=0)
        for n, port in enumerate(ports)
    ]
    landed = Landed(
        to=ALL, side=ALLIED, ship="US-T3", hex="1404", units=("43-103",), supply=0, attacking=False
    )
    said = " ".join(of_events(*home, landed, stated("A6M-201")))
    assert "Allied 43-103 comes ashore at Torokina" in said
    assert "A6M-201 loses a step" in said
