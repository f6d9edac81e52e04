"""Whose move it is at sea and in the air, and the standing orders that answer it [P3.0.1, F.4]."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeVar

from pbem.dice import Dice
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, Value
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE, other
from pbem.systems.pto.table.orders_month import Engage, Offensive, Sail
from pbem.systems.pto.table.pieces import AirUnit, TaskForce
from pbem.systems.pto.table.state import Game

Phase = Literal["P3", "P4", "P6"]
"""Phase 3, an offensive, or the second naval movement; the rights to intercept differ."""
Rule = TypeVar("Rule")
OrderT = TypeVar("OrderT", bound=Order)
ForceOrderT = TypeVar("ForceOrderT", Sail, Engage)
Answers = Mapping[str, tuple[Order, ...]]
"""What seats have ordered, by their names."""
Targets = Mapping[str, tuple[str, ...]]
"""Target areas of air offensives, and the nations that perform them there [P4C.1.B]."""

SURPRISE_ATTACK = "PH16.1"
"""The scenario's own rule for the first Japanese half of phase 3."""


class Half(Value):
    """A side's half of phase 3, its offensive or its way home: `side` moves, its enemy answers."""

    side: str
    phase: Phase
    charts: Charts
    dice: Dice

    @property
    def enemy(self) -> str:
        """The side that answers by standing orders."""
        return other(self.side)

    def step(self, number: int) -> str:
        """The step as labels of dice have it: `P3.1`, `P4B` in an offensive, `P6.1` [F.5]."""
        return {"P3": f"P3.{number}", "P4": "P4B", "P6": "P6.1"}[self.phase]


def ordered(
    game: Game, half: Half, answers: Answers, kind: type[OrderT]
) -> Iterator[tuple[str, OrderT]]:
    """The orders of a kind by the side that moves, seats in genesis order, each as written."""
    for seat in game.seats_of(half.side):
        yield from ((seat, order) for order in answers.get(seat, ()) if isinstance(order, kind))


def first_of_each(
    orders: Iterable[tuple[str, ForceOrderT]],
) -> Iterable[tuple[str, ForceOrderT]]:
    """Of orders with their seats the first for each task force."""
    found: dict[str, tuple[str, ForceOrderT]] = {}
    for seat, order in orders:
        found.setdefault(order.tf, (seat, order))
    return found.values()


def is_silenced(game: Game, side: str, mover: str, phase: str) -> bool:
    """Whether a side neither searches nor intercepts: the Allies as Pearl Harbor falls [PH16.1]."""
    return side == ALLIED and is_surprise_attack(game, mover, phase)


def is_surprise_attack(game: Game, mover: str, phase: str) -> bool:
    """Whether this is the Japanese half of phase 3 of the first month of that scenario [PH16.1]."""
    return (
        SURPRISE_ATTACK in game.terms.special
        and game.turn == game.terms.first_turn
        and mover == JAPANESE
        and phase == "P3"
    )


def first_rule(rules: FrozenMap[Rule], *scopes: str) -> Rule | None:
    """The most specific standing order: the first of the scopes that has one, then all's [F.4]."""
    return next((rules[scope] for scope in (*scopes, "") if scope in rules), None)


def scopes_of_force(tf: TaskForce) -> tuple[str, ...]:
    """What a standing order may hold of to bind a task force, most specific first [F.4]."""
    return tf.id, tf.at, tf.nation


def scopes_in_sea(tf: TaskForce, sea: str) -> tuple[str, ...]:
    """Those that bind a force as it may come out in a sea: its port before the sea [F.4]."""
    force, port, nation = scopes_of_force(tf)
    return force, port, sea, nation


def scopes_of_unit(game: Game, unit: AirUnit) -> tuple[str, ...]:
    """What a standing order may hold of to bind an air unit, most specific first [F.4].

    A carrier has none of its own: its aircraft go by the task force.
    """
    home = home_of(game, unit)
    return scopes_of_force(game.forces[home]) if home in game.forces else (home, unit.nation)


def home_of(game: Game, unit: AirUnit) -> str:
    """The task force whose carrier an air unit is aboard, or its airfield."""
    return game.ships[unit.base].tf if unit.base in game.ships else unit.base


def air_targets(answers: Answers) -> Targets:
    """The target areas of the air offensives of a file, with the nations that perform them."""
    found: dict[str, tuple[str, ...]] = {}
    for order in (order for given in answers.values() for order in given):
        if isinstance(order, Offensive) and order.kind == "air":
            found |= {area: (*found.get(area, ()), order.nation) for area in order.targets}
    return found
