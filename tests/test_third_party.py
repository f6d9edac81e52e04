"""A game system of another package is found, played and verified by the commands that all have.

`tests/toygame` is laid out like an installed package, with an entry point, charts and a scenario.
"""

import json
from pathlib import Path

import pytest

import pbem.cli
from pbem.systems import known_systems

SEATS = ("red", "blue")


class Players:
    """Two players at their command lines, each with his own configuration folder."""

    def __init__(
        self, place: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]
    ) -> None:
        self.place, self.patch, self.capture = place, patch, capture

    def pbem(self, seat: str, *words: str) -> str:
        """What the command prints; it must be done without a refusal."""
        self.patch.setenv("PBEM_HOME", str(self.place / f"{seat}-home"))
        status = pbem.cli.run(["-C", str(self.place / seat), *words])
        said = self.capture.readouterr()
        assert (status, said.err) == (0, ""), words
        return said.out

    def write(self, seat: str) -> None:
        """The seat's next file: its last one if the game is over, else the bot's orders."""
        form = str(self.place / f"{seat}.toml")
        if json.loads(self.pbem(seat, "status", "--json"))["over"]:
            self.pbem(seat, "end")
        else:
            self.pbem(seat, "orders", "--bot", "--force", "-o", form)
            self.pbem(seat, "send", form)

    def play(self, seats: tuple[str, str]) -> dict[str, object]:
        """File by file until nobody owes anything; gives the status at the end."""
        while True:
            status = json.loads(self.pbem(seats[0], "status", "--json"))
            seat = status["next"]
            if not seat:
                return dict(status)
            self.write(seat)
            other = seats[1 - seats.index(seat)]
            sent = json.loads(self.pbem(seat, "status", "--json"))["last"]
            self.pbem(other, "receive", str(self.place / seat / "outbox" / sent))


@pytest.fixture
def players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Players:
    made = Players(tmp_path, monkeypatch, capsys)
    for seat in SEATS:
        made.pbem(seat, "keys", "new", seat, "--email", f"{seat}@example.org")
        made.pbem(seat, "keys", "card", "-o", str(tmp_path / f"{seat}.card"))
        made.pbem(seat, "config", "answer", "never")
    return made


def test_a_system_of_another_package_is_found(players: Players) -> None:
    assert "duel" in known_systems()
    assert "pistols" in players.pbem("red", "scenario", "list")
    assert players.pbem("red", "scenario", "show", "duel/pistols").startswith("Duel: ")


@pytest.mark.parametrize("sealed", ["false", "true"])
def test_a_game_of_another_package_is_played_to_its_end(players: Players, sealed: str) -> None:
    place = players.place
    card, option = f"blue={place / 'blue.card'}", f"sealed={sealed}"
    words = ("--as", "red", "--seat", card, "--option", option)
    players.pbem("red", "new", "pistols", str(place / "red"), *words)
    genesis = str(place / "red" / "outbox" / "0000-red.pbem")
    players.pbem("blue", "join", genesis, str(place / "blue"), "--as", "blue")
    players.pbem("red", "receive", str(place / "blue" / "outbox" / "0001-blue.pbem"))

    end = players.play(("red", "blue"))

    assert end["over"] is True
    assert str(end["result"])
    checked = [json.loads(players.pbem(seat, "verify", "--json")) for seat in SEATS]
    assert checked[0] == checked[1]
    assert checked[0]["ok"] is True
    assert checked[0]["rolls"] >= 6
    assert "[T1.2]" in players.pbem("blue", "replay")
