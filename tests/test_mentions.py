"""Names in texts: with the id at first mention, then alone."""

from pbem.engine.mentions import (
    Speller,
    by_name,
    closed,
    mention,
    mention_or_quote,
    quoted,
    spelled,
)
from pbem.engine.sheets import Line

NAMES = {
    "akagi": "Akagi",
    "jp-dd-1": "DD",
    "jp-dd-2": "DD",
    "MID": "Midway Sea",
    "raiders": "raiders",
}


def test_a_thing_has_its_id_beside_it_where_it_is_mentioned_first() -> None:
    text = (
        f"{mention('jp-akagi')} sails to {mention('MID')}",
        f"{mention('jp-akagi')} is in {mention('MID')}",
    )
    names = {**NAMES, "jp-akagi": "Akagi"} | {"akagi": "Hiryu"}
    assert spelled(text, names) == (
        "Akagi (jp-akagi) sails to Midway Sea (MID)",
        "Akagi is in Midway Sea",
    )


def test_an_id_stands_beside_the_name_also_where_it_is_that_in_small_letters() -> None:
    names = {"akagi": "Akagi", "2nd-fleet": "2nd Fleet", "tf-78-79": "TF 78/79"}
    text = f"{mention('akagi')}, {mention('2nd-fleet')} and {mention('tf-78-79')} (searched)"
    assert spelled((text,), names) == (
        "Akagi (akagi), 2nd Fleet (2nd-fleet) and TF 78/79 (tf-78-79, searched)",
    )


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
    words = f"{mention('MID')} (mined)"
    assert (spell(words), spell(words)) == ("Midway Sea (MID, mined)", "Midway Sea (mined)")
    assert spell(f"{mention('raiders')} (searched)") == "raiders (searched)"


def test_a_name_that_somebody_typed_is_mentioned_if_it_is_anybodys_and_quoted_if_not() -> None:
    words = f"{mention_or_quote('akagi')} sails, {mention_or_quote('akagy')} does not"
    assert Speller(NAMES)(words) == "Akagi (akagi) sails, 'akagy' does not"


def test_sentences_with_names_alone_keep_apart_who_bear_one_name() -> None:
    names = {"haruna": "Haruna", "us-7th": "7th Div", "au-7th": "7th Div"}
    told = by_name(("⟨haruna⟩ (damaged), ⟨us-7th⟩ and ⟨gone⟩",), names)
    assert told == ("Haruna (damaged), ⟨us-7th⟩ and ⟨gone⟩",)


KINDS = {"DIN-6": "Dinah", "BFT-100": "Beaufort", "BFT-7": "Beaufort", "51D-115": "51st Division"}


def in_full(*sentences: str) -> tuple[str, ...]:
    spell = Speller({"MID": "Midway Sea"}, KINDS)
    return tuple(spell.in_full(Line(text=one)).text for one in sentences)


def test_what_stands_by_its_id_has_its_kind_beside_it_where_a_text_first_names_one() -> None:
    assert in_full("BFT-100 and DIN-6 fly to ⟨MID⟩.", "BFT-7 and DIN-61 turn back.") == (
        "BFT-100 (Beaufort) and DIN-6 (Dinah) fly to Midway Sea (MID).",
        "BFT-7 and DIN-61 turn back.",
    )


def test_a_bracket_takes_the_kind_in_unless_it_tells_of_points() -> None:
    assert in_full("BFT-7 (torpedo (T)) hits 51D-115 (+1 VP).", "DIN-6 sees BFT-7 (low).") == (
        "BFT-7 (Beaufort, torpedo (T)) hits 51D-115 (51st Division) (+1 VP).",
        "DIN-6 (Dinah) sees BFT-7 (low).",
    )


def test_no_kind_stands_in_brackets_in_marks_in_what_is_typed_or_in_an_owner() -> None:
    said = f"'pbem show DIN-6' (DIN-6) of DIN-6's {quoted('BFT-7 (⟨MID⟩)')}, naval:51D-115"
    assert in_full(said) == (
        "'pbem show DIN-6' (DIN-6) of DIN-6's \"BFT-7 (⟨MID⟩)\", naval:51D-115",
    )


def test_dice_are_told_with_ids_alone() -> None:
    roll = Line(text="Recon by DIN-6: 4", kind="roll")
    assert Speller({}, KINDS).in_full(roll) == roll


def test_a_sentence_that_ends_in_a_player_s_words_stops_where_they_do_unless_they_are_cut() -> None:
    for words in ('red says: "Well."', 'red says: "Who?"'):
        assert closed(words) == words
    assert closed('red says: "Well"') == 'red says: "Well".'
    assert closed('red opens note-1: "isolation of Tob…"') == (
        'red opens note-1: "isolation of Tob…".'
    )
