"""Turn files mailed by hand with the programs that people use: attached, and in the text."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.simulator import Player, World, begin

MUTT = "-n -F rc -s turn {} -- ben@example.org <"
FLOWED = "-e 'set text_flowed'"
S_NAIL = "s-nail -:/ -Smta=$PWD/take -s turn {} ben@example.org <"
WAYS = {
    "mutt, attached": f"mutt {MUTT.format('-a FILE')} words",
    "mutt, in the text": f"mutt {MUTT.format('')} FILE",
    "mutt, flowed": f"mutt {MUTT.format(FLOWED)} FILE",
    "neomutt, attached": f"neomutt {MUTT.format('-a FILE')} words",
    "neomutt, in the text": f"neomutt {MUTT.format('')} FILE",
    "s-nail, attached": f"{S_NAIL.format('-a FILE')} words",
    "s-nail, in the text": f"{S_NAIL.format('')} FILE",
    "s-nail, quoted-printable": f"{S_NAIL.format('-Smime-encoding=quoted-printable')} FILE",
    "mpack": "mpack -s turn -d words -o came.eml FILE",
    "mpack, without a greeting": "mpack -s turn -o came.eml FILE",
}
"""How a file is mailed, by a shell's command; the program that it needs is its first word."""


@pytest.fixture
def world(tmp_path: Path) -> World:
    made = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    made.write()
    return made


def other(world: World) -> tuple[Player, Player]:
    """Who has written the last file, and who has not received it."""
    one, two = sorted(
        world.players.values(), key=lambda player: -len(list((player.folder / "chain").iterdir()))
    )
    return one, two


@pytest.mark.parametrize(
    "way", [pytest.param(way, marks=pytest.mark.needs(WAYS[way].split()[0])) for way in WAYS]
)
def test_a_file_mailed_by_hand_comes_to_the_byte(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    author, reader = other(world)
    (file,) = (author.folder / "mail").glob("*-0002-*.pbem")
    place = tmp_path / "hand"
    place.mkdir()
    (place / "take").write_text("#!/bin/sh\ncat > came.eml\n")
    (place / "take").chmod(0o700)
    (place / "rc").write_text(
        f'set sendmail="{place}/take" record="" from="anna@example.org" use_from=yes\n'
    )
    (place / "words").write_text("Hello Ben,\n\nhere is my turn.\n\nAnna\n")
    monkeypatch.setenv("HOME", str(place))
    command = WAYS[way].replace("FILE", str(file))
    ran = subprocess.run(
        ["sh", "-c", command], cwd=place, check=False, capture_output=True,
        env={**os.environ, "LANG": "C.UTF-8", "TERM": "xterm"},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert reader.run("receive", str(place / "came.eml")) == 0
    (path,) = (reader.folder / "chain").glob("0002-*.pbem")
    assert path.read_bytes() == world.mail[-1]
