"""Which changes of base a file of a side may hold, and why not another (E.7, check 6)."""

from dataclasses import dataclass

from pbem.engine.steps import Disclosed
from pbem.systems.cartwheel import m05_events
from pbem.systems.cartwheel.basing import is_over_full
from pbem.systems.cartwheel.charts import Charts
from pbem.systems.cartwheel.m06_bases import place_of
from pbem.systems.cartwheel.m15_reinforcements import air_due
from pbem.systems.cartwheel.map import air_distance
from pbem.systems.cartwheel.orders import CommitEleventh
from pbem.systems.cartwheel.private import Plane, Private
from pbem.systems.cartwheel.state import ALLIED, JAPANESE, Game

OPERATIONS = "4.4"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    """One file under audit: what its author was allowed to change in it.

    `first` says that it is the side's first file with charts, which may redistribute [H17.0].
    """

    expected: Private
    sealed: Private
    file: Disclosed[Game]
    charts: Charts
    first: bool

    @property
    def step(self) -> str:
        """The step in which the file was written."""
        return self.file.step

    @property
    def commitment(self) -> CommitEleventh | None:
        """The decision on the 11th, if it is in this file; silence commits nothing [5.2a]."""
        if self.expected.side != JAPANESE or self.step != "5.2":
            return None
        given = (o for o in self.file.orders if isinstance(o, CommitEleventh))
        return next(given, CommitEleventh(commit=False))

    @property
    def recalls(self) -> bool:
        """Whether the 11th goes to Truk in this file [5.2d]."""
        return self.commitment is not None and not self.commitment.commit

    @property
    def marks_now(self) -> bool:
        """Whether this is the file of the side's Regroup marks [7.2, AMB-25]."""
        if self.expected.side == ALLIED:
            return self.step == "5.3"
        return self.step in ("7.3-holder", "7.3-other")

    @property
    def due(self) -> tuple[str, ...]:
        """Units that arrive this turn, if the file says where [H15.3]."""
        concludes = self.step in ("4.6-first", "4.6-second")
        return tuple(air_due(self.file.found, self.expected.side, self.charts)) if concludes else ()

    def is_placed(self, plane: Plane) -> bool:
        """Whether a unit of the 11th is placed anew, Ready, in this file [AMB-3]."""
        placed = self.commitment is not None and self.commitment.commit
        return placed and self.charts.air[plane.id].is_eleventh


def moved_why(moves: Moves, was: Plane, now: Plane) -> tuple[str, str]:
    """The rule that a change of base breaks, and why; empty if it is legal."""
    if moves.charts.air[now.id].is_eleventh and moves.commitment is not None:
        return _placed(moves, now)
    if was.away:
        return _returned(moves, was, now)
    if any(was.id in due.saved for due in moves.expected.due if due.kind == "lost-base"):
        return _relocated(moves, was, now)
    if moves.first and moves.step in ("5.2", "5.3"):
        stays = moves.charts.air[now.id].is_eleventh
        return ("H17.0", "the 11th stays at Truk") if stays else ("", "")
    return _staged(moves, was, now)


def _placed(moves: Moves, now: Plane) -> tuple[str, str]:
    """The 11th is placed at Rabaul or Truk, a Rufe at a port or mobile base [5.2c]."""
    if moves.recalls:
        return "", ""  # check 9 looks at it
    rule = m05_events.eleventh_problem(moves.file.found, now.id, now.base, moves.charts)
    return (rule, "the 11th is placed at Rabaul or in Truk") if rule else ("", "")


def _returned(moves: Moves, was: Plane, now: Plane) -> tuple[str, str]:
    """A recon unit returns in 4.6 to a base in range of its hex [7.3.5~, H12.1]."""
    scout = moves.file.found.turn.scouts.get(was.id)
    if scout is None or moves.step not in ("4.6-first", "4.6-second"):
        return "7.3.5~", "recon returns in 4.6"
    return _near(moves, scout.hex, now, moves.charts.air[now.id].model.range, "7.3.5~")


def _relocated(moves: Moves, was: Plane, now: Plane) -> tuple[str, str]:
    """A unit whose base was destroyed flies to any own base in printed range [H6.6.1]."""
    place = next(d.place for d in moves.expected.due if was.id in d.saved)
    hex_ = place_of(moves.file.found, place) or moves.charts.bases[place].hex
    if not hex_:
        return "", ""  # a mobile base that is gone: where it stood was in the open
    return _near(moves, hex_, now, moves.charts.air[now.id].model.range, "H6.6.1")


def _staged(moves: Moves, was: Plane, now: Plane) -> tuple[str, str]:
    """A stage move in 4.4: Ready, undisrupted, unmarked, once, in range [H9.3]."""
    if moves.step != OPERATIONS:
        return "H9.3", "no unit changes its base here"
    reasons = (
        (not now.staged or now.half != "flown", "it is not shown as staged"),
        (was.half != "ready" and not _over(moves, was), "it was in the Flown half"),
        (was.disrupted, "it was disrupted"),
        (was.mark, "it carried a Regroup mark"),
        (was.staged, "it had made its stage move"),
        (was.used, "it had flown this turn"),
    )
    why = next((words for holds, words in reasons if holds), "")
    if why:
        return "H9.3", why
    if _ferry(moves, was.base, now.base):
        return "", ""
    model = moves.charts.air[now.id].model
    reach = model.range if model.is_recon else moves.charts.operations.stage * model.range
    return _near(moves, place_of(moves.file.found, was.base), now, reach, "H9.3")


def _over(moves: Moves, plane: Plane) -> bool:
    """Whether a unit's base was over-full, which may be left by staging alone [6.3.4~]."""
    return is_over_full(moves.expected, moves.file.found, plane.base, moves.charts)


def _ferry(moves: Moves, start: str, end: str) -> bool:
    """Whether a ferry link joins two bases, at any distance [H2.8]."""
    boxes = moves.charts.boxes
    links = [boxes[box].ferry for box in (start, end) if box in boxes]
    return any(base in ferry for ferry in links for base in (start, end))


def _near(moves: Moves, start: str, now: Plane, reach: int, rule: str) -> tuple[str, str]:
    end = place_of(moves.file.found, now.base)
    if not start or not end:
        return rule, "there is no such base"
    far = air_distance(moves.charts, start, end)
    return ("", "") if far <= reach else (rule, f"that is {far} hexes, and {reach} are its reach")
