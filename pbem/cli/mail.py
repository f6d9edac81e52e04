"""`pbem mail`: turn files as mails that are ready to be sent."""

import secrets
from pathlib import Path

import click

from pbem.cli.account import draft, draft_letter, send, send_letter, setup, test
from pbem.cli.commands import WholeHelp
from pbem.cli.common import game_option, look_at_game
from pbem.cli.complete import a_file
from pbem.cli.deliver import deliver, open_option, output_option, pipe_option
from pbem.cli.fetch import fetch
from pbem.cli.letters import letter_of, place_of
from pbem.cli.output import done, say
from pbem.cli.postmarks import postmarks
from pbem.cli.remind import ack, claim, digest, remind
from pbem.counting import count
from pbem.shell import command

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


@mail.command(epilog="Example:  pbem mail resend 17 --send")
@click.argument("number", metavar="[NUMBER]", type=click.IntRange(min=0), required=False)
@output_option
@pipe_option
@open_option
@click.option("--send", "sends", is_flag=True, help="Send it by your account.")
@click.option("--draft", "drafts", is_flag=True, help="Lay it into your account's drafts.")
@game_option
def resend(
    number: int | None, output: str | None, pipe: str | None, opens: bool, sends: bool,
    drafts: bool, folder: str | None,
) -> None:  # fmt: skip
    """Mail a turn file once more: the same file, to the byte, in a mail of its own."""
    again = secrets.token_hex(4)
    if sends or drafts:
        if sends + drafts + opens > 1 or output or pipe is not None:
            raise click.UsageError(
                "--send, --draft, --open, --pipe and -o exclude each other: say one of them"
            )
        (send_letter if sends else draft_letter)(number, folder, again)
    else:
        _mail(number, folder, output=output, pipe=pipe, opens=opens, again=again)


def _mail(
    number: int | None, folder: str | None, *, output: str | None, pipe: str | None, opens: bool,
    link: bool = False, again: str = "",
) -> None:  # fmt: skip
    """Compose a mail and bring it where it is wanted."""
    from pbem.mail.compose import link as made_link

    session = look_at_game(folder)
    made = letter_of(session, number)
    if link:
        _say_link(made_link(made), session.folder.path / "mail" / made.name)
    else:
        deliver(made, place_of(session, made), output=output, pipe=pipe, opens=opens, again=again)


def _say_link(link: str, attachment: Path) -> None:
    say(link)
    if "&body=" not in link:
        say(f"the file is too long for a link: attach {command(attachment)}")


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


for one in (remind, claim, ack, digest, setup, test, draft, send, fetch, postmarks):
    mail.add_command(one)
