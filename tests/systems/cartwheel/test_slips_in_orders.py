"""What a player misspells in the orders of a turn is told where it stands, with what he meant."""

from pathlib import Path

import pytest

from tests.simulator import World
from tests.systems.cartwheel.frontdoor import checked, played, written

PATH = 'type = "naval-mission"\nships = ["MARU1"]\npurpose = "transport"\npath = [{}]'
STRIKE = """type = "air-mission"
kind = "strike"
hex = "Dobodura"
band = "medium"
strikers = ["G4M-705", "KI21-14"]
mode = "regular"
target = "{}"
"""


@pytest.fixture
def begun(tmp_path: Path) -> World:
    """Nothing is ordered yet."""
    return played(tmp_path)


@pytest.fixture
def flying(tmp_path: Path) -> World:
    """The Japanese player is to fly and sail."""
    return played(tmp_path, (), ())


def test_a_base_is_suggested_by_its_printed_name(
    begun: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(
        begun, capsys, 'type = "redistribute"\nunits = { KI21-14 = "Gasmatta", A6M-251 = "RAB" }'
    )
    assert "KI21-14 cannot base at 'Gasmatta'" in said
    assert "hint: did you mean Gasmata? it can at:" in said


def test_names_of_bases_are_read_as_bases_whatever_else_is_wrong_with_the_units(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The Russell Islands are a base and its hex; as hexes they left no more faults, and won."""
    made = played(tmp_path, (), scenario="bougainville")
    assert made.next_seat == "allied"
    units = 'P39-67 = "Russell Islands", SBD-132 = "mun", B24-372 = "Russell Islands"'
    said = checked(made, capsys, f'type = "redistribute"\nunits = {{ {units} }}')
    why = "B24-372 cannot base at 'RUS' (Russell Islands): units of its type do not base there"
    assert why in said
    assert "hint: it can at: AUS" in said
    assert "'1707'" not in said
    assert "SBD-132 cannot base" not in said
    alone = 'type = "redistribute"\nunits = { B24-372 = "Russell Islands" }'
    assert why in checked(made, capsys, alone)


@pytest.mark.parametrize("ships", ["MARU1", "MARU9"])
def test_a_place_of_a_path_is_suggested_by_its_printed_name(
    ships: str, flying: World, capsys: pytest.CaptureFixture[str]
) -> None:
    path = '"Rabaul", "Open Bay", "Gasmata", "Arawe", "Finschafen"'
    said = checked(flying, capsys, PATH.format(path).replace("MARU1", ships))
    assert "there is no hex or box 'Finschafen'" in said
    assert "hint: did you mean Finschhafen?" in said
    assert "no way leads there" not in said


def test_a_path_is_read_by_its_names_whatever_is_wrong_with_the_way(
    flying: World, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two faults of the way were more than one at its start, and hid them."""
    said = checked(flying, capsys, PATH.format('"Rabaul", "Finschhafen", "Gasmata"'))
    assert "must begin" not in said
    assert "no ship goes from 1203 (Rabaul) to 0805 (Finschhafen)" in said


def test_a_path_that_begins_elsewhere_is_told_so_by_name_with_all_that_is_misspelt(
    flying: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(flying, capsys, PATH.format('"Open Bay", "Gasmata", "Finschafen"'))
    assert "the path must begin where the ships are, at 1203 (Rabaul)" in said
    assert "there is no hex or box 'Finschafen'" in said


@pytest.mark.parametrize("target", ["base:Dobodura", "base: dobodura", "ground:Dobodura"])
def test_a_target_is_read_by_its_printed_name(
    target: str, flying: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(flying, capsys, STRIKE.format(target), legal=True)
    assert "G4M-705 (Betty, regular) and KI21-14 (Sally, regular) against" in said


def test_a_target_that_is_not_there_is_told_once_with_what_was_meant(
    flying: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(flying, capsys, STRIKE.format("base:Dobadura"))
    assert said.count("error") == 1
    assert "key 'target': 'base:Dobadura' is no target in 0806 (Dobodura)" in said
    assert "hint: did you mean base:DOB? targets there: base:DOB, ground:0806" in said


def test_what_has_flown_is_told_so_once_and_other_fighters_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    strike = {"type": "air-mission", "kind": "sweep", "hex": "0806", "band": "high"}
    made = played(tmp_path, (), (), ({**strike, "escorts": ["KI43-24a"]},), ())
    while made.next_seat != "japanese":
        written(made)
    said = checked(made, capsys, STRIKE.format("base:DOB") + 'escorts = ["KI43-24a", "KI48-45"]')
    assert said.count("KI43-24a is in the Flown half") == 1
    assert "KI43-24a cannot fly so" not in said
    assert "KI48-45 cannot fly so" in said
    assert "ready are: A6M-" in said
    assert "G4M-705," not in said.split("ready are:")[1]


def test_an_attack_of_another_band_is_told_with_the_band(
    flying: World, capsys: pytest.CaptureFixture[str]
) -> None:
    low = STRIKE.format("base:DOB").replace('"medium"', '"low"')
    said = checked(flying, capsys, low)
    assert "G4M-705 flies no regular attack on an airbase, low" in said


def test_units_in_a_list_are_told_how_a_table_of_them_begins(
    begun: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(begun, capsys, 'type = "redistribute"\nunits = ["KI21-14"]')
    assert "must be a table" in said
    assert "hint: write it as { KI21-14 = … }: each name with what it has" in said


def test_the_11th_is_told_once_where_it_may_not_stand(
    begun: World, capsys: pytest.CaptureFixture[str]
) -> None:
    order = 'type = "commit-11th"\ncommit = true\nbases = { A6M-ZO = "Lae", DIN-11 = "Lae" }'
    said = checked(begun, capsys, order)
    assert "A6M-ZO cannot be placed at" in said
    assert "has no room" not in said


@pytest.mark.parametrize("wait", ['"true"', "1"])
def test_a_word_in_quotes_for_true_is_told_and_nothing_that_follows_from_it(
    wait: str, begun: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(begun, capsys, f'type = "recon"\nwait = {wait}')
    assert "key 'wait': must be true or false" in said
    assert said.count("error: ") == 1


BOMBARDMENT = """type = "naval-mission"
ships = ["IJN-CLT1"]
purpose = "bombard"
path = ["1203", "1104", "1004", "0905", "0806"]
"""


def test_h10_7_a_bombardment_is_told_how_its_target_is_written(
    flying: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(flying, capsys, BOMBARDMENT)
    assert "key 'target': it is not said what is bombarded" in said
    assert "targets there: base:DOB, ground" in said
    said = checked(flying, capsys, f'{BOMBARDMENT}target = "ground:0806"')
    assert "hint: did you mean ground? targets there: base:DOB, ground" in said


def test_h9_6_a_strike_at_the_ground_is_told_the_hex_to_name_with_it(
    flying: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(flying, capsys, STRIKE.format("ground"))
    assert "hint: did you mean ground:0806? targets there:" in said


def test_h10_3_a_path_that_comes_back_is_told_how_a_path_is_written(
    flying: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(flying, capsys, PATH.format('"1203", "0805", "1203"'))
    assert "no ship goes from 1203 (Rabaul) to 0805 (Finschhafen)" in said
    assert "name the hexes one after another, each next to the one before" in said
    assert "Speed 0" not in said


def test_h8_5_missions_that_await_a_reply_are_told_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    strike = {
        "type": "air-mission", "kind": "strike", "hex": "0806", "band": "medium",
        "strikers": ["KI21-14"], "mode": "regular", "target": "base:DOB",
    }  # fmt: skip
    made = played(tmp_path, (), ({"type": "asked", "hexes": ["0806"]},), (strike,))
    assert made.next_seat == "allied"
    said = checked(made, capsys, 'type = "reply"\nmission = "Dobodura"')
    assert "hint: answer t1m1, the Japanese strike on Dobodura" in said
    checked(made, capsys, 'type = "reply"\nmission = "T1M1"', legal=True)
    for typed, told in (
        ("T1M1", "The Japanese strike on Dobodura (t1m1), medium: 1 striker [H9.1.3]"),
        ("H1", "h1: strike of 3-8, 3-8 escorts [H8.9.2]"),
    ):
        assert made.players["allied"].run("show", typed) == 0
        assert told in capsys.readouterr().out


@pytest.mark.parametrize(
    "places",
    ['bases = { A6M-ZO = "Lae" }', 'bases = { DIN-11 = "Lae" }', 'ports = { A6M-ZO = "Lae" }'],
)
def test_an_11th_that_is_refused_is_told_once_whatever_builds_on_it(
    places: str, begun: World, capsys: pytest.CaptureFixture[str]
) -> None:
    order = f'type = "commit-11th"\ncommit = true\n{places}'
    said = checked(begun, capsys, order, 'type = "recon"\nunit = "DIN-11"\nhex = "1203"')
    assert said.count("error") == 1
    assert "order 1, key" in said


@pytest.mark.parametrize("named", ["0705", "RAB"])
def test_h8_5_a_unit_of_a_reply_is_told_once_that_it_is_not_where_it_is_said_to_be(
    named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it cannot do from there says nothing of it."""
    strike = {
        "type": "air-mission", "kind": "strike", "hex": "0806", "band": "medium",
        "strikers": ["KI21-14"], "mode": "regular", "target": "base:DOB",
    }  # fmt: skip
    made = played(tmp_path, (), ({"type": "asked", "hexes": ["0806"]},), (strike,))
    order = f'type = "reply"\nmission = "t1m1"\ninterceptors = {{ P38-9 = "{named}" }}'
    said = checked(made, capsys, order)
    assert said.count("error: ") == 1
    assert f"P38-9 is not at '{named}'" in said
    assert "hint: it is at " in said
