"""What reports say of ships and ground units, word for word."""

import pytest

from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules.r11_ground import initiative
from pbem.systems.cartwheel.rules.r12_conclude import conclude
from pbem.systems.cartwheel.table import events_ground, events_sea
from pbem.systems.cartwheel.table.events_play import VoyageOrdered
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.orders_turn import Withdraw
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from pbem.systems.cartwheel.words.events import lines
from tests.systems.cartwheel.landsea import acted, changed, sailed, voyage
from tests.systems.cartwheel.tabletop import CHARTS, ScriptedDice, afloat, ashore, board

Spoken = list[tuple[str, str]]


def spoken(events: tuple[Event, ...]) -> Spoken:
    """The lines of events of ships and ground units, with their kinds."""
    found: Spoken = []
    for event in events:
        if isinstance(event, events_sea.EVENTS):
            found += [(line.kind, line.text) for line in lines(event, CHARTS)]
        if isinstance(event, events_ground.EVENTS):
            found += [(line.kind, line.text) for line in lines(event, CHARTS)]
    return found


def quiet() -> Game:
    return replace(board(turn=3), air=FrozenMap())


def test_h10_a_voyage_with_cargo_and_a_battle() -> None:
    game = ashore(afloat(quiet(), "1203", "IJN-CLT1", "MARU1"), "1203", "38D-228")
    game = changed(afloat(game, "1303", "US-CA1"), "US-CA1", break_off="round1", disrupted=True)
    game = changed(game, "US-CA1", at="1302")
    load = {"MARU1": ("38D-228", "supply", "supply")}
    path = "1203 1303 1302"
    order = voyage(JAPANESE, "IJN-CLT1 MARU1", path, purpose="transport", load=load)
    faces = {"10.4 fire t1m1 r1 IJN-CLT1": 6, "10.4 fire t1m1 r1 US-CA1": 4}
    _, events = sailed(game, replace(order, break_off="round1"), faces)
    assert spoken(events) == [
        ("fact", "MARU1 loads 38D-228 and 2 supply units [H10.3.1]."),
        (
            "fact",
            "IJN-CLT1 and MARU1 come to 1302 [H10.3].",
        ),
        ("note", "Enemy warships are there: the group stops [H10.3]."),
        ("fact", "Surface combat in 1302, round 1 [H10.4]."),
        (
            "roll",
            "10.4 fire t1m1 r1 IJN-CLT1: 6 + 4 AF - 4 DF + 1 torpedoes = 7, "
            "needs 7 or more: at US-CA1, disrupted",
        ),
        (
            "roll",
            "10.4 fire t1m1 r1 US-CA1: 4 + 4 AF - 3 DF - 2 firer disrupted = 3, "
            "needs 7 or more: "
            "at IJN-CLT1, no effect",
        ),
        (
            "fact",
            "The Japanese player breaks off: IJN-CLT1, MARU1 to 1303 [H10.4.3].",
        ),
        ("fact", "The Allied player remains in 1302 [H10.4.3]."),
    ]


def test_h10_7_bombardments() -> None:
    game = ashore(afloat(quiet(), "1706", "US-CA1"), "1606", "GAR-MUN")
    order = voyage(ALLIED, "US-CA1", "1706 1606", purpose="bombard", target="ground")
    _, events = sailed(game, order, {"10.7 bombard t1m1 US-CA1": 9})
    assert spoken(events)[1:] == [
        ("fact", "Bombardment of the troops at 1606 (Munda) [H10.7]."),
        (
            "roll",
            "10.7 bombard t1m1 US-CA1: 9 + 4 AF + 1 CF - 2 bombardment = 12, "
            "needs 10 or more: GAR-MUN disrupted",
        ),
    ]
    order = replace(order, target="base:MUN")
    _, events = sailed(game, order, {"10.7 bombard t1m1 US-CA1": 2})
    assert spoken(events)[1:] == [
        ("fact", "Bombardment of the airbase at Munda [H10.7]."),
        (
            "roll",
            "10.7 bombard t1m1 US-CA1: 2 + 4 AF - 2 bombardment = 4, needs 9 or more: no hits",
        ),
    ]


