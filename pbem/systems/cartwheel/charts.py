"""The charts of Operation Cartwheel as typed values; figures come from `rules/cartwheel/*.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.figures import (
    CarrierRules,
    Damage,
    Dice,
    Evacuation,
    Events,
    Initiative,
    Marching,
    Markers,
    Occupation,
    Operations,
    Points,
    Printed,
    Regroup,
    Repair,
    Run,
    Sailing,
    Supply,
    Tf36,
)
from pbem.systems.cartwheel.places import BaseChart, Basing, Box, Hex
from pbem.systems.cartwheel.tables import (
    AirCombat,
    Bombing,
    Flak,
    GroundCombat,
    Gunnery,
    Level,
    Mode,
    Raids,
    Scramble,
    Submarine,
    Table,
)
from pbem.systems.cartwheel.units import AirUnit, GroundUnit, Model, NavalUnit


@dataclass(frozen=True, slots=True, kw_only=True)
class Charts:
    """The whole rule book. Units, hexes, boxes, bases are by id; `closed` are hexsides [H2.6].

    `calendar` has names of turns by track, `main` or `early` [H1]; `control` is who holds a hex
    at the start of 17.4 [H2.11]; `levels` are by scenario's rule [H16.3]; `damage` by base type
    or `building` [H6.6].
    """

    calendar: FrozenMap[tuple[str, ...]]
    dice: Dice
    printed: Printed
    hexes: FrozenMap[Hex]
    landmasses: FrozenMap[str]
    closed: tuple[tuple[str, str], ...]
    boxes: FrozenMap[Box]
    control: FrozenMap[str]
    bases: FrozenMap[BaseChart]
    basing: Basing
    models: FrozenMap[Model]
    air: FrozenMap[AirUnit]
    naval: FrozenMap[NavalUnit]
    ground: FrozenMap[GroundUnit]
    markers: Markers
    events: Events
    tf36: Tf36
    damage: FrozenMap[Damage]
    repair: Repair
    evacuation: Evacuation
    initiative: Initiative
    missions: Run
    operations: Operations
    scramble: Scramble
    air_combat: AirCombat
    flak: Flak
    modes: tuple[Mode, ...]
    bombing: Bombing
    carriers: CarrierRules
    sailing: Sailing
    gunnery: Gunnery
    submarine: Submarine
    marching: Marching
    ground_combat: GroundCombat
    raids: Raids
    supply: Supply
    regroup: Regroup
    points: Points
    occupation: FrozenMap[Occupation]
    levels: FrozenMap[Table[Level]]

    def mode(self, name: str, band: int) -> Mode | None:
        """The row of an attack mode in a band [H9.10.1]; None if it is not flown there."""
        return next((m for m in self.modes if (m.mode, m.band) == (name, band)), None)

    def base_aa(self, base: str, *, disrupted: bool, building: bool = False) -> int:
        """AA of a base [6.6.1~]: 0 for none, which is that of one under construction."""
        if building or not self.bases[base].aa:
            return 0
        return self.basing.disrupted_aa if disrupted else self.bases[base].aa

    def may_use(self, unit: str, base: str) -> bool:
        """Whether an air unit's nation and type may base there at all [6.2.2~, 6.3.5~].

        Owner, damage and capacity are not looked at; nor are ports and carriers.
        """
        one, chart = self.air[unit], self.bases[base]
        if chart.is_off_board:
            nations = self.basing.nations.get(base, ())
            return one.side == chart.side and (not nations or one.nation in nations)
        return not one.model.is_heavy or base in self.basing.heavy

    def stacking(self, hex_: str) -> int:
        """Steps of a side that may be in a hex by land [H2.5, H11.3]."""
        if any(base.type == "major" and base.hex == hex_ for base in self.bases.values()):
            return self.marching.major_stacking
        return self.hexes[hex_].terrain.stacking

    def bases_in(self, place: str) -> tuple[BaseChart, ...]:
        """Fixed or off-board bases of a hex or box, by id [H3]."""
        return tuple(base for base in self.bases.values() if base.hex == place)

    def turn_name(self, track: str, turn: int) -> str:
        """The name of a turn on a track [H1], such as `Jul I`."""
        return self.calendar[track][turn - 1]

    def regroup_marker(self, turn: int) -> int:
        """The turn of the waiting marker after a first general regroup [7.1b, H7.1].

        It is the second turn of the next month; 0 where the track has none: then there is no
        second general regroup [7.1c].
        """
        raise NotImplementedError

    def level(self, scenario: str, margin: int) -> Level:
        """The level of victory by the Allied margin in half points [H16.3]."""
        return self.levels[scenario].at(margin)


def read_charts(tables: Mapping[str, Mapping[str, Any]]) -> Charts:
    """The charts from a rule book's tables; raises `Refused` with every figure that is wrong."""
    raise NotImplementedError
