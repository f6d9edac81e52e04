"""What rolls are called where no label is read [M0]."""

from collections.abc import Mapping

from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.words.names import carrier_name

ROLLS: Mapping[str, str] = {
    "search": "Search",
    "cap": "Dice of CAP",
    "escort": "Dice of the escorts",
    "bombers": "CAP at the bombers",
    "AA": "AA fire of",
    "DB": "Dive bombers at",
    "TB": "Torpedo bombers at",
    "repair": "Repair of",
}
"""What a roll is, by the word behind the rule in its label."""


def roll_title(label: str, charts: Charts) -> str:
    """`Dive bombers at Soryu, again` for `M7.4 DB soryu g1`."""
    _, what, *names = label.split()
    carriers = [carrier_name(name) for name in names if name in charts.carriers]
    # the number of a repair keeps two turns apart, and is no other throw of one [MH38]
    again = what != "repair" and any(name not in (*charts.carriers, "g0") for name in names)
    return " ".join((ROLLS.get(what, what), *carriers)) + (", again" if again else "")
