"""Other people's text: nothing that a screen, a page or a file system would obey."""

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import pbem.cli
from pbem.engine.ledger import public_state
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.game.begin import accept, invited
from pbem.narrow import write_value
from pbem.scan import scan
from pbem.turnfile import LONGEST_MESSAGE, TurnFile, read
from tests.cheat import forge, sign
from tests.simulator import Player, World, begin

MARKUP = "[red]red[/red] <script>alert(1)</script> & \"'"
HOSTILE = {
    "escapes": "a\x1b[2J\x1b]0;owned\x07\x1b[31mb",
    "C1 controls": "a\x9b2Jb\x90c\x85d",
    "bidi": "a\u202eb\u2066c\u200fd\u061ce",
    "zero width": "a\u200bb\u2060c\ufeffd\u00ade",
    "line ends": "a\rb\nc\r\nd\u2028e\u2029f\x0bg\x0ch",
    "markup": MARKUP,
    "a tower": "a" + "\u0301" * 100,
    "tags": "a\U000e0041b\U000e0100c",
    "private": "a\ue000b\U0010ffffc",
    "NUL and backspace": "a\x00b\b\b\bc\x7fd",
}
ALLOWED = {"\n"}
FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def assert_harmless(text: str, where: str) -> None:
    bad = {c for c in text if unicodedata.category(c) in FORBIDDEN} - ALLOWED
    assert not bad, (where, sorted(map(hex, map(ord, bad))))
    assert "\u0301" * 3 not in text, where


@dataclass
class Table:
    """A game in which red, the organiser, is hostile in everything that he may write."""

    world: World
    capsys: pytest.CaptureFixture[str]

    def run(self, *words: str, status: int = 0) -> str:
        """What blue reads after a command, on both channels."""
        player = self.world.players["blue"]
        with player.at_home():
            assert pbem.cli.run(list(words)) == status
        said = self.capsys.readouterr()
        assert_harmless(said.out + said.err, " ".join(words))
        return said.out + said.err


def hostile_genesis(file: TurnFile, words: str) -> TurnFile:
    assert file.genesis is not None
    return replace(
        file,
        message=words,
        genesis=replace(
            file.genesis, program=words, options={**file.genesis.options, "extra": [words]}
        ),
        seats=tuple(
            replace(seat, holder=f"{seat.name} {words}", email=f"{words}@example.org")
            for seat in file.seats
        ),
    )


