"""Numbers with their nouns."""

import pytest

from pbem.counting import count


@pytest.mark.parametrize(
    ("number", "said"), [(0, "no areas"), (1, "1 area"), (2, "2 areas"), (-1, "-1 areas")]
)
def test_a_noun_agrees_with_its_number(number: int, said: str) -> None:
    assert count(number, "area") == said


def test_a_noun_may_have_a_plural_of_its_own() -> None:
    assert [count(n, "pass", "passes") for n in (0, 1, 2)] == ["no passes", "1 pass", "2 passes"]
