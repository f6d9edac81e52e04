"""What kind of unit an id means: the aircraft, the ships, the division [2.2, H4]."""

import re
from collections.abc import Mapping

from pbem.counting import nth
from pbem.frozen import remembered
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.units import Model

SHIPS: Mapping[str, str] = {
    "CLT": "troop cruisers", "LST": "landing ships", "T2": "barges",
    "SS": "submarine",
}  # fmt: skip
"""Types of ships whose ids do not say what they are [2.2.4a~, 2.2.4c~, 2.2.5~]."""
FORMATIONS: Mapping[str, str] = {
    "ARM": "tanks", "CAV": "cavalry", "PIR": "parachutists", "RCT": "regimental combat team",
    "RDR": "Marine Raiders", "SNLF": "naval landing force",
}  # fmt: skip
"""What stands before the hyphen in the ids of ground units of no division [2.2.5~]."""
DIVISIONS: Mapping[str, str] = {
    "": "Division", "D": "Division", "M": "Marine Division", "B": "Brigade",
}  # fmt: skip
"""What stands behind the number of a division, or of a brigade, in the ids of its units."""

_NUMBERED = re.compile(r"(\d+)([DMB]?)")


@remembered(4)
def described(charts: Charts) -> Mapping[str, str]:
    """What kind of unit each id means that does not say so itself."""
    found = {
        **{id_: _aircraft(unit.model) for id_, unit in charts.air.items()},
        **{id_: SHIPS.get(unit.type, "") for id_, unit in charts.naval.items()},
        **{id_: _formation(id_) for id_ in charts.ground},
    }
    return {id_: kind for id_, kind in found.items() if kind}


def _aircraft(model: Model) -> str:
    """The name of an aircraft, as far as the id of its units does not say it: `Zero` of `A6M`."""
    first, *rest = model.aircraft.split()
    said = first.replace("-", "").upper()
    if said == model.id or (rest and said.startswith(model.id)):
        return " ".join(rest)
    return model.aircraft


def _formation(unit: str) -> str:
    """The division that a unit is of, or what it is: `51st Division` of `51D-115`."""
    before = unit.partition("-")[0]
    if found := _NUMBERED.fullmatch(before):
        return f"{nth(int(found[1]))} {DIVISIONS[found[2]]}"
    return FORMATIONS.get(before, "")
