"""The program's commands by name, each imported when it is used, and how one is run."""

import importlib
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import click

from pbem.cli.complete import a_folder
from pbem.errors import Refused


class Here:
    """Where the commands of one run play: the game's folder as it was typed."""

    def __init__(self, folder: str = ".") -> None:
        self.folder = folder


class Entry(NamedTuple):
    """Where a command is found, and what it does in a few words."""

    module: str
    attribute: str
    words: str


COMMANDS = {
    "keys": Entry("keys", "keys", "Make and show your signing keys."),
    "config": Entry("config", "config", "Your settings: editor, colours, width, dates."),
    "scenario": Entry("library", "scenario", "What can be played."),
    "rules": Entry("rules", "rules", "Look up rules; check and compare rule books."),
    "new": Entry("begin", "new", "Organise a game: write its genesis."),
    "join": Entry("begin", "join", "Join a game that somebody organised."),
    "turn": Entry("turn", "turn", "Play your turn, from the mail that came to your answer."),
    "games": Entry("status", "games", "All your games: whose turn, and the next command."),
    "status": Entry("status", "status", "Who owes what, and what you must decide."),
    "orders": Entry("drafts", "orders", "Write the orders you owe: a form, or one by one."),
    "check": Entry("play", "check", "Check orders against the rules."),
    "send": Entry("play", "send", "Sign your orders into a turn file."),
    "answer": Entry("answer", "answer", "Write a file in which nothing is to decide."),
    "receive": Entry("post", "receive", "Take the others' turn files."),
    "mail": Entry("mail", "mail", "Your turn files as mails, ready to be sent."),
    "ledger": Entry("hours", "ledger", "Who took how long over his files."),
    "leave": Entry("hours", "leave", "Note when you, or others, are away."),
    "bundle": Entry("mail", "bundle", "All turn files in one archive, to heal any gap."),
    "stamp": Entry("stamp", "stamp", "Have an authority stamp a file with the time."),
    "roll": Entry("table", "roll", "Roll dice for any boxed game."),
    "set": Entry("table", "set_", "Set a counter that both sides see."),
    "contest": Entry("table", "contest", "Contest a counter that the other side has set."),
    "note": Entry("table", "note", "Seal a note, or list those that are sealed."),
    "open": Entry("table", "open_", "Open a sealed note."),
    "say": Entry("table", "say_", "Say something at the table."),
    "phase": Entry("table", "phase", "Go on to another phase or turn."),
    "finish": Entry("table", "finish", "Offer the end of the game, or agree to it."),
    "refer": Entry("secrets", "refer", "Ask the referee, in any game that has one."),
    "ruling": Entry("secrets", "ruling", "Settle a question, in any game."),
    "consent": Entry("secrets", "consent", "Agree to the other side's ruling."),
    "report": Entry("look", "report", "What happened in a turn."),
    "annex": Entry("secrets", "annex", "What only you know: your own charts."),
    "show": Entry("look", "show", "The situation at a glance."),
    "map": Entry("maps", "map_", "The map as you see it."),
    "path": Entry("maps", "path", "How far from one place to another."),
    "range": Entry("maps", "range_", "How far a unit gets."),
    "supply": Entry("maps", "supply", "Whether a place is supplied, and how."),
    "forecast": Entry("maps", "forecast", "What comes next, and what your orders leave."),
    "dice": Entry("dice", "dice", "Every roll, and how it came about."),
    "verify": Entry("verify", "verify", "Check the whole game again."),
    "state": Entry("look", "state", "The public state as TOML or JSON."),
    "replay": Entry("look", "replay", "The game again, report by report."),
    "prove": Entry("verify", "prove", "Prove that a key signed twice."),
    "restore": Entry("restore", "restore", "Rebuild a folder from its turn files and your key."),
    "audit": Entry("secrets", "audit", "Judge hidden moves by the rules."),
    "resign": Entry("play", "resign", "Give up the game."),
    "end": Entry("play", "end", "Write your last file when the game is over."),
    "disclose": Entry("secrets", "disclose", "Your last file in a game with hidden things."),
    "demo": Entry("demo", "demo", "Watch a whole game between bots."),
    "help": Entry("help", "help_", "Short pages: mail, turns, dice, secrets and more."),
}


HEADINGS = {
    "keys": "Begin",
    "turn": "Play",
    "roll": "At the table",
    "report": "Look and check",
    "prove": "Settle and mend",
    "demo": "Learn",
}
"""Under which heading the list of commands goes on, by the first of them."""


class WholeHelp(click.Group):
    """A group whose help tells what each of its commands does in a whole sentence."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, nothing of it cut off."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, one.get_short_help_str(limit=WHOLE)) for name, one in commands if one]
            )


WHOLE = 1_000
"""More letters than a sentence about a command has."""


class Program(click.Group):
    """Commands are imported when they are used, so that quick ones are quick."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; of an interrupted one click would end the line, as `run` does."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.Abort from None

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The commands in the order in which a player meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name, imported now."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module = importlib.import_module(f"pbem.cli.{entry.module}")
        command: click.Command = getattr(module, entry.attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list of commands, without importing any."""
        longest = max(map(len, COMMANDS))
        rows: dict[str, list[tuple[str, str]]] = {}
        heading = ""
        for name, entry in COMMANDS.items():
            heading = HEADINGS.get(name, heading)
            rows.setdefault(heading, []).append((f"{name:{longest}}", entry.words))
        for heading, listed in rows.items():
            with formatter.section(heading):
                formatter.write_dl(listed)


@click.group(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
    epilog="Short pages: 'pbem help'. A first game: the README, or watch 'pbem demo'.",
)
@click.version_option(package_name="pbem", message="pbem %(version)s")
@click.option(
    "-C", "folder", metavar="DIR", shell_complete=a_folder, default=".", help="The game's folder."
)
@click.pass_context
def program(ctx: click.Context, folder: str) -> None:
    """Play board wargames by e-mail without having to trust anybody.

    A game is a folder: the current one, or the one given with -C. Your turn files appear in its
    folder 'mail'; mail them to the other players, and give theirs to 'pbem receive'.
    """
    ctx.ensure_object(Here).folder = folder


def called(words: Sequence[str]) -> click.Context:
    """The command that some words call."""
    ctx = click.Context(program, info_name="pbem", **program.context_settings)
    for before, word in zip(("", *words), words, strict=False):
        if isinstance(ctx.command, click.Group) and before != "-C":
            below = ctx.command.get_command(ctx, word)
            ctx = click.Context(below, parent=ctx, info_name=word) if below else ctx
    return ctx


def run_command(words: Sequence[str]) -> int:
    """Run one command; gives the exit status, as `pbem.cli.run` does.

    Raises `KeyboardInterrupt` where the player has interrupted it.
    """
    from pbem.cli.output import complain, hush

    here = Here()
    try:
        given = program.main(words, prog_name="pbem", standalone_mode=False, obj=here)
        return given if isinstance(given, int) else 0  # a command may leave with a status
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.exceptions.NoArgsIsHelpError as error:  # a group of commands, and none of them
        with suppress(OSError):  # nobody hears it
            error.show()
        return error.exit_code
    except click.ClickException as error:
        from pbem.cli.usage import wrong_usage

        complain(Refused(wrong_usage(error, words)), here.folder)
        return error.exit_code
    except click.Abort:  # an interrupted question, or command
        raise KeyboardInterrupt from None
    except SystemExit:
        return 0  # so click leaves a pipe whose reader has had enough
    except Exception as error:  # the one place where errors become words
        return complain(error, here.folder)
    finally:
        hush()
