"""Whole games between bots, without mail, as the page of `pbem replay --html` retells them."""

from functools import cache
from typing import Any

from pbem.engine.hidden import Scene
from pbem.engine.ledger import Rules
from pbem.frozen import Value
from pbem.game.story import Act, cast_of, page_of
from pbem.report.replay import Cast, Leaf, Replay
from tests.memory import Match
from tests.recording import begun


class Filed(Value):
    """A file of a game: the scenes and the rolls that it brought about."""

    seq: int
    seat: str
    scenes: tuple[Scene[Any], ...]
    thrown: tuple[Any, ...]


class Whole(Value):
    """A game that was played to its end, file by file, and the public state that it began with."""

    match: Any
    rules: Any
    start: Any
    files: tuple[Filed, ...]


@cache
def played(scenario: str, most: int = 2_000, plain: bool = True) -> Whole:
    """A game of a scenario, with at most so many files; see `tests.recording`."""
    match, rules = begun(scenario)
    match.is_plain = plain
    start, files = match.game, list[Filed]()
    while not match.is_over and len(files) < most:
        files.append(_step(match, rules))
    return Whole(match=match, rules=rules, start=start, files=tuple(files))


def _step(match: Match, rules: Rules[Any]) -> Filed:
    scenes, thrown = len(match.scenes), len(match.thrown)
    match.step(lambda view: rules.system.bot(view, rules.charts))
    file = match.files[-1]
    return Filed(
        seq=file.seq, seat=file.seat, scenes=tuple(match.scenes[scenes:]),
        thrown=tuple(match.thrown[thrown:]),
    )  # fmt: skip


def retold(whole: Whole) -> Replay:
    """The page of such a game; its files have no bytes, so their hashes are made up."""
    acts, casts = list[Act](), list[Cast]()
    leaves = [_leaf(0, next(iter(whole.match.seats)))]
    for file in whole.files:
        known = {one.roll.label: n for n, one in enumerate(file.thrown, len(casts))}
        casts += map(cast_of, file.thrown)
        leaves.append(_leaf(file.seq, file.seat))
        acts += [Act(seq=file.seq, scene=scene, known=known) for scene in file.scenes]
    sides = tuple(dict.fromkeys(seat.side for seat in whole.match.fold.seats))
    told = [act for act in acts if act.events]
    return page_of(whole.rules, sides, (whole.start, None), told, leaves, casts)


def _leaf(seq: int, seat: str) -> Leaf:
    return Leaf(
        seq=seq, seat=seat, name=f"{seq:04}-{seat}.pbem", hash=f"{seq:064x}", reveal="0" * 64
    )
