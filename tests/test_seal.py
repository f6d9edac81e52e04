"""Sealed items and annexes, and what Debian's `age` thinks of them (protocol 7 and 8)."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem import pem
from pbem.errors import Refused
from pbem.keys import PrivateKey
from pbem.seal import (
    LONGEST_ARMOUR,
    annex_identity,
    annex_recipient,
    commitment,
    decrypt_secret,
    encrypt_secret,
    salt_for,
)

KEY = PrivateKey.from_seed(bytes(range(32)))
OTHER = PrivateKey.from_seed(bytes(32))
SECRET = bytes(range(100, 132))
GAME = bytes(range(32))
IDENTITY = annex_identity(SECRET, GAME)
ARMOUR = encrypt_secret(SECRET, IDENTITY, KEY.public.line)


def age(*arguments: str | Path, stdin: bytes) -> bytes:
    """Run Debian's age."""
    command = ["age", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, check=True).stdout


def write_key(folder: Path) -> Path:
    path = folder / "key"
    path.write_bytes(KEY.openssh())
    path.chmod(0o600)
    return path


# --- sealed items --------------------------------------------------------------------------------


def test_every_part_goes_into_a_commitment() -> None:
    base = (GAME, "allied", 7, "rabaul/counts", bytes(32), "fighters = 3\n")
    others = (SECRET, "akagi", 8, "rabaul/chart", SECRET, "fighters = 4\n")
    commits = {commitment(*base)}
    for at, other in enumerate(others):
        parts = [*base]
        parts[at] = other
        commits.add(commitment(*parts))  # type: ignore[arg-type]
    assert len(commits) == 7


def test_no_two_items_share_a_salt() -> None:
    places = [
        (s, g, n, i) for s in (SECRET, GAME) for g in (GAME, SECRET) for n in (1, 2) for i in "ab"
    ]
    assert len({salt_for(*place) for place in places}) == len(places)


# --- annexes -------------------------------------------------------------------------------------


def test_the_secret_comes_back() -> None:
    assert decrypt_secret(ARMOUR, KEY) == (SECRET, IDENTITY)


@pytest.mark.needs("age")
def test_age_opens_the_secret(tmp_path: Path) -> None:
    plain = age("-d", "-i", write_key(tmp_path), stdin=ARMOUR.encode())
    assert plain.decode().splitlines() == [SECRET.hex(), IDENTITY]


@pytest.mark.needs("age")
def test_what_age_encrypts_we_open(tmp_path: Path) -> None:
    text = f"{SECRET.hex()}\n{IDENTITY}\n".encode()
    armour = age("-a", "-r", KEY.public.line, stdin=text)
    assert decrypt_secret(armour.decode(), KEY) == (SECRET, IDENTITY)


@pytest.mark.needs("age")
def test_what_is_encrypted_to_the_recipient_opens_with_the_identity(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    path.write_text(IDENTITY + "\n")
    sealed = age("-r", annex_recipient(IDENTITY), stdin=b"fighters = 3\n")
    assert age("-d", "-i", path, stdin=sealed) == b"fighters = 3\n"


def test_a_key_with_a_passphrase_opens_it() -> None:
    key = PrivateKey.load(KEY.openssh("correct horse"), "correct horse")
    assert decrypt_secret(ARMOUR, key) == (SECRET, IDENTITY)


def test_only_the_author_opens_it() -> None:
    with pytest.raises(Refused) as caught:
        decrypt_secret(ARMOUR, OTHER)
    (problem,) = caught.value.problems
    assert (problem.code, problem.where) == ("annex", "[annex] secret")
    assert problem.what == "this key does not open it"


def test_the_armour_is_of_64_columns() -> None:
    begin, *lines, last, end = ARMOUR.splitlines()
    assert begin == "-----BEGIN AGE ENCRYPTED FILE-----"
    assert end == "-----END AGE ENCRYPTED FILE-----"
    assert {len(line) for line in lines} == {64}
    assert 0 < len(last) <= 64


SEALED = pem.unwrap("AGE ENCRYPTED FILE", ARMOUR, width=64) or b""


@pytest.mark.parametrize(
    "armour",
    [
        "",
        ARMOUR + "\n",
        ARMOUR.rstrip("\n"),
        ARMOUR.replace("\n", "\r\n"),
        ARMOUR.replace("AGE", "age"),
        SEALED.decode("latin-1"),
        pem.wrap("AGE ENCRYPTED FILE", SEALED, width=70),
        pem.wrap("AGE ENCRYPTED FILE", SEALED[:-1], width=64),
        pem.wrap("AGE ENCRYPTED FILE", SEALED[:50], width=64),
        pem.wrap("AGE ENCRYPTED FILE", SEALED + b"\0", width=64),
        pem.wrap("AGE ENCRYPTED FILE", SEALED.replace(b"/v1", b"/v2"), width=64),
        pem.wrap("AGE ENCRYPTED FILE", b"\0" * LONGEST_ARMOUR, width=64),
        pem.wrap("AGE ENCRYPTED FILE", b"", width=64),
    ],
)
def test_damaged_armour_is_refused(armour: str) -> None:
    with pytest.raises(Refused) as caught:
        decrypt_secret(armour, KEY)
    assert caught.value.problems[0].code == "annex"


@pytest.mark.needs("age")
@pytest.mark.parametrize(
    "plain",
    [
        b"",
        SECRET.hex().encode(),
        f"{SECRET.hex().upper()}\n{IDENTITY}\n".encode(),
        f"{SECRET.hex()}\n{IDENTITY.lower()}\n".encode(),
        f"{SECRET.hex()}\n{IDENTITY}\n\n".encode(),
        f"{SECRET.hex()}\r\n{IDENTITY}\r\n".encode(),
        f"{SECRET.hex()}\n{IDENTITY}x\n".encode(),
        b"\xff" * 200,
    ],
)
def test_other_contents_are_refused(plain: bytes) -> None:
    armour = age("-a", "-r", KEY.public.line, stdin=plain).decode()
    with pytest.raises(Refused, match="not a game secret and an age identity"):
        decrypt_secret(armour, KEY)


@given(st.integers(0, len(ARMOUR) - 1), st.characters())
def test_any_changed_character_is_refused(at: int, char: str) -> None:
    changed = ARMOUR[:at] + char + ARMOUR[at + 1 :]
    if changed == ARMOUR:
        return
    with pytest.raises(Refused):
        decrypt_secret(changed, KEY)


@given(st.integers(0, len(SEALED) - 1), st.integers(1, 255))
def test_any_changed_byte_below_the_armour_is_refused(at: int, flip: int) -> None:
    changed = SEALED[:at] + bytes([SEALED[at] ^ flip]) + SEALED[at + 1 :]
    with pytest.raises(Refused):
        decrypt_secret(pem.wrap("AGE ENCRYPTED FILE", changed, width=64), KEY)


@given(st.binary(max_size=300))
def test_no_bytes_bring_another_exception(data: bytes) -> None:
    for content in (data, b"age-encryption.org/v1\n" + data):
        with pytest.raises(Refused):
            decrypt_secret(pem.wrap("AGE ENCRYPTED FILE", content, width=64), KEY)
