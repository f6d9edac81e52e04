"""What a seat may order here and now, from the rows of its game, for a page to be clicked on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import tomli

from pbem.engine.orders import Order, read_orders
from pbem.engine.titles import title_of
from pbem.engine.views import form_of
from pbem.errors import refuse
from pbem.frozen import FrozenMap, Value
from pbem.game.calling import Called
from pbem.game.explain import sight_for
from pbem.game.filled import sound_form
from pbem.game.forms import head_of_form
from pbem.game.logbook import overview
from pbem.game.maps import laid_for
from pbem.game.meant import read_as_meant
from pbem.game.offers import Row, rivals
from pbem.game.saved import mark_of, saved_name
from pbem.game.session import Session
from pbem.game.status import asked
from pbem.report.clickable import Choosing, Given, lines_of
from pbem.report.telling import called
from pbem.store.shelf import rule_titles

MOST_STEPS = 1_000
"""More than a file answers."""


class Commands(Value):
    """What the page tells its player to type: for the saved file, for what was copied, and then."""

    take: str
    paste: str
    then: str


def to_choose(session: Session, text: str, name: str, commands: Commands) -> Choosing:
    """All that this seat may order in its next file, and the draft `text`, called `name`, so far.

    Raises `Refused` if nothing is to be ordered, or if the draft cannot be read.
    """
    system = session.rules.system
    draft = sound_form(session, text, name)
    game, fold = session.ahead().fold.table.game, session.ahead().fold
    words = Called(system.names(game, session.rules.charts), system.spoken)
    rows = tuple(_rows(session, words))
    if not rows:
        hint = "'pbem send --empty' sends the file as it is"
        raise refuse("orders", "nothing is to be decided in this file", hint=hint)
    meant, _ = read_as_meant(session, draft)
    for number, table in enumerate(meant.orders, 1):
        _check_kept(table, words, f"{name}, order {number}")
    titles, by_kind = rule_titles(system.name), {row.kind.order: row for row in rows}
    laid = laid_for(session)
    timed = sorted(rows, key=lambda row: _covered(session, row)[:1] or (MOST_STEPS,))
    what = f"{title_of(system, game)}, {called(session.rules, game, session.fold.table.turn)}"
    return Choosing(
        title=f"Orders of {session.seat}: {what}",
        seat=session.seat,
        agenda=tuple(_turns_once(asked(session, fold, session.seat))),
        stands=_stands(session),
        tables=overview(session.rules, game) if laid is None else (),
        sorts=tuple(row.sort(titles, _when(session, row), by_kind) for row in timed),
        why=FrozenMap(dict(pair for row in rows for pair in row.why())),
        laid=laid,
        mark=mark_of(session),
        key=system.tabletop.key if system.tabletop else None,
        head=head_of_form(session),
        draft=tuple(_drafted(session, rows, table, words) for table in meant.orders),
        message=draft.message,
        file=saved_name(session, Path(name)),
        take=commands.take,
        paste=commands.paste,
        then=commands.then,
    )


def _turns_once(agenda: Iterable[str]) -> Iterator[str]:
    """What the file decides, without the turn where it is that of the words before."""
    before = ""
    for words in agenda:
        turn, comma, what = words.partition(", ")
        yield what if comma and turn == before else words
        before = turn


def _stands(session: Session) -> tuple[str, ...]:
    """How it stands, as the form begins."""
    first = next(iter(form_of(session.view(), session.rules)), None)
    return first.choices if first and not (first.examples or first.together or first.orders) else ()


def _rows(session: Session, words: Called) -> Iterator[Row]:
    """The kinds that this file takes and a player writes, each with its claims among rivals."""
    rows = []
    for kind in session.rules.system.kinds:
        sight = None if kind.order.forced else sight_for(session, kind.order)
        if sight is not None and (row := Row(kind, sight, words)).is_written:
            rows.append(row)
    rivals(rows, lambda one, other: _clash(session, one, other))
    yield from rows


def _covered(session: Session, row: Row) -> tuple[int, ...]:
    """The places of those steps of the file that take a kind, among all that it answers."""
    steps = (key.partition("/")[2] for key in session.view().decision.covers)
    return tuple(place for place, step in enumerate(steps) if step in row.kind.steps)


def _when(session: Session, row: Row) -> str:
    """Those steps in words, where the file answers others, too."""
    covers, places = session.view().decision.covers, _covered(session, row)
    if len(places) == len(covers):
        return ""
    system, game = session.rules.system, session.ahead().fold.table.game
    told = []
    for turn, _, step in (covers[place].partition("/") for place in places):
        title = system.turn_title(game, int(turn), step, session.rules.charts)
        told.append(f"{title}, {system.step_title(int(turn), step)}")
    return "; ".join(told)


def _clash(session: Session, one: Sequence[Order], other: Sequence[Order]) -> bool:
    """Whether a file that holds both is refused because they claim the same."""
    system, view = session.rules.system, session.view()
    orders = (*one, *(order for order in other if order not in one))
    return any(
        ": see order " in found.what for found in system.check(view, orders, session.rules.charts)
    )


# --- the draft -----------------------------------------------------------------------------------


def _drafted(
    session: Session, rows: Sequence[Row], table: Mapping[str, Any], words: Called
) -> Given:
    """An order of the draft, in words if it is legal by itself."""
    type_ = str(table.get("type", ""))
    row = next((one for one in rows if one.word == type_), None)
    kind = session.rules.system.orders.get(type_, Order)
    plain = Given(kind=type_, cells=words.cells(table, kind))
    read = read_orders([table], session.rules.system.orders, code="E12")
    if row is None or read.problems:
        return plain
    ((_, order),) = read.orders
    claims = tuple(map(row.marked, row.subjects(order)))
    if any(row.kind.faults(row.sight, order)):
        return Given(kind=type_, cells=plain.cells, claims=claims)
    return Given(kind=type_, cells=plain.cells, words=row.words(order), claims=claims)


def _check_kept(table: Mapping[str, Any], words: Called, where: str) -> None:
    """Refuse a draft of whose orders the page would lose anything, such as a date."""
    try:
        given = Given(kind=str(table["type"]), cells=words.cells(table))
        kept = tomli.loads("\n".join(lines_of(given)))["order"]
    except (AttributeError, KeyError, ValueError):  # what is no value of an order, or no key
        kept = []
    if kept != [table]:
        hint = "take it out, or mend it: 'pbem check' tells what is wrong with it"
        raise refuse("orders", "it holds what no order can hold", where=where, hint=hint)
