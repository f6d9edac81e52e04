"""Airdrops [H11.6, H13.4]: paratroops that take a hex at once, supply units that may get lost."""

from typing import Any

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_air import Dropped, FlakFired, UnitHit
from pbem.systems.cartwheel.table.events_charts import BaseLost, MissionOver
from pbem.systems.cartwheel.table.events_turn import ControlPassed
from pbem.systems.cartwheel.table.orders_operations import AirMission
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.airfield import LOW, aloft, flown, met, raid, transport
from tests.systems.cartwheel.disclosed import of_check, pages
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS, ashore, board, flying, told

__all__ = ["loaded"]

JUMP = raid("0805", LOW, transport("C47-6", "PIR-503"), kind="airdrop")
SUPPLY = raid("0706", LOW, transport("C47-6", "supply"), kind="airdrop")


def waiting() -> Game:
    """The parachute regiment at Port Moresby, and of the Japanese air units but two."""
    game = ashore(board(), "0707", "PIR-503")
    japanese = [unit for unit in game.air.values() if unit.side == JAPANESE]
    game = game.with_air(replace(unit, arrived=False) for unit in japanese)
    return flying(game, JAPANESE, "A6M-201", "KI43-24a")


@pytest.mark.parametrize(("die", "disrupted"), [(2, True), (3, False)])
def test_h11_6_paratroops_take_an_empty_hex_and_its_base(die: int, disrupted: bool) -> None:
    dice = {
        "9.9 aa t1m1 C47-6": 1,
        "11.6 drop t1m1": die,
        "6.6.5 evacuate FIN #1": 5,
        "6.6.5 evacuate FIN #2": 5,
    }
    game, events = flown(waiting(), JUMP, dice)
    unit = game.troops["PIR-503"]
    assert (unit.at, unit.disrupted, unit.dropped) == ("0805", disrupted, 1)
    assert game.bases["FIN"].owner == ALLIED
    assert told(events, ControlPassed)[0].how == "drop"
    assert told(events, BaseLost)[0].how == "captured"
    assert isinstance(events[-1], MissionOver)


def test_h11_6_where_the_enemy_stands_nothing_is_captured_yet() -> None:
    game = ashore(waiting(), "0805", "GAR-FIN")
    dice = {"9.9 aa t1m1 C47-6": 1, "11.6 drop t1m1": 10}
    game, events = flown(game, JUMP, dice)
    assert game.troops["PIR-503"].at == "0805"
    assert game.control["0805"] == JAPANESE
    assert not told(events, ControlPassed)


def test_h9_9_1_the_best_working_base_of_the_hex_fires_at_transports() -> None:
    """Of Lae and Nadzab only Lae works; where no base does, nobody fires."""
    game = ashore(waiting(), "0705", "GAR-LAE")
    lae = replace(JUMP, hex="0705")
    _, events = flown(game, lae, {"9.9 aa t1m1 C47-6": 5, "11.6 drop t1m1": 5})
    assert [(e.target, e.score.total) for e in told(events, FlakFired)] == [("base:LAE", 9)]
    silent = game.with_base(replace(game.bases["LAE"], status="destroyed"))
    _, events = flown(silent, lae, {"11.6 drop t1m1": 5})
    assert not told(events, FlakFired)


def test_h11_6_a_disrupted_transport_brings_its_paratroops_back() -> None:
    game, events = flown(waiting(), JUMP, {"9.9 aa t1m1 C47-6": 7})
    assert game.troops["PIR-503"].at == "0707"
    assert not told(events, Dropped)
    assert game.points(JAPANESE) == 0


def test_h11_6_a_transport_shot_down_takes_its_paratroops_with_it() -> None:
    game, events = flown(waiting(), JUMP, {"9.9 aa t1m1 C47-6": 9})
    assert game.air["C47-6"].steps == 0
    assert (game.troops["PIR-503"].steps, game.troops["PIR-503"].at) == (0, "")
    assert [(hit.unit, hit.lost) for hit in told(events, UnitHit)] == [("PIR-503", 2)]
    assert game.points(JAPANESE) == 3


