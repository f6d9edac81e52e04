"""Months and seasons by their names, wherever a turn is told of [P0.1-P0.3]."""

import pytest

from pbem.engine.titles import turn_to_type
from pbem.systems.pto.book.dates import turn_of, turn_title
from pbem.systems.pto.rules.sequence import steps
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.steps import TITLES


@pytest.mark.parametrize(
    ("year", "month", "step", "title"),
    [
        (1942, 6, "", "June 1942"),
        (1942, 6, "P1", "June 1942"),
        (1942, 1, "S1.1", "Winter 1942"),
        (1942, 4, "S2.3", "Spring 1942"),
        (1943, 7, "S3.2", "Summer 1943"),
        (1944, 10, "S2.2", "Autumn 1944"),
        (1942, 1, "P0", "January 1942"),
        (1942, 1, "", "Winter and January 1942"),
        (1941, 12, "P6.4", "December 1941"),
    ],
)
def test_a_turn_has_the_name_of_its_month_or_season(
    year: int, month: int, step: str, title: str
) -> None:
    assert turn_title(turn_of(year, month), step) == title


def test_a_season_comes_before_its_first_month_under_a_name_of_its_own() -> None:
    turn = turn_of(1943, 4)
    names = [turn_title(turn, step.name) for step in steps(turn)]
    assert list(dict.fromkeys(names)) == ["Spring 1943", "April 1943"]
    assert names.count("Spring 1943") == sum(name.startswith("S") for name in TITLES)


def test_f_7_what_an_option_takes_is_a_name_and_never_a_number() -> None:
    assert turn_to_type(PTO, None, 18, "", None) == "June 1942"
    assert turn_to_type(PTO, None, 16, "S2.3", None) == "Spring 1942"
