"""What the Tab key offers: nothing for which a game would have to be played again."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    add_completion_class,
)

from pbem.errors import PbemError

if TYPE_CHECKING:
    from pbem.game.session import Session

BREAKS = ("=", ":")
"""At these bash parts a word, as long as nobody has told it not to."""


@add_completion_class
class Bash(BashComplete):
    """Puts words together again that bash has parted, and offers what follows their last part.

    Behind what goes on, such as `deck=`, stands no space.
    """

    source_template = BashComplete.source_template.replace(
        "COMPREPLY+=($value)",
        "COMPREPLY+=($value)\n            [[ $value == *[=.] ]] && compopt -o nospace",
    )
    before = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is completed, and that."""
        args, begun = super().get_completion_args()
        words: list[str] = []
        for word in (*args, begun):
            if words and word and (word in BREAKS or words[-1].endswith(BREAKS)):
                self.before = words[-1] + (word if word in BREAKS else "")
                words[-1] += word
            else:
                self.before = ""
                words.append(word)
        return words[:-1], words[-1]

    def format_completion(self, item: "CompletionItem[str]") -> str:
        """What takes the place of the last part."""
        item.value = item.value.removeprefix(self.before)
        return super().format_completion(item)


@add_completion_class
class Fish(FishComplete):
    """Leaves the commas of lists in what is offered."""

    source_template = FishComplete.source_template.replace('split ","', 'split -m 1 ","')


def like(begun: str, named: Mapping[str, str], before: str = "") -> list[CompletionItem[str]]:
    """Ids that begin so, or whose names do, in any case; each behind what stands before it."""
    wanted = begun.casefold()
    return [
        CompletionItem(before + id_, help=name if name != id_ else None)
        for id_, name in named.items()
        if id_.casefold().startswith(wanted) or name.casefold().startswith(wanted)
    ]


def in_turn(begun: str, words: Iterable[str]) -> list[CompletionItem[str]]:
    """Words that begin so."""
    return [CompletionItem(word) for word in words if word.startswith(begun)]


def session_here(ctx: click.Context) -> "Session | None":
    """The game where a command is being typed, if it has only to be read."""
    from pathlib import Path

    from pbem.cli import glance
    from pbem.game.recover import look

    path = glance.nearest(folder_of(ctx))
    try:
        return look(Path(path)) if glance.kept(path) else None
    except (PbemError, OSError):
        return None


def a_thing(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem[str]]:
    """Units and places of the game by id or name."""
    from pbem.game.explain import things

    session = session_here(ctx)
    return like(begun, things(session)) if session else []


def a_seat_here(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem[str]]:
    """The seats of the game."""
    from pbem.cli import glance

    summary = glance.kept(glance.nearest(folder_of(ctx)))
    return in_turn(begun, summary["seats"] if summary else ())


def a_seat_of(ctx: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem[str]]:
    """The seats of the genesis that is named before."""
    from pbem.cli.common import read_input
    from pbem.game.begin import invited

    try:
        _, genesis = invited(read_input(_first(ctx, "file")))
    except (PbemError, OSError):
        return []
    return in_turn(begun, (seat.name for seat in genesis.seats))


def a_new_seat(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem[str]]:
    """Seats of the scenario that is named before; behind SEAT= a file."""
    if param.name == "seat":
        return in_turn(begun, _seats(ctx))
    seat, equals, card = begun.partition("=")
    if equals:
        return [CompletionItem(card, type="file")]
    return in_turn(seat, (f"{name}=" for name in _seats(ctx)))


def an_option(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem[str]]:
    """Options of the scenario that is named before, then the values of the one that is typed."""
    from pbem.engine.options import CLOCK, words_for
    from pbem.store.shelf import rule_titles, scenario_named
    from pbem.systems import find_system, known_systems

    name = _first(ctx, "scenario")
    try:
        system = find_system(name if name in known_systems() else scenario_named(name).system)
    except PbemError:
        return []
    options = (*system.options, CLOCK)
    titles = {word: one for one in options for word in words_for(one, _seats(ctx))}
    key, equals, _value = begun.partition("=")
    if equals:
        values = titles[key].values if key in titles else ()
        return in_turn(begun, (f"{key}={value}" for value in values))
    rules = rule_titles(system.name)
    named = {f"{word}=": one.title or rules.get(one.rule, "") for word, one in titles.items()}
    return like(begun, named)


def _seats(ctx: click.Context) -> tuple[str, ...]:
    """The seats that the scenario named before has usually."""
    from pbem.game.begin import usual_seats
    from pbem.store.shelf import scenario_named

    try:
        return usual_seats(scenario_named(_first(ctx, "scenario")))
    except PbemError:
        return ()


def _first(ctx: click.Context, name: str) -> str:
    """The command's first argument; click leaves it unread where an option lacks its value."""
    return next(iter(ctx.args), "") or ctx.params.get(name) or ""


def folder_of(ctx: click.Context) -> str:
    """The folder of the game where a command is being typed."""
    return ctx.params.get("folder") or ctx.find_root().params.get("folder") or "."


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

    summary = glance.kept(glance.nearest(folder_of(ctx)))
    return summary["system"] if summary else ""


def a_page(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Topics that have a page, and commands."""
    from pbem.cli.commands import COMMANDS
    from pbem.cli.help import topics

    return [name for name in dict.fromkeys((*topics(), *COMMANDS)) if name.startswith(begun)]
