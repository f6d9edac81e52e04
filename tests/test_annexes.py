"""Annexes to the byte: what is in them, who opens them, what a hostile one costs (protocol 8)."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pyrage
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem import pem
from pbem.errors import Refused
from pbem.keys import PrivateKey
from pbem.scan import MOST_BYTES
from pbem.seal import (
    LARGEST_ANNEX,
    LONGEST_ARMOUR,
    MOST_ITEMS,
    MOST_RECIPIENTS,
    SMALLEST_ANNEX,
    Item,
    annex_bytes,
    annex_identity,
    annex_recipient,
    decrypt_annex,
    decrypt_secret,
    encrypt_annex,
    encrypt_secret,
    read_annex_as,
    salt_for,
)

pytestmark = pytest.mark.true_chance

KEY = PrivateKey.from_seed(bytes(range(32)))
REFEREE = PrivateKey.from_seed(bytes([7] * 32))
SECRET, GAME = bytes(range(100, 132)), bytes(range(32))
IDENTITY = annex_identity(SECRET, GAME)
RECIPIENT = annex_recipient(IDENTITY)
LABEL = "AGE ENCRYPTED FILE"


def item(id_: str, content: str) -> Item:
    return Item(id=id_, salt=salt_for(SECRET, GAME, 7, id_).hex(), content=content)


ITEMS = (
    item("rabaul/chart", 'ready = ["a6m-1"]\nflown = []\n'),
    item("rabaul/counts", "fighters = 1\nbombers = 0\n"),
    item("unit/ki43-é", 'place = "none"\n'),
)
ARMOUR = encrypt_annex(ITEMS, [RECIPIENT, REFEREE.public.line], 0)


def age(*arguments: str | Path, stdin: bytes) -> bytes:
    """Run Debian's age."""
    command = ["age", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, check=True).stdout


def written(path: Path, content: str | bytes) -> Path:
    """A file of a key, as private as age wants it."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    path.chmod(0o600)
    return path


def encrypted(text: bytes) -> str:
    """Any text, encrypted to the identity of the annexes as a stranger's program might do it."""
    to = [pyrage.x25519.Recipient.from_str(RECIPIENT)]
    return pem.wrap(LABEL, pyrage.encrypt(text, to), width=64)


def refusal(armour: str, identity: str = IDENTITY) -> str:
    with pytest.raises(Refused) as caught:
        decrypt_annex(armour, identity)
    (problem,) = caught.value.problems
    assert (problem.code, problem.where) == ("annex", "[annex] age")
    assert "as its author sent it" in problem.hint
    return problem.what


# --- who opens it --------------------------------------------------------------------------------


def test_the_author_and_the_referee_read_the_same() -> None:
    assert decrypt_annex(ARMOUR, IDENTITY) == ITEMS
    assert read_annex_as(ARMOUR, REFEREE) == ITEMS


def test_nobody_else_reads_it() -> None:
    assert refusal(ARMOUR, annex_identity(SECRET, bytes(32))) == "this key does not open it"
    with pytest.raises(Refused, match="this key does not open it"):
        read_annex_as(ARMOUR, KEY)


@pytest.mark.parametrize("identity", ["", IDENTITY[:-1], IDENTITY[:-1] + "Q", RECIPIENT])
def test_what_is_no_identity_opens_nothing(identity: str) -> None:
    assert refusal(ARMOUR, identity) == "what should open it is no age identity"


@pytest.mark.needs("age")
def test_age_opens_an_annex_with_what_the_ssh_key_opens(tmp_path: Path) -> None:
    """Two steps of Debian's age: the key opens the secret, its second line opens the annex."""
    secret = encrypt_secret(SECRET, IDENTITY, KEY.public.line)
    lines = age("-d", "-i", written(tmp_path / "key", KEY.openssh()), stdin=secret.encode())
    identity = written(tmp_path / "identity", lines.splitlines(keepends=True)[1])
    text = age("-d", "-i", identity, stdin=ARMOUR.encode())
    assert len(text) == SMALLEST_ANNEX
    table = tomllib.loads(text.decode())
    assert [one["id"] for one in table["item"]] == [one.id for one in ITEMS]
    assert table["item"][0]["content"] == ITEMS[0].content
    assert decrypt_secret(secret, KEY) == (SECRET, IDENTITY)


@pytest.mark.needs("age")
def test_age_opens_an_annex_for_the_referee(tmp_path: Path) -> None:
    key = written(tmp_path / "key", REFEREE.openssh())
    assert b'\nid = "rabaul/chart"\n' in age("-d", "-i", key, stdin=ARMOUR.encode())


