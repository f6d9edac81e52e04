"""Times in the forms that a player may set; months are English, as all that the program says."""

from datetime import datetime


def in_form(when: str, form: str) -> str:
    """A time such as `2026-11-20 14:05` in numbers, in words, or short; in numbers for any other.

    `words` is `20 November 2026, 14:05`, `short` is `Nov 20, 14:05`.
    """
    if form not in ("words", "short"):
        return when
    time = datetime.strptime(when, "%Y-%m-%d %H:%M")
    month = MONTHS[time.month - 1]
    day = f"{time.day} {month} {time.year}" if form == "words" else f"{month[:3]} {time.day}"
    return f"{day}, {time:%H:%M}"


def day_in_words(day: str) -> str:
    """`20 December 2026` for `2026-12-20`."""
    year, month, number = day.split("-")
    return f"{int(number)} {MONTHS[int(month) - 1]} {year}"


MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
