"""Result tables and the lists of modifiers beside them, as the charts print them."""

from typing import Literal

from pbem.engine.bookfiles import Row, Table
from pbem.frozen import FrozenMap, Value


class Loss(Row):
    """Steps lost, and whether what is left is disrupted."""

    steps: int = 0
    disrupted: bool = False


class Hits(Row, kw_only=True):
    """Hits scored on an airbase or port."""

    hits: int


class Modifier(Row, kw_only=True):
    """A DRM that depends on a number, such as a distance."""

    drm: int


class Missions(Row, kw_only=True):
    """A number of missions [H7.5]."""

    missions: int


EventName = Literal[
    "storm", "submarine", "volcano", "convoy", "japanese-ace", "allied-ace", "quiet",
    "coastwatchers", "radar", "magic",
]  # fmt: skip


class EventRow(Row, kw_only=True):
    """A row of the Random Events table [H5.1]."""

    event: EventName
    title: str


class Eruption(Row):
    """What the volcano does to Rabaul [H5.1]."""

    disrupted: bool = False


class Battle(Row, kw_only=True):
    """Steps lost by attacker and defender; with `retreat` surviving defenders go [H11.4.1]."""

    attacker: int
    defender: int
    retreat: bool = False


class RaidRow(Row):
    """A commando raid's result [H11.7]: `failed`, or hits and ground strikes on the base."""

    failed: bool = False
    hits: int = 0
    strikes: int = 0


class Level(Row, kw_only=True):
    """A level of victory [H16.3] by margin in VP; `winner` is a side or empty."""

    level: str
    winner: Literal["", "allied", "japanese"] = ""


# --- air -----------------------------------------------------------------------------------------

BandName = Literal["low", "medium", "high"]
BANDS: tuple[BandName, ...] = ("low", "medium", "high")
"""Bands by name; the first is band 1 [H9.1.4]."""


class Scramble(Value):
    """DRMs of 9.4 and 9.5 [H9.4.3], and the margins that give height [H9.4.4].

    An interceptor is one band above the raid from margin `above` on, level with it from `level`
    on, else one below.
    """

    distance: Table[Modifier]
    base_disrupted: int
    base_unsupplied: int
    recon: int
    marked: int
    unit_disrupted: int
    low: int
    radar: int
    coastwatch: int
    storm: int
    above: int
    level: int


class AirCombat(Value):
    """Aerial combat: results [H9.7.5], AMC modifiers [H9.7.6], the break [H9.7.3].

    `faster` counts from a lead of `lead` in SR on, `slower` from as much behind. An interceptor
    is through with a break total of `through` or more.
    """

    results: Table[Loss]
    lead: int
    faster: int
    slower: int
    higher: int
    firer_ace: int
    target_ace: int
    easy_target: int
    beaufighter: int
    through: int
    break_higher: int
    rounds: int


class Flak(Value):
    """Anti-aircraft fire [H9.9]: results, DRM by band and by DF, AA where no counter prints it.

    `escort` for each other undisrupted combat unit in the hex, at most `escorts`; `unsupplied` is
    a DRM on a base's AA, which stays at least `least`.
    """

    results: Table[Loss]
    bands: FrozenMap[int]
    df: Table[Modifier]
    ground: int
    port: int
    escort: int
    escorts: int
    unsupplied: int
    least: int

    def band(self, band: int) -> int:
        """The DRM for a raid in that band, 1 to 3 [H9.9.2]."""
        return self.bands[BANDS[band - 1]]


class Mode(Value):
    """A way to attack [H9.10.1] in one band: who may, and the DRM against each kind of target.

    A DRM of None: that kind of target cannot be attacked so. `hits` is false where a base suffers
    no hits and `strikes` count for the attack, not for each hit; `strike_drm` is on the ground
    strike's effect.
    """

    mode: str
    band: BandName
    types: tuple[str, ...]
    base: int | None = None
    port: int | None = None
    naval: int | None = None
    ground: int | None = None
    hits: bool = True
    strikes: int = 1
    strike_drm: int = 0

    @property
    def height(self) -> int:
        """The number of its band, 1 to 3."""
        return BANDS.index(self.band) + 1


class Bombing(Value):
    """Bombing: results on bases and ports, ships and ground units [H9.10.4], ground strikes
    [H9.10.5] and modifiers [H9.10.3], among them those by the DF of ships and the CF of victims.
    `closed` hits close a port [H9.10.7].
    """

    base: Table[Hits]
    naval: Table[Loss]
    ground: Table[Loss]
    strike: Table[Loss]
    naval_df: Table[Modifier]
    ground_cf: Table[Modifier]
    striker_disrupted: int
    storm: int
    naval_disrupted: int
    fortification: int
    closed: int


# --- sea and land --------------------------------------------------------------------------------


class Gunnery(Value):
    """Naval gunnery: results [H10.4.1], modifiers [H10.4.2], rounds [H10.4].

    `torpedo_types` fire torpedoes in round 1 before turn `late_turn`; from then on Allied firers
    have radar. `bombard` is the DRM of a bombardment [H10.7], `bombard_types` who may.
    """

    results: Table[Loss]
    rounds: int
    late_turn: int
    torpedoes: int
    torpedo_types: tuple[str, ...]
    radar: int
    disrupted: int
    carrier: int
    bombard: int
    bombard_types: tuple[str, ...]


class Submarine(Value):
    """SS1 [H10.6]: its column limit, and its escorts' die and types."""

    unit: str
    column: int
    escort_types: tuple[str, ...]
    sunk: int


class Odds(Value):
    """A column of the ground combat table: attack to defence, and its results [H11.4.1]."""

    attack: int
    defence: int
    results: Table[Battle]

    def __str__(self) -> str:
        return f"{self.attack}:{self.defence}"


class GroundCombat(Value):
    """Ground combat: columns from the worst odds up [H11.4.1] and modifiers [H11.4.2].

    `ships` by naval type. `armour_terrain` are terrain codes.
    """

    columns: tuple[Odds, ...]
    fortification: int
    landed: int
    dropped: int
    ships: FrozenMap[int]
    struck: int
    armour: int
    armour_terrain: tuple[str, ...]
    two_nations: int
    unsupplied: int

    def column(self, attack: int, defence: int) -> Odds | None:
        """The column of these combat factors, rounded down; None below the first [H11.4]."""
        fits = (c for c in reversed(self.columns) if attack * c.defence >= defence * c.attack)
        return next(fits, None)


class Raids(Value):
    """Commando raids by side [H11.7]; `reach` in hexes from the side's ground units."""

    results: FrozenMap[Table[RaidRow]]
    reach: FrozenMap[int]
