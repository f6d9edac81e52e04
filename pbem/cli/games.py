"""What `pbem games` says: every game of this player on one screen, those that wait for him first.

As in `glance` nothing here loads the commands or the rules.
"""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pbem.cli import glance
from pbem.cli.fit import PIPED
from pbem.counting import count
from pbem.shell import in_folder, pbem
from pbem.store import roster

if TYPE_CHECKING:
    from pbem.game.status import Summary

NONE = "no games yet: organise one with 'pbem new', or join one with 'pbem join'"


def tell_games(*, as_json: bool) -> bool:
    """Tell of all games if each one's kept summary holds; if not, say nothing and give False."""
    found = [(str(path), glance.kept(str(path))) for path in roster.folders()]
    whole = [(path, summary) for path, summary in found if summary is not None]
    if len(whole) < len(found):
        return False
    glance.put(words_of(whole, [], as_json=as_json), piped=0 if as_json else PIPED)
    return True


def words_of(
    games: "Sequence[tuple[str, Summary]]", unread: Sequence[tuple[str, str]], *, as_json: bool
) -> str:
    """Games by folder and summary, and folders that cannot be read with the reason, as one text."""
    if as_json:
        rows = [{"folder": path, **glance.facts(path, one), "trouble": ""} for path, one in games]
        broken = [{"folder": path, "trouble": reason} for path, reason in unread]
        return json.dumps([*rows, *broken], indent=2)
    if not games and not unread:
        return NONE
    ordered = sorted(games, key=lambda pair: (_rank(pair[1]), glance.since(*pair)))
    mine = sum(_rank(one) == 0 for _, one in games)
    wait = "waits" if mine == 1 else "wait"
    lines = [f"{count(len(games) + len(unread), 'game')}; {mine or 'none'} {wait} for you"]
    for path, summary in ordered:
        lines += _lines(path, summary)
    for path, _ in unread:
        lines += ["cannot be read:", f"    {pbem(path, 'status')}"]
    return "\n".join(lines)


def _rank(summary: "Summary") -> int:
    """0 for a game in which this player owes a file, 1 where another does, 2 where nobody does."""
    if not summary["next"]:
        return 2
    return 0 if summary["next"] == summary["seat"] else 1


def next_command(path: str, summary: "Summary") -> str:
    """What to type next in the game in a folder, in words where nothing is to be decided."""
    if _rank(summary) == 0 and summary["empty"]:
        return in_folder(summary["decide"][-1], path)
    return pbem(path, ("turn", "status", "report")[_rank(summary)])


def _lines(path: str, summary: "Summary") -> Iterator[str]:
    title = f"{summary['title']} ({summary['scenario']})"
    called = summary["called"]
    file, since = summary["head"] + 1, glance.dated(glance.since(path, summary))
    match _rank(summary):
        case 0:
            yield f"YOU owe file {file} of {title}"
        case 1:
            yield f"{called[summary['next']]} owes file {file} of {title}"
        case _:
            yield f"it is over: {title}, {summary['result']}"
    if summary["next"]:
        yield f"    since {since}; you are {called[summary['seat']]}"
        yield f"    {summary['turn_title']}, {summary['step']}"
        yield from ((f"    {summary['headline']}",) if summary["headline"] else ())
    yield from (f"    {in_folder(words, path)}" for words in summary["questions"])
    yield from (f"    {words}" for words in glance.delays(path, summary))
    yield f"    {next_command(path, summary)}"