def test_h10_6_the_submarine() -> None:
    game = afloat(afloat(quiet(), "1908", "US-T1", "US-CLT1"), "", "SS1", steps=1)
    game = game.with_turn(replace(game.turn, submarine=True))
    order = voyage(JAPANESE, "SS1", "1908", target="US-T1")
    _, events = sailed(game, order, {"10.6 submarine": 10, "10.6 escort": 8})
    assert spoken(events) == [
        ("fact", "SS1 attacks US-T1 in 1908 (San Cristobal) [H10.6]."),
        (
            "roll",
            "10.6 submarine: 10 + 3 AF - 2 DF = 11, needs 7 or more: "
            "US-T1: 1 step lost, then disrupted",
        ),
        ("roll", "10.6 escort: 8, 8 or more sinks it: SS1 sunk [H10.6]."),
    ]


def test_h8_4_and_h12_2_orders_that_fail_and_ships_that_return() -> None:
    game = changed(afloat(quiet(), "1303", "MARU1"), "MARU1", cargo=("supply",))
    _, events = sailed(game, voyage(JAPANESE, "MARU1", "1203 1303"))
    assert spoken(events) == [
        (
            "note",
            "The mission of MARU1 cannot be carried out any more: a ship of it is lost, has sailed"
            " this turn, or is elsewhere [H10.1, H8.4].",
        )
    ]
    order = Withdraw(ships=("MARU1",), path=("1303", "1203"), unload=True)
    _, events = conclude(game, JAPANESE, (order, order), CHARTS)
    assert spoken(events) == [
        ("fact", "MARU1 returns from 1303 to 1203 (Rabaul) [H12.2]."),
        ("fact", "MARU1 unloads 1 supply unit at 1203 (Rabaul) [H12.2]."),
        (
            "note",
            "MARU1 cannot return as ordered: a ship of it is lost, has sailed this turn, or is"
            " elsewhere [H10.1].",
        ),
    ]


def test_h10_5_1_carriers_out_and_h10_4_3_no_way_out() -> None:
    out = events_sea.CarriersOut(to=ALL, ships=("IJN-CV1", "IJN-CVL1"))
    stay = events_sea.BrokeOff(
        to=ALL, mission="t1m1", side=ALLIED, hex="1302", ships=FrozenMap(), stay=("US-T1",)
    )
    over = events_sea.BattleOver(to=ALL, mission="t1m1", hex="1302", held="")
    assert spoken((out, stay, over)) == [
        ("fact", "IJN-CV1 and IJN-CVL1 are outside Truk: 1 VP for the Allies each [H10.5.1]."),
        ("note", "US-T1 finds no way out and stays [H10.4.3]."),
        ("fact", "The battle is over; neither side holds 1302 [H10.4.3]."),
    ]


# --- on land -------------------------------------------------------------------------------------


def test_h11_1_the_ground_initiative() -> None:
    _, events = initiative(quiet(), CHARTS, ScriptedDice({"11.1 ground initiative": 5}))
    assert spoken(events) == [
        (
            "roll",
            "11.1 ground initiative: 5 + 1 initiative = 6, needs 6 or more for the Allies: "
            "The Allied player acts first ashore when operations are over [H11.1]",
        ),
    ]


def test_h11_4_a_march_an_attack_and_a_retreat() -> None:
    units = ("7D-18", "7D-21", "7D-25", "3D-15")
    game = ashore(ashore(quiet(), "0704", *units), "0604", "20D-78", "GAR-MAD")
    game = replace(game, control=game.control.set("0704", ALLIED))
    orders = (March(units=units, to="0604"), Attack(hex="0604"))
    _, events = acted(game, ALLIED, *orders, faces={"11.4 attack 0604": 9})
    assert spoken(events) == [
        (
            "fact",
            "Allied 3D-15, 7D-18, 7D-21 and 7D-25 attack 0604 (Madang) from 0704 (Saidor) [H11.2].",
        ),
        (
            "fact",
            "Attack on 0604 (Madang): 3D-15, 7D-18, 7D-21 and 7D-25 against 20D-78 and GAR-MAD, "
            "16 to 6, column 2:1 [H11.4].",
        ),
        ("roll", "11.4 attack 0604: 9: attacker loses no steps, defender 1 step, and retreats"),
        ("loss", "Retreat, disrupted: 20D-78 to 0504 [H11.4.3]."),
        ("loss", "GAR-MAD stays and loses 1 more step [H11.4.3]."),
    ]


