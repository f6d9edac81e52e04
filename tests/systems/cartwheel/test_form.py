"""The orders form of Cartwheel: it tells what may be ordered, and what comes of silence."""

import re
from collections import Counter

import pytest

from pbem.engine.decisions import Decision
from pbem.engine.steps import Section, Spare
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.orders.check import check
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.orders_ground import Attack, Land
from pbem.systems.cartwheel.table.orders_operations import StandDown
from pbem.systems.cartwheel.table.orders_turn import Recon
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game, other
from pbem.systems.cartwheel.words.agenda import agenda
from tests.systems.cartwheel.formed import ASKED, GAMES, answers, first, forms, seen, shown
from tests.systems.cartwheel.selfplay import match
from tests.systems.cartwheel.tabletop import CHARTS


def test_h5_3_3_boxes_stand_in_the_form_as_orders_write_them() -> None:
    said = [
        choice for _, found in seen("toenails", 2, 400) for one in found for choice in one.choices
    ]
    appearing = next(choice for choice in said if choice.startswith("It may appear at"))
    assert "SOP (South Pacific)" in appearing
    reaching = [choice for choice in said if "ports and boxes of yours in reach" in choice]
    assert any("SOP (South Pacific) 4" in choice for choice in reaching)
    assert not any(", South Pacific" in choice for choice in (appearing, *reaching))


# --- what the sections tell ----------------------------------------------------------------------


def test_file_one_decides_the_eleventh_and_begins_with_redistribution() -> None:
    found = first(lambda view: answers(view, "5.2"))
    assert list(found)[:2] == ["", "H17.0"]
    assert {"5.2", "6.5", "E.3"} <= set(found)
    assert "the Allies earn 1 VP now" in " ".join(found["5.2"].choices)


def test_file_two_decides_tf36_regroup_marks_and_recon_of_the_holder() -> None:
    found = first(lambda view: answers(view, "5.3-second"))
    assert {"6.5", "7.3", "H17.0"} <= set(found)
    (idle,) = (line for line in found[""].choices if line.startswith("There is nothing to decide"))
    assert idle == (
        "There is nothing to decide in: Task Force 36 (used 0 of 3 times, from September I 1943 on,"
        " never in two turns running [H5.3.2]); Regroup marks (no unit of yours is disrupted or"
        " reduced)."
    )
    assert "orders hold for those units that fly" in " ".join(found["7.3"].choices)


def test_a_reply_tells_the_numbers_announced_and_who_can_rise() -> None:
    view, found = next(
        one for one in forms() for s in one[1] if s.rule == "H8.5" and "or less" in str(s.choices)
    )
    raid = next(iter(view.game.operations.raids.values()))
    section = next(s for s in found if s.rule == "H8.5")
    assert raid.id in section.title
    assert section.choices[0].startswith("Announced: ")
    assert section.examples


def test_who_is_on_a_run_reads_how_many_missions_are_left_of_it() -> None:
    found = first(lambda view: answers(view, "4.4") and view.game.operations.run > 1)
    assert found["4.4b"].choices[0].startswith("You are on a run: ")


def test_h8_9_7_one_reply_is_promised_where_one_is_asked_for_alone() -> None:
    """The game by chance has hexes that ask for a reply in some files, and none in others."""
    runs = [
        (bool(view.game.asked.get(other(view.side))), "one reply answers" in " ".join(one.choices))
        for view, found in forms()
        for one in found
        if one.rule == "4.4b" and view.game.operations.run > 1
        if other(view.side) not in view.game.stand_down
    ]
    assert {*runs} == {(True, True), (False, False)}


def test_strikes_are_offered_while_a_bomber_is_ready_and_has_a_target() -> None:
    offered = 0
    for _, found in forms():
        for section in found:
            words = " ".join(section.choices)
            if section.rule == "H9.1" and " away: base:" in words:
                offered += any(order.type == "air-mission" for order in section.examples)
    assert offered > 20


def test_nothing_but_a_pass_is_offered_when_all_missions_are_made() -> None:
    for view, found in forms():
        left = any("may make 0 more" in line for s in found for line in s.choices)
        if left and answers(view, "4.4"):
            assert not any(section.rule in ("H9.1", "H10.1") for section in found)


def test_a_landing_among_enemies_comes_with_its_attack() -> None:
    for view, found in forms():
        for section in found:
            for group in section.together:
                assert isinstance(group[-1], Attack)
                for land in group[:-1]:
                    if isinstance(land, Land):
                        assert group[-1].hex == view.game.ships[land.ship].at


