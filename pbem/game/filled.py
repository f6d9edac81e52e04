"""An orders file as its player has filled it in: read, and where in it is what is wrong."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import tomli

from pbem.decode import decode
from pbem.engine.orders import numbered_in
from pbem.errors import Problem, Refused, raise_if, refuse
from pbem.frozen import Value, fields, replace
from pbem.game.session import Session
from pbem.game.usual import with_usual
from pbem.game.write import Draft
from pbem.narrow import MOST_HEADERS, MOST_PARTS, line_of_long_key
from pbem.report.clean import harmless
from pbem.scan import MOST_BYTES
from pbem.slips import slip, stumbled


class OrdersFile(Value):
    """An orders file as its player wrote it."""

    file: int = -1
    seat: str = ""
    message: str = ""
    order: tuple[dict[str, Any], ...] = ()


def read_form(session: Session, text: str, name: str) -> Draft:
    """The draft in an orders file; `name` is the file's, for problems.

    Unknown keys stand in the draft's `wrong`, so that its orders can be judged beside them.
    Raises `Refused` (code `orders`) if it is no TOML, or is for another file.
    """
    if len(text) > MOST_BYTES:
        what = "the orders file is larger than 256 KiB"
        raise refuse("orders", what, where=name, hint="shorten the orders or the message")
    if line := line_of_long_key(text):
        what = f"the key has more than {MOST_PARTS} names"
        raise refuse("orders", what, where=f"{name}:{line}", hint="write it without the dots")
    try:
        table = tomli.loads(text)
    except (RecursionError, ValueError) as error:
        line, what = stumbled(error, text)
        hint = slip(text, line, what)
        raise refuse("orders", what, where=f"{name}:{line}", hint=hint) from None
    form, wrong = _legible(table)
    if len(form.order) > MOST_HEADERS:
        what = f"there are more than {MOST_HEADERS:,} orders"
        raise refuse("orders", what, where=name, hint="a turn file holds no more: give fewer")
    if form.file not in (-1, session.next_seq) or form.seat not in ("", session.seat):
        what = f"these orders are for file {form.file} of seat '{harmless(form.seat[:20])}'"
        place = Problem(code="orders", what=what, hint=_rather(session, form))
        raise Refused(*(problem.within(name) for problem in (*wrong, place)))
    return Draft(orders=with_usual(session, form.order), message=form.message, wrong=wrong)


def sound_form(session: Session, text: str, name: str) -> Draft:
    """The draft in an orders file that has no unknown keys; raises `Refused` if it has any."""
    draft = read_form(session, text, name)
    raise_if(problem.within(name) for problem in draft.wrong)
    return draft


KEYS = "it holds file, seat and message, and orders that each begin with [[order]]"


def _legible(table: Mapping[str, Any]) -> tuple[OrdersFile, tuple[Problem, ...]]:
    """An orders file without the keys that are wrong, and what is wrong with those."""
    if isinstance(table.get("order"), Mapping):
        form, wrong = _legible({**table, "order": (table["order"],)})
        what, hint = "an order begins with [order]", "write [[order]], with two brackets"
        return form, (Problem(code="orders", what=what, hint=hint), *wrong)
    try:
        return decode(OrdersFile, table, code="orders", where="", hint=KEYS), ()
    except Refused as refused:
        wrong = tuple(
            replace(problem, where=problem.where.removeprefix(", ")) for problem in refused.problems
        )
    known = {one.name for one in fields(OrdersFile)}
    sound = {key: table[key] for key in known & table.keys() if _is_sound(key, table[key])}
    return decode(OrdersFile, sound, code="orders", where="", hint=KEYS), wrong


def _is_sound(key: str, value: object) -> bool:
    """Whether a key of an orders file has a value of its type."""
    try:
        decode(OrdersFile, {key: value}, code="orders", where="", hint=KEYS)
    except Refused:
        return False
    return True


def _rather(session: Session, form: OrdersFile) -> str:
    """What to do in place of sending orders that are for another file."""
    if not session.is_mine:
        return "it is not for you to write the next file: see 'pbem status'"
    if form.seat == session.seat and form.file < session.next_seq:
        return f"'pbem orders --take FILE' makes them those of file {session.next_seq}, if they fit"
    return f"make new ones with 'pbem orders': you write file {session.next_seq}"


def placed(
    problems: Iterable[Problem], known: int, text: str, name: str
) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Problems with file and line; and those of the orders behind the first `known`.

    The latter stand in no file yet.
    """
    found = tuple(problems)
    new = tuple(one for one in found if numbered_in(one.where) > known)
    return with_lines(tuple(one for one in found if one not in new), text, name), new


_PLACE = re.compile(r"order (\d+)(?:, key '([A-Za-z0-9_-]+))?")
_HEAD = re.compile(r"\s*\[\[\s*order\s*\]\]")


def with_lines(problems: tuple[Problem, ...], text: str, name: str) -> tuple[Problem, ...]:
    """The problems in the order of their lines, with file and line before the order's place."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines, 1) if _HEAD.match(line)]
    placed = [(_line(problem.where, starts, lines), problem) for problem in problems]
    return tuple(
        problem.within(f"{name}:{line}" if line else name)
        for line, problem in sorted(placed, key=lambda pair: pair[0])
    )


def _line(where: str, starts: Sequence[int], lines: Sequence[str]) -> int:
    """The line that a problem's place means; 0 if it is about no line."""
    place = _PLACE.match(where)
    if place is None or not 0 < int(place[1]) <= len(starts):
        return 0
    order, key = int(place[1]), place[2]
    start = starts[order - 1]
    end = starts[order] - 1 if order < len(starts) else len(lines)
    for number, line in enumerate(lines[start:end], start + 1):
        if key and line.lstrip().startswith(key):
            return number
    return start
