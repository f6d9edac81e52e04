"""The orders of a game as pages: which there are, when they are taken, what each may hold."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import cleandoc
from typing import Any, Literal, get_args, get_origin

import msgspec

from pbem.engine.kinds import ANY, Part
from pbem.engine.mentions import mention
from pbem.engine.names import as_spoken
from pbem.engine.orders import Order, encode_order
from pbem.engine.sheets import Line, Row, Sheet
from pbem.engine.steps import GameSystem, Step
from pbem.frozen import FrozenMap, Value, field, fields
from pbem.narrow import write_value
from pbem.report import markdown
from pbem.report.blocks import Block, Facts, Heading, Lines, Paragraph, Report, Table, build

MOST_LISTED = 200
"""So many legal orders are listed; nobody reads on behind them."""
MOST_APART = 24
"""So many legal orders stand in a row each; of more those that differ in one key share a row."""
MOST_VALUES = 80
"""So many values are listed under a key."""
MOST_AGAIN = 12
"""So many single values stand once more among what is legal; more are called those above."""
TURNS_LOOKED_AT = 12
"""Among so many turns there is one with every step: seasons, and what comes before the first."""

System = GameSystem[Any, Any]


def orders_page(system: System, titles: Mapping[str, str]) -> Report:
    """Every kind of order: what it is in one sentence, and the steps that take it."""
    steps = {step.name: step.title for step in _fullest_turn(system)}
    rows = tuple(
        Row(
            cells=(
                order.type,
                told_of(order).partition("\n")[0] or rule_words(order, titles),
                _asked_in(system, order, steps),
            )
        )
        for order in sorted(system.orders.values(), key=lambda one: one.type)
    )
    sheet = Sheet(title="", heads=("order", "what it is", "taken in"), rows=rows)
    return build(f"Orders of {system.title}", (Table(sheet=sheet),))


def sequence_page(system: System) -> Report:
    """A turn's steps in the order of play, with the orders that decide something in each."""
    rows = tuple(
        Row(cells=(step.title, step.rule, ", ".join(_orders_in(system, step)) or "-"))
        for step in _fullest_turn(system)
    )
    sheet = Sheet(title="", heads=("step", "rule", "orders"), rows=rows)
    standing = (kind.order for kind in system.kinds if ANY in kind.steps)
    always = sorted(order.type for order in standing if not order.forced)
    blocks: list[Block] = [Table(sheet=sheet)]
    if always:
        blocks.append(Paragraph(text=f"In every file: {', '.join(always)}."))
    return build(f"Sequence of play of {system.title}", blocks)


class Here(Value):
    """What is legal here and now of one kind of order.

    `options` are the orders, None where they cannot be listed, and `needed` for each those that its
    file must hold besides; `brought` are orders that others of the same file make legal, each as
    the last of all that it takes. `example` is a whole order where none are listed. `parts` are
    what may stand under single keys. `names` are what things are called, by id, `usual` are keys
    that need not be written, with what is read there.
    """

    options: tuple[Order, ...] | None = None
    parts: tuple[Part, ...] = ()
    needed: tuple[tuple[Order, ...], ...] = ()
    brought: tuple[tuple[Order, ...], ...] = ()
    example: Order | None = None
    names: FrozenMap[str] = field(default_factory=FrozenMap)
    usual: FrozenMap[Any] = field(default_factory=FrozenMap)


def order_page(
    system: System, titles: Mapping[str, str], order: type[Order], here: Here | None = None
) -> Report:
    """The page of one kind of order: its keys and what they may hold, also here and now.

    `titles` are those of rules, by id.
    """
    legal = here or Here()
    steps = {step.name: step.title for step in _fullest_turn(system)}
    facts = (("rule", rule_words(order, titles)), ("taken in", _asked_in(system, order, steps)))
    blocks: list[Block] = [*markdown.blocks(told_of(order)), Facts(pairs=facts)]
    rows = tuple(_key_rows(order, legal, system.spoken))
    if rows:
        heads = ("key", "what may stand there", "left out")
        blocks += (Heading(text="Keys"), Table(sheet=Sheet(title="", heads=heads, rows=rows)))
    if legal.options is not None:
        blocks += _listed(legal, legal.options, system.spoken)
    elif legal.example is not None:
        blocks += _shown(legal.example, system.spoken)
    return build(f"{order.type}, an order of {system.title}", blocks, names=legal.names)


def _fullest_turn(system: System) -> tuple[Step[Any, Any], ...]:
    """The steps of a turn that has them all."""
    return max((system.steps(turn) for turn in range(TURNS_LOOKED_AT)), key=len)


def _orders_in(system: System, step: Step[Any, Any]) -> list[str]:
    return [kind.order.type for kind in system.kinds if step.name in kind.steps]


