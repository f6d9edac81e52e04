"""Postmarks: signatures made by another program's hand, keys from a name server, kept for later."""

import base64
import os
import re
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dns.message
import dns.rrset
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa

from pbem.mail.dkim import key_names, postmarks
from tests.simulator import Player, World, begin

SIGNED = pytest.mark.needs("dkimsign")
NAME = "fleet._domainkey.example.org"
MAIL = (
    b"From: Anna <anna@example.org>\r\nTo: ben@example.net\r\nSubject: two  blanks,\r\n\tfolded\r\n"
    b"Date: Fri, 20 Nov 2026 18:22:00 +0000\r\n\r\nHello  there \r\n\r\ntrailing \t\r\n\r\n\r\n"
)


@pytest.fixture(scope="module", params=["rsa-sha256", "ed25519-sha256"])
def provider(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> "Provider":
    return Provider(tmp_path_factory.mktemp("provider"), request.param)


class Provider:
    """A mail provider: it signs mails by `dkimsign`, and publishes a key."""

    def __init__(self, place: Path, algorithm: str, bits: int = 2048) -> None:
        self.algorithm, self.path = algorithm, place / "key"
        if algorithm == "rsa-sha256":
            key = rsa.generate_private_key(65537, bits)
            private = key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.TraditionalOpenSSL,
                serialization.NoEncryption(),
            )
            public = key.public_key().public_bytes(
                serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
            )
        else:
            small = ed25519.Ed25519PrivateKey.generate()
            private = base64.b64encode(small.private_bytes_raw())
            public = small.public_key().public_bytes_raw()
        self.path.write_bytes(private)
        kind = algorithm.partition("-")[0]
        self.record = f"v=DKIM1; k={kind}; p={base64.b64encode(public).decode()}"

    def sign(self, mail: bytes, head: str = "relaxed", body: str = "relaxed") -> bytes:
        selector, _, domain = NAME.partition("._domainkey.")
        words = ["dkimsign", "--hcanon", head, "--bcanon", body, "--signalg", self.algorithm]
        words += [selector, domain, str(self.path)]
        return subprocess.run(words, input=mail, check=True, capture_output=True).stdout

    def ask(self, name: str) -> str:
        return self.record if name == NAME else ""


# --- the signature -------------------------------------------------------------------------------


@SIGNED
@pytest.mark.parametrize("head", ["simple", "relaxed"])
@pytest.mark.parametrize("body", ["simple", "relaxed"])
def test_a_provider_s_signature_holds(provider: Provider, head: str, body: str) -> None:
    mail = provider.sign(MAIL, head, body)
    assert key_names(mail) == (NAME,)
    for kept in (mail, mail.replace(b"\r\n", b"\n"), b"Received: by a.example\r\n" + mail):
        (found,) = postmarks(kept, provider.ask)
        assert found.domain == "example.org"
        assert found.when is not None
        assert abs(found.when - datetime.now(UTC)) < timedelta(days=1)


@SIGNED
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"Hello", b"Hallo"),
        (b"anna@", b"hanna@"),
        (b"18:22", b"18:23"),
        (b"\r\n\r\nHello", b"\r\n\r\n\r\nHello"),
        (b"; t=", b"; t=1"),
        (b"bh=", b"l=4; bh="),
        (b"From: Anna", b"From: <eve@example.com>\r\nFrom: Anna"),
        (b"v=1;", b"v=2;"),
        (b"; d=example.org", b"; d=example.com"),
    ],
)
def test_a_changed_mail_is_not_postmarked(provider: Provider, old: bytes, new: bytes) -> None:
    mail = provider.sign(MAIL, "simple", "simple")
    assert len(postmarks(mail, lambda _: provider.record)) == 1
    assert old in mail
    assert not postmarks(mail.replace(old, new, 1), lambda _: provider.record)


