"""Orders name airbases and hexes as they are printed; the file keeps ids and numbers."""

from pathlib import Path

import pytest

from pbem.systems.cartwheel.own.entries import drawn
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.orders_operations import Answers
from tests.simulator import Player, World
from tests.systems.cartwheel.files import world
from tests.systems.cartwheel.frontdoor import checked, played, written
from tests.systems.cartwheel.tabletop import CHARTS


@pytest.fixture
def player(tmp_path: Path) -> Player:
    return world(tmp_path, "bougainville").players["japanese"]


def draft(player: Player, *orders: str) -> str:
    path = player.folder / "mine.toml"
    path.write_text("".join(f"[[order]]\n{order}\n" for order in orders))
    return str(path)


def test_a_name_is_a_base_where_a_base_stands_and_its_hex_where_a_hex_does(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = draft(
        player,
        'type = "redistribute"\nunits = { a6m-201 = "Kavieng" }',
        'type = "build"\nbase = "mj1"\nhex = "Open Bay"',
        'type = "evacuate"\nbase = "Buin"\nto = ["rabaul", "Buka"]',
    )
    assert player.run("check", mine) == 0, capsys.readouterr().err
    said = capsys.readouterr().out
    assert "The game begins with A6M-201 (Zero) at Kavieng [H17.0]." in said
    assert "If Buin/Kahili falls, its units fly to Rabaul, else to Buka [H6.6.5]" in said
    assert player.run("send", "--yes", mine) == 0, capsys.readouterr().err
    (sent,) = (player.folder / "outbox").glob("0002-*")
    assert 'hex = "1104"' in sent.read_text()


def test_a_base_and_its_hex_have_a_name_that_is_the_code_of_the_base_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lae is LAE, and stands in 0705."""
    player = world(tmp_path, "campaign").players["japanese"]
    mine = draft(player, 'type = "build"\nbase = "MJ1"\nhex = "Lae"')
    assert player.run("check", mine) == 0, capsys.readouterr().err
    assert "0705 (Lae)" in capsys.readouterr().out


def test_a_name_that_fits_nothing_is_refused_as_before(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = draft(player, 'type = "build"\nbase = "MJ1"\nhex = "Nowhere"')
    assert player.run("check", mine) == 1
    assert "'Nowhere'" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["redistribute", "evacuate"])
def test_explain_lists_a_row_for_each_unit_or_base_with_all_that_it_may_have(
    kind: str, player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    assert player.run("orders", "--explain", kind) == 0
    said = capsys.readouterr().out
    listed = said[said.index("Legal here and now") :].splitlines()
    begun = [line.split()[0] for line in listed[4:] if line and not line.startswith(" ")]
    assert len(begun) == len(set(begun))
    assert 10 < len(begun) < 40


def added(player: Player, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """What `orders --add` says of an order, in one line."""
    status = player.run("orders", "--add", *words)
    said = capsys.readouterr()
    return status, " ".join((said.err if status else said.out).split())


def test_the_code_of_a_base_is_its_hex_where_a_hex_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = world(tmp_path, "bismarck-sea").players["japanese"]
    status, said = added(player, capsys, "recon", "unit=DIN-6", "hex=PM")
    assert status == 0, said
    assert "0707 (Port Moresby)" in said


def test_hints_to_a_new_order_say_nothing_twice_and_speak_of_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = world(tmp_path, "bismarck-sea").players["japanese"]
    _, said = added(player, capsys, "recon", "unit=DIN-7", "hex=0707")
    assert said.endswith("hint: did you mean DIN-6?")
    _, said = added(player, capsys, "recon", "unit=DIN-6", "hex=Lea")
    assert "hint: did you mean LAE?" in said
    _, said = added(player, capsys, "ace", "unit=A6M-201")
    assert "take it out" not in said
    assert "nothing was added" in said


def test_explain_names_the_places_of_hexes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = world(tmp_path, "bismarck-sea").players["japanese"]
    assert player.run("orders", "--explain", "recon") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "0706, Port Moresby (0707), 0708" in said.replace("Wau (0706)", "0706")
    assert 'hex: "0707" (Port Moresby); base: - or "PM"' in said


# --- each key by its own kind of names -----------------------------------------------------------


@pytest.fixture(scope="module")
def sailing(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Operation Toenails when the Allied player is to fly and sail."""
    return _sailing(tmp_path_factory.mktemp("toenails"), "toenails", "allied")


@pytest.fixture(scope="module")
def sailing_to_lae(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The Bismarck Sea when the Japanese player is to fly and sail."""
    return _sailing(tmp_path_factory.mktemp("bismarck"), "bismarck-sea", "japanese")


def _sailing(place: Path, scenario: str, seat: str) -> World:
    """A scenario when a player is to fly and sail."""
    made = played(place, scenario=scenario)
    while made.next_seat != seat or "4.4" not in str(_covers(made)):
        written(made)
    return made


def _covers(made: World) -> tuple[str, ...]:
    with made.players[made.next_seat].session() as session:
        return session.view().decision.covers


@pytest.mark.parametrize("path", ['"Tulagi", "Munda"', '"1806", "Munda"', '"1806", "MUN"'])
@pytest.mark.parametrize("ship", ["US-CA1", "US-CA9"])
def test_names_of_a_path_are_hexes_whatever_is_wrong_with_the_way(
    path: str, ship: str, sailing: World, capsys: pytest.CaptureFixture[str]
) -> None:
    order = f'type = "naval-mission"\nships = ["{ship}"]\npath = [{path}]'
    said = checked(sailing, capsys, f'{order}\npurpose = "bombard"\ntarget = "ground"')
    assert "no ship goes from 1806 (Tulagi) to 1606 (Munda)" in said
    assert "there is no hex" not in said
    assert "targets there: none" not in said
    if ship == "US-CA1":
        assert "a way is: 1806 1706 1606 (Speed 2)" in said


@pytest.mark.parametrize(
    ("clauses", "where", "bases"),
    [
        ('{ hexes = ["Guadalcanal"], bases = ["Guadalcanal"], most = 3 }', "1807 (Guadalcanal)",
         "Guadalcanal"),
        ('{ hexes = ["Guadalcanal"], bases = ["Russell Islands"], most = 3 }',
         "1807 (Guadalcanal)", "Russell Islands"),
        ('{ hexes = ["Munda"], most = 3 }, { bases = ["Guadalcanal"] }', "1606 (Munda)", "bases"),
        ('{ hexes = ["Guadalcanal"], most = 3 }', "1807 (Guadalcanal)", "bases"),
        ('{ hexes = ["1807"], bases = ["gua"], most = 3 }', "1807 (Guadalcanal)", "Guadalcanal"),
    ],
)  # fmt: skip
def test_h8_9_4_a_clause_reads_names_as_hexes_and_as_bases_each_in_its_key(
    clauses: str, where: str, bases: str, sailing: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(sailing, capsys, f'type = "answers"\nclauses = [{clauses}]', legal=True)
    assert f"Clause 1, every raid on {where}: at most 3 interceptors from {bases} within" in said


def test_h8_9_4_a_clause_is_sealed_with_hexes(sailing: World) -> None:
    clause = Clause(hexes=("GUA",), bases=("GUA",))
    with sailing.players["allied"].session() as session:
        view = session.view()
    drawn_ = drawn(view, view.private, (Answers(clauses=(clause,)),), CHARTS)
    assert drawn_.policy == (Clause(hexes=("1807",), bases=("GUA",)),)


def test_h8_9_4_classes_are_read_without_regard_to_case(
    sailing: World, capsys: pytest.CaptureFixture[str]
) -> None:
    order = 'type = "answers"\nclauses = [{ classes = ["H1"], most = 2 }]'
    said = checked(sailing, capsys, order, legal=True)
    assert "Clause 1, strikes of 3-8 with 3-8 escorts on every hex" in said


@pytest.mark.parametrize(
    ("to", "why"),
    [
        ("GUA", "F4U-124 stands there already"),
        ("Guadalcanal", "F4U-124 stands there already"),
        ("Munda", "F4U-124 cannot base at 'Munda'"),
        ("MUN", "F4U-124 cannot base at 'MUN'"),
    ],
)
def test_a_base_that_is_refused_is_called_as_it_was_written(
    to: str, why: str, sailing: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(sailing, capsys, f'type = "stage"\nunit = "F4U-124"\nto = "{to}"')
    assert why in said
    sweep = 'type = "air-mission"\nkind = "sweep"\nband = "high"\nhex = "1606"'
    if "already" not in why:
        flown = f'{sweep}\nescorts = ["F4U-124"]\nreturns = {{ F4U-124 = "{to}" }}'
        said = checked(sailing, capsys, flown)
        assert f"F4U-124 cannot land at '{to}'" in said


def test_h9_1_a_sweep_with_strikers_is_told_to_leave_the_key_out(
    sailing: World, capsys: pytest.CaptureFixture[str]
) -> None:
    sweep = 'type = "air-mission"\nkind = "sweep"\nband = "high"\nhex = "1606"'
    said = checked(sailing, capsys, f'{sweep}\nescorts = ["F4U-124"]\nstrikers = ["F4U-213"]')
    assert said.count("error: ") == 1
    assert "key 'strikers': a sweep takes no strikers [H9.1] pbem: hint: leave the key out" in said
    said = checked(sailing, capsys, sweep)
    assert "key 'escorts': a sweep without fighters is none" in said
    assert "_count" not in said


def test_a_strafing_fighter_is_told_what_it_can_strafe(
    sailing: World, capsys: pytest.CaptureFixture[str]
) -> None:
    strike = 'type = "air-mission"\nkind = "strike"\nband = "low"\nhex = "1606"'
    order = f'{strike}\nstrikers = ["F4U-124"]\nmode = "strafe"\ntarget = "port:1606"'
    said = checked(sailing, capsys, order)
    assert "F4U-124 attacks an airbase or troops alone, by: strafe (low)" in said


def test_a_number_in_quotes_is_told_to_be_written_without_them(
    sailing: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(sailing, capsys, 'type = "pass"\ntimes = "2"')
    assert "key 'times': must be one of: 1, 2" in said
    assert "hint: without quotes: 2" in said


def test_a_base_that_cannot_be_meant_is_told_by_its_name_and_not_by_its_hex(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = draft(player, 'type = "redistribute"\nunits = { A6M-201 = "GUA" }')
    assert player.run("check", mine) == 1
    assert "A6M-201 cannot base at 'GUA' (Guadalcanal)" in capsys.readouterr().err


def test_an_order_of_a_later_phase_is_told_so_and_not_how_it_is_written(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    assert player.run("check", draft(player, 'type = "raid"\nbases = "GUA"')) == 1
    said = capsys.readouterr().err
    assert "order 1: 'raid' is not asked for in this file [H11.7]" in said
    assert "it is asked for in: Ground operations; this file asks for: " in said
    assert "key" not in said


@pytest.mark.parametrize("target", ["base:dob", "dob", "DOB", "Dobodura"])
@pytest.mark.parametrize("hex_", ["DOB", "dobodura", "0806"])
def test_h9_6_a_base_or_a_ship_alone_is_a_target(
    target: str, hex_: str, sailing_to_lae: World, capsys: pytest.CaptureFixture[str]
) -> None:
    strike = 'type = "air-mission"\nkind = "strike"\nband = "medium"\nmode = "regular"'
    order = f'{strike}\nhex = "{hex_}"\nstrikers = ["KI21-14"]\ntarget = "{target}"'
    said = checked(sailing_to_lae, capsys, order, legal=True)
    assert "Strike on 0806 (Dobodura), medium: KI21-14 (Sally, regular) against Dobodura" in said
    order = f'{strike}\nhex = "1007"\nstrikers = ["G4M of the 705th"]\ntarget = "anf-ca1"'
    said = checked(sailing_to_lae, capsys, order, legal=True)
    assert "G4M-705 (Betty, regular) against ANF-CA1" in said


def test_what_is_no_target_is_not_told_as_meant(
    sailing: World, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ships are no targets of a bombardment, however well they are named [H10.7]."""
    order = (
        'type = "naval-mission"\nships = ["US-CA1"]\npath = ["1707", "1606"]\n'
        'purpose = "bombard"\ntarget = "naval:IJN-CA1"\n'
    )
    said = checked(sailing, capsys, order)
    assert "is no target in the last hex of the path" in said
    assert "did you mean" not in said


def test_an_order_written_as_a_key_is_told_to_be_one_of_its_own(
    sailing: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = checked(sailing, capsys, 'type = "answers"\nclauses = []\nasked = ["1203"]\n')
    assert "'asked' is an order of its own: give it beside this one" in said
