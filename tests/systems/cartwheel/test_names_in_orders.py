"""Orders name airbases and hexes as they are printed; the file keeps ids and numbers."""

from pathlib import Path

import pytest

from tests.simulator import Player
from tests.systems.cartwheel.files import world


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
    assert "The game begins with A6M-201 at Kavieng [H17.0]." in said
    assert "If Buin/Kahili falls, its units fly to Rabaul, else to Buka [H6.6.5]." in said
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
