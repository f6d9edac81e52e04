"""Dice in reports, with the arithmetic that makes a total of them."""

import re
from collections.abc import Mapping, Sequence

from pbem.counting import count
from pbem.dice import Roll
from pbem.engine.bookfiles import Table
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import Hits, Loss
from pbem.systems.cartwheel.rules.casualties import harm_of
from pbem.systems.cartwheel.table.events_air import Harm, Score
from pbem.systems.cartwheel.words.names import base_name, place_name

MOST_DICE = 10
"""So many of the dice that wait for hidden units are printed; `pbem dice` has all."""


def terms_of(terms: Mapping[str, int]) -> str:
    """What is added to a die: ` - 2 landed + 2 best ship`."""
    return "".join(f" {signed(n)} {word}" for word, n in terms.items())


def sum_of(score: Score) -> str:
    """The die and all that is added to it: `6 + 4 AF - 4 DF + 1 torpedoes = 7`."""
    terms = terms_of(score.terms)
    return f"{score.die}{terms} = {score.total}" if terms else str(score.die)


def signed(drm: int) -> str:
    """`+ 2`, `- 1`, `+ 0`."""
    return f"{'-' if drm < 0 else '+'} {abs(drm)}"


def modified(roll: Roll, drm: int) -> str:
    """A die with what is added to it: `6 - 1 = 5`."""
    return f"{roll.dice[0]} {signed(drm)} = {roll.dice[0] + drm}"


def rolled(score: Score, result: str, needs: str = "") -> Line:
    """A roll's label, its sum, what it needed, and what came of it."""
    target = f", {needs}" if needs else ""
    return Line(text=f"{score.roll.label}: {sum_of(score)}{target}: {result}", kind="roll")


def to_harm(table: Table[Loss] | Table[Hits]) -> str:
    """The lowest total of a table that does any harm: `needs 7 or more`."""
    harmless = (
        row.high or 0
        for row in table.rows
        if not (row.hits if isinstance(row, Hits) else harm_of(row))
    )
    return f"needs {max(harmless) + 1} or more"


def by_position(dice: Sequence[int]) -> str:
    """Dice that wait for hidden units, by position: the first of them, or `none`."""
    shown = " ".join(map(str, dice[:MOST_DICE])) or "none"
    return f"{shown} …" if dice[MOST_DICE:] else shown


def harm_words(harm: Harm) -> str:
    """What fire does: `no effect`, `disrupted`, `1 step lost, then disrupted`."""
    parts = [f"{count(harm.steps, 'step')} lost"] if harm.steps else []
    parts += [f"{'then ' if parts else ''}disrupted"] if harm.disrupts else []
    return ", ".join(parts) or "no effect"


def listed(items: Mapping[str, str]) -> str:
    """`a to 1203; b to 1304`, with equal values together."""
    groups: dict[str, list[str]] = {}
    for id_, value in items.items():
        groups.setdefault(value, []).append(id_)
    return "; ".join(f"{', '.join(ids)} to {value}" for value, ids in groups.items())


_LABELS: Mapping[str, str] = {
    r"event": "Random event",
    r"event #2": "Random event, second die",
    r"recon (?P<unit>\S+)": "Recon by {unit}",
    r"initiative": "Initiative",
    r"missions": "Missions",
    r"ground initiative": "Who acts first on the ground",
    r"scramble (?P<mission>\S+) (?P<unit>\S+)": "{unit} scrambles against the raid",
    r"evade (?P<mission>\S+) (?P<unit>\S+)": "{unit} tries to evade the raid",
    r"break (?P<mission>\S+) r(?P<round>\d+) (?P<unit>\S+)": (
        "{unit} tries to get through, round {round}"
    ),
    r"fire (?P<mission>\S+) r(?P<round>\d+) (?P<unit>\S+)>(?P<at>\S+)": (
        "{unit} at {at}, round {round}"
    ),
    r"fire (?P<mission>\S+) r(?P<round>\d+) (?P<unit>\S+)": "{unit} fires, round {round}",
    r"aa (?P<mission>\S+) (?P<unit>\S+)": "AA fire at {unit}",
    r"bomb (?P<mission>\S+) (?P<unit>\S+)": "Bombs of {unit}",
    r"ground (?P<mission>\S+) (?P<base>\S+) #(?P<number>\d+)": "Ground strike {number} at {base}",
    r"pick (?P<mission>\S+) (?P<base>\S+) #(?P<number>\d+)": (
        "Who is hit by ground strike {number} at {base}"
    ),
    r"bombard (?P<mission>\S+) (?P<unit>\S+)": "{unit} bombards",
    r"submarine": "Submarine",
    r"escort": "Escorts at the submarine",
    r"drop (?P<mission>\S+)": "Parachute drop",
    r"supply (?P<mission>\S+) (?P<unit>\S+)": "Supply dropped by {unit}",
    r"attack (?P<hex>\S+)": "Attack on {hex}",
    r"raid J": "Japanese commando raid",
    r"raid A": "Allied commando raid",
    r"attrition (?P<unit>\S+)": "{unit} without supply",
    r"ground (?P<unit>\S+)": "{unit} regroups",
    r"regroup (?P<side>\S+) #(?P<number>\d+)": "Regrouping, die {number}",
    r"repair (?P<base>\S+)": "Repair of {base}",
    r"evacuate (?P<base>\S+) #(?P<number>\d+)": "Evacuation of {base}, die {number}",
}
"""What a roll is called, by the form of its label behind the rule."""


def roll_title(label: str, charts: Charts) -> str:
    """`Ground strike 2 at Lae` for `9.10 ground t1m1 LAE #2`."""
    words = label.partition(" ")[2]
    for form, title in _LABELS.items():
        found = re.fullmatch(form, words)
        if found is not None:
            names = found.groupdict()
            if "base" in names:
                names["base"] = base_name(names["base"], charts)
            if "hex" in names:
                names["hex"] = place_name(names["hex"], charts)
            return title.format(**names)
    return words
