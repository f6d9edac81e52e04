"""What a player of Pacific Theater by chance proposes, of every kind of order: for whole games.

Ships and aircraft are those of `chance`, with what they may do in phase 3.
"""

from collections.abc import Iterator
from functools import partial
from random import Random

from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.orders.check import check, steps_of
from pbem.systems.pto.rules.map import theatre_of
from pbem.systems.pto.rules.month import p2_strategic
from pbem.systems.pto.rules.month.p6_end import damaged
from pbem.systems.pto.rules.works import BUILDABLE
from pbem.systems.pto.table.orders import (
    APPENDED,
    Airlift,
    Assault,
    Attack,
    Bid,
    Blockade,
    BombJapan,
    Build,
    Debark,
    Drop,
    Engage,
    Form,
    LendLease,
    March,
    Mend,
    Offensive,
    Pass,
    Rail,
    Rebuild,
    Repair,
    Replenish,
    Reserve,
    Return,
    Sail,
    Stay,
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

MOST_OFFENSIVES = 4
"""From so many in a month on it passes, so that games come to an end."""


class Turn(Draft[Game]):
    """One file in the making."""

    def __init__(self, view: View[Game], rng: Random) -> None:
        super().__init__(view, rng)
        self.nations = view.game.nations_of(view.seat)
        self.steps = steps_of(view)

    def proposals(self) -> Iterator[Group]:
        """Orders for the steps that the file answers."""
        if "S2.3" in self.steps:
            yield from self._season()
        if "P3.1" in self.steps:
            yield from ((order,) for order in phase_3(self.view, self.rng))
            yield from self._lifts()
        if APPENDED in self.steps and self.chance(0.6):
            yield from self._appended()
        if "P4" in self.steps:
            yield from self._offensive()
        if "P5" in self.steps:
            yield from self._end()
        yield from self._strategic()
        yield from self._standing()

    # --- what there is ---

    def planes(self) -> list[str]:
        return [unit.id for unit in self.game.air.values() if unit.nation in self.nations]

    def troops(self) -> list[str]:
        return [unit.id for unit in self.game.ground.values() if unit.nation in self.nations]

    def forces(self) -> list[str]:
        return [tf.id for tf in self.game.forces.values() if tf.nation in self.nations]

    def land(self) -> list[str]:
        return [area for area in self.game.areas if area not in self.game.terms.closed]

    def purses(self) -> list[str]:
        return [nation for nation in self.nations if nation in self.game.purses]

    # --- the season ---

    def _season(self) -> Iterator[Group]:
        game = self.game
        yield (Reserve(points=self.rng.randint(0, 6)),)
        for giver in ("US", "UK"):
            yield (LendLease(nation=giver, points=self.rng.randint(0, 8)),)
        worn = [one.id for one in game.air.values() if one.steps == 1]
        worn += [one.id for one in game.ground.values() if one.steps < one.full]
        for unit in self.some(worn, 4):
            yield (Rebuild(unit=unit),)
        for ship in self.some([one.id for one in game.ships.values() if one.damaged], 3):
            yield (Mend(ship=ship),)
        for entry in self.some([one for one in game.pool if one.nation in self.nations], 6):
            yield (Build(nation=entry.nation, what=entry.what),)
        for nation in self.purses():
            area = self.rng.choice(self.land())
            yield (Build(nation=nation, what=self.rng.choice(BUILDABLE), area=area),)
            yield (Bid(nation=nation, offensives=self.rng.randint(0, 4)),)

    # --- phases 2 and 3 ---

    def _strategic(self) -> Iterator[Group]:
        if self.chance(0.5):
            yield (BombJapan(bombers=tuple(self.some(self.planes(), 3))),)
        boats = [
            one for one in self.game.ships if p2_strategic.can_blockade(self.game, one, CHARTS)
        ]
        if self.chance(0.3):
            yield (Blockade(boats=tuple(self.some(boats, 3))),)

    def _lifts(self) -> Iterator[Group]:
        for nation in self.some(self.purses(), 3):
            for unit in self.one(self.troops()):
                origin, to = self.game.ground[unit].at, self.rng.choice(self.land())
                cargo = self.rng.choice((unit, "supply"))
                yield (Airlift(nation=nation, cargo=cargo, origin=origin, to=to),)

    # --- offensives ---

    def _offensive(self) -> Iterator[Group]:
        if self.game.month.offensives < MOST_OFFENSIVES and self.chance(0.8):
            for _ in range(8):
                yield (self._begun(),)
        if not self.chosen:
            yield (Pass(ends=self.chance(0.5)),)
            yield from self._end() if self.chance(0.7) else ()
            return
        yield from self._ashore()
        orders = phase_3(self.view, self.rng)
        yield from ((order,) for order in orders if not isinstance(order, Form))

    def _appended(self) -> Iterator[Group]:
        """A first offensive with what carries it out, after the orders of phase 3 [F.2]."""
        for _ in range(8):
            yield (self._begun(),)
        if any(isinstance(order, Offensive) for order in self.chosen):
            for order in phase_3(self.view, self.rng):
                if isinstance(order, Sail | Engage | Strike):
                    yield (replace(order, appended=True),)
            yield from self._ashore()

    def _begun(self) -> Offensive:
        nation = self.rng.choice(self.purses() or list(self.nations))
        standby = {one.tf for one in self.game.ships.values() if one.mark == "standby"}
        standby |= {one.tf for one in self.chosen if isinstance(one, Sail) and one.standby}
        ready = [tf for tf in self.forces() if tf in standby]
        kind = self.rng.choice(("land", "land", "air", "sea"))
        if kind == "sea" and ready:
            stack, *more = self.some(ready, 2)
            return Offensive(kind="sea", nation=nation, stack=stack, stacks=tuple(more))
        if kind == "air":
            targets = tuple(self.some(sorted(CHARTS.areas), 2))
            return Offensive(kind="air", nation=nation, targets=targets)
        fronts = [area for unit in self.troops() for area in self._beside(unit)]
        area = self.rng.choice(fronts or self.land())
        return Offensive(kind="land", nation=nation, theatres=(theatre_of(CHARTS, area),))

    def _beside(self, unit: str) -> list[str]:
        """Enemy land next to a unit, over land or, from aboard, over the beach."""
        troops, game = self.game.ground[unit], self.game
        if troops.ship:
            there = game.forces[game.ships[troops.ship].tf].at
            return [area for area in CHARTS.areas[there].ashore if area in game.areas]
        ways = [area for area in CHARTS.areas[troops.at].land_links if area in game.areas]
        return [area for area in ways if any(game.ground_at(area, other(self.view.side)))] or ways

    def _ashore(self) -> Iterator[Group]:
        areas = list[str]()
        for unit in self.some(self.troops(), 12):
            for area in self.one(self._beside(unit)):
                areas.append(area)
                afloat = bool(self.game.ground[unit].ship)
                move = (
                    Assault(units=(unit,), area=area) if afloat else March(unit=unit, path=(area,))
                )
                yield (move,)
                yield (move, Attack(area=area, below=self.rng.choice(("", "1:1", "3:1"))))
        paras = [one for one in self.troops() if self.game.ground[one].kind == "para"]
        for unit in self.one(paras):
            yield (Drop(unit=unit, area=self.rng.choice(self.land())),)
        for area in self.some([*areas, *self.land()[:3]], 4):
            yield (Attack(area=area),)
            flying = self.some(self.planes(), 3)
            yield (Support(units=tuple(flying[:2]), area=area, escorts=tuple(flying[2:])),)

    # --- the end of the month ---

    def _end(self) -> Iterator[Group]:
        game = self.game
        for unit in self.some(self.troops(), 6):
            for area in self.one(self._beside(unit)):
                there = self.rng.choice(self.land())
                yield (March(unit=unit, path=(area,)),)
                yield (Rail(unit=unit, to=there),)
        for tf in self.some(self.forces(), 8):
            yield (Stay(tf=tf, pays=self.rng.choice(("", *self.nations))),)
            yield (Return(tf=tf, debark=("all",) if self.chance(0.5) else ()),)
            beside = CHARTS.areas[game.forces[tf].at]
            for area in self.one(sorted({*beside.links, *beside.ashore})):
                yield (Return(tf=tf, path=(area,)),)
                yield (Return(tf=tf, to=area),)
        for tf in self.one(self.forces()):
            ships = [one.id for one in game.ships_in(tf)]
            yield (Form(tf=f"late-{tf}"[:20], ships=tuple(self.some(ships, 2))),)
        for unit in self.some([one.id for one in game.dead.values()], 3):
            yield (Replenish(unit=unit),)
        for area in self.land():
            for what in damaged(game, area, CHARTS):
                yield (Repair(area=area, what=what),)
        for unit in self.some([one for one in self.troops() if game.ground[one].ship], 4):
            ashore = game.forces[game.ships[game.ground[unit].ship].tf].at
            yield (Debark(unit=unit, area=ashore),)

    # --- standing orders ---

    def _standing(self) -> Iterator[Group]:
        for order in self.some(list(self._rules()), 4) if self.chance(0.6) else ():
            yield (order,)

    def _rules(self) -> Iterator[StandingOrder]:
        rng, openly = self.rng, self.chance(0.3)
        scopes = ("", *self.nations, *self.some(self.forces(), 1), *self.some(self.land(), 1))
        of, areas = rng.choice(scopes), tuple(self.some(sorted(CHARTS.areas), 3))
        own, enemy = rng.randint(1, 3), rng.randint(1, 3)
        yield SearchRule(
            of=of, openly=openly, when=rng.choice(("always", "areas", "never")), areas=areas
        )
        yield AirInterception(
            of=of, openly=openly, when=rng.choice(("ratio", "always", "never")), own=own,
            enemy=enemy, areas=areas if self.chance(0.2) else (), keep=rng.randint(0, 1),
        )  # fmt: skip
        yield AirStrikeRule(
            of=of, openly=openly, when=rng.choice(("default", "worth", "never")),
            worth=rng.randint(0, 3), share=rng.randint(0, 100), cap=rng.randint(0, 100),
            escorts=rng.randint(0, 2), aim=rng.choice(((), ("CV", "BB"), ("DD", "STP"))),
        )  # fmt: skip
        named = self.some(self.planes(), 3)
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
        yield GroundDefence(
            of=of, openly=openly, support=rng.randint(0, 100), retreat=areas,
            below=rng.choice(("1:2", "1:1", "3:1")),
        )  # fmt: skip
        steps = tuple(self.some(self.planes(), 3))
        yield Losses(of=of, openly=openly, steps=steps, abort=steps[:1])
        yield Declines(of=rng.choice(self.nations), declines=self.chance(0.3))
        yield GoesFirst(side=rng.choice(("own", "enemy")))


player = partial(bychance.player, Turn, check, CHARTS)
"""A player by chance, by his seed."""
