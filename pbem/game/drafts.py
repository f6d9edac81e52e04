"""A draft that commands write into: an order more, the last ones fewer, what it holds in words."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.counting import count
from pbem.engine.kinds import TAKE_IT_OUT
from pbem.errors import Problem, Refused, refuse
from pbem.frozen import Value, replace
from pbem.game.filled import placed, read_form
from pbem.game.forms import as_tables, begun_form, form_path, make_form, tells_choices
from pbem.game.meant import read_as_meant
from pbem.game.session import Session
from pbem.game.usual import with_usual
from pbem.game.write import Draft
from pbem.narrow import without_comments
from pbem.store import drafts
from pbem.store.files import write_atomic

NO_TABLES = "its orders do not stand as [[order]] tables at the end of the file"


class New(Value):
    """A draft with new orders at its end: what they are read as, and why it cannot be sent.

    `standing` is wrong with what stands in the file already, `wrong` with the new `orders`.
    """

    draft: Draft
    orders: tuple[Mapping[str, Any], ...]
    standing: tuple[Problem, ...]
    wrong: tuple[Problem, ...]


def with_new(session: Session, text: str, name: str, orders: Sequence[Mapping[str, Any]]) -> New:
    """The orders file `text`, called `name`, with new orders behind its own, all judged.

    Raises `Refused` if the file cannot be read.
    """
    written = read_form(session, text, name)
    known = len(written.orders)
    given = replace(written, orders=(*written.orders, *with_usual(session, orders)))
    draft, problems = read_as_meant(session, given)
    standing, wrong = placed(problems, known, text, name)
    return New(draft=draft, orders=draft.orders[known:], standing=standing, wrong=wrong)


_LEFT_OUT = "nothing was added: name another, or leave it out"


def by_kind(new: New) -> tuple[Problem, ...]:
    """What is wrong with new orders, each called by its kind: it has no line yet to take out."""

    def kind(place: re.Match[str]) -> str:
        return str(new.draft.orders[int(place[1]) - 1]["type"])[:40]

    return tuple(replace(one, where=_PLACE.sub(kind, one.where)) for one in not_added(new))


def not_added(new: New) -> tuple[Problem, ...]:
    """What is wrong with new orders, whose hints take nothing out of the file: it is not there.

    Of what an order in the file has taken it is told how that one is replaced.
    """
    known = len(new.draft.orders) - len(new.orders)

    def hint(problem: Problem) -> str:
        seen = _SEEN.search(problem.what)
        if seen is not None and int(seen[1]) <= known:
            return f"{problem.hint}; {_REPLACED}"
        return _LEFT_OUT if problem.hint == TAKE_IT_OUT else problem.hint

    return tuple(replace(one, hint=hint(one)) for one in new.wrong)


_SEEN = re.compile(r"see order (\d+)$")
_REPLACED = (
    "to replace that one, 'pbem orders --undo' takes out what was added last, and 'pbem orders'"
    " opens the file"
)
_PLACE = re.compile(r"^order (\d+)")


def add(session: Session, before: bytes, text: str, new: New) -> None:
    """Write orders that have been judged behind the orders file of this seat's next file.

    `before` are the bytes of `text`, with which a file that is not there begins.
    """
    path, more = form_path(session), as_tables(new.orders)
    try:
        is_same = read_form(session, f"{text}\n{more}", str(path)).orders[-len(new.orders) :]
    except Refused:
        is_same = ()
    if is_same != new.orders:
        hint = "write each of its orders behind [[order]], and those behind all else"
        raise refuse("orders", NO_TABLES, where=str(path), hint=hint)
    drafts.append(session.folder.path, path, before, more)


def take(session: Session, text: str) -> Path | None:
    """Let a text be the orders file of this seat's next file; gives where that before is kept."""
    path = form_path(session)
    kept = drafts.keep(session.folder.path, path)
    drafts.forget_added(session.folder.path, path)
    write_atomic(path, text.encode("utf-8"), mode=0o600)
    return kept


def undo(session: Session) -> tuple[str, Path]:
    """Take out what a command added last; gives it, and where the draft is kept as it was."""
    begun = begun_form(session).encode("utf-8")
    return drafts.take_back(session.folder.path, form_path(session), begun)


def is_form(session: Session, text: str) -> bool:
    """Whether an orders file is a form in which nothing was written, whichever file it was for.

    What a form tells in comments is of its time, so that only what it says counts: no words, and no
    orders but those in force. Who wants a file without orders clears its comments away, too.
    """
    if not tells_choices(text):
        return False
    try:
        given, plain = (
            read_form(session, one, "") for one in (text, make_form(session, full=True))
        )
    except Refused:
        return False
    return given == plain


def held(draft: Draft) -> str:
    """What a draft holds, in a few words: `3 orders (land 2, plan)`."""
    kinds = Counter(str(order.get("type", "?")) for order in draft.orders)
    words = ", ".join(kind if n == 1 else f"{kind} {n}" for kind, n in kinds.items())
    return f"{count(len(draft.orders), 'order')} ({words})" if kinds else "no orders yet"


_EMPTY = re.compile(r"\n{3,}")


def bare(text: str) -> str:
    """An orders file without its comments."""
    lines = "\n".join(line.rstrip() for line in without_comments(text).split("\n"))
    return _EMPTY.sub("\n\n", lines).strip("\n")
