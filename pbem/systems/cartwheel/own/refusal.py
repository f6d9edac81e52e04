"""Why something hidden may not be done, for the check before and for the audit after."""

from pbem.frozen import Value


class Refusal(Value):
    """The rule that forbids it, and why, in words that go on after the unit's name."""

    rule: str
    why: str
