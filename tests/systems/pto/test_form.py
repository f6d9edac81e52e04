"""The form: what may fly at what, what is to be decided, and what is still closed."""

import tomllib
from pathlib import Path

import pytest

from pbem.cli import run
from pbem.engine.steps import Section
from pbem.frozen import replace
from pbem.game.forms import NOTHING_TO_DECIDE, WIDTH, Author, form_text, make_form
from pbem.systems.pto.form.form import sections
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.orders_month import Form, Offensive, Strike
from pbem.systems.pto.table.orders_season import Rebuild
from pbem.systems.pto.table.state import Game, Purse
from tests.recording import played
from tests.simulator import World, begin
from tests.systems.pto.frontdoor import Campaign, begun, scenario
from tests.systems.pto.phase4 import april, at_phase_4
from tests.systems.pto.seasons import at_winter
from tests.systems.pto.tabletop import CHARTS, based, force, holding, ship, small_game, troops

SEATS = ("japanese", "allied")


def section(play: Campaign, rule: str) -> Section:
    """The part of the next file's form that cites a rule."""
    return next(one for one in PTO.form(play.view(), CHARTS) if one.rule == rule)


def leyte(place: Path, files: int) -> World:
    world = begin(place, "pto/leyte", SEATS)
    for _ in range(files):
        world.round()
    return world


def one_by_one(play: Campaign) -> tuple[str, ...]:
    """The full form's lines on aircraft and targets."""
    title = "Your aircraft and their targets, one by one"
    return next(one.choices for one in PTO.form(play.view(), CHARTS) if one.title == title)


# --- aircraft and targets ------------------------------------------------------------------------


def malaya() -> Game:
    """G3M in Indo-China, a battleship in port at Malaya, a cruiser in the South China Sea."""
    game = based(small_game(), "G3M", "JP", "INC", "g3m-1")
    game = force(game, "hong-kong", "UK", "SCS", ship("exeter", "CA", "UK"), searched=True)
    game = force(game, "eastern", "UK", "MAL", ship("repulse", "BB", "UK"))
    return game.with_purse("JP", Purse(points=9, track=2))


def test_p4c_1_the_form_of_an_offensive_shows_aircraft_and_targets() -> None:
    play = begun(malaya(), "P4")
    choices = section(play, "P4A.2").choices
    assert [line for line in choices if line.startswith("⟨")] == [
        "⟨SCS⟩: ⟨hong-kong⟩ (1 CA); in reach: ⟨g3m-1⟩ 2.",
        "⟨MAL⟩: ⟨eastern⟩ (1 BB), port 2, airfield 6; in reach: ⟨g3m-1⟩ 2.",
        "⟨BOR⟩: port 1, airfield 4; in reach: ⟨g3m-1⟩ 1.",
    ]
    assert one_by_one(play)[:3] == (
        "⟨g3m-1⟩: bomber at ⟨INC⟩, reach 3, 2 at ships, 1 at land",
        "target: ⟨eastern⟩ at ⟨MAL⟩, in port: BB ⟨repulse⟩",
        "target: ⟨hong-kong⟩ at ⟨SCS⟩, searched: CA ⟨exeter⟩",
    )


def test_w1_4_the_form_marks_who_is_grounded() -> None:
    game = troops(malaya(), "jp-1", "JP", "INC", strength=4)
    dice = {"W1 grounding arctic": 2, "W1 grounding monsoon": 12}
    play = begun(game, "P1", dice=dice)
    assert one_by_one(play)[0] == (
        "⟨g3m-1⟩: bomber at ⟨INC⟩, reach 3, 2 at ships, 1 at land, grounded by weather there"
    )
    assert section(play, "P3.2.1").choices == (
        "No aircraft of yours reaches anything that may be struck.",
    )


def test_p3_the_form_says_what_engage_names_and_what_standby_needs() -> None:
    play = begun(malaya(), "P3.1-first")
    assert section(play, "P3.3.1").choices == (
        "engage: tf, yours, tries to intercept enemy, one in its sea; that is where your force is"
        " once it has sailed by this file.",
    )
    last = section(play, "P3.1.1").choices[-1]
    assert last == (
        "'pbem path' tells what a way costs. standby = true marks a force at sea for a sea"
        " offensive of this month, if it has used half of its MP at most [P3.1.6]."
    )


def test_p3_2_1_a_fleet_that_was_searched_is_struck_before_one_in_port() -> None:
    """Malaya comes first in the alphabet of areas; the other fleet is at sea, and found."""
    (example,) = section(begun(malaya(), "P3.1-first"), "P3.2.1").examples
    assert example == Strike(units=("g3m-1",), area="SCS", tf="hong-kong")


