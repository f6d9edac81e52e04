"""Which changes of base a file of a side may hold, and why not another (E.7, check 6)."""

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.engine.steps import Disclosed
from pbem.systems.cartwheel.asks import ashore
from pbem.systems.cartwheel.basing import cannot_stage, distance_from, may_reach
from pbem.systems.cartwheel.charts import Charts
from pbem.systems.cartwheel.facts import MissionOver
from pbem.systems.cartwheel.finding import Finding
from pbem.systems.cartwheel.m06_bases import place_of
from pbem.systems.cartwheel.m06_capacity import may_base
from pbem.systems.cartwheel.m08_operations import unanswered
from pbem.systems.cartwheel.m15_reinforcements import air_due
from pbem.systems.cartwheel.orders import AirMission, CommitEleventh, Reply
from pbem.systems.cartwheel.private import Due, Plane, Private
from pbem.systems.cartwheel.state import ALLIED, JAPANESE, Game

OPERATIONS = "4.4"
OPENING = ("5.2", "5.3")
CONCLUSION = ("4.6-first", "4.6-second")


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    """One file under audit: what its author was allowed to change in it.

    With `stands_alone` it holds an order besides which there is no other, and changes nothing.
    """

    expected: Private
    sealed: Private
    file: Disclosed[Game]
    charts: Charts
    stands_alone: bool = False

    @property
    def step(self) -> str:
        """The step in which the file was written; none for one that changes nothing."""
        return "" if self.stands_alone else self.file.step

    @property
    def redistributes(self) -> bool:
        """Whether this is the side's first decision of the scenario [H17.0, E.4.0]."""
        return self.step in OPENING and self.file.turn == self.file.found.terms.first_turn

    @property
    def concludes(self) -> bool:
        """Whether recon returns in this file, and reinforcements get their bases [H12.1, H15.3].

        Not in a file that only opens seeds while the other side is asked to conclude.
        """
        if self.step not in CONCLUSION:
            return False
        return ashore(self.file.found, self.step) == self.expected.side

    @property
    def replies(self) -> bool:
        """Whether the file answers air missions, so that its stage moves wait for them [H8.8]."""
        return bool(unanswered(self.file.found))

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
    def due(self) -> dict[str, tuple[str, ...]]:
        """Units that arrive this turn with their bases, if the file says where [H15.3]."""
        if not self.concludes:
            return {}
        return dict(air_due(self.file.found, self.expected.side, self.charts).items())

    def is_eleventh(self, plane: Plane) -> bool:
        """Whether a unit is of the 11th Hikoshidan [5.2]."""
        return self.charts.air[plane.id].is_eleventh

    def flies(self, unit: str) -> bool:
        """Whether a unit flies a mission or intercepts by this file's orders [H9.3]."""
        return any(unit in units for units in self._flying())

    def _flying(self) -> Iterator[frozenset[str]]:
        for order in self.file.orders:
            if isinstance(order, Reply):
                yield frozenset(order.interceptors)
            elif isinstance(order, AirMission) and order.id in self.sealed.flights:
                yield frozenset(leg.unit for leg in self.sealed.flights[order.id].legs)

    def landed(self, unit: str) -> bool:
        """Whether a unit came down from a mission since the side's last file [H9.11]."""
        overs = (e for scene in self.file.before for e in scene.events)
        return any(
            fate.unit == unit and fate.flew
            for event in overs
            if isinstance(event, MissionOver)
            for fate in event.fates
        )


def rebased(moves: Moves, was: Plane, now: Plane) -> Iterator[Finding]:
    """A unit at another base, or about to move to one, must have been free to go (check 6)."""
    if was.to != now.to:
        yield from _pending(moves, was, now)
    if was.base == now.base:
        return
    if moves.is_eleventh(now) and moves.commitment is not None:
        return  # checks 4 and 9 look at it
    check, rule, why = _moved_why(moves, was, now)
    if rule:
        what = f"it went from {was.base} to {now.base}: {why}"
        yield Finding(check=check, rule=rule, subject=now.id, what=what)


