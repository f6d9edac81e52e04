"""The orders form of Cartwheel: whatever it proposes can be ordered, and it tells what may be."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from pbem.engine.orders import decode_orders, encode_order
from pbem.engine.steps import Section, View
from pbem.systems.cartwheel.check import check
from pbem.systems.cartwheel.form import sections
from pbem.systems.cartwheel.orders import KINDS, Attack, Land, Statement
from pbem.systems.cartwheel.state import Game
from tests.systems.cartwheel.randomplay import player
from tests.systems.cartwheel.selfplay import SEATS, match
from tests.systems.cartwheel.tabletop import CHARTS

GAMES = (
    ("campaign", 1, 90),
    ("toenails", 2, 400),
    ("bougainville", 3, 150),
    ("bismarck-sea", 4, 400),
)
"""Scenario, seed, files at most."""

Seen = tuple[View[Game], tuple[Section, ...]]


@cache
def seen(scenario: str, number: int, most: int) -> tuple[Seen, ...]:
    """Every form of a game played by chance, with the view that it was written for."""
    begun, found = match(scenario, number), []
    players = {name: player(number * 2 + i) for i, name in enumerate(SEATS)}
    for _ in range(most):
        if begun.is_over:
            break
        view = begun.view(begun.ahead())
        found.append((view, sections(view, CHARTS)))
        begun.step(players[begun.seat().name])
    return tuple(found)


def forms() -> list[Seen]:
    """Every form of all games."""
    return [one for game in GAMES for one in seen(*game)]


def first(wanted: Callable[[View[Game]], bool]) -> dict[str, Section]:
    """The sections by rule of the first form whose view is as wanted."""
    _, found = next(one for one in forms() if wanted(one[0]))
    return {section.rule: section for section in found}


def answers(view: View[Game], step: str) -> bool:
    """Whether a view's file answers a step."""
    return any(key.endswith(f"/{step}") for key in view.decision.covers)


# --- examples ------------------------------------------------------------------------------------


def test_every_example_survives_being_written_into_an_orders_file() -> None:
    for _, found in forms():
        for section in found:
            written = tuple(encode_order(order) for order in section.examples)
            assert decode_orders(written, KINDS, code="E12") == section.examples


def test_every_example_is_legal_alone_or_with_the_one_that_belongs_to_it() -> None:
    for view, found in forms():
        for section in found:
            for number, order in enumerate(section.examples):
                pairs = (
                    (order,),
                    section.examples[number - 1 :][:2],
                    section.examples[number:][:2],
                )
                assert any(not any(check(view, pair, CHARTS)) for pair in pairs), (section, order)


def test_the_forms_of_four_games_show_every_order_that_a_player_can_give() -> None:
    kinds = Counter(
        order.type for _, found in forms() for section in found for order in section.examples
    )
    by_chance = {"relocate", "radar", "ace"}
    assert set(KINDS) - set(kinds) <= {Statement.type, *by_chance}


def test_markers_of_the_event_are_offered_to_the_side_that_has_them() -> None:
    view, _ = next(one for one in forms() if answers(one[0], "5.3"))
    game = view.game.with_base(replace(view.game.bases["GUA"], radar=False))
    turn = replace(game.turn, ace="allied", radar="allied")
    found = sections(replace(view, game=replace(game, turn=turn)), CHARTS)
    offered = {order.type for section in found for order in section.examples}
    assert {"ace", "radar"} <= offered


def test_a_form_is_never_empty() -> None:
    for view, found in forms():
        assert found, view.decision
        for section in found:
            assert section.choices, section.title


# --- what the sections tell ----------------------------------------------------------------------


def test_file_one_decides_the_eleventh_and_begins_with_redistribution() -> None:
    found = first(lambda view: answers(view, "5.2"))
    assert next(iter(found)) == "H17.0"
    assert {"5.2", "6.5", "E.3"} <= set(found)
    assert "the Allies earn 1 VP now" in " ".join(found["5.2"].choices)


def test_file_two_decides_tf36_regroup_marks_and_recon_of_the_holder() -> None:
    found = first(lambda view: answers(view, "5.3") and answers(view, "7.3-holder"))
    assert {"5.3", "6.5", "7.1", "7.2", "7.3"} <= set(found)
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


def test_strikes_are_offered_while_a_bomber_is_ready_and_has_a_target() -> None:
    offered = 0
    for _, found in forms():
        for section in found:
            words = " ".join(section.choices)
            if section.rule == "H9.1" and "bombers" in words and "away: base:" in words:
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
            for land, after in zip(section.examples, section.examples[1:], strict=False):
                if isinstance(land, Land) and isinstance(after, Attack):
                    assert after.hex == view.game.ships[land.ship].at


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
