"""Printing, in one place: reports, tables, JSON, and what went wrong."""

import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

import click

from pbem.cli.fit import fitted
from pbem.errors import ENOUGH, Broken, PbemError, Problem, Refused, refuse
from pbem.frozen import replace
from pbem.report.blocks import Report
from pbem.report.clean import harmless
from pbem.shell import command, in_folder

NARROWEST, WIDEST = 40, 120
MOST_LINES = 25
"""Lines that tell of problems at most, whatever the input was."""
LONGEST_LINE = 2_000


def now() -> str:
    """The time as RFC 3339 text."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def setting(name: str) -> str:
    """What the player has set; empty where he has set nothing.

    What is wrong with the file of his settings is told, once, and holds for nothing.
    """
    from pbem.store.settings import read_settings

    try:
        found = read_settings()
    except Refused as refused:
        _pass_over(refused.problems)
        return ""
    _pass_over(found.problems)
    return found.values.get(name, "")


def _pass_over(problems: Sequence[Problem]) -> None:
    """Tell of settings that do not hold, each once."""
    for problem in problems:
        if str(problem) not in _passed_over:
            _passed_over.add(str(problem))
            tell(f"passed over: {problem}")
            tell(f"hint: {problem.hint}")


_passed_over: set[str] = set()


def has_colour() -> bool:
    """Whether what is printed may be coloured: a terminal's output, or as the player has set it.

    `NO_COLOR` in the environment always wins (no-color.org).
    """
    if "NO_COLOR" in os.environ:
        return False
    usual = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return {"always": True, "never": False}.get(setting("colours"), usual)


def width() -> int:
    """Columns of the terminal, within reason or what the player has set; 80 for a pipe."""
    columns = shutil.get_terminal_size((80, 24)).columns
    return max(NARROWEST, min(int(setting("width") or WIDEST), columns))


def height() -> int | None:
    """Lines of the terminal; None where standard output is none."""
    return shutil.get_terminal_size((80, 24)).lines if sys.stdout.isatty() else None


def edit(path: Path) -> None:
    """Open a file in the player's editor, and wait until he has closed it.

    Raises `Refused` if the editor cannot be run, or says that it has failed.
    """
    try:
        click.edit(filename=str(path), editor=setting("editor") or None)
    except click.ClickException as error:
        name = error.message.partition(": ")[0]
        other = "vi" if Path(name).name == "nano" else "nano"
        hint = f"name one with 'pbem config editor {other}'; {command(path)} is as it was"
        raise refuse("option", f"the editor '{name}' cannot be run, or failed", hint=hint) from None


def print_report(report: Report) -> None:
    """A report: drawn for a terminal, plain text for a pipe."""
    say(_rendered(report))


def page_report(report: Report) -> None:
    """A report, a screen at a time where it is longer than one and there is a pager."""
    text, lines = _rendered(report), height()
    if lines is None or text.count("\n") + 1 < lines:
        say(text)
    else:
        click.echo_via_pager(text + "\n")


def _rendered(report: Report) -> str:
    colour = has_colour()
    if colour or sys.stdout.isatty():
        from pbem.report import console

        return console.render(report, width=width(), colour=colour).rstrip("\n")
    from pbem.report import plain

    return plain.render(report, width() - 2).rstrip("\n")


def print_json(value: object) -> None:
    """Data for scripts: one JSON document."""
    say(json.dumps(value, indent=2))


def say(text: str = "") -> None:
    """A line or more on standard output; what the terminal cannot show is replaced."""
    encoding = sys.stdout.encoding or "utf-8"
    write(text.encode(encoding, "replace").decode(encoding) + "\n")


def say_words(text: str) -> None:
    """Sentences on standard output, which a narrow terminal breaks between words."""
    say(fitted(text, sys.stdout))


_SIGNS = {"✓": "ok", "✗": "no"}
"""What stands for a sign where an encoding lacks it."""


def sign(of: str) -> str:
    """A sign for standard output, or a word where its encoding has no such sign."""
    try:
        of.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return _SIGNS[of]
    return of


class Unheard(Exception):
    """Standard output cannot be written, for the reason of an OSError."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error.strerror or str(error))
        self.is_closed_pipe = isinstance(error, BrokenPipeError)


def write(text: str) -> None:
    """Text on standard output as it is; raises `Unheard` where nobody can hear it."""
    try:
        click.echo(text, nl=False, color=True)  # what colour there is was decided before
    except OSError as error:
        raise Unheard(error) from error


@contextmanager
def done(what: str) -> Iterator[None]:
    """Tell of something that is done; if that cannot be heard, it is done all the same.

    `what` is then said on standard error, unless a reader such as `head` has had enough.
    """
    try:
        yield
    except Unheard as unheard:
        if not unheard.is_closed_pipe:
            tell(f"{what}; standard output cannot be written: {unheard}")


def hush() -> None:
    """Let what could not be said go nowhere: the interpreter tries once more at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def complain(error: Exception, folder: str = ".") -> int:
    """Tell on standard error what went wrong; gives the exit status (law: 1 refused, 3 broken).

    The commands that hints name are for the game in `folder`.
    """
    if isinstance(error, PbemError):
        problems = [replace(one, hint=in_folder(one.hint, folder)) for one in error.problems]
        lines = _told(problems)
        for line in lines if len(lines) <= MOST_LINES else _shortened(problems):
            tell(line)
        return 3 if isinstance(error, Broken) else 1
    if isinstance(error, BrokenPipeError) or (isinstance(error, Unheard) and error.is_closed_pipe):
        return 0  # a reader such as `head` has had enough
    if isinstance(error, Unheard):
        tell(f"error: standard output cannot be written: {error}")
        tell("hint: your game is safe; run the command again, and let it write elsewhere")
        return 1
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        tell(f"error: {name}{error.strerror or error}")
        tell("hint: look at the file's name, its rights and the room on the disk")
        return 1
    if os.environ.get("PBEM_DEBUG"):
        raise error
    tell(f"error: a fault of this program: {type(error).__name__}: {error}")
    tell("hint: your game is safe; run again with PBEM_DEBUG=1 and report what it prints")
    return 1


def _told(problems: Sequence[Problem]) -> list[str]:
    """Problems as lines: what is wrong, and what to do, once for neighbours with one way out."""
    lines: list[str] = []
    for hint, neighbours in groupby(problems, key=lambda problem: problem.hint):
        alike = tuple(neighbours)
        lines += map(_complaint, alike)
        each = f"for the {len(alike)} errors above: " if len(alike) > 1 else ""
        lines += [f"hint: {each}{hint}"] if hint else []
    return lines


def _complaint(problem: Problem) -> str:
    code = f"{problem.code}: " if problem.code[:1] == "E" and problem.code[1:].isdigit() else ""
    return f"error: {code}{problem}"[:LONGEST_LINE]


def _shortened(problems: Sequence[Problem]) -> list[str]:
    """The first problems, and how many more there are (protocol 9)."""
    shown = max(n for n in range(MOST_LINES) if len(_told(problems[:n])) < MOST_LINES)
    more = f"{'at least ' if len(problems) >= ENOUGH else ''}{len(problems) - shown:,} more"
    return [*_told(problems[:shown]), f"error: and {more} like these"]


def tell(text: str) -> None:
    """A line on standard error, harmless whatever others wrote."""
    encoding = sys.stderr.encoding or "utf-8"
    safe = harmless(text).encode(encoding, "replace").decode(encoding)
    with suppress(OSError):  # nobody hears, and there is nowhere else to say so
        click.echo(fitted(f"pbem: {safe}", sys.stderr), err=True)