def test_h11_5_landings_mountains_and_what_cannot_be_done() -> None:
    game = ashore(afloat(quiet(), "1404", "US-T1"), "US-T1", "43-169")
    game = ashore(changed(game, "US-T1", cargo=("43-169", "supply")), "0806", "7D-18")
    orders = (
        Land(ship="US-T1", units=("43-169",), supply=1),
        March(units=("7D-18",), to="0706"),
        Attack(hex="0805"),
    )
    _, events = acted(game, ALLIED, *orders)
    assert spoken(events) == [
        (
            "note",
            "The Allied player's order 'attack' (0805) cannot be carried out: nobody is left to"
            " attack or to defend, or the odds are too low [H11.4].",
        ),
        ("fact", "US-T1 lands 43-169 and 1 supply unit at 1404 (Torokina) [H11.5]."),
        ("fact", "Allied 7D-18 marches from 0806 (Dobodura) to 0706 (Wau) [H11.2]."),
        ("loss", "The mountains disrupt 7D-18 on arrival [H2.5]."),
    ]


@pytest.mark.parametrize(
    ("die", "result"),
    [(1, "it fails: 1/2 VP for Japan"), (5, "no effect"), (8, "1 hit"),
     (10, "1 hit and a strike on the aircraft there")],
)  # fmt: skip
def test_h11_7_raids(die: int, result: str) -> None:
    faces = {"11.7 raid A": die, **({"9.10 ground raid-A LAE #1": 1} if die == 10 else {})}
    _, events = acted(ashore(quiet(), "0806", "7D-18"), ALLIED, Raid(base="LAE"), faces=faces)
    assert spoken(events) == [
        ("fact", "Commando raid on Lae [H11.7]."),
        ("roll", f"11.7 raid A: {die}: {result}"),
    ]


def test_h11_8_forts_come_and_go() -> None:
    game = ashore(quiet(), "1304", "GAR-BKA")
    game, events = acted(game, JAPANESE, Fortify(hex="1304"))
    assert spoken(events) == [("fact", "The Japanese player fortifies 1304 (Buka) [H11.8].")]
    fell = events_ground.FortsFell(to=ALL, hexes=("1304",))
    missed = events_ground.AttackMissed(to=ALL, side=ALLIED, hex="1304", cited="H11.4")
    assert spoken((fell, missed)) == [
        ("fact", "The Fortification of 1304 (Buka) falls: nobody is left to hold it [H11.8]."),
        (
            "note",
            "The Allied player makes no attack on 1304 (Buka): the odds are too low "
            "or nobody is left [H11.4].",
        ),
    ]


def test_no_words_for_events_of_other_parts() -> None:
    event = Event(to=ALL)
    with pytest.raises(TypeError, match="no words for Event"):
        lines(event, CHARTS)
    with pytest.raises(TypeError, match="no words for Event"):
        lines(event, CHARTS)


def test_a_bombardment_is_ordered_by_its_noun() -> None:
    order = VoyageOrdered(
        to=ALL, mission="t8m4", side=ALLIED, ships=("US-CA1",), path=("1806", "1505"),
        purpose="bombard", target="ground",
    )  # fmt: skip
    (line,) = lines(order, CHARTS)
    assert line.text == (
        "Allied bombardment of the troops (t8m4): US-CA1 from 1806 (Tulagi) to 1505 (Choiseul)"
        " [H10.1]."
    )
