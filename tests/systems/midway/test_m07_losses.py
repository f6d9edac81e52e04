"""Whose squadrons lose strength points first, and which seat leads [M5.6, M7.3, MH24]."""

import pytest

from pbem.systems.midway.rules.losses import by_aa_preference, leading_seat
from tests.systems.midway.tabletop import seated, table, weaken

WAVE = ("Akagi-TB", "Akagi-DB", "Soryu-TB")


@pytest.mark.parametrize(
    ("preference", "first"),
    [
        (("TB",), {"Akagi-TB", "Soryu-TB"}),
        (("DB",), {"Akagi-DB"}),
        (("even",), set(WAVE)),
        ((), set(WAVE)),
        (("Soryu-TB", "Akagi-TB"), {"Soryu-TB"}),
    ],
)
def test_m7_3_who_is_preferred(preference: tuple[str, ...], first: set[str]) -> None:
    squadrons, rank = table().squadrons, by_aa_preference(preference)
    best = min(rank(squadrons[id_]) for id_ in WAVE)
    assert {id_ for id_ in WAVE if rank(squadrons[id_]) == best} == first


def test_mh24_the_seat_with_most_strength_leads_then_the_first_of_the_genesis() -> None:
    game = seated(
        table(),
        cardiv_1="akagi kaga hiryu",
        cardiv_2="soryu",
        american="enterprise hornet yorktown",
    )
    wave = [game.squadrons[id_] for id_ in WAVE]
    assert leading_seat(game, wave) == "cardiv-1"
    assert leading_seat(game, wave[2:]) == "cardiv-2"
    even = weaken(game, **{"Akagi-TB": 3, "Soryu-TB": 3})
    assert (
        leading_seat(even, [even.squadrons["Soryu-TB"], even.squadrons["Akagi-TB"]]) == "cardiv-1"
    )
