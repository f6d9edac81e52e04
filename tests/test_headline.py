"""What is told where a headline has no room for all: the lightest gives way first."""

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pbem.counting import capital
from pbem.engine.headline import LINES, Clause, clause, fitted, height, packed, within

SUNK = clause(0, 9, "the Allies lose Lexington, Enterprise, California and Arizona")
LONG = "who came where and did what there, at such length that it takes a line of its own"


def test_clauses_of_a_sentence_stand_in_the_order_given() -> None:
    clauses = (clause(1, 1, "next: Japan"), SUNK, clause(0, 2, "Wake falls"))
    assert fitted(clauses, {}) == (
        "The Allies lose Lexington, Enterprise, California and Arizona; Wake falls.",
        "Next: Japan.",
    )


def test_the_lightest_gives_way_first_and_of_those_that_weigh_the_same_the_last() -> None:
    many = tuple(clause(1, 3, f"{number}: {LONG}") for number in range(9))
    said = fitted((SUNK, *many, clause(2, 8, "points: 3 and 4")), {})
    assert height(said, {}) <= LINES
    assert said[0].startswith("The Allies lose Lexington")
    assert said[-1].endswith(" Points: 3 and 4.")
    assert said[1].startswith("0: who came")
    assert "8: who came" not in said[1]


def test_words_become_fewer_before_they_are_gone() -> None:
    brief = Clause(sentence=0, forms=((1, LONG * 5), (7, "ships fight")))
    others = tuple(clause(1, 5, f"{number}: {LONG}") for number in range(3))
    assert fitted((brief, *others), {})[0] == "Ships fight."
    assert fitted((brief,), {}) == ("Ships fight.",)


def test_mentions_take_as_much_room_as_their_names() -> None:
    names = {"x": "a ship with a very long name indeed" * 3}
    clauses = tuple(clause(number, number, f"⟨x⟩ sinks, {number}") for number in range(5))
    assert len(fitted(clauses, {})) == 5
    assert len(fitted(clauses, names)) < 5


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9), st.integers(1, 400)), max_size=20))
def test_no_headline_has_more_lines_than_fit(parts: list[tuple[int, int, int]]) -> None:
    clauses = [clause(sentence, weight, "word " * many) for sentence, weight, many in parts]
    assert height(fitted(clauses, {}), {}) <= LINES


def test_what_has_given_way_comes_back_where_it_fits_after_all() -> None:
    great, greater = clause(0, 4, "more " * 50), clause(0, 5, "most " * 50)
    said = fitted((great, greater, clause(1, 3, "Wake falls")), {})
    assert said == (f"{capital('most ' * 50)}.", "Wake falls.")


Drawn = list[tuple[int, list[tuple[int, int]]]]
DRAWN = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.lists(st.tuples(st.integers(0, 9), st.integers(1, 60)), min_size=1, max_size=3),
    ),
    max_size=20,
)
"""Clauses, each in a sentence, with the weights and the lengths of its forms."""


def drawn(parts: Drawn) -> list[Clause]:
    """Clauses of which each form says which it is: `<clause.form>`."""
    return [
        Clause(
            sentence=sentence,
            forms=tuple(
                (weight, f"<{place}.{level}> {'word ' * many}end")
                for level, (weight, many) in enumerate(forms)
            ),
        )
        for place, (sentence, forms) in enumerate(parts)
    ]


def told(said: tuple[str, ...]) -> dict[int, int]:
    """Which form each clause has that is told, in the order in which they are told."""
    found = re.findall(r"<(\d+)\.(\d+)>", " ".join(said))
    return {int(place): int(level) for place, level in found}


@given(DRAWN, st.integers(1, LINES))
def test_nothing_is_left_out_for_which_there_is_room(parts: Drawn, most: int) -> None:
    """No clause might be told in more words: beside what is told it would be a line too many."""
    clauses = drawn(parts)
    said = fitted(clauses, {}, most=most)
    forms = told(said)
    assert height(said, {}) <= most
    for place, one in enumerate(clauses):
        for fuller in range(forms.get(place, len(one.forms))):
            level = {**forms, place: fuller}
            words = [
                Clause(sentence=each.sentence, forms=each.forms[level[at] :][:1])
                for at, each in enumerate(clauses)
                if at in level
            ]
            assert len(told(fitted(words, {}, most=most))) < len(words)


@given(DRAWN)
def test_what_is_told_stands_in_the_order_of_its_sentences(parts: Drawn) -> None:
    places = list(told(fitted(drawn(parts), {})))
    assert places == sorted(places, key=lambda place: (parts[place][0], place))


def test_of_sentences_that_are_too_many_the_last_says_how_it_stands() -> None:
    said = within((*(f"{number}: {LONG}." for number in range(9)), "Points: 3 and 4."), {})
    assert height(said, {}) <= LINES
    assert said[0].startswith("0: who came")
    assert said[-1].endswith("Points: 3 and 4.")


def test_three_sentences_share_two_lines_where_no_two_of_them_would_save_one() -> None:
    said = [f"{'word ' * many}end." for many in (8, 9, 9)]
    assert [height((f"{one} {two}",), {}) for one, two in pairwise(said)] == [2, 2]
    assert packed(said, {}, 2) == (" ".join(said),)


def test_no_place_is_told_behind_things_whose_own_place_has_given_way() -> None:
    lost = Clause(sentence=0, forms=((5, f"Hornet is lost at {'far ' * 95}"), (9, "Hornet lost")))
    hurt = Clause(sentence=0, forms=((4, "Essex hurt at Truk"), (8, "Essex hurt")))
    placed = tuple(Clause(sentence=0, forms=one.forms, placed=1) for one in (lost, hurt))
    assert fitted((lost, hurt), {}) == ("Hornet lost; Essex hurt at Truk.",)
    assert fitted(placed, {}) == ("Hornet lost; Essex hurt.",)
    assert fitted(placed[1:], {}) == ("Essex hurt at Truk.",)
