"""Single figures of the rules that stand in no table, by the part of the rules that uses them."""

from typing import Literal

from pbem.engine.bookfiles import Table
from pbem.frozen import FrozenMap, Value
from pbem.systems.cartwheel.book.tables import Eruption, EventRow, Missions


class Dice(Value):
    """Faces [2.4, H0.7], and those that succeed or fail whatever the DRM [H9.4.2 and others]."""

    sides: int
    pick: int
    succeeds: int
    fails: int


class Printed(Value):
    """Figures of the printed rules: recon [7.3.2~], initiative [7.4], general regroup [7.1a],
    the 11th Hikoshidan in half points [5.2b, 5.2e], passes that end a phase (AMB-11). `eleventh`
    is where the 11th is placed [5.2c], `unloaded` what a bomber's SR gains without bombs
    [2.2.2e~].
    """

    recon: int
    recon_regroup: int
    initiative: int
    regroups: int
    passes: int
    eleventh: tuple[str, ...]
    committed: int
    flown: int
    eliminated: int
    unloaded: int


class Markers(Value):
    """How many markers there are, by side [H4.5]."""

    ace: FrozenMap[int]
    radar: FrozenMap[int]
    fortification: FrozenMap[int]


class Events(Value):
    """The Random Events table [H5.1] and figures of its rows.

    `convoy` is added to the replacement pool; `coastwatch_column` the first column it holds in;
    `radar` are bases where the Japanese marker may lie; `volcano_base` what erupts.
    """

    table: Table[EventRow]
    volcano: Table[Eruption]
    volcano_base: str
    convoy: int
    storm_missions: int
    coastwatch_column: int
    radar: tuple[str, ...]


class Tf36(Value):
    """TF-36: its ships, what flies from each [H5.3.1], and its price in half points [H5.3.2].

    It enters from `box` [H5.3.3].
    """

    box: str
    ships: tuple[str, ...]
    aboard: FrozenMap[tuple[str, ...]]
    committed: int

    @property
    def planes(self) -> tuple[str, ...]:
        """All its aircraft, ship by ship."""
        return tuple(unit for units in self.aboard.values() for unit in units)


class Damage(Value):
    """Hits that disrupt a base and that destroy it [H6.6]."""

    disrupted: int
    destroyed: int


class Repair(Value):
    """Highest repair die that works, by side [H6.6.3]; `regroup` is the general regroup DRM."""

    destroyed: FrozenMap[int]
    disrupted: FrozenMap[int]
    regroup: int


class Evacuation(Value):
    """DRMs of the Airbase Evacuation table [H6.6.5]."""

    base_disrupted: int
    unit_disrupted: int
    flown: int
    parachute: int
    base_unsupplied: int
    unarmed: int


class Initiative(Value):
    """DRMs of the Initiative table [H7.4], and the limits of their sum.

    `rabaul` and `moresby` name the bases that the rows are about; `late` holds from `late_turn`.
    """

    rabaul: str
    moresby: str
    allied_recon: int
    japanese_recon: int
    eleventh: int
    tf36: int
    rabaul_damaged: int
    moresby_damaged: int
    regroup: int
    late: int
    late_turn: int
    lowest: int
    highest: int


class Run(Value):
    """The Initiative Player's Missions table [H7.5] and the least number of missions."""

    table: Table[Missions]
    least: int


class Operations(Value):
    """Limits of the air/naval phase: missions a turn [H8.2], air missions [H9.1, H9.3, H9.4, H9.6].

    `strikers`, `escorts`, `sweepers`, `transports`, `interceptors` are for one mission; `origins`
    its bases, `targets` its targets; `stage` multiplies the range of a stage move; `floatplanes`
    are the Rufes that a port holds [H3.1].
    """

    cap: int
    regroup_cap: int
    strikers: int
    escorts: int
    sweepers: int
    transports: int
    interceptors: int
    origins: int
    targets: int
    stage: int
    floatplanes: int