@pytest.mark.needs("age")
def test_what_age_encrypts_we_read() -> None:
    text = f'[[item]]\nid = "a"\nsalt = "{"00" * 32}"\ncontent = "x = 1\\n"\n'
    to = ("-r", RECIPIENT, "-r", REFEREE.public.line)
    armour = age("-a", *to, stdin=text.encode()).decode()
    wanted = (Item(id="a", salt="00" * 32, content="x = 1\n"),)
    assert decrypt_annex(armour, IDENTITY) == wanted
    assert read_annex_as(armour, REFEREE) == wanted


def test_as_many_recipients_as_there_may_be_can_read_it() -> None:
    """Age adds a header line of random length; the largest of them must still be accepted."""
    referees = [PrivateKey.from_seed(bytes([n] * 32)) for n in range(1, MOST_RECIPIENTS)]
    to = [RECIPIENT, *(referee.public.line for referee in referees)]
    for _ in range(50):
        armour = encrypt_annex(ITEMS, to, 0)
        assert decrypt_annex(armour, IDENTITY) == ITEMS
    assert [read_annex_as(armour, referee) for referee in referees] == [ITEMS] * len(referees)
    with pytest.raises(Refused, match="9 recipients, and 8 are the most"):
        encrypt_annex(ITEMS, [*to, RECIPIENT], 0)


def test_an_identity_is_written_as_age_writes_it() -> None:
    """Bech32, which age itself has read when it made the recipient of it."""
    identity = annex_identity(b"another secret, that nothing else", GAME)
    assert identity == "AGE-SECRET-KEY-17YARQZSNJDTDU8HUYGTR8Z2YX633CK6WWE49V9SZV58Y8YNDQ7HSXYM29J"
    assert (
        annex_recipient(identity)
        == "age10l7r43wtmmrl3v8fz4dlf963el4qfyf8rv03yqy697rr4wn72c7s0e0j3w"
    )


# --- its size ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "least", "size"),
    [
        (0, 0, 4),
        (0, 4 * 1024 + 1, 8),
        (0, 16 * 1024, 16),
        (0, 16 * 1024 + 1, 32),
        (0, 32 * 1024, 32),
        (16_000, 0, 16),
        (17_000, 0, 32),
        (17_000, 64 * 1024, 64),
        (100_000, 0, 128),
    ],
)
def test_the_text_is_padded_to_a_power_of_two(content: int, least: int, size: int) -> None:
    items = (item("a", "x" * content),)
    armour = encrypt_annex(items, [RECIPIENT], least)
    assert annex_bytes(armour, IDENTITY) == size * 1024
    assert decrypt_annex(armour, IDENTITY) == items


@pytest.mark.parametrize("over", [0, 1])
def test_a_text_that_fills_its_annex_has_no_padding(over: int) -> None:
    empty = '[[item]]\nid = "a"\nsalt = ""\ncontent = ""\n\n'
    items = (item("a", "x" * (SMALLEST_ANNEX - len(empty) - 64 + over)),)
    armour = encrypt_annex(items, [RECIPIENT], 0)
    assert annex_bytes(armour, IDENTITY) == SMALLEST_ANNEX * (1 + over)
    assert decrypt_annex(armour, IDENTITY) == items


def test_an_annex_of_nothing_looks_like_any_other() -> None:
    nothing = encrypt_annex((), [RECIPIENT], 0)
    assert decrypt_annex(nothing, IDENTITY) == ()
    assert annex_bytes(nothing, IDENTITY) == annex_bytes(ARMOUR, IDENTITY)


def test_the_largest_annex_leaves_room_in_a_turn_file() -> None:
    armour = encrypt_annex((), [RECIPIENT, REFEREE.public.line], LARGEST_ANNEX)
    assert annex_bytes(armour, IDENTITY) == LARGEST_ANNEX
    assert len(armour) < MOST_BYTES * 3 // 4


def test_an_annex_holds_as_many_items_as_it_may() -> None:
    items = tuple(item(f"u{number}", "") for number in range(MOST_ITEMS))
    assert decrypt_annex(encrypt_annex(items, [RECIPIENT], 0), IDENTITY) == items