def test_d12_1_a_bomber_that_strikes_ships_in_port_alone_is_not_in_reach_of_one_at_sea() -> None:
    """As the check of such a strike says; the base beside it is in its reach."""
    game = based(small_game(), "B-17", "US", "MWY", "b-17")
    game = force(game, "kido", "JP", "MID", ship("akagi", "CV"), searched=True)
    play = begun(game.with_purse("US", Purse(points=9, track=2)), "P3.1-second")
    strike = Strike(units=("b-17",), area="MID", tf="kido")
    assert any("attacks ships only in port" in words for words in play.refused(strike))
    assert not any("⟨MID⟩" in line for line in section(play, "P3.2.1").choices)


def test_ph9_3_the_form_names_only_who_may_engage() -> None:
    """Boats do not engage boats, destroyers do [P3.3.1]."""
    game = force(small_game(), "jp-boats", "JP", "MID", ship("i-1", "SS"))
    game = force(game, "hunters", "JP", "MID", ship("jp-dd-1", "DD"))
    game = force(game, "us-boats", "US", "MID", ship("gato", "SS", "US"))
    lines = section(begun(game, "P3.1-first"), "P3.3.1").choices
    assert lines[0] == "⟨MID⟩: ⟨hunters⟩ may engage ⟨us-boats⟩ (1 SS)."
    game = force(game, "a-row", "US", "MID", ship("nevada", "BB", "US", gun=5))
    lines = section(begun(game, "P3.1-first"), "P3.3.1").choices
    assert lines[0] == (
        "⟨MID⟩: ⟨hunters⟩ may engage ⟨a-row⟩ (1 BB), ⟨us-boats⟩ (1 SS); ⟨jp-boats⟩: ⟨a-row⟩."
    )


def test_ph16_3_the_allied_form_of_december_1941_offers_land_offensives_alone() -> None:
    """And no example that throws troops at a stronger enemy [PH10.4]."""
    play = begun(scenario("pearl-harbor").game.with_purse("JP", Purse(points=9, track=2)), "P4")
    play.file("japanese", Offensive(kind="land", nation="JP", theatres=("Malaya",)))
    assert play.asked == "allied"
    told = section(play, "P4A.2")
    assert told.choices[-1] == "No Allied sea or air offensive is allowed this month [PH16.3]."
    assert not any(line.startswith(("sea,", "air,", "⟨")) for line in told.choices)
    assert told.together == ()


# --- what is out of play -------------------------------------------------------------------------


def test_ph17_no_theatre_is_named_that_is_out_of_play() -> None:
    """The scenario Midway closes all but four theatres."""
    game = scenario("midway").game
    play = begun(game.with_purse("JP", Purse(points=9, track=2)), "P4")
    choices = section(play, "P4A.2").choices
    assert choices[0].endswith(" In reach, by theatre: North: ⟨KIS⟩.")
    groups = section(play, "P4A.2").together
    named = {one for group in groups for one in group if isinstance(one, Offensive)}
    closed = set(game.terms.closed)
    assert not any(closed & set(one.targets) for one in named)


# --- files that decide nothing -------------------------------------------------------------------


def test_f_2_a_form_of_a_file_that_decides_nothing_says_so(tmp_path: Path) -> None:
    world = leyte(tmp_path, 2)
    folder = world.players["japanese"].folder
    with world.players["japanese"].at_home():
        assert run(["-C", str(folder), "orders"]) == 0
    assert (folder / "orders-0004.toml").read_text() == (
        "# Orders of seat japanese for file 4.\n"
        "# Nothing is to be decided in this file: 'pbem turn' sends it as it is.\n"
        "# It is needed for what it opens: what you have sealed.\n"
        "\n"
        "file = 4\n"
        'seat = "japanese"\n'
        'message = ""\n'
    )