def rule_words(order: type[Order], titles: Mapping[str, str]) -> str:
    """The rule that allows a kind of order, with its title."""
    title = titles.get(order.rule, "")
    return f"{order.rule} {title}".rstrip()


def told_of(order: type[Order]) -> str:
    """What an order and its keys mean, as it is written at the order itself; keys are quoted."""
    return cleandoc(order.__doc__ or "").replace("`", "'")


def _asked_in(system: System, order: type[Order], titles: Mapping[str, str]) -> str:
    steps = next((kind.steps for kind in system.kinds if kind.order is order), ())
    if ANY in steps:
        return "every file"
    return "; ".join(dict.fromkeys(titles.get(step, step) for step in steps)) or "-"


# --- keys ----------------------------------------------------------------------------------------


def _key_rows(order: type[Order], legal: Here, spoken: Mapping[str, str]) -> Iterator[Row]:
    here = {part.key: part for part in legal.parts}
    tables = [as_spoken(encode_order(option), spoken) for option in legal.options or ()]
    for one in fields(order):
        seen = dict.fromkeys(v for table in tables for v in _values(table.get(one.name)))
        part = here.get(one.name, Part(key=one.name))
        if part.shut:
            continue
        values = [_named(value, legal.names) for value in dict.fromkeys((*part.values, *seen))]
        what = "; ".join(filter(None, (_filled(one.type, values), part.words)))
        left_out = _default(order, one.name)
        if one.required or part.needed:
            left_out = "must be given"
        if one.name in legal.usual:
            left_out = str(as_spoken(legal.usual[one.name], spoken))
        yield Row(cells=(one.name, what, left_out))
        yield from _record_rows(one.name, one.type)


def _record_rows(key: str, type_: Any) -> Iterator[Row]:
    """The keys of the records in the list that stands under a key, where it is one of records."""
    record = next(iter(get_args(type_)), None)
    if isinstance(record, type) and issubclass(record, Value):
        for one in fields(record):
            left_out = "must be given" if one.required else _default(record, one.name)
            yield Row(cells=(f"{key}.{one.name}", shape_words(one.type), left_out))


def _named(value: str, names: Mapping[str, str]) -> str:
    """A value, mentioned if it is a code that has a name: one in capitals, or a number."""
    is_code = value in names and (value.isupper() or value.isdigit())
    return mention(value) if is_code else value


def _filled(type_: Any, values: Sequence[str]) -> str:
    """What may stand under a key: the values if they are known, else what they look like."""
    if not values:
        return shape_words(type_)
    words = ", ".join(values[:MOST_VALUES])
    if len(values) > MOST_VALUES:
        words += f" and {len(values) - MOST_VALUES} more"
    origin = get_origin(type_)
    is_bare = origin is FrozenMap and not any(" = " in value for value in values)
    return f"{shape_words(type_)} of: {words}" if origin in (tuple, list) or is_bare else words


