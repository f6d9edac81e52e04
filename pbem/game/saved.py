"""Orders files that the order page has saved: whose each is, and which of several is the newest."""

import re
from collections.abc import Iterable
from pathlib import Path

from pbem.engine.orders import Order, word_for
from pbem.errors import Problem, refuse
from pbem.frozen import Value, replace
from pbem.game.session import Session
from pbem.game.write import Draft

LONGEST_NAME = 8
"""So much of a game's id stands in the name of a saved file, as in that of a mailed one."""


class Mark(Value):
    """What a saved file says of itself: the game, the file that it is for, when it was saved."""

    game: str
    file: str
    seat: str
    at: str = ""


def mark_of(session: Session) -> str:
    """The beginning of the line that a saved file begins with; the page adds the time."""
    mark = _due(session)
    return f"# Saved by the order page: game {mark.game}, file {mark.file}, seat {mark.seat}, at "


_MARK = re.compile(
    r"\ufeff?# Saved by the order page: game (\w+), file ([\w ]+), seat ([^,\n]+), at ([\w:.-]+)"
)


def read_mark(text: str) -> Mark | None:
    """What an orders file says of itself; None if the page has not saved it."""
    found = _MARK.match(text)
    return Mark(game=found[1], file=found[2], seat=found[3], at=found[4]) if found else None


def check_mark(session: Session, text: str, name: str) -> None:
    """Refuse a file that the page has saved for another game, seat or turn than this one."""
    mark, due = read_mark(text), _due(session)
    if mark is None or _key(mark) == _key(due):
        return
    hint = "make the page anew with 'pbem orders --html FILE', and click there"
    if mark.game != due.game:
        what = f"it was saved for another game, {mark.game[:LONGEST_NAME]}"
        hint = "name that game with -C, or take what you saved for this one"
    elif mark.seat != due.seat:
        what = f"it was saved for seat {mark.seat}"
    else:
        what = f"it was saved for file {mark.file}, and you write file {due.file}"
    raise refuse("orders", what, where=name, hint=hint)


def saved_name(session: Session, draft: Path) -> str:
    """What a saved file is called: by its game, and as the draft that it becomes."""
    return f"{session.links.game[:LONGEST_NAME]}-{draft.name}"


def newest(session: Session, texts: Iterable[tuple[Path, str]]) -> Path | None:
    """The newest of some saved files that is for this seat's next file; None if none is."""
    due = _key(_due(session))
    marked = ((read_mark(text), path) for path, text in texts)
    found = [(mark.at, path) for mark, path in marked if mark and _key(mark) == due]
    return max(found)[1] if found else None


def in_parts(session: Session, draft: Draft, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Problems of a draft that call orders and their parts as the page calls them."""
    kinds = session.rules.system.orders

    def told(place: re.Match[str]) -> str:
        type_ = str(draft.orders[int(place[1]) - 1].get("type", ""))
        part = f", {word_for(kinds.get(type_, Order), place[2])}" if place[2] else ""
        return f"order {place[1]} ({type_.replace('-', ' ')}){part}"

    return tuple(replace(one, where=_PLACE.sub(told, one.where)) for one in problems)


_PLACE = re.compile(r"order (\d+)(?:, key '([a-z_]+)')?")


def _due(session: Session) -> Mark:
    number = "that is not due yet" if session.supposed else str(session.next_seq)
    return Mark(game=session.links.game, file=number, seat=session.seat)


def _key(mark: Mark) -> tuple[str, str, str]:
    return mark.game, mark.file, mark.seat
