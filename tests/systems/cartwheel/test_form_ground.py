"""The ways by land that the form tells of are those that may be marched [H11.2, H11.6, H14.5]."""

from typing import Any

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.table.orders_ground import Attack, March
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.orders_turn import GeneralRegroup
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.test_golden_rufe import paratroops
from tests.systems.cartwheel.test_golden_sea import CALM

__all__ = ["loaded"]


def told(game: Play, hex_: str) -> list[str]:
    """What the form of the next file says of units in a hex that may march or attack."""
    found = sections(game.match.view(), CHARTS)
    lines = [line for one in found if one.rule == "H11.2" for line in one.choices]
    return [line for line in lines if line.startswith(f"{hex_} ")]


def test_h11_6_who_has_dropped_this_turn_is_no_marcher(loaded: dict[str, int]) -> None:
    """PIR-503 takes Saidor, where there is nobody to fight [CR46]."""
    drop = AirMission(
        kind="airdrop", hex="0704", band="medium", transports=("C47-6",),
        cargo=FrozenMap({"C47-6": "PIR-503"}),
    )  # fmt: skip
    loaded |= CALM | {"9.9 aa t1m1 C47-6": 1, "11.6 drop t1m1": 9}
    game = play("campaign", loaded, paratroops).until(ALLIED, "4.4").file(drop)
    game.file(Reply(mission="t1m1")).until(ALLIED, "4.5")
    assert (game.game.troops["PIR-503"].at, game.game.control["0704"]) == ("0704", ALLIED)
    assert not game.game.troops["PIR-503"].disrupted
    assert game.rules(March(units=("PIR-503",), to="0705")) == ["H11.6", "H11.2"]
    assert told(game, "0704") == []


def at_buna(table: dict[str, Any]) -> None:
    """51D-66 stands in Buna, among Allied troops."""
    for units in table["ground"].values():
        if "51D-66" in units:
            units.remove("51D-66")
    table["ground"]["0806"].append("51D-66")


def test_h11_2_from_among_enemies_only_ways_to_a_safe_hex_are_told(
    loaded: dict[str, int],
) -> None:
    game = play("campaign", loaded | CALM, at_buna).until(JAPANESE, "4.5")
    (said,) = told(game, "0806")
    assert "By land to: 0805 (Finschhafen). Enemies there: 41-162, GAR-DOB;" in said
    assert game.rules(March(units=("51D-66",), to="0805")) == []
    for barred in ("0706", "0807"):
        assert "H11.2" in game.rules(March(units=("51D-66",), to=barred))


def test_h11_4_2_a_fortification_is_told_to_the_side_that_attacks_it_alone(
    loaded: dict[str, int],
) -> None:
    """The Japanese build them, and theirs shelters no Allied unit that has come in."""
    for seat, sheltered in ((JAPANESE, False), (ALLIED, True)):
        game = play("campaign", loaded | CALM, fortified).until(seat, "4.5")
        (said,) = told(game, "0806")
        assert ("in a Fortification" in said) == sheltered


def fortified(table: dict[str, Any]) -> None:
    """A Fortification of theirs in Buna, where both sides are."""
    at_buna(table)
    table["forts"] = [*table.get("forts", ()), "0806"]


WAU = ("3D-15", "3D-17")


def test_h14_5_no_way_into_an_attack_is_told_in_a_general_regroup(
    loaded: dict[str, int],
) -> None:
    game = play("campaign", loaded | CALM).until(ALLIED, "7.1")
    game.file(GeneralRegroup(declare=True)).until(ALLIED, "4.5")
    assert game.game.now == 2
    assert game.rules(March(units=WAU, to="0805"), Attack(hex="0805")) == ["H14.5"]
    (said,) = told(game, "0706")
    assert "By land to: 0605, 0707 (Port Moresby), 0806 (Dobodura)." in said
    assert "with enemies" not in said


def test_h11_4_a_hint_names_only_hexes_that_can_be_attacked(loaded: dict[str, int]) -> None:
    """Troops that are yet to come are in no hex."""
    game = play("campaign", loaded | CALM).until(ALLIED, "4.5")
    (problem,) = game.refused(Attack(hex="0605"))
    assert problem.hint.startswith("attack one of: 0")
