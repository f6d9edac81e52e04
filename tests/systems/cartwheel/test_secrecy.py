"""Nothing that one side hides reaches the other: equal orders, equal output (E.1, E.5).

Two games are played with the same seeds and the same public orders. In the second the Allies base
their units elsewhere, mark others and stage others. Whatever the Japanese program shows or
proposes must be the same, byte for byte.
"""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.codec import canonical, plain
from pbem.engine.ledger import public_state
from pbem.engine.orders import Order, encode_order
from pbem.engine.steps import View
from pbem.engine.views import check_orders
from pbem.frozen import FrozenMap
from pbem.report.blocks import build, shown
from pbem.report.plain import render
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.rules.occasion import OPENING, TASK_FORCES
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.orders_ground import Raid
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    NavalMission,
    Pass,
    Reply,
    Stage,
)
from pbem.systems.cartwheel.table.orders_turn import Mark, Recon, Redistribute
from pbem.systems.cartwheel.table.state import Game
from tests.systems.cartwheel.randomplay import player
from tests.systems.cartwheel.selfplay import REAL, Match, match
from tests.systems.cartwheel.tabletop import CHARTS

LOOKING: tuple[type[Order], ...] = (AirMission, Raid, Recon, Reply)
"""Orders that lay something of the other side's open, as the rules want it (E.5)."""


def blind(orders: Iterable[Order]) -> tuple[Order, ...]:
    """Orders by chance without those that may find out where something is."""
    return tuple(order for order in orders if not isinstance(order, LOOKING))


def hidden_orders(view: View[Game], swap: bool) -> tuple[Order, ...]:
    """The Allies' orders: in public always the same, in secret other ones where `swap`."""
    steps = {key.partition("/")[2] for key in view.decision.covers}
    public: tuple[Order, ...] = (Pass(times=2),) if "4.4" in steps else ()
    if not swap or not isinstance(view.private, Private):
        return public
    secret: list[Order] = []
    planes = [p for p in view.private.planes.values() if p.half == "ready" and not p.away]
    if view.turn == view.game.terms.first_turn and {*TASK_FORCES} & {*steps}:
        secret += _first_legal(view, public, (
            Redistribute(units=FrozenMap({p.id: base}))
            for p in planes for base in ("SOP", "AUS", "PM", "GUA", "MIL") if base != p.base
        ))  # fmt: skip
    if {*OPENING} & {*steps}:
        secret += _first_legal(view, public, (Mark(units=(p.id,)) for p in planes))
    if "4.4" in steps:
        secret += _first_legal(view, public, (
            Stage(unit=p.id, to=base)
            for p in planes for base in ("SOP", "RUS", "GUA", "DOB", "MIL") if base != p.base
        ))  # fmt: skip
    return (*public, *secret)


def _first_legal(
    view: View[Game], public: tuple[Order, ...], orders: Iterable[Order]
) -> list[Order]:
    legal = (o for o in orders if not any(CARTWHEEL.check(view, (*public, o), CHARTS)))
    found = next(legal, None)
    return [] if found is None else [found]


def output(begun: Match, view: View[Game]) -> tuple[Any, ...]:
    """Everything that the Japanese program says before it writes."""
    state = public_state(begun.fold)
    assert isinstance(state, dict)
    open_state = {key: value for key, value in state.items() if key not in ("roots", "owner")}
    report = build("Report", shown(CARTWHEEL.sheets(view.game, CHARTS)))
    return (
        canonical(open_state),
        render(report),
        plain_orders(CARTWHEEL.bot(view, CHARTS)),
        CARTWHEEL.form(view, CHARTS),
        [CARTWHEEL.wording(event, CHARTS) for scene in begun.scenes for event in scene.events],
        canonical(plain(view.private)),
    )


def plain_orders(orders: Iterable[Order]) -> list[Any]:
    return [encode_order(order) for order in orders]


def _played(scenario: str, number: int, files: int, swap: bool) -> list[tuple[Any, ...]]:
    begun, said = match(scenario, number), []
    chance = player(number)
    for _ in range(files):
        if begun.is_over:
            break
        seat, ahead = begun.seat(), begun.ahead()
        view = begun.view(ahead)
        if seat.name == "japanese":
            said.append(output(begun, view))
            wanted = blind(chance(view))
            legal = not check_orders(ahead.fold, REAL, seat.name, wanted, {}, view.private)
            fallback: tuple[Order, ...] = (
                (Pass(),) if any(key.endswith("/4.4") for key in view.decision.covers) else ()
            )
            begun.step(lambda _, o=wanted if legal else fallback: o)
        else:
            begun.step(lambda v: hidden_orders(v, swap))
    return said


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["toenails", "bougainville", "campaign"])
@settings(max_examples=4, deadline=None)
@given(number=st.integers(0, 1_000))
def test_equal_orders_give_equal_output(scenario: str, number: int) -> None:
    plainly, otherwise = (_played(scenario, number, 40, swap) for swap in (False, True))
    assert len(plainly) == len(otherwise) > 5
    for one, other in zip(plainly, otherwise, strict=True):
        assert one == other


def passing(view: View[Game]) -> tuple[Order, ...]:
    """Orders that do nothing."""
    return (Pass(),) if any(key.endswith("/4.4") for key in view.decision.covers) else ()


def step(begun: Match, swap: bool) -> None:
    """One file: the Allies with their secrets, the Japanese doing nothing."""
    allied = begun.seat().name == "allied"
    begun.step((lambda view: hidden_orders(view, swap)) if allied else passing)


def test_the_second_game_really_hides_something_else() -> None:
    """Else the comparison would compare nothing."""
    charts = []
    for swap in (False, True):
        begun = match("toenails", 3)
        for _ in range(16):
            step(begun, swap)
        charts.append(begun.seats["allied"].private)
    assert charts[0] != charts[1]


WRONG: tuple[Order, ...] = (
    NavalMission(ships=("US-CA1",), path=("1806", "1203")),
    AirMission(kind="strike", hex="TRK", band="high", striker_count=1),
    AirMission(kind="strike", hex="1203", band="high", striker_count=99),
)


def test_a_refusal_tells_nothing_hidden() -> None:
    """What the Japanese program refuses of an Allied file does not depend on Allied charts."""
    said = []
    for swap in (False, True):
        begun = match("toenails", 5)
        while not (
            begun.seat().name == "allied"
            and any(key.endswith("/4.4") for key in begun.view().decision.covers)
        ):
            step(begun, swap)
        fold = begun.ahead().fold
        problems = [check_orders(fold, REAL, "allied", (order,), {}, None) for order in WRONG]
        said.append([[str(problem) for problem in each] for each in problems])
    assert said[0] == said[1]
    assert all(said[0])
