"""Reading and laying down mails by IMAP, through TLS alone; one of the places with a socket.

Nothing that is read is marked as read, moved or deleted.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING

from pbem.errors import refuse
from pbem.frozen import Value
from pbem.mail.account import Account, server
from pbem.mail.trouble import SECONDS, server_trouble, tls, wrong_login

if TYPE_CHECKING:
    from imapclient import IMAPClient

LARGEST = 16 * 1024 * 1024
"""Mails of more bytes are left where they are."""
BATCH = 2 * 1024 * 1024
"""So many bytes are asked for at once."""
MOST_AT_ONCE = 100

_UID = re.compile(rb"\bUID ([0-9]{1,10})\b")
_SIZE = re.compile(rb"\bRFC822\.SIZE ([0-9]{1,12})\b")


class Mark(Value):
    """How far a mailbox has been read: its validity (RFC 3501) and the last id."""

    validity: int = 0
    uid: int = 0


class Mailed(Value):
    """A mail from the box, and how far it has been read with it.

    `raw` is empty for a mail that has gone meanwhile, and for the last mark, which lies behind
    those that were too large to be asked for.
    """

    raw: bytes
    mark: Mark


def fetch(account: Account, secret: str, mark: Mark, since: date) -> Iterator[Mailed]:
    """The mails that came after `mark`; where it is of no use, those since a day.

    Raises `Refused` (code `mail`) with what the server said.
    """
    with _logged_in(account, secret) as client:
        selected = client.select_folder(account.inbox, readonly=True)
        validity = int(selected[b"UIDVALIDITY"])
        if mark.validity == validity:
            found = _behind(client, mark)
        else:
            found = sorted(client.search(["SINCE", since]))
        for batch in _batches(_sizes(client, found)):
            bodies = _bodies(client, batch)
            for uid in batch:
                yield Mailed(raw=bodies.get(uid, b""), mark=Mark(validity=validity, uid=uid))
        last = max(found, default=mark.uid if mark.validity == validity else 0)
        yield Mailed(raw=b"", mark=Mark(validity=validity, uid=last))


def draft(account: Account, secret: str, raw: bytes) -> str:
    """Lay a mail into the account's drafts; gives the folder's name."""
    with _logged_in(account, secret) as client:
        folder = account.drafts or client.find_special_folder(rb"\Drafts") or ""
        if not folder:
            hint = 'name it in the account: drafts = "Drafts"'
            raise refuse("mail", "the server names no folder for drafts", hint=hint)
        client.append(folder, raw.replace(b"\n", b"\r\n"), flags=(rb"\Draft", rb"\Seen"))
        return str(folder)


def watch(account: Account, secret: str, mark: Mark, seconds: int) -> None:
    """Wait until a mail has come behind a mark (RFC 2177), but not longer than some seconds."""
    with _logged_in(account, secret) as client:
        looked_at = mark.uid + 1
        # a mail that comes while the server answers a search would be announced in that answer, and
        # nobody hears it: between the last look at the folder and listening stands no command
        while (
            now := client.select_folder(account.inbox, readonly=True).get(b"UIDNEXT")
        ) != looked_at:
            if _behind(client, mark):
                return
            looked_at = now
        client.idle()
        client.idle_check(timeout=seconds)
        client.idle_done()


def _behind(client: "IMAPClient", mark: Mark) -> list[int]:
    """The ids of the mails behind a mark."""
    # such a range always has the last mail in it, be that as old as it will
    return sorted(uid for uid in client.search(["UID", f"{mark.uid + 1}:*"]) if uid > mark.uid)


def test(account: Account, secret: str) -> int:
    """Log in and out again; gives how many mails lie in the inbox."""
    with _logged_in(account, secret) as client:
        return int(client.select_folder(account.inbox, readonly=True)[b"EXISTS"])


def _sizes(client: "IMAPClient", uids: list[int]) -> Iterator[tuple[int, int]]:
    for start in range(0, len(uids), 1_000):
        part = uids[start : start + 1_000]
        told = [line for line in _fetched(client, part, "RFC822.SIZE") if isinstance(line, bytes)]
        pairs = ((_UID.search(line), _SIZE.search(line)) for line in told)
        sizes = {int(uid[1]): int(size[1]) for uid, size in pairs if uid and size}
        yield from ((uid, sizes[uid]) for uid in part if uid in sizes)


def _bodies(client: "IMAPClient", uids: list[int]) -> dict[int, bytes]:
    """Mails by their ids, as the server sends them; those that have gone are left out."""
    answer = _fetched(client, uids, "BODY.PEEK[]")
    found: dict[int, bytes] = {}
    for told, behind in pairwise((*answer, b"")):
        if isinstance(told, tuple):
            rest = behind if isinstance(behind, bytes) else b""
            if uid := _UID.search(told[0]) or _UID.search(rest):
                found[int(uid[1])] = told[1]
    return found


def _fetched(client: "IMAPClient", uids: list[int], what: str) -> list[bytes | tuple[bytes, bytes]]:
    """What the server answers: lines, and each literal beside the line that announces it.

    The library's own reading of it takes longer than the server.
    """
    kind, answer = client._imap.uid("FETCH", ",".join(map(str, uids)), f"({what})")
    if kind != "OK":
        raise client.Error(f"fetch failed: {answer[:1]}")
    return list(answer)


def _batches(sizes: Iterator[tuple[int, int]]) -> Iterator[list[int]]:
    """Ids of mails that are asked for together; none that is too large."""
    batch: list[int] = []
    room = BATCH
    for uid, size in sizes:
        if size > LARGEST:
            continue
        if batch and (size > room or len(batch) == MOST_AT_ONCE):
            yield batch
            batch, room = [], BATCH
        batch.append(uid)
        room -= size
    if batch:
        yield batch


@contextmanager
def _logged_in(account: Account, secret: str) -> Iterator["IMAPClient"]:
    where = server(account.imap, "imap")
    try:
        from imapclient import IMAPClient  # noqa: PLC0415 - an extra
        from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError  # noqa: PLC0415
    except ModuleNotFoundError:
        hint = "install it with: pip install 'pbem[mail]'; or save mails, and use 'pbem receive'"
        raise refuse(
            "mail", "reading by IMAP needs a library that is not here", hint=hint
        ) from None
    with server_trouble(account, where):
        context = tls(account)
        client = IMAPClient(
            where.host, where.port, ssl=where.is_wrapped, ssl_context=context, timeout=SECONDS
        )
        client._imap.debug = 0  # the library would write out each mail for a log that nobody keeps
        try:
            if not where.is_wrapped:
                client.starttls(context)
            try:
                _log_in(client, account, secret)
            except LoginError as error:
                raise wrong_login(account, where, str(error)) from None
            try:
                yield client
            except IMAPClientAbortError:
                raise  # the connection broke: see `server_trouble`
            except IMAPClientError as error:
                hint = "look at the folders' names in the account: pbem mail setup"
                if "OVERQUOTA" in str(error):  # RFC 5530
                    hint = "make room in the mailbox, or write the mail: pbem mail write --open"
                raise refuse("mail", str(error)[:200], where=where.host, hint=hint) from None
        except KeyboardInterrupt:
            client.shutdown()  # in the midst of IDLE a goodbye would get no answer
            raise
        finally:
            _leave(client)


def _log_in(client: "IMAPClient", account: Account, secret: str) -> None:
    match account.auth:
        case "password":
            client.login(account.login, secret)
        case "xoauth2":
            client.oauth2_login(account.login, secret)
        case _:
            client.oauthbearer_login(account.login, secret)


def _leave(client: "IMAPClient") -> None:
    """Say goodbye, if anybody listens."""
    try:
        client.logout()
    except Exception:
        with suppress(OSError):  # it is shut already
            client.shutdown()
