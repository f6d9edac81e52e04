"""The last step of a turn: the mail for the file that was just signed, if the player wants one."""

import click

from pbem.cli.account import account, draft, send
from pbem.cli.asking import choose
from pbem.cli.common import for_here
from pbem.cli.mail import write
from pbem.cli.output import complain, say, say_words, setting
from pbem.errors import Refused
from pbem.report.clean import short

LATER = "l"
OPEN = "o"
GIVE = "g"


def offer_mail(folder: str | None) -> None:
    """Ask how the last file is to be mailed, and do that; the file is there whatever goes wrong."""
    ways = _ways()
    words = ", ".join(f"{text} ({key})" for key, text in ways.items())
    answer = LATER
    try:
        if len(ways) > 1:
            answer = choose(f"Mail it: {words}?", tuple(ways))
    except click.Abort:
        say()
    here = click.get_current_context()
    try:
        if answer == OPEN:
            here.invoke(write, number=None, opens=True, folder=folder)
        elif answer == GIVE:
            here.invoke(write, number=None, pipe="", folder=folder)
        elif answer != LATER:
            here.invoke(send if answer == "s" else draft, number=None, folder=folder)
    except Refused as refused:
        complain(refused)
        answer = LATER
    if answer == LATER:
        write_it = "pbem mail write --open" if OPEN in ways else "pbem mail write"
        say_words(for_here(f"mail it when you like: '{write_it}', or attach it to your own"))


def _ways() -> dict[str, str]:
    """How a mail can go out, by the letter that is typed; what the account can do comes first."""
    from pbem.store.machine import can_open_files

    try:
        found = account()
    except Refused:
        servers = ("", "")
    else:
        servers = (found.smtp, found.imap)
    ways = {}
    if servers[0]:
        ways["s"] = "send it now"
    if servers[1]:
        ways["d"] = "lay it into your drafts"
    if mailer := setting("mailer"):
        ways[GIVE] = f"give it to {short(mailer)}"
    if can_open_files():
        ways[OPEN] = "open it in your mail program"
    return {**ways, LATER: "later"}