@SIGNED
def test_a_length_is_no_signature_of_what_comes_after(tmp_path: Path) -> None:
    """`l=` leaves the end of a text unsigned, where somebody else could write a file."""
    provider = Provider(tmp_path, "rsa-sha256")
    words = "import dkim, sys; m = sys.stdin.buffer.read(); k = open(sys.argv[1], 'rb').read(); "
    words += "sys.stdout.buffer.write(dkim.sign(m, b'fleet', b'example.org', k, length=True) + m)"
    signed = subprocess.run(
        ["/usr/bin/python3", "-c", words, str(provider.path)],
        input=MAIL, check=True, capture_output=True,
    ).stdout  # fmt: skip
    assert b"l=" in signed
    assert not postmarks(signed, provider.ask)


@SIGNED
def test_a_weak_key_is_none(tmp_path: Path) -> None:
    weak = Provider(tmp_path, "rsa-sha256", 1024)
    assert len(postmarks(weak.sign(MAIL), weak.ask)) == 1
    assert not postmarks(weak.sign(MAIL), lambda _: "v=DKIM1; k=rsa; p=AAAA")
    assert not postmarks(weak.sign(MAIL), lambda _: "")


@pytest.mark.parametrize(
    "tags",
    [
        "s=../../seat; d=example.org",
        "s=/etc/passwd; d=",
        "s=a; d=..",
        "s=a b; d=example.org",
        "s=; d=example.org",
        f"s={'a' * 300}; d=example.org",
        "s=a\\x00; d=example.org",
    ],
)
def test_names_that_cannot_be_are_not_looked_up(tags: str) -> None:
    mail = f"DKIM-Signature: v=1; a=rsa-sha256; {tags}; h=from; bh=; b=\r\nFrom: a@b\r\n\r\nx"
    assert key_names(mail.encode()) == ()


# --- in a game -----------------------------------------------------------------------------------


