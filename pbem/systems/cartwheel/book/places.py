"""The map's places as the charts give them: terrain, hexes, boxes, airbases [H2, H3]."""

from typing import Literal

from pbem.frozen import FrozenMap, Value
from pbem.systems.cartwheel.book.units import Nation, Side

BaseType = Literal["off-board", "major", "minor", "mobile"]


class Terrain(Value):
    """A row of the terrain effects chart [H2.5].

    `stacking` is in steps a side; 0 where no ground unit can be. `tiring`: ground units that
    enter by land arrive disrupted. `attack` and `bombing` are DRMs against ground units there.
    """

    code: str
    title: str
    naval: bool
    ground: bool
    coastal: bool
    mountain: bool
    stacking: int
    tiring: bool
    mobile_base: bool
    attack: int
    bombing: int


class Place(Value, kw_only=True):
    """A named place of a hex and where it really lies, in degrees south and east [H2.10].

    `also` are other names of the same spot, with commas between them.
    """

    hex: str
    name: str
    also: str = ""
    south: float
    east: float


class Hex(Value):
    """A hex [H2.4]: `landmasses` are those it has a part of, `port` whether it has one [H2.10]."""

    id: str
    terrain: Terrain
    landmasses: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    port: bool = False

    @property
    def name(self) -> str:
        """The first place that is named in it; empty if there is none."""
        return self.places[0].name if self.places else ""


class Box(Value):
    """An off-board box [H2.8]; its one airbase has the same id.

    Air distance to a hex is `distance` more than that from the `anchor`. `ferry` are bases to
    which a stage move may go at any distance, and back; `entries` the naval entry hexes.
    """

    id: str
    name: str
    side: Side
    anchor: str
    distance: int
    ferry: tuple[str, ...]
    entries: tuple[str, ...]


class BaseRow(Value):
    """An airbase as the display chart prints it [H3].

    `side` is that of a box or mobile counter, empty where it is whose the hex is. `fighters`,
    `bombers`, `total` are capacities of minor and major bases, 0 for others [6.3.2, 6.3.3~].
    `undeveloped`: destroyed at the start where a scenario says nothing else.
    """

    name: str
    type: BaseType
    hex: str = ""
    side: Literal["", "allied", "japanese"] = ""
    fighters: int = 0
    bombers: int = 0
    total: int = 0
    undeveloped: bool = False


class BaseChart(BaseRow, kw_only=True):
    """An airbase of the rule book; `hex` is a hex, a box, or empty for a mobile base.

    `aa` is that of a base that works, undisrupted, 0 off board [6.6.1~].
    """

    id: str
    aa: int

    @property
    def is_fixed(self) -> bool:
        """Stands in a hex of the map for good [6.2.1~, 6.2.3~]."""
        return self.type in ("minor", "major")

    @property
    def is_off_board(self) -> bool:
        """In a box: holds any number, is never a target [6.3.3~, 6.6.1~]."""
        return self.type == "off-board"

    @property
    def is_mobile(self) -> bool:
        """A mobile airbase [6.2.4~]."""
        return self.type == "mobile"


class Basing(Value):
    """Who may base where, and mobile airbases: printed figures [6.2-6.3, 6.6.1~].

    `aa` by base type; `disrupted_aa` of any disrupted base. A mobile base holds `mobile_alike`
    units of one type or `mobile_any`; `mobile` counters by side. `nations` by box: which may base
    there, all of the side if it is not named. `heavy` are the only bases on the map for type P.
    """

    aa: FrozenMap[int]
    disrupted_aa: int
    mobile_alike: int
    mobile_any: int
    mobile: FrozenMap[int]
    nations: FrozenMap[tuple[Nation, ...]]
    heavy: tuple[str, ...]
