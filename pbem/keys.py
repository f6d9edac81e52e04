"""Ed25519 keys in OpenSSH's formats, and signatures that `ssh-keygen -Y verify` accepts.

Signatures are of the SSHSIG format (OpenSSH's PROTOCOL.sshsig) with the namespace and the one hash
of protocol 4. Since both are known, everything in a signature but its last 64 bytes is known
before it is read: it is compared, not parsed. The library is loaded when a signature is checked or
made: who only looks at a game does not wait for it.
"""

import base64
import binascii
import hashlib
import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from pbem import pem
from pbem.errors import Refused, refuse
from pbem.frozen import Value
from pbem.shell import command
from pbem.words import words_of

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )

TURN, CLAIM = "pbem-turn", "pbem-claim"
"""What a signature is for: a turn file (protocol 4), a claim (protocol 12)."""
LARGEST_KEY_FILE = 16 * 1024
LONGEST_PASSPHRASE = 72  # in bytes; the most that OpenSSH's key derivation is asked for here

_LABEL = "SSH SIGNATURE"
_WIDTH = 70
_SIGNATURE_BYTES = 64


def _string(data: bytes) -> bytes:
    """A `string` of RFC 4251: its length in four bytes, then the bytes."""
    return len(data).to_bytes(4, "big") + data


_TYPE = _string(b"ssh-ed25519")
_BLOB = _TYPE + (32).to_bytes(4, "big")
_SIGNATURE = (len(_TYPE) + 4 + _SIGNATURE_BYTES).to_bytes(4, "big") + _TYPE
_SIGNATURE += _SIGNATURE_BYTES.to_bytes(4, "big")


@cache
def _scope(namespace: str) -> bytes:
    return _string(namespace.encode("ascii")) + _string(b"") + _string(b"sha512")


def _signed(body: bytes, namespace: str) -> bytes:
    """What the Ed25519 signature is made over."""
    return b"SSHSIG" + _scope(namespace) + _string(hashlib.sha512(body).digest())


# --- public keys ---------------------------------------------------------------------------------


class PublicKey(Value, kw_only=False):
    """An Ed25519 public key: a point of the curve, in its one encoding, not of small order.

    Raises `Refused` (code `key`) for any other 32 bytes.
    """

    raw: bytes

    def __post_init__(self) -> None:
        if not _is_good_point(self.raw):
            raise refuse("key", "this is no proper Ed25519 key", hint=_ANOTHER_LINE)

    @staticmethod
    @lru_cache(maxsize=256)
    def parse(line: str) -> "PublicKey":
        """Read `ssh-ed25519 AAAA…`, type and base64 alone (protocol 4).

        Raises `Refused` (code `key`) unless the key's own `line` is exactly this text.
        """
        type_, _, text = line.partition(" ")
        try:
            blob = binascii.a2b_base64(text, strict_mode=True)
        except ValueError:
            blob = b""
        if type_ != "ssh-ed25519" or not blob.startswith(_BLOB) or len(blob) != len(_BLOB) + 32:
            raise refuse("key", "this is no ssh-ed25519 public key", hint=_ANOTHER_LINE)
        key = PublicKey(blob[len(_BLOB) :])
        if key.line != line:
            raise refuse("key", "the public key's base64 is malformed", hint=_ANOTHER_LINE)
        return key

    @property
    def blob(self) -> bytes:
        """The key as OpenSSH stores and hashes it."""
        return _BLOB + self.raw

    @property
    def line(self) -> str:
        """`ssh-ed25519 AAAA…`, without a comment."""
        return f"ssh-ed25519 {base64.b64encode(self.blob).decode('ascii')}"

    @property
    def digest(self) -> bytes:
        """SHA-256 of the blob, of which fingerprint and words are two forms."""
        return hashlib.sha256(self.blob).digest()

    @property
    def fingerprint(self) -> str:
        """`SHA256:…`, as `ssh-keygen -l` shows it."""
        return f"SHA256:{base64.b64encode(self.digest).decode('ascii').rstrip('=')}"

    @property
    def words(self) -> str:
        """The fingerprint's first 64 bits as eight words, to be compared by telephone."""
        return words_of(self.digest)

    def verifies(self, body: bytes, armour: str, namespace: str = TURN) -> bool:
        """Whether `armour` is this key's signature over `body`, to the byte (protocol 4)."""
        signature = pem.unwrap(_LABEL, armour, width=_WIDTH)
        if signature is None or signature[:-_SIGNATURE_BYTES] != _preamble(self, namespace):
            return False
        from cryptography.exceptions import InvalidSignature

        try:
            _verifier(self.raw).verify(signature[-_SIGNATURE_BYTES:], _signed(body, namespace))
        except InvalidSignature:
            return False
        return True


