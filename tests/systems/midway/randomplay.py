"""What a player of Midway by chance proposes: for tests of whole games."""

from collections.abc import Callable, Iterator
from functools import partial

from pbem.engine.orders import Order
from pbem.systems.midway.orders.check import check
from pbem.systems.midway.table.orders import (
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
from pbem.systems.midway.table.state import ABOARD, CIRCUIT, Game
from tests import bychance
from tests.bychance import Draft
from tests.systems.midway.tabletop import CHARTS


class Turn(Draft[Game]):
    """One file in the making: orders without sense, most of them legal or nearly so."""

    def proposals(self) -> Iterator[Order]:
        """A heap of orders."""
        makers: list[Callable[[], Order]] = [
            self._land, self._move, self._stay, self._groups, self._cap, self._attack,
            self._launch, self._plan, self._standing,
        ]  # fmt: skip
        for _ in range(self.rng.randrange(12)):
            yield self.rng.choice(makers)()

    def _land(self) -> Order:
        return Land(carrier=self._carrier(), squadrons=self._some("waiting"))

    def _move(self) -> Order:
        box = self.rng.choice(("moving", "ready", "home", "cap"))
        after = {"moving": "ready", "ready": "attacking", "home": "waiting", "cap": "waiting"}
        to = self.rng.choice((after[box], after[box], "moving"))
        return Move(squadrons=self._some(box), to=to)

    def _stay(self) -> Order:
        return Stay(squadrons=self._some("moving", "ready", "home"))

    def _groups(self) -> Order:
        ids = list(self._some("moving"))
        return SearchGroups(groups=tuple(tuple(ids[first::4]) for first in range(4)))

    def _cap(self) -> Order:
        return CapAttack(squadrons=self._some("cap"), tb_hits=self.rng.randrange(-1, 6))

    def _attack(self) -> Order:
        return Attack(squadrons=self._some("attacking", "ready"), carrier=self._carrier())

    def _launch(self) -> Order:
        deck = self._some("deck")
        cut = self.rng.randint(0, len(deck))
        return Launch(carrier=self._carrier(), strike=deck[:cut], cap=deck[cut:])

    def _plan(self) -> Order:
        id_ = self._carrier()
        aboard = [squadron.id for squadron in self.game.aboard(id_)]
        return Plan(carrier=id_, deck=tuple(self._pick(aboard)))

    def _standing(self) -> Order:
        ids, choice = self._some(*CIRCUIT, *ABOARD, "cap"), self.rng.choice
        return choice(
            (
                StandingLand(squadrons=ids, carriers=(self._carrier(),)),
                StandingMove(
                    squadrons=ids[:2], move=choice(("advance", "hold-until")), until=ids[2:]
                ),
                StandingCap(
                    attack=choice(("always", "never", "if-bombers", "if-outnumbering")),
                    ratio=self.rng.randrange(4),
                    bomb_split=choice(("TB", "DB", "even")),
                    dogfight_first=ids,
                ),
                StandingTargets(carriers=(self._carrier(),), wave_sp=self.rng.randrange(9)),
                StandingLosses(aa=choice((("TB",), ("DB",), ("even",), ids)), bombers=ids),
                StandingLaunch(
                    fighters=choice(("default", "cap", "strike", "none")),
                    bombers=choice(("all", "all", "none")),
                ),
                StandingPlan(
                    carrier=self._carrier(),
                    deck=choice(("default", "default", "keep", "clear", "spot")),
                ),
            )
        )

    def _carrier(self) -> str:
        return self.rng.choice((*self.game.carriers, "midway"))

    def _some(self, *boxes: str) -> tuple[str, ...]:
        there = [s for s in self.game.squadrons.values() if s.box in boxes]
        own = [squadron.id for squadron in there if squadron.seat == self.view.seat]
        others = [squadron.id for squadron in there if squadron.seat != self.view.seat]
        return tuple(self._pick(own) + (self._pick(others)[:1] if self.chance(0.1) else []))

    def _pick(self, ids: list[str]) -> list[str]:
        return self.rng.sample(ids, self.rng.randint(0, len(ids)))


player = partial(bychance.player, Turn, check, CHARTS)
"""A player by chance, by his seed."""
