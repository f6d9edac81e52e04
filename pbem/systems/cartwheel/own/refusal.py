"""Why something hidden may not be done, for the check before and for the audit after."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """The rule that forbids it, and why, in words that go on after the unit's name."""

    rule: str
    why: str
