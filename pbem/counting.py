"""Numbers with their nouns."""


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: `no areas`, `1 area`, `3 areas`; `2 passes` with that plural."""
    many = plural or f"{noun}s"
    return f"{number or 'no'} {noun if number == 1 else many}"
