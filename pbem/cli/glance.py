"""What `pbem status` says, told at once from a small file that every change of a game writes anew.

Nothing here needs the rest of the program, which takes longer to load than all of this to run.
"""

import json
import os
import re
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from pbem.counting import count
from pbem.shell import command, in_folder, pbem
from pbem.store.home import config_folder

if TYPE_CHECKING:
    from pbem.game.status import Summary

_BOXES = ("chain", "inbox", "outbox")
_CANONICAL = re.compile(r"(?:[0-9]{4}|[1-9][0-9]{4,9})-[a-z][a-z0-9-]{0,19}\.pbem")
"""The names of turn files (protocol 9)."""
_DAY = 24 * 60 * 60
_PATIENCE = 3
"""Days without an answer after which a file may have been lost on its way."""
_LARGEST = 1024 * 1024
_LINE = 300
"""More letters than this are no summary."""

_FORM: dict[str, type] = {
    "system": str, "title": str, "scenario": str, "game": str, "seat": str, "side": str,
    "seats": dict, "called": dict, "head": int, "last": str, "turn": int, "turn_title": str,
    "step": str, "joins": list, "next": str, "decide": list, "empty": bool, "why": list,
    "questions": list, "headline": str, "files": int, "over": bool, "result": str, "winner": str,
    "doubt": str, "clock": dict, "journal": str,
}  # fmt: skip
"""What a summary tells, each of its type: another file is none of ours."""


def tell(words: Sequence[str]) -> bool:
    """Tell the status if the words ask for nothing else and the kept summary holds.

    False leaves everything, and every complaint, to the whole program.
    """
    as_json = words[-1:] == ["--json"]
    match words[:-1] if as_json else words:
        case ["games"]:
            from pbem.cli.games import tell_games

            return tell_games(as_json=as_json)
        case ["status"]:
            path = nearest(".")
        case ["-C", path, "status"] | ["status", "-C", path]:
            pass
        case _:
            return False
    summary = kept(path)
    if summary is None or not _is_tidy(path):
        return False
    try:
        say(summary, path, as_json=as_json)
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return True


def nearest(path: str) -> str:
    """The folder as typed; where that is the current one and no game's, the game that it lies in.

    Where it lies in none it is given as it is.
    """
    above = path
    while path == "." and not os.path.isfile(os.path.join(above, "seat.toml")):
        higher = ".." if above == "." else os.path.join("..", above)
        if os.path.abspath(higher) == os.path.abspath(above):
            return path
        above = higher
    return above


def say(summary: "Summary", path: str, *, as_json: bool, strays: Sequence[str] = ()) -> None:
    """Print what the summary and the folder itself tell; `strays` are told as data alone."""
    if as_json:
        put(json.dumps({**facts(path, summary), "strays": list(strays)}, indent=2))
    else:
        put("\n".join(_lines(summary, dated(since(path, summary)), _boxes(path, summary), path)))


def put(text: str, *, piped: int = 0) -> None:
    """A text on standard output, harmless and fitted to a terminal; `piped` wide in a pipe."""
    words = _harmless(text)
    if piped or sys.stdout.isatty():
        from pbem.cli.fit import fitted

        words = fitted(words, sys.stdout, piped)
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def facts(path: str, summary: "Summary") -> dict[str, object]:
    """The summary with what the folder itself tells, as data."""
    left: int | None = None
    if summary["clock"]:
        from pbem.cli.timing import hours_left

        left = hours_left(path, summary)
    return {**summary, "since": since(path, summary), "left": left, **_boxes(path, summary)}


def kept(path: str) -> "Summary | None":
    """The kept summary, if it is still that of the folder."""
    try:
        place = os.path.join(path, "cache", "status.json")
        if not os.path.isfile(place):
            return None  # to open a pipe would take for ever
        with open(place, encoding="utf-8") as file:
            found: dict[str, object] = json.loads(file.read(_LARGEST))
        if any(type(found[key]) is not kind for key, kind in _FORM.items()):
            return None
        summary = cast("Summary", found)
        following = f"{summary['head'] + 1:04d}-"
        names = os.listdir(os.path.join(path, "chain"))
        inbox = os.listdir(os.path.join(path, "inbox"))
        grown = any(name.startswith(following) for name in (*names, *inbox))
        if grown or summary["last"] not in names or os.path.exists(summary["journal"]):
            return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return summary


def _is_tidy(path: str) -> bool:
    """Whether nothing but turn files lies among them; if not, the whole program names the rest."""
    try:
        found = [one for box in _BOXES for one in os.scandir(os.path.join(path, box))]
        return all(one.name.startswith(".") or _is_turn_file(one) for one in found)
    except OSError:
        return False


def _is_turn_file(entry: "os.DirEntry[str]") -> bool:
    """Whether it is a turn file by its name and kind."""
    number = _CANONICAL.fullmatch(entry.name) and int(entry.name.partition("-")[0])
    return number is not None and number < 2**31 and entry.is_file(follow_symlinks=False)


def since(path: str, summary: "Summary") -> str:
    """When the last file was sent from here or came, as local time."""
    seconds = _came(path, summary)
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds)) if seconds else ""


def _came(path: str, summary: "Summary") -> float:
    """When the last file was sent or came, in seconds since 1970; 0 where that is not known."""
    try:
        return os.stat(os.path.join(path, "chain", summary["last"])).st_mtime
    except OSError:
        return 0


