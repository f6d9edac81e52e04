"""The byte scan and the values of turn files (protocol 4; E01 and E04)."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import Refused
from pbem.frozen import replace
from pbem.narrow import parse_item, write_value
from pbem.scan import LAST_SEQ, MOST_BYTES, hash_of, scan
from pbem.turnfile import (
    LONGEST_PROOF,
    NO_HASH,
    AnnexPart,
    ChartsPart,
    JoinPart,
    OpenPart,
    SealedPart,
    StatePart,
    TurnFile,
    read,
    write_body,
)

VECTORS = json.loads((Path(__file__).parent / "vectors" / "vectors.json").read_text("utf-8"))
GENESIS = VECTORS["file"]["file_utf8"].encode("utf-8")
DEEP = "[" * 4 + "1" + "]" * 4


def with_line(line: str) -> bytes:
    """The vector's genesis with one more line at the end of its body."""
    return GENESIS.replace(b"\n[signature]\n", b"\n" + line.encode() + b"\n[signature]\n")


def refusal(raw: bytes) -> tuple[str, str, str]:
    with pytest.raises(Refused) as caught:
        read(scan(raw))
    problem = caught.value.problems[0]
    return problem.code, problem.where, problem.what


def test_the_vector_has_the_hash_that_it_names() -> None:
    scanned = scan(GENESIS)
    assert scanned.hash == hash_of(scanned.raw) == VECTORS["file"]["hash"]
    assert len(scanned.body) == VECTORS["file"]["body_bytes"]
    assert scanned.raw == GENESIS


def test_crlf_is_the_same_file() -> None:
    assert scan(GENESIS.replace(b"\n", b"\r\n")) == scan(GENESIS)


def test_what_is_written_reads_back() -> None:
    file = read(scan(GENESIS))
    assert scan(write_body(file) + GENESIS[len(scan(GENESIS).body) :]).game == file.game
    assert tomllib.loads(write_body(file).decode()) == tomllib.loads(scan(GENESIS).body.decode())


ACCEPTED = (
    'a = "plain"', 'a = "\\t \\u00e9 \\U0001F3B2 \\\\ \\""', "a = -9007199254740991", f"a = {DEEP}",
    "a = []", "a = {}", 'a = [{ b = 1, c = ["x", true] }, { d = false }]', "[a.b]", "[[a]]",
    "", 'a = "tab\there"', "a = [ 1 , 2 ]",
)  # fmt: skip


@pytest.mark.parametrize("line", ACCEPTED)
def test_the_narrow_form_takes(line: str) -> None:
    assert scan(with_line(line)).hash != scan(GENESIS).hash


AGE = '"""\n-----BEGIN AGE ENCRYPTED FILE-----\nAA==\n-----END AGE ENCRYPTED FILE-----\n"""'
REFUSED = {
    "a comma before a bracket": "a = [1, ]",
    "a comma before a brace": "a = { b = 1, }",
    "a comma alone": "a = [,]",
    "a comma before an inner brace": "a = [{ b = 1, }, 2]",
    "armour outside of the annex": f"[other]\nage = {AGE}",
    "armour of another name": f"[annex]\nkey = {AGE}",
    "armour before the annex": f"age = {AGE}",
    "a line that begins with a point": ".a = 1",
    "a comment": "# a = 1",
    "a comment behind a value": "a = 1 # one",
    "a float": "a = 1.5",
    "an exponent": "a = 1e5",
    "infinity": "a = inf",
    "a date": "a = 1979-05-27",
    "a plus sign": "a = +1",
    "an underscore": "a = 1_000",
    "leading zeros": "a = 01",
    "hexadecimal": "a = 0xff",
    "seventeen digits": "a = 10000000000000000",
    "an integer just out of range": "a = 9007199254740992",
    "one just out of range in a list": "a = [1, -9007199254740992]",
    "a dotted key": "a.b = 1",
    "a quoted key": '"a" = 1',
    "a dotted key in a table": "a = { b.c = 1 }",
    "a header of three names": "[a.b.c]",
    "a literal string": "a = 'x'",
    "a multi-line string": 'a = """\nx\n"""',
    "armour of another kind": 'a = """\n-----BEGIN PGP MESSAGE-----\nAA==\n-----END PGP-----\n"""',
    "no blank before =": "a= 1",
    "two blanks after =": "a =  1",
    "indentation": " a = 1",
    "a blank at the end": "a = 1 ",
    "a tab at the end": "a = 1\t",
    "five brackets deep": "a = [" + DEEP + "]",
    "an escape unknown to TOML 1.0": 'a = "\\e"',
    "a control character": 'a = "\x01"',
    "a delete character": 'a = "\x7f"',
    "a word of another language": "a = null",
    "a line that looks like a mailbox": "From a = 1",
    "a quoted line": "> a = 1",
    "a line that begins with a dot": ".a = 1",
    "a value without a key": '"x"',
    "two values": "a = 1 b = 2",
    "an unclosed list": "a = [1",
    "truth with a tail": "a = truefalse",
}


