"""Which changes of base a file of a side may hold, and why not another (E.7, checks 6 and 24)."""

from collections.abc import Iterator

from pbem.engine.hidden import Disclosed
from pbem.engine.kinds import Refusal
from pbem.engine.orders import stands_alone
from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.cartwheel.audit.finding import Finding
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.own.changes import (
    cannot_redistribute,
    cannot_return,
    cannot_stage,
)
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.own.entries import commitment
from pbem.systems.cartwheel.own.sorties import flying
from pbem.systems.cartwheel.rules.occasion import Occasion, answered_by
from pbem.systems.cartwheel.rules.r15_reinforcements import air_due
from pbem.systems.cartwheel.table.events_charts import MissionOver
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.words.names import base_name


def occasion_of(file: Disclosed[Game], side: str, charts: Charts) -> Occasion:
    """What a file of a side decided; one with an order that stands alone decides nothing."""
    steps = (
        ()
        if stands_alone(file.orders)
        else answered_by(file.found, side, file.covers, file.orders, charts)
    )
    return Occasion(game=file.found, side=side, turn=file.turn, steps=steps, charts=charts)


class Moves(Value):
    """One file under audit: the charts as it found them and as it sealed them."""

    expected: Private
    sealed: Private
    file: Disclosed[Game]
    occasion: Occasion

    @property
    def charts(self) -> Charts:
        """The rule book."""
        return self.occasion.charts

    @property
    def commitment(self) -> CommitEleventh | None:
        """The decision on the 11th, if it is in this file, with the bases that it has sealed."""
        order = commitment(self.file.orders, self.occasion.steps)
        if order is None or not order.commit:
            return order
        planes = self.sealed.planes.values()
        return replace(
            order, bases=FrozenMap((p.id, p.base) for p in planes if self.is_eleventh(p))
        )

    @property
    def recalls(self) -> bool:
        """Whether the 11th goes to Truk in this file [5.2d]."""
        return self.commitment is not None and not self.commitment.commit

    @property
    def due(self) -> dict[str, tuple[str, ...]]:
        """Units that arrive this turn with their bases, if the file says where [H15.3]."""
        if not self.occasion.concludes:
            return {}
        return dict(air_due(self.file.found, self.expected.side, self.charts).items())

    def is_eleventh(self, plane: Plane) -> bool:
        """Whether a unit is of the 11th Hikoshidan [5.2]."""
        return self.charts.air[plane.id].is_eleventh

    def flies(self, unit: str) -> bool:
        """Whether a unit flies a mission or intercepts by this file's orders [H9.3]."""
        orders, flights = self.file.orders, self.sealed.flights
        own = (flights[o.id] for o in orders if isinstance(o, AirMission) and o.id in flights)
        missions = (tuple(leg.unit for leg in flight.legs) for flight in own)
        return unit in flying(missions, (o for o in orders if isinstance(o, Reply)))

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
    check, refusal = _moved_why(moves, was, now)
    if refusal:
        start, end = (base_name(base, moves.charts) for base in (was.base, now.base))
        what = f"it went from {start} to {end}: it {refusal.what}"
        yield Finding(check, refusal.rule, now.id, what)


def _moved_why(moves: Moves, was: Plane, now: Plane) -> tuple[int, Refusal | None]:
    """The check that a change of base comes under, and why it was not legal."""
    occasion, own = moves.occasion, moves.expected
    if was.away:
        return 16, cannot_return(occasion, was, now.base)
    due = next((one for one in own.due if one.kind == "lost-base" and was.id in one.saved), None)
    # whoever has come to another base from a lost one may stage on from there [AMB-31]
    if due and not (now.staged and not was.staged):
        owed = (one for one in moves.file.found.owed if one.place == due.place)
        rule = "H6.6.5" if any(one.captured for one in owed) else "H6.6.1"
        where = base_name(due.place, moves.charts)
        return 18, Refusal(rule=rule, what=f"has gone where the list of {where} sends it")
    if occasion.redistributes:
        return 6, cannot_redistribute(occasion, was.id, now.base)
    check, refusal = _staged_why(moves, was, now)
    if refusal and moves.landed(was.id):
        wanted = base_name(was.base, moves.charts)
        return 19, Refusal(rule="H9.11.1", what=f"was to land at {wanted}")
    return check, refusal


def _staged_why(moves: Moves, was: Plane, now: Plane) -> tuple[int, Refusal | None]:
    """Why a unit that nothing else has moved may not have made a stage move [H9.3, H8.8]."""
    occasion, own = moves.occasion, moves.expected
    if not now.staged:
        return 6, Refusal(rule="H9.3", what="is not shown as staged, and nothing else moved it")
    if occasion.replies:
        why = "makes a stage move in a reply when the missions are over that it answers"
        return 24, Refusal(rule="H8.8", what=why)
    refusal = cannot_stage(occasion, own, was, now.base, flies=moves.flies(was.id))
    if refusal is None and now.half != "flown":
        refusal = Refusal(rule="H9.3", what="made a stage move and is not in the Flown half there")
    return 24, refusal


def _pending(moves: Moves, was: Plane, now: Plane) -> Iterator[Finding]:
    """A stage move that waits was ordered with a reply, and may be made [H8.8, H9.3] (check 24)."""
    if was.to or not moves.occasion.replies:
        refusal: Refusal | None = Refusal(rule="H8.8", what="puts off or drops a stage move here")
    else:
        flies = moves.flies(was.id)
        refusal = cannot_stage(moves.occasion, moves.expected, was, now.to, flies=flies)
    if refusal:
        start, end = (base_name(base, moves.charts) for base in (now.base, now.to))
        what = f"it is to move from {start} to {end or 'nowhere'}: it {refusal.what}"
        yield Finding(24, refusal.rule, now.id, what)
