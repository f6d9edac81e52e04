"""Whole games of Pacific Theater between real folders: verified, restored, with four seats."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

import pbem.cli
from pbem.engine.ledger import is_over
from pbem.engine.orders import encode_order
from pbem.game.advance import save
from pbem.game.write import closing
from pbem.scan import scan
from pbem.systems.pto.table.state import MODIFICATIONS, Game
from pbem.turnfile import read
from tests.simulator import Player, World, begin
from tests.systems.pto.randomplay import player as by_chance
from tests.systems.pto.selfplay import TWO
from tests.systems.pto.started import NAMES

FOUR = ("japanese", "us", "uk-ne", "cn-au")
MOST_FILES = 200


def game_of(player: Player) -> Game:
    with player.session() as session:
        game: Game = session.fold.table.game
        return game


def ended(
    place: Path, scenario: str, seats: tuple[str, ...], options: Mapping[str, str] | None = None
) -> World:
    """A scenario played by bots until nobody owes anything."""
    made = begin(place, f"pto/{scenario}", seats, options)
    assert made.play(MOST_FILES) < MOST_FILES
    return made


def assert_proved(made: World, capsys: pytest.CaptureFixture[str]) -> None:
    """Everybody has the same game, and each folder proves it from the first file on."""
    games = [game_of(player) for player in made.players.values()]
    assert games[0].ending is not None
    assert all(game == games[0] for game in games)
    for player in made.players.values():
        assert player.run("verify") == 0
        said = capsys.readouterr().out
        assert f"{len(made.mail)} files: every signature, link and seed holds" in said
        assert "every order judged again, every digest agrees" in said


def assert_restored(player: Player) -> None:
    """Chain and key give the same folder, byte for byte (protocol 8)."""
    with player.session() as session:
        save(session)
    before = player.files()
    for path in player.folder.iterdir():
        if path.name != "chain":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    with player.at_home():
        assert pbem.cli.run(["restore", str(player.folder), "--up-to-date"]) == 0
    after = player.files()
    differ = {n for n in before.keys() | after.keys() if before.get(n) != after.get(n)}
    assert differ <= {"cache/status.json"}


@pytest.mark.slow
@pytest.mark.parametrize("scenario", NAMES)
def test_bots_play_a_scenario_through_files(
    scenario: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = ended(tmp_path, scenario, TWO)
    assert_proved(made, capsys)
    sealed = [part.id for raw in made.mail for part in read(scan(raw)).sealed]
    opened = [part.id for raw in made.mail for part in read(scan(raw)).open]
    assert any(id_.startswith("standing/") for id_ in sealed)
    assert any(id_.startswith("bid/") for id_ in opened) == (scenario != "midway")
    for player in made.players.values() if scenario != "pearl-harbor" else ():
        assert_restored(player)


@pytest.mark.slow
def test_four_players_through_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """PH15.2: bids alone are sealed where a side has partners (F.1)."""
    made = ended(tmp_path, "leyte", FOUR)
    assert_proved(made, capsys)
    sealed = {part.id.partition("/")[0] for raw in made.mail for part in read(scan(raw)).sealed}
    assert sealed == {"bid"}
    assert_restored(made.players["uk-ne"])


def test_standing_orders_may_be_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F.1: with sealed_standing=false they are in force as soon as their file has come."""
    made = begin(tmp_path, "pto/midway", TWO, {"sealed_standing": "false"})
    made.mail.append(made.players["allied"].send({"type": "search", "when": "never"}))
    made.deliver(made.mail[-1], "allied")
    for player in made.players.values():
        assert game_of(player).standing["allied"].search[""].when == "never"
    made.play(MOST_FILES)
    assert not [part for raw in made.mail for part in read(scan(raw)).sealed]
    assert_proved(made, capsys)


def test_sealed_standing_orders_are_not_in_the_file(tmp_path: Path) -> None:
    made = begin(tmp_path, "pto/midway", TWO)
    made.mail.append(made.players["allied"].send({"type": "search", "when": "never"}))
    made.deliver(made.mail[-1], "allied")
    file = read(scan(made.mail[-1]))
    assert [order["type"] for order in file.order] == ["sealed"]
    assert b"search" not in made.mail[-1]
    for player in made.players.values():
        assert not game_of(player).standing["allied"].search


def test_the_genesis_fixes_the_modifications(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both read in it which are off, and the situation shows them."""
    options = {**dict.fromkeys(MODIFICATIONS[:3], "off"), "D4": "on"}
    made = begin(tmp_path, "pto/midway", TWO, options)
    genesis = read(scan(made.mail[0])).genesis
    assert genesis is not None
    assert genesis.options["off"] == ["D1", "D2", "D3"]
    for player in made.players.values():
        assert game_of(player).terms.off == ("D1", "D2", "D3")
        assert player.run("show") == 0
        said = capsys.readouterr().out
        assert any("Modifications off" in one and "D1, D2, D3" in one for one in said.splitlines())


def test_a_game_by_chance_through_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is legal for its author is legal for the reader, sealed or not."""
    made = begin(tmp_path, "pto/midway", TWO)
    chance = by_chance(7)
    while author := made.next_seat:
        assert len(made.mail) < MOST_FILES
        one = made.players[author]
        with one.session() as session:
            if is_over(session.final().fold, session.rules):
                orders = closing(session, "").orders
            else:
                orders = tuple(encode_order(order) for order in chance(session.view()))
        made.mail.append(one.send(*orders))
        made.deliver(made.mail[-1], author)
    assert_proved(made, capsys)


def test_status_counts_the_season_s_mails_with_the_month_s(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The season before a month is of the same turn, and so are its files [P0.2]."""
    made = begin(tmp_path, "pto/leyte", TWO)
    for _ in range(3):
        made.round()
    assert made.players["allied"].run("status") == 0
    assert "e-mails so far in Autumn and October 1944" in capsys.readouterr().out
