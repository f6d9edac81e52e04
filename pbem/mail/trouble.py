"""What goes wrong between us and a mail server, in words; and the TLS that is asked of it."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from imaplib import IMAP4
from smtplib import SMTPAuthenticationError, SMTPException, SMTPRecipientsRefused

from pbem.errors import Refused, refuse
from pbem.mail.account import Account, Server
from pbem.report.clean import harmless

SECONDS = 30
"""So long a server may keep us waiting for one answer."""
MOST_WORDS = 200
AWAY = "away"
"""The code of a problem with a server that is gone, or breaks off; it may be back soon."""


def tls(account: Account) -> ssl.SSLContext:
    """TLS with the server's certificate checked; by the account's own authority if it names one.

    Raises `Refused` if that authority cannot be read.
    """
    try:
        return ssl.create_default_context(cafile=account.authority or None)
    except OSError as error:
        hint = "name a file of certificates in PEM form, or leave 'authority' out"
        raise refuse(
            "mail", error.strerror or str(error), where=f"authority {account.authority}", hint=hint
        ) from None


@contextmanager
def server_trouble(account: Account, server: Server) -> Iterator[None]:
    """Turn what a server or the network does into `Refused` (code `mail`, or `away`)."""
    where = f"{server.host}:{server.port}"
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        hint = "look at the server's name; if it has an authority of its own, name its certificate"
        what = f"its certificate does not hold: {error.verify_message}"
        raise refuse("mail", what, where=where, hint=hint) from None
    except SMTPAuthenticationError as error:
        raise wrong_login(account, server, _said(error.smtp_error)) from None
    except SMTPRecipientsRefused as error:
        refused = ", ".join(harmless(name) for name in error.recipients)
        hint = "look at the address in the game's genesis: pbem status"
        raise refuse(
            "mail", f"it does not take mail for {refused}", where=where, hint=hint
        ) from None
    except SMTPException as error:
        raise _failed(where, _said(getattr(error, "smtp_error", str(error)))) from None
    except UnicodeError:
        what = "the name, password, address or server has a letter that is not ASCII"
        hint = "look at the account: pbem mail setup"
        raise refuse("mail", what, where=where, hint=hint) from None
    except TimeoutError:
        raise _failed(where, f"no answer within {SECONDS} seconds") from None
    except (OSError, EOFError, IMAP4.error) as error:
        raise _failed(where, _said(str(error))) from None


def wrong_login(account: Account, server: Server, said: str) -> Refused:
    """The refusal for a login that the server does not take; it never has the password in it."""
    hint = f"look at user, auth ({account.auth}) and secret in the account: pbem mail setup"
    what = f"it does not let {account.login} in: {said}"
    return refuse("mail", what, where=f"{server.host}:{server.port}", hint=hint)


def _failed(where: str, said: str) -> Refused:
    hint = "nothing is lost: try again later, or send the mail by hand with 'pbem mail write'"
    return refuse(AWAY, said, where=where, hint=hint)


def _said(words: str | bytes) -> str:
    """What a server said, as far as it can be shown in a line."""
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return harmless(text)[:MOST_WORDS]