def test_h11_6_shot_down_in_the_air_they_are_lost_as_well() -> None:
    raid_ = met(JUMP, aloft("A6M-201", "RAB"))
    game, events = flown(waiting(), raid_, {"9.7 fire t1m1 r1 A6M-201>C47-6": 6})
    assert game.troops["PIR-503"].steps == 0
    assert not told(events, FlakFired)


# --- supply --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "lying"), [(7, {"allied/0706": 1}), (8, {})])
def test_h13_4_supply_is_found_on_7_or_less(die: int, lying: dict[str, int]) -> None:
    game = ashore(waiting(), "0706", "3D-15")
    game, events = flown(game, SUPPLY, {"13.4 supply t1m1 C47-6": die})
    assert game.supplies == FrozenMap(lying)
    assert told(events, Dropped)[0].effect == ("" if lying else "lost")


def test_h13_4_nobody_to_find_it_or_no_room_for_a_third() -> None:
    game, events = flown(waiting(), SUPPLY, {})
    assert told(events, Dropped)[0].rolls == ()
    assert game.supplies == FrozenMap()
    full = replace(ashore(waiting(), "0706", "3D-15"), supplies=FrozenMap({"allied/0706": 2}))
    game, events = flown(full, SUPPLY, {})
    assert told(events, Dropped)[0].effect == "lost"
    assert game.supplies == FrozenMap({"allied/0706": 2})


def test_h11_6_paratroops_jump_first_and_find_the_supply() -> None:
    game = ashore(waiting(), "0805", "GAR-FIN")
    both = raid(
        "0805", LOW, transport("C47-22", "supply"), transport("C47-6", "PIR-503"), kind="airdrop"
    )
    dice = {
        "9.9 aa t1m1 C47-22": 1,
        "9.9 aa t1m1 C47-6": 1,
        "11.6 drop t1m1": 10,
        "13.4 supply t1m1 C47-22": 1,
    }
    game, events = flown(game, both, dice)
    assert [drop.cargo for drop in told(events, Dropped)] == ["PIR-503", "supply"]
    assert game.supplies == FrozenMap({"allied/0805": 1})


# --- where they go aboard ------------------------------------------------------------------------


def jump(cargo: str = "PIR-503") -> AirMission:
    """An airdrop over Lae, or of supply over Wau, by the C-47 at Port Moresby."""
    return AirMission(
        kind="airdrop", hex="0705" if cargo == "PIR-503" else "0706", band="low",
        transports=("C47-6",), cargo=FrozenMap({"C47-6": cargo}),
    )  # fmt: skip


def standing_at(hex_: str, faces: dict[str, int], *empty: str) -> Play:
    """The Allied first opportunity of the campaign, with PIR-503 in a hex from the start.

    No ground units are in those hexes that are `empty`.
    """

    def change(table: dict[str, Any]) -> None:
        table["ground"] |= {hex_: [] for hex_ in empty}
        table["forts"] = [fort for fort in table["forts"] if fort not in empty]
        table["ground"].setdefault(hex_, []).append("PIR-503")
        for row in table["reinforcements"]:
            row["units"] = [unit for unit in row["units"] if unit != "PIR-503"]

    return play("campaign", faces | {"5.1 event": 7, "7.5 missions": 9}, change).until(
        ALLIED, "4.4"
    )


def test_h11_6_paratroops_go_aboard_at_the_base_where_they_stand(loaded: dict[str, int]) -> None:
    """Port Moresby, not Dobodura, from which the C-47 does not fly, nor a hex without a base."""
    game = standing_at("0806", loaded)
    (problem,) = game.refused(jump())
    assert (problem.rule, problem.what) == (
        "H11.6", "C47-6 stands at Port Moresby, and PIR-503 goes aboard in 0806 (Dobodura)"
    )  # fmt: skip
    assert game.rules(jump("supply")) == []
    assert {*standing_at("0807", loaded).rules(jump())} == {"H11.6"}
    assert standing_at("0707", loaded).rules(jump()) == []


