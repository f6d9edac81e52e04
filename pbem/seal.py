"""Sealed items and annexes: salts, commitments, age encryption (protocol 7 and 8).

What is encrypted here can be opened without this program: `age -d -i KEY` with the author's SSH
key opens `[annex] secret`, and the identity in it opens every annex of the game.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from pbem import pem
from pbem.codec import expanding, framed, hkdf_sha256, tagged, u64
from pbem.decode import decode
from pbem.errors import Refused, refuse
from pbem.frozen import Value
from pbem.interrupts import put_off
from pbem.keys import PrivateKey
from pbem.narrow import is_narrow, parse_narrow, write_pair

with put_off():
    import pyrage

LONGEST_ARMOUR = 16 * 1024
PLACES = 64
"""Files of which is remembered what all their commitments begin with."""

_LABEL = "AGE ENCRYPTED FILE"
_WIDTH = 64


# --- sealed items --------------------------------------------------------------------------------


def salt_for(game_secret: bytes, game: bytes, seq: int, item: str) -> bytes:
    """The 32-byte salt of the item sealed as `item` in file `seq` (protocol 7)."""
    return hkdf_sha256(game_secret, salt=game, info=b"pbem/1 salt" + u64(seq) + item.encode())


def commitment(game: bytes, seat: str, seq: int, item: str, salt: bytes, content: str) -> bytes:
    """What file `seq` says of an item before it is opened; binds game, seat, place and id."""
    hasher = _in_file(game, seat, seq).copy()
    hasher.update(framed(item.encode(), salt, content.encode()))
    return hasher.digest()


def committing(game_secret: bytes, game: bytes, seat: str, seq: int) -> Callable[[str, str], bytes]:
    """What commits to the items of file `seq`, by id and content, each with its own salt.

    A file of a game with charts seals more than a thousand: what they begin with is hashed once.
    """
    salt = expanding(game_secret, salt=game, info=b"pbem/1 salt" + u64(seq))
    begun = _in_file(game, seat, seq)

    def commit(item: str, content: str) -> bytes:
        hasher, name = begun.copy(), item.encode()
        hasher.update(framed(name, salt(name), content.encode()))
        return hasher.digest()

    return commit


@lru_cache(PLACES)  # a file of a game with charts seals more than a thousand items
def _in_file(game: bytes, seat: str, seq: int) -> "hashlib._Hash":
    """What the commitments of a file begin with, hashed once."""
    return tagged("pbem/1 seal", game, seat.encode(), u64(seq))


# --- the identity of the annexes -----------------------------------------------------------------

IDENTITIES = 64
"""So many identities are remembered."""


@lru_cache(IDENTITIES)  # a seat's annexes all have the same
def annex_identity(game_secret: bytes, game: bytes) -> str:
    """The age identity (`AGE-SECRET-KEY-1…`) of a seat's annexes in a game (protocol 8)."""
    secret = hkdf_sha256(game_secret, salt=game, info=b"pbem/1 annex")
    return _bech32("age-secret-key-", secret).upper()


def annex_recipient(identity: str) -> str:
    """The public half (`age1…`) of an age identity."""
    return str(pyrage.x25519.Identity.from_str(identity).to_public())


_BECH32_LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_BECH32_GENERATORS = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)


