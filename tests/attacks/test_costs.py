"""What hostile input costs: a second and 100 MiB at most, and 25 lines (protocol 9).

Every command runs caged, in a process of its own: it has done the same with honest input before, so
that nothing but the input is left to cost anything.
"""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

import pbem.cli
from pbem.frozen import replace
from pbem.scan import MOST_BYTES, scan, tail
from pbem.turnfile import read
from tests import cage
from tests.cheat import forge, sign, with_orders
from tests.interrupt import run_in_child
from tests.simulator import Player, World, begin

pytestmark = pytest.mark.needs("/proc/self/status")


def caged(player: Player, good: Path, bad: Path, *words: str) -> list[str]:
    """What a command says of a hostile file; it is refused."""
    honest, hostile = (
        [str(file) if word == "FILE" else word for word in words] for file in (good, bad)
    )
    status, heard = run_in_child(player, *hostile, arm=partial(cage.shut_after, honest))
    said = heard.rpartition("---\n")[2].splitlines()
    assert status == 1, (status, said[-5:])
    assert 1 <= len(said) <= 25
    assert "fault of this program" not in heard
    assert "Traceback" not in heard, heard
    return [line.replace(str(bad), "FILE").removeprefix("pbem: error: ") for line in said]


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A duel in which blue has written file 2, and red is to answer with file 3."""
    made = begin(tmp_path_factory.mktemp("duel"), "pistols", ("red", "blue"))
    made.round()
    return made


def many(line: str, most: int = MOST_BYTES - 4_000) -> str:
    """As many lines as there is room for; N in a line is its number."""
    if "N" not in line:
        return line * ((most - 1) // len(line))
    lines: list[str] = []
    while most > 0:
        lines.append(line.replace("N", str(len(lines))))
        most -= len(lines[-1])
    return "".join(lines[:-1])


# --- drafts --------------------------------------------------------------------------------------

LONG = 120_000
DRAFTS = {
    "a key of many names": ("a" + ".a" * LONG + " = 1\n", "FILE:1: the key has more than 8 names"),
    "keys of many names": (
        many("aN" + ".a" * 500 + " = 1\n"), "FILE:1: the key has more than 8 names",
    ),
    "quoted names": ('"a"' + '."a"' * 60_000 + " = 1\n", "FILE:1: the key has more than 8 names"),
    "a header of many names": (
        'message = "a"\n[a' + ".a" * LONG + "]\n", "FILE:2: the key has more than 8 names",
    ),
    "names within a table": (
        'x = ["""y"""", { a' + ".a" * LONG + " = 1 }]\n", "FILE:1: the key has more than 8 names",
    ),
    "tables": (many("[aN]\n"), "FILE: unknown key 'a0', 'a1', 'a10'"),
    "keys": (many("filN = 1\n"), "FILE: unknown key 'fil0', 'fil1', 'fil10'"),
    "brackets": ("a = " + "[" * LONG + "]" * LONG + "\n", "FILE:1: nested too deep"),
    "comments": (many("#\n") + "x = 1\n", "FILE: unknown key 'x'"),
    "orders": (many("[[order]]\n"), "FILE: there are more than 1,024 orders"),
    "orders in a list": (
        "order = [" + "{}, " * 60_000 + "{}]\n", "FILE: there are more than 1,024 orders",
    ),
    "orders of no type": ("[[order]]\n" * 1_000, "E12: FILE:1, order 1: the order has no type"),
    "types that look like one": (
        "".join(f'[[order]]\ntype = "resig{n}"\n' for n in range(1_000)),
        "E12: FILE:1, order 1: there is no order of type 'resig0'",
    ),
    "keys that look like one": (
        "".join(f'[[order]]\ntype = "aim"\nnumbr{n} = 1\n' for n in range(1_000)),
        "E12: FILE:1, order 1: key 'number' is missing",
    ),
    "one wrong order": (
        '[[order]]\ntype = "aim"\nnumber = 9\n' * 1_000,
        "E12: FILE:3, order 1, key 'number': 9 is no face of the die [T1.1]",
    ),
    "an endless list": (
        '[[order]]\ntype = "aim"\nnumber = [' + "1, " * 60_000 + "1]\n",
        "E12: FILE:3, order 1, key 'number': there are more than 500 in one list",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DRAFTS)
def test_a_hostile_draft(name: str, duel: World, tmp_path: Path) -> None:
    text, words = DRAFTS[name]
    red = duel.players["red"]
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('[[order]]\ntype = "aim"\nnumber = 1\n')
    bad.write_text(text)
    said = caged(red, good, bad, "-C", str(red.folder), "check", "FILE")
    assert said[0].startswith(words)
    if len(said) == 25:
        assert said[-1].startswith("and at least ")


# --- files that an opponent has signed -----------------------------------------------------------

AIM = {"type": "aim", "number": 2}
ORDERS: dict[str, tuple[list[dict[str, Any]], str]] = {
    "types that look like one": (
        [{"type": f"resig{n}"} for n in range(1_000)], "order 1: there is no order of type 'resig0'"
    ),
    "keys that look like one": (
        [{**AIM, f"numbr{n}": 1} for n in range(1_000)], "order 1: unknown key 'numbr0'"
    ),
    "wrong ones": (
        [{"type": "aim", "number": n} for n in range(7, 1_000)],
        "order 1, key 'number': 7 is no face of the die [T1.1]",
    ),
    "a long list": (
        [{"type": "aim", "number": [1] * 20_000}],
        "order 1, key 'number': there are more than 500 in one list",
    ),
    "a long word": ([{"type": "x" * 60_000}] * 4, "order 1: there is no order of type 'xxxx"),
}  # fmt: skip


@pytest.mark.parametrize("name", ORDERS)
def test_hostile_orders(name: str, duel: World, tmp_path: Path) -> None:
    orders, words = ORDERS[name]
    red, blue = duel.players["red"], duel.players["blue"]
    good, bad = tmp_path / "good.pbem", tmp_path / "bad.pbem"
    good.write_bytes(duel.mail[-1])
    bad.write_bytes(forge(red, with_orders(*orders)))
    said = caged(blue, good, bad, "-C", str(blue.folder), "receive", "FILE")
    (blue.folder / "evidence" / "0003-red.pbem").unlink()
    assert said[0].startswith(f"E12: FILE, {words}")


NO_DICE, NOT_NARROW = "key 'dice' is missing", "this line is not of the narrow form"
TABLES = "there are more than 1,024 tables"
LINES = {
    "blank lines": (many("\n"), NO_DICE),
    "keys": (many("kN = 1\n"), NO_DICE),
    "keys that look like one": (many("messagN = 1\n"), NO_DICE),
    "long keys": (many("kN" + "x" * 65_000 + " = 1\n"), NO_DICE),
    "long strings": (many('kN = "' + "\\n" * 32_000 + '"\n'), NO_DICE),
    "long lists": (many("kN = [" + "1, " * 20_000 + "1]\n"), NO_DICE),
    "deep lists": (many("kN = [" + "[[[]]], " * 8_000 + "1]\n"), NO_DICE),
    "deep tables": (many("kN = [" + "{ a = { a = { a = 1 } } }, " * 2_400 + "1]\n"), NO_DICE),
    "hashes that are none": ('[[open]]\nproof = ["", "", ""]\n' * 1_000, NO_DICE),
    "bare seats": (many("[[seats]]\n"), TABLES),
    "bare openings": (many("[[open]]\n"), TABLES),
    "bare items": (many("[[sealed]]\n"), TABLES),
    "bare orders": (many("[[order]]\n"), TABLES),
    "a thousand bare seats": ("[[seats]]\n" * 1_000, "there are more than 16 seats"),
    "a thousand bare openings": ("[[open]]\n" * 1_000, NO_DICE),
    "seats in a list": ("seats = [" + "{}, " * 16_000 + "{}]\n", NO_DICE),
    "orders in a list": ("order = [" + "{}, " * 16_000 + "{}]\n", NO_DICE),
    "a list that does not end": (many("kN = [" + "[[[1]]], " * 7_000 + "x]\n"), NOT_NARROW),
    "brackets that do not end": (many("kN = " + "[[[[" * 16_000 + "\n"), NOT_NARROW),
    "quotes that do not end": (many('kN = "' + "\\n" * 32_000 + "\n"), NOT_NARROW),
    "armour that does not end": (
        '[annex]\nage = """\n-----BEGIN AGE ENCRYPTED FILE-----\n' + "A\n" * 100_000, NOT_NARROW,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("by", ["a stranger", "an opponent"])
