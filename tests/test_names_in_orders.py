"""Names in orders are taken as they are printed, in any case; the file on the wire keeps ids."""

from pathlib import Path

import pytest

from pbem.engine.names import as_ids, by_name
from tests.simulator import Player, World, begin


@pytest.fixture
def player(tmp_path: Path) -> Player:
    world: World = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    return world.players["japanese"]


def draft(player: Player, *orders: str) -> str:
    path = player.folder / "mine.toml"
    path.write_text("".join(f"[[order]]\n{order}\n" for order in orders))
    return str(path)


def test_a_carrier_by_its_name_and_a_squadron_in_small_letters_are_signed_as_ids(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = draft(player, 'type = "plan"\ncarrier = "HIRYU"\ndeck = ["hiryu-db"]')
    assert player.run("send", "--yes", mine) == 0, capsys.readouterr().err
    (sent,) = (player.folder / "outbox").glob("0002-*")
    text = sent.read_text()
    assert 'carrier = "hiryu"' in text
    assert 'deck = ["Hiryu-DB"]' in text


def test_a_box_is_taken_by_its_printed_name(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = draft(player, 'type = "move"\nsquadrons = ["akagi-f"]\nto = "Waiting to Land"')
    assert player.run("check", mine) == 0, capsys.readouterr().err
    assert "Akagi-F 5 SP leaves CAP for Waiting to Land [M3.4]" in capsys.readouterr().out


def test_names_beside_one_that_nobody_bears_are_taken_and_that_one_alone_is_refused(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = draft(player, 'type = "plan"\ncarrier = "Akagi"\ndeck = ["akagi-tb", "akagi-xx"]')
    assert player.run("check", mine) == 1
    said = capsys.readouterr().err
    assert "akagi-xx is not aboard that carrier" in said
    assert "akagi-tb is not" not in said


def test_an_id_comes_before_a_name_and_what_several_things_bear_is_read_as_each() -> None:
    first, second = by_name({"a": "B", "b": "Beta", "x-1": "Twin", "x-2": "Twin"})
    value = {"BETA": ["B", "twin", "X-1", 5], "A": True}
    assert as_ids(value, first) == {"b": ["b", "x-1", "x-1", 5], "a": True}
    assert as_ids(value, second) == {"b": ["b", "x-2", "x-1", 5], "a": True}


def test_a_name_behind_its_kind_is_read_and_other_words_are_left_as_they_are() -> None:
    ids = {"dobodura": "DOB", "dob": "DOB"}
    assert as_ids(["base:Dobodura", "base: dobodura", "Dobodura"], ids) == [
        "base:DOB", "base:DOB", "DOB",
    ]  # fmt: skip
    for words in ("attack: on Lae", "a: b", ":", "a:" * 20_000):
        assert as_ids(words, ids) == words


def test_hyphens_and_blanks_are_one_and_a_faulty_key_before_a_name_does_not_spoil_it(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = draft(
        player,
        'type = "plan"\ncarrier = "Hiriu"\ndeck = ["hiryu-db"]',
        'type = "land"\ncarrier = "Akagi"\n'
        'squadrons = ["Akagi DB", "hiryu_tb", "SoryuTB", "Kaga bombers"]',
    )
    assert player.run("check", mine) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert said.count("error: ") == 2
    assert "Hiriu is no carrier of yours" in said
    assert "Kaga bombers does not wait to land" in said


def test_a_second_plan_for_a_printed_carrier_is_refused_as_the_second(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = 'type = "plan"\ncarrier = "Soryu"\ndeck = ["Soryu-DB"]'
    assert player.run("check", draft(player, plan, plan)) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert "Soryu is ordered twice" in said
    assert "no carrier of yours" not in said


@pytest.mark.parametrize(
    ("order", "read"),
    [
        (
            'type = "losses"\nsteps = ["5th Div", "18th Div", "Guards Div"]',
            "5th Div (jp-5th-div), then 18th Div (jp-18th-div), then Guards Div",
        ),
        (
            'type = "submarines"\naim = ["lexington", "STP", "CV"]',
            "aim at Lexington (lexington), then STP",
        ),
        (
            'type = "air-strike"\nships = { Pennsylvania = 2, "West Virginia" = 2, DD = 1 }',
            "Pennsylvania (pennsylvania), the next 2 by id at West Virginia (west-virginia), the"
            " next by id at DD",
        ),
    ],
)
def test_a_name_that_several_bear_spoils_no_other_and_is_ones_own_where_own_are_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], order: str, read: str
) -> None:
    """Of two divisions the Japanese one; STP stays a type, though ships are called so [F.6.3]."""
    world = begin(tmp_path, "pto/pearl-harbor", ("japanese", "allied"))
    world.round()
    player = world.players["japanese"]
    assert player.run("check", draft(player, order)) == 0, capsys.readouterr().err
    said = " ".join(capsys.readouterr().out.split())
    assert read in said


def test_where_more_is_wrong_than_names_all_that_are_clear_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of two divisions, of which one is one's own, another fault is left, not a name [PH11.2]."""
    world = begin(tmp_path, "pto/pearl-harbor", ("japanese", "allied"))
    world.round()
    player = world.players["japanese"]
    aboard = 'load = ["5th Div", "Guards Div", "18th Div", "supply"]'
    order = f'type = "sail"\ntf = "jp-inc"\npath = ["SCS"]\n{aboard}'
    assert player.run("check", draft(player, order)) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert "1 supply marker cannot be had in Indochina-Siam (INC) [PH11.2]" in said
    assert "is no ground unit" not in said


def test_units_are_taken_as_they_are_spoken_of() -> None:
    (ids,) = by_name(
        {one: one for one in ("B24-319", "KI43-24a", "A6M-201", "Akagi-TB", "Akagi-F")}
    )
    for spoken in ("B-24s of the 319th", "the B-24 of the 319th", "B-24 319", "b24 319", "b24-319"):
        assert as_ids(spoken, ids) == "B24-319"
    assert as_ids("Ki-43s of the 24a", ids) == "KI43-24a"
    assert as_ids("A6Ms of the 201st", ids) == "A6M-201"
    assert as_ids(["Akagi TB", "Hiryu's fighters"], ids) == ["Akagi-TB", "Hiryu's fighters"]
    assert as_ids(["Akagi's torpedo bombers", "Akagi’s fighters"], ids) == ["Akagi-TB", "Akagi-F"]
    assert as_ids("B-24s of the 320th", ids) == "B-24s of the 320th"


def test_a_plan_takes_squadrons_as_they_are_spoken_of(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = draft(player, 'type = "plan"\ncarrier = "Hiryu"\ndeck = ["Hiryu\'s dive bombers"]')
    assert player.run("send", "--yes", mine) == 0, capsys.readouterr().err
    (sent,) = (player.folder / "outbox").glob("0002-*")
    assert 'deck = ["Hiryu-DB"]' in sent.read_text()