def _bech32(prefix: str, data: bytes) -> str:
    """Bech32 (BIP 173) of some bytes under a lower-case prefix, without its limit on length."""
    bits = int.from_bytes(data, "big") << (-len(data) * 8 % 5)
    count = -(-len(data) * 8 // 5)
    values = [bits >> 5 * place & 31 for place in reversed(range(count))]
    expanded = [ord(char) >> 5 for char in prefix] + [0] + [ord(char) & 31 for char in prefix]
    check = _polymod([*expanded, *values, 0, 0, 0, 0, 0, 0]) ^ 1
    values += [check >> 5 * place & 31 for place in reversed(range(6))]
    return f"{prefix}1{''.join(_BECH32_LETTERS[value] for value in values)}"


def _polymod(values: list[int]) -> int:
    check = 1
    for value in values:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ value
        for bit, generator in enumerate(_BECH32_GENERATORS):
            check ^= generator if top >> bit & 1 else 0
    return check


# --- age -----------------------------------------------------------------------------------------


_LONGEST_HEADER = 2 * 1024
"""Bytes of an age header at most: age's own time grows with the square of what stands there."""
_HEADER_ENDS = b"\n--- "


def _encrypt(text: bytes, recipients: Sequence[str]) -> str:
    keys = [
        pyrage.x25519.Recipient.from_str(one) if one.startswith("age1")
        else pyrage.ssh.Recipient.from_str(one)
        for one in recipients
    ]  # fmt: skip
    return pem.wrap(_LABEL, pyrage.encrypt(text, keys), width=_WIDTH)


def _decrypt(armour: str, identity: Any, where: str) -> bytes:
    """What an armour of bounded length holds; raises `Refused` (code `annex`)."""
    sealed = pem.unwrap(_LABEL, armour, width=_WIDTH)
    if sealed is None:
        raise _wrong("it is not armoured as age armours its files", where)
    if _HEADER_ENDS not in sealed[:_LONGEST_HEADER]:
        raise _wrong("its header is not that of an annex", where)
    try:
        return bytes(pyrage.decrypt(sealed, [identity]))
    except pyrage.DecryptError:
        raise _wrong("this key does not open it", where) from None


def _x25519(identity: str, where: str) -> Any:
    try:
        return pyrage.x25519.Identity.from_str(identity)
    except pyrage.IdentityError:
        raise _wrong("what should open it is no age identity", where) from None


def _ssh(key: PrivateKey) -> Any:
    return pyrage.ssh.Identity.from_buffer(key.openssh())


def _wrong(what: str, where: str) -> Refused:
    hint = "use the file as its author sent it, and a key that it was written for"
    return refuse("annex", what, where=where, hint=hint)


# --- [annex] secret ------------------------------------------------------------------------------


_SECRET = re.compile(r"([0-9a-f]{64})\n(AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58})\n?")
_IN_SECRET = "[annex] secret"


def encrypt_secret(game_secret: bytes, identity: str, line: str) -> str:
    """`[annex] secret`: game secret and annex identity, for the SSH key `line` alone (protocol 8).

    `line` is the author's own public key; with any other one, dice could be foretold.
    """
    return _encrypt(f"{game_secret.hex()}\n{identity}\n".encode("ascii"), [line])


def decrypt_secret(armour: str, key: PrivateKey) -> tuple[bytes, str]:
    """The game secret and the annex identity in `[annex] secret`.

    Raises `Refused` (code `annex`) for anything that `encrypt_secret` has not made for this key.
    """
    if len(armour) > LONGEST_ARMOUR:
        raise _wrong("it is too long for a secret", _IN_SECRET)
    plain = _decrypt(armour, _ssh(key), _IN_SECRET)
    match = _SECRET.fullmatch(plain.decode("ascii", "replace"))
    if match is None:
        raise _wrong("what is in it is not a game secret and an age identity", _IN_SECRET)
    return bytes.fromhex(match[1]), match[2]


# --- [annex] age ---------------------------------------------------------------------------------


SMALLEST_ANNEX = 4 * 1024
"""Bytes of an annex's padded text at least; a system may fix more for its games (protocol 8)."""
LARGEST_ANNEX = 128 * 1024
"""Bytes of an annex's padded text at most: the next power of two does not fit into a turn file."""
MOST_ITEMS = 1_000
"""Items in an annex at most."""
MOST_RECIPIENTS = 8
"""Whom an annex is encrypted to at most, so that its header stays small."""

_LONGEST_ANNEX_ARMOUR = 192 * 1024
_IN_AGE = "[annex] age"
_SALT = re.compile(r"[0-9a-f]{64}")
_LINES = re.compile(rb'(?:(?:\[\[item\]\]|(?:id|salt|content) = "[^\n]*+)?+\n)*+')


class Item(Value):
    """A sealed item laid open; `salt` is 64 hex digits."""

    id: str
    salt: str
    content: str


class _Annex(Value):
    item: tuple[Item, ...] = ()


def encrypt_annex(items: Sequence[Item], recipients: Sequence[str], least: int) -> str:
    """`[annex] age`: items for `age1…` recipients or SSH public keys (protocol 8).

    The text is padded with spaces behind its last line feed, where they are TOML, to a power of
    two of bytes, at least `least` and 4 KiB, so that its length tells nothing. Raises `Refused`
    (code `annex`) for more than an annex may hold.
    """
    text = "".join(
        f"[[item]]\n{write_pair('id', item.id)}\n{write_pair('salt', item.salt)}\n"
        f"{write_pair('content', item.content)}\n\n"
        for item in items
    ).encode("utf-8")
    size = _power_of_two(max(SMALLEST_ANNEX, least, len(text)))
    if size > LARGEST_ANNEX or len(items) > MOST_ITEMS:
        what = f"{len(items):,} items of {len(text):,} bytes are more than an annex holds"
        raise refuse("annex", what, where=_IN_AGE, hint="seal fewer or shorter items")
    if len(recipients) > MOST_RECIPIENTS:
        what = f"it has {len(recipients)} recipients, and {MOST_RECIPIENTS} are the most"
        raise refuse("annex", what, where=_IN_AGE, hint="begin the game with fewer referees")
    return _encrypt(text.ljust(size), recipients)


def _power_of_two(least: int) -> int:
    """The smallest power of two that is not below `least`, which is above 0."""
    return 1 << (least - 1).bit_length()


def decrypt_annex(armour: str, identity: str) -> tuple[Item, ...]:
    """The items in `[annex] age`, with its author's identity `AGE-SECRET-KEY-1…`.

    Raises `Refused` (code `annex`) for a damaged annex, one that this identity does not open, and
    one whose text is not that of an annex.
    """
    return _items(_padded_text(armour, _x25519(identity, _IN_AGE)))


def read_annex_as(armour: str, key: PrivateKey) -> tuple[Item, ...]:
    """The items in `[annex] age`, with a referee's key; raises as `decrypt_annex` does."""
    return _items(_padded_text(armour, _ssh(key)))


def annex_bytes(armour: str, identity: str) -> int:
    """The size of an annex's padded text, in bytes; raises as `decrypt_annex` does."""
    return len(_padded_text(armour, _x25519(identity, _IN_AGE)))


def _padded_text(armour: str, identity: Any) -> bytes:
    if len(armour) > _LONGEST_ANNEX_ARMOUR:
        raise _wrong("it is too long for an annex", _IN_AGE)
    text = _decrypt(armour, identity, _IN_AGE)
    if len(text) > LARGEST_ANNEX:
        raise _wrong("its text is longer than 128 KiB", _IN_AGE)
    return text


def _items(padded: bytes) -> tuple[Item, ...]:
    """The items of an annex's text; whoever wrote it may have written anything."""
    text = padded.rstrip(b" ")
    if not (_LINES.fullmatch(text) and is_narrow(text)):
        raise _wrong("what is in it are not items in the form of turn files", _IN_AGE)
    if text.count(b"[[item]]\n") > MOST_ITEMS:
        raise _wrong(f"it has more than {MOST_ITEMS:,} items", _IN_AGE)
    try:
        table = parse_narrow(text.decode("utf-8"), code="annex")
        items = decode(_Annex, table, code="annex", where="").item
    except UnicodeDecodeError:
        raise _wrong("what is in it is not UTF-8", _IN_AGE) from None
    except Refused as refused:
        first = str(refused.problems[0]).removeprefix(", ")
        raise _wrong(f"what is in it are not items: {first}", _IN_AGE) from None
    if not all(_SALT.fullmatch(item.salt) for item in items):
        raise _wrong("a salt in it is not 64 hex digits", _IN_AGE)
    if len({item.id for item in items}) != len(items):
        raise _wrong("an item stands in it twice", _IN_AGE)
    return items
