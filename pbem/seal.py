"""Sealed items and annexes: salts, commitments, age encryption (protocol 7 and 8).

What is encrypted here can be opened without this program: `age -d -i KEY` with the author's SSH
key opens `[annex] secret`, and the identity in it opens every annex of the game.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyrage

from pbem import pem
from pbem.codec import hkdf_sha256, tagged_hash, u64
from pbem.decode import decode
from pbem.errors import Refused, refuse
from pbem.keys import PrivateKey
from pbem.narrow import is_narrow, parse_narrow, write_pair

LONGEST_ARMOUR = 16 * 1024

_LABEL = "AGE ENCRYPTED FILE"
_WIDTH = 64


# --- sealed items --------------------------------------------------------------------------------


def salt_for(game_secret: bytes, game: bytes, seq: int, item: str) -> bytes:
    """The 32-byte salt of the item sealed as `item` in file `seq` (protocol 7)."""
    return hkdf_sha256(game_secret, salt=game, info=b"pbem/1 salt" + u64(seq) + item.encode())


def commitment(game: bytes, seat: str, seq: int, item: str, salt: bytes, content: str) -> bytes:
    """What file `seq` says of an item before it is opened; binds game, seat, place and id."""
    parts = (game, seat.encode(), u64(seq), item.encode(), salt, content.encode())
    return tagged_hash("pbem/1 seal", *parts)


# --- the identity of the annexes -----------------------------------------------------------------


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


# --- [annex] secret ------------------------------------------------------------------------------


_SECRET = re.compile(r"([0-9a-f]{64})\n(AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58})\n?")


def encrypt_secret(game_secret: bytes, identity: str, line: str) -> str:
    """`[annex] secret`: game secret and annex identity, for the SSH key `line` alone (protocol 8).

    `line` is the author's own public key; with any other one, dice could be foretold.
    """
    text = f"{game_secret.hex()}\n{identity}\n".encode("ascii")
    return pem.wrap(
        _LABEL, pyrage.encrypt(text, [pyrage.ssh.Recipient.from_str(line)]), width=_WIDTH
    )


def decrypt_secret(armour: str, key: PrivateKey) -> tuple[bytes, str]:
    """The game secret and the annex identity in `[annex] secret`.

    Raises `Refused` (code `annex`) for anything that `encrypt_secret` has not made for this key.
    """
    sealed = pem.unwrap(_LABEL, armour, width=_WIDTH) if len(armour) <= LONGEST_ARMOUR else None
    if sealed is None:
        raise _damaged("it is not armoured as age armours its files")
    try:
        plain = pyrage.decrypt(sealed, [pyrage.ssh.Identity.from_buffer(key.openssh())])
    except pyrage.DecryptError:
        raise _damaged("this key does not open it") from None
    match = _SECRET.fullmatch(plain.decode("ascii", "replace"))
    if match is None:
        raise _damaged("what is in it is not a game secret and an age identity")
    return bytes.fromhex(match[1]), match[2]


def _damaged(what: str) -> Refused:
    hint = "use the file as you sent it, and the key that signed it"
    return refuse("annex", what, where="[annex] secret", hint=hint)


# --- [annex] age ---------------------------------------------------------------------------------


SMALLEST_ANNEX = 16 * 1024
"""Bytes of plaintext in an annex at least (protocol 8)."""
LARGEST_ANNEX = 256 * 1024
"""Characters of an armoured annex at most: a turn file is no larger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A sealed item laid open; `salt` is 64 hex digits."""

    id: str
    salt: str
    content: str


def encrypt_annex(items: Sequence[Item], recipients: Sequence[str], least: int) -> str:
    """`[annex] age`: items for `age1…` recipients or SSH public keys (protocol 8).

    The text is padded behind its last line with spaces to a power of two of bytes, at least
    `least` and 16 KiB, so that its length tells nothing.
    """
    text = "".join(
        f"[[item]]\n{write_pair('id', item.id)}\n{write_pair('salt', item.salt)}\n"
        f"{write_pair('content', item.content)}\n\n"
        for item in items
    ).encode("utf-8")
    size = max(SMALLEST_ANNEX, least, 1 << max(len(text) - 1, 0).bit_length())
    keys = [
        pyrage.x25519.Recipient.from_str(one) if one.startswith("age1")
        else pyrage.ssh.Recipient.from_str(one)
        for one in recipients
    ]  # fmt: skip
    return pem.wrap(_LABEL, pyrage.encrypt(text.ljust(size), keys), width=_WIDTH)


def decrypt_annex(armour: str, identity: str) -> tuple[Item, ...]:
    """The items in `[annex] age`, with its author's identity `AGE-SECRET-KEY-1…`.

    Raises `Refused` (code `annex`) for a damaged annex, or one that this identity does not open.
    """
    return _items(_plain_annex(armour, pyrage.x25519.Identity.from_str(identity)))


def read_annex_as(armour: str, key: PrivateKey) -> tuple[Item, ...]:
    """The items in `[annex] age`, with a referee's key; raises `Refused` (code `annex`)."""
    return _items(_plain_annex(armour, pyrage.ssh.Identity.from_buffer(key.openssh())))


def annex_bytes(armour: str, identity: str) -> int:
    """The size of an annex's padded text, in bytes."""
    return len(_plain_annex(armour, pyrage.x25519.Identity.from_str(identity)))


def _plain_annex(armour: str, identity: Any) -> bytes:
    sealed = pem.unwrap(_LABEL, armour, width=_WIDTH) if len(armour) <= LARGEST_ANNEX else None
    if sealed is None:
        raise _wrong_annex("it is not armoured as age armours its files")
    try:
        return bytes(pyrage.decrypt(sealed, [identity]))
    except pyrage.DecryptError:
        raise _wrong_annex("this key does not open it") from None


def _items(text: bytes) -> tuple[Item, ...]:
    data = text.rstrip(b" ")
    if not is_narrow(data):
        raise _wrong_annex("what is in it is not of the form of turn files")
    try:
        table = parse_narrow(data.decode("utf-8"), code="annex")
    except UnicodeDecodeError:
        raise _wrong_annex("it is not UTF-8") from None
    return decode(_Annex, table, code="annex", where="[annex] age").item


@dataclass(frozen=True, slots=True, kw_only=True)
class _Annex:
    item: tuple[Item, ...] = ()


def _wrong_annex(what: str) -> Refused:
    hint = "use the file as its author sent it, and the key that it was written for"
    return refuse("annex", what, where="[annex] age", hint=hint)
