"""How long whose files take: the times of a folder's files, leaves, and this machine's clock."""

import time
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli.dates import day_in_words
from pbem.counting import count
from pbem.decode import decode
from pbem.engine.clock import HOUR, Clock, Moment, Wait, gathered, lasted, span, waits
from pbem.errors import Refused
from pbem.frozen import Value
from pbem.shell import pbem
from pbem.store.folder import Folder
from pbem.store.leave import Leave, known_leaves

if TYPE_CHECKING:
    from pbem.game.status import Summary


def moments(path: str, seats: int) -> list[Moment]:
    """When the files of a game of so many seats were sent or came, from the last join on."""
    times = Folder(Path(path)).times()
    return [Moment(seat=seat, at=at) for seq, seat, at in times if seq >= seats - 1]


def waits_of(path: str, game: str, own: str, seats: int) -> list[Wait]:
    """How long each file since the last join was waited for; `own` is this player's seat."""
    return list(waits(moments(path, seats), away(game, own)))


def away(game: str, own: str) -> Mapping[str, list[tuple[float, float]]]:
    """The leaves that are noted, as seconds, by the seats of a game."""
    found: dict[str, list[tuple[float, float]]] = {}
    for one in known_leaves():
        if one.game in ("", game):
            ends = date.fromisoformat(one.last) + timedelta(days=1)
            days = (_seconds(date.fromisoformat(one.first)), _seconds(ends))
            found.setdefault(one.seat or own, []).append(days)
    return found


def _seconds(day: date) -> float:
    return time.mktime(day.timetuple())


def leaves_to_come(game: str, own: str) -> Iterator[tuple[str, Leave]]:
    """The leaves of a game's seats that are not over, each with its seat."""
    today = date.today().isoformat()
    for one in known_leaves():
        if one.game in ("", game) and one.last >= today:
            yield one.seat or own, one


class Owed(Value):
    """The seconds that a seat had when it came to owe the next file, and has left of them now."""

    clock: Clock
    had: float
    left: float


def owed(path: str, summary: "Summary") -> Owed | None:
    """The time of the one who owes a file; None without a clock, or where it does not run."""
    seat = summary["next"]
    if not (summary["clock"] and seat) or summary["joins"]:
        return None
    try:
        clock: Clock = decode(Clock, summary["clock"], code="folder", where="cache/status.json")
    except Refused:  # somebody has changed what we keep: it tells nothing
        return None
    known = moments(path, len(summary["seats"]))
    leaves = away(summary["game"], summary["seat"])
    had = gathered(clock, seat, waits(known, leaves))
    since = max(one.at for one in known)
    return Owed(clock=clock, had=had, left=had - lasted(since, time.time(), leaves.get(seat, ())))


def hours_left(path: str, summary: "Summary") -> int | None:
    """Hours left to the one who owes a file, to the nearest; below 0: none; None: no clock."""
    found = owed(path, summary)
    return None if found is None else _hours(found.left)


def told(path: str, summary: "Summary") -> Iterator[str]:
    """What is left to the one who owes the next file, and until when he is away."""
    seat, is_own = summary["next"], summary["next"] == summary["seat"]
    name = summary["called"].get(seat, seat)
    found = owed(path, summary)
    if found is not None and is_own:
        yield f"{'you have' if found.left >= 0 else 'your'} {hours_told(found)}"
    elif found is not None and found.left >= 0:
        yield f"{name} has {hours_told(found)}"
    elif found is not None:
        yield f"{name}'s {hours_told(found)}{_then(path, found)}"
    today = date.today().isoformat()
    for who, one in leaves_to_come(summary["game"], summary["seat"]):
        if who == seat and one.first <= today:
            yield f"{'you are' if is_own else f'{name} is'} away until {day_in_words(one.last)}"


def hours_told(found: Owed) -> str:
    """`31 hours of 96 left`, or `96 hours ran out 5 h ago`."""
    had = _hours(found.had)
    if found.left >= 0:
        left = count(_hours(found.left), "hour") if _hours(found.left) else "less than 1 hour"
        return f"{left} of {had} left"
    return f"{count(had, 'hour')} ran out {span(-found.left)} ago"


def _hours(seconds: float) -> int:
    """Hours to the nearest; below 0 as soon as there are none."""
    return round(seconds / HOUR) if seconds >= 0 else int(seconds // HOUR)


def _then(path: str, found: Owed) -> str:
    if found.clock.then == "claim":
        return f"; you may claim the game: {pbem(path, 'mail', 'claim')}"
    if found.clock.then == "remind":
        return f"; remind him: {pbem(path, 'mail', 'remind')}"
    return ""
