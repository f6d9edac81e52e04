"""Real mail servers on loopback, started for a test and stopped after it.

Dovecot keeps the mailboxes (IMAP, with passwords and with tokens); an SMTP server of this process
takes mail over TLS and lays it into them. Their certificates are of an authority made on the spot.
"""

import base64
import getpass
import hashlib
import hmac
import json
import mailbox
import os
import pwd
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

ON_SERVERS = [
    pytest.mark.needs("dovecot"),
    pytest.mark.slow,
    # of the server that stands in for a provider: it listens behind TLS, and has older names
    pytest.mark.filterwarnings("ignore:Requiring AUTH", "ignore:Session.login_data"),
]
"""The marks of tests that need the servers."""

HOST = "127.0.0.1"
PASSWORD = "swordfish"
TOKEN_KEY = b"a key that signs tokens, of more than thirty-two bytes"
PATIENCE = 30.0
TRIES = 5


@dataclass
class Servers:
    """Where the servers listen, the authority's file, and what the SMTP server was given."""

    place: Path
    authority: Path
    imaps: int = 0
    imap: int = 0
    smtps: int = 0
    smtp: int = 0
    taken: list[tuple[str, bytes]] = field(default_factory=list)

    def box(self, address: str) -> mailbox.Maildir:
        """The mails of an address, as they lie on the disk."""
        box = mailbox.Maildir(self.place / "mail" / address, create=True)
        own_all(self.place / "mail" / address)
        return box

    def put(self, address: str, raw: bytes) -> None:
        """Lay a mail into somebody's inbox."""
        box = self.box(address)
        box.add(raw)
        own_all(self.place / "mail" / address)


def token(user: str) -> str:
    """A token for somebody, as a provider's command would print it (RFC 7519)."""
    head = _part(json.dumps({"alg": "HS256", "typ": "JWT", "kid": "default"}).encode())
    now = int(time.time())
    claims = {"sub": user, "email": user, "azp": "pbem", "iat": now - 5, "exp": now + 600}
    body = _part(json.dumps(claims).encode())
    return f"{head}.{body}.{_mac(head, body)}"


def is_token(user: str, word: str) -> bool:
    """Whether a word is a token of ours for somebody."""
    head, body, mac = word.split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    return mac == _mac(head, body) and claims["sub"] == user


def _mac(head: str, body: str) -> str:
    return _part(hmac.new(TOKEN_KEY, f"{head}.{body}".encode(), hashlib.sha256).digest())


