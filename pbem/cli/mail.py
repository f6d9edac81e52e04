"""`pbem mail`: turn files as mails that are ready to be sent."""

import secrets
import shlex
import subprocess
from email.utils import formatdate
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.account import draft, send, setup, test
from pbem.cli.commands import WholeHelp
from pbem.cli.common import for_here, game_option, look_at_game
from pbem.cli.complete import a_file
from pbem.cli.fetch import fetch
from pbem.cli.output import done, say
from pbem.cli.postmarks import postmarks
from pbem.counting import count
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
pipe_option = click.option("--pipe", metavar="COMMAND", help="Give the mail to it: 'sendmail -t'.")
open_option = click.option("--open", "opens", is_flag=True, help="Open it in your mail program.")
link_option = click.option("--link", is_flag=True, help="Print a mailto: link instead.")


@click.group(cls=WholeHelp)
def mail() -> None:
    """Your turn files as mails, ready to be sent."""


@mail.command(epilog="Example:  pbem mail write --open")
@click.argument("number", metavar="[NUMBER]", type=click.IntRange(min=0), required=False)
@output_option
@pipe_option
@open_option
@link_option
@game_option
def write(
    number: int | None, output: str | None, pipe: str | None, opens: bool, link: bool,
    folder: str | None,
) -> None:  # fmt: skip
    """Make the mail for your last turn file, or for file NUMBER: report, file, addresses.

    Without options it lies in the game's folder 'mail' as an .eml file, which mail programs open.
    """
    _mail(number, folder, output=output, pipe=pipe, opens=opens, link=link)


@mail.command(epilog="Example:  pbem mail resend 17 --open")
@click.argument("number", metavar="[NUMBER]", type=click.IntRange(min=0), required=False)
@output_option
@pipe_option
@open_option
@game_option
def resend(
    number: int | None, output: str | None, pipe: str | None, opens: bool, folder: str | None
) -> None:
    """Mail a turn file once more: the same file, to the byte, in a mail of its own."""
    again = secrets.token_hex(4)
    _mail(number, folder, output=output, pipe=pipe, opens=opens, again=again)


def _mail(
    number: int | None, folder: str | None, *, output: str | None, pipe: str | None, opens: bool,
    link: bool = False, again: str = "",
) -> None:  # fmt: skip
    """Compose a mail and bring it where it is wanted."""
    from pbem.game.letters import last_own, letter
    from pbem.mail.compose import link as made_link
    from pbem.mail.compose import message

    session = look_at_game(folder)
    made = letter(session, last_own(session) if number is None else number)
    if link:
        _say_link(made_link(made), session.folder.path / "mail" / made.name)
        return
    raw = message(made, formatdate(localtime=True), again)
    if pipe:
        _pipe(pipe, raw)
        say(f"given to {pipe}: {made.subject}")
    elif output == "-":
        say(raw.decode("ascii").rstrip("\n"))
    else:
        place = Path(output) if output else _usual(session.folder.path / "mail", made.name)
        _put(place, raw, made, opens=opens)


def _usual(folder: Path, name: str) -> Path:
    return folder / f"{name.removesuffix('.pbem')}.eml"


def _put(place: Path, raw: bytes, made: "Letter", *, opens: bool) -> None:
    from pbem.store.letterbox import put

    lies = put(place, raw)
    with done(f"the mail lies in {command(lies)}"):
        say(f"wrote {command(lies)}: {made.subject}")
        for header, people in (("to", made.to), ("copy to", made.copies)):
            for one in people:
                say(f"  {header} {player(one.name, one.email)}")
        if not any(one.email for one in made.to):
            say("no address of theirs is known: write it into the mail")
        if opens:
            click.launch(str(lies))
        else:
            say(for_here("open it in your mail program and send it; 'pbem mail write --open' does"))


def _say_link(link: str, attachment: Path) -> None:
    say(link)
    if "&body=" not in link:
        say(f"the file is too long for a link: attach {command(attachment)}")


def _pipe(words: str, raw: bytes) -> None:
    """Give a mail to a command of the player's own, as he would type it."""
    try:
        ran = subprocess.run(shlex.split(words), input=raw, check=False)
    except (OSError, ValueError) as error:
        hint = "look at the command; it takes a mail on its standard input"
        raise refuse("mail", f"this cannot be run: {error}", where=words, hint=hint) from None
    if ran.returncode != 0:
        hint = "the mail was not sent; it says why above"
        raise refuse("mail", f"it ended with status {ran.returncode}", where=words, hint=hint)


@click.command(epilog="Example:  pbem bundle && pbem mail write --open")
@click.option("-o", "output", metavar="FILE", shell_complete=a_file, help="Where to write it.")
@game_option
def bundle(output: str | None, folder: str | None) -> None:
    """Put all turn files of the game into one archive, for somebody who lacks some of them.

    Whoever gives it to 'pbem receive' has the game as far as you have it. Nothing hidden is in it.
    """
    from pbem.game.bundle import bundle as packed
    from pbem.store.files import write_atomic

    session = look_at_game(folder)
    raw = packed(session)
    name = f"{session.links.game[:8]}-to-{session.links.seq:04d}.zip"
    path = Path(output) if output else session.folder.path / "mail" / name
    write_atomic(path, raw)
    with done(f"the bundle lies in {command(path)}"):
        files = count(session.links.seq + 1, "turn file")
        say(f"wrote {command(path)}: {files}, {len(raw):,} bytes; mail it as an attachment")


for one in (setup, test, draft, send, fetch, postmarks):
    mail.add_command(one)
