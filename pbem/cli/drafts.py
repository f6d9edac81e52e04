"""`pbem orders`: the orders that you owe, as a form, in your editor, or added one by one."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, get_origin

import click

from pbem.cli.common import (
    as_text,
    for_here,
    game_option,
    look_at_game,
    opened_game,
    pbem_here,
    read_input,
    read_text,
)
from pbem.cli.complete import a_file, folder_of, in_turn, like, session_here
from pbem.cli.output import done, edit, print_report, say
from pbem.cli.play import is_conversation, judged, print_foretold, readable
from pbem.errors import Refused, raise_if, refuse
from pbem.report.clean import harmless, harmless_lines
from pbem.shell import command

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from pbem.engine.orders import Order
    from pbem.game.session import Session


def _completed(
    ctx: click.Context, param: click.Parameter, begun: str
) -> "list[CompletionItem[str]]":
    """Kinds of orders of the game, then the keys of the last one typed, then what is legal."""
    kinds = _kinds(ctx) if ctx.params.get("add") or param.name == "explain" else {}
    typed = [word for word in ctx.params.get("words") or () if word in kinds]
    if not typed or param.name == "explain":
        return in_turn(begun, sorted(kinds))
    from pbem.frozen import FrozenMap, fields

    key, equals, value = begun.partition("=")
    if equals or "." in begun:
        return _legal(ctx, kinds[typed[-1]], key, value if equals else None)
    keys = (
        f"{one.name}{'.' if get_origin(one.type) is FrozenMap else '='}"
        for one in fields(kinds[typed[-1]])
    )
    return in_turn(begun, (*keys, *sorted(kinds)))


def _legal(
    ctx: click.Context, kind: "type[Order]", key: str, value: str | None
) -> "list[CompletionItem[str]]":
    """What may stand under a key, or the keys of a table in it where no value is begun."""
    from pbem.game.explain import inner_keys, values_of

    session = session_here(ctx)
    if session is None:
        return []
    if value is None:
        first, _, inner = key.partition(".")
        named = inner_keys(session, kind, first)
        return like(inner, {f"{id_}=": name for id_, name in named.items()}, f"{first}.")
    items, comma, last = value.rpartition(",")
    values = values_of(session, kind, key)
    left = {id_: name for id_, name in values.items() if id_ not in items.split(",")}
    return like(last, left, f"{key}={items}{comma}")


def _kinds(ctx: click.Context) -> "dict[str, type[Order]]":
    """The kinds of orders of the game where a command is being typed; none outside of games."""
    from pbem.cli import glance
    from pbem.systems import find_system

    summary = glance.kept(glance.nearest(folder_of(ctx)))
    try:
        return dict(find_system(summary["system"]).orders) if summary else {}
    except Refused:
        return {}


@click.command(epilog="Example:  pbem orders --add plan carrier=Akagi deck=Akagi-TB,Akagi-DB")
@click.argument("words", metavar="[KIND KEY=VALUE...]...", nargs=-1, shell_complete=_completed)
@click.option(
    "-o",
    "output",
    metavar="FILE",
    shell_complete=a_file,
    help="Where to write the form; - to print it.",
)
@click.option("--bot", is_flag=True, help="Let the bot fill it in.")
@click.option("--full", is_flag=True, help="Every example, and the meaning of every word.")
@click.option(
    "--anew", "--force", "anew", is_flag=True,
    help="Write a fresh form; the file that is there is kept in the folder own.",
)  # fmt: skip
@click.option("--add", is_flag=True, help="Add orders of some KIND to your file.")
@click.option(
    "--take", metavar="[FILE]", shell_complete=a_file, is_flag=False, flag_value="",
    help="Let FILE, - for what you paste, or the newest that the page saved, be your orders.",
)  # fmt: skip
@click.option("--undo", is_flag=True, help="Take back what a command added last.")
@click.option("--show", is_flag=True, help="Tell your orders so far, in words and as TOML.")
@click.option("--ahead", is_flag=True, help="All this for a file that you do not owe yet.")
@click.option(
    "--explain", metavar="KIND", shell_complete=_completed,
    help="Show what that order may hold, and write nothing.",
)  # fmt: skip
@click.option(
    "--html", metavar="FILE", shell_complete=a_file,
    help="Write a page to click your orders together on, for your eyes alone.",
)  # fmt: skip
@game_option
def orders(
    words: tuple[str, ...],
    output: str | None,
    bot: bool,
    full: bool,
    anew: bool,
    add: bool,
    take: str | None,
    undo: bool,
    show: bool,
    ahead: bool,
    explain: str | None,
    html: str | None,
    folder: str | None,
) -> None:
    """Write the form for the orders you owe, every legal choice listed; then go on with them.

    A file that you have begun is never written over: on a terminal it is opened in your editor.
    With --add, a list is A,B or TOML, and names are taken as they are printed.
    """
    named = (one is not None for one in (take, explain, html))
    if sum((any((output, bot, full, anew)), add, undo, show, *named)) > 1:
        what = "--add, --take, --undo, --show, --explain, --html and a form go one at a time"
        raise click.UsageError(what)
    if words and not add:
        raise click.UsageError("KIND and KEY=VALUE go with --add")
    if explain is not None:
        _explain(explain, folder)
    elif html is not None:
        from pbem.cli.clicking import write_page

        write_page(html, ahead, folder)
    elif take is not None:
        from pbem.cli.clicking import take_file

        take_file(take, ahead, folder)
    elif add:
        _add(words, ahead, folder)
    elif undo:
        _undo(ahead, folder)
    elif show:
        _show(ahead, folder)
    else:
        _write(Wanted(output, bot, full, anew), ahead, folder)


def _explain(kind: str, folder: str | None) -> None:
    from pbem.game.explain import explained

    print_report(explained(look_at_game(folder), kind))


# --- the form, and the editor --------------------------------------------------------------------


class Wanted(NamedTuple):
    """The form that somebody asks for: where, by whom filled in, how long, over another or not."""

    output: str | None
    bot: bool
    full: bool
    anew: bool

    @property
    def is_new(self) -> bool:
        """Whether a form is asked for that is not begun yet."""
        return any(self)


def _write(wanted: Wanted, ahead: bool, folder: str | None) -> None:
    """Write a form; where orders are begun already and nothing else is asked, go on with those."""
    from pbem.game.forms import bot_form, form_path, make_form

    with opened_game(folder) as session:
        place = _told_ahead(session) if ahead else _owed(session)
        if place is None:
            path = form_path(session.anywhere())
            if path.exists():
                say(f"your orders so far are kept in {command(path)}")
            return
        path = form_path(place)
        is_begun = path.exists() and not wanted.is_new
        name = wanted.output or str(path)
        if not is_begun:
            text = bot_form(place) if wanted.bot else make_form(place, full=wanted.full)
            kept = None if name == "-" else _write_new(place, Path(name), text, wanted.anew)
    if is_begun:
        _go_on(place, path, folder)
    elif name == "-":
        say(text.rstrip("\n"))
    else:
        with done(f"wrote {command(name)}"):
            if kept is not None:
                say(f"what stood there is kept in {command(kept)}")
            say(f"wrote {command(name)}; edit it, then: {_then(place, name, folder)}")


def _owed(session: "Session") -> "Session":
    """The session, if it is for this seat to write orders; raises `Refused` if it is not."""
    from pbem.game.write import check_owed

    check_owed(session)
    return session


def _told_ahead(session: "Session") -> "Session | None":
    """What comes for a seat that does not write now, told, and its session there if known."""
    from pbem.game.coming import coming

    report, supposed = coming(session)
    print_report(report)
    say()
    return supposed


def _then(session: "Session", name: str, folder: str | None) -> str:
    """The commands that come after the editor."""
    if session.supposed:
        return pbem_here(folder, "orders", "--ahead", "--show")
    return " && ".join(pbem_here(folder, word, name) for word in ("check", "send"))


def _write_new(session: "Session", path: Path, text: str, anew: bool) -> Path | None:
    """Write a player's file, and keep the one that may be there; gives that one's place."""
    from pbem.store import drafts
    from pbem.store.files import write_atomic

    if path.exists() and not anew:
        hint = "edit that one, name another with -o, or add --anew, which keeps that one"
        raise refuse("file", "there is an orders file already", where=str(path), hint=hint)
    kept = drafts.keep(session.folder.path, path)
    drafts.forget_added(session.folder.path, path)
    write_atomic(path, text.encode("utf-8"), mode=0o600)
    return kept


def _go_on(session: "Session", path: Path, folder: str | None) -> None:
    """Open orders that are begun in the editor; where nobody can edit, tell what they are."""
    from pbem.game.drafts import held
    from pbem.game.filled import read_form

    if not is_conversation():
        draft = read_form(session, read_text(str(path)), str(path))
        say(f"your orders are begun in {command(path)}: {harmless(held(draft))}")
        say(f"edit it, then: {_then(session, str(path), folder)}")
        anew = ("--ahead", "--anew") if session.supposed else ("--anew",)
        say(f"for a fresh form, and yours kept: {pbem_here(folder, 'orders', *anew)}")
        return
    edit(path)
    if readable(session, str(path)) is None:
        say(for_here(f"{command(path)} is kept as you left it: go on with 'pbem orders'"))
    else:
        say(f"{command(path)} is legal; go on with: {_then(session, str(path), folder)}")


# --- order by order ------------------------------------------------------------------------------


def begun_draft(session: "Session", path: Path) -> tuple[bytes, str]:
    """The orders file of the next turn file as bytes and text; one without orders if none is."""
    from pbem.game.forms import begun_form

    raw = read_input(str(path)) if path.exists() else begun_form(session).encode("utf-8")
    return raw, as_text(raw, str(path))


def place_of(session: "Session", ahead: bool) -> "Session":
    """Where orders are judged: at the file that is owed, or at that which comes."""
    from pbem.game.coming import coming

    if not ahead:
        return _owed(session)
    _, supposed = coming(session)
    if supposed is None:
        what = "what you decide next cannot be known yet"
        hint = "'pbem orders --ahead' alone tells what it hangs on"
        raise refuse("E08", what, hint=hint)
    return supposed


def _add(words: Sequence[str], ahead: bool, folder: str | None) -> None:
    """Put orders behind those of the draft, if all of it is legal then, and tell what it does."""
    from pbem.engine.typed import typed_orders
    from pbem.game.drafts import add, by_kind, with_new
    from pbem.game.forms import form_path

    with opened_game(folder) as session:
        place = place_of(session, ahead)
        path = form_path(place)
        raw, text = begun_draft(place, path)
        new = with_new(place, text, str(path), typed_orders(words, place.rules.system.orders))
        raise_if((*new.standing, *by_kind(new)))
        add(place, raw, text, new)
        with done(f"your orders stand in {command(path)}"):
            print_foretold(place, new.draft)
            say(f"it stands in {command(path)}; go on with: {what_then(ahead, folder)}")


def what_then(ahead: bool, folder: str | None) -> str:
    """The command that comes after a draft that is legal."""
    return pbem_here(folder, *(("orders", "--ahead", "--show") if ahead else ("turn",)))


def _undo(ahead: bool, folder: str | None) -> None:
    """Take back what a command added last, and tell what is left."""
    from pbem.game.drafts import bare, held, undo
    from pbem.game.filled import read_form
    from pbem.game.forms import form_path

    with opened_game(folder) as session:
        place = session.anywhere() if ahead else _owed(session)
        path = form_path(place)
        _check_begun(path, ahead)
        taken, kept = undo(place)
        with done(f"taken out of {command(path)}"):
            say("taken back:")
            say("\n".join(f"  {line}" for line in harmless_lines(bare(taken)).split("\n")))
            if path.exists():
                left = held(read_form(place, read_text(str(path)), str(path)))
                say(f"{command(path)} holds {harmless(left)}")
            say(f"as it was it is kept in {command(kept)}")


def _show(ahead: bool, folder: str | None) -> None:
    """The orders so far in words, if they are legal, then as TOML, then what is wrong with them."""
    from pbem.game.drafts import bare
    from pbem.game.forms import form_path

    session = look_at_game(folder)
    place = _told_ahead(session) if ahead else _owed(session)
    path = form_path(place or session.anywhere())
    _check_begun(path, ahead)
    draft, problems = judged(place, str(path)) if place else (None, ())
    if place and draft and not problems:
        print_foretold(place, draft)
    say(harmless_lines(bare(read_text(str(path)))))
    raise_if(problems)


def _check_begun(path: Path, ahead: bool) -> None:
    if not path.exists():
        hint = f"begin it with 'pbem orders{' --ahead' if ahead else ''}', or with --add"
        raise refuse("file", "there is no orders file yet", where=str(path), hint=hint)