def test_7_3_2_recon_without_an_enemy_base_in_reach_has_an_example_over_a_named_hex() -> None:
    """From Truk DIN-6 reaches no base of the Allies in the Solomons."""
    view = match("toenails").view()
    assert isinstance(view.private, Private)
    at_truk = replace(view.private.planes["DIN-6"], base="TRK")
    seen_ = replace(view, private=view.private.with_planes((at_truk,)))
    section = next(one for one in sections(seen_, CHARTS) if one.rule == "7.3")
    assert any("Enemy bases by distance: none." in line for line in section.choices)
    (order,) = (one for one in section.examples if isinstance(one, Recon))
    assert not order.base
    assert CHARTS.hexes[order.hex].name


def test_a_file_that_decides_nothing_says_so_and_what_it_states() -> None:
    view, found = next(one for one in forms() if not one[0].decision.covers)
    assert found[0].rule == "E.6"
    assert found[0].choices[0].startswith("This file decides nothing")
    assert view.decision.covers == ()


def test_nobody_gets_a_form_from_somebody_elses_view() -> None:
    view, _ = forms()[0]
    assert sections(replace(view, private=None), CHARTS) == ()


@pytest.mark.parametrize("side", ["allied", "japanese"])
def test_a_form_names_the_owners_units_and_of_the_enemys_only_what_is_public(side: str) -> None:
    """An enemy air unit stands in a form only where it is named in public."""
    for view, found in forms():
        if view.side != side:
            continue
        text = " ".join(line for s in found for line in s.choices)
        words = {word.strip(".,;:()") for word in text.split()}
        hidden = {unit.id for unit in view.game.air.values() if unit.side != side}
        assert not words & hidden


# --- what status says that a file decides --------------------------------------------------------

OPERATING = {"4.4b", "H8.5", "H8.7"}
NAMED_BY = {
    "H9.1": {"4.4b", "H8.7"},
    "H10.1": {"4.4b", "H8.7"},
    "H8.3": {"4.4b", "H8.7"},
    "H9.3": OPERATING,
    "H11.2": {"4.5"},
    "H11.7": {"4.5"},
    "H11.8": {"4.5"},
}
"""The rules under which the agenda names what a section of the form offers, where not its own."""
STANDING = {"E.3", "E.6"}
"""Standing orders, which each deciding file may hold, and what the program does by itself."""
HIDDEN = {"7.2", "7.3", "6.5.4~"}
"""What charts alone can forbid: a base is over-full, or not empty, a worn unit is whole again.

The agenda is told to all, so it names what could be ordered for all that is public (E.8.2).
"""


def test_e_8_2_the_agenda_names_what_the_form_offers_and_nothing_else() -> None:
    agreed, only_public = Counter[str](), Counter[str]()
    for view, found in (*forms(), *seen(*ASKED)):
        when = CHARTS.turn_name(view.game.terms.track, view.turn)
        lines = [line for line in agenda(view.game, view.decision, CHARTS) if line.startswith(when)]
        named = {line.rpartition(" [")[2].rstrip("]") for line in lines}
        offered = {one.rule for one in found if shown(one) and not isinstance(one, Spare)}
        for rule in offered - STANDING:
            assert NAMED_BY.get(rule, {rule}) & named, (rule, view.decision, lines)
        for rule in named:
            parts = {rule, *(one for one, by in NAMED_BY.items() if rule in by)}
            assert parts & offered or rule in HIDDEN, (rule, view.decision, [*found])
            (agreed if parts & offered else only_public)[rule] += 1
    assert len(agreed) > 14, agreed
    assert all(agreed[rule] > only_public[rule] for rule in ("7.2", "7.3")), only_public


# --- what happens if nothing is ordered ----------------------------------------------------------


def defaults(found: tuple[Section, ...]) -> str:
    """What a form says of an empty file."""
    lines = (line for section in found for line in section.choices)
    return " ".join(line for line in lines if "f nothing is ordered" in line)


def test_an_empty_file_does_what_the_form_says() -> None:
    """Each base that the form names is where an empty file's charts put the unit."""
    named = 0
    for view, found in forms():
        if not view.decision.covers:
            continue
        _, items = CARTWHEEL.seal(view, (), CHARTS)
        for unit, base in re.findall(
            r"(\S+) (?:lands|goes) (?:at|to) (\S+?)(?: \([^)]*\))?[,.;]", defaults(found)
        ):
            assert f'base = "{base}"' in items[f"unit/{unit}"], (unit, base)
            named += 1
    assert named > 10


