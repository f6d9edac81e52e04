"""Sending by SMTP, through TLS alone; one of the places with a socket."""

import smtplib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pbem.errors import refuse
from pbem.mail.account import Account, Server, server
from pbem.mail.trouble import SECONDS, server_trouble, tls
from pbem.report.clean import harmless


def send(account: Account, secret: str, to: Sequence[str], mail: bytes) -> None:
    """Give a mail to the account's server for some addresses.

    Raises `Refused` (code `mail`) with what the server said, and for whom it has not been sent.
    """
    with _logged_in(account, secret) as client:
        refused = client.sendmail(account.address, to, mail.replace(b"\n", b"\r\n"))
    if refused:
        names = ", ".join(harmless(name) for name in refused)
        hint = "the others have it; look at the address in the game's genesis: pbem status"
        raise refuse("mail", f"it does not take mail for {names}", hint=hint)


def test(account: Account, secret: str) -> None:
    """Log in and out again; raises `Refused` as `send` does."""
    with _logged_in(account, secret):
        pass


@contextmanager
def _logged_in(account: Account, secret: str) -> Iterator[smtplib.SMTP]:
    where = server(account.smtp, "smtp")
    with server_trouble(account, where), _connected(account, where) as client:
        if account.auth == "password":
            client.login(account.login, secret)
        else:
            client.ehlo_or_helo_if_needed()
            client.auth(account.auth.upper(), lambda _=None: _bearer(account, where, secret))
        yield client


def _connected(account: Account, where: Server) -> smtplib.SMTP:
    context = tls(account)
    if where.is_wrapped:
        return smtplib.SMTP_SSL(where.host, where.port, timeout=SECONDS, context=context)
    client = smtplib.SMTP(where.host, where.port, timeout=SECONDS)
    try:
        client.starttls(context=context)
    except BaseException:
        client.close()
        raise
    return client


def _bearer(account: Account, where: Server, token: str) -> str:
    """What is said with a token: RFC 7628 for `oauthbearer`, or the older way."""
    if account.auth == "xoauth2":
        return f"user={account.login}\x01auth=Bearer {token}\x01\x01"
    name = f"n,a={account.login},\x01host={where.host}\x01port={where.port}"
    return f"{name}\x01auth=Bearer {token}\x01\x01"
