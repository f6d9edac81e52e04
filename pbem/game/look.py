"""One thing of a game as this seat sees it: a unit or a place by name, or the points."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.counting import count
from pbem.engine.ledger import is_over, writer
from pbem.engine.mentions import slug
from pbem.engine.names import by_name
from pbem.engine.orders import decode_orders, encode_order
from pbem.engine.sheets import Line
from pbem.errors import refuse
from pbem.game.session import Session
from pbem.narrow import parse_item
from pbem.report.blocks import Block, Heading, Lines, Report, build
from pbem.suggest import did_you_mean

STANDING = "standing"
"""What the standing orders are asked for by, where a game has them."""
MOST = 3
"""So many orders of a kind are told in words; of more the number is told."""


def thing(session: Session, typed: str) -> Report:
    """A unit or a place: where and what it is, its state, and what it may be ordered now.

    `typed` is an id or a printed name in any case. Raises `Refused` for what is nothing of this
    game, or is the name of several things.
    """
    system, charts = session.rules.system, session.rules.charts
    # what this seat's next file will open is not known to all yet
    fold = session.fold if typed.casefold() == STANDING else session.ahead().fold
    game = fold.table.game
    names = system.names(game, charts)
    private = session.own_private() if session.folder.secret() is not None else None
    found = {
        id_: system.look(game, private, id_, charts) if system.look else ()
        for id_ in _meant(typed, names)
    }
    id_, lines = next(((id_, lines) for id_, lines in found.items() if lines), (typed, ()))
    if not lines:
        known = (*names.values(), *(one for one, name in names.items() if slug(name) != one))
        hint = did_you_mean(typed, known, "'pbem show' and 'pbem show --full' have the names")
        raise refuse("option", f"there is nothing called '{typed[:40]}' in this game", hint=hint)
    others = tuple(
        Line(text=f"Of the same name: {other}, for 'pbem show {other}'")
        for other, told in found.items()
        if told and told != lines
    )
    standing = id_.casefold() == STANDING
    return build(
        "Standing orders" if standing else names.get(id_, id_),
        (Lines(lines=(*lines, *others)),),
        _under_seal(session) if standing else _may_be_ordered(session, id_),
        names=names,
    )


def _under_seal(session: Session) -> Iterator[Block]:
    """The reader's own standing orders that nobody else can read yet."""
    system = session.rules.system
    if system.stances is None:
        return
    for content in session.sealed_contents().values():
        tables = (parse_item(content) or {}).get("order", ())
        orders = decode_orders(tables, system.orders, code="E12")
        if told := system.stances(session.view(), orders, session.rules.charts):
            yield Heading(text="Yours under seal, which you alone can read")
            yield Lines(lines=tuple(Line(text=words) for words in told))


def _meant(typed: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """The ids of what was typed, few; what was typed if nothing is called so."""
    wanted = " ".join(typed.casefold().split())
    found = dict.fromkeys(reading[wanted] for reading in by_name(names) if wanted in reading)
    if len(found) > MOST:
        some = ", ".join(list(found)[:MOST])
        what = f"{count(len(found), 'counter')} are called '{typed[:40]}'"
        raise refuse("option", what, hint=f"name one by its id: {some}, …")
    return tuple(found) or (typed,)


def _may_be_ordered(session: Session, id_: str) -> Iterator[Block]:
    """The legal orders that name it, by kind; nothing where this seat is not to write."""
    fold, rules = session.ahead().fold, session.rules
    if is_over(fold, rules) or writer(fold) != session.seat:
        return
    view, lines = session.view(), list[Line]()
    for kind in rules.system.kinds:
        sight = rules.system.sight(view, kind.order, rules.charts)
        if sight is None or kind.options is None:
            continue
        found = [order for order in kind.options(sight) if _names(encode_order(order), id_)]
        told = [words for order in found[:MOST] for words in kind.words(sight, order)]
        if found:
            more = len(found) - MOST
            title = f"'{kind.order.type}': {count(len(found), 'way')}"
            lines.append(Line(text=title if more > 0 or not told else f"'{kind.order.type}':"))
            lines += (Line(text=words, kind="roll") for words in told)
    if lines:
        yield Heading(text="What it may be ordered now")
        yield Lines(lines=tuple(lines))


def _names(value: Any, id_: str) -> bool:
    """Whether an id stands anywhere in an order."""
    if isinstance(value, Mapping):
        return any(_names(key, id_) or _names(one, id_) for key, one in value.items())
    if isinstance(value, list | tuple):
        return any(_names(one, id_) for one in value)
    return bool(value == id_)
