"""The orders form says what may be chosen, what comes of silence, and what is in force."""

from pathlib import Path

from pbem.engine.steps import Section, Spare
from pbem.frozen import FrozenMap, replace
from pbem.game.forms import LONGEST, Author, form_text, make_form
from pbem.systems.midway.form.form import sections
from pbem.systems.midway.form.standing import in_force
from pbem.systems.midway.rules.standing import stand
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.orders import (
    Attack,
    CapAttack,
    Land,
    Launch,
    Move,
    Plan,
    SearchGroups,
    StandingCap,
    StandingLand,
    StandingLaunch,
    StandingLosses,
    StandingMove,
    StandingPlan,
    StandingTargets,
    Stay,
)
from pbem.systems.midway.table.state import Game, MoveRule, Standing
from tests.simulator import begin
from tests.systems.midway.tabletop import CHARTS, hurt, put, sink, table, view


def form(game: Game, seat: str, key: str, *, seals: tuple[str, ...] = ()) -> Section:
    """The one phase in which something can be decided, with all examples of the full form."""
    first, section, standing, *full = sections(view(game, seat, key, seals=seals), CHARTS)
    assert (first.title, standing.title) == ("The situation", "Standing orders in force")
    assert all(isinstance(one, Spare) for one in full)
    more = (order for one in full if one.rule == section.rule for order in one.examples)
    return replace(section, examples=(*section.examples, *more))


def idle(game: Game, seat: str, key: str) -> str:
    """What the form says of phases in which nothing can be decided."""
    first, standing, _ = sections(view(game, seat, key), CHARTS)
    assert standing.rule == "MB1"
    return first.choices[-1]


def text(section: Section) -> str:
    return " ".join(line.strip() for line in section.choices)


TURN = ("2/9", "2/11", "3/1", "3/3", "3/5", "3/7")


def test_a_file_of_a_whole_turn_has_the_phases_in_which_something_can_be_decided() -> None:
    game = put(put(table(), "deck", "Akagi-DB"), "attacking", "Kaga-DB")
    found = sections(view(game, "japanese", *TURN), CHARTS)
    assert [(section.title, section.rule) for section in found if type(section) is Section] == [
        ("The situation", ""),
        ("Turn 2, Phase 9: Japanese launches", "M9"),
        ("Turn 2, Phase 11: Japanese planning", "M11"),
        ("Turn 3, Phase 3: Japanese moves", "M3"),
        ("Turn 3, Phase 7: Japanese carrier attacks", "M7"),
        ("Standing orders in force", "MB1"),
    ]
    assert found[0].choices[-1] == (
        "As things stand there is nothing to decide in: Japanese landing, Japanese CAP attacks."
    )


def test_a_form_begins_with_both_sides_at_a_glance() -> None:
    game = hurt(sink(table(), "soryu"), kaga=8, hornet=2)
    game = put(put(game, "ready", "Kaga-DB", "Kaga-F"), "cap", "VF-6", ring=1)
    assert sections(view(game, "japanese", *TURN), CHARTS)[0].choices[:5] == (
        "Points: you 2, the American side 26 [MH28].",
        "Your carriers: Akagi, Kaga (crippled, damage 8 of 10), Soryu (sunk), Hiryu.",
        "Your planes: Ready to Attack 10 SP (5 SP of fighters); in hangars 38 SP (10 SP of"
        " fighters).",
        "Enemy carriers: Enterprise, Hornet (damage 2 of 10), Yorktown.",
        "Enemy planes: CAP 5 SP; in hangars 52 SP (10 SP of fighters).",
    )


def test_the_form_of_a_crowded_turn_stays_under_two_screens_of_48_lines(tmp_path: Path) -> None:
    player = begin(tmp_path, "midway/midway-0700", ("japanese", "american")).players["japanese"]
    with player.session() as session:
        brief, full = make_form(session), make_form(session, full=True)
    assert "What is legal: 'pbem orders --explain KIND'. All: 'pbem orders --full -o -'." in brief
    assert len(brief.splitlines()) <= 80 < len(full.splitlines())
    assert 'standing-plan: deck: "default": spots all that she can' not in brief
    game = put(put(table(), "deck", "Akagi-DB", "Kaga-DB"), "ready", "Soryu-DB", "VB-6", "VB-8")
    game = put(put(game, "cap", "Akagi-F", ring=1), "attacking", "Kaga-TB1", "Hiryu-TB")
    seen = sections(view(game, "japanese", *TURN), CHARTS)
    text = form_text(Author(seat="japanese", seq=2, system=MIDWAY), seen)
    assert 80 < len(text.splitlines()) <= LONGEST


