"""Commands that write one order each into the orders of the next file: `roll`, `note`, `set` …

They are for games of the system `table`. Every order is judged at once, together with those that
are in the file already; `--send` sends them all.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from pbem.cli.asking import ask
from pbem.cli.common import (
    ask_passphrase,
    game_option,
    look_at_game,
    opened_game,
    pbem_here,
    read_text,
)
from pbem.cli.output import print_json, say, say_words
from pbem.cli.queue import queue, send_option
from pbem.errors import refuse
from pbem.report.clean import harmless
from pbem.shell import command

if TYPE_CHECKING:
    from pbem.game.session import Session
    from pbem.game.write import Draft

_BLANK_IN_DICE = re.compile(r"[+-] ?[0-9]*d?[0-9]")


# --- dice and words ------------------------------------------------------------------------------


@click.command(
    context_settings={"ignore_unknown_options": True},
    epilog='Example:  pbem roll "2d6 attack on Lae"',
)
@click.argument("words", metavar="DICE WHAT-FOR", nargs=-1, required=True)
@send_option
@game_option
def roll(words: tuple[str, ...], then: str | None, folder: str | None) -> None:
    """Roll dice: which ones, and for what.

    DICE are 2d6, d100, 3x2d6, 1d20+2d6-1, without blanks. What is rolled and for what is fixed
    when you send; both sides know the dice with the other side's next file, or the referee's.
    """
    dice, _, about = " ".join(words).strip().partition(" ")
    about = about.strip()
    about = "" if about == "for" else about.removeprefix("for ")
    if _BLANK_IN_DICE.match(about):
        hint = "write them without: 2d6+1"
        raise refuse("option", f"there is a blank in the dice '{dice[:40]}'", rule="T2", hint=hint)
    _queue(folder, {"type": "roll", "dice": dice.lower(), "about": about}, then)


@click.command("say", epilog='Example:  pbem say "TF 38 moves to 2415."')
@click.argument("words", metavar="TEXT")
@send_option
@game_option
def say_(words: str, then: str | None, folder: str | None) -> None:
    """Say something at the table, in its place among your other orders (- reads it).

    Put -- before words that begin with a hyphen.
    """
    _queue(folder, {"type": "say", "words": _given(words)}, then)


@click.command(epilog="Example:  pbem phase combat")
@click.argument("name", required=False, default="")
@click.option("--new-turn", is_flag=True, help="End the turn; NAME is the next one's phase.")
@send_option
@game_option
def phase(name: str, new_turn: bool, then: str | None, folder: str | None) -> None:
    """Go on to phase NAME, or to the next one of the game's list; after the last ends the turn."""
    with _table(folder, "phase") as session:
        if not name:
            name, new_turn = _following(session, new_turn=new_turn)
        order: dict[str, object] = {"type": "phase", "name": name}
        queue(session, {**order, "new_turn": True} if new_turn else order, then, _tell)


def _following(session: "Session", *, new_turn: bool) -> tuple[str, bool]:
    """What comes behind the last phase of the orders file, or behind that of now [T7]."""
    from pbem.cli.drafts import begun_draft
    from pbem.game.filled import read_form
    from pbem.game.forms import form_path
    from pbem.systems.table.play import following

    game, path = session.view().game, form_path(session)
    _, text = begun_draft(session, path)
    written = read_form(session, text, str(path)).orders
    called = [str(order.get("name")) for order in written if order.get("type") == "phase"]
    known = [name for name in called if name in game.phases]
    return following(game.phases, (known or [game.phase])[-1], new_turn=new_turn)


# --- sealed notes --------------------------------------------------------------------------------


@click.command(epilog='Example:  pbem note --seal --about "my target" -')
@click.argument("words", metavar="[TEXT]", required=False)
@click.option("--seal", is_flag=True, help="Seal TEXT; - reads it, without TEXT you are asked.")
@click.option("--about", default="", metavar="TEXT", help="What all may know of it.")
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
@send_option
@game_option
def note(
    words: str | None, seal: bool, about: str, as_json: bool, then: str | None, folder: str | None
) -> None:
    """Seal a note, which nobody can change, or read until you open it; or list the sealed ones.

    A referee reads the words of all that are sealed.
    """
    if not seal:
        if words is not None:
            raise click.UsageError("add --seal, or use 'pbem say' for what all may read")
        _list_notes(folder, as_json)
        return
    if words is None:
        words = ask("Words to seal")
    _queue(folder, {"type": "note", "about": about, "words": _given(words)}, then)