def test_f_2_why_a_file_that_decides_nothing_is_needed_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = leyte(tmp_path, 2).players["japanese"].folder
    assert run(["-C", str(folder), "status"]) == 0
    opened = "  - what you have sealed, which it opens"
    hint = f"  - nothing to decide: pbem -C {folder} answer writes it"
    assert capsys.readouterr().out.endswith(f":\n{opened}\n{hint}\n")
    assert run(["-C", str(folder), "turn", "--no-input"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "nothing to order: your file opens what you have sealed, so that play goes on." in said


def test_f_2_no_section_of_a_form_is_empty(tmp_path: Path) -> None:
    """A section begins with its title and has a line below it at least."""
    world = leyte(tmp_path, 0)
    titles = 0
    for _ in range(6):
        with world.players[world.next_seat].session() as session:
            lines = make_form(session).splitlines()
        for line, below in zip(lines, [*lines[1:], ""], strict=True):
            titles += line.startswith("# --- ")
            assert below.strip() or not line.startswith("# --- "), line
        world.round()
    assert titles


# --- what is closed ------------------------------------------------------------------------------


def test_f_1_what_is_not_opened_yet_is_told_in_words(tmp_path: Path) -> None:
    """Both have bid and sealed standing orders; Japan's next file opens its own."""
    with leyte(tmp_path, 2).players["allied"].session() as session:
        sheet = next(one for one in PTO.sheets(session.fold.table.game, CHARTS))
    told = dict(row.cells for row in sheet.rows)
    assert told["Not yet opened"] == (
        "the bid of Japan, until all have bid;"
        " the standing orders of the Allies (October 1944, file 3), until the seat's next file;"
        " the standing orders of the Japanese (October 1944, file 2), until the seat's next file"
    )


def test_the_form_begins_with_how_it_stands() -> None:
    """Points, and the fleets at sea of both sides, by what they are made of [PH15.1]."""
    play = scenario("midway")
    play.file("allied", dice={"W1 grounding arctic": 7, "W1 grounding monsoon": 6})
    first = PTO.form(play.view(), CHARTS)[0].choices
    assert first[:2] == (
        "Weather: monsoon; all zones fly.",
        "Points, if it ended now: Japanese 0, Allies 4, so Japan −4: marginal for the Allies;"
        " a draw from −3, a win from +4.",
    )
    assert first[2].startswith("Yours at sea: ")
    assert first[3] == ("The enemy at sea: ⟨HAW⟩ 3 CVs, 7 CAs, 1 CL, 3 DDs; ⟨MID⟩ 3 SSs.")
    assert first[4] == (
        "What you do not name follows your standing orders, then the rules: while you move it stays"
        " and attacks nobody; only aircraft of ships that sail strike back at what these meet, and"
        " fighters in range rise to help. While the enemy moves it answers; at the month's end"
        " ships at sea go home and damaged bases try a repair."
    )
    assert len(first) == 6


def test_p3_1_2_the_short_form_says_what_can_be_loaded_where() -> None:
    """A transport in Canton takes one of both divisions; nobody takes a garrison, or Formosa's."""
    game = force(small_game(), "convoy", "JP", "SCH", ship("jp-stp", "STP"))
    game = troops(game, "jp-1", "JP", "SCH", strength=5)
    game = troops(troops(game, "jp-2", "JP", "SCH"), "garrison", "JP", "SCH", move=0)
    game = force(troops(game, "jp-3", "JP", "FOR"), "raiders", "JP", "FOR", ship("kumano", "CA"))
    loads = [one for one in section(begun(game, "P3.1-first"), "P3.1.1").choices if "load" in one]
    assert loads == [
        "'load' of sail takes aboard what lies in its port, 'land' says where it goes ashore."
        " There is room for: ⟨SCH⟩: ⟨jp-1⟩, ⟨jp-2⟩."
    ]


def test_s2_3_the_season_lists_what_its_examples_show_of_every_nation_of_the_seat() -> None:
    """The Netherlands have a bomber to rebuild, and Britain pays for it [PH13.1, PR53]."""
    view = at_winter().view()
    assert PTO.form is not None
    (part,) = (one for one in PTO.form(view, CHARTS) if one.rule == "S2.3.a")
    (rebuilt,) = (one for one in part.examples if isinstance(one, Rebuild))
    (listed,) = (line for line in part.choices if line.startswith("rebuild,"))
    assert f"⟨{rebuilt.unit}⟩" in listed
    dutch = [unit.id for unit in view.game.air.values() if unit.nation == "NE" and unit.steps == 1]
    assert dutch == ["b-10-ii"]
    assert all(f"⟨{unit}⟩" in listed for unit in dutch)
    (points,) = (line for line in part.choices if line.startswith("EP: "))
    assert "Britain 20 (for the Netherlands East Indies too)" in points


def test_ph12_4_ships_that_cannot_be_mended_where_they_lie_are_offered_to_nobody() -> None:
    """What the form lists is legal; of the others it says where they are."""
    view = at_winter().view()
    game = force(view.game, "row", "US", "WCO", replace(ship("nevada", "BB", "US"), damaged=True))
    lame = (replace(ship(one, "CV", "US"), damaged=True) for one in ("hornet", "wasp"))
    game = holding(force(game, "cripples", "US", "MWY", *lame), "US", "MWY")
    view = replace(view, game=game)
    (part,) = (one for one in sections(view, CHARTS) if one.rule == "S2.3.a")
    (listed,) = (line for line in part.choices if line.startswith("mend,"))
    assert "⟨nevada⟩" in listed
    assert "⟨hornet⟩" not in listed
    assert "Damaged, but in no friendly port 2: ⟨MWY⟩: ⟨hornet⟩, ⟨wasp⟩." in part.choices


def test_ph13_1_a_purchase_that_another_nation_pays_for_tells_whose_ep_are_left() -> None:
    game = at_winter()
    assert PTO.foretell is not None
    told = PTO.foretell(game.view(), (Rebuild(unit="b-10-ii"),), CHARTS)
    words = "The Netherlands East Indies rebuilds ⟨b-10-ii⟩: Britain pays 2 EP and has 18 left"
    assert told.ordered == (f"{words} [PH12.4]",)


def test_s3_2_1_one_bid_is_shown_and_each_nation_s_means_are_told() -> None:
    view = at_winter().view()
    assert PTO.form is not None
    (part,) = (one for one in PTO.form(view, CHARTS) if one.rule == "S3.2.1")
    assert len(part.examples) == 1
    (line,) = part.choices
    assert "; Britain, 20 EP, at 2 EP an offensive; " in line


def test_p4_0_3_the_form_of_an_offensive_says_what_several_of_a_file_are() -> None:
    """At once, at a price; a land offensive has one theatre; what `ends` and a pass below say."""
    play = at_phase_4(april())
    told = " ".join(line for part in sections(play.view(), CHARTS) for line in part.choices)
    price = CHARTS.offensives.added
    assert f"performed at once, each beyond the first for {price} EP more; air goes with" in told
    assert "land, in one theatre: march" in told
    assert "For a second theatre write a second 'offensive'." in told
    assert "A pass that stands below an offensive answers for the next time" in told
    assert "ends = true in a pass orders nothing for the month's end" in told


def test_p3_1_1_a_new_task_force_is_shown_in_one_line() -> None:
    """Of the great fleets of June 1942 a few ships are an example."""
    play = scenario("midway")
    play.file("allied", dice={"W1 grounding arctic": 7, "W1 grounding monsoon": 6})
    examples = (one for part in sections(play.view(), CHARTS) for one in part.examples)
    (example,) = (one for one in examples if isinstance(one, Form))
    assert len(example.ships) == 3


# --- every form that ships -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pearl-harbor", "midway", "leyte"])
def test_f_2_a_file_that_decides_something_has_an_example_and_fits_a_screen(name: str) -> None:
    """Of a file for phase 2 and standing orders alone it is one of these; lists are folded."""
    texts = [written.form for written in played(f"pto/{name}")]
    assert len(texts) > 5
    for number, text in enumerate(texts):
        decides = NOTHING_TO_DECIDE not in text
        assert ("# [[order]]" in text) is decides, (number, text)
        assert max(map(len, text.splitlines())) <= WIDTH, number


def test_ph12_4_the_others_of_a_force_that_is_held_back_stand_in_lines_of_a_screen() -> None:
    """A list in several lines is one list, once its marks are taken away."""
    ids = tuple(f"us-dd-number-{n}" for n in range(9))
    hurt = replace(ship("enterprise", "CV"), laid_up=True)
    game = force(small_game(), "tf-16", "US", "HAW", hurt, *(ship(one, "DD") for one in ids))
    play = begun(holding(game, "US", "OAH"), "P3.1-first")
    while play.asked != "washington":
        play.file(play.asked)
    author = Author(seat=play.asked, seq=1, system=PTO)
    text = form_text(author, PTO.form(play.view(), CHARTS), full=True)
    assert max(map(len, text.splitlines())) <= WIDTH
    example = text[text.index('# [[order]]\n# type = "form"') :].partition("\n#\n")[0]
    assert "\n#  " not in example, "what is further in is told, not written"
    (order,) = tomllib.loads(example.replace("\n# ", "\n").removeprefix("# "))["order"]
    assert sorted(order["ships"]) == sorted(ids)


def test_p3_1_2_of_many_units_that_can_be_loaded_the_first_of_each_place_are_named() -> None:
    early, late = played("pto/pearl-harbor")[1].form, played("pto/midway")[1].form
    assert "Formosa: 48th Div (jp-48th-div) and 2 others;" in early
    assert "There is room for: Japan: supply." in late