class RaidClass(Value):
    """A class of raids by what its order tells openly [H8.9.2]: kind, numbers from and to.

    `units` are strikers, the fighters of a sweep, or transports; `escorts` those of a strike.
    `most` are the interceptors that the default policy sends against it [H8.9.6].
    """

    id: str
    kind: Literal["strike", "sweep", "airdrop"]
    units: tuple[int, int]
    escorts: tuple[int, int]
    most: int


class Answers(Value):
    """Limits of answers in advance [H8.9.4, H8.9.7], and the default policy [H8.9.6].

    `asked` hexes, `clauses` and `characters` of a policy at most; `most_kept`, `furthest` and
    `most_gone` are the highest `keep`, `within` and `evade_most` of a clause.
    """

    asked: int
    clauses: int
    characters: int
    most_kept: int
    furthest: int
    most_gone: int
    keep: int
    within: int
    classes: tuple[RaidClass, ...]


class CarrierRules(Value):
    """What bases on carriers: models and nations by side; `home` is the box whose leaving costs
    `outside` half points for each of `costly` [H10.5, H10.5.1].
    """

    models: FrozenMap[tuple[str, ...]]
    nations: FrozenMap[tuple[str, ...]]
    costly: tuple[str, ...]
    home: str
    outside: int


class Sailing(Value):
    """Naval movement: group and hex limits [H10.1, H10.3], cost of leaving a box [H2.8].

    `supplies` is what a group may load, and what a port gives in a turn, `armour` the cargo an
    armoured unit's step takes [H10.3.1], `withdraw` multiplies Speed in 4.6 [H12.2]; `beach` are
    types that load at any own coast, `sheltered` those that never enter open sea. `disrupted`
    divides the Speed of disrupted units [H10.2].
    """

    group: int
    stacking: int
    box: int
    supplies: int
    armour: int
    withdraw: int
    disrupted: int
    beach: tuple[str, ...]
    sheltered: tuple[str, ...]


class Marching(Value):
    """Ground operations: initiative [H11.1], stacking at major bases [H11.3], parachutes [H11.6].

    `allied_first` is the lowest total with which the Allies act first, `holder` the DRM's size.
    `scattered` is the highest die that disrupts a drop, `no_drop` terrain codes where none is
    possible; `retreat_loss` the steps lost instead of a retreat [H11.4.3].
    """

    allied_first: int
    holder: int
    major_stacking: int
    parachutist: str
    scattered: int
    no_drop: tuple[str, ...]
    retreat_loss: int


class Supply(Value):
    """Supply [H13]: sources by side, boxes and bases; interdiction reach in hexes [H13.2.1].

    `attrition` is the lowest die that costs a step [H13.3], `dropped` the highest with which a
    dropped unit lands, `units` how many lie in a hex for a side [H13.4].
    """

    sources: FrozenMap[tuple[str, ...]]
    reach: int
    attrition: int
    dropped: int
    units: int


class Regroup(Value):
    """The Regroup phase [H14.1, H14.5]: highest die that succeeds, and pools in steps, by side.

    `home` is the Japanese threshold at `homes`; `eleventh` what a step of the 11th costs;
    `contested` the highest die for ground units with enemies in the hex [H14.1.1]. In a general
    regroup turn `general` are the thresholds and `general_pools` the pools.
    """

    thresholds: FrozenMap[int]
    homes: tuple[str, ...]
    home: int
    pools: FrozenMap[int]
    eleventh: int
    contested: int
    general: FrozenMap[int]
    general_pools: FrozenMap[int]


class Arrivals(Value):
    """Where reinforcements come in by side [H15.1, H15.2].

    `air` are bases to choose from where a schedule names none, `ground` the places instead of a
    hex that is not open, best first.
    """

    air: FrozenMap[tuple[str, ...]]
    ground: FrozenMap[tuple[str, ...]]


class Points(Value):
    """Victory points in half points [H16.1]; `naval` for a step by type; `destroyed` by base type.

    `rabaul_destroyed` and `rabaul_disrupted` are for the end [H16.2].
    """

    air_step: int
    replacement: int
    ground_step: int
    naval: FrozenMap[int]
    destroyed: FrozenMap[int]
    failed_raid: int
    rabaul_destroyed: int
    rabaul_disrupted: int
