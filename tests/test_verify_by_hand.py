"""The page on checking by hand is typed into bash, and finds what the program says."""

import json
import re
import subprocess
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pbem.scan import scan
from pbem.turnfile import read
from tests.pages import ROOT, blocks, environment, shell
from tests.simulator import World
from tests.systems.cartwheel.files import players, round_, world

pytestmark = [pytest.mark.needs("bash", "sha256sum"), pytest.mark.true_chance]

PAGE = ROOT / "docs" / "verify-by-hand.md"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game between bots, as `pbem demo --out` keeps it."""
    place = tmp_path_factory.mktemp("demo")
    ran = shell("pbem demo midway --out game", place, environment(place))
    assert ran.returncode == 0, ran.stdout
    return place / "game"


def pbem_json(demo: Path, *words: str) -> Any:
    env = environment(demo)
    command = ["pbem", "-C", str(demo / "american"), *words, "--json"]
    ran = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def files(demo: Path) -> list[Path]:
    return sorted((demo / "american" / "chain").iterdir())


CHART_BLOCKS = 4
"""The last blocks of the page are for games with charts."""


def without_charts() -> list[str]:
    return blocks(PAGE, "bash")[:-CHART_BLOCKS]


def by_hand(demo: Path, roll: Mapping[str, Any], place: Path) -> list[str]:
    """What the page's blocks print for one roll of the demonstration."""
    chain = files(demo)
    variables = {
        "GAME": str(demo / "american"),
        "WORK": str(place),
        "RULES": str(ROOT / "rules" / "midway"),
        "SCENARIO": str(ROOT / "scenarios" / "midway" / "midway-0700.toml"),
        "F": str(chain[roll["seq"]]),
        "W": str(chain[roll["witness"]]),
        "LABEL": roll["label"],
        "N": str(len(roll["dice"])),
        "SIDES": str(roll["sides"]),
        "KEY": str(demo / "japanese-home" / "keys" / "japanese"),
        "FIRST": str(chain[0]),
    }
    ran = shell("\n".join(without_charts()), place, environment(place, **variables))
    assert ran.returncode == 0, ran.stdout
    return ran.stdout.splitlines()


@pytest.mark.needs("age", "openssl", "ssh-keygen")
def test_the_page_checks_a_game_and_comes_to_the_same_dice(demo: Path, tmp_path: Path) -> None:
    head = pbem_json(demo, "verify")["head"]
    rolls = pbem_json(demo, "dice")
    largest = max(rolls, key=lambda roll: len(roll["dice"]))
    assert len(largest["dice"]) > 8  # more than one block of the stream
    for number, roll in enumerate((rolls[0], largest)):
        place = tmp_path / str(number)
        place.mkdir()
        said = by_hand(demo, roll, place)
        assert len([line for line in said if line.startswith('Good "pbem-turn"')]) == len(
            files(demo)
        )
        assert f"{len(files(demo))} files, the last is {head}" in said
        assert "the rule book is the game's" in said
        assert "the scenario is the game's" in said
        assert "the seed is the one that was committed to" in said
        assert f"{roll['label']}: {' '.join(str(die) for die in roll['dice'])}" in said
        digests = said[-3:-1]
        assert digests[0] == f"{digests[1]}  -"
        assert said[-1] == "your first seed follows from your secret"


@pytest.mark.needs("ssh-keygen")
def test_one_changed_byte_is_refused_by_ssh_keygen(demo: Path, tmp_path: Path) -> None:
    parts = blocks(PAGE, "bash")
    check = "\n".join(parts[:3])
    for number, path in enumerate(files(demo)):
        chain = tmp_path / str(number) / "chain"
        chain.mkdir(parents=True)
        raw = path.read_bytes()
        at = raw.index(b'nonce = "') + 9
        changed = raw[:at] + (b"0" if raw[at : at + 1] != b"0" else b"1") + raw[at + 1 :]
        genesis = files(demo)[0]
        (chain / genesis.name).write_bytes(genesis.read_bytes())
        (chain / path.name).write_bytes(changed)
        variables = {"GAME": str(chain.parent), "WORK": str(tmp_path)}
        ran = shell(check, tmp_path, environment(tmp_path, **variables))
        assert ran.returncode != 0
        assert "incorrect signature" in ran.stdout, ran.stdout


