"""Games go as they once went, file by file: see `tests.recording`."""

import pytest

from pbem.game.forms import LONGEST
from tests.recording import GAMES, counted, counts, forms, lines, recorded


@pytest.mark.slow
@pytest.mark.parametrize("scenario", GAMES)
def test_a_game_goes_as_it_went(scenario: str) -> None:
    kept = recorded(scenario)
    assert kept
    for number, (now, then) in enumerate(zip(lines(scenario), kept, strict=True), start=1):
        assert now == then, f"{scenario}: file {number} of {len(kept)} differs"


@pytest.mark.slow
@pytest.mark.parametrize("scenario", GAMES)
def test_as_many_orders_are_legal_as_were(scenario: str) -> None:
    kept = counted(scenario)
    assert kept
    for now, then in zip(counts(scenario), kept, strict=True):
        assert now == then


@pytest.mark.parametrize("scenario", ["pto/leyte", "cartwheel/toenails", "midway/midway-0700"])
def test_a_form_that_is_long_has_an_example_all_the_same(scenario: str) -> None:
    long = [form for form in forms(scenario) if form.count("\n") > LONGEST * 0.8]
    assert long
    assert [form for form in long if "[[order]]" not in form] == []


@pytest.mark.slow
@pytest.mark.parametrize("scenario", GAMES)
def test_no_short_form_is_longer_than_two_screens(scenario: str) -> None:
    lengths = [form.count("\n") for form in forms(scenario)]
    assert lengths
    assert max(lengths) <= LONGEST
