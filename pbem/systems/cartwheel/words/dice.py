"""Dice in reports, with the arithmetic that makes a total of them."""

from collections.abc import Mapping, Sequence

from pbem.counting import count
from pbem.dice import Roll
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.table.events_air import Harm, Score

MOST_DICE = 10
"""So many of the dice that wait for hidden units are printed; `pbem dice` has all."""


def sum_of(score: Score) -> str:
    """The die and all that is added to it: `6 + 4 AF - 4 DF + 1 torpedoes = 7`."""
    terms = "".join(f" {signed(n)} {word}" for word, n in score.terms.items())
    return f"{score.die}{terms} = {score.total}" if terms else str(score.die)


def signed(drm: int) -> str:
    """`+ 2`, `- 1`, `+ 0`."""
    return f"{'-' if drm < 0 else '+'} {abs(drm)}"


def modified(roll: Roll, drm: int) -> str:
    """A die with what is added to it: `6 - 1 = 5`."""
    return f"{roll.dice[0]} {signed(drm)} = {roll.dice[0] + drm}"


def rolled(score: Score, result: str) -> Line:
    """A roll's label, its sum, and what came of it."""
    return Line(text=f"{score.roll.label}: {sum_of(score)}: {result}", kind="roll")


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
