"""Writes age files as `pyrage` does, from randomness that is given (age-encryption.org/v1).

A file's hash seeds its dice, and an annex is part of its file: a game plays alike a second time
only if its annexes are encrypted alike.
"""

import hashlib
import hmac
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from pbem.codec import hkdf_sha256

Random = Callable[[int], bytes]

_FIELD = 2**255 - 19
_CHUNK = 64 * 1024
_LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def encrypt(text: bytes, recipients: Sequence[str], random: Random) -> bytes:
    """An age file that each of the recipients (`age1…`, `ssh-ed25519 …`) opens."""
    key = random(16)
    stanzas = (
        _x25519(key, one, random) if one.startswith("age1") else _ssh(key, one, random)
        for one in recipients
    )
    header = "\n".join(("age-encryption.org/v1", *stanzas, "---")).encode()
    mac = hmac.digest(hkdf_sha256(key, salt=b"", info=b"header"), header, "sha256")
    nonce = random(16)
    payload = ChaCha20Poly1305(hkdf_sha256(key, salt=nonce, info=b"payload"))
    chunks = [text[start : start + _CHUNK] for start in range(0, len(text), _CHUNK)] or [b""]
    body = b"".join(
        payload.encrypt(place.to_bytes(11) + bytes([place == len(chunks) - 1]), chunk, None)
        for place, chunk in enumerate(chunks)
    )
    return header + b" " + _text(mac).encode() + b"\n" + nonce + body


def _x25519(key: bytes, recipient: str, random: Random) -> str:
    public = _unbech32(recipient)
    ephemeral = X25519PrivateKey.from_private_bytes(random(32))
    share = ephemeral.public_key().public_bytes_raw()
    shared = ephemeral.exchange(X25519PublicKey.from_public_bytes(public))
    wrapped = _wrapped(key, shared, share + public, b"age-encryption.org/v1/X25519")
    return f"-> X25519 {_text(share)}\n{wrapped}"


def _ssh(key: bytes, line: str, random: Random) -> str:
    """To an Ed25519 key of SSH: to the same point on Montgomery's curve, tweaked by the key."""
    blob = b64decode(line.split()[1])
    y = int.from_bytes(blob[-32:], "little") & (1 << 255) - 1
    public = ((1 + y) * pow(1 - y, -1, _FIELD) % _FIELD).to_bytes(32, "little")
    ephemeral = X25519PrivateKey.from_private_bytes(random(32))
    share = ephemeral.public_key().public_bytes_raw()
    shared = ephemeral.exchange(X25519PublicKey.from_public_bytes(public))
    info = b"age-encryption.org/v1/ssh-ed25519"
    tweak = X25519PrivateKey.from_private_bytes(hkdf_sha256(b"", salt=blob, info=info))
    shared = tweak.exchange(X25519PublicKey.from_public_bytes(shared))
    wrapped = _wrapped(key, shared, share + public, info)
    return f"-> ssh-ed25519 {_text(hashlib.sha256(blob).digest()[:4])} {_text(share)}\n{wrapped}"


def _wrapped(key: bytes, shared: bytes, salt: bytes, info: bytes) -> str:
    wrap = ChaCha20Poly1305(hkdf_sha256(shared, salt=salt, info=info))
    return _text(wrap.encrypt(bytes(12), key, None))


def _text(data: bytes) -> str:
    return b64encode(data).decode().rstrip("=")


def _unbech32(recipient: str) -> bytes:
    """The 32 bytes of an `age1…` recipient, without the 6 letters of its checksum."""
    value = 0
    for letter in recipient.removeprefix("age1")[:-6]:
        value = value << 5 | _LETTERS.index(letter)
    return (value >> 4).to_bytes(32)
