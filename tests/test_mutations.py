"""Real turn files, changed in every way: refused with a code, or exactly an honest file."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.chain import check_identity, dice_lines, follow
from pbem.engine.ledger import Fold
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.game.receive import receive
from pbem.game.session import Session, from_genesis
from pbem.keys import PrivateKey
from pbem.scan import scan, tail
from pbem.store.folder import Folder
from pbem.turnfile import TurnFile, read, write_body
from tests.simulator import World, begin

FILES = 9
SEATS = ("japanese", "american")
CODES = re.compile(r"E(0[1-9]|1[0-2])")
STRANGER = PrivateKey.from_seed(bytes(range(32)))

mutations = settings(
    max_examples=1500, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@dataclass
class Game:
    """A whole game in memory: the files, and a session that stands before each of them."""

    world: World
    files: list[bytes]
    before: list[Session]
    other: list[bytes]

    @property
    def folder(self) -> Path:
        return self.before[0].folder.path


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    place = tmp_path_factory.mktemp("mutations")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PBEM_HOME", str(place / "nobody"))
        options = {"pace": "phase", "sealed_planning": "true"}
        world = begin(place / "one", "midway-0700", SEATS, options)
        other = begin(place / "two", "midway-0700", SEATS, options)
        while len(world.mail) < FILES:
            world.round()
            other.round()
        yield Game(world, world.mail, list(sessions(world)), other.mail)


def sessions(world: World) -> Iterator[Session]:
    """The reader's session before every file behind the genesis."""
    reader = world.players["american"]
    session = from_genesis(Folder(reader.folder), reader.seat)
    for raw in world.mail[1:]:
        yield Session(session.folder, session.seat, session.rules, session.links, session.fold)
        scanned = scan(raw)
        file = read(scanned)
        session.fold = session.judge(scanned, file).fold
        session.links = follow(session.links, scanned, file.dice.commit)


def judged(session: Session, raw: bytes) -> tuple[TurnFile, Fold[object]] | None:
    """What the file leads to if it is legal now; None if it is refused with a code."""
    try:
        scanned = scan(raw)
        check_identity(session.links, scanned)
        file = read(scanned)
        return file, session.judge(scanned, file).fold
    except Refused as error:
        refused = error
    check_refusal(refused)
    return None


def check_refusal(refused: Refused) -> None:
    codes = {problem.code for problem in refused.problems}
    assert len(codes) == 1
    assert CODES.fullmatch(codes.pop())
    assert all(problem.what for problem in refused.problems)


def resigned(game: Game, number: int, body: bytes) -> bytes:
    """The body with a signature by the key of the seat that wrote the file."""
    seat = scan(game.files[number]).seat
    return body + tail(game.world.players[seat].key.sign(body))


numbers = st.integers(1, FILES - 1)


@st.composite
def mangled(draw: st.DrawFn, body: bytes) -> bytes:
    """A body with bytes, lines, values or their order changed."""
    lines = body.splitlines(keepends=True)
    at = draw(st.integers(0, len(lines) - 1))
    other = draw(st.integers(0, len(lines) - 1))
    match draw(st.sampled_from(["bytes", "drop", "double", "swap", "value", "line", "cut", "key"])):
        case "bytes":
            place = draw(st.integers(0, len(body) - 1))
            junk = draw(st.binary(max_size=4))
            return body[:place] + junk + body[place + draw(st.integers(0, 4)) :]
        case "drop":
            del lines[at]
        case "double":
            lines.insert(other, lines[at])
        case "swap":
            lines[at], lines[other] = lines[other], lines[at]
        case "value":
            key, equals, _ = lines[at].partition(b" = ")
            lines[at] = key + equals + draw(st.sampled_from(VALUES)) + b"\n"
        case "key":
            _, equals, value = lines[at].partition(b" = ")
            lines[at] = draw(st.sampled_from(KEYS)) + equals + value
        case "line":
            lines.insert(at, draw(st.sampled_from(LINES)))
        case "cut":
            del lines[min(at, other) : max(at, other)]
    return b"".join(lines)


