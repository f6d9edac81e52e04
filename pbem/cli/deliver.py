"""Bringing a mail where it is wanted: a file, a box of mails, a command, the mail program."""

import shlex
import subprocess
from email.utils import formatdate
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.output import done, say, say_words, setting
from pbem.errors import refuse
from pbem.report.clean import player
from pbem.shell import command

if TYPE_CHECKING:
    from pbem.mail.compose import Letter

output_option = click.option(
    "-o",
    "output",
    metavar="PATH",
    help="An .eml file, a Maildir or an mbox; - for standard output.",
)
pipe_option = click.option(
    "--pipe", metavar="[COMMAND]", is_flag=False, flag_value="",
    help="Give the mail to it, or to that of 'pbem config mailer'.",
)  # fmt: skip
open_option = click.option("--open", "opens", is_flag=True, help="Open it in your mail program.")


def deliver(
    made: "Letter", usual: Path, *, output: str | None, pipe: str | None, opens: bool,
    again: str = "",
) -> None:  # fmt: skip
    """Compose a mail and bring it where it is wanted: to a file at `usual`, if nothing is said.

    Raises `Refused` for a place or a command that does not take it.
    """
    from pbem.mail.compose import message

    raw = message(made, formatdate(localtime=True), again)
    if pipe is not None:
        words = pipe or mailer()
        _pipe(words, raw)
        say(f"given to {words}: {made.subject}")
    elif output == "-":
        say(raw.decode("ascii").rstrip("\n"))
    else:
        _put(Path(output) if output else usual, raw, made, opens=opens)


def mailer() -> str:
    """The command that takes the player's mails; raises `Refused` if he has set none."""
    if words := setting("mailer"):
        return words
    hint = "set one, as in: pbem config mailer 'sendmail -t'; or name it: --pipe 'sendmail -t'"
    raise refuse("mail", "no command is set that takes your mails", hint=hint)


def _put(place: Path, raw: bytes, made: "Letter", *, opens: bool) -> None:
    from pbem.store.letterbox import put
    from pbem.store.machine import can_open_files, open_file

    lies = put(place, raw)
    with done(f"the mail lies in {command(lies)}"):
        say_words(f"wrote {command(lies)}: {made.subject}")
        for header, people in (("to", made.to), ("copy to", made.copies)):
            for one in people:
                say_words(f"  {header} {player(one.name, one.email)}")
        if not any(one.email for one in made.to):
            say("no address of theirs is known: write it into the mail")
        if opens and can_open_files() and open_file(lies):
            say_words("if no window opens, give that file to your mail program yourself")
        elif opens:
            say_words("no window opens here: give that file to your mail program yourself")
        else:
            say("send it from your mail program; with --open it is opened there")


def _pipe(words: str, raw: bytes) -> None:
    """Give a mail to a command of the player's own, as he would type it."""
    try:
        ran = subprocess.run(shlex.split(words), input=raw, check=False)
    except (OSError, ValueError, IndexError) as error:  # an empty command among them
        hint = "look at the command; it takes a mail on its standard input"
        raise refuse("mail", f"this cannot be run: {error}", where=words, hint=hint) from None
    if ran.returncode != 0:
        hint = "the mail was not sent; it says why above"
        raise refuse("mail", f"it ended with status {ran.returncode}", where=words, hint=hint)