@pytest.mark.parametrize(
    ("hex_", "said"),
    [
        ("0705", "comes down among"),
        ("0904", "takes the hex at once, if it is still empty of enemy troops"),
        ("0806", "comes down on ground of your own"),
    ],
)
def test_h11_6_it_is_told_before_what_comes_of_a_jump(
    loaded: dict[str, int], hex_: str, said: str
) -> None:
    game = standing_at("0707", loaded)
    assert CARTWHEEL.foretell is not None
    words = CARTWHEEL.foretell(game.match.view(), (replace(jump(), hex=hex_),), CHARTS).ordered
    foes = " 51D-102, 51D-115, 51D-66, GAR-LAE and SNLF-S5, and must attack in 4.5 unless disrupted"
    assert words[2] == f"PIR-503 {said}{foes if hex_ == '0705' else ''} [H11.6]."


def test_h11_6_the_form_shows_a_jump_onto_an_empty_airbase(loaded: dict[str, int]) -> None:
    game = standing_at("0707", loaded, "0705")
    examples = [
        order
        for section in sections(game.match.view(), CHARTS)
        for order in section.examples
        if isinstance(order, AirMission) and order.kind == "airdrop"
    ]
    assert examples == [jump()]


def test_h9_5_a_reply_to_an_airdrop_speaks_of_paratroops(loaded: dict[str, int]) -> None:
    game = standing_at("0707", loaded)
    game.file(replace(jump(), hex="0503"))
    (reply,) = [one for one in sections(game.match.view(), CHARTS) if one.rule == "H8.5"]
    (leaving,) = [line for line in reply.choices if line.startswith("May evade")]
    assert leaving.startswith("May evade, so that no paratroops find them on the ground: KI61-68a")
    assert reply.choices[-1] == (
        "If nothing is ordered: nobody takes off, and paratroops find what is on the ground there"
        " [6.6.5]."
    )


@pytest.mark.parametrize(("hex_", "where"), [("0706", "0706 (Wau)"), ("0605", "0605")])
def test_h11_6_why_nobody_jumps_into_mountains(
    loaded: dict[str, int], hex_: str, where: str
) -> None:
    (problem,) = standing_at("0707", loaded).refused(replace(jump(), hex=hex_))
    assert problem.what == f"PIR-503 cannot jump into {where}"
    assert problem.hint == (
        "it jumps onto land that is no mountain, from a working airbase, if not disrupted"
    )


def test_h17_0_a_drop_on_no_hex_at_all_is_refused(loaded: dict[str, int]) -> None:
    (problem,) = standing_at("0707", loaded).refused(replace(jump(), hex="Lae"))
    assert (problem.where, problem.what) == ("order 1, key 'hex'", "'Lae' is no hex in play")


def test_h13_4_supply_is_dropped_in_mountains_and_paratroops_are_not(
    loaded: dict[str, int],
) -> None:
    """To the Australians at Wau; what bars mountains is the rule of parachute drops [H11.6]."""
    loaded |= {"13.4 supply t1m1 C47-6": 7}
    game = standing_at("0707", loaded)
    assert game.rules(replace(jump(), hex="0706")) == ["H11.6"]
    assert game.rules(replace(jump("supply"), hex="0701")) == ["H11.6"], "sea"
    game.file(jump("supply")).file().file()
    assert [(e.cargo, e.hex, e.effect) for e in game.events(Dropped)] == [("supply", "0706", "")]
    assert game.game.supplies["allied/0706"] == 1
    assert "Transports: C47-6 with supply." in game.report()


def test_7_h11_6_the_audit_looks_from_where_paratroops_were_flown(loaded: dict[str, int]) -> None:
    game = standing_at("0707", loaded).file(jump())
    (page,) = (p for p in pages(game.match) if jump().hex in str(p.file.orders))
    assert page.judged() == []
    moved = replace(page.file, found=ashore(page.file.found, "0806", "PIR-503"))
    found = of_check(replace(page, file=moved).judged(), 7)
    assert [(one.subject, one.rule) for one in found] == [("C47-6", "H11.6")]
