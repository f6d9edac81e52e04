"""What a player of Pacific Theater by chance proposes, of every kind of order: for whole games.

Ships and aircraft are those of `chance`, with what they may do in phase 3.
"""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import TypeVar

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.orders.air import single_strikes
from pbem.systems.pto.orders.check import ROWS, check, sight_of, steps_of
from pbem.systems.pto.orders.kinds import KINDS
from pbem.systems.pto.rules.f6_sorts import areas_in_play
from pbem.systems.pto.rules.units import bombs
from pbem.systems.pto.table.orders_month import (
    APPENDED,
    OPPORTUNITY,
    Assault,
    Attack,
    Drop,
    Engage,
    Form,
    March,
    Offensive,
    Pass,
    Return,
    Sail,
    Strike,
    Support,
)
from pbem.systems.pto.table.standing import (
    AirDefence,
    AirInterception,
    AirStacks,
    AirStrikeRule,
    Declines,
    GoesFirst,
    GroundDefence,
    Gunnery,
    Losses,
    NavalInterception,
    SearchRule,
    StandingOrder,
    Submarines,
)
from pbem.systems.pto.table.state import Game
from tests import bychance
from tests.bychance import Draft, Group
from tests.systems.pto.chance import phase_3
from tests.systems.pto.tabletop import CHARTS

OrderT = TypeVar("OrderT", bound=Order)
LAND: tuple[type[Order], ...] = (March, Assault, Drop, Support, Attack)
MOST_OFFENSIVES = 4
"""From so many in a month on it passes, so that games come to an end."""


