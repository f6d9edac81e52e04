"""What a kind of order may hold, in the game under way: `pbem orders --explain`, the Tab key."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from pbem.engine.orders import COMMON, Order, encode_order
from pbem.errors import refuse
from pbem.frozen import FrozenMap, fields
from pbem.game.session import Session
from pbem.game.usual import usual_here
from pbem.report.blocks import Report
from pbem.report.orderpage import Here, order_page
from pbem.store.shelf import rule_titles
from pbem.suggest import did_you_mean


def explained(session: Session, word: str) -> Report:
    """The page of a kind of order, with what is legal now if it is for this seat to write.

    Raises `Refused` (code `option`) if the game has no order of that name.
    """
    system, titles = session.rules.system, rule_titles(session.rules.system.name)
    order = system.orders.get(word)
    if order is None:
        if word in COMMON:
            what = f"'{word}' is a command of its own, the same in every game"
            raise refuse("option", what, hint=f"see 'pbem {word} --help'")
        hint = did_you_mean(word, system.orders, f"'pbem rules orders {system.name}' lists them")
        raise refuse("option", f"there is no order '{word[:40]}'", hint=hint)
    kind = next((one for one in system.kinds if one.order is order), None)
    sight = sight_for(session, order)
    if kind is None or sight is None:
        return order_page(system, titles, order)
    options = tuple(kind.options(sight)) if kind.options else None
    simplest = kind.simplest(sight) if kind.simplest else ()
    here = Here(
        options=options,
        example=next(iter(simplest), None),
        parts=tuple(kind.parts(sight)),
        needed=tuple(tuple(kind.needs(sight, option)) for option in options or ()),
        brought=tuple(kind.brought(sight)),
        names=FrozenMap(things(session)),
        usual=usual_here(session).get(word, FrozenMap()),
    )
    return order_page(system, titles, order, here)


def things(session: Session) -> Mapping[str, str]:
    """All that has a name in the game, by id."""
    return session.rules.system.names(session.ahead().fold.table.game, session.rules.charts)


def values_of(session: Session, order: type[Order], key: str) -> Mapping[str, str]:
    """What may stand under a key of an order, each with its name.

    What is legal where that is finite, else everything in the game. `key` is of the order, or
    `units.A6M-201` for what may stand there in the table `units`.
    """
    first, dot, inner = key.partition(".")
    legal = (
        value for value in _legal(session, order, first) if isinstance(value, Mapping) == bool(dot)
    )
    found = dict.fromkeys(
        word
        for value in legal
        for word in _words(value.get(inner) if isinstance(value, Mapping) else value)
    )
    named = things(session)
    said = dict.fromkeys((*_choices(order, first), *found))
    return {word: named.get(word, word) for word in said} or named


def inner_keys(session: Session, order: type[Order], key: str) -> Mapping[str, str]:
    """What may be named in the table under a key of an order, each with its name."""
    tables = (value for value in _legal(session, order, key) if isinstance(value, Mapping))
    named = things(session)
    return {word: named.get(word, word) for table in tables for word in table}


def _legal(session: Session, order: type[Order], key: str) -> Iterator[Any]:
    """The values of a key in the orders that are legal now."""
    kind = next((one for one in session.rules.system.kinds if one.order is order), None)
    sight = sight_for(session, order)
    if kind is not None and sight is not None:
        yield from (word for part in kind.parts(sight) if part.key == key for word in part.values)
        options = kind.options(sight) if kind.options else ()
        yield from (encode_order(option).get(key) for option in options)


def _choices(order: type[Order], key: str) -> tuple[str, ...]:
    """The words that the type of a key lists."""
    type_ = next((one.type for one in fields(order) if one.name == key), None)
    return tuple(one for one in get_args(type_) if isinstance(one, str))


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, list | tuple):
        for one in value:
            yield from _words(one)
    elif isinstance(value, str):
        yield value


def shut_keys(session: Session, order: type[Order]) -> tuple[str, ...]:
    """The keys that no order of a kind may hold now."""
    kind = next((one for one in session.rules.system.kinds if one.order is order), None)
    sight = sight_for(session, order) if kind is not None else None
    if kind is None or sight is None:
        return ()
    return tuple(part.key for part in kind.parts(sight) if part.shut)


def sight_for(session: Session, order: type[Order]) -> Any:
    """What an order of the kind would be judged on; None if it is not for this seat to write."""
    if not session.is_mine or session.fold.joins:
        return None
    rules = session.rules
    return rules.system.sight(session.view(), order, rules.charts)
