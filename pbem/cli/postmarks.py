"""`pbem mail postmarks`: when files were mailed, by what their senders' providers have signed."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import game_option, look_at_game
from pbem.cli.output import say
from pbem.engine.ledger import seat_called
from pbem.errors import Refused

if TYPE_CHECKING:
    from pbem.mail.dkim import Record


@click.command(epilog="Example:  pbem mail postmarks --offline")
@click.option("--offline", is_flag=True, help="Use the keys that were kept, and ask nobody.")
@click.option("--server", metavar="ADDRESS", help="Ask this name server for keys.")
@game_option
def postmarks(offline: bool, server: str | None, folder: str | None) -> None:
    """Tell when the others' files were mailed, as far as their mail providers have signed it.

    The mails are kept in evidence/mail, and the providers' keys in evidence/keys, so that
    everything can be looked at again years later. It is evidence of time; no rule depends on it.
    """
    from pbem.game.postmarks import marked, words
    from pbem.mail.dns import text_at

    def ask(name: str) -> str:
        return "" if offline else text_at(name, server or "")

    session = look_at_game(folder)
    found = tuple(marked(session, ask))
    for one in found:
        say(f"file {one.seq} of {seat_called(session.fold, one.seat)}: {words(one)}")
    if not found:
        say("no file of another player has come yet")


def published(name: str) -> str:
    """The key that a provider has published; empty without the library or a name server, too."""
    from pbem.mail.dns import text_at

    with suppress(Refused):  # it can be looked up later
        return text_at(name)
    return ""


def tell_new(folders: Iterable[Path], ask: "Record") -> None:
    """Look up the keys of postmarks that could not be had before, and tell those that hold."""
    from pbem.game.postmarks import newly_marked, words

    for folder in folders:
        session = look_at_game(folder)
        for one in newly_marked(session, ask):
            say(f"file {one.seq} of {seat_called(session.fold, one.seat)}: {words(one)}")