@pytest.mark.needs("ssh-keygen")
def test_a_seat_cannot_sign_for_another(demo: Path, tmp_path: Path) -> None:
    """The line of the seat alone: another seat's good signature is not good for this one."""
    parts = blocks(PAGE, "bash")
    swap = 'mv "$WORK/american.signer" "$WORK/japanese.signer"'
    variables = {"GAME": str(demo / "american"), "WORK": str(tmp_path)}
    script = "\n".join((*parts[:2], swap, parts[2]))
    ran = shell(script, tmp_path, environment(tmp_path, **variables))
    assert ran.returncode != 0
    assert "Good" not in ran.stdout.partition("Could not verify")[0]


# --- charts and annexes --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cartwheel(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game with hidden charts in which recon has looked at a base; the Japanese organised it."""
    for number in count(2):  # secrets differ in every run: a game may end before recon finds any
        made = world(tmp_path_factory.mktemp("cartwheel"), "toenails")
        by_chance = players(number)
        while made.next_seat:
            raw = round_(made, by_chance)
            if read(scan(raw)).open and b"/counts" in raw:
                return made
    raise AssertionError


def chart_lines(
    made: World, seat: str, place: Path, change: Callable[[bytes], bytes] = bytes
) -> list[str]:
    """What the page's blocks on charts print, for the last file that opened an item of a chart."""
    player = made.players[seat]
    chain = sorted((player.folder / "chain").iterdir())
    opening = next(path for path in reversed(chain) if b"/counts" in path.read_bytes())
    number = next(n for n, o in enumerate(read(scan(opening.read_bytes())).open, 1) if o.proof)
    changed = place / opening.name
    changed.write_bytes(change(opening.read_bytes()))
    own = [path for path in chain if path.name.endswith(f"-{seat}.pbem")]
    variables = {
        "GAME": str(player.folder),
        "WORK": str(place),
        "KEY": str(player.home / "keys" / seat),
        "FIRST": str(own[0]),
        "OPENING": str(changed),
        "WHICH": str(number),
        "OWN": str(own[-1]),
        "PBEM_HOME": str(player.home),
    }
    parts = blocks(PAGE, "bash")
    functions = [parts[3], parts[6].split("SEQ=")[0]]
    secret = parts[-CHART_BLOCKS - 2]
    mine = "MINE=$(body \"$FIRST\" | sed -n 's/^seq = //p' | head -n 1)"
    identity = 'GENESIS=$(ls "$GAME"/chain/0000-*.pbem)'
    script = "\n".join((parts[0], identity, *functions, secret, mine, *parts[-CHART_BLOCKS:]))
    ran = shell(script, place, environment(place, **variables))
    assert ran.returncode == 0, ran.stdout
    return ran.stdout.splitlines()


@pytest.mark.needs("age", "openssl")
@pytest.mark.parametrize("seat", ["japanese", "allied"])
def test_an_opening_and_an_annex_are_checked_by_hand(
    cartwheel: World, seat: str, tmp_path: Path
) -> None:
    """Openssl climbs from the item to the root; age opens the annex for its owner alone."""
    said = chart_lines(cartwheel, seat, tmp_path)
    assert any("/counts says:" in line for line in said)
    assert any(line.startswith("fighters = ") for line in said)
    assert any(line.startswith("the item is the one that was sealed in file") for line in said)
    box = "TRK" if seat == "japanese" else "SOP"
    annex = (tmp_path / "annex.toml").read_text()
    assert f'id = "{box}/chart"' in annex
    assert len(annex.encode()) == 16 * 1024


HASH = "5a" * 32
FALSE_OPENINGS: dict[str, Callable[[bytes], bytes]] = {
    "another content": lambda raw: raw.replace(b"fighters = ", b"fighters = 1"),
    "another salt": lambda raw: re.sub(b'salt = "[0-9a-f]{64}"', f'salt = "{HASH}"'.encode(), raw),
    "a hash more": lambda raw: raw.replace(b'proof = ["', f'proof = ["{HASH}", "'.encode()),
    "a hash less": lambda raw: re.sub(b'proof = \\["[0-9a-f]{64}", ', b"proof = [", raw),
    "another hash": lambda raw: re.sub(
        b'proof = \\["[0-9a-f]{64}', f'proof = ["{HASH}'.encode(), raw
    ),
}


@pytest.mark.needs("age", "openssl")
@pytest.mark.parametrize("name", FALSE_OPENINGS)
def test_a_false_opening_is_found_by_hand(cartwheel: World, name: str, tmp_path: Path) -> None:
    said = chart_lines(cartwheel, "japanese", tmp_path, FALSE_OPENINGS[name])
    assert any("/counts says:" in line for line in said)
    assert not any(line.startswith("the item is the one that was sealed") for line in said)