VALUES = (
    b'""', b"0", b"-1", b"9007199254740991", b"true", b"[]", b"{}", b'[""]', b"[[]]", b'"akagi"',
    b'"\\u0000"', b'"\\ud800"', b'"' + b"0" * 64 + b'"', b"[{ a = 1 }]", b'{ a = { b = "c" } }',
    b'"2099-01-01T00:00:00Z"', b'["Akagi-DB", "Akagi-DB"]', b'["Hornet-DB"]', b'"standing-losses"',
    b'"resign"', b'"end"', b"2147483647", b'"Akagi-DB"', b"1.5", b"'x'", b"1942-06-04",
)  # fmt: skip
KEYS = (b"seq", b"prev", b"type", b"commit", b"reveal", b"squadrons", b"hash", b"x", b"message")
LINES = (
    b"\n", b"[[order]]\n", b'[[order]]\ntype = "resign"\n', b'[[order]]\ntype = "end"\n',
    b"[dice]\n", b"[join]\n", b"[genesis]\n", b"[[seats]]\n", b"[[open]]\n", b"[annex]\n",
    b'[[sealed]]\nid = "plan/t0"\ncommit = "' + b"0" * 64 + b'"\n', b"# words\n", b"[signature]\n",
    b'[[order]]\ntype = "standing-losses"\naa = ["DB"]\n', b'hash = "x"\n', b"[order]\n",
    b'[[order]]\ntype = "plan"\ncarrier = "akagi"\ndeck = []\n', b"[x.y]\n", b"\xef\xbb\xbf\n",
)  # fmt: skip


@mutations
@given(st.data(), numbers)
def test_nothing_that_is_changed_on_the_way_is_taken(
    game: Game, data: st.DataObject, number: int
) -> None:
    """Without the key, only a file whose body is the very one passes."""
    raw = game.files[number]
    changed = data.draw(mangled(raw))
    found = judged(game.before[number - 1], changed)
    assert found is None or scan(changed).body == scan(raw).body


@mutations
@given(st.data(), numbers)
def test_what_is_signed_and_taken_is_an_honest_file(
    game: Game, data: st.DataObject, number: int
) -> None:
    """A doctored body under the right key is refused, or one that an honest program can write."""
    body = data.draw(mangled(scan(game.files[number]).body))
    raw = resigned(game, number, body)
    session = game.before[number - 1]
    found = judged(session, raw)
    if found is None:
        return
    file, fold = found
    assert dice_lines(scan(raw).body) == (file.dice.commit, file.dice.reveal)
    written = write_body(file)
    rewritten = judged(session, resigned(game, number, written))
    assert rewritten is not None
    again, same = rewritten
    assert replace(again, hash="") == replace(file, hash="")
    assert replace(same, owner=None) == replace(fold, owner=None)
    honest = read(scan(game.files[number]))
    assert (file.game, file.seq, file.prev, file.seat) == (
        honest.game, honest.seq, honest.prev, honest.seat,
    )  # fmt: skip
    assert file.dice.reveal == honest.dice.reveal
    assert file.state == honest.state
    assert file.open == honest.open
    assert [part.id for part in file.sealed] == [part.id for part in honest.sealed]


@settings(mutations, max_examples=100)
@given(st.data(), numbers, numbers)
def test_files_that_belong_elsewhere_are_refused(
    game: Game, data: st.DataObject, number: int, place: int
) -> None:
    """Another game's files, another place's, and other keys'."""
    session = game.before[place - 1]
    raw = game.files[number]
    assert (judged(session, raw) is not None) == (number == place)
    assert judged(session, game.other[number]) is None
    body = scan(raw).body
    assert judged(session, body + tail(STRANGER.sign(body))) is None
    armour = scan(data.draw(st.sampled_from(game.files))).armour
    assert (judged(session, body + tail(armour)) is None) or scan(raw).armour == armour
    moved = game.other[number].replace(
        scan(game.other[0]).hash.encode(), scan(game.files[0]).hash.encode()
    )
    assert judged(session, moved) is None


def tree(path: Path) -> dict[str, tuple[bytes, int]]:
    return {
        name.relative_to(path).as_posix(): (name.read_bytes(), name.stat().st_mode)
        for name in path.rglob("*")
        if name.is_file()
    }


@settings(mutations, max_examples=500)
@given(st.data(), numbers, st.booleans())
def test_what_is_refused_changes_nothing_but_what_is_kept(
    game: Game, data: st.DataObject, number: int, signed: bool
) -> None:
    """In a real folder that has the whole game: at most one file more, in inbox or evidence."""
    raw = game.files[number]
    body = data.draw(mangled(scan(raw).body))
    changed = resigned(game, number, body) if signed else body + raw[len(scan(raw).body) :]
    reader = game.world.players["american"]
    before = tree(reader.folder)
    refused: Refused | None = None
    with reader.session() as session:
        try:
            receipts = receive(session, changed)
        except Refused as error:
            refused = error
    if refused:
        check_refusal(refused)
    else:
        assert [receipt.what for receipt in receipts] == ["known"]
        assert scan(changed).body == scan(raw).body
    after = tree(reader.folder)
    assert before.items() <= after.items()
    new = sorted(after.keys() - before.keys())
    assert len(new) <= 1
    for name in new:
        assert name.partition("/")[0] in ("inbox", "evidence")
        assert after[name][0] == scan(changed).raw
        assert signed
        (reader.folder / name).unlink()
