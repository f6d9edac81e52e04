"""What players agree to: every option with both its sides, before anything is signed."""

from pathlib import Path

import pytest

from pbem.cli import run
from pbem.engine.options import WITNESS, Option, words_for
from pbem.engine.steps import Seat, Setup
from pbem.store.shelf import load_rules, rule_titles, scenario_named
from pbem.systems import OURS, find_system
from tests.simulator import begin
from tests.terminal import seen
from tests.test_heap import mail

OPTIONS = [(name, option) for name in OURS for option in find_system(name).options]

GAMES = [
    ("midway-0700", ("cardiv-1", "cardiv-2", "american"), {"pace": "phase"}),
    ("midway-0700", ("japanese", "american"), {"pace": "phase", "sealed_planning": "true"}),
    ("campaign", ("japanese", "us"), {"side.us": "allied"}),
    ("pearl-harbor", ("japanese", "allied"), {"D3": "off", "D8": "off"}),
    ("pearl-harbor", ("tokyo", "us-cn", "uk-ne-au"), {"nations.tokyo": "JP"}),
    ("table", ("red", "blue"), {"game": "Go", "phases": "one,two"}),
]


def test_there_are_options_of_every_game() -> None:
    assert {name for name, _ in OPTIONS} == set(OURS)
    assert len(OPTIONS) > 25


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=[f"{n} {o.word}" for n, o in OPTIONS])
def test_an_option_has_a_title_and_both_sides(name: str, option: Option) -> None:
    assert option.title or rule_titles(name)[option.rule]
    for side in (option.does, option.without):
        assert len(side.split()) > 2
        assert not side.endswith(".")
    assert option.does != option.without
    assert len(option.values) in (0, 2)
    assert bool(option.values) == (option.usual in option.values)


@pytest.mark.parametrize(("scenario", "seats", "words"), GAMES)
def test_what_an_organiser_said_can_be_told_again(
    scenario: str, seats: tuple[str, ...], words: dict[str, str]
) -> None:
    """The words that a genesis is told in make the same genesis, and each is one of an option."""
    found = scenario_named(scenario)
    system = load_rules(found.system).system
    prepared = system.prepare(found.table, seats, words)
    bearers = tuple(
        Seat(name=name, side=side, holder="", email="", key="")
        for name, side in prepared.sides.items()
    )
    setup = Setup(scenario=found.table, seats=bearers, options=prepared.options)
    told = system.as_words(setup)
    assert words.items() <= told.items()
    assert system.prepare(found.table, seats, told) == prepared
    known = {word for option in system.options for word in words_for(option, seats)}
    assert set(told) == known - {WITNESS.word} - ({"game", "phases"} - set(told))


@pytest.mark.parametrize("word", [f"D{number}" for number in range(1, 17)])
def test_a_modification_tells_both_sides_on_the_page_of_its_rule(
    word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", "show", word, "--system", "pto"]) == 0
    said = capsys.readouterr().out
    assert f"As an option ({word})" in said
    assert "\nwith it: " in said
    assert "\nwithout it: " in said


def joined(
    tmp_path: Path,
    answers: str,
    *words: str,
    place: tuple[str, ...] = ("again",),
    seat: tuple[str, ...] = ("--as", "american"),
) -> tuple[str, Path]:
    """What a terminal is told by a join, and the folder that it may have made."""
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    (tmp_path / "genesis.pbem").write_bytes(world.mail[0])
    bob, folder = world.players["american"], tmp_path / "again"
    (bob.folder / "seat.toml").unlink()
    for line in (bob.home / "journal").rglob("*"):
        if line.is_file():
            line.unlink()
    said = seen(
        80, tmp_path, "join", "genesis.pbem", *place, *seat, *words,
        answers=answers, env={"PBEM_HOME": str(bob.home), "NO_COLOR": "1"},
    )  # fmt: skip
    return "\n".join(said), folder


def test_who_does_not_agree_has_signed_nothing(tmp_path: Path) -> None:
    said, folder = joined(tmp_path, "n\n")
    assert said.index("Pace (pace=turn): each seat writes") < said.index("Sign it?")
    assert said.endswith("nothing is signed")
    assert not folder.exists()


def test_who_agrees_joins(tmp_path: Path) -> None:
    said, folder = joined(tmp_path, "y\n")
    assert "Sign it? It cannot be taken back." in said
    assert (folder / "outbox" / "0001-american.pbem").exists()


def test_whose_key_is_that_of_one_seat_need_not_name_it(tmp_path: Path) -> None:
    said, folder = joined(tmp_path, "y\n", seat=())
    assert "Sign it? It cannot be taken back." in said
    assert (folder / "outbox" / "0001-american.pbem").exists()


def test_the_folder_of_a_game_for_which_none_is_named_is_called_as_its_scenario(
    tmp_path: Path,
) -> None:
    said, _ = joined(tmp_path, "y\n", place=())
    assert "wrote midway-0700/mail/" in said
    assert (tmp_path / "midway-0700" / "outbox" / "0001-american.pbem").exists()


def test_who_has_the_key_of_no_seat_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    (tmp_path / "genesis.pbem").write_bytes(world.mail[0])
    anna = world.players["japanese"]
    with anna.at_home():
        assert run(["join", str(tmp_path / "genesis.pbem"), str(tmp_path / "again")]) == 1
    assert "the private key of no seat of this game is on this machine" in capsys.readouterr().err
    assert not (tmp_path / "again").exists()


def test_who_said_yes_before_is_shown_the_terms_and_not_asked(tmp_path: Path) -> None:
    said, folder = joined(tmp_path, "", "--yes")
    assert "Sealed planning (sealed_planning=false)" in said
    assert "Sign it?" not in said
    assert (folder / "outbox" / "0001-american.pbem").exists()


def test_a_trial_signs_nothing_and_makes_nothing(tmp_path: Path) -> None:
    said, folder = joined(tmp_path, "y\n", "--dry-run")
    assert "Sign it?" not in said
    assert said.endswith("nothing is signed")
    assert not folder.exists()


def test_what_the_organiser_writes_to_the_others_stands_behind_his_terms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"), joined=False)
    anna, bob = world.players["japanese"], world.players["american"]
    with bob.at_home():
        assert run(["keys", "card", "-o", str(tmp_path / "bob.card")]) == 0
    made = tmp_path / "made"
    with anna.at_home():
        cards = ("--as", "japanese", "--seat", f"american={tmp_path / 'bob.card'}")
        said = ("--message", "Good luck, Bob!", "--yes")
        assert run(["new", "midway-0700", str(made), *cards, *said]) == 0
    capsys.readouterr()
    (mailed,) = (made / "mail").iterdir()
    with bob.at_home():
        assert run(["join", str(mailed), str(tmp_path / "again"), "--dry-run"]) == 0
    words = capsys.readouterr().out
    assert (
        words.index("Who plays") < words.index("Pace (pace=turn)") < words.index("Good luck, Bob!")
    )


def test_a_genesis_is_joined_from_the_mail_that_it_came_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"), joined=False)
    saved = tmp_path / "Fwd_ battle.eml"
    saved.write_bytes(mail(attached=(world.mail[0],)))
    with world.players["american"].at_home():
        assert run(["join", str(saved), str(tmp_path / "again"), "--dry-run"]) == 0
    assert "Who plays" in capsys.readouterr().out
