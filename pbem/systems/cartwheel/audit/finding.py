"""What one check of the audit says (E.7)."""

from pbem.frozen import Value


class Finding(Value, kw_only=False):
    """A hidden thing against the rules: number of the check, rule, unit or place, words.

    `gains` says whether it was to its author's gain.
    """

    check: int
    rule: str
    subject: str
    what: str
    gains: bool = True
