"""Events: typed facts that a step of the rules reports."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.dice import Roll

ALL = "all"
"""The audience of an event that everybody may read; any other audience is one seat's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base of all events; subclasses hold ids, numbers and rolls only.

    `to` is `ALL` or the name of the one seat that may read it; it has no default, so that no
    event is public by oversight. `rule` is the id of the rule that the event reports.
    """

    rule: ClassVar[str] = ""
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """An event with its place in the sequence of play."""

    turn: int
    step: str
    event: Event


__all__ = ["ALL", "Event", "Happening", "Roll"]
