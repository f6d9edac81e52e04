"""Wrong usage in words: what is wrong with the words that were typed, and what to type instead."""

from collections.abc import Sequence

import click

from pbem.cli.commands import called
from pbem.errors import Problem
from pbem.shell import pbem
from pbem.suggest import did_you_mean


def wrong_usage(error: click.ClickException, words: Sequence[str]) -> Problem:
    """What click refuses, as every other refusal is told; its hint tells how a command is typed.

    `words` are those that were typed: a value that is missing does not say of which command.
    """
    from pbem.cli.help import where_told

    ctx = error.ctx if isinstance(error, click.UsageError) else None
    ctx = ctx or called(words)
    more = f"'{ctx.command_path} --help'"
    usage = " ".join((ctx.command_path, *ctx.command.collect_usage_pieces(ctx)))
    match error:
        case click.exceptions.NoSuchCommand():
            known = ctx.command.list_commands(ctx) if isinstance(ctx.command, click.Group) else ()
            what = f"'{ctx.command_path}' has no command '{error.command_name}'"
            if ctx.command.name == "rules" and any(map(str.isdigit, error.command_name)):
                read = pbem(".", "rules", "show", error.command_name)
                return _problem(what, f"to read a rule: {read}")
            page = "" if ctx.parent else f"{where_told(error.command_name)} and "
            return _problem(what, did_you_mean(error.command_name, known, f"see {page}{more}"))
        case click.NoSuchOption():
            known = [name for one in ctx.command.get_params(ctx) for name in one.opts]
            what = f"'{ctx.command_path}' has no option '{error.option_name}'"
            return _problem(what, did_you_mean(error.option_name, known, f"see {more}"))
        case click.MissingParameter(param=click.Parameter() as param):
            return _problem(_bad(error, param, ctx), f"usage: {usage}{_example(ctx)}; see {more}")
        case click.BadParameter(param=click.Parameter() as param):
            return _problem(_bad(error, param, ctx), f"usage: {usage}; see {more}")
    return _problem(_clause(error.message), f"usage: {usage}{_example(ctx)}; see {more}")


def _example(ctx: click.Context) -> str:
    """What stands as an example in a command's help."""
    _, is_there, words = (ctx.command.epilog or "").partition("Example:  ")
    return f", as in: {words}" if is_there else ""


def _problem(what: str, hint: str) -> Problem:
    return Problem(code="usage", what=what, hint=hint)


def _clause(message: str) -> str:
    """A sentence of click's as the other complaints begin and end."""
    words = message.rstrip(".")
    return f"{words[:1].lower()}{words[1:]}" if words[1:2].islower() else words


def _bad(error: click.BadParameter, param: click.Parameter, ctx: click.Context) -> str:
    """What is wrong with an argument, or with what stands behind an option."""
    shown = param.make_metavar(ctx)
    name = param.opts[0] if isinstance(param, click.Option) else shown
    if isinstance(error, click.MissingParameter):
        return f"{name if name == shown else f'{name} {shown}'} is missing"
    if isinstance(param.type, type(click.INT)):
        given = error.message.partition(" is not ")[0]
        return f"{name} is a whole number{_span(param.type)}, not {given}"
    return f"{name}: {_clause(error.message)}"


def _span(kind: object) -> str:
    """What numbers may be typed, of those that are at all limited."""
    if not isinstance(kind, click.IntRange):
        return ""
    return f" from {kind.min} {'on' if kind.max is None else f'to {kind.max}'}"
