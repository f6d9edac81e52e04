"""Counters and what is printed on them [2.2, H4]: models of aircraft, air, naval, ground units."""

from typing import Literal

from pbem.frozen import Value

Side = Literal["allied", "japanese"]
Nation = Literal["USA", "USN", "USMC", "AUS", "IJA", "IJN", "11H"]
AirType = Literal["F", "FB", "B", "D", "P", "S", "T", "C", "R"]
NavalType = Literal["BB", "CA", "CLT", "CV", "CVL", "T", "LST", "T2", "T4", "SS"]
GroundKind = Literal["infantry", "marine", "parachute", "armour", "garrison"]

BOMBERS = ("B", "D", "P", "S", "T")
CARRIERS = ("CV", "CVL")
TRANSPORTS = ("T", "LST", "T2", "T4")


class NationChart(Value):
    """A nationality and its side [2.2.1~]."""

    id: Nation
    name: str
    side: Side


class Factors(Value):
    """Attack, defence and bombing factor of one side of a counter [2.2.2a~-2.2.2c~].

    `bf` of a fighter that strafes is its strafing factor, 1 (AMB-7); 0 where none is printed.
    """

    af: int = 0
    df: int = 0
    bf: int = 0


class Model(Value, kw_only=True):
    """A model of aircraft [H4.1].

    `back` is None for units of one step. `red`: the AF is for defensive fire only [2.2.2a~].
    `strafe`: a fighter with an S [2.2.2f~]. `special` is a bomber's special attack, or empty.
    `range` is in hexes, any hex where `unlimited` [2.2.2d~]. `sr` is the rating with bombs; for
    recon the house value (AMB-20).
    """

    id: str
    aircraft: str
    type: AirType
    engines: Literal["", "single", "multi"] = ""
    front: Factors
    back: Factors | None = None
    red: bool = False
    strafe: bool = False
    special: Literal["", "P", "D", "S", "T"] = ""
    range: int = 0
    unlimited: bool = False
    sr: int = 0

    @property
    def steps(self) -> int:
        """Steps of a unit at full strength [2.2b, H0.5]."""
        return 2 if self.back else 1

    @property
    def is_fighter(self) -> bool:
        """F, and FB acting as F [3.0a]."""
        return self.type in ("F", "FB")

    @property
    def is_bomber(self) -> bool:
        """B, D, P, S, T, and FB acting as B [3.0a, 2.2.2i~]."""
        return self.type in BOMBERS or self.type == "FB"

    @property
    def is_recon(self) -> bool:
        """A reconnaissance unit [2.2.2k~]."""
        return self.type == "R"

    @property
    def is_transport(self) -> bool:
        """A C-47 [2.2.2j~]."""
        return self.type == "C"

    @property
    def is_combat(self) -> bool:
        """An aerial combat unit: neither C-47 nor recon [3.0a]."""
        return self.type not in ("C", "R")

    @property
    def is_heavy(self) -> bool:
        """A heavy bomber, type P [6.3.5~]."""
        return self.type == "P"

    @property
    def is_floatplane(self) -> bool:
        """The Rufe, which bases at ports [6.3.6~]."""
        return self.id == "RUF"

    @property
    def counts_as(self) -> Literal["F", "B"]:
        """How capacity and counts take it: FB as F, C-47 as B, recon as B (AMB-9, AMB-22)."""
        return "F" if self.is_fighter else "B"

    def factors(self, steps: int) -> Factors:
        """The factors of a unit with so many steps left: the front while it has all [2.2b]."""
        return self.back if self.back is not None and steps < self.steps else self.front


class AirUnit(Value):
    """An air unit [H4.2]: about 12 aircraft of one model."""

    id: str
    model: Model
    nation: Nation
    side: Side

    @property
    def is_eleventh(self) -> bool:
        """Of the 11th Hikoshidan [5.2]."""
        return self.nation == "11H"


class NavalFactors(Value):
    """One side of a naval counter [2.2.4b~]; `cargo` in units or steps, `air` in air units."""

    aa: int = 0
    af: int = 0
    df: int = 0
    cargo: int = 0
    air: int = 0


class NavalUnit(Value, kw_only=True):
    """A naval unit [H4.3]; `back` is None for a unit of one step, `speed` is in hexes."""

    id: str
    type: NavalType
    nation: Nation
    side: Side
    front: NavalFactors
    back: NavalFactors | None = None
    speed: int

    @property
    def steps(self) -> int:
        """Steps of a unit at full strength [2.2b, H0.5]."""
        return 2 if self.back else 1

    @property
    def is_combat(self) -> bool:
        """A naval combat unit: not a T [3.0d]."""
        return self.type not in TRANSPORTS

    @property
    def is_carrier(self) -> bool:
        """A CV or CVL, which is a base as well [H10.5]."""
        return self.type in CARRIERS

    def factors(self, steps: int) -> NavalFactors:
        """The factors of a unit with so many steps left: the front while it has all [2.2b]."""
        return self.back if self.back is not None and steps < self.steps else self.front


class GroundUnit(Value):
    """A ground unit [H4.4]: CF `front` and `back`, which is 0 for a unit of one step.

    `red`: it only defends, and does not move [2.2.3b~, H4.4].
    """

    id: str
    side: Side
    nation: Nation
    kind: GroundKind
    front: int
    back: int = 0
    red: bool = False

    @property
    def steps(self) -> int:
        """Steps of a unit at full strength [2.2b, H0.5]."""
        return 2 if self.back else 1

    @property
    def is_armour(self) -> bool:
        """Armoured; all others count as infantry [2.2.3a~]."""
        return self.kind == "armour"

    def cf(self, steps: int) -> int:
        """The combat factor with so many steps left [2.2b]."""
        return self.back if self.back and steps < self.steps else self.front