def test_what_is_too_long_is_not_even_unwrapped() -> None:
    most = 192 * 1024
    assert refusal("x" * most) == "it is not armoured as age armours its files"
    assert refusal("x" * (most + 1)) == "it is too long for an annex"
    for length, what in (
        (LONGEST_ARMOUR, "it is not armoured as age armours its files"),
        (LONGEST_ARMOUR + 1, "it is too long for a secret"),
    ):
        with pytest.raises(Refused, match=what):
            decrypt_secret("x" * length, KEY)


def test_a_header_longer_than_any_of_ours_is_not_even_read() -> None:
    to = [pyrage.x25519.Recipient.from_str(RECIPIENT)] * 30
    armour = pem.wrap(LABEL, pyrage.encrypt(GOOD.encode(), to), width=64)
    assert refusal(armour) == "its header is not that of an annex"


@pytest.mark.parametrize(
    ("items", "least", "words"),
    [
        ([item("a", "x" * LARGEST_ANNEX)], 0, "1 items of 131,"),
        ([], LARGEST_ANNEX + 1, "0 items of 0 bytes"),
        ([item("a", "")] * (MOST_ITEMS + 1), 0, "1,001 items of "),
    ],
)
def test_no_more_is_sealed_than_an_annex_holds(items: list[Item], least: int, words: str) -> None:
    with pytest.raises(Refused, match="are more than an annex holds") as caught:
        encrypt_annex(items, [RECIPIENT], least)
    assert words in caught.value.problems[0].what


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
many = st.lists(st.builds(item, texts, texts), max_size=5, unique_by=lambda one: one.id)


@given(many)
def test_whatever_is_sealed_comes_back(items: list[Item]) -> None:
    assert decrypt_annex(encrypt_annex(items, [RECIPIENT], 0), IDENTITY) == tuple(items)


# --- hostile annexes -----------------------------------------------------------------------------