def test_a_form_without_room_for_an_example_still_tells_how_the_order_is_written() -> None:
    decks = ("Akagi-DB", "Akagi-F", "Kaga-DB", "Hiryu-DB", "Soryu-TB")
    game = put(put(table(), "deck", *decks), "ready", "Soryu-DB", "Soryu-F", "VB-6", "VB-8")
    game = put(put(game, "cap", "Hiryu-F", ring=1), "cap", "Kaga-F", ring=2)
    game = put(put(game, "waiting", "Akagi-TB"), "attacking", "Kaga-TB1", "Hiryu-TB")
    seen = sections(view(game, "japanese", "3/1", *TURN), CHARTS)
    text = form_text(Author(seat="japanese", seq=2, system=MIDWAY), seen)
    assert len(text.splitlines()) <= LONGEST
    attacks = text.partition("Japanese carrier attacks [M7]")[2]
    assert 'type = "attack"' not in text
    assert "\n#   Orders of this part, and their keys: attack with squadrons, carrier.\n" in attacks


def test_without_a_decision_there_is_no_form() -> None:
    assert sections(view(table(), "japanese"), CHARTS) == ()


def test_later_phases_are_shown_as_the_earlier_ones_will_leave_them() -> None:
    game = put(table(), "deck", "Akagi-DB", "Akagi-F")
    found = sections(view(game, "japanese", "2/9", "2/11", "3/3"), CHARTS)
    _, _, planning, moving, *_ = found
    assert "Akagi: on deck nothing; in hangar Akagi-TB 5 SP." in planning.choices
    assert "Moving to Attack: Akagi-DB 5 SP may stay, or move on to Ready" in text(moving)


def test_m9_decks_and_ways_are_named() -> None:
    game = put(table(), "deck", "Akagi-DB", "Akagi-F", "Kaga-F", "Hiryu-TB")
    game = game.with_carrier(replace(game.carriers["hiryu"], damage=8))
    section = form(game, "japanese", "3/9")
    assert section.choices[:3] == (
        "Akagi deck: Akagi-DB 5 SP, Akagi-F 5 SP; bombers go to strike, fighters to strike or cap.",
        "Kaga deck: Kaga-F 5 SP; fighters to strike or cap.",
        "Hiryu: crippled, launches nothing [M15.2].",
    )
    assert text(section).endswith(
        "If nothing is ordered: Akagi launches Akagi-DB to Moving to Attack; Akagi-F to CAP ring"
        " 1 [M9.3]. Kaga launches Kaga-F to CAP ring 1 [M9.3]. Hiryu-TB 5 SP stays on Hiryu's deck,"
        " for she is crippled [M15.2]."
    )
    assert section.examples == (
        Launch(carrier="akagi", strike=("Akagi-DB",), cap=("Akagi-F",)),
        Launch(carrier="kaga", cap=("Kaga-F",)),
    )


def test_m1_who_may_land_and_who_may_not() -> None:
    game = put(table(), "waiting", "Akagi-DB", "Hiryu-F")
    game = put(game, "deck", "Kaga-F")
    game = game.with_squadrons([replace(game.squadrons["Hiryu-F"], marks=2)])
    game = game.with_carrier(replace(game.carriers["soryu"], damage=7))
    section = form(game, "japanese", "3/1")
    assert section.choices == (
        "Waiting to Land: Akagi-DB 5 SP, Hiryu-F 5 SP.",
        "Hiryu-F: 2 of 3 wait marks; with the last it ditches [M1.5].",
        "Akagi: may land whole squadrons of up to 20 SP [M1.2].",
        "Kaga: lands nothing, for Kaga-F 5 SP on deck [M1.1].",
        "Soryu: crippled, lands nothing [M15.2].",
        "Hiryu: may land whole squadrons of up to 20 SP [M1.2].",
        "If nothing is ordered: Akagi lands Hiryu-F and Akagi-DB [M1.4].",
    )
    assert section.examples[0] == Land(carrier="akagi", squadrons=("Akagi-DB", "Hiryu-F"))
    assert idle(table(), "japanese", "3/1").endswith("nothing to decide in: Japanese landing.")