def is_signed(body: bytes, armour: str) -> bool:
    """Whether `armour` is a signature over `body` by whatever key it names: nothing is damaged.

    It says nothing of who signed: anybody has a key.
    """
    signature = pem.unwrap(_LABEL, armour, width=_WIDTH)
    start = len(b"SSHSIG") + 4 + 4 + len(_BLOB)
    if signature is None or not _is_good_point(signature[start : start + 32]):
        return False
    return PublicKey(signature[start : start + 32]).verifies(body, armour)


@lru_cache(maxsize=256)
def _verifier(raw: bytes) -> "Ed25519PublicKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    return Ed25519PublicKey.from_public_bytes(raw)


_ANOTHER_LINE = "ask its owner for the line in his .pub file again, or for his key card"


def _preamble(key: PublicKey, namespace: str) -> bytes:
    """An SSHSIG blob up to the 64 bytes that differ from body to body."""
    return b"SSHSIG" + (1).to_bytes(4, "big") + _string(key.blob) + _scope(namespace) + _SIGNATURE


_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P
_Y_OF_ORDER_8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_Y_OF_SMALL_ORDER = {0, 1, _P - 1, _Y_OF_ORDER_8, _P - _Y_OF_ORDER_8}


def _is_good_point(raw: bytes) -> bool:
    """Whether 32 bytes are a point in canonical form (RFC 8032, 5.1.3) not of small order.

    The sign of x needs no look: only where x is zero has it one legal value, and those two points
    are of small order.
    """
    y = int.from_bytes(raw, "little") & (2**255 - 1)
    if len(raw) != 32 or y >= _P or y in _Y_OF_SMALL_ORDER:
        return False
    # x² = u / v, and u / v is a square just when u · v is one (Euler's criterion)
    u, v = y * y - 1, _D * y * y + 1
    return pow(u * v, (_P - 1) // 2, _P) == 1


# --- private keys --------------------------------------------------------------------------------


class PrivateKey:
    """An Ed25519 key that signs; its `repr` shows the public half alone."""

    __slots__ = ("_signer", "public")

    def __init__(self, signer: "Ed25519PrivateKey") -> None:
        self._signer = signer
        self.public = PublicKey(signer.public_key().public_bytes_raw())

    def __repr__(self) -> str:
        return f"PrivateKey(public={self.public!r})"

    @classmethod
    def generate(cls) -> "PrivateKey":
        """A new key from the system's random source."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_seed(cls, seed: bytes) -> "PrivateKey":
        """The key of a 32-byte seed (RFC 8032, 5.1.5)."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @classmethod
    def load(cls, data: bytes, passphrase: str | None = None, *, where: str = "") -> "PrivateKey":
        """Read an OpenSSH private key file; a passphrase that it does not need is not looked at.

        Raises `Refused` (code `key`) for a file that is damaged, not an Ed25519 key, or locked by
        another passphrase or by one that was not given.
        """
        from cryptography.exceptions import InvalidTag, UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_ssh_private_key

        header = inspect(data, where=where)
        if header.locked and not passphrase:
            hint = "give its passphrase"
            raise refuse("key", "the key is locked with a passphrase", where=where, hint=hint)
        secret = _passphrase_bytes(passphrase) if header.locked and passphrase else None
        try:
            signer = load_ssh_private_key(data, secret)
        except UnsupportedAlgorithm:
            hint = f"lock it anew: {command('ssh-keygen', '-p', '-f', where or 'FILE')}"
            what = "the key is locked in a way that is not known here"
            raise refuse("key", what, where=where, hint=hint) from None
        except (ValueError, TypeError, InvalidTag):
            problem = _wrong_passphrase if header.locked else _unreadable
            raise problem(where) from None
        if not isinstance(signer, Ed25519PrivateKey):
            raise _not_ed25519(where)
        key = cls(signer)
        if key.public != header.public:
            raise _unreadable(where)  # the halves are hashed together: a wrong one leaks the key
        return key

    def openssh(self, passphrase: str | None = None) -> bytes:
        """The key as OpenSSH stores it, locked if a passphrase is given.

        Raises `Refused` (code `key`) for a passphrase longer than 72 bytes.
        """
        from cryptography.hazmat.primitives import serialization as form

        secret = _passphrase_bytes(passphrase or "")
        if len(secret) > LONGEST_PASSPHRASE:
            hint = f"choose one of at most {LONGEST_PASSPHRASE} letters"
            raise refuse("key", "the passphrase is too long", hint=hint)
        lock = form.BestAvailableEncryption(secret) if secret else form.NoEncryption()
        return self._signer.private_bytes(form.Encoding.PEM, form.PrivateFormat.OpenSSH, lock)

    def sign(self, body: bytes, namespace: str = TURN) -> str:
        """The armoured signature over a body (protocol 4); the same body gets the same one."""
        signature = _preamble(self.public, namespace) + self._signer.sign(_signed(body, namespace))
        return pem.wrap(_LABEL, signature, width=_WIDTH)


def _passphrase_bytes(passphrase: str) -> bytes:
    """The bytes that were typed, even those that a terminal could not read as UTF-8."""
    return passphrase.encode("utf-8", "surrogateescape")


# --- key files -----------------------------------------------------------------------------------


class KeyHeader(Value):
    """What a private key file tells without its passphrase."""

    public: PublicKey
    locked: bool


_CONTAINER = re.compile(
    rb"\s*-----BEGIN OPENSSH PRIVATE KEY-----\s([A-Za-z0-9+/=\s]*)-----END OPENSSH PRIVATE KEY-----"
)
_MAGIC = b"openssh-key-v1\0"


def inspect(data: bytes, *, where: str = "") -> KeyHeader:
    """The header of an OpenSSH private key file (OpenSSH's PROTOCOL.key).

    Raises `Refused` (code `key`) for a file that is not one, or is of another kind than Ed25519.
    """
    match = _CONTAINER.match(data) if len(data) <= LARGEST_KEY_FILE else None
    if match is None:
        raise _unreadable(where)
    try:
        content = binascii.a2b_base64(match[1])
    except ValueError:
        raise _unreadable(where) from None
    if not content.startswith(_MAGIC):
        raise _unreadable(where)
    cipher, rest = _take(content[len(_MAGIC) :])
    _, rest = _take(rest)  # the key derivation's name
    _, rest = _take(rest)  # and its options
    blob, _ = _take(rest[4:])  # behind the number of keys, which is always 1
    if not blob.startswith(_BLOB) or len(blob) != len(_BLOB) + 32:
        raise _not_ed25519(where) if blob.startswith(b"\0") else _unreadable(where)
    return KeyHeader(public=PublicKey(blob[len(_BLOB) :]), locked=cipher != b"none")


def _take(data: bytes) -> tuple[bytes, bytes]:
    """The first `string` of `data` and what follows it; shorter if the data are."""
    end = 4 + int.from_bytes(data[:4], "big")
    return data[4:end], data[end:]


def _unreadable(where: str) -> Refused:
    hint = "name a private key file of OpenSSH, or make a key with 'pbem keys new'"
    return refuse("key", "this is no readable OpenSSH private key", where=where, hint=hint)


def _not_ed25519(where: str) -> Refused:
    hint = "make one with 'pbem keys new' or 'ssh-keygen -t ed25519'"
    return refuse("key", "the key is not an Ed25519 key", where=where, hint=hint)


def _wrong_passphrase(where: str) -> Refused:
    hint = "try again; nobody can open the key without it"
    return refuse("key", "the passphrase is wrong, or the file is damaged", where=where, hint=hint)