def _list_notes(folder: str | None, as_json: bool) -> None:
    from pbem.game.audit import knowledge, sealed_as_read
    from pbem.systems.table.notes import own_words
    from pbem.systems.table.words import marked, read_out

    session = look_at_game(folder)
    _check_kind(session, "note")
    view = session.view()
    _, referee = knowledge(session.folder.path, ask_passphrase)
    own = own_words(sealed_as_read(session, referee) if referee else view.own)
    rows = [
        {"id": id_, "seat": one.seat, "about": one.about, "words": own.get(id_)}
        for id_, one in sorted(view.game.notes.items(), key=lambda pair: (len(pair[0]), pair[0]))
    ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        about = f" {marked(row['about'])}" if row["about"] else ""
        note = f"{row['id']} of {row['seat']}{about}"
        for line in (note,) if row["words"] is None else read_out(note, row["words"]):
            say(harmless(line))
    if not rows:
        say("no note is sealed")


@click.command("open", epilog="Example:  pbem open note-3")
@click.argument("id_", metavar="[ID]", required=False)
@send_option
@game_option
def open_(id_: str | None, then: str | None, folder: str | None) -> None:
    """Open your sealed note ID, or the only one that you have sealed."""
    with _table(folder, "open") as session:
        note_id = _only_note(session) if id_ is None else id_
        queue(session, {"type": "open", "note": note_id}, then, _tell)


def _only_note(session: "Session") -> str:
    own = sorted(session.view().own, key=lambda id_: (len(id_), id_))
    if len(own) != 1:
        what = "you have sealed several notes" if own else "you have no sealed note"
        hint = f"name one: {', '.join(own)}" if own else "seal one with 'pbem note --seal'"
        raise refuse("option", what, rule="T4", hint=hint)
    return own[0]


# --- counters and the end ------------------------------------------------------------------------


@click.command(
    "set",
    context_settings={"ignore_unknown_options": True},
    epilog='Example:  pbem set "Lae garrison" 3',
)
@click.argument("counter")
@click.argument("value")
@send_option
@game_option
def set_(counter: str, value: str, then: str | None, folder: str | None) -> None:
    """Set COUNTER to VALUE; an empty VALUE, "", takes it off the table.

    The other side sees it and can contest it in its next file.
    """
    _queue(folder, {"type": "set", "counter": counter.strip(), "value": value.strip()}, then)


@click.command(epilog='Example:  pbem contest "Lae garrison"')
@click.argument("counter")
@send_option
@game_option
def contest(counter: str, then: str | None, folder: str | None) -> None:
    """Contest what the other side's last file made of COUNTER.

    It is undone, and listed as disputed until both sides set it alike.
    """
    _queue(folder, {"type": "contest", "counter": counter.strip()}, then)


@click.command(epilog="Example:  pbem finish draw")
@click.argument("result")
@send_option
@game_option
def finish(result: str, then: str | None, folder: str | None) -> None:
    """Offer the end of the game, or agree to it: RESULT is the side that wins, or 'draw'."""
    _queue(folder, {"type": "finish", "result": result}, then)


# --- the orders of the next file -----------------------------------------------------------------


def _given(words: str) -> str:
    """The player's text; that of standard input for `-`."""
    return read_text("-").rstrip("\n") if words == "-" else words


def _check_kind(session: "Session", kind: str) -> None:
    system = session.rules.system
    if kind not in system.orders or None in (system.by_orders, system.foretell):
        hint = "it is for games of the system 'table'; see 'pbem orders'"
        raise refuse("option", f"{system.title} has no order '{kind}' of this kind", hint=hint)


@contextmanager
def _table(folder: str | None, kind: str) -> "Iterator[Session]":
    """The game in a folder, to be moved on, if it is one that has the order."""
    with opened_game(folder) as session:
        _check_kind(session, kind)
        yield session


def _queue(folder: str | None, order: Mapping[str, object], then: str | None) -> None:
    with _table(folder, str(order["type"])) as session:
        queue(session, order, then, _tell)


def _tell(session: "Session", draft: "Draft", name: str) -> None:
    """The new order, and what comes of it."""
    from pbem.engine.orders import decode_orders

    orders = draft.orders
    new = orders[-1]
    system, view, charts = session.rules.system, session.view(), session.rules.charts
    assert system.foretell is not None
    given = decode_orders(orders, system.orders, code="E12")
    earlier, now = (system.foretell(view, some, charts) for some in (given[:-1], given))
    first, *more = map(harmless, now.ordered[len(earlier.ordered) :])
    say_words(f"order {len(orders)} of your file {session.next_seq}: {first}")
    for line in more:
        say_words(line)
    if new["type"] == "note" and system.by_orders is not None:
        last = system.by_orders.seals(view.game, session.seat, given, charts)[-1]
        opening = pbem_here(None, "open", last)
        say_words(f"the note will be {last}; open it in a later file with: {opening}")
    if new["type"] == "roll":
        opener = "the referee's" if session.fold.referee_witnesses else "the other side's"
        say_words(f"once sent it is fixed; the dice are known with {opener} next file")
    for warning in now.warnings:
        if warning not in earlier.warnings:
            say_words(harmless(f"look twice: {warning}"))
    say_words(f"it stands in {command(name)}; send it with: {pbem_here(None, 'send')}")
