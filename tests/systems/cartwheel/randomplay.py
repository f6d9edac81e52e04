"""What a player of Cartwheel by chance proposes: for tests of whole games."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Literal

from pbem.engine.kinds import options_of
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.map import air_distance, land_neighbours, sea_ways
from pbem.systems.cartwheel.orders.check import check, judged_on, sight_of
from pbem.systems.cartwheel.orders.kinds import KINDS
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules.occasion import ELEVENTHS
from pbem.systems.cartwheel.rules.r06_havens import havens, place_of
from pbem.systems.cartwheel.rules.r08_answers import answered_hexes
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r08_spoiled import strike_targets
from pbem.systems.cartwheel.rules.r09_targets import may_attack_so
from pbem.systems.cartwheel.rules.r10_ships import group_speed
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    Answers,
    Asked,
    NavalMission,
    Pass,
    Reply,
    Stage,
    StandDown,
)
from pbem.systems.cartwheel.table.orders_turn import (
    Arrive,
    Build,
    CommitEleventh,
    CommitTF36,
    ConcludeLater,
    CountsAs,
    Dismantle,
    Evacuate,
    GeneralRegroup,
    Mark,
    PlaceAce,
    PlaceRadar,
    Recon,
    ReconReturn,
    Redistribute,
    Withdraw,
)
from pbem.systems.cartwheel.table.state import Game, Ship, other
from pbem.systems.cartwheel.table.under_way import Raid as AirRaid
from tests import bychance
from tests.bychance import Draft, Group
from tests.systems.cartwheel.tabletop import CHARTS


class Turn(Draft[Game]):
    """One file in the making."""

    def __init__(self, view: View[Game], rng: Random) -> None:
        super().__init__(view, rng)
        assert isinstance(view.private, Private)
        self.side, self.own = view.side, view.private
        self.steps = [key.partition("/")[2] for key in view.decision.covers]

    def proposals(self) -> Iterator[Order | Group]:
        """Orders for the steps that the file answers."""
        for kind, most in FIRST:
            yield from self.some(self.options(kind), most)
        yield from self._together()
        if "4.4" in self.steps:
            yield from self._replies() if unanswered(self.game) else self._opportunity()
        if any(step.startswith("4.5") for step in self.steps):
            yield from self._ground()
            yield from (ConcludeLater(later=True) for _ in range(1) if self.chance(0.15))
        for kind, most in LAST:
            yield from (self._needed(one) for one in self.some(self.options(kind), most))
        if self.chance(0.03):
            yield from self.options(StandDown)
        yield from self._in_advance()

    def options(self, kind: type[Order]) -> tuple[Order, ...]:
        """The legal orders of a kind, each by itself; none where the file takes none."""
        sight = sight_of(self.view, kind, CHARTS)
        if any(isinstance(order, Pass) and order.ashore for order in self.chosen):
            sight = judged_on(self.view, tuple(self.chosen), CHARTS)
            row = next(row for row in KINDS if row.order is kind)
            sight = sight if row.is_taken(frozenset(sight.steps)) else None
        return options_of(KINDS, sight, kind) if sight else ()

    def _needed(self, order: Order) -> Group:
        """An order with those that it needs."""
        kind = next(kind for kind in KINDS if kind.order is type(order))
        sight = sight_of(self.view, kind.order, CHARTS)
        return (order, *kind.needs(sight, order)) if sight else (order,)

    def _together(self) -> Iterator[Order]:
        """Orders that do several things at once, and recon that looks at bases."""
        if {*ELEVENTHS} & {*self.steps} and self.chance(0.7):
            planes = [p.id for p in self.planes() if CHARTS.air[p.id].is_eleventh]
            rufes = [unit for unit in planes if CHARTS.air[unit].model.is_floatplane]
            ports = [hex_ for hex_ in self.held() if CHARTS.hexes[hex_].port]
            bases = {u: self.rng.choice(("RAB", "TRK")) for u in planes if u not in rufes}
            moored = {u: h for u in rufes for h in self.one(ports) if self.chance(0.6)}
            yield CommitEleventh(commit=True, bases=FrozenMap(bases), ports=FrozenMap(moored))
        recons = [one for one in self.options(Recon) if isinstance(one, Recon)]
        if self.chance(0.1):
            yield from (one for one in recons if one.wait)
        looks = self.some([one for one in recons if one.base], 12)
        yield from looks
        if {*ELEVENTHS} & {*self.steps}:
            yield from (replace(one, unit="DIN-11") for one in looks)
        marks = [one for one in self.options(Mark) if isinstance(one, Mark) and self.chance(0.7)]
        units = dict.fromkeys(unit for one in marks for unit in one.units)
        if units:
            yield Mark(units=tuple(units), replace=tuple(u for one in marks for u in one.replace))
        if self.chance(0.2):
            for base in self.one(self.bases()):
                yield Evacuate(base=base, to=tuple(self.some(self.bases(), 4)))

    def _in_advance(self) -> Iterator[Order]:
        """Another policy of answers now and then, or other hexes to be asked about [H8.9]."""
        if self.chance(0.1):
            yield Answers(clauses=tuple(self._clause() for _ in range(self.rng.randint(0, 4))))
        if self.chance(0.2):
            own = (self.game.bases[base].hex for base in self.bases())
            bases = [hex_ for hex_ in own if hex_ in CHARTS.hexes]
            yield Asked(hexes=tuple(dict.fromkeys(self.some(bases, 4) if self.chance(0.8) else ())))

    def _clause(self) -> Clause:
        hexes = [hex_ for hex_ in CHARTS.hexes if self.chance(0.3)]
        classes = [one.id for one in CHARTS.answers.classes if self.chance(0.5)]
        area = answered_hexes(self.game, CHARTS)
        return Clause(
            hexes=tuple(hex_ for hex_ in hexes if hex_ in area)[:8],
            classes=tuple(classes),
            most=self.rng.randint(0, 8),
            keep=self.rng.randint(0, 2),
            within=self.rng.randint(0, 5),
            bases=tuple(self.some(self.bases(), 3)) if self.chance(0.2) else (),
            marked=self.chance(0.3),
            evade=self.rng.choice(("none", "bombers", "all")),
            evade_most=self.rng.randint(0, 16),
            go_for=self.rng.choice(("bombers", "escorts")),
            disengage_at=self.rng.choice(("never", "half", "any")),
        )

    # --- 4.4 ---

    def _replies(self) -> Iterator[Order]:
        for raid in unanswered(self.game):
            ready = [p for p in self.ready() if CHARTS.air[p.id].model.is_fighter]
            near = [p for p in ready if self.reaches(p, raid.hex)]
            up = self.some(near, 4) if self.chance(0.8) else []
            down = [p for p in self.planes() if place_of(self.game, p.base) == raid.hex]
            away = [p for p in self.some(down, 3) if p not in up] if self.chance(0.5) else []
            yield from self._reply(raid, up, away)
        yield from self._blind()

    def _reply(self, raid: AirRaid, up: list[Plane], away: list[Plane]) -> Iterator[Order]:
        doctrine = self.rng.choice(("never", "half", "any"))
        for fighters, others in ((up, away), (up[:1], away[:1]), ([], [])):
            yield Reply(
                mission=raid.id,
                interceptors=FrozenMap({p.id: p.base for p in fighters}),
                evaders=FrozenMap({p.id: p.base for p in others}),
                go_for=self.rng.choice(("bombers", "escorts")),
                disengage_at=doctrine,
                ace=next((p.id for p in fighters if p.ace), ""),
            )

    def _blind(self) -> Iterator[Order]:
        if self.chance(0.3):
            yield from self._missions(1)
        if self.chance(0.2):
            yield self._pass()

    def _opportunity(self) -> Iterator[Order]:
        if self.chance(0.25):
            yield self._pass()
            return
        yield from self._missions(self.rng.randint(1, 3))
        if self._may_end() and self.chance(0.7):
            yield Pass(rest=True, ashore=True)
        elif self.chance(0.2):
            yield self._pass()

    def _may_end(self) -> bool:
        """Whether operations may end with this file, which then holds orders ashore [H8.10]."""
        return any(step.startswith("4.5") for step in self.steps)

    def _pass(self) -> Pass:
        """One pass, two, or now and then all that are left of the phase [H8.3]."""
        if self.chance(0.1):
            return Pass(rest=True)
        return Pass(times=self.rng.choice((1, 2)))

    def _missions(self, most: int) -> Iterator[Order]:
        for _ in range(most):
            if self.chance(0.3):
                yield from self._voyage()
            else:
                yield from self._raid()

    def _raid(self) -> Iterator[Order]:
        named = {
            u for o in self.chosen if isinstance(o, AirMission)
            for u in (*o.escorts, *o.strikers, *o.transports)
        }  # fmt: skip
        named |= {u for o in self.chosen if isinstance(o, Reply) for u in o.interceptors}
        ready = [p for p in self.ready() if p.id not in named]
        hexes = [
            hex_
            for hex_ in CHARTS.hexes
            if strike_targets(self.game, self.side, hex_, CHARTS)
            and any(self.reaches(plane, hex_) for plane in ready)
        ]
        for hex_ in self.some(hexes, 3):
            near = [p for p in ready if self.reaches(p, hex_)]
            bases = self.some(sorted({p.base for p in near}), 3)
            near = [p for p in near if p.base in bases]
            yield from self._strike(hex_, near)
            yield from self._sweep(hex_, near)
        yield from self._airdrop(ready)

    def _strike(self, hex_: str, near: list[Plane]) -> Iterator[Order]:
        targets = strike_targets(self.game, self.side, hex_, CHARTS)
        bases = [target for target in targets if target.startswith("base:")]
        for target in self.one(bases if bases and self.chance(0.5) else targets):
            kind = target.partition(":")[0]
            modes = [mode for mode in CHARTS.modes if getattr(mode, kind) is not None]
            for mode in self.some(modes, 4):
                able = [p for p in near if may_attack_so(CHARTS.air[p.id].model, mode)]
                strikers = self.some(able, 6)
                left = [p for p in near if p not in strikers]
                fighters = [p for p in left if CHARTS.air[p.id].model.is_fighter]
                if strikers:
                    yield self._mission(
                        "strike", hex_, mode.band, self.some(fighters, 4),
                        strikers=tuple(p.id for p in strikers), mode=mode.mode, target=target,
                    )  # fmt: skip

    def _sweep(self, hex_: str, near: list[Plane]) -> Iterator[Order]:
        fighters = [p for p in near if CHARTS.air[p.id].model.is_fighter]
        if fighters:
            yield self._mission("sweep", hex_, self.rng.choice(BANDS), self.some(fighters, 4))

    def _airdrop(self, ready: list[Plane]) -> Iterator[Order]:
        for plane in self.one([p for p in ready if CHARTS.air[p.id].model.is_transport]):
            for hex_ in self.some(sorted(CHARTS.hexes), 6):
                cargo = self.rng.choice((CHARTS.marching.parachutist, "supply"))
                load = FrozenMap({plane.id: cargo})
                yield self._mission("airdrop", hex_, "low", transports=(plane.id,), cargo=load)

    def _mission(
        self, kind: Any, hex_: str, band: Any, escorts: Sequence[Plane] = (), **more: Any
    ) -> AirMission:
        covered = self.chance(0.3) and "strikers" in more
        fighters = tuple(p.id for p in escorts)
        units = (*fighters, *more.get("strikers", ()), *more.get("transports", ()))
        return AirMission(
            kind=kind, hex=hex_, band=band, escorts=fighters, top_cover=covered,
            abort_at=self.rng.choice(("never", "half", "any")), returns=self._returns(units, hex_),
            ace=next((p.id for p in escorts if p.ace), ""), **more,
        )  # fmt: skip

    def _returns(self, units: Sequence[str], hex_: str) -> FrozenMap[str]:
        """Now and then one or two bases for all who may land there, full or not [H9.11.1]."""
        goals = self.some(self.bases(), 2) if self.chance(0.3) else []
        legal = {unit: havens(self.game, unit, hex_, CHARTS) for unit in units if goals}
        return FrozenMap({u: base for u in legal for base in goals if base in legal[u]})

    def _voyage(self) -> Iterator[Order]:
        ships = [s for s in self.ships() if s.moved < self.game.now]
        for place in self.one(sorted({s.at for s in ships})):
            group = self.some([s for s in ships if s.at == place], 4)
            path = self._way(place, group_speed(group, CHARTS))
            ids = tuple(sorted(s.id for s in group))
            ashore = [u.id for u in self.game.troops_at(place, self.side)]
            for purpose in self.some(("transit", "transport", "sortie", "bombard"), 4):
                load = {}
                if purpose == "transport":
                    cargo = self.some((*ashore, "supply"), 2)
                    load = {id_: tuple(cargo) for id_ in self.one(ids)}
                targets = [f"base:{b.id}" for b in self.game.bases_at(path[-1])] + ["ground"]
                yield NavalMission(
                    ships=ids, path=path, purpose=purpose, load=FrozenMap(load),
                    break_off=self.rng.choice(("half", "round1", "never")),
                    target=self.rng.choice(targets) if purpose == "bombard" else "",
                )  # fmt: skip
        for foe in self.one([s for s in self.game.ships.values() if s.side != self.side and s.at]):
            yield NavalMission(
                ships=(CHARTS.submarine.unit,), path=(foe.at,), purpose="sortie", target=foe.id
            )

    def _way(self, place: str, speed: int) -> tuple[str, ...]:
        """A random walk over open sides, as long as the Speed lasts."""
        path, left = [place], speed
        for _ in range(self.rng.randint(1, 6)):
            ways = [(to, cost) for to, cost in sea_ways(CHARTS, path[-1]) if cost <= left]
            for to, cost in self.one([way for way in ways if way[0] not in path]):
                path.append(to)
                left -= cost
        return tuple(path)

    # --- 4.5 ---

    def _ground(self) -> Iterator[Order | Group]:
        mine = [t for t in self.game.troops.values() if t.side == self.side and t.steps]
        for hex_ in self.some(sorted({t.at for t in mine} & set(CHARTS.hexes)), 8):
            here = [t.id for t in mine if t.at == hex_]
            group = tuple(sorted(self.some([u for u in here if not CHARTS.ground[u].red], 4)))
            ways = land_neighbours(CHARTS, hex_)
            foes = [to for to in ways if any(self.game.troops_at(to, other(self.side)))]
            for to in (*self.one(foes), *self.one(ways)):
                yield March(units=group, to=to)
                yield March(units=group, to=to), Attack(hex=to, losses=self._losses())
            yield Attack(hex=hex_, units=group, losses=self._losses())
        yield from self._landings()

    def _losses(self) -> Literal["highest", "lowest"]:
        return "highest" if self.chance(0.5) else "lowest"

    def _landings(self) -> Iterator[Order | Group]:
        for ship in self.ships():
            units = tuple(item for item in ship.cargo if item != "supply")
            supply = len(ship.cargo) - len(units)
            if ship.cargo and ship.at in CHARTS.hexes:
                yield Land(ship=ship.id, units=units, supply=supply)
                yield Land(ship=ship.id, units=units), Attack(hex=ship.at)
                yield Land(ship=ship.id, units=units)
                yield Land(ship=ship.id, supply=supply)

    # --- what there is ---

    def planes(self) -> list[Plane]:
        """Own air units."""
        return list(self.own.planes.values())

    def ready(self) -> list[Plane]:
        """Own air units that look as if they could fly a mission."""
        return [
            p for p in self.planes() if p.half == "ready" and not p.disrupted and not p.staged
            and not p.used and not p.away and not p.due
        ]  # fmt: skip

    def reaches(self, plane: Plane, hex_: str) -> bool:
        """Whether a unit flies as far as a hex."""
        place, reach = place_of(self.game, plane.base), CHARTS.air[plane.id].model.range
        return bool(place) and air_distance(CHARTS, place, hex_) <= reach

    def bases(self) -> list[str]:
        """Own airbases that work."""
        return [
            b.id for b in self.game.bases.values() if b.owner == self.side and b.status == "working"
        ]

    def held(self) -> list[str]:
        """Hexes under own control."""
        return [hex_ for hex_, side in self.game.control.items() if side == self.side]

    def ships(self) -> list[Ship]:
        """Own ships in play."""
        return [s for s in self.game.ships.values() if s.side == self.side and s.at and s.steps]


BANDS = ("low", "medium", "high")

Some = tuple[tuple[type[Order], int], ...]
FIRST: Some = (
    (Redistribute, 3), (CommitTF36, 1), (PlaceRadar, 1),
    (PlaceAce, 1), (Build, 4), (GeneralRegroup, 1), (CountsAs, 1), (Evacuate, 1),
)  # fmt: skip
"""So many orders of a kind are tried at most before those that are made up."""
LAST: Some = (
    (CommitEleventh, 1), (Recon, 2), (Stage, 4), (Raid, 1), (March, 4), (Land, 2), (Attack, 2),
    (Fortify, 1), (ReconReturn, 4), (Withdraw, 6), (Dismantle, 1), (Arrive, 4),
)  # fmt: skip
"""So many behind them."""


player = partial(bychance.player, Turn, check, CHARTS)
"""A player by chance, by his seed."""
