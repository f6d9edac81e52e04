"""What the Tab key offers: nothing for which a game would have to be played again."""

import click
from click.shell_completion import CompletionItem


def a_file(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem[str]]:
    """Files, as the shell knows them."""
    return [CompletionItem(begun, type="file")]


def a_folder(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem[str]]:
    """Folders, as the shell knows them."""
    return [CompletionItem(begun, type="dir")]


def a_system(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """The games that can be played."""
    from pbem.systems import known_systems

    return [name for name in known_systems() if name.startswith(begun)]


def a_scenario(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Scenarios by name."""
    from pbem.store.shelf import scenarios

    return [one.name for one in scenarios() if one.name.startswith(begun)]


def a_rule(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem[str]]:
    """Ids of rules with their titles: those of the game that is named or played, else of all."""
    from pbem.store.shelf import rule_titles
    from pbem.systems import known_systems

    system = ctx.params.get("system") or _system_here(ctx)
    wanted = begun.casefold()
    return [
        CompletionItem(id_, help=title)
        for name in known_systems()
        if not system or name == system
        for id_, title in rule_titles(name).items()
        if id_.casefold().startswith(wanted)
    ]


def _system_here(ctx: click.Context) -> str:
    """The system of the game where a command is being typed, by its kept summary."""
    from pbem.cli import glance

    folder = ctx.params.get("folder") or ctx.find_root().params.get("folder") or "."
    summary = glance.kept(glance.nearest(folder))
    return summary["system"] if summary else ""


def a_page(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Topics that have a page, and commands."""
    from pbem.cli.commands import COMMANDS
    from pbem.cli.help import topics

    return [name for name in dict.fromkeys((*topics(), *COMMANDS)) if name.startswith(begun)]