class Turn(Draft[Game]):
    """One file in the making."""

    def __init__(self, view: View[Game], rng: Random) -> None:
        super().__init__(view, rng)
        self.nations = view.game.nations_of(view.seat)
        self.steps = steps_of(view)

    def proposals(self) -> Iterator[Order | Group]:
        """Orders for the steps that the file answers."""
        if "P3.1" in self.steps:
            yield from phase_3(self.view, self.rng)
            yield from self._strikes()
            if self.chance(0.1):
                yield Pass(rest=True, ends=self.chance(0.3))
        if APPENDED in self.steps and self.chance(0.6):
            yield from self._appended()
        if OPPORTUNITY in self.steps:
            yield from self._opportunity()
        for kind in KINDS:
            if kind.order not in (Offensive, Pass, *LAND[1:]):
                yield from self._listed(kind.order)
        yield from self._homeward()
        yield from self._standing()

    # --- what is legal ---

    def _listed(self, kind: type[OrderT], most: int = 3) -> Iterator[OrderT]:
        """Some of the orders of a kind that are legal by themselves."""
        sight, row = sight_of(self.view, kind, CHARTS), ROWS[kind]
        if sight is not None and row.options:
            yield from self.some(tuple(row.options(sight)), most)

    def _strikes(self) -> Iterator[Strike]:
        """Some of what single units may strike, at times each at a ship of its own."""
        sight = sight_of(self.view, Strike, CHARTS)
        for order in self.some(tuple(single_strikes(sight)), 3) if sight is not None else ():
            ships = [ship.id for ship in self.game.ships_in(order.tf)] if self.chance(0.5) else []
            named = dict(zip(order.units, self.one(ships), strict=False))
            yield replace(order, ships=FrozenMap[int | str](named))

    # --- offensives ---

    def _opportunity(self) -> Iterator[Order | Group]:
        """Offensives with what carries them out, or a pass, which may bring the month's end."""
        if self.game.month.offensives < MOST_OFFENSIVES and self.chance(0.8):
            yield from self._begun()
        if not self._performs():
            yield Pass(ends=self.chance(0.5), rest=self.chance(0.3))
            return
        yield from self._carried_out()
        if self.chance(0.4):
            yield from (replace(one, next=True) for one in self._begun())
            yield from self._carried_out()
        if self.chance(0.4):
            yield Pass(ends=self.chance(0.3), rest=self.chance(0.5))

    def _carried_out(self) -> Iterator[Order]:
        """What carries out offensives at sea, in the air and on land."""
        yield from self._listed(Sail)
        yield from self._listed(Engage)
        orders = phase_3(self.view, self.rng)
        yield from (order for order in orders if not isinstance(order, Form))
        yield from self._ashore()

    def _appended(self) -> Iterator[Order]:
        """A first offensive with what carries it out, after the orders of phase 3 [F.2]."""
        yield from self._begun()
        if self._performs():
            for order in phase_3(self.view, self.rng):
                if isinstance(order, Sail | Engage | Strike):
                    yield replace(order, appended=True)
            yield from self._ashore()

    def _performs(self) -> bool:
        return any(isinstance(order, Offensive) for order in self.chosen)

    def _begun(self) -> Iterator[Offensive]:
        """Offensives where troops can go, of task forces on standby, in the air."""
        kinds: tuple[type[Order], ...] = (*LAND, Sail)
        kind = self.rng.choice(kinds)
        sight = sight_of(self.view, kind, CHARTS)
        if sight is not None:
            for order in self._listed(kind, 1):
                for one in ROWS[kind].needs(sight, order):
                    assert isinstance(one, Offensive)
                    yield one
        standby = [one.tf for one in self.chosen if isinstance(one, Sail) and one.standby]
        for tf in self.one(standby):
            yield Offensive(kind="sea", nation=self.rng.choice(self.nations), stack=tf)
        for begun in self._listed(Offensive, 3):
            yield begun
            if begun.kind == "sea":
                more = (one.stack for one in self._listed(Offensive, 3) if one.kind == "sea")
                yield replace(begun, stacks=tuple(one for one in more if one != begun.stack))

    def _ashore(self) -> Iterator[Order]:
        """What carries a land offensive out, wherever; attacks go on until chance stops them."""
        for kind in LAND:
            yield from self._listed(kind, 5)
        entered = [one for one in self.chosen if isinstance(one, March | Assault | Drop)]
        for one in entered:
            area = one.path[-1] if isinstance(one, March) else one.area
            yield Attack(area=area, below=self.rng.choice(("", "1:1", "3:1")))

    # --- the end of the month ---

    def _homeward(self) -> Iterator[Order]:
        """Returns by a path, troops going ashore, and ships that part before."""
        for order in self._listed(Return):
            beside = CHARTS.areas[self.game.forces[order.tf].at]
            yield replace(order, debark=("all",))
            for area in self.one(sorted({*beside.links, *beside.ashore})):
                yield Return(tf=order.tf, path=(area,))
            ships = [one.id for one in self.game.ships_in(order.tf)]
            yield Form(tf=f"late-{order.tf}"[:20], ships=tuple(self.some(ships, 2)))

    # --- standing orders ---

    def _standing(self) -> Iterator[Group]:
        for order in self.some(list(self._rules()), 7) if self.chance(0.6) else ():
            yield (order,)

    def _rules(self) -> Iterator[StandingOrder]:
        rng, openly = self.rng, self.chance(0.3)
        units = [one.id for one in self.game.air.values() if one.nation in self.nations]
        forces = [one.id for one in self.game.forces.values() if one.nation in self.nations]
        places = areas_in_play(self.game, CHARTS)
        scopes = ("", *self.nations, *self.some(forces, 1), *self.some(places, 1))
        of, areas = rng.choice(scopes), tuple(self.some(places, 3))
        own, enemy = rng.randint(1, 3), rng.randint(1, 3)
        yield SearchRule(
            of=of, openly=openly, when=rng.choice(("always", "areas", "never")), areas=areas
        )
        yield AirInterception(
            of=of, openly=openly, when=rng.choice(("ratio", "always", "never")), own=own,
            enemy=enemy, areas=areas if self.chance(0.2) else (), keep=rng.randint(0, 1),
            against=rng.choice(((), ("ships",), ("strike", "transfer"), ("support", "drop"))),
        )  # fmt: skip
        yield AirStrikeRule(
            of=of, openly=openly, when=rng.choice(("default", "worth", "never")),
            worth=rng.randint(0, 3), share=rng.randint(0, 100), cap=rng.randint(0, 100),
            escorts=rng.randint(0, 2), aim=rng.choice(((), ("CV", "BB"), ("DD", "STP"))),
            ships=FrozenMap(rng.choice(({}, {"CV": 1}, {"BB": 2, "CA": 1}))),
        )  # fmt: skip
        afloat = [id_ for id_ in units if self.game.air[id_].base in self.game.ships]
        named = self.some(afloat, 3)
        yield AirStacks(
            of=of, openly=openly, near=rng.randint(0, 100), far=rng.randint(0, 100),
            offensive=tuple(named[:1]), defensive=tuple(named[1:]),
        )  # fmt: skip
        yield NavalInterception(
            of=of, openly=openly, when=rng.choice(("ratio", "always", "never")),
            counter=rng.choice(("ratio", "always", "never")), own=own, enemy=enemy,
        )  # fmt: skip
        yield Gunnery(
            of=of, openly=openly, first=("CV", "yamato"), after=rng.randint(0, 2),
            fire=rng.choice(("strongest-gun", "weakest-armour", "capital", "list")),
            lost=rng.randint(0, 2), stay=self.chance(0.5), slip=self.chance(0.5),
        )  # fmt: skip
        yield Submarines(
            of=of, openly=openly, intercept=rng.choice(("always", "never")),
            aim=rng.choice(((), ("CV", "DD"))), withdraw=self.chance(0.5),
        )  # fmt: skip
        yield AirDefence(openly=openly, first=rng.randint(-1, 3), answer=rng.randint(-1, 4))
        bombers = [id_ for id_ in units if bombs(self.game, CHARTS, self.game.air[id_])]
        yield GroundDefence(
            of=of, openly=openly, support=rng.randint(0, 100), retreat=areas,
            units=tuple(self.some(bombers, 3)), below=rng.choice(("1:2", "1:1", "3:1")),
        )  # fmt: skip
        steps = tuple(self.some(units, 3))
        yield Losses(of=of, openly=openly, steps=steps, abort=steps[:1])
        yield Declines(of=rng.choice(self.nations), declines=self.chance(0.3))
        yield GoesFirst(side=rng.choice(("own", "enemy")))


player = partial(bychance.player, Turn, check, CHARTS)
"""A player by chance, by his seed."""
