"""`pbem scenario show`: what everybody wants to know before he joins."""

from pathlib import Path

import pytest

from pbem.cli import run
from pbem.game.begin import usual_seats
from pbem.keys import PrivateKey
from pbem.store.shelf import scenario_named, scenarios

RULED = ("midway", "cartwheel", "pto")
ALL = {one.name: one.system for one in scenarios()}


@pytest.mark.parametrize("name", ALL)
def test_a_scenario_is_named_as_it_is_typed(name: str) -> None:
    assert scenario_named(name).name == name


@pytest.mark.parametrize("name", [name for name, system in ALL.items() if system in RULED])
def test_a_scenario_tells_length_mails_forces_points_and_levels(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["scenario", "show", name]) == 0
    said = capsys.readouterr().out
    assert f"begin with: pbem new {name} DIR" in said
    for title in ("Terms", "Victory points", "Levels of victory"):
        assert f"\n{title}\n" in said
    assert "\nmails " in said


@pytest.mark.parametrize("name", [name for name, system in ALL.items() if system in RULED])
def test_a_new_game_tells_of_its_mails_what_its_scenario_s_page_does(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["keys", "new", "anna"]) == 0
    own, other = usual_seats(scenario_named(name))
    card = f"{other}={PrivateKey.generate().public.line}"
    capsys.readouterr()
    assert run(["new", name, str(tmp_path / "game"), "--as", own, "--seat", card]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    word, _, mails = last.partition(": ")
    assert word == "mails"
    run(["scenario", "show", name])
    assert f" mails {mails.removesuffix(' [MB3]')}" in " ".join(capsys.readouterr().out.split())


def test_every_ship_squadron_and_division_of_a_scenario_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run(["scenario", "show", "pto/midway"])
    said = " ".join(capsys.readouterr().out.split())
    for words in (
        "Kido Butai: Akagi, Kaga, Soryu, Hiryu",
        "25th Div 4-2",
        "VMSB 241",
        "1 Gato boat",
    ):
        assert words in said
    run(["scenario", "show", "midway-0700"])
    said = " ".join(capsys.readouterr().out.split())
    for words in ("Kaga-TB2 3 SP", "Akagi-F 5 SP (on CAP)", "VT-6 4 SP", "2 a turn, 26 at most"):
        assert words in said


@pytest.mark.parametrize(
    ("seats", "options", "mails"),
    [
        (("japanese", "american"), {}, "2 a turn, 26 at most"),
        (("japanese", "tf-16", "tf-17"), {}, "3 a turn, 39 at most"),
        (("japanese", "american"), {"pace": "phase"}, "up to 10 a turn, 120 at most"),
        (("japanese", "tf-16", "tf-17"), {"pace": "phase"}, "up to 15 a turn, 180 at most"),
    ],
)
def test_mb4_a_new_game_tells_the_mails_of_its_own_seats_and_pace(
    seats: tuple[str, ...],
    options: dict[str, str],
    mails: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["keys", "new", "anna"]) == 0
    others = [
        word
        for one in seats[1:]
        for word in ("--seat", f"{one}={PrivateKey.generate().public.line}")
    ]
    chosen = [word for pair in options.items() for word in ("--option", "=".join(pair))]
    words = ["new", "midway-0700", str(tmp_path / "game"), "--as", seats[0], *others, *chosen]
    capsys.readouterr()
    assert run([*words, "--dry-run"]) == 0
    assert f"mails {mails} [MB3]" in " ".join(capsys.readouterr().out.split())
    assert run(words) == 0
    assert f"\nmails: {mails} [MB3]" in capsys.readouterr().out