# --- what forms must say (E.8) -------------------------------------------------------------------


def test_e_8_1_forms_warn_of_what_the_eleventh_costs() -> None:
    warning = "counts as flown: 1/2 VP for the Allies; eliminated: 1 VP instead [5.2e, AMB-4]."
    rules = {
        section.rule
        for view, found in (*forms(), *seen(*ASKED))
        for section in found
        if any(warning in line for line in section.choices)
    }
    assert {"H9.1", "H9.3", "H8.5"} <= rules
    committing = first(lambda view: answers(view, "5.2"))["5.2"]
    words = " ".join(committing.choices)
    assert f"the Allies earn 1 VP now [5.2b]. Each of its units that flies {warning}" in words
    assert "A unit that is placed at Truk and staged on pays for the stage move" in words


def test_e_8_2_the_conclusion_tells_what_unloading_earns() -> None:
    begun = match("bismarck-sea")
    game = begun.game.with_ships((replace(begun.game.ships["MARU2"], at="0705"),))
    view = begun.view()
    last = Decision(seat="japanese", rule="4.6", covers=("1/4.6-first",))
    here = replace(view, game=game, decision=last)
    found = {section.title: section for section in sections(here, CHARTS)}
    words = " ".join(found["Ships go home or unload"].choices)
    assert "MARU2 with SNLF-S5 and 2 supply units (unloading earns 9 VP) at 0705 (Lae)" in words
    beaten = game.with_ships((replace(game.ships["MARU2"], disrupted=True),))
    found = {s.title: s for s in sections(replace(here, game=beaten), CHARTS)}
    words = " ".join(found["Ships go home or unload"].choices)
    assert "2 supply units (disrupted: unloads nothing [H10.2])" in words


def ending(game: Game, side: str) -> Section:
    """The section on ships of the form for 4.6."""
    begun = match("bismarck-sea")
    last = Decision(seat=side, rule="4.6", covers=("1/4.6-first",))
    here = replace(
        begun.view(), game=game, decision=last, seat=side, side=side,
        private=begun.seats[side].private,
    )  # fmt: skip
    (found,) = (s for s in sections(here, CHARTS) if s.title == "Ships go home or unload")
    return found


def test_e_8_2_no_more_is_promised_than_finds_room() -> None:
    """Two supply units lie in a hex [H13.4], ten steps stand in Lae [H11.3]."""
    game = match("bismarck-sea").game
    game = game.with_ships(replace(game.ships[id_], at="0705") for id_ in ("MARU1", "MARU2"))
    words = " ".join(ending(game, JAPANESE).choices)
    assert "MARU1 with 51D-115 and 2 supply units (unloading earns 9 VP); " in words
    assert "MARU2 with SNLF-S5 and 2 supply units (unloading earns 9 VP) at 0705 (Lae)" in words
    assert "MARU1 and MARU2 earn 15 VP together: no more finds room at 0705 (Lae) [CR40]." in words
    one_lies = replace(game, supplies=FrozenMap({"japanese/0705": 1}))
    words = " ".join(ending(one_lies, JAPANESE).choices)
    assert "(unloading earns 7 1/2 VP; no room for 1 supply unit [H13.4])" in words
    closed = replace(game, port_hits=FrozenMap({"0705": 2}))
    words = " ".join(ending(closed, JAPANESE).choices)
    assert "MARU1 with 51D-115 and 2 supply units; " in words
    assert "earn" not in words
    crowd = (replace(u, at="0705") for u in game.troops.values() if u.id.startswith("GAR"))
    packed = one_lies.with_troops(unit for unit in crowd if unit.side == JAPANESE)
    words = " ".join(ending(packed, JAPANESE).choices)
    assert "(unloading earns 1 1/2 VP; no room for 51D-115 [H11.3]; no room for 1 supply" in words


def test_e_8_2_an_empty_ship_in_port_may_change_port() -> None:
    section = ending(match("bismarck-sea").game, ALLIED)
    assert (
        "With nothing aboard, these may go to another port: ANF-CA1 at 1007 (Milne Bay) [H12.2]."
        in section.choices
    )
    (order,) = section.examples
    assert (order.ships, order.path[0], order.unload) == (("ANF-CA1",), "1007", False)
    assert order.path[1:]


