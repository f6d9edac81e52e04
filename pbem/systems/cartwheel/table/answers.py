"""Answers in advance [H8.9]: the policy that a side keeps secret, and what is sealed by it."""

from collections.abc import Mapping
from typing import Any, Literal

from pbem.decode import decode
from pbem.errors import Refused
from pbem.frozen import Value

RAID, POLICY = "raid/", "policy"
"""What the ids of answers begin with, and the id of the policy that they follow from."""


class Clause(Value):
    """A clause of a policy [H8.9.4]: which raids it holds for, and who goes up against them.

    `hexes` and `classes` are empty for all. At most `most` interceptors go; `keep` that could go
    stay at each base; `within` are hexes from base to target, `bases` those they come from, empty
    for all; with `marked` those with a Regroup mark too [AMB-32]. Of the units at bases in the hex
    at most `evade_most` evade, of the kinds of `evade`.
    """

    hexes: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    most: int = 0
    keep: int = 1
    within: int = 2
    bases: tuple[str, ...] = ()
    marked: bool = False
    evade: Literal["none", "bombers", "all"] = "none"
    evade_most: int = 0
    go_for: Literal["bombers", "escorts"] = "bombers"
    disengage_at: Literal["never", "half", "any"] = "half"


class Answer(Value):
    """An answer in advance [H8.9.3]: units with the bases from which they try to take off."""

    interceptors: tuple[tuple[str, str], ...]
    evaders: tuple[tuple[str, str], ...]
    go_for: Literal["bombers", "escorts"]
    disengage_at: Literal["never", "half", "any"]
    ace: str

    @property
    def named(self) -> tuple[str, ...]:
        """All units that it names, each once, by id."""
        return tuple(sorted({unit for unit, _ in (*self.interceptors, *self.evaders)}))


NOBODY = Answer(interceptors=(), evaders=(), go_for="bombers", disengage_at="half", ace="")
"""What counts for an answer that is not of its form [H8.9.10]."""


def read_raid_answer(table: Mapping[str, Any] | None) -> Answer | None:
    """An answer from its opened item; None if it is not of its form, also for an Ace of others."""
    try:
        answer = decode(Answer, table or {}, code="item", where=RAID)
    except Refused:
        return None
    up = {unit for unit, _ in answer.interceptors}
    return answer if answer.ace in {"", *up} else None
