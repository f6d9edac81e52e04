"""What a player reads of a turn of the Bismarck Sea: words before sending, form and status."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.simulator import World
from tests.systems.cartwheel.frontdoor import Table, checked, played, written
from tests.systems.cartwheel.loaded import steady

CONVOY: Table = {
    "type": "naval-mission",
    "ships": ["IJN-CLT1", "IJN-CLT2", "MARU1", "MARU2"],
    "path": ["1203", "1104", "1004", "0905", "0805"],
    "purpose": "transport",
}
SWEEP = 'type = "air-mission"\nkind = "sweep"\nhex = "{}"\nband = "high"\nescorts = ["P40-8"]'
OUT: Table = {"type": "pass", "rest": True}
Captured = pytest.CaptureFixture[str]


def of_next(made: World, capsys: Captured, *words: str) -> str:
    """What a command tells whoever writes next, in one line."""
    capsys.readouterr()
    assert made.players[made.next_seat].run(*words) == 0
    return " ".join(capsys.readouterr().out.replace("\n#", "\n").split())


def flying(place: Path, *japanese: dict[str, Any] | Table) -> World:
    """The Japanese run is over, with these orders in each of its files; the Allies are to act."""
    made = played(place, (), (), japanese)
    while made.next_seat != "allied" or not made.players["allied"].bot_orders():
        written(made)
    return made


def test_who_goes_up_is_told_with_the_classes_and_hexes_alike_together(
    tmp_path: Path, capsys: Captured
) -> None:
    policy = 'type = "answers"\nclauses = [ { classes = ["h0", "h1"], most = 4, keep = 0 } ]'
    said = checked(played(tmp_path), capsys, policy, legal=True)
    assert not re.search(r"\b(?:[lhw][01]|dd)\b", said)
    assert "Clause 1, strikes of 3-8 on every hex: at most 4 interceptors" in said
    assert "strikes of 1-2, sweeps and airdrops: nobody; strikes of 3-8: " in said
    assert said.count("nobody, whatever comes") == 1


def test_a_class_that_is_none_is_told_with_what_each_class_is(
    tmp_path: Path, capsys: Captured
) -> None:
    policy = 'type = "answers"\nclauses = [ { classes = ["sweep"], most = 0 } ]'
    said = checked(played(tmp_path), capsys, policy)
    assert "w0 sweep of 1-3; w1 sweep of 4-8; dd airdrop of 1-8" in said


def test_recon_that_learns_nothing_anyway_is_not_told_to_name_a_base(
    tmp_path: Path, capsys: Captured
) -> None:
    made = played(tmp_path)
    said = checked(made, capsys, 'type = "recon"\nunit = "DIN-6"\nhex = "0707"', legal=True)
    assert "counts no aircraft" not in said


def test_who_passes_out_has_no_mission_left(tmp_path: Path, capsys: Captured) -> None:
    made = played(tmp_path, (), ())
    said = checked(made, capsys, 'type = "pass"\nrest = true', legal=True)
    assert "Missions: 0 by this file, none after it, for you pass out; the Allied" in said
    written(made, OUT)
    assert "Missions left Allied 6, Japanese 0" in of_next(made, capsys, "show")


def test_ships_with_cargo_are_told_in_the_form_and_bombed_in_its_example(
    tmp_path: Path, capsys: Captured
) -> None:
    form = of_next(flying(tmp_path, CONVOY, {"type": "pass"}), capsys, "orders", "-o", "-")
    assert "Enemy ships: Finschhafen 4 in port (2 loaded)." in form
    assert "hexes away: " in form
    assert "naval:MARU1 (with 51D-115 and 2 supply units)" in form
    assert 'target = "naval:MARU1"' in form
    assert "Attack modes by band, with the types that fly them: " in form
    assert "skip (S)" in form


def test_a_side_without_transports_reads_of_no_airdrop_and_of_ships_that_have_sailed(
    tmp_path: Path, capsys: Captured
) -> None:
    with steady(1):  # the event is not that of the submarine
        made = played(tmp_path, (), (), (CONVOY,))
        while made.next_seat != "japanese":
            written(made)
        form = of_next(made, capsys, "orders", "-o", "-")
    assert "airdrop" not in form
    assert "Naval missions (every ship of yours has had its mission this turn)" in form


def test_a_raid_about_which_the_enemy_is_asked_costs_a_mail(
    tmp_path: Path, capsys: Captured
) -> None:
    asked = {"type": "asked", "hexes": ["0705"]}
    made = flying(tmp_path, asked, {"type": "pass"})
    assert "Wants to reply Japanese at Lae" in of_next(made, capsys, "show")
    wants = "goes where the enemy wants to reply"
    assert wants in checked(made, capsys, SWEEP.format("0705"), legal=True)
    assert wants not in checked(made, capsys, SWEEP.format("0805"), legal=True)


def test_a_clause_for_a_hex_about_which_one_is_asked_is_looked_at_twice(
    tmp_path: Path, capsys: Captured
) -> None:
    policy = 'type = "answers"\nclauses = [ { hexes = ["0705"], most = 4 } ]'
    said = checked(played(tmp_path), capsys, policy, 'type = "asked"\nhexes = ["Lae"]', legal=True)
    assert "You are asked about raids on 0705 (Lae): clause 1 does nothing there" in said
    made = played(tmp_path / "later", ({"type": "asked", "hexes": ["0705"]},), ())
    said = checked(made, capsys, policy, legal=True)
    assert "You are asked about raids on 0705 (Lae): clause 1 does nothing there" in said
    assert "does nothing" not in checked(made, capsys, 'type = "pass"', legal=True)


def test_what_a_ship_holds_is_told_where_it_is_looked_at(tmp_path: Path, capsys: Captured) -> None:
    made = played(tmp_path)
    assert "Speed 5, holds 4 steps or supply units" in of_next(made, capsys, "show", "MARU1")
    assert "Speed 5, holds 4 steps or supply units" in of_next(made, capsys, "range", "MARU1")
    assert "holds 1 step or supply unit [" in of_next(made, capsys, "range", "IJN-CLT1")


def test_a_sortie_past_no_enemy_ship_is_looked_at_twice(tmp_path: Path, capsys: Captured) -> None:
    sortie = 'type = "naval-mission"\nships = ["IJN-CLT1"]\npurpose = "sortie"\npath = [{}]'
    made = played(tmp_path, (), ())
    said = checked(made, capsys, sortie.format('"1203", "1104"'), legal=True)
    assert (
        "IJN-CLT1 seeks a fight on the way to 1104 (Open Bay), and no enemy ship is there" in said
    )


def test_who_replies_is_told_before_whom(tmp_path: Path, capsys: Captured) -> None:
    asked = {"type": "asked", "hexes": ["0705"]}
    made = flying(tmp_path, asked, {"type": "pass"})
    strike = {
        "type": "air-mission", "kind": "strike", "hex": "0705", "band": "high",
        "strikers": ["B17-63"], "mode": "precision", "target": "base:LAE",
    }  # fmt: skip
    written(made, strike)
    reply = 'type = "reply"\nmission = "t1m1"\ninterceptors = { KI43-24a = "Lae" }'
    said = checked(made, capsys, reply, legal=True)
    up = "KI43-24a (Oscar) from Lae tries to intercept the Allied strike on Lae (t1m1); they go"
    assert up in said
    assert (
        "Air: 1 tries to intercept; 6 other units of yours are ready for a mission [CR76]." in said
    )
    away = 'type = "reply"\nmission = "t1m1"\nevaders = { KI43-24a = "Lae" }'
    said = checked(made, capsys, away, legal=True)
    fled = "KI43-24a (Oscar) from Lae tries to get away before the bombs of the Allied strike"
    assert fled in said
    assert "Air: 1 tries to evade; 6 other units of yours are ready for a mission [CR76]." in said