def _values(value: Any) -> Iterator[str]:
    """The words, ids and numbers in a value as it stands in a file."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _values(one)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield f"{key} = {write_value(one)}"


def shape_words(type_: Any) -> str:
    """What a value looks like, by its type."""
    origin, inner = get_origin(type_), get_args(type_)
    if origin is Literal:
        return " or ".join(write_value(one) for one in inner)
    if origin in (tuple, list):
        return "a list of lists" if get_origin(inner[0]) is tuple else "a list"
    if origin is FrozenMap:
        return "a table { id = … }"
    if origin is None:
        return {bool: "true or false", int: "a number", str: "a word"}.get(type_, "a word")
    return " or ".join(dict.fromkeys(shape_words(one) for one in inner if one is not type(None)))


def _default(order: type[Value], key: str) -> str:
    given = {one.name: one.default for one in fields(order)}[key]
    if given is None or given is msgspec.NODEFAULT or given in ("", (), FrozenMap()):
        return "none"
    return write_value(given)


# --- what is legal -------------------------------------------------------------------------------


def _listed(legal: Here, options: Sequence[Order], spoken: Mapping[str, str]) -> Iterator[Block]:
    """The legal orders one by one, as the lines that make them."""
    if not options and not legal.brought:
        yield Paragraph(text="None is legal by itself here and now.")
    if options:
        yield from _by_itself(legal, options, spoken)
    if legal.brought:
        heads = ("order", "with, in the same file")
        rows = tuple(
            Row(
                cells=(_in_words(last, spoken), "; ".join(_in_words(one, spoken) for one in others))
            )
            for *others, last in legal.brought[:MOST_LISTED]
        )
        yield Heading(text="Legal where the same file brings it about")
        yield Table(sheet=Sheet(title="", heads=heads, rows=rows))


def _by_itself(legal: Here, options: Sequence[Order], spoken: Mapping[str, str]) -> Iterator[Block]:
    """Those that need nothing else of the file, or what everybody of the kind needs."""
    tables = [as_spoken(encode_order(option), spoken) for option in options]
    heads = tuple(dict.fromkeys(key for table in tables for key in table if key != "type"))
    if not heads:
        yield Paragraph(text="It is legal here and now.")
        return
    besides = ["; ".join(_in_words(order, spoken) for order in one) for one in legal.needed]
    pairs = () if any(besides) else tuple(filter(None, (_pair(table, heads) for table in tables)))
    if len(pairs) == len(tables):
        heads, cells = (*heads, "one of")[:2], _by_first(pairs)
    else:
        cells = [
            tuple(_told(table[key], legal.names) if key in table else "-" for key in heads)
            for table in tables
        ]
        if any(besides):
            heads = (*heads, "in a file with")
            cells = [(*row, words or "-") for row, words in zip(cells, besides, strict=True)]
    rows = tuple(Row(cells=row) for row in cells[:MOST_LISTED])
    yield Heading(text="Legal here and now, each by itself")
    if len(cells) > MOST_APART and len(pairs) < len(tables):
        yield Lines(lines=tuple(Line(text=words) for words in _together(heads, cells)))
        return
    yield Table(sheet=Sheet(title="", heads=heads, rows=rows))
    if len(cells) > MOST_LISTED:
        yield Paragraph(text=f"And {len(cells) - MOST_LISTED} more.")


def _shown(order: Order, spoken: Mapping[str, str]) -> Iterator[Block]:
    """A legal order as it stands in a file."""
    table = as_spoken(encode_order(order), spoken)
    lines = (f"{key} = {write_value(value)}" for key, value in table.items())
    yield Heading(text="For example, legal here and now")
    yield Lines(lines=tuple(Line(text=words) for words in ("[[order]]", *lines)))


def _told(value: Any, names: Mapping[str, str]) -> str:
    """A value as it is written, a number with the name of what it means: `"0707" (Wau)`."""
    name = names.get(value, value) if isinstance(value, str) and value.isdigit() else value
    return write_value(value) if name == value else f"{write_value(value)} ({name})"


def _pair(table: Mapping[str, Any], heads: Sequence[str]) -> tuple[str, str] | None:
    """A thing and what it may have, such as a unit and a base, of an order of nothing else."""
    if len(heads) == 1 and isinstance(one := table.get(heads[0]), Mapping) and len(one) == 1:
        ((first, second),) = one.items()
        return first, write_value(second)
    if len(heads) == 2 and all(head in table for head in heads):
        return write_value(table[heads[0]]), write_value(table[heads[1]])
    return None


def _by_first(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, ...]]:
    """A row for each thing, with all that it may have."""
    rows: dict[str, list[str]] = {}
    for first, second in pairs:
        rows.setdefault(first, []).append(second)
    return [(first, ", ".join(seconds)) for first, seconds in rows.items()]


def _together(heads: Sequence[str], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Rows as words, those that differ in one cell alone together: each of its values is legal."""
    found: list[tuple[tuple[str, ...], ...]] = [tuple((cell,) for cell in row) for row in rows]
    for column in reversed(range(len(found[0]))):
        alike: dict[tuple[tuple[str, ...], ...], dict[str, None]] = {}
        for row in found:
            rest = (*row[:column], *row[column + 1 :])
            alike.setdefault(rest, {}).update(dict.fromkeys(row[column]))
        found = [(*rest[:column], (*cells,), *rest[column:]) for rest, cells in alike.items()]
    every = [{one for row in found for one in row[column]} - {"-"} for column in range(len(heads))]
    for row in found:
        told = [_any_of(one, all_) for one, all_ in zip(row, every, strict=True)]
        parts = (f"{head}: {words}" for head, words in zip(heads, told, strict=True))
        yield "; ".join(part for part in parts if not part.endswith(": -"))


def _any_of(values: Sequence[str], every: Iterable[str]) -> str:
    """Values of which each is legal; where they are many and all single ones, those above."""
    named = [value for value in values if value != "[]"]
    single = all(value.startswith(('"', '["')) and '", ' not in value for value in named)
    if len(named) > MOST_AGAIN and single and all(one in values for one in every):
        return " or ".join((*(["[]"] * ("[]" in values)), f"any of the {len(named)} above"))
    return " or ".join(values)


def _in_words(order: Order, spoken: Mapping[str, str]) -> str:
    """An order in one line: its type and its keys."""
    table = as_spoken(encode_order(order), spoken)
    keys = ((key, value) for key, value in table.items() if key != "type")
    return f"{order.type}: {', '.join(f'{key} = {write_value(value)}' for key, value in keys)}"
