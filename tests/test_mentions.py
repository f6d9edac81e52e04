"""Names in texts: with the id at first mention, then alone."""

from pbem.engine.mentions import Speller, mention, mention_or_quote, spelled

NAMES = {
    "akagi": "Akagi",
    "jp-dd-1": "DD",
    "jp-dd-2": "DD",
    "MID": "Midway Sea",
    "raiders": "raiders",
}


def test_a_thing_has_its_id_beside_it_where_it_is_mentioned_first() -> None:
    text = f"{mention('akagi')} sails to {mention('MID')}", f"{mention('akagi')} is sunk"
    assert spelled(text, NAMES) == ("Akagi (akagi) sails to Midway Sea (MID)", "Akagi is sunk")


def test_a_name_that_several_bear_has_the_id_beside_it_every_time() -> None:
    spell = Speller(NAMES)
    words = f"{mention('jp-dd-1')} and {mention('jp-dd-2')}"
    assert (spell(words), spell(words)) == ("DD (jp-dd-1) and DD (jp-dd-2)",) * 2


def test_what_has_no_name_of_its_own_stands_by_its_id() -> None:
    assert spelled((mention("raiders"), mention("ghost")), NAMES) == ("raiders", "ghost")


def test_a_game_without_names_keeps_its_texts_as_they_are() -> None:
    assert spelled(("⟨a note⟩",), {}) == ("⟨a note⟩",)


def test_a_bracket_behind_a_thing_takes_its_id_in() -> None:
    spell = Speller(NAMES)
    words = f"{mention('akagi')} (damaged)"
    assert (spell(words), spell(words)) == ("Akagi (akagi, damaged)", "Akagi (damaged)")
    assert spell(f"{mention('raiders')} (searched)") == "raiders (searched)"


def test_a_name_that_somebody_typed_is_mentioned_if_it_is_anybodys_and_quoted_if_not() -> None:
    words = f"{mention_or_quote('akagi')} sails, {mention_or_quote('akagy')} does not"
    assert Speller(NAMES)(words) == "Akagi (akagi) sails, 'akagy' does not"