def delays(path: str, summary: "Summary") -> list[str]:
    """What the one who owes the next file has of his hours, whether he is away or lacks a file."""
    lines: list[str] = []
    leave = os.path.join(config_folder(), "leave.json")
    if summary["next"] and (summary["clock"] or os.path.isfile(leave)):
        from pbem.cli.timing import told

        lines += told(path, summary)
    is_sent = summary["last"].endswith(f"-{summary['seat']}.pbem")
    if is_sent and summary["next"] not in ("", summary["seat"]):
        days = int(time.time() - (_came(path, summary) or time.time())) // _DAY
        if days >= _PATIENCE:
            again = pbem(path, "mail", "resend")
            lines.append(f"no answer for {count(days, 'day')}; if your file was lost: {again}")
    return lines


def dated(when: str) -> str:
    """A time in the form that the player has set; a file is looked at for it, and no more."""
    place = os.path.join(config_folder(), "config.toml")
    try:
        if not when or not os.path.isfile(place):
            return when
        with open(place, encoding="utf-8") as file:
            if "dates" not in file.read(_LARGEST):
                return when
    except (OSError, ValueError):
        return when
    from pbem.cli.dates import in_form
    from pbem.cli.output import setting

    return in_form(when, setting("dates"))


def _boxes(path: str, summary: "Summary") -> dict[str, list[str]]:
    """Turn files that wait in the inbox, and the last one that was written to the outbox."""
    boxes = {}
    for name in ("inbox", "outbox", "evidence"):
        try:
            with os.scandir(os.path.join(path, name)) as found:
                boxes[name] = sorted(one.name for one in found if _is_turn_file(one))
        except OSError:
            boxes[name] = []
    sent = summary["last"] if summary["last"].endswith(f"-{summary['seat']}.pbem") else ""
    boxes["outbox"] = [file for file in boxes["outbox"] if file == sent]
    return boxes


def _harmless(text: str) -> str:
    """Text in which nothing is left that a screen would obey, whoever wrote the summary."""
    line = text.replace("\n", "")
    if line.isascii() and line.isprintable():
        return text
    from pbem.report.clean import harmless_lines

    return harmless_lines(text)


def _lines(facts: "Summary", since: str, boxes: dict[str, list[str]], path: str) -> list[str]:
    turn = facts.get("whole_turn") or facts["turn_title"].partition(" (")[0]
    mails = f", {count(facts['files'], 'e-mail')} so far in {turn}" if facts["files"] else ""
    lines = [
        f"{facts['title']}, scenario {facts['scenario']}: you are {facts['called'][facts['seat']]}",
        f"{facts['turn_title']}, {facts['step']}",
        f"file {facts['head']} was the last{mails}",
    ]
    if facts["headline"] and not facts["result"]:
        lines.append(f"in short: {facts['headline']}")
    if mark := _postmark(path, facts["last"]):
        lines.append(mark)
    if facts["result"]:
        doubt = f" ({in_folder(facts['doubt'], path)})" if facts["doubt"] else ""
        lines.append(f"result: {facts['result']}{doubt}")
    lines += [*_owed(facts, since, path), *delays(path, facts)]
    lines += [in_folder(words, path) for words in facts["questions"]]
    if boxes["outbox"]:
        place = "" if path == "." else path
        mail = os.path.join(place, "mail", f"{facts['game'][:8]}-{boxes['outbox'][0]}")
        if not os.path.exists(mail):
            mail = os.path.join(place, "outbox", boxes["outbox"][0])
        lines.append(f"mail to the others, if you have not yet: {command(mail)}")
    if boxes["inbox"]:
        lines.append(f"waiting in the inbox for files before them: {', '.join(boxes['inbox'])}")
    if boxes["evidence"]:
        lines.append(f"refused and kept in evidence: {', '.join(boxes['evidence'])}")
    return lines


def _postmark(path: str, last: str) -> str:
    """When the last file was mailed, if a postmark on it was found to hold."""
    name = f"{last.removesuffix('.pbem')}.postmark"
    try:
        with open(os.path.join(path, "evidence", "mail", name), encoding="utf-8") as file:
            return file.readline(_LINE).rstrip("\n")
    except (OSError, ValueError):
        return ""


def _owed(facts: "Summary", since: str, path: str) -> list[str]:
    if not facts["next"]:
        return ["nobody owes anything: all last files are written"]
    number = facts["head"] + 1
    if facts["next"] != facts["seat"]:
        said = f"{facts['called'][facts['next']]} owes file {number} since {since}"
        reasons = [f"  - {words}" for words in facts["why"]]
        lines = [f"{said}{'; it is needed for:' if reasons else ''}", *reasons]
        if not facts["joins"] and not facts["over"] and facts["side"] != "referee":
            lines.append(
                f"what comes for you, as far as it is known: {pbem(path, 'orders', '--ahead')}"
            )
        return lines
    needed = "" if facts["empty"] else "; it is needed for"
    lines = [f"YOU owe file {number} since {since}{needed}:"]
    lines += [f"  - {in_folder(words, path)}" for words in facts["decide"]]
    if not facts["joins"] and not facts["over"]:
        begun = f"orders-{number:04d}.toml"
        if os.path.exists(os.path.join(path, begun)):
            lines.append(f"your orders so far are in {begun}; go on with: {pbem(path, 'turn')}")
        elif not facts["empty"]:
            lines.append(f"begin with: {pbem(path, 'turn')}")
    return lines
