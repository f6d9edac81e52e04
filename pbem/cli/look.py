"""Commands that look at a game: `report`, `show`, `state`, `replay`."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import game_option, game_path, look_at_game
from pbem.cli.complete import a_file, a_thing
from pbem.cli.output import done, print_report, say, width, write
from pbem.errors import refuse
from pbem.report.clean import harmless_lines
from pbem.shell import command

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


@click.command(epilog="Example:  pbem report --turn 1 | less")
@click.option(
    "--turn",
    metavar="TURN",
    callback=_number_or_name,
    help='Its number, or its name such as "June 1942"; else the last with anything to tell.',
)
@click.option("--html", "as_html", is_flag=True, help="Say where the page for a browser lies.")
@game_option
def report(turn: int | str | None, as_html: bool, folder: str | None) -> None:
    """What happened in a turn, in order, with every roll, its target and its rule."""
    from pbem.game.cited import cited_before
    from pbem.game.reports import page_path, turn_report

    session = look_at_game(folder)
    wanted = _known_turn(session, turn)
    if as_html:
        say(str(page_path(session, wanted)))
    else:
        known = cited_before(session, wanted)
        print_report(turn_report(session, wanted, width(), known_rules=known))


def _known_turn(session: "Session", turn: int | str | None) -> int:
    """The turn to tell of: the last in which anything has happened, unless one is named."""
    from pbem.game.reports import last_told

    if turn is None:
        return last_told(session)
    table, rules = session.ahead().fold.table, session.rules
    begun, first = table.turn, rules.system.first_turn(table.game)
    turn = _numbered(session, turn, "--turn")
    if turn < first:
        hint = f"the game begins with {_to_type(session, first)}"
        what = f"{_to_type(session, turn)} is before this game"
        raise refuse("option", what, where="--turn", hint=hint)
    if turn > begun:
        hint = f"the last one that has begun is {_to_type(session, begun)}"
        what = f"{_to_type(session, turn)} has not begun"
        raise refuse("option", what, where="--turn", hint=hint)
    return turn


def _numbered(session: "Session", turn: int | str, where: str) -> int:
    """The number of a turn that is given by that or by its name, of those that have begun."""
    if isinstance(turn, int):
        return turn
    from pbem.engine.titles import turn_called

    table, rules = session.ahead().fold.table, session.rules
    turns = range(rules.system.first_turn(table.game), table.turn + 1)
    found = turn_called(rules.system, table.game, turn, turns, rules.charts)
    if found is None:
        hint = f"the last one that has begun is {_to_type(session, table.turn)}"
        what = f"no turn so far is called {turn[:40]!r}"
        raise refuse("option", what, where=where, hint=hint)
    return found


def _to_type(session: "Session", turn: int) -> str:
    """A turn as an option takes it, in the words of this game."""
    from pbem.engine.titles import turn_to_type

    rules = session.rules
    return turn_to_type(rules.system, session.fold.table.game, turn, "", rules.charts)


@click.command(epilog="Example:  pbem show Akagi")
@click.argument("name", metavar="[NAME]", shell_complete=a_thing, required=False)
@click.option("--full", is_flag=True, help="Every counter, in long tables.")
@game_option
def show(name: str | None, full: bool, folder: str | None) -> None:
    """The situation on one screen, or all of one thing.

    NAME is a unit or a place, by id or printed name; or 'points', by rule and by turn; in
    Pacific Theater also 'standing', the standing orders that are known, and yours under seal.
    """
    from pbem.game.look import thing
    from pbem.game.reports import situation
    from pbem.game.tally import tally

    session = look_at_game(folder)
    if name is None:
        print_report(situation(session, full=full))
    elif name.casefold() == "points":
        print_report(tally(session))
    else:
        print_report(thing(session, name))


@click.command(epilog="Example:  pbem state --canonical --at 3 | sha256sum")
@click.option("--canonical", is_flag=True, help="The canonical JSON that a digest covers.")
@click.option(
    "--at",
    "seq",
    metavar="SEQ",
    type=click.IntRange(min=1),
    help="The state file SEQ's digest covers.",
)
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


@click.command(epilog="Example:  pbem replay --html battle.html")
@click.option(
    "--from",
    "first",
    metavar="TURN",
    callback=_number_or_name,
    help='The first turn: its number, or its name such as "June 1942".',
)
@click.option(
    "--to", "last", metavar="TURN", callback=_number_or_name, help="The last turn, likewise."
)
@click.option(
    "--html",
    "page",
    metavar="FILE",
    shell_complete=a_file,
    help="Write one page for a browser, that shows the table moment by moment.",
)
@click.option(
    "--xdc",
    metavar="FILE",
    shell_complete=a_file,
    help="Write that page for Delta Chat, which opens it in the chat.",
)
@click.option(
    "--as",
    "seat",
    metavar="SEAT",
    help="The page as SEAT sees it, with its charts: for your own eyes only.",
)
@game_option
def replay(
    first: int | str | None,
    last: int | str | None,
    page: str | None,
    xdc: str | None,
    seat: str | None,
    folder: str | None,
) -> None:
    """The game again, report by report, or as a page to step through.

    The page has what everybody may see, and nothing hidden: it may be mailed. It needs no network,
    and leads from every sentence to the dice, the files and the rules behind it. With --as it has
    the charts of your own seat as well, or of one that has laid them open, and is for you alone.
    """
    session = look_at_game(folder)
    turns = _turns(session, first, last)
    if seat is not None:
        _write_own_page(session, turns, page, xdc, seat)
    elif page or xdc:
        _write_pages(session, turns, page, xdc)
    else:
        _retell(session, *turns)


def _turns(session: "Session", wanted: int | str | None, end: int | str | None) -> tuple[int, int]:
    """The turns to tell, as far as there are any."""
    from pbem.game.reports import last_told

    begun = session.rules.system.first_turn(session.fold.table.game)
    told = max(begun, last_told(session))
    first = begun if wanted is None else max(begun, _numbered(session, wanted, "--from"))
    until = told if end is None else min(told, _numbered(session, end, "--to"))
    if first > until:
        hint = f"the game went from {_to_type(session, begun)} to {_to_type(session, told)}"
        raise refuse("option", "there is no turn to tell", where="--from, --to", hint=hint)
    return first, until


def _retell(session: "Session", first: int, until: int) -> None:
    from pbem.game.cited import cited_before
    from pbem.game.reports import turn_report

    for turn in range(first, until + 1):
        known = cited_before(session, turn)
        print_report(turn_report(session, turn, width(), known_rules=known))
        say()


def _write_pages(
    session: "Session", turns: tuple[int, int], page: str | None, xdc: str | None
) -> None:
    """Write the page, as it is or packed for Delta Chat; all of it is public."""
    from pbem.game.story import retold
    from pbem.report.replay import packed, render
    from pbem.store.files import write_atomic

    replay = retold(session.folder.path, *turns)
    text = render(replay)
    for name, raw in ((page, text.encode()), (xdc, packed(replay.title, text) if xdc else b"")):
        if name:
            path = Path(name)
            write_atomic(path, raw)
            with done(f"the page lies in {command(path)}"):
                say(f"wrote {command(path)}: {len(raw):,} bytes; nothing hidden is in it")


def _write_own_page(
    session: "Session", turns: tuple[int, int], page: str | None, xdc: str | None, seat: str
) -> None:
    """Write the page of one seat: a file that only its owner may read, unless all is laid open."""
    from pbem.game.eyes import eyes_of
    from pbem.game.story import retold
    from pbem.report.replay import render
    from pbem.store.files import write_atomic

    if xdc:
        hint = "a chat is no place for your charts: leave out --as, or write --html FILE"
        raise refuse("option", "--as goes with --html alone", where="--xdc", hint=hint)
    if not page:
        what, hint = "--as needs a page to write", "add --html FILE"
        raise refuse("option", what, where="--as", hint=hint)
    eyes = eyes_of(session, seat)
    raw = render(retold(session.folder.path, *turns, eyes)).encode()
    path = Path(page)
    write_atomic(path, raw, mode=0o600)
    whose = f"what {seat} has laid open is in it" if eyes.are_open else "for your own eyes only"
    with done(f"the page lies in {command(path)}"):
        say(f"wrote {command(path)}: {len(raw):,} bytes; {whose}")