def _moved_why(moves: Moves, was: Plane, now: Plane) -> tuple[int, str, str]:
    """The check and the rule that a change of base fails, and why; no rule if it is legal."""
    if was.away:
        return 16, *_returned(moves, was, now)
    if due := _fled(moves, was):
        return _relocated(moves, due, now)
    if moves.redistributes:
        return 6, *(("H17.0", "the 11th stays at Truk") if moves.is_eleventh(now) else ("", ""))
    rule, why = _staged(moves, was, now)
    if moves.landed(was.id):
        return 19, rule and "H9.11.1", f"it was to land at {was.base}"
    return 6, rule, why


def _returned(moves: Moves, was: Plane, now: Plane) -> tuple[str, str]:
    """A recon unit returns in 4.6 to a base in range of its hex [7.3.5~, H12.1]."""
    scout = moves.file.found.turn.scouts.get(was.id)
    if scout is None or not moves.concludes:
        return "7.3.5~", "recon returns in 4.6"
    return _near(moves, scout.hex, now, "7.3.5~")


def _fled(moves: Moves, was: Plane) -> Due | None:
    """How a unit has lost its base since the side's last file, if it has."""
    lost = (due for due in moves.expected.due if due.kind == "lost-base")
    return next((due for due in lost if was.id in due.saved), None)


def _relocated(moves: Moves, due: Due, now: Plane) -> tuple[int, str, str]:
    """From a destroyed base to any own one in printed range [H6.6.1].

    From a captured one its list says where to, and there is no choice [H6.6.5].
    """
    owed = (o for o in moves.file.found.owed if (o.kind, o.place) == ("lost-base", due.place))
    if any(one.captured for one in owed):
        return 18, "H6.6.5", f"the list of {due.place} sends it elsewhere"
    if moves.stands_alone:
        return 6, "H6.6.1", "no unit changes its base here"
    return 6, *_near(moves, due.hex, now, "H6.6.1")


def _near(moves: Moves, start: str, now: Plane, rule: str) -> tuple[str, str]:
    """Whether a unit came down within its printed range of a place."""
    far = distance_from(moves.file.found, now.base, start, moves.charts)
    reach = moves.charts.air[now.id].model.range
    if far is None:
        return rule, "there is no such base"
    return ("", "") if far <= reach else (rule, f"that is {far} hexes, and {reach} are its reach")


# --- stage moves ---------------------------------------------------------------------------------


def _staged(moves: Moves, was: Plane, now: Plane) -> tuple[str, str]:
    """A stage move in 4.4: Ready, undisrupted, unmarked, once, in range [H9.3]."""
    if moves.step != OPERATIONS:
        return "H9.3", "no unit changes its base here"
    if moves.replies:
        return "H8.8", "a stage move in a reply waits for the missions that it answers"
    if not now.staged or now.half != "flown":
        return "H9.3", "it is not shown as staged"
    why = _cannot_go(moves, was, now.base)
    return ("H9.3", why) if why else ("", "")


def _cannot_go(moves: Moves, was: Plane, to: str) -> str:
    """Why a unit could not make a stage move in this file; empty if it could."""
    if moves.flies(was.id):
        return "it flies by an order of the same file"
    if was.base == to:
        return "it stands there already"
    why = cannot_stage(moves.expected, moves.file.found, was, moves.charts)
    if why:
        return f"it {why}"
    if not may_reach(moves.file.found, was, to, moves.charts):
        far = distance_from(moves.file.found, was.base, place_of(moves.file.found, to),
                            moves.charts)  # fmt: skip
        return f"that is {far} hexes, too far for a stage move"
    return ""


def _pending(moves: Moves, was: Plane, now: Plane) -> Iterator[Finding]:
    """A stage move that waits was ordered with a reply, and may be made [H8.8, H9.3]."""
    why, rule = "", "H9.3"
    if moves.step != OPERATIONS or not moves.replies or was.to:
        why, rule = "no stage move is put off or dropped here", "H8.8"
    elif broken := may_base(moves.charts, moves.file.found, now.id, now.to):
        why, rule = "it may not stand there", broken
    else:
        why = _cannot_go(moves, was, now.to)
    if why:
        what = f"it is to move from {now.base} to {now.to or 'nowhere'}: {why}"
        yield Finding(check=6, rule=rule, subject=now.id, what=what)
