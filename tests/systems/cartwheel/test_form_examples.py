"""Whatever the form of Cartwheel proposes can be ordered, and all that can be is proposed."""

from collections import Counter

import pytest

from pbem.engine.orders import decode_orders, encode_order
from pbem.engine.steps import IfRoom, Spare
from pbem.frozen import replace
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.orders.check import check
from pbem.systems.cartwheel.table.orders import TYPES
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.orders_turn import Statement
from tests.systems.cartwheel.formed import answers, forms, shown
from tests.systems.cartwheel.tabletop import CHARTS


@pytest.mark.slow
def test_every_example_survives_being_written_into_an_orders_file() -> None:
    for _, found in forms():
        for section in found:
            for group in shown(section):
                written = tuple(encode_order(order) for order in group)
                assert decode_orders(written, TYPES, code="E12") == group


def test_every_example_is_legal_in_its_file() -> None:
    for view, found in forms():
        for section in found:
            for group in shown(section):
                assert not any(check(view, group, CHARTS)), (section.title, group)


def test_h13_4_a_supply_unit_is_dropped_for_own_troops() -> None:
    """Where nobody of the side's stands it would be lost."""
    dropped = [
        (view, order.hex)
        for view, found in forms()
        for section in found
        for order in section.examples
        if isinstance(order, AirMission) and "supply" in order.cargo.values()
    ]
    assert dropped
    for view, hex_ in dropped:
        assert any(view.game.troops_at(hex_, "allied")), hex_


def test_the_forms_of_four_games_show_every_order_that_a_player_can_give() -> None:
    kinds = Counter(
        order.type
        for _, found in forms()
        for section in found
        for group in shown(section)
        for order in group
    )
    by_chance = {"radar", "ace"}
    assert set(TYPES) - set(kinds) <= {Statement.type, *by_chance}


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
            assert section.choices or shown(section) or isinstance(section, IfRoom | Spare)


def test_h9_6_the_form_shows_how_single_strikers_get_a_target_of_their_own() -> None:
    divided = [
        order
        for _, found in forms()
        for section in found
        for order in section.examples
        if isinstance(order, AirMission) and order.targets
    ]
    assert divided
    for order in divided:
        assert {order.target} != {*order.targets.values()}
    told = [line for _, found in forms() for one in found for line in one.choices]
    assert any(
        'For single units: returns = { UNIT = "BASE" }, targets = { UNIT' in line for line in told
    )


def test_h10_7_the_form_shows_how_the_target_of_a_bombardment_is_written() -> None:
    told = [line for _, found in forms() for one in found for line in one.choices]
    assert any('"bombard" fires at target = "base:ID" or "ground".' in line for line in told)


def test_h8_9_a_short_form_has_a_line_for_each_order_that_answers_raids() -> None:
    for view, found in forms():
        if view.decision.covers and view.side not in view.game.stand_down:
            assert not isinstance(found[0], IfRoom | Spare)
            for order in ("'answers'", "'asked'"):
                assert sum(order in line for line in found[0].choices) == 1


def test_h8_5_a_reply_has_one_example_in_which_some_rise_and_others_evade() -> None:
    """A mission is replied to once: two examples of it could not both be taken."""
    sections_ = [one for _, found in forms() for one in found if one.rule == "H8.5"]
    examples = [one.examples for one in sections_ if one.examples]
    assert examples
    assert all(len(orders) == 1 for orders in examples)
    replies = [one for (one,) in examples if isinstance(one, Reply)]
    assert any(one.interceptors and one.evaders for one in replies)


def test_h11_4_the_form_says_what_an_attack_names() -> None:
    said = [line for _, found in forms() for one in found for line in one.choices]
    assert any(line.startswith("An attack names hex and units there") for line in said)


def test_h12_2_the_form_says_what_becomes_of_cargo_that_is_aboard() -> None:
    said = [
        (view, line)
        for view, found in forms()
        for one in found
        if one.rule == "H10.1"
        for line in one.choices
        if line.startswith("What is aboard stays there until you land or unload it")
    ]
    assert said
    assert all(
        any(ship.cargo for ship in view.game.ships.values() if ship.side == view.side)
        for view, _ in said
    )