def test_ground_forms_say_what_comes_of_silence() -> None:
    """For each kind of ground order that can be given, what happens if it is not."""
    told = {"H11.2": "nobody marches, and nobody attacks.", "H11.8": "none is put down."}
    told |= {"H11.5": "all stays aboard.", "H11.7": "there is no raid."}
    missed = [
        (view.decision.covers, section.title)
        for view, found in forms()
        for section in found
        if section.rule in told and (section.examples or section.together)
        and f"If nothing is ordered: {told[section.rule]}" not in section.choices
    ]  # fmt: skip
    assert missed == []
    shown_rules = {s.rule for _, found in forms() for s in found if s.examples or s.together}
    assert told.keys() <= shown_rules


def test_e_8_4_an_over_full_base_is_named_with_what_is_barred() -> None:
    begun = match("bismarck-sea")
    begun.step(lambda _: ())
    view = begun.view()
    assert isinstance(view.private, Private)
    fighters = [p for p in view.private.planes.values() if p.base in ("DOB", "PM")]
    moved = [replace(p, base="GOO", half="flown") for p in fighters[:8]]
    private = view.private.with_planes(moved)
    for step in ("4.4", "7.3-second"):
        decision = Decision(seat="allied", rule=step, covers=(f"1/{step}",))
        found = sections(replace(view, private=private, decision=decision), CHARTS)
        words = " ".join(line for section in found for line in section.choices)
        assert "GOO (Goodenough) is over-full: all its units are Flown" in words
        assert "they may make stage moves and evade, no more: no mission, no interc" in words


def test_recon_from_an_over_full_base_is_told_no_hexes_to_look_at() -> None:
    begun = match("bismarck-sea")
    begun.step(lambda _: ())
    view = begun.view()
    assert isinstance(view.private, Private)
    planes = view.private.planes.values()
    scouts = [plane for plane in planes if CHARTS.air[plane.id].model.is_recon]
    crowd = [plane for plane in planes if plane.base in ("DOB", "PM") and plane not in scouts][:8]
    private = view.private.with_planes(replace(one, base="GOO") for one in (*scouts[:1], *crowd))
    decision = Decision(seat="allied", rule="7.3-second", covers=("1/7.3-second",))
    found = sections(replace(view, private=private, decision=decision), CHARTS)
    words = " ".join(line for section in found for line in section.choices)
    told = f"{scouts[0].id} flies no recon: it stands at Goodenough, which is over-full [6.3.4~]."
    assert told in words
    assert f"{scouts[0].id} at GOO" not in words


def test_forms_of_a_scenario_without_tf36_and_regroups_name_neither() -> None:
    for view, found in seen(*GAMES[3]):
        assert not {"5.3", "7.1"} & {section.rule for section in found}, view.decision


def test_e_8_3_no_page_counts_in_half_points() -> None:
    for _, found in forms():
        assert not any("half point" in line or ".5 VP" in line for s in found for line in s.choices)


def test_h8_6_the_form_names_the_file_in_which_one_has_stood_down() -> None:
    """It is the file that says so, in every later form until another takes it back."""
    begun, seq, named = match("toenails", 2), 0, 0
    for _ in range(20):
        view = begun.view()
        choices = [line for one in sections(view, CHARTS) for line in one.choices]
        told = [line for line in choices if line.startswith("Your side has stood down in file")]
        order = StandDown(on=True)
        if view.side == "japanese" and not seq and not list(check(view, (order,), CHARTS)):
            begun.step(lambda _, order=order: (order,))
            seq = begun.files[-1].seq
            continue
        for line in told:
            assert line.startswith(f"Your side has stood down in file {seq}: ")
            named += 1
        begun.step(lambda _: ())
    assert named


FIXED = "|".join(base for base in CHARTS.bases if not CHARTS.bases[base].is_mobile)
CODE = re.compile(rf"(?<![\w:-])(?<!\d{{4}} )({FIXED})(?![\w-])")
"""An airbase by its id, but in a target and in the path of a ship; counters are their ids."""


def test_every_airbase_is_told_by_name_with_the_id_that_orders_use() -> None:
    """`RAB (Rabaul)`: where recon lands, reinforcements arrive, the 11th stands and raids go."""
    lines = [line for _, page in forms() for part in page for line in part.choices]
    told = [(line, one) for line in lines for one in CODE.finditer(line)]
    assert told
    assert [line for line, one in told if not line[one.end() :].startswith(" (")] == []
