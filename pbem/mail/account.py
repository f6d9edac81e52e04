"""A mail account as its player describes it: where its servers are, and who logs in how."""

import re

from pbem.errors import refuse
from pbem.frozen import Value

AUTHS = ("password", "xoauth2", "oauthbearer")
"""How somebody logs in: by a password, or by a token in one of the two ways that servers take."""

_URL = re.compile(
    r"(?P<scheme>[a-z+]+)://(?P<host>[A-Za-z0-9.-]+|\[[0-9a-f:]+\])(?::(?P<port>[0-9]{1,5}))?/?"
)
_PORTS = {"imaps": 993, "imap+starttls": 143, "smtps": 465, "smtp+starttls": 587}


class Server(Value):
    """A server; `is_wrapped` where TLS begins at once, and not by STARTTLS. There is no other."""

    host: str
    port: int
    is_wrapped: bool


class Account(Value):
    """An account: its address, who logs in and how, its servers, and where mails lie in it.

    Either server may be missing. `secret` says where the password or token comes from: `keyring`,
    `command: …` or `env: NAME`. `authority` is a file of certificates to trust instead of the
    system's. Without `drafts` the folder is the one that the server itself calls so.
    """

    address: str
    user: str = ""
    auth: str = "password"
    secret: str = "keyring"
    imap: str = ""
    smtp: str = ""
    authority: str = ""
    inbox: str = "INBOX"
    drafts: str = ""

    @property
    def login(self) -> str:
        """The name to log in with: the address, unless the server knows another."""
        return self.user or self.address


def server(url: str, where: str) -> Server:
    """The server that a line of the account names.

    Raises `Refused` (code `mail`) for any that would take a password without TLS.
    """
    match = _URL.fullmatch(url)
    kind = where + "s" if where in {"imap", "smtp"} else where
    if match is None or match["scheme"] not in (kind, f"{where}+starttls"):
        hint = f"write it as {kind}://HOST or {where}+starttls://HOST, with :PORT if it is unusual"
        raise refuse("mail", f"'{url[:80]}' is no server", where=where, hint=hint)
    port = int(match["port"] or _PORTS[match["scheme"]])
    return Server(host=match["host"].strip("[]"), port=port, is_wrapped=match["scheme"] == kind)
