"""Numbers with their nouns, rows of numbers, and words that begin a sentence."""

from collections.abc import Iterable, Sequence


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: `no areas`, `1 area`, `3 areas`; `2 passes` with that plural."""
    many = plural or f"{noun}s"
    return f"{number or 'no'} {noun if number == 1 else many}"


def capital(words: str) -> str:
    """Words as a sentence begins with them: `the 11th` is `The 11th`."""
    return words[:1].upper() + words[1:]


def spans(numbers: Iterable[int]) -> str:
    """Rising numbers as one says them: `3`, `3 and 4`, `3, 5 to 9 and 12`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    said: list[str] = []
    for run in runs:
        said += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return listed(said)


def listed(words: Sequence[str]) -> str:
    """Words as one says them in a row: `a`, `a and b`, `a, b and c`."""
    return " and ".join((", ".join(words[:-1]), words[-1]) if words[1:] else words)


def nth(number: int) -> str:
    """`1st`, `2nd`, `11th`: a number as it counts things off."""
    is_teen = number % 100 in (11, 12, 13)
    ending = "th" if is_teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