def test_m3_every_box_that_can_be_left() -> None:
    game = put(put(table(), "ready", "VB-6"), "home", "VT-6")
    game = put(game, "cap", "VF-6", ring=1)
    section = form(game, "american", "3/4")
    assert section.choices == (
        'Ready to Attack: VB-6 5 SP may stay, or move on to Attacking ("attacking").',
        'Heading Home: VT-6 4 SP may stay, or move on to Waiting to Land ("waiting").',
        'CAP: VF-6 5 SP may stay, or leave for Waiting to Land ("waiting").',
        "If nothing is ordered: VB-6 moves on to Attacking [M3.1]. VT-6 moves on to"
        " Waiting to Land [M3.1]. VF-6 5 SP in ring 1 stays on CAP.",
    )
    assert section.examples == (
        Move(squadrons=("VB-6",), to="attacking"),
        Stay(squadrons=("VT-6",)),
        Stay(squadrons=("VB-6",)),
        Move(squadrons=("VT-6",), to="waiting"),
        Move(squadrons=("VF-6",), to="waiting"),
    )
    assert idle(table(), "american", "3/4").endswith("nothing to decide in: American moves.")


def test_m16_the_first_wave_may_be_put_into_groups() -> None:
    game = put(table(search_done=False), "moving", "VB-6", "VF-6", "VS-6", "VT-6", "VB-3")
    section = form(game, "american", "2/4")
    assert "The enemy has not been found." in text(section)
    assert SearchGroups(groups=(("VB-3", "VT-6"), ("VB-6",), ("VF-6",), ("VS-6",))) in (
        section.examples
    )
    assert text(section).endswith(
        "If nothing is ordered: The search is flown in the groups 1 VB-3 VT-6, 2 VB-6, 3 VF-6,"
        " 4 VS-6 [M16.2]."
    )


def test_m4_3_fighters_are_told_to_need_a_bomber_in_the_phase_not_in_their_group() -> None:
    game = put(table(search_done=False), "moving", "VB-3", "VB-6", "VB-8", "VF-3")
    section = form(game, "american", "2/4")
    assert (
        "search-groups names all that advance: groups = [[…], […], […], […]]. Fighters advance if"
        " a bomber does in this phase,"
        " else they stay [M4.3]; they fly in any group, also without bombers in it [M16.1]."
    ) in section.choices
    (groups,) = (order for order in section.examples if isinstance(order, SearchGroups))
    assert groups.groups == (("VB-3",), ("VB-6",), ("VB-8",), ("VF-3",))
    everybody = Move(squadrons=("VB-3", "VB-6", "VB-8", "VF-3"), to="ready")
    assert everybody in section.examples
    assert not tuple(MIDWAY.check(view(game, "american", "2/4"), (everybody, groups), CHARTS))


def test_m4_3_fighters_alone_are_not_sent_to_search() -> None:
    game = put(table(search_done=False), "moving", "VF-6")
    assert form(game, "american", "2/4").examples == (Stay(squadrons=("VF-6",)),)


def test_m5_who_moves_before_the_cap_attacks_may_be_ready_by_then() -> None:
    """Phases 2 to 6 in one file: the Japanese move in phase 3."""
    game = put(put(table(), "cap", "VF-6", ring=1), "moving", "Kaga-DB")
    (section,) = (
        one
        for one in sections(view(game, "american", "3/2", "3/4", "3/6"), CHARTS)
        if any("CAP ring 1" in choice for choice in one.choices)
    )
    assert "Enemy planes that may be Ready to Attack by then: Kaga-DB 5 SP." in section.choices


def test_m5_the_rings_and_the_enemy() -> None:
    game = put(put(table(), "cap", "VF-6", ring=1), "cap", "VF-3", ring=3)
    game = put(game, "ready", "Kaga-DB", "Kaga-F")
    section = form(game, "american", "3/6")
    assert section.choices[:3] == (
        "CAP ring 1: VF-6 5 SP may hold, or attack and go to ring 2 [M5.11].",
        "CAP ring 3: VF-3 5 SP may hold, or attack and go to Waiting to Land [M5.11].",
        "Enemy planes Ready to Attack: Kaga-DB 5 SP, Kaga-F 5 SP.",
    )
    held = "What a cap-attack does not name holds; an empty one holds all [M5.1]."
    assert held in section.choices
    assert section.examples == (
        CapAttack(squadrons=("VF-3", "VF-6")),
        CapAttack(squadrons=("VF-3",)),
        CapAttack(squadrons=("VF-6",)),
        CapAttack(),
    )
    assert idle(table(), "american", "3/6").endswith("nothing to decide in: American CAP attacks.")


