"""Commands that look at a game: `report`, `show`, `state`, `replay`."""

import re
from typing import TYPE_CHECKING

import click

from pbem.cli.common import game_option, game_path, look_at_game
from pbem.cli.complete import a_thing
from pbem.cli.output import print_report, say, width, write
from pbem.errors import refuse
from pbem.report.clean import harmless_lines

if TYPE_CHECKING:
    from pbem.game.session import Session

_NUMBER = re.compile("-?[0-9]{1,9}")


def _number_or_name(
    ctx: click.Context, param: click.Parameter, word: str | None
) -> int | str | None:
    """A turn by its number; a name as it stands, to be looked up in the game."""
    if word is None or not _NUMBER.fullmatch(word):
        return word
    if int(word) < 0:
        raise click.BadParameter(f"turns are numbered from 0 on, not {word}", ctx, param)
    return int(word)


@click.command(epilog="Example:  pbem report --turn 3 | less")
@click.option(
    "--turn",
    metavar="TURN",
    callback=_number_or_name,
    help='Its number, or its name such as "June 1942"; the current turn if not given.',
)
@click.option("--html", "as_html", is_flag=True, help="Say where the page for a browser lies.")
@game_option
def report(turn: int | str | None, as_html: bool, folder: str | None) -> None:
    """What happened in a turn, in order, with every roll, its target and its rule."""
    from pbem.game.reports import page_path, turn_report

    session = look_at_game(folder)
    wanted = _known_turn(session, turn)
    if as_html:
        say(str(page_path(session, wanted)))
    else:
        print_report(turn_report(session, wanted, width()))


def _known_turn(session: "Session", turn: int | str | None) -> int:
    """The turn to tell of: the last in which anything has happened, unless one is named."""
    from pbem.game.reports import last_told

    if turn is None:
        return last_told(session)
    from pbem.engine.steps import turn_called, turn_to_type

    table, system = session.ahead().fold.table, session.rules.system
    begun, first = table.turn, system.first_turn(table.game)
    if isinstance(turn, str):
        found = turn_called(system, turn, range(first, begun + 1))
        if found is None:
            hint = f"the last one that has begun is {turn_to_type(system, begun)}"
            what = f"no turn so far is called {turn[:40]!r}"
            raise refuse("option", what, where="--turn", hint=hint)
        return found
    if turn < first:
        hint = f"the game begins with {turn_to_type(system, first)}"
        what = f"{turn_to_type(system, turn)} is before this game"
        raise refuse("option", what, where="--turn", hint=hint)
    if turn > begun:
        hint = f"the last one that has begun is {turn_to_type(system, begun)}"
        what = f"{turn_to_type(system, turn)} has not begun"
        raise refuse("option", what, where="--turn", hint=hint)
    return turn


@click.command(epilog="Example:  pbem show Akagi")
@click.argument("name", metavar="[NAME]", shell_complete=a_thing, required=False)
@click.option("--full", is_flag=True, help="Every counter, in long tables.")
@game_option
def show(name: str | None, full: bool, folder: str | None) -> None:
    """The situation on one screen, or all of one thing.

    NAME is a unit or a place, by id or printed name; or 'points', by rule and by turn.
    """
    from pbem.game.look import thing
    from pbem.game.reports import situation, tally

    session = look_at_game(folder)
    if name is None:
        print_report(situation(session, full=full))
    elif name.casefold() == "points":
        print_report(tally(session))
    else:
        print_report(thing(session, name))


@click.command(epilog="Example:  pbem state --canonical --at 4 | sha256sum")
@click.option("--canonical", is_flag=True, help="The canonical JSON that a digest covers.")
@click.option("--at", "seq", type=click.IntRange(min=1), help="The state file SEQ's digest covers.")
@game_option
def state(canonical: bool, seq: int | None, folder: str | None) -> None:
    """The public state as TOML, or as the canonical JSON of a file's digest."""
    from pbem.codec import canonical as canonical_json
    from pbem.game.verify import public_state_at

    plain = public_state_at(game_path(folder), seq)
    if canonical:
        write(canonical_json(plain).decode())
        return
    import tomli_w

    assert isinstance(plain, dict)
    say(harmless_lines(tomli_w.dumps(plain).rstrip("\n")))


@click.command(epilog="Example:  pbem replay --from 3 --to 5")
@click.option(
    "--from", "first", type=click.IntRange(min=0), default=0, help="Number of the first turn."
)
@click.option("--to", "last", type=click.IntRange(min=0), help="Number of the last turn.")
@game_option
def replay(first: int, last: int | None, folder: str | None) -> None:
    """The game again, report by report."""
    from pbem.engine.steps import turn_to_type
    from pbem.game.reports import last_told, turn_report

    session = look_at_game(folder)
    system = session.rules.system
    begun = system.first_turn(session.fold.table.game)
    told = max(begun, last_told(session))
    first, until = max(first, begun), told if last is None else min(last, told)
    if first > until:
        hint = f"the game went from {turn_to_type(system, begun)} to {turn_to_type(system, told)}"
        raise refuse("option", "there is no turn to tell", where="--from, --to", hint=hint)
    for turn in range(first, until + 1):
        print_report(turn_report(session, turn, width()))
        say()
