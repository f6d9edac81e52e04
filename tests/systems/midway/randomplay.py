"""A player of Midway who orders anything, most of it legal or nearly so."""

from collections.abc import Callable, Iterator
from random import Random

from pbem.engine.orders import Order, order_place
from pbem.engine.steps import View
from pbem.systems.midway.orders import (
    Attack,
    CapAttack,
    Land,
    Launch,
    Move,
    Plan,
    SearchGroups,
    StandingCap,
    StandingLand,
    StandingLaunch,
    StandingLosses,
    StandingMove,
    StandingPlan,
    StandingTargets,
    Stay,
)
from pbem.systems.midway.state import ABOARD, CIRCUIT, Game
from pbem.systems.midway.system import MIDWAY
from tests.systems.midway.tabletop import CHARTS


class Wild:
    """Orders without sense, most of them legal or nearly so."""

    def __init__(self, number: int) -> None:
        self.random = Random(number)

    def __call__(self, view: View[Game]) -> tuple[Order, ...]:
        """What is left of a heap of orders once those that are refused have been taken out."""
        orders = tuple(self._heap(view))
        while problems := tuple(MIDWAY.check(view, orders, CHARTS)):
            assert all(p.rule and p.hint and p.what and p.code == "E12" for p in problems)
            wrong = {problem.where.partition(",")[0] for problem in problems}
            left = tuple(o for n, o in enumerate(orders, 1) if order_place(n) not in wrong)
            assert len(left) < len(orders)
            orders = left
        return orders

    def _heap(self, view: View[Game]) -> Iterator[Order]:
        makers: list[Callable[[View[Game]], Order]] = [
            self._land, self._move, self._stay, self._groups, self._cap, self._attack,
            self._launch, self._plan, self._standing,
        ]  # fmt: skip
        for _ in range(self.random.randrange(12)):
            yield self.random.choice(makers)(view)

    def _land(self, view: View[Game]) -> Order:
        return Land(carrier=self._carrier(view), squadrons=self._some(view, "waiting"))

    def _move(self, view: View[Game]) -> Order:
        box = self.random.choice(("moving", "ready", "home", "cap"))
        after = {"moving": "ready", "ready": "attacking", "home": "waiting", "cap": "waiting"}
        to = self.random.choice((after[box], after[box], "moving"))
        return Move(squadrons=self._some(view, box), to=to)

    def _stay(self, view: View[Game]) -> Order:
        return Stay(squadrons=self._some(view, "moving", "ready", "home"))

    def _groups(self, view: View[Game]) -> Order:
        ids = list(self._some(view, "moving"))
        return SearchGroups(groups=tuple(tuple(ids[first::4]) for first in range(4)))

    def _cap(self, view: View[Game]) -> Order:
        return CapAttack(squadrons=self._some(view, "cap"), tb_hits=self.random.randrange(-1, 6))

    def _attack(self, view: View[Game]) -> Order:
        return Attack(squadrons=self._some(view, "attacking", "ready"), carrier=self._carrier(view))

    def _launch(self, view: View[Game]) -> Order:
        deck = self._some(view, "deck")
        cut = self.random.randint(0, len(deck))
        return Launch(carrier=self._carrier(view), strike=deck[:cut], cap=deck[cut:])

    def _plan(self, view: View[Game]) -> Order:
        id_ = self._carrier(view)
        aboard = [squadron.id for squadron in view.game.aboard(id_)]
        return Plan(carrier=id_, deck=tuple(self._pick(aboard)))

    def _standing(self, view: View[Game]) -> Order:
        ids, choice = self._some(view, *CIRCUIT, *ABOARD, "cap"), self.random.choice
        return choice(
            (
                StandingLand(squadrons=ids, carriers=(self._carrier(view),)),
                StandingMove(
                    squadrons=ids[:2], move=choice(("advance", "hold-until")), until=ids[2:]
                ),
                StandingCap(
                    attack=choice(("always", "never", "if-bombers", "if-outnumbering")),
                    ratio=self.random.randrange(4),
                    bomb_split=choice(("TB", "DB", "even")),
                    dogfight_first=ids,
                ),
                StandingTargets(carriers=(self._carrier(view),), wave_sp=self.random.randrange(9)),
                StandingLosses(aa=choice((("TB",), ("DB",), ("even",), ids)), bombers=ids),
                StandingLaunch(
                    fighters=choice(("default", "cap", "strike", "none")),
                    bombers=choice(("all", "all", "none")),
                ),
                StandingPlan(
                    carrier=self._carrier(view),
                    deck=choice(("default", "default", "keep", "clear", "spot")),
                ),
            )
        )

    def _carrier(self, view: View[Game]) -> str:
        return self.random.choice((*view.game.carriers, "midway"))

    def _some(self, view: View[Game], *boxes: str) -> tuple[str, ...]:
        there = [s for s in view.game.squadrons.values() if s.box in boxes]
        own = [squadron.id for squadron in there if squadron.seat == view.seat]
        others = [squadron.id for squadron in there if squadron.seat != view.seat]
        return tuple(self._pick(own) + (self._pick(others)[:1] if self._seldom() else []))

    def _pick(self, ids: list[str]) -> list[str]:
        return self.random.sample(ids, self.random.randint(0, len(ids)))

    def _seldom(self) -> bool:
        return self.random.random() < 0.1