def test_m7_targets_with_their_damage_and_dice() -> None:
    game = put(table(), "attacking", "VB-6", "VF-6", "VS-6")
    for id_, damage in (("akagi", 10), ("kaga", 7)):
        game = game.with_carrier(replace(game.carriers[id_], damage=damage))
    section = form(game, "american", "3/8")
    assert section.choices == (
        "Attacking: VB-6 5 SP, VS-6 5 SP; each names one target.",
        "All that name one carrier are one wave: its AA dice fire once at it [M7.2].",
        "Targets: Kaga (crippled, damage 7 of 10, 9 AA dice), Soryu (sound, 6 AA dice), Hiryu"
        " (sound, 7 AA dice).",
        "If nothing is ordered: VB-6 5 SP and VS-6 5 SP at Kaga (crippled, damage 7 of 10) through"
        " 9 AA dice [M7.2].",
    )
    assert section.examples == (Attack(squadrons=("VB-6", "VS-6"), carrier="kaga"),)


def test_m11_decks_hangars_and_what_comes_home() -> None:
    game = put(put(table(), "waiting", "Akagi-DB"), "home", "Kaga-DB", "Kaga-F")
    section = form(game, "japanese", "3/11")
    assert section.choices[0] == "Akagi: on deck nothing; in hangar Akagi-F 5 SP, Akagi-TB 5 SP."
    assert "Your side has 5 SP waiting to land and 10 SP heading home." in section.choices
    assert "sealed" not in text(section)
    assert any("one without a deck clears it" in choice for choice in section.choices)
    assert section.examples[:2] == (
        Plan(carrier="akagi", deck=("Akagi-F", "Akagi-TB")),
        Plan(carrier="akagi", deck=()),
    )


def test_m11_5_a_sealed_plan_says_so() -> None:
    section = form(table(pace="phase", sealed=True), "japanese", "3/11", seals=("plan/t3",))
    assert section.choices[0] == (
        "Your plan is sealed: nobody can read it before your next file opens it [M11.5]."
    )


def test_other_seats_carriers_and_squadrons_are_not_offered() -> None:
    game = put(table(), "deck", "Akagi-F", "Kaga-F")
    game = game.with_carrier(replace(game.carriers["kaga"], seat="american"))
    section = form(game, "japanese", "3/9")
    assert [order for order in section.examples if isinstance(order, Launch)] == [
        Launch(carrier="akagi", cap=("Akagi-F",))
    ]


def test_standing_orders_in_force_are_carried_over_and_no_others() -> None:
    hold = MoveRule(rule="hold")
    standing = Standing(
        land=("Akagi-DB", "Lost-DB"),
        land_on=("kaga",),
        moves=FrozenMap(
            {
                "Akagi-DB": hold,
                "Akagi-F": MoveRule(rule="hold-until", until=("Akagi-DB",)),
                "Kaga-DB": hold,
            }
        ),
        cap="always",
        targets=("hornet",),
        wave_sp=20,
        aa_losses=("DB",),
        launch_bombers="none",
        decks=FrozenMap({"akagi": "clear"}),
    )
    game = table().with_standing("japanese", standing)
    _, standing_orders, _ = sections(view(game, "japanese", "3/9"), CHARTS)
    orders = standing_orders.orders
    assert orders == (
        StandingLand(squadrons=("Akagi-DB", "Lost-DB"), carriers=("kaga",)),
        StandingMove(squadrons=("Akagi-DB", "Kaga-DB"), move="hold"),
        StandingMove(squadrons=("Akagi-F",), move="hold-until", until=("Akagi-DB",)),
        StandingCap(attack="always"),
        StandingTargets(carriers=("hornet",), wave_sp=20),
        StandingLosses(aa=("DB",)),
        StandingLaunch(bombers="none"),
        StandingPlan(carrier="akagi", deck="clear"),
    )


def test_without_standing_orders_the_form_says_so() -> None:
    _, section, full = sections(view(table(), "japanese", "3/9"), CHARTS)
    assert section.orders == ()
    assert section.choices[-1].startswith("None is in force: the defaults hold.")
    assert full.choices[0] == (
        'standing-plan: deck: "default": spots all that she can, or stays clear while others come'
        ' home; "keep": keeps her deck as it is; "clear": clears her deck; "spot": spots all that'
        " she can, whoever comes home."
    )


def test_what_is_carried_over_changes_nothing() -> None:
    standing = Standing(cap="if-outnumbering", cap_ratio=2, fighter_losses=("Akagi-F",))
    game = table().with_standing("japanese", standing)
    for order in in_force(standing):
        game = stand(game, "japanese", order, 7)
    assert list(in_force(game.standing["japanese"])) == list(in_force(standing))
