"""Keys and signatures: their forms to the byte, and what OpenSSH thinks of them (protocol 4)."""

import base64
import hashlib
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem import pem
from pbem.errors import Refused
from pbem.keys import LARGEST_KEY_FILE, PrivateKey, PublicKey, inspect
from pbem.words import WORDS, words_of

KEY = PrivateKey.from_seed(bytes(range(32)))
OTHER = PrivateKey.from_seed(bytes(32))
BODY = b'format = "pbem/1"\nseat = "allied"\n'
ARMOUR = KEY.sign(BODY)
P = 2**255 - 19
Y_OF_ORDER_8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
SMALL_ORDER = [
    y | sign << 255 for y in (0, 1, P - 1, Y_OF_ORDER_8, P - Y_OF_ORDER_8) for sign in (0, 1)
]
NOT_CANONICAL = [y | sign << 255 for y in range(P, 2**255) for sign in (0, 1)]


def refusal(*, code: str = "key") -> "pytest.RaisesExc[Refused]":
    return pytest.raises(Refused, check=lambda error: error.problems[0].code == code)


def keygen(*arguments: str | Path, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    command = ["ssh-keygen", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)


def line_of(blob: bytes) -> str:
    return f"ssh-ed25519 {base64.b64encode(blob).decode()}"


# --- public keys ---------------------------------------------------------------------------------


@pytest.mark.parametrize("number", SMALL_ORDER + NOT_CANONICAL, ids=hex)
def test_points_of_small_order_and_second_encodings_are_refused(number: int) -> None:
    raw = number.to_bytes(32, "little")
    with refusal():
        PublicKey(raw)
    with refusal():
        PublicKey.parse(line_of(OTHER.public.blob[:-32] + raw))


def test_the_point_of_order_eight_is_one() -> None:
    """Doubled three times, and not sooner, it is the identity, whose y is 1."""
    d = -121665 * pow(121666, -1, P) % P
    y, seen = Y_OF_ORDER_8, []
    for _ in range(3):
        y2 = y * y % P
        x2 = (y2 - 1) * pow(d * y2 + 1, -1, P) % P
        y = (y2 + x2) * pow(2 - (y2 - x2), -1, P) % P
        seen.append(y)
    assert seen == [0, P - 1, 1]


def test_what_is_not_on_the_curve_is_refused() -> None:
    refused = 0
    for number in range(2, 200):
        try:
            PublicKey(number.to_bytes(32, "little"))
        except Refused:
            refused += 1
    assert 60 < refused < 140


def test_keys_that_are_made_are_accepted() -> None:
    keys = [PrivateKey.from_seed(hashlib.sha256(bytes([n])).digest()).public for n in range(100)]
    assert [PublicKey.parse(key.line) for key in keys] == keys


@pytest.mark.parametrize(
    "line",
    [
        "",
        "ssh-ed25519",
        KEY.public.line + " comment",
        KEY.public.line + "\n",
        " " + KEY.public.line,
        KEY.public.line.replace(" ", "  "),
        KEY.public.line.replace("ssh-ed25519", "ssh-rsa"),
        KEY.public.line[:-1],
        KEY.public.line[:-4],
        KEY.public.line + "AAAA",
        KEY.public.line + "=",
        KEY.public.line[:40] + "\n" + KEY.public.line[40:],
        KEY.public.line[:-1] + "ä",
        KEY.public.line[:-1] + "\udc80",
        line_of(b"\0\0\0\x07ssh-rsa" + KEY.public.blob[11:]),
        line_of(KEY.public.blob[:-33] + b"\x21" + KEY.public.raw + b"\0"),
    ],
)
def test_the_public_line_is_read_strictly(line: str) -> None:
    with refusal():
        PublicKey.parse(line)


@given(st.text(max_size=100))
def test_no_line_brings_another_exception(text: str) -> None:
    for line in (text, f"ssh-ed25519 {text}"):
        with refusal():
            PublicKey.parse(line)


@pytest.mark.needs("ssh-keygen")
def test_fingerprint_is_what_openssh_shows(tmp_path: Path) -> None:
    (tmp_path / "key.pub").write_text(KEY.public.line + "\n")
    shown = keygen("-l", "-f", tmp_path / "key.pub").stdout.decode().split()
    assert shown[1] == KEY.public.fingerprint


def test_repr_shows_no_secret() -> None:
    assert repr(KEY) == f"PrivateKey(public=PublicKey(raw={KEY.public.raw!r}))"


# --- words ---------------------------------------------------------------------------------------


def edits(one: str, other: str) -> int:
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row = row, [i]
        for j, b in enumerate(other, 1):
            row.append(min(last[j] + 1, row[-1] + 1, last[j - 1] + (a != b)))
    return row[-1]


def test_words_are_a_byte_each_and_hard_to_mistake() -> None:
    assert len(WORDS) == 256
    assert list(WORDS) == sorted(WORDS)
    assert all(word.isascii() and word.islower() and 4 <= len(word) <= 7 for word in WORDS)
    assert len({word[:3] for word in WORDS}) == 256
    assert min(edits(a, b) for n, a in enumerate(WORDS) for b in WORDS[:n]) == 3


def test_the_list_never_changes() -> None:
    """Else two players with two versions would read different words for one key."""
    digest = hashlib.sha256(" ".join(WORDS).encode()).hexdigest()
    assert digest == "bdb16a5bae44c081b936e92a34bd39a08ec913ef759c739222d190fdfe5578aa"


def test_words_of_a_key() -> None:
    assert KEY.public.words == "napkin puppet pencil olive autumn coconut bucket dragon"
    assert words_of(KEY.public.digest, 10).startswith(KEY.public.words + " ")
    with pytest.raises(ValueError, match="8 words need 8 bytes, not 7"):
        words_of(bytes(7))


# --- signatures ----------------------------------------------------------------------------------


def verify_by_openssh(folder: Path, key: PublicKey, body: bytes, armour: str) -> bool:
    (folder / "allowed").write_text(f"allied {key.line}\n")
    (folder / "body.sig").write_text(armour)
    return (
        keygen(
            "-Y", "verify", "-f", folder / "allowed", "-I", "allied", "-n", "pbem-turn",
            "-s", folder / "body.sig", stdin=body,
        ).returncode
        == 0
    )  # fmt: skip


@pytest.mark.needs("ssh-keygen")
def test_openssh_verifies_our_signature(tmp_path: Path) -> None:
    assert verify_by_openssh(tmp_path, KEY.public, BODY, ARMOUR)
    assert not verify_by_openssh(tmp_path, KEY.public, BODY + b"\n", ARMOUR)
    assert not verify_by_openssh(tmp_path, OTHER.public, BODY, ARMOUR)


@pytest.mark.needs("ssh-keygen")
@pytest.mark.parametrize("body", [b"", b"x", b"\r\n\0\xff" * 1000])
def test_openssh_signs_as_we_do(tmp_path: Path, body: bytes) -> None:
    path = tmp_path / "key"
    path.write_bytes(KEY.openssh())
    path.chmod(0o600)
    signed = keygen("-Y", "sign", "-f", path, "-n", "pbem-turn", stdin=body).stdout.decode()
    assert signed == KEY.sign(body)
    assert KEY.public.verifies(body, signed)


@pytest.mark.needs("ssh-keygen")
@pytest.mark.parametrize("option", [["-n", "file"], ["-n", "pbem-turn", "-O", "hashalg=sha256"]])
def test_another_namespace_or_hash_is_refused(tmp_path: Path, option: list[str]) -> None:
    path = tmp_path / "key"
    path.write_bytes(KEY.openssh())
    path.chmod(0o600)
    signed = keygen("-Y", "sign", "-f", path, *option, stdin=BODY).stdout.decode()
    assert signed.startswith("-----BEGIN SSH SIGNATURE-----\n")
    assert not KEY.public.verifies(BODY, signed)


def test_a_signature_belongs_to_one_key_and_one_body() -> None:
    assert KEY.public.verifies(BODY, ARMOUR)
    assert not OTHER.public.verifies(BODY, ARMOUR)
    assert not KEY.public.verifies(BODY, OTHER.sign(BODY))
    assert not KEY.public.verifies(BODY + b" ", ARMOUR)


SIGNATURE = pem.unwrap("SSH SIGNATURE", ARMOUR, width=70) or b""


@pytest.mark.parametrize(
    "armour",
    [
        "",
        ARMOUR.rstrip("\n"),
        ARMOUR + "\n",
        "\n" + ARMOUR,
        ARMOUR.replace("\n", "\r\n"),
        ARMOUR + ARMOUR,
        ARMOUR.replace("SSH SIGNATURE", "PGP SIGNATURE"),
        pem.wrap("SSH SIGNATURE", SIGNATURE, width=76),
        pem.wrap("SSH SIGNATURE", SIGNATURE + b"\0", width=70),
        pem.wrap("SSH SIGNATURE", SIGNATURE[:-1], width=70),
        pem.wrap("SSH SIGNATURE", SIGNATURE[:20], width=70),
        pem.wrap("SSH SIGNATURE", SIGNATURE.replace(b"\0\0\0\1", b"\0\0\0\2", 1), width=70),
        pem.wrap("SSH SIGNATURE", SIGNATURE.replace(b"sha512", b"sha256"), width=70),
        pem.wrap("SSH SIGNATURE", SIGNATURE.replace(b"pbem-turn", b"pbem-Turn"), width=70),
        pem.wrap("SSH SIGNATURE", b"", width=70),
        ARMOUR.replace("=", "\u0416"),
        ARMOUR.replace("=", "\udc80"),
    ],
)
def test_armour_is_read_strictly(armour: str) -> None:
    assert not KEY.public.verifies(BODY, armour)


def test_s_is_below_the_group_order() -> None:
    """S + L signs the same body by the same equation: RFC 8032 forbids it."""
    order = 2**252 + 27742317777372353535851937790883648493
    s = int.from_bytes(SIGNATURE[-32:], "little") + order
    second = SIGNATURE[:-32] + s.to_bytes(32, "little")
    assert not KEY.public.verifies(BODY, pem.wrap("SSH SIGNATURE", second, width=70))


@given(st.integers(0, len(ARMOUR) - 1), st.characters())
def test_any_changed_character_of_the_armour_is_refused(at: int, char: str) -> None:
    changed = ARMOUR[:at] + char + ARMOUR[at + 1 :]
    assert KEY.public.verifies(BODY, changed) == (changed == ARMOUR)


@given(st.integers(0, len(BODY) - 1), st.integers(0, 255))
def test_any_changed_byte_of_the_body_is_refused(at: int, byte: int) -> None:
    changed = BODY[:at] + bytes([byte]) + BODY[at + 1 :]
    assert KEY.public.verifies(changed, ARMOUR) == (changed == BODY)


@given(st.text(max_size=300))
def test_no_armour_brings_an_exception(text: str) -> None:
    begin, end = "-----BEGIN SSH SIGNATURE-----\n", "\n-----END SSH SIGNATURE-----\n"
    assert not KEY.public.verifies(BODY, text)
    assert not KEY.public.verifies(BODY, begin + text + end)


# --- private key files ---------------------------------------------------------------------------


def made_by_openssh(path: Path, *options: str, passphrase: str = "") -> bytes:
    made = keygen("-q", *(options or ("-t", "ed25519")), "-N", passphrase, "-C", "a b", "-f", path)
    assert made.returncode == 0, made.stderr
    return path.read_bytes()


@pytest.mark.needs("ssh-keygen")
@pytest.mark.parametrize("passphrase", ["", "correct horse", "Grüße, 日本"])
def test_keys_of_openssh_load(tmp_path: Path, passphrase: str) -> None:
    data = made_by_openssh(tmp_path / "key", passphrase=passphrase)
    public = " ".join((tmp_path / "key.pub").read_text().split()[:2])
    assert inspect(data).public.line == public
    assert inspect(data).locked == bool(passphrase)
    key = PrivateKey.load(data, passphrase or None)
    assert key.public.line == public
    assert verify_by_openssh(tmp_path, key.public, BODY, key.sign(BODY))


@pytest.mark.needs("ssh-keygen")
@pytest.mark.parametrize("passphrase", ["", "correct horse"])
def test_our_keys_load_in_openssh(tmp_path: Path, passphrase: str) -> None:
    key, path = PrivateKey.generate(), tmp_path / "key"
    path.write_bytes(key.openssh(passphrase))
    path.chmod(0o600)
    shown = keygen("-y", "-P", passphrase, "-f", path)
    assert shown.stdout.decode().split()[:2] == key.public.line.split()
    assert PrivateKey.load(path.read_bytes(), passphrase).sign(BODY) == key.sign(BODY)


@pytest.mark.needs("ssh-keygen")
@pytest.mark.parametrize("cipher", ["aes256-ctr", "aes256-cbc", "aes256-gcm@openssh.com"])
def test_every_wrong_passphrase_is_refused(tmp_path: Path, cipher: str) -> None:
    options = ("-t", "ed25519", "-Z", cipher)
    data = made_by_openssh(tmp_path / "key", *options, passphrase="right")
    assert PrivateKey.load(data, "right").public == inspect(data).public
    with refusal() as caught:
        PrivateKey.load(data, "wrong", where="my key")
    assert str(caught.value) == "my key: the passphrase is wrong, or the file is damaged"
    for none in (None, ""):
        with refusal() as caught:
            PrivateKey.load(data, none, where="my key")
        assert str(caught.value) == "my key: the key is locked with a passphrase"


@pytest.mark.needs("ssh-keygen")
def test_a_lock_that_is_not_known_here_is_told(tmp_path: Path) -> None:
    options = ("-t", "ed25519", "-Z", "chacha20-poly1305@openssh.com")
    data = made_by_openssh(tmp_path / "key", *options, passphrase="right")
    with refusal() as caught:
        PrivateKey.load(data, "right", where="my key")
    assert caught.value.problems[0].hint == "lock it anew: ssh-keygen -p -f 'my key'"


@pytest.mark.needs("ssh-keygen")
@pytest.mark.parametrize("kind", [("-t", "rsa", "-b", "2048"), ("-t", "ecdsa")])
@pytest.mark.parametrize("passphrase", ["", "secret"])
def test_other_kinds_of_keys_are_refused(
    tmp_path: Path, kind: tuple[str, ...], passphrase: str
) -> None:
    data = made_by_openssh(tmp_path / "key", *kind, passphrase=passphrase)
    with refusal() as caught:
        PrivateKey.load(data, passphrase, where="key")
    assert str(caught.value) == "key: the key is not an Ed25519 key"
    assert "pbem keys new" in caught.value.problems[0].hint


def test_a_key_that_names_another_public_half_is_refused(tmp_path: Path) -> None:
    """Such a file is damaged, or made to have the key leak out of its signatures."""
    lines = KEY.openssh().decode().splitlines()
    content = base64.b64decode("".join(lines[1:-1]))
    assert content.count(KEY.public.raw) == 3

    def key_file(inside: bytes) -> bytes:
        return "\n".join((lines[0], base64.b64encode(inside).decode(), lines[-1])).encode()

    assert PrivateKey.load(key_file(content)).public == KEY.public
    with refusal():
        PrivateKey.load(key_file(content.replace(KEY.public.raw, OTHER.public.raw)))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not a key",
        KEY.public.line.encode(),
        KEY.openssh()[:150],
        KEY.openssh().replace(b"b3Bl", b"b3Bm"),
        b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n",
        b"-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n",
        KEY.openssh() + b"\n" * LARGEST_KEY_FILE,
    ],
)
def test_what_is_no_key_file_is_refused(data: bytes) -> None:
    with refusal() as caught:
        PrivateKey.load(data, where="notes.txt")
    assert str(caught.value) == "notes.txt: this is no readable OpenSSH private key"


def test_a_passphrase_that_openssh_cannot_use_is_refused() -> None:
    with refusal():
        KEY.openssh("x" * 73)


@given(st.integers(0, len(KEY.openssh()) - 1), st.integers(0, 255))
def test_no_damaged_key_file_brings_another_exception(at: int, byte: int) -> None:
    data = KEY.openssh()
    try:
        loaded = PrivateKey.load(data[:at] + bytes([byte]) + data[at + 1 :])
    except Refused:
        return
    assert loaded.sign(BODY) == ARMOUR