@pytest.mark.parametrize("name", REFUSED)
def test_the_narrow_form_refuses(name: str) -> None:
    line = 1 + scan(GENESIS).body.count(b"\n")
    code, where, what = refusal(with_line(REFUSED[name]))
    assert code == "E01", name
    assert where.startswith("line "), where
    assert line <= int(where.removeprefix("line ")) <= line + 1
    assert "narrow form" in what


WHOLE = {
    "nothing": (b"", "there is nothing in the file"),
    "no last line end": (GENESIS[:-1], "cut off"),
    "no signature": (scan(GENESIS).body, "no signature"),
    "cut in the middle": (GENESIS[: len(GENESIS) // 2] + b"\n", "no signature"),
    "two signatures": (GENESIS + GENESIS[len(scan(GENESIS).body) :], "two signatures"),
    "a table behind the signature": (GENESIS + b"[more]\n", "a signature alone"),
    "a key behind the signature": (GENESIS + b"a = 1\n", "a signature alone"),
    "a lone carriage return": (GENESIS.replace(b"Good", b"Go\rd"), "carriage return"),
    "a byte order mark": (b"\xef\xbb\xbf" + GENESIS, "byte order mark"),
    "not UTF-8": (GENESIS.replace(b"Good", b"G\xff\xfed"), "UTF-8"),
    "lines in another order": (
        GENESIS.replace(b'format = "pbem/1"\n', b"").replace(
            b"nonce = ", b'format = "pbem/1"\nnonce = '
        ),
        'line 1 of a turn file is format = "pbem/1"',
    ),
    "a file number with zeros": (
        GENESIS.replace(b"seq = 0", b"seq = 00"),
        "line 3 of a turn file is seq = NUMBER",
    ),
    "a file number too large": (
        GENESIS.replace(b"seq = 0", f"seq = {LAST_SEQ + 1}".encode()),
        "seq is too large",
    ),
    "a look-alike seat": (
        GENESIS.replace(b'seat = "allied"', 'seat = "аllied"'.encode()),
        'line 5 of a turn file is seat = "NAME"',
    ),
    "a pattern as a seat": (
        GENESIS.replace(b'seat = "allied"', b'seat = "*"'),
        'line 5 of a turn file is seat = "NAME"',
    ),
    "a path as a seat": (
        GENESIS.replace(b'seat = "allied"', b'seat = "../x"'),
        'line 5 of a turn file is seat = "NAME"',
    ),
}


@pytest.mark.parametrize("name", WHOLE)
def test_a_file_is_refused_as_a_whole(name: str) -> None:
    raw, words = WHOLE[name]
    code, _, what = refusal(raw)
    assert (code, words in what) == ("E01", True), what


def test_an_armour_inside_a_message_is_no_signature() -> None:
    raw = GENESIS.replace(b'message = "Good', b'message = "\\n[signature]\\nssh = Good')
    assert "\n[signature]\n" in read(scan(raw)).message


VALUES = {
    "an unknown key": ("a = 1", "unknown key 'a'"),
    "a table given twice": ("[dice]", "not TOML"),
    "a hash of the wrong length": ('[state]\ndigest = "00"', "must be 64 hex digits"),
    "half an emoji": ('a = "\\ud83c"', "not TOML"),
}


@pytest.mark.parametrize("name", VALUES)
def test_values_are_refused(name: str) -> None:
    line, words = VALUES[name]
    code, _, what = refusal(with_line(line))
    assert (code, words in what) == ("E04", True), what


def test_an_order_that_is_no_table_is_refused() -> None:
    raw = GENESIS.replace(b"\nmessage = ", b'\norder = ["x"]\nmessage = ', 1)
    assert refusal(raw) == ("E04", "key 'order[1]'", "must be a table")


# --- charts, openings, annexes -------------------------------------------------------------------

HASH = "5a" * 32
AGE = read(scan(GENESIS)).annex
ARMOUR = AGE.secret if AGE else ""
LATER = replace(
    read(scan(GENESIS)), seq=4, game=HASH, prev=HASH, genesis=None, seats=(), annex=None,
    message="", state=StatePart(digest=HASH), hash="",
)  # fmt: skip
JOIN = JoinPart(rules=HASH, scenario_hash=HASH)


def signed(file: TurnFile) -> bytes:
    return write_body(file) + GENESIS[len(scan(GENESIS).body) :]


def opening(**keys: Any) -> OpenPart:
    return OpenPart(**{"seq": 2, "id": "rabaul/counts", "salt": HASH, "content": "a = 1\n", **keys})


HIDDEN = {
    "charts": {"charts": ChartsPart(root=HASH)},
    "an opening of a single item": {"open": (opening(),)},
    "an opening of a chart's item": {"open": (opening(proof=(HASH, NO_HASH)),)},
    "the longest proof": {"open": (opening(proof=(HASH,) * LONGEST_PROOF),)},
    "an annex": {"annex": AnnexPart(age=ARMOUR)},
    "an annex behind a secret": {"join": JOIN, "annex": AnnexPart(secret=ARMOUR, age=ARMOUR)},
    "all of them": {
        "charts": ChartsPart(root=HASH),
        "open": (opening(), opening(id="x", proof=(HASH,))),
        "annex": AnnexPart(age=ARMOUR),
        "sealed": (SealedPart(id="mission/1", commit=HASH),),
        "order": ({"type": "fly", "to": ["x"]},),
    },
}


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_parts_read_back_as_they_were_written(name: str) -> None:
    file = replace(LATER, **HIDDEN[name])
    scanned = scan(signed(file))
    assert read(scanned) == replace(file, hash=scanned.hash)
    assert tomllib.loads(scanned.body.decode())["seq"] == 4


def test_an_opening_without_a_proof_has_no_such_line() -> None:
    assert b"proof" not in write_body(replace(LATER, open=(opening(),)))
    written = write_body(replace(LATER, open=(opening(proof=(HASH,)),)))
    assert f'\nproof = ["{HASH}"]\n'.encode() in written


def test_a_large_annex_is_read() -> None:
    """The largest annex (protocol 8) and the rest of a file fit into 256 KiB."""
    lines = "".join(["A" * 64 + "\n"] * (180 * 1024 // 65))
    begin, end = "-----BEGIN AGE ENCRYPTED FILE-----\n", "-----END AGE ENCRYPTED FILE-----\n"
    annex = AnnexPart(age=begin + lines + end)
    assert read(scan(signed(replace(LATER, annex=annex)))).annex == annex


DIGITS, ARMOURED = "must be 64 hex digits", "must be age armour"
WRONG_PARTS = {
    "a short root": ({"charts": ChartsPart(root="5a")}, "[charts] root", DIGITS),
    "a root in capitals": ({"charts": ChartsPart(root="5A" * 32)}, "[charts] root", DIGITS),
    "a hash of a proof": (
        {"open": (opening(), opening(proof=(HASH, "", HASH)))}, "[[open]] 2, proof", DIGITS,
    ),
    "too long a proof": (
        {"open": (opening(proof=(HASH,) * 33),)}, "[[open]] 1, proof", "more than 32 hashes",
    ),
    "an empty annex": ({"annex": AnnexPart()}, "[annex]", "there is nothing in it"),
    "a secret in a later file": (
        {"annex": AnnexPart(secret=ARMOUR)}, "[annex] secret", "a seat's first file has it",
    ),
    "a join without a secret": (
        {"join": JOIN, "annex": AnnexPart(age=ARMOUR)}, "[annex] secret",
        "a seat's first file has it",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG_PARTS)
def test_wrong_hidden_parts_are_refused(name: str) -> None:
    parts, where, words = WRONG_PARTS[name]
    code, place, what = refusal(signed(replace(LATER, **parts)))
    assert (code, place) == ("E04", where)
    assert words in what


LINES = {
    "text for armour": ('[annex]\nage = "in clear"', "[annex] age", ARMOURED),
    "armour in escapes": ('[annex]\nage = "-----BEGIN AGE"', "[annex] age", ARMOURED),
    "one proof for many": (
        f'[[open]]\nseq = 2\nid = "x"\nsalt = "{HASH}"\ncontent = ""\nproof = "{HASH}"',
        "key 'open[1].proof'", "must be a list",
    ),
    "a root that is no text": ("[charts]\nroot = 1", "key 'charts.root'", "text in quotes"),
    "two roots": (f'[charts]\nroot = "{HASH}"\n\n[charts]\nroot = "{HASH}"', "", "not TOML"),
    "a list of leaves": (
        f'[charts]\nroot = "{HASH}"\nleaves = 3', "key 'charts'", "unknown key 'leaves'",
    ),
    "two annexes": (
        f'[annex]\nage = """\n{ARMOUR}"""\n\n[annex]\nage = """\n{ARMOUR}"""', "", "not TOML",
    ),
    "an annex twice": (
        f'[annex]\nage = """\n{ARMOUR}"""\nage = """\n{ARMOUR}"""', "", "not TOML",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_wrong_lines_of_hidden_parts_are_refused(name: str) -> None:
    lines, where, words = LINES[name]
    raw = signed(LATER).replace(b"\n[signature]\n", f"\n{lines}\n[signature]\n".encode())
    code, place, what = refusal(raw)
    assert (code, place) == ("E04", where)
    assert words in what


@pytest.mark.parametrize(
    "lines",
    [
        f'[charts]\nroot = "{HASH}"',
        f'[[sealed]]\nid = "x"\ncommit = "{HASH}"',
        f'[[open]]\nseq = 0\nid = "x"\nsalt = "{HASH}"\ncontent = ""',
    ],
)
def test_a_genesis_hides_nothing_yet(lines: str) -> None:
    code, where, what = refusal(with_line(lines))
    assert (code, where) == ("E04", "[genesis]")
    assert "holds no orders, items or join" in what


def test_all_wrong_values_are_told_at_once() -> None:
    raw = GENESIS.replace(b'holder = "Allied player"', b"holder = 3").replace(
        b'email = "akagi@example.org"', b'email = ["x"]'
    )
    with pytest.raises(Refused) as caught:
        read(scan(raw))
    assert [problem.where for problem in caught.value.problems] == [
        "key 'seats[1].holder'",
        "key 'seats[2].email'",
    ]


BOMBS = {
    "a long dotted key": b"a" + b".a" * 100_000 + b" = 1\n",
    "deep nesting": b"a = " + b"[" * 100_000 + b"]" * 100_000 + b"\n",
    "a huge integer": b"a = " + b"9" * 250_000 + b"\n",
    "many headers": b"[a.b]\n" * 40_000,
    "a long line": b'a = "' + b"x" * 200_000 + b'"\n',
    "many small tables": b"[[order]]\n" * 25_000,
    "an endless list": b"a = [" + b"1, " * 80_000 + b"]\n",
    "larger than any file": b"x" * (3 * MOST_BYTES),
}


CAGE = """
import resource, sys
from pbem.errors import Refused
from pbem.scan import scan
from pbem.turnfile import read
scan(open(sys.argv[1], "rb").read())  # everything is imported and compiled now
bomb = open(sys.argv[2], "rb").read()
used = int(next(l for l in open("/proc/self/status") if l.startswith("VmSize")).split()[1]) * 1024
resource.setrlimit(resource.RLIMIT_AS, (used + 100 * 2**20, used + 100 * 2**20))
spent = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
resource.setrlimit(resource.RLIMIT_CPU, (int(spent) + 1, int(spent) + 2))
try:
    read(scan(bomb))
except Refused as refused:
    print(refused.problems[0].code)
"""


@pytest.mark.needs("/proc/self/status")
@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_within_a_second_and_100_mebibytes(name: str, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.pbem", tmp_path / "bad.pbem"
    body = scan(GENESIS).body
    good.write_bytes(GENESIS)
    bad.write_bytes(body + BOMBS[name] + GENESIS[len(body) :])
    command = [sys.executable, "-c", CAGE, str(good), str(bad)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout in ("E01\n", "E04\n")


values = st.recursive(
    st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.from_regex(r"[A-Za-z0-9_-]{1,5}", fullmatch=True), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.from_regex(r"[a-z][a-z-]{0,5}", fullmatch=True), values, max_size=4))
def test_whatever_is_written_is_narrow_and_reads_back(table: dict[str, object]) -> None:
    text = "".join(f"{key} = {write_value(value)}\n" for key, value in table.items())
    deep = max((_depth(value) for value in table.values()), default=0) > 4
    assert parse_item(text) == (None if deep else table)


def _depth(value: object) -> int:
    if isinstance(value, list | dict):
        inner = value.values() if isinstance(value, dict) else value
        return 1 + max((_depth(item) for item in inner), default=0)
    return 0


@given(st.data())
def test_a_changed_byte_is_refused_or_gives_another_hash(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(GENESIS) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != GENESIS[at]))
    raw = GENESIS[:at] + bytes([byte]) + GENESIS[at + 1 :]
    try:
        scanned = scan(raw)
        read(scanned)
    except Refused as refused:
        codes = {problem.code for problem in refused.problems}
    else:
        codes = {"E03"} if scanned.hash != VECTORS["file"]["hash"] else {"E03 armour"}
        codes = codes if scanned.raw != GENESIS else set()
    assert codes <= {"E01", "E04", "E03", "E03 armour"}
    assert codes
