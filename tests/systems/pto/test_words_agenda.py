"""What status says of the next file: what its author can decide, and nothing else [F.2, F.3]."""

import pytest

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.form.form import sections
from pbem.systems.pto.form.offers import options, strike
from pbem.systems.pto.table.orders_month import (
    APPENDED,
    Airlift,
    Blockade,
    BombJapan,
    Debark,
    Engage,
    Form,
    March,
    Offensive,
    Pass,
    Rail,
    Repair,
    Replenish,
    Return,
    Sail,
    Stay,
    Strike,
    Transfer,
)
from pbem.systems.pto.table.orders_season import Bid, Build, LendLease, Mend, Rebuild, Reserve
from pbem.systems.pto.table.standing import AirDefence
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.agenda import agenda
from tests.memory import Match
from tests.systems.pto.frontdoor import begun
from tests.systems.pto.randomplay import player as by_chance
from tests.systems.pto.selfplay import TWO, match
from tests.systems.pto.tabletop import CHARTS, force, ship, small_game

Offers = tuple[tuple[str, str, tuple[type[Order], ...]], ...]
FOUR = ("japanese", "us", "uk-ne", "cn-au")
FIVE = ("japanese", "us", "uk-ne", "cn", "au")
PARTS = {
    "P3.1": {
        "form": "first naval movement",
        "sail": "first naval movement",
        "strike": "air attacks",
        "engage": "naval attacks",
        "transfer": "air movement",
        "airlift": "air movement",
    },
    "P5": {
        "march": "ground movement",
        "rail": "ground movement",
        "debark": "ground movement",
        "form": "second naval movement",
        "return": "second naval movement",
        "stay": "second naval movement",
        "replenish": "replenishment",
        "bomb-japan": "the bombing of Japan in phase 2",
        "blockade": "the blockade of Japan in phase 2",
    },
    "S2.3": {
        "lend-lease": "lend-lease to China",
        "build": "repair and construction",
        "mend": "repair and construction",
        "rebuild": "repair and construction",
        "bid": "the bid for offensives",
        "bomb-japan": "the bombing of Japan in phase 2",
        "blockade": "the blockade of Japan in phase 2",
    },
}
"""The part of the agenda that an order belongs to, by the step of its file."""


def said(view: View[Game]) -> list[str]:
    """The agenda of the next file, without the month."""
    return [line.partition(", ")[2] for line in agenda(view.game, view.decision, CHARTS)]


def at(game: Match, step: str, seat: str = "") -> View[Game]:
    """The view of the next file for a step, everybody passing before it."""
    while True:
        view = game.view()
        steps = {key.partition("/")[2].partition("-")[0] for key in view.decision.covers}
        if step in steps and seat in ("", view.seat):
            return view
        game.step(lambda v: (Pass(),) if "P4" in v.decision.covers[0] else ())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "number", "seats"),
    [("pearl-harbor", 3, TWO), ("leyte", 1, FOUR), ("midway", 2, TWO)],
)
def test_all_that_is_ordered_by_chance_stands_on_the_agenda(
    scenario: str, number: int, seats: tuple[str, ...]
) -> None:
    game, player, seen = match(scenario, number, seats), by_chance(number), set()
    while not game.is_over:
        view = game.view()
        lines = said(view)
        game.step(player)
        step = next(iter(view.decision.covers), "").partition("/")[2].partition("-")[0]
        for order in game.files[-1].orders:
            wanted = PARTS.get(step, {}).get(order.type)
            if wanted:
                assert any(line.startswith(wanted) for line in lines), (step, order, lines)
                seen.add((step, order.type))
    assert len(seen) >= 6


OFFERED: dict[str, Offers] = {
    "P3.1": (
        ("first naval movement", "First naval movement", (Sail, Form)),
        ("air attacks", "Air attacks", (Strike,)),
        ("naval attacks", "Naval attacks", (Engage,)),
        ("air movement", "Air movement", (Transfer, Airlift)),
    ),
    APPENDED: (("the first offensive", "You may append your first offensive", (Offensive,)),),
    "P4": (("offensives:", "An offensive, or a pass", (Offensive,)),),
    "P5": (
        ("ground movement", "Ground movement", (March, Rail, Debark)),
        ("second naval movement", "Second naval movement", (Return, Stay, Form)),
        ("replenishment", "Repair and replenishment", (Replenish,)),
        ("repair: ", "Repair and replenishment", (Repair,)),
    ),
    "S2.3": (
        ("lend-lease", "Repair and construction", (LendLease,)),
        ("repair and construction", "Repair and construction", (Mend, Rebuild, Build, Reserve)),
        ("the bid for", "Offensives for three months", (Bid,)),
    ),
}
"""By the step of a file what the agenda names, the form's section, and the orders in it."""
NEXT_MONTH: Offers = (
    ("the bombing of Japan", "Strategic warfare, next month", (BombJapan,)),
    ("the blockade of Japan", "Strategic warfare, next month", (Blockade,)),
    ("the defence of Japan", "Defence of Japan, next month", (AirDefence,)),
)
ONCE_SAILED = {"air attacks", "naval attacks"}
"""What the agenda names, though it is legal only once an order of the same file has sailed."""


