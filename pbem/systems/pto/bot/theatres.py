"""Where the computer player lands troops in a month: where history landed them at that time."""

from itertools import takewhile

from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE

Opened = tuple[tuple[int, tuple[str, ...]], ...]
"""From which turn on which areas are open, each row in the place of the one before."""

FIRST_WAVE = ("BOR", "LUZ", "MAL", "MIN", "WKE")
INDIES = ("CLB", "JVA", "RAB", "SUM")
SECOND_WAVE = (*FIRST_WAVE, *INDIES, "BUR", "LEY")
PHILIPPINES = ("LEY", "LUZ", "MIN")
SOLOMONS = ("GUA", "LAE", "PTM", "RAB")

THEATRES: dict[str, Opened] = {
    JAPANESE: (
        (turn_of(1941, 12), FIRST_WAVE),
        (turn_of(1942, 1), SECOND_WAVE),
        (turn_of(1942, 3), (*SECOND_WAVE, "LAE")),
        (turn_of(1942, 5), (*SECOND_WAVE, "GUA", "LAE", "PTM")),
        (turn_of(1942, 6), (*SECOND_WAVE, "GUA", "KIS", "LAE", "MWY", "PTM")),
        (turn_of(1942, 7), SOLOMONS),
        (turn_of(1943, 7), ()),
        (turn_of(1944, 10), PHILIPPINES),
        (turn_of(1945, 1), ()),
    ),
    ALLIED: (
        (turn_of(1941, 12), ()),
        (turn_of(1942, 6), ("MWY",)),
        (turn_of(1942, 8), ("GUA",)),
        (turn_of(1942, 11), ("GUA", "PTM")),
        (turn_of(1943, 5), ("GUA", "KIS", "LAE", "PTM")),
        (turn_of(1943, 11), ("KWA", "LAE", "RAB")),
        (turn_of(1944, 4), ("KWA", "LAE", "SAI")),
        (turn_of(1944, 9), ("LEY", "PAL")),
        (turn_of(1944, 11), PHILIPPINES),
        (turn_of(1945, 2), (*PHILIPPINES, "IWO")),
        (turn_of(1945, 4), (*PHILIPPINES, "BOR", "OKI")),
    ),
}


def landing_areas(side: str, turn: int) -> tuple[str, ...]:
    """The areas in which a side lands troops in a month; nowhere before the war."""
    rows = takewhile(lambda row: row[0] <= turn, THEATRES[side])
    return next((areas for _, areas in reversed(tuple(rows))), ())