def _part(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def free_ports(number: int) -> list[int]:
    with ExitStack() as stack:
        found = [stack.enter_context(socket.socket()) for _ in range(number)]
        for one in found:
            one.bind((HOST, 0))
        return [int(one.getsockname()[1]) for one in found]


def own_all(path: Path) -> None:
    """Give files to the user under whom Dovecot reads mail: it does not as root."""
    if os.getuid() == 0:
        who = pwd.getpwnam("nobody")
        for one in (path, *path.rglob("*")):
            os.chown(one, who.pw_uid, who.pw_gid)


def certificates(place: Path, name: str = HOST) -> Path:
    """An authority's certificate, and one by it for a server, beside it; gives the authority's."""
    keys = [ec.generate_private_key(ec.SECP256R1()) for _ in range(2)]
    names = [x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, one)]) for one in ("CA", name)]
    now = datetime.now(UTC)

    def certificate(number: int) -> x509.Certificate:
        built = (
            x509.CertificateBuilder()
            .subject_name(names[number])
            .issuer_name(names[0])
            .public_key(keys[number].public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.BasicConstraints(ca=number == 0, path_length=None), critical=True)
        )
        if number == 1:
            other = x509.IPAddress(ip_address(name)) if name == HOST else x509.DNSName(name)
            built = built.add_extension(x509.SubjectAlternativeName([other]), critical=False)
        return built.sign(keys[0], hashes.SHA256())

    pem = serialization.Encoding.PEM
    (place / "ca.pem").write_bytes(certificate(0).public_bytes(pem))
    (place / "cert.pem").write_bytes(certificate(1).public_bytes(pem))
    (place / "key.pem").write_bytes(
        keys[1].private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return place / "ca.pem"


CONFIG = """
base_dir = {place}/run
state_dir = {place}/state
log_path = {place}/dovecot.log
auth_verbose = yes
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <{place}/cert.pem
ssl_key = <{place}/key.pem
disable_plaintext_auth = yes
auth_mechanisms = plain xoauth2 oauthbearer
mail_location = maildir:{place}/mail/%u
mail_plugins = quota
plugin {{
  quota = maildir
}}
protocol imap {{
  mail_plugins = quota imap_quota
}}
{users}
first_valid_uid = 1
passdb {{
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = {place}/oauth2.conf
}}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = passwd-file
  args = {place}/full
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={place}/home/%u
}}
namespace inbox {{
  inbox = yes
  mailbox Drafts {{
    special_use = \\Drafts
    auto = create
  }}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""

TOKENS = """
introspection_mode = local
local_validation_key_dict = fs:posix:prefix={place}/tokens/
username_attribute = email
"""


FULL = "full@example.org::{uid}:{gid}::{place}/home/full@example.org::userdb_quota_rule=*:bytes=1\n"
"""A reader whose mailbox has no room for another mail."""


def _users() -> str:
    """Under whom Dovecot's parts run: as root under its own users, else under ours."""
    if os.getuid() == 0:
        return ""
    name = getpass.getuser()
    return f"default_login_user = {name}\ndefault_internal_user = {name}"


@contextmanager
def dovecot(servers: Servers) -> Iterator[None]:
    """Dovecot, serving the mailboxes of a place until the end of the block."""
    place = servers.place
    reader = pwd.getpwnam("nobody") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
    (place / "tokens/pbem/HS256").mkdir(parents=True)
    (place / "tokens/pbem/HS256/default").write_bytes(base64.b64encode(TOKEN_KEY))
    (place / "oauth2.conf").write_text(TOKENS.format(place=place))
    for name in ("mail", "home"):
        (place / name).mkdir()
        own_all(place / name)
    for left in reversed(range(TRIES)):
        servers.imap, servers.imaps = free_ports(2)
        config = CONFIG.format(
            place=place, users=_users(), password=PASSWORD, uid=reader.pw_uid, gid=reader.pw_gid,
            imap=servers.imap, imaps=servers.imaps,
        )  # fmt: skip
        (place / "dovecot.conf").write_text(config)
        (place / "full").write_text(FULL.format(uid=reader.pw_uid, gid=reader.pw_gid, place=place))
        with (place / "stderr").open("wb") as errors:
            command = ["dovecot", "-F", "-c", str(place / "dovecot.conf")]
            running = subprocess.Popen(command, stdout=errors, stderr=errors)
        if _answers(servers.imaps, running):
            break
        running.terminate()
        running.wait(PATIENCE)
        said = (place / "stderr").read_text() + (place / "dovecot.log").read_text()
        # a port that was free may be taken until the server listens on it
        assert left, said
        assert "Address already in use" in said, said
    try:
        yield
    finally:
        running.terminate()
        running.wait(PATIENCE)


def _answers(port: int, running: subprocess.Popen[bytes]) -> bool:
    """Wait until a server answers; False if it has ended, or takes too long."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and running.poll() is None:
        with socket.socket() as tried:
            if tried.connect_ex((HOST, port)) == 0:
                return True
        running.poll() is None and _breathe()
    return False


def _breathe() -> None:
    with socket.socket() as nobody:  # a server that starts needs the processor more than we do
        nobody.settimeout(0.05)
        nobody.bind((HOST, 0))
        nobody.listen()
        try:
            nobody.accept()
        except TimeoutError:
            return


class Taker:
    """Lays what the SMTP server takes into the boxes of its readers."""

    def __init__(self, servers: Servers) -> None:
        self.servers = servers

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take a reader, unless his mailbox is full."""
        if address.startswith("full"):
            return "452 4.2.2 the mailbox is full"
        envelope.rcpt_tos.append(address)
        return "250 known"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a mail."""
        raw = envelope.content if isinstance(envelope.content, bytes) else b""
        for address in envelope.rcpt_tos:
            self.servers.taken.append((address, raw))
            if (self.servers.place / "mail").is_dir():
                self.servers.put(address, raw)
        return "250 taken"


def _allow(
    server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any
) -> AuthResult:
    right = isinstance(data, LoginPassword) and data.password == PASSWORD.encode()
    return AuthResult(success=right, handled=False)


class WithTokens(SMTP):
    """An SMTP server that takes tokens, too."""

    async def auth_XOAUTH2(self, _: SMTP, args: list[str]) -> AuthResult:  # noqa: N802
        """A name and a token, as two large providers want them."""
        words = base64.b64decode(args[1]).decode().split("\x01")
        user = words[0].removeprefix("user=")
        return AuthResult(
            success=is_token(user, words[1].removeprefix("auth=Bearer ")), handled=False
        )


@contextmanager
def smtp(servers: Servers) -> Iterator[None]:
    """An SMTP server with TLS from the start, and one with STARTTLS, until the end of the block."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(servers.place / "cert.pem", servers.place / "key.pem")

    class Wrapped(Controller):
        def factory(self) -> SMTP:
            return WithTokens(
                self.handler, authenticator=_allow, auth_required=True, auth_require_tls=False
            )

    class Starting(Controller):
        def factory(self) -> SMTP:
            return WithTokens(
                self.handler,
                authenticator=_allow,
                auth_required=True,
                tls_context=context,
                require_starttls=True,
            )

    servers.smtps, servers.smtp = free_ports(2)
    running = [
        Wrapped(Taker(servers), hostname=HOST, port=servers.smtps, ssl_context=context),
        Starting(Taker(servers), hostname=HOST, port=servers.smtp),
    ]
    for one in running:
        one.start()
    try:
        yield
    finally:
        for one in running:
            one.stop()


@contextmanager
def running() -> Iterator[Servers]:
    """Both servers in a place that their own users may enter, which pytest's is not."""
    with TemporaryDirectory(prefix="pbem-servers-") as name:
        place = Path(name)
        place.chmod(0o755)
        made = Servers(place, certificates(place))
        with dovecot(made), smtp(made):
            yield made