def offers(view: View[Game]) -> Offers:
    """What could be offered in the next file."""
    steps = {key.partition("/")[2].partition("-")[0] for key in view.decision.covers}
    is_last = steps & {"P0", "S2.3", "P5"} and not view.game.terms.no_strategic
    if "P4" in steps and view.game.month.closing == view.seat:
        steps = {"P5"}
    found = tuple(one for step in steps for one in OFFERED.get(step, ()))
    return (*found, *(NEXT_MONTH if is_last else ()))


def can(view: View[Game], kinds: tuple[type[Order], ...]) -> bool:
    """Whether an order of these kinds is legal, beside those that it needs, and decides something.

    Where one thing alone is damaged in an area, it is tried without an order [PH14.4].
    """
    if AirDefence in kinds:
        return view.side == "japanese"
    if Strike in kinds:
        return bool(strike(view, CHARTS))
    if Repair in kinds:
        areas = [order.area for order in options(view, CHARTS, Repair)]
        return len(areas) > len(set(areas))
    return any(next(options(view, CHARTS, kind), None) is not None for kind in kinds)


@pytest.mark.slow
def test_the_agenda_names_what_the_form_offers_and_nothing_else() -> None:
    agreed = set()
    for scenario, number, seats in (
        ("midway", 1, TWO), ("leyte", 2, TWO), ("pearl-harbor", 9, FOUR),
    ):  # fmt: skip
        game, player = match(scenario, number, seats), by_chance(number)
        while not game.is_over:
            view = game.view()
            lines, titles = said(view), {one.title for one in sections(view, CHARTS)}
            for part, title, kinds in offers(view):
                named, legal = any(line.startswith(part) for line in lines), can(view, kinds)
                assert legal <= named, (part, view.decision, lines)
                assert named <= legal or part in ONCE_SAILED, (part, view.decision)
                assert legal <= (title in titles), (title, view.decision)
                agreed |= {part} if named and legal else set()
            game.step(player)
    everything = (*NEXT_MONTH, *(one for step in OFFERED.values() for one in step))
    assert {part for part, _, _ in everything} - agreed <= {"repair: "}


def test_china_has_no_ships_to_move() -> None:
    lines = said(at(match("pearl-harbor", seats=FIVE), "P3.1", "cn"))
    assert lines == ["air attacks", "air movement", "standing orders"]


def test_a_season_names_what_a_seat_spends_on() -> None:
    game = match("pearl-harbor", seats=FOUR)
    assert said(at(game, "S2.3", "us")) == [
        "lend-lease to China",
        "repair and construction",
        "the bid for offensives of the United States (sealed)",
        "who goes first in phase 3, should its side have the initiative",
        "the blockade of Japan in phase 2",
        "standing orders",
    ]
    assert said(at(game, "S2.3", "cn-au")) == [
        "repair and construction",
        "the bid for offensives of China and Australia (open: all others lie sealed)",
        "who goes first in phase 3, should its side have the initiative",
        "standing orders",
    ]


def test_a_scenario_that_begins_with_its_bids_has_nothing_else_to_spend_on() -> None:
    assert said(at(match("leyte"), "S2.3"))[:2] == [
        "the bid for offensives of Japan (sealed)",
        "who goes first in phase 3, should its side have the initiative",
    ]


def test_an_offensive_names_who_may_perform_it_and_what_a_pass_brings() -> None:
    game = match("pearl-harbor")
    lines = said(at(game, "P4"))
    assert lines == [
        "offensives: the 1st of the month, of Japan, or a pass",
        "the month's end, if it shall come with a pass",
        "standing orders",
    ]
    game.step(lambda _: (Pass(ends=True),))
    game.step(lambda _: (Offensive(kind="land", nation="US", theatres=("Philippines",)),))
    changed = "the month's end, if a pass shall change what an earlier one brought"
    assert said(game.view())[1] == changed


def test_the_first_month_begins_with_standing_orders_and_phase_2() -> None:
    assert said(at(match("midway"), "P0")) == ["standing orders"]
    assert said(at(match("pearl-harbor"), "P0")) == [
        "the blockade of Japan in phase 2",
        "standing orders",
    ]


def test_a_season_and_its_first_month_are_named() -> None:
    """The file for construction is Winter's, the one for who sails next January's [P0.2]."""
    game = match("pearl-harbor", 1, TWO)
    when = []
    for step in ("S2.3", "P3.1"):
        view = at(game, step, "japanese")
        lines = agenda(view.game, view.decision, CHARTS)
        when.append({line.partition(", ")[0] for line in lines if ", " in line})
        game.step(lambda _: ())
    assert when == [{"Winter 1942"}, {"January 1942"}]


def test_naval_attacks_stand_there_only_with_an_enemy_at_sea_in_reach() -> None:
    """A slow convoy off Japan, with 10 MP, and a raider one area away or three [P3.3.1, PH5.1]."""
    for at, near in (("NOP", True), ("HAW", False)):
        game = force(small_game(), "convoy", "JP", "HOM", ship("jp-stp-1", "STP", speed=10))
        game = force(game, "raiders", "US", at, ship("us-dd-1", "DD", "US"))
        lines = said(begun(game, "P3.1-first").view())
        assert ("naval attacks" in lines) == near, at
