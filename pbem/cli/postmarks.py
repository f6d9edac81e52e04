"""`pbem mail postmarks`: when files were mailed, by what their senders' providers have signed."""

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

import click

from pbem.cli.common import game_option, look_at_game
from pbem.cli.output import say
from pbem.errors import Refused


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

    found = tuple(marked(look_at_game(folder), ask))
    for one in found:
        say(f"file {one.seq} of {one.seat}: {words(one)}")
    if not found:
        say("no file of another player has come yet")


def tell_new(folders: Iterable[Path]) -> None:
    """Look up the keys of new postmarks while there is a network, and tell those that hold."""
    from pbem.game.postmarks import newly_marked, words
    from pbem.mail.dns import text_at

    ask = cache(text_at)
    with suppress(Refused):  # without the library, or a name server: it can be done later
        for folder in folders:
            for one in newly_marked(look_at_game(folder), ask):
                say(f"file {one.seq} of {one.seat}: {words(one)}")
