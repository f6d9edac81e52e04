"""Dice as players write them: `2d6`, `d100`, `3x2d6`, `1d20+2d6-1` [T2]."""

import re
from collections.abc import Iterator, Sequence

from pbem.frozen import Value
from pbem.systems.table.charts import Limits

_TERM = r"(?:[0-9]{0,4}d(?:[0-9]{1,6}|%)|[0-9]{1,6})"
_FORMULA = re.compile(rf"(?:([0-9]{{1,3}})x)?({_TERM}(?:[+-]{_TERM}){{0,20}})", re.IGNORECASE)
_PART = re.compile(rf"([+-]?)({_TERM})", re.IGNORECASE)

PERCENT = 100
"""The sides of `d%`."""


class Group(Value):
    """Dice of one size in a formula; `sign` is 1 or -1."""

    sign: int
    count: int
    sides: int


class Formula(Value):
    """What is thrown: `groups` of dice and `plus`, all of it `times` times [T2]."""

    times: int
    groups: tuple[Group, ...]
    plus: int

    @property
    def dice(self) -> int:
        """All dice that are thrown."""
        return self.times * sum(group.count for group in self.groups)

    def sums(self, thrown: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """The sum of each repetition; `thrown` are the dice of each group, all times in a row."""
        return tuple(
            self.plus
            + sum(
                group.sign * sum(dice[group.count * time : group.count * (time + 1)])
                for group, dice in zip(self.groups, thrown, strict=True)
            )
            for time in range(self.times)
        )


def parse(text: str) -> Formula | None:
    """The formula that a text is, None if it is none or has no dice [T2]."""
    matched = _FORMULA.fullmatch(text)
    if matched is None:
        return None
    groups: list[Group] = []
    plus = 0
    for sign, term in _PART.findall(matched[2].lower()):
        factor = -1 if sign == "-" else 1
        count, d, sides = term.partition("d")
        if d:
            many = PERCENT if sides == "%" else int(sides)
            groups.append(Group(sign=factor, count=int(count or 1), sides=many))
        else:
            plus += factor * int(term)
    times = int(matched[1] or 1)
    return Formula(times=times, groups=tuple(groups), plus=plus) if groups else None


def excesses(formula: Formula, limits: Limits) -> Iterator[tuple[str, str]]:
    """In what a formula goes beyond the bounds, and what is allowed [T11]."""
    if not 1 <= formula.dice <= limits.dice_in_roll or any(not g.count for g in formula.groups):
        yield f"{formula.dice:,} dice in one roll", f"throw 1 to {limits.dice_in_roll} of each"
    wrong = [g.sides for g in formula.groups if not 2 <= g.sides <= limits.sides_of_die]
    if wrong:
        what = f"a die of {wrong[0]:,} side{'' if wrong[0] == 1 else 's'}"
        yield what, f"dice have 2 to {limits.sides_of_die:,} sides"
    if len(formula.groups) > limits.groups_in_roll:
        what = f"{len(formula.groups)} groups of dice in one roll"
        yield what, f"{limits.groups_in_roll} are allowed: make several rolls of it"
    if abs(formula.plus) > limits.added_to_roll:
        yield f"{formula.plus:+,} to a roll", f"{limits.added_to_roll:,} at most"