@contextmanager
def name_server(records: dict[str, str]) -> Iterator[str]:
    """A name server on loopback with some texts; gives its address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        sock.settimeout(10)

        def serve() -> None:
            while True:
                try:
                    raw, sender = sock.recvfrom(4096)
                except OSError:
                    return
                if raw == b"end":
                    return
                query = dns.message.from_wire(raw)
                answer = dns.message.make_response(query)
                name = query.question[0].name
                if text := records.get(name.to_text(omit_final_dot=True)):
                    parts = " ".join(f'"{part}"' for part in re.findall(r".{1,200}", text))
                    answer.answer.append(dns.rrset.from_text(name, 60, "IN", "TXT", parts))
                sock.sendto(answer.to_wire(), sender)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"127.0.0.1:{sock.getsockname()[1]}"
        finally:
            sock.sendto(b"end", sock.getsockname())
            thread.join()


def mailed(world: World, tmp_path: Path, provider: Provider) -> tuple[Player, bytes]:
    """A file of orders in a signed mail, and who is to take it."""
    author = world.players[world.next_seat]
    world.mail.append(author.send())
    (reader,) = (one for one in world.players.values() if one is not author)
    assert author.run("mail", "write", "-o", str(tmp_path / "draft.eml")) == 0
    early = b"Date: Fri, 20 Nov 2020 18:22:00 +0000"  # whoever writes the head dates it
    draft = re.sub(rb"^Date: [^\r\n]*", early, (tmp_path / "draft.eml").read_bytes(), flags=re.M)
    return reader, provider.sign(draft)


@SIGNED
def test_a_mail_is_kept_and_its_postmark_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    provider = Provider(tmp_path, "rsa-sha256")
    reader, mail = mailed(world, tmp_path, provider)
    (tmp_path / "came.eml").write_bytes(mail)
    assert reader.run("receive", str(tmp_path / "came.eml")) == 0
    (kept,) = (reader.folder / "evidence" / "mail").iterdir()
    assert kept.read_bytes() == mail
    assert kept.stat().st_mode & 0o777 == 0o600
    number = int(kept.name[:4])
    (file,) = (reader.folder / "chain").glob(f"{number:04d}-*.pbem")
    assert datetime.fromtimestamp(file.stat().st_mtime, UTC).year == 2020

    capsys.readouterr()
    assert reader.run("mail", "postmarks", "--offline") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].endswith(": the key of example.org is not to be had")

    with name_server({NAME: provider.record}) as server:
        assert reader.run("mail", "postmarks", "--server", server) == 0
    lines = capsys.readouterr().out.splitlines()
    marked = re.compile(
        rf"file {number} of the \w+ side: postmarked example\.org 20\d\d-\d\d-\d\d \d\d:\d\d UTC"
    )
    assert marked.fullmatch(lines[-1])
    assert all(line.endswith(": no mail of it was kept") for line in lines[:-1])

    when = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    assert lines[-1].endswith(f"{when:%Y-%m-%d %H:%M} UTC")

    assert reader.run("mail", "postmarks", "--offline") == 0
    assert capsys.readouterr().out.splitlines()[-1] == lines[-1]
    assert reader.run("status") == 0
    assert lines[-1].partition(": ")[2] in capsys.readouterr().out.splitlines()

    kept.write_bytes(mail.replace(b"Subject: ", b"Subject: not "))
    assert reader.run("mail", "postmarks", "--offline") == 0
    changed = capsys.readouterr().out.splitlines()[-1]
    assert changed.endswith(": the signature does not hold: the mail was changed since")


@SIGNED
def test_a_postmark_of_the_future_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Here the mail came, by this machine, two hours before its provider signed it."""
    world = begin(tmp_path, "pistols", ("red", "blue"))
    provider = Provider(tmp_path, "rsa-sha256")
    reader, mail = mailed(world, tmp_path, provider)
    (tmp_path / "came.eml").write_bytes(mail)
    assert reader.run("receive", str(tmp_path / "came.eml")) == 0
    (kept,) = (reader.folder / "evidence" / "mail").iterdir()
    earlier = kept.stat().st_mtime - 7200
    os.utime(kept, (earlier, earlier))
    capsys.readouterr()
    with name_server({NAME: provider.record}) as server:
        assert reader.run("mail", "postmarks", "--server", server) == 0
    said = capsys.readouterr().out.splitlines()[-1]
    assert said.endswith(": its postmark has no time, or one after it came")
    (file,) = (reader.folder / "chain").glob(f"{kept.stem}.pbem")
    assert datetime.fromtimestamp(file.stat().st_mtime, UTC).year == 2020


@SIGNED
def test_a_mail_of_another_file_is_no_evidence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    reader, mail = mailed(world, tmp_path, Provider(tmp_path, "rsa-sha256"))
    (tmp_path / "came.eml").write_bytes(mail)
    assert reader.run("receive", str(tmp_path / "came.eml")) == 0
    (kept,) = (reader.folder / "evidence" / "mail").iterdir()
    kept.rename(kept.with_name(kept.name.replace(kept.name[:4], "0000")))
    capsys.readouterr()
    assert reader.run("mail", "postmarks", "--offline") == 0
    assert "no mail of it was kept" in capsys.readouterr().out


@pytest.mark.parametrize("server", ["nowhere at all", "127.0.0.1:99x"])
def test_a_wrong_name_server_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], server: str
) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    world.round()
    reader = world.players[world.next_seat]
    for path in (reader.folder / "chain").iterdir():
        mail = reader.folder / "evidence" / "mail" / f"{path.stem}.eml"
        mail.parent.mkdir(exist_ok=True)
        head = b"DKIM-Signature: v=1; a=rsa-sha256; s=fleet; d=example.org; h=from; bh=; b=\r\n"
        mail.write_bytes(head + b"From: a@b\r\nTo: b@c\r\n\r\n" + path.read_bytes())
    assert reader.run("mail", "postmarks", "--server", server) == 1
    said = capsys.readouterr().err
    assert f"'{server}' is no name server" in said
    assert "hint: write its address, as in 192.0.2.1 or 192.0.2.1:53" in said
