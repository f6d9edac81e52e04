"""The calendar [P0.1-P0.4]: a game turn is a month; the season comes before its first month.

Turns are numbered through the war: 1 is January 1941, 12 is December 1941, 13 January 1942.
"""

from typing import Literal

Season = Literal["winter", "spring", "summer", "autumn"]
SEASONS: tuple[Season, ...] = ("winter", "spring", "summer", "autumn")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""Months as charts name them."""
MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
SEASONAL = "S"
"""What the names of the steps of a season begin with [P0.7]."""
FIRST_YEAR = 1941


def turn_of(year: int, month: int) -> int:
    """The turn of a month; `month` from 1."""
    return (year - FIRST_YEAR) * len(MONTHS) + month


def year_of(turn: int) -> int:
    """The year that a turn lies in."""
    return FIRST_YEAR + (turn - 1) // len(MONTHS)


def month_of(turn: int) -> int:
    """The month of a turn, from 1."""
    return (turn - 1) % len(MONTHS) + 1


def season_of(turn: int) -> Season:
    """The season that a turn belongs to [P0.3]."""
    return SEASONS[(month_of(turn) - 1) // 3]


def opens_season(turn: int) -> bool:
    """Whether a seasonal turn comes right before this month [P0.2, P0.3]."""
    return month_of(turn) % 3 == 1


def season_key(turn: int) -> str:
    """A season with its year, as boxes of the turn track and bids are named: `1942-winter`."""
    return f"{year_of(turn)}-{season_of(turn)}"


def season_number(key: str) -> int:
    """Seasons counted in the order of time: that of `1943-summer` follows `1943-spring` [P0.4]."""
    year, _, name = key.partition("-")
    return int(year) * len(SEASONS) + [str(season) for season in SEASONS].index(name)


def next_season(key: str, seasons: int = 1) -> str:
    """The box that lies `seasons` after the box `key` on the turn track [PH12.3]."""
    number = season_number(key) + seasons
    return f"{number // len(SEASONS)}-{SEASONS[number % len(SEASONS)]}"


def month_name(turn: int) -> str:
    """A turn as players call it: `December 1941`."""
    return f"{MONTH_NAMES[month_of(turn) - 1]} {year_of(turn)}"


def season_name(key: str) -> str:
    """A season as players call it: `Spring 1942`."""
    year, _, season = key.partition("-")
    return f"{season.capitalize()} {year}"


def turn_title(turn: int, step: str) -> str:
    """The month or season that a step lies in; a whole turn: `Winter and January 1942` [P0.2]."""
    if step.startswith(SEASONAL):
        return season_name(season_key(turn))
    if step or not opens_season(turn):
        return month_name(turn)
    return f"{season_of(turn).capitalize()} and {month_name(turn)}"
