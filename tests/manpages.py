"""The manual pages, from what `--help` says: `make man` writes one for each command."""

import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

from pbem import __version__
from pbem.cli.commands import program


def pages() -> Iterator[tuple[str, str]]:
    """Each command's page, a group's before those of its commands, with its name."""
    yield from _pages(click.Context(program, info_name="pbem", **program.context_settings))


def _pages(ctx: click.Context) -> Iterator[tuple[str, str]]:
    yield ctx.command_path.replace(" ", "-"), "".join(f"{line}\n" for line in _lines(ctx))
    for below in _below(ctx):
        yield from _pages(below)


def _below(ctx: click.Context) -> Iterator[click.Context]:
    """The commands of a group."""
    group = ctx.command if isinstance(ctx.command, click.Group) else click.Group()
    for name in group.list_commands(ctx):
        if (command := group.get_command(ctx, name)) and not command.hidden:
            yield click.Context(command, parent=ctx, info_name=name)


def _lines(ctx: click.Context) -> Iterator[str]:
    command, name = ctx.command, ctx.command_path.replace(" ", "-")
    first, *more = map(_plain, cleandoc(command.help or "").split("\n\n"))
    yield f'.TH "{name.upper()}" 1 "" "pbem {__version__}" pbem'
    yield from (".SH NAME", rf"{_plain(name)} \- {first}")
    usage = " ".join((ctx.command_path, *command.collect_usage_pieces(ctx)))
    yield from (".SH SYNOPSIS", _plain(usage), ".SH DESCRIPTION", first)
    for paragraph in more:
        yield from (".PP", paragraph)
    records = (one.get_help_record(ctx) for one in command.get_params(ctx))
    options = [one for one in records if one and one[1]]
    below = [(one.command_path, one.command.get_short_help_str(90)) for one in _below(ctx)]
    for title, rows in (("OPTIONS", options), ("COMMANDS", below)):
        yield from [f".SH {title}"] * bool(rows)
        for what, words in rows:
            yield from (".TP", f".B {_plain(what)}", _plain(words))
    yield from (".SH EXAMPLE", _plain((command.epilog or "").removeprefix("Example:")))


def _plain(text: str) -> str:
    """A text in one line, in which roff finds no command."""
    return "\\&" + " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")


if __name__ == "__main__":
    for title, page in pages():
        (Path(sys.argv[1]) / f"{title}.1").write_text(page, encoding="utf-8")
