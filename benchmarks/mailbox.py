"""What reading a mailbox costs beside downloading it: `python -m benchmarks mailbox`.

It needs Dovecot, which serves the box on loopback.
"""

import imaplib
import os
import ssl
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.games import bot_game
from benchmarks.measure import Row, interleaved, ratio_row, table
from pbem.game.letters import letter
from pbem.game.recover import look
from pbem.mail import imap
from pbem.mail.account import Account
from pbem.mail.compose import message
from pbem.mail.find import find, may_be_ours
from pbem.mail.imap import Mark
from tests.mail.servers import HOST, PASSWORD, Servers, own_all, running
from tests.simulator import Player

MAILS, OURS, ROUNDS = 1_000, 100, 5
MOST_FETCH, MOST_RECEIVE, MOST_GROWTH = 1.5, 1.3, 8.0
ADDRESS = "red@example.org"
DATE = "Fri, 20 Nov 2026 18:22:00 +0000"
HAY = b"From: a@b\nTo: c@d\nSubject: hay\n\n" + b"It is hay, and nothing else but hay.\n" * 200


def measure(place: Path) -> Iterator[Row]:
    """A box of a thousand mails, a hundred of them of games."""
    world = bot_game(place / "game")
    player = next(iter(world.players.values()))
    with player.at_home():
        session = look(player.folder)
        ours = [message(letter(session, seq), DATE) for seq in range(len(world.mail))]
    with running() as servers:
        _fill(servers, ours, MAILS)
        account = Account(
            address=ADDRESS,
            imap=f"imaps://{HOST}:{servers.imaps}",
            authority=str(servers.authority),
        )
        pairs = interleaved(lambda: _download(servers), lambda: _fetch(account), ROUNDS)
        yield ratio_row(f"fetch {MAILS:,} mails, {OURS} of ours", pairs, MOST_FETCH)
        yield _growth(servers, ours, account)
    bare, mail = place / "bare.pbem", place / "turn.eml"
    bare.write_bytes(world.mail[-1])
    mail.write_bytes(ours[-1])
    pairs = interleaved(lambda: _receive(player, bare), lambda: _receive(player, mail), 10)
    yield ratio_row("receive - of a mail, beside that of the bare file", pairs, MOST_RECEIVE)


def _receive(player: Player, path: Path) -> None:
    """`pbem receive -` as a process of its own; the file was here before."""
    command = [sys.executable, "-m", "pbem", "-C", str(player.folder), "receive", "-"]
    env = {**os.environ, "PBEM_HOME": str(player.home)}
    with path.open("rb") as file:
        subprocess.run(command, stdin=file, env=env, check=True, capture_output=True)


def _fill(servers: Servers, ours: list[bytes], count: int) -> None:
    folder = servers.place / "mail" / ADDRESS / "new"
    servers.box(ADDRESS)
    for number in range(count):
        is_ours = number % (MAILS // OURS) == 0
        raw = ours[number // (MAILS // OURS) % len(ours)] if is_ours else HAY
        (folder / f"{number}.bench.example").write_bytes(raw)
    own_all(folder)


def _fetch(account: Account) -> int:
    return sum(
        len(find(one.raw).found)
        for one in imap.fetch(account, PASSWORD, Mark(), date(2020, 1, 1))
        if one.raw and may_be_ours(one.raw)
    )


def _download(servers: Servers) -> int:
    """The same mails, by the standard library, looked at by nobody."""
    context = ssl.create_default_context(cafile=str(servers.authority))
    with imaplib.IMAP4_SSL(HOST, servers.imaps, ssl_context=context) as client:
        client.login(ADDRESS, PASSWORD)
        client.select("INBOX", readonly=True)
        _, answer = client.fetch("1:*", "(BODY.PEEK[])")
        return len(answer)


def _growth(servers: Servers, ours: list[bytes], account: Account) -> Row:
    """How much more memory twice the mails take."""
    small = _peak(account)
    _fill(servers, ours, 2 * MAILS)
    large = _peak(account)
    growth = (large - small) / 2**20
    return Row(
        name=f"memory: {2 * MAILS:,} mails beside {MAILS:,}",
        measured=f"{large / 2**20:.1f} MiB",
        floor=f"{small / 2**20:.1f} MiB",
        aim=f"< {MOST_GROWTH:g} MiB more",
        met=growth < MOST_GROWTH,
    )


def _peak(account: Account) -> int:
    tracemalloc.start()
    _fetch(account)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def main() -> None:
    """Measure and print."""
    with TemporaryDirectory(prefix="pbem-bench-") as place:
        print(table(measure(Path(place))))