@pytest.fixture(params=HOSTILE)
def table(
    request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Table:
    return Table(begin_hostile(tmp_path, HOSTILE[request.param]), capsys)


def begin_hostile(place: Path, words: str) -> World:
    """A duel by a doctored genesis; blue has not joined yet."""
    world = begin(place, "pistols", ("red", "blue"), joined=False)
    red, blue = world.players["red"], world.players["blue"]
    genesis = sign(hostile_genesis(read(scan(world.mail[0])), words), red.key)
    world.mail[0] = genesis
    (place / "genesis.pbem").write_bytes(genesis)
    secret = (red.folder / "private" / "secret").read_bytes()
    for player in (red, blue):
        for path in sorted(player.folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
    with red.at_home():
        accept_as_organiser(red, genesis, secret)
    return world


def accept_as_organiser(player: Player, genesis: bytes, secret: bytes) -> None:
    """The folder of an organiser whose genesis was not made by this program."""
    for name in ("chain", "inbox", "outbox", "evidence", "reports", "private", "cache"):
        (player.folder / name).mkdir()
    (player.folder / "chain" / "0000-red.pbem").write_bytes(genesis)
    (player.folder / "private" / "secret").write_bytes(secret)
    (player.folder / "seat.toml").write_text('seat = "red"\n')


def test_a_hostile_organiser_and_his_messages(table: Table, tmp_path: Path) -> None:
    red, blue = table.world.players["red"], table.world.players["blue"]
    words = scan_message(table.world.mail[0])
    where = ("-C", str(blue.folder))
    said = table.run("join", str(tmp_path / "genesis.pbem"), str(blue.folder), "--as", "blue")
    assert "\n  red: red " in said
    red.receive((blue.folder / "outbox" / "0001-blue.pbem").read_bytes())
    (tmp_path / "orders.toml").write_text("")
    table.run(*where, "send", str(tmp_path / "orders.toml"))
    red.receive((blue.folder / "outbox" / "0002-blue.pbem").read_bytes())
    (tmp_path / "mail.pbem").write_bytes(red.send(message=words))
    assert "The Red side writes" in table.run(*where, "receive", str(tmp_path / "mail.pbem"))
    for command in ("status", "show", "report", "replay", "state", "dice", "orders", "verify"):
        said = table.run(*where, command)
        if "[red]" in words and command == "report":
            assert "[red]red[/red] <script>" in said
    for command in ("status", "dice", "verify"):
        said = table.run(*where, command, "--json")
        json.loads(said)
        assert said.isascii()
    assert_reports_harmless(blue, words)


def scan_message(raw: bytes) -> str:
    return read(scan(raw)).message


def assert_reports_harmless(player: Player, words: str) -> None:
    texts = [*player.folder.glob("reports/*.txt"), player.folder / "state.toml"]
    texts += player.folder.glob("orders*.toml")
    pages = list(player.folder.glob("reports/*.html"))
    assert len(texts) > 2
    assert pages
    for path in (*texts, *pages):
        assert_harmless(path.read_bytes().decode("utf-8"), path.name)
    for page in pages:
        text = page.read_text()
        assert "<script" not in text
        body = text.partition("</style>")[2]
        assert set(re.findall(r"<(\w+)", body)) <= {
            "head", "body", "header", "h1", "h2", "h3", "p", "main", "ul", "li", "div", "table",
            "thead", "tbody", "tr", "th", "td", "blockquote", "dl", "dt", "dd", "a",
        }  # fmt: skip
        if "<script>" in words:
            assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp;" in "".join(
                page.read_text() for page in pages
            )


def test_a_message_cannot_pass_for_words_of_the_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every line of a message is marked as one."""
    world = begin(tmp_path, "pistols", ("red", "blue"))
    table = Table(world, capsys)
    world.round()
    fake = "hello:\npbem: error: your key is lost\nreceived file 4 of seat red\n\nnext: you"
    (tmp_path / "mail.pbem").write_bytes(world.players["red"].send(message=fake))
    said = table.run(
        "-C", str(world.players["blue"].folder), "receive", str(tmp_path / "mail.pbem")
    )
    report = table.run("-C", str(world.players["blue"].folder), "report")
    for text in (said, report):
        lines = text.splitlines()
        for line in fake.splitlines()[1:]:
            assert not line or line not in lines
            assert f"| {line}".rstrip() in [found.strip() for found in lines]


LONG = "x" * 20_000


def test_endless_names_do_not_fill_the_screen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin_hostile(tmp_path, "")
    red, blue = world.players["red"], world.players["blue"]
    file = read(scan(world.mail[0]))
    assert file.genesis is not None
    seats = tuple(replace(seat, holder=LONG, email=LONG) for seat in file.seats)
    part = replace(file.genesis, program=LONG, options={**file.genesis.options, LONG: [LONG]})
    (tmp_path / "long.pbem").write_bytes(
        sign(replace(file, seats=seats, genesis=part, message=LONG[:4_000]), red.key)
    )
    table = Table(world, capsys)
    said = table.run("join", str(tmp_path / "long.pbem"), str(blue.folder), "--as", "blue")
    assert len(said) < 6_000 + LONGEST_MESSAGE
    assert max(map(len, said.splitlines())) < 600


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_card_is_refused_or_told_harmlessly(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path / "game", "pistols", ("red", "blue"))
    red = world.players["red"]
    line = world.players["blue"].key.public.line
    cards = [f"{line} {HOSTILE[name]}\n", f"pbem_card = 1\nname = {write_value(HOSTILE[name])}\n"]
    card = (world.players["blue"].home / "keys" / "blue.card").read_text()
    cards.append(re.sub("name = .*", lambda _: f"name = {write_value(HOSTILE[name])}", card))
    cards.append(re.sub("email = .*", lambda _: f"email = {write_value(HOSTILE[name])}", card))
    for number, text in enumerate(cards):
        path = tmp_path / f"{number}.card"
        path.write_bytes(text.encode())
        words = ["new", "pistols", str(tmp_path / f"new{number}"), "--as", "red"]
        with red.at_home():
            status = pbem.cli.run([*words, "--seat", f"blue={path}"])
        said = capsys.readouterr()
        assert status in (0, 1)
        assert "fault of this program" not in said.err
        assert_harmless(said.out + said.err, text)


PATHS = ("../../x", "/etc/passwd", "..", ".", "a/b", "a\\b", "~", "C:", "x.pbem", "-C", "a\0b")


@pytest.mark.parametrize("name", PATHS)
def test_a_name_never_becomes_a_path(tmp_path: Path, name: str) -> None:
    world = begin(tmp_path / "game", "pistols", ("red", "blue"), joined=False)
    red, blue = world.players["red"], world.players["blue"]
    file = read(scan(world.mail[0]))
    assert file.genesis is not None
    seats = (*file.seats[:1], replace(file.seats[1], name=name))
    doctored = [
        replace(file, seats=seats),
        replace(file, genesis=replace(file.genesis, system=name)),
        replace(file, genesis=replace(file.genesis, scenario=name)),
    ]
    before = everything(tmp_path)
    for number, genesis in enumerate(doctored):
        with blue.at_home(), pytest.raises(Refused):
            accept(tmp_path / str(number), invited(sign(genesis, red.key))[0], "blue")
    raw = forge(blue, lambda f: replace(f, seat=name))
    with pytest.raises(Refused):
        red.receive(raw)
    assert everything(tmp_path) == before


def everything(path: Path) -> list[tuple[str, bytes]]:
    return sorted(found for found in files(path) if not found[0].endswith("/.lock"))  # is empty


def files(path: Path) -> Iterator[tuple[str, bytes]]:
    for found in path.rglob("*"):
        if found.is_file():
            yield found.relative_to(path).as_posix(), found.read_bytes()


@pytest.mark.parametrize("name", ["escapes", "bidi", "line ends", "markup", "C1 controls"])
def test_what_a_hostile_mail_is_called_is_told_harmlessly(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path / "game", "pistols", ("red", "blue"))
    table, blue = Table(world, capsys), world.players["blue"]
    path = tmp_path / (HOSTILE[name].replace("/", "-") + ".pbem")
    path.write_bytes(b"junk")
    for words in (["receive"], ["check"], ["send"], ["prove", "check"]):
        status = 3 if words == ["prove", "check"] else 1
        table.run("-C", str(blue.folder), *words, str(path), status=status)


def test_the_public_state_of_a_hostile_genesis_is_told_by_numbers(table: Table) -> None:
    """Names of holders are no part of the state that two programs compare."""
    with table.world.players["red"].session() as session:
        assert "red " not in json.dumps(public_state(session.fold)).replace('"red"', "")