def test_hostile_lines(name: str, by: str, duel: World, tmp_path: Path) -> None:
    """Lines behind the first seven, in a genesis and in the next file."""
    text, words = LINES[name]
    red, blue = duel.players["red"], duel.players["blue"]
    honest = duel.mail[0] if by == "a stranger" else forge(red, with_orders(AIM))
    head = b"".join(scan(honest).body.splitlines(keepends=True)[:7])
    body = head + text.encode()
    good, bad = tmp_path / "good.pbem", tmp_path / "bad.pbem"
    good.write_bytes(duel.mail[-1])
    bad.write_bytes(body + tail(red.key.sign(body)))
    command = ["-C", str(blue.folder), "receive", "FILE"]
    if by == "a stranger":
        command = ["join", "FILE", str(tmp_path / "game"), "--as", "blue"]
    assert words in caged(blue, good, bad, *command)[0]


def test_a_genesis_of_thousands_of_options_does_not_fill_the_screen(
    duel: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    red, blue = duel.players["red"], duel.players["blue"]
    file = read(scan(duel.mail[0]))
    assert file.genesis is not None
    options = {**file.genesis.options, **{f"zz{n}": n for n in range(9_000)}}
    path = tmp_path / "genesis.pbem"
    part = replace(file.genesis, options=options)
    path.write_bytes(sign(replace(file, genesis=part, hash=""), red.key))
    with blue.at_home():
        assert pbem.cli.run(["join", str(path), str(tmp_path / "game"), "--as", "blue"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "  zz0 = 0" in said
    assert "  and 8,994 more options" in said
    assert len(said) <= 34
