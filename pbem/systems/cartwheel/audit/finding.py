"""What one check of the audit says (E.7)."""

from pbem.frozen import Value
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.words.names import base_name

STATEMENTS = {
    "replaced": "replacement steps",
    "eleventh": "units of the 11th that flew",
    "no-landing": "units without a base to land at",
}
"""What people call statements that are about no unit, base or mission (E.6)."""


class Finding(Value, kw_only=False):
    """A hidden thing against the rules: number of the check, rule, unit or place, words.

    `gains` says whether it was to its author's gain.
    """

    check: int
    rule: str
    subject: str
    what: str
    gains: bool = True

    def name(self, charts: Charts) -> str:
        """What people call the subject; empty where its id is its name, as a unit's is."""
        if self.subject in STATEMENTS:
            return STATEMENTS[self.subject]
        name = base_name(self.subject, charts)
        return name if name != self.subject else ""