GOOD = f'[[item]]\nid = "a"\nsalt = "{"00" * 32}"\ncontent = ""\n'
FORM, NO_ITEMS = "items in the form of turn files", "what is in it are not items"
TEXTS = {
    "not UTF-8": (GOOD.encode().replace(b'"a"', b'"\xff"'), "not UTF-8"),
    "a key twice": (GOOD.encode() + b'id = "b"\n', NO_ITEMS),
    "half an emoji": (GOOD.encode().replace(b'"a"', b'"\\ud83c"'), NO_ITEMS),
    "no content": (GOOD.encode().replace(b'content = ""\n', b""), "'content' is missing"),
    "keys without an item": (b'id = "a"\n', "unknown key 'id'"),
    "a key of another name": (GOOD.encode() + b'seq = "7"\n', FORM),
    "a number for an id": (GOOD.encode().replace(b'"a"', b"3"), FORM),
    "a list for an id": (GOOD.encode().replace(b'"a"', b'["a"]'), FORM),
    "another table": (GOOD.encode() + b"[more]\n", FORM),
    "one table": (GOOD.encode().replace(b"[[item]]", b"[item]"), FORM),
    "a comment": (GOOD.encode() + b"# a\n", FORM),
    "a blank at the end of a line": (GOOD.encode() + b' \nid = "b"\n', FORM),
    "no last line end": (GOOD.encode().rstrip(b"\n"), FORM),
    "carriage returns": (GOOD.encode().replace(b"\n", b"\r\n"), FORM),
    "padding of another kind": (GOOD.encode() + b"\0" * 100, FORM),
    "a salt of no hex digits": (GOOD.encode().replace(b"00", b"zz"), "64 hex digits"),
    "a short salt": (GOOD.encode().replace(b'"00', b'"'), "64 hex digits"),
    "a salt in capitals": (GOOD.encode().replace(b"00", b"AA"), "64 hex digits"),
    "an item twice": (GOOD.encode() * 2, "twice"),
    "too many items": (GOOD.encode() * (MOST_ITEMS + 1), "more than 1,000 items"),
    "too much text": (GOOD.encode().ljust(LARGEST_ANNEX + 1), "longer than 128 KiB"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_is_no_annex_is_refused(name: str) -> None:
    text, words = TEXTS[name]
    assert words in refusal(encrypted(text))


def test_the_text_that_these_are_made_of_is_good() -> None:
    assert [one.id for one in decrypt_annex(encrypted(GOOD.encode()), IDENTITY)] == ["a"]


SEALED = pem.unwrap(LABEL, ARMOUR, width=64) or b""
STRANGER = pyrage.x25519.Recipient.from_str(annex_recipient(annex_identity(GAME, GAME)))
PASSPHRASE = """\
-----BEGIN AGE ENCRYPTED FILE-----
YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBGQ0trKzJzUEtiYUg0VTA1
Y1gwQ3N3IDE5ClMrMDV4MUhLV0M3Zi9TZW5CcS84YUl5YjhYclZKNk52SVRSQVZT
VWRTeXMKLS0tIG1HYVlIMTVyaXZrd0x5cFlOMGtvS1hrcmg4SWxONGNTOG0xbkFQ
Ull6TlEKfE6E+cpLSITBSqlTJg8PFecvWa2PHBs2taaDEhI7BzEl
-----END AGE ENCRYPTED FILE-----
"""
"""What `pyrage.passphrase.encrypt(b"x", "y")` once gave: it takes seconds, as it should."""
MAC = b"--- " + b"A" * 43 + b"\n" + b"\0" * 100
ARMOURS = {
    "nothing": "",
    "a line more": ARMOUR + "\n",
    "other line ends": ARMOUR.replace("\n", "\r\n"),
    "other lines": pem.wrap(LABEL, SEALED, width=60),
    "cut": pem.wrap(LABEL, SEALED[:-1], width=64),
    "cut to its header": pem.wrap(LABEL, SEALED[:300], width=64),
    "a byte more": pem.wrap(LABEL, SEALED + b"\0", width=64),
    "longer than any": pem.wrap(LABEL, SEALED.ljust(200 * 1024), width=64),
    "a passphrase": PASSPHRASE,
    "many recipients": pem.wrap(LABEL, pyrage.encrypt(b"", [STRANGER] * 1_000), width=64),
    "one long line": pem.wrap(LABEL, b"age-encryption.org/v1\n-> " + b"x " * 60_000, width=64),
    "many short lines": pem.wrap(
        LABEL, b"age-encryption.org/v1\n" + b"-> x\n\n" * 20_000 + MAC, width=64
    ),
    "small and crowded": pem.wrap(
        LABEL, b"age-encryption.org/v1\n" + b"-> x\n\n" * 300 + MAC, width=64
    ),
    "the wildest list": encrypted(b"a = [" + b"1, " * 40_000 + b"]\n"),
    "tables alone": encrypted(b"[[item]]\n" * 14_000),
    "empty items": encrypted(b"[[item]]\n" * MOST_ITEMS),
    "lines alone": encrypted(b"\n" * LARGEST_ANNEX + b"x"),
}

CAGE = """
import resource, sys
from pbem.errors import Refused
from pbem.seal import decrypt_annex
identity, good, bad = (open(path, newline="").read() for path in sys.argv[1:])
decrypt_annex(good, identity)  # everything is imported and compiled now
used = int(next(l for l in open("/proc/self/status") if l.startswith("VmSize")).split()[1]) * 1024
resource.setrlimit(resource.RLIMIT_AS, (used + 100 * 2**20, used + 100 * 2**20))
spent = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
resource.setrlimit(resource.RLIMIT_CPU, (int(spent) + 1, int(spent) + 2))
try:
    decrypt_annex(bad, identity)
except Refused as refused:
    print(len(refused.problems), refused.problems[0].code)
"""


@pytest.mark.needs("/proc/self/status")
@pytest.mark.parametrize("name", ARMOURS)
def test_a_hostile_annex_costs_a_second_and_100_mebibytes_at_most(
    name: str, tmp_path: Path
) -> None:
    parts = {"identity": IDENTITY, "good": ARMOUR, "bad": ARMOURS[name]}
    for part, content in parts.items():
        (tmp_path / part).write_text(content, newline="")
    command = [sys.executable, "-c", CAGE, *(str(tmp_path / part) for part in parts)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "1 annex\n"


@given(st.integers(0, len(SEALED) - 1), st.integers(1, 255))
@settings(max_examples=40)
def test_any_changed_byte_is_refused(at: int, flip: int) -> None:
    changed = SEALED[:at] + bytes([SEALED[at] ^ flip]) + SEALED[at + 1 :]
    with pytest.raises(Refused):
        decrypt_annex(pem.wrap(LABEL, changed, width=64), IDENTITY)


@given(st.binary(max_size=300))
@settings(max_examples=40)
def test_any_text_gives_items_or_a_refusal(text: bytes) -> None:
    for plain in (text, GOOD.encode() + text, b'[[item]]\nid = "' + text + b'"\n'):
        try:
            found = decrypt_annex(encrypted(plain), IDENTITY)
        except Refused:
            continue
        assert all(len(bytes.fromhex(one.salt)) == 32 for one in found)
