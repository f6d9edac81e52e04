"""Every command that the guide to the table shows is typed, and does what it says."""

import io
import re
import shlex
from pathlib import Path

import pytest

from pbem.engine.snapshot import thaw
from pbem.game import recover
from pbem.systems.table.orders import TYPES
from tests.pages import ROOT, blocks, environment, shell
from tests.simulator import Player, begin

GUIDE = ROOT / "docs" / "games" / "table.md"
SIGNS = {*TYPES, "resign", "refer", "ruling", "consent"}
"""Commands that add an order, or sign a file, and tell it first with --dry-run."""
MORE = {
    ("ruling",): ("Once only.",),
    ("phase",): ("combat",),
    ("send",): ("--empty", "--dry-run"),
    ("turn",): ("--dry-run",),
    ("orders",): ("--full", "-o", "-"),
}
"""What else is typed where the guide only names a command."""
ELSEWHERE = {"keys", "join", "disclose", "restore"}
"""Commands before a game, behind it, and for a folder that is lost; other tests type these."""


def shown() -> list[tuple[str, ...]]:
    """Every command that stands in the text, as its words."""
    typed = re.findall(r"`pbem ([^`]+)`", GUIDE.read_text(encoding="utf-8"))
    found = [tuple(shlex.split(words)) for words in dict.fromkeys(typed)]
    return [words for words in found if words[0] not in ELSEWHERE and "FILE" not in words]


def in_hand(place: Path) -> Player:
    """Who owes a file in which each of the guide's orders is legal by itself.

    Three notes of his are sealed; the other side has proposed a ruling in file 7, and has just set
    a counter.
    """
    world = begin(place, "table", ("japan", "us", "referee"))
    note = {"type": "note", "about": "", "words": "Lae"}
    given: tuple[tuple[dict[str, object], ...], ...] = (
        (),
        (note, note, note),
        (),
        (),
        ({"type": "ruling", "words": "Once only."},),
        ({"type": "set", "counter": "Lae garrison", "value": "2"},),
    )
    for orders in given:
        author = world.next_seat
        world.deliver(world.players[author].send(*orders), author)
    return world.players[world.next_seat]


@pytest.mark.parametrize("words", shown(), ids=" ".join)
def test_every_command_of_the_guide_does_what_it_says(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = in_hand(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Port Moresby")))
    if words[0] == "orders":
        assert player.run("say", "Well.") == 0
    dry = ("--dry-run",) if words[0] in SIGNS and words != ("note",) else ()
    assert player.run(*words, *MORE.get(words, ()), *dry) == 0


ADDING = [words for words in shown() if words[0] in {*TYPES, "consent"} and words != ("note",)]


@pytest.mark.parametrize("words", ADDING, ids=" ".join)
def test_a_command_that_adds_an_order_opens_the_game_once(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {words[0] for words in ADDING} == {*TYPES, "consent"}
    player = in_hand(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Port Moresby")))
    thawed: list[object] = []
    monkeypatch.setattr(recover, "thaw", lambda *given: thawed.append(given) or thaw(*given))
    assert player.run(*words, *MORE.get(words, ())) == 0
    assert len(thawed) == 1


BEGUN = """
key() { PBEM_HOME=~/$1 pbem keys new $1 && PBEM_HOME=~/$1 pbem keys card $1 -o $1.card; }
for name in anna bob carl dora; do key $name; done
export PBEM_HOME=~/anna
{organised}
(cd bob && PBEM_HOME=~/bob pbem join ../lae/mail/*-0000-japan.pbem lae --yes)
{taken}
mkdir partners && cp *.card partners && cd partners
{partners}
"""


@pytest.mark.needs("bash")
def test_games_are_begun_as_the_guide_tells(tmp_path: Path) -> None:
    organised, taken, partners = blocks(GUIDE, "sh")
    script = BEGUN.replace("{organised}", organised).replace("{partners}", partners)
    script = script.replace("{taken}", taken.replace("FILE", "bob/lae/mail/*-0001-us.pbem"))
    ran = shell(script, tmp_path, environment(tmp_path))
    assert ran.returncode == 0, ran.stdout
    assert (tmp_path / "lae" / "chain" / "0002-japan.pbem").is_file()
    assert (tmp_path / "partners" / "lae" / "chain" / "0000-tokyo.pbem").is_file()
