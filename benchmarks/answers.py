"""What answers in advance cost: `send`, the audit and a file with them, beside the same without.

Both games are quiet ones of a campaign through files, and alike but for the hexes that are
answered: all of them, 1,113 answers a file, or none. In a third one side has a policy as large as
may be.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any
from unittest.mock import patch

from benchmarks.measure import Row, ratio_row
from pbem.engine.orders import encode_order
from pbem.frozen import Value
from pbem.game.audit import audit, knowledge
from pbem.game.session import Session
from pbem.systems.cartwheel.own.answers import too_much
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.rules import r08_answers
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.orders_operations import Answers
from tests.simulator import Choose, World, begin
from tests.systems.cartwheel.tabletop import CHARTS

SCENARIO, SEATS = "cartwheel/campaign", ("japanese", "allied")
FILES = 24
"""Files that are written in each game: some two turns."""
MOST_SEND, MOST_AUDIT, MOST_SIZE = 1.3, 2, 1.1
AUDITS = 5


class Quiet(Value):
    """A game in which nobody orders anything: seconds of each `send`, bytes of each file."""

    world: World
    sends: tuple[float, ...]
    sizes: tuple[int, ...]


def measure(place: Path) -> Iterator[Row]:
    """Send, audit and size, with answers and without."""
    some = _played(place / "some")
    with _none():
        none = _played(place / "none")
    yield ratio_row(
        "send, 1,113 answers / none", zip(none.sends, some.sends, strict=True), MOST_SEND
    )
    yield ratio_row("audit of a file, 1,113 answers / none", _audits(some, none), MOST_AUDIT)
    large = _played(place / "large", large_policy)
    yield _size("a file, default policy / no answers", none, some, MOST_SIZE)
    yield _size(f"a file, policy of {len(largest())} clauses / default", some, large, None)


def _none() -> AbstractContextManager[object]:
    """Games in which no hex is answered."""
    return patch.object(r08_answers, "_playable", lambda *_: ())


def largest() -> tuple[Clause, ...]:
    """As many clauses as have room in a policy."""
    clause = Clause(hexes=("1203",), classes=("h0", "h1"), most=8, evade="all", evade_most=16)
    clauses: tuple[Clause, ...] = (clause,)
    while not any(too_much((*clauses, clause), CHARTS.answers)):
        clauses = (*clauses, clause)
    return clauses


def large_policy(session: Session) -> tuple[dict[str, Any], ...]:
    """A policy as large as may be, of whoever has none."""
    private = session.view().private
    assert isinstance(private, Private)
    return () if private.policy else (encode_order(Answers(clauses=largest())),)


def _played(place: Path, choose: Choose = lambda _: ()) -> Quiet:
    """A game whose files are all written alike."""
    world = begin(place, SCENARIO, SEATS)
    sends: list[float] = []
    for _ in range(FILES):
        player = world.players[world.next_seat]
        with player.session() as session:
            orders = choose(session)
        start = process_time()
        world.mail.append(player.send(*orders))
        sends.append(process_time() - start)
        world.deliver(world.mail[-1], player.seat)
    sizes = tuple(map(len, world.mail[-FILES:]))
    return Quiet(world=world, sends=tuple(sends), sizes=sizes)


def _audits(some: Quiet, none: Quiet) -> Iterator[tuple[float, float]]:
    """Seconds for each file, without answers and with them, by turns."""
    for _ in range(AUDITS):
        with _none():
            floor = _audit(none)
        yield floor, _audit(some)


def _audit(quiet: Quiet) -> float:
    """Both sides judged, as in a game that has ended."""
    secrets: dict[str, bytes] = {}
    for player in quiet.world.players.values():
        with player.at_home():
            secrets |= knowledge(player.folder, lambda _: "")[0]
    player = quiet.world.players[SEATS[0]]
    with player.at_home():
        start = process_time()
        judged = audit(player.folder, secrets, None, lambda _: None)
        assert all(one.read and not one.breaches for one in judged)
        return (process_time() - start) / len(quiet.world.mail)


def _size(name: str, floor: Quiet, quiet: Quiet, most: float | None) -> Row:
    before, after = median(floor.sizes), median(quiet.sizes)
    return Row(
        name=name,
        measured=f"{after:,.0f} bytes",
        floor=f"{before:,.0f} bytes",
        ratio=f"{after / before:.2f}",
        aim=f"< {most:g}" if most else "",
        met=after / before < most if most else None,
    )
