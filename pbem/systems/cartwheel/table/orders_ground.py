"""Orders of the ground operations [4.5] (E.3)."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from pbem.engine.orders import WHOLE, Order, Shown

# --- 4.5 -----------------------------------------------------------------------------------------


class March(Order):
    """Ground units of one hex move to a neighbouring one [H11.2]."""

    type: ClassVar[str] = "march"
    rule: ClassVar[str] = "H11.2"
    public: ClassVar[Shown] = WHOLE
    units: tuple[str, ...]
    to: str


class Land(Order):
    """Ships land cargo in their hex: units, and so many supply units [H11.5]."""

    type: ClassVar[str] = "land"
    rule: ClassVar[str] = "H11.5"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {"supply": "supply units"}
    ship: str
    units: tuple[str, ...] = ()
    supply: int = 0


class Attack(Order):
    """Attack the enemies in a hex with units in it or entering it [H11.4].

    Units that march or land there in the same file attack without being named again.
    """

    type: ClassVar[str] = "attack"
    rule: ClassVar[str] = "H11.4"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "losses": "who loses first",
        "losses=highest": "the strongest",
        "losses=lowest": "the weakest",
    }
    hex: str
    units: tuple[str, ...] = ()
    losses: Literal["highest", "lowest"] = "highest"


class Raid(Order):
    """A commando raid on an airbase; a Japanese one names the ground unit [H11.7]."""

    type: ClassVar[str] = "raid"
    rule: ClassVar[str] = "H11.7"
    public: ClassVar[Shown] = WHOLE
    base: str
    unit: str = ""


class Fortify(Order):
    """Put a Fortification into a hex [H11.8]."""

    type: ClassVar[str] = "fortify"
    rule: ClassVar[str] = "H11.8"
    public: ClassVar[Shown] = WHOLE
    hex: str
