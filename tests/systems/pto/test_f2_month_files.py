"""What a pass keeps for the end of the month, and the file that is saved by it [F.2.2]."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.form.forecast import asks_ahead
from pbem.systems.pto.table.events_economy import Returned
from pbem.systems.pto.table.events_land import Marched, OffensiveBegun
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import March, Offensive, Pass, Return, Stay
from pbem.systems.pto.table.standing import Declines
from pbem.systems.pto.table.state import Game
from tests.systems.pto.selfplay import Match, match
from tests.systems.pto.tabletop import in_words, told

Given = tuple[Order, ...]
Kind = TypeVar("Kind", bound=Event)
HOME = Return(tf="kido-butai", to="JPN")
STAY = Stay(tf="kido-butai")
ARMY = March(unit="jp-11th-army-a", path=("NCH",))
LUZON: Given = (Offensive(kind="land", nation="US", theatres=("Philippines",)),)
CHINA: Given = (Offensive(kind="land", nation="JP", theatres=("China",)),)
BARE: Given = (Pass(),)
OVER: Given = (Pass(ends=True),)


def say(*orders: Order) -> Callable[[View[Game]], Given]:
    return lambda _: orders


def december(*given: Given) -> Match:
    """Scenario 1 after the Allies' first file, both of phase 3, and those of phase 4: Japan's, …"""
    game = match("pearl-harbor")
    for orders in ((), (), (), *given):
        game.step(say(*orders))
    return game


def asked(game: Match) -> str:
    """The step of which the next file gives the orders, and its seat."""
    view = game.view()
    steps = [key.partition("/")[2] for key in view.decision.covers]
    return f"{view.seat} {steps[0]}"


def ended(game: Match, *given: Given) -> Match:
    """The game played on, up to the season's first file."""
    for orders in given:
        game.step(say(*orders))
    assert asked(game).endswith("S2.3")
    return game


def events(game: Match, kind: type[Kind]) -> list[Kind]:
    return told((event for scene in game.scenes for event in scene.events), kind)


def marched(game: Match) -> list[str]:
    return [event.unit for event in events(game, Marched)]


def returned(game: Match) -> list[str]:
    return [event.tf for event in events(game, Returned)]


def void(game: Match) -> list[str]:
    return in_words(events(game, Voided))


def test_gp95_what_a_pass_brought_holds_whoever_acts_after_it() -> None:
    game = december((Pass(), HOME, ARMY), LUZON, BARE, OVER)
    assert asked(game).endswith("S2.3")
    assert marched(game) == ["jp-11th-army-a"]
    assert "kido-butai" in returned(game)
    assert game.game.ground["jp-11th-army-a"].at == "NCH"
    assert game.game.forces["kido-butai"].at == "JPN"
    assert not [file for file in game.files if "12/P5-first" in file.covers]


def test_gp95_a_pass_with_orders_replaces_all_that_came_before() -> None:
    game = december((Pass(), HOME, ARMY), LUZON, (Pass(), STAY), OVER)
    assert asked(game).endswith("S2.3")
    assert marched(game) == []
    assert game.game.forces["kido-butai"].at == "NOP"
    assert game.game.ground["jp-11th-army-a"].at == "YAN"


def test_what_a_pass_brought_holds_when_its_author_acts_again() -> None:
    game = december((Pass(), HOME, ARMY), LUZON, CHINA, OVER, BARE)
    assert asked(game).endswith("S2.3")
    assert marched(game) == ["jp-11th-army-a"]


def test_a_pass_that_declines_from_then_on_keeps_what_it_brought() -> None:
    game = december((Pass(), HOME, ARMY, Declines()), OVER)
    assert asked(game).endswith("S2.3")
    assert marched(game) == ["jp-11th-army-a"]
    assert "kido-butai" in returned(game)


def test_an_offensive_beside_declines_is_performed() -> None:
    game = december(BARE, (*LUZON, Declines()), OVER)
    (offensive,) = events(game, OffensiveBegun)
    assert offensive.nation == "US"


def test_ends_says_that_there_are_no_orders() -> None:
    game = december((Pass(), HOME, ARMY), LUZON, OVER, OVER)
    assert asked(game).endswith("S2.3")
    assert marched(game) == []


def test_anew_takes_back_what_was_given_and_a_file_is_asked_for() -> None:
    game = december((Pass(), HOME, ARMY), LUZON, (Pass(anew=True),), OVER)
    assert asked(game) == "japanese P5-first"
    ended(game, (STAY,))
    assert marched(game) == []
    assert game.game.forces["kido-butai"].at == "NOP"


def test_who_only_passes_is_asked_at_the_end_of_the_month() -> None:
    game = december(BARE, OVER)
    assert asked(game) == "japanese P5-first"
    game = december(OVER, BARE)
    assert asked(game) == "allied P5-second"


def test_f_6_6_a_file_passes_once() -> None:
    """Not with `ends` in one order and `anew`, which takes it back, in another [F.2.2]."""
    twice = ["'pass' is ordered twice: see order 1 [F.6.6]"]
    game = december((Pass(), HOME), LUZON)
    assert game.wrong(Pass(ends=True), Pass(anew=True)) == twice
    assert december().wrong(Pass(), Pass()) == twice


@pytest.mark.parametrize("more", [(HOME,), (ARMY,)])
def test_anew_beside_orders_is_refused(more: Given) -> None:
    game = december()
    assert game.wrong(Pass(anew=True), *more) == [
        "'anew' takes the orders for the month's end back, the file gives some [F.2.2]"
    ]
    assert game.wrong(Pass(anew=True, ends=True)) == [
        "'anew' takes the orders for the month's end back, the file gives some [F.2.2]"
    ]


def test_f_2_2_anew_takes_nothing_back_where_nothing_was_given() -> None:
    """In phase 4 as before it; once it is given it may be taken back."""
    what = "nothing has been ordered for the month's end yet [F.2.2]"
    assert december().wrong(Pass(anew=True)) == [what]
    assert december(BARE, LUZON).wrong(Pass(anew=True)) == [what]
    assert december((Pass(), HOME), LUZON).wrong(Pass(anew=True)) == []
    assert december(OVER, LUZON).wrong(Pass(anew=True)) == []


def test_what_has_become_impossible_is_void_and_the_reason_is_told() -> None:
    """The army is ordered to march, then serves in an offensive: it stays where that left it."""
    attack = (*CHINA, March(unit="jp-11th-army-a", path=("SCH",)))
    game = december((Pass(), HOME, ARMY), LUZON, attack, OVER, BARE)
    assert asked(game).endswith("S2.3")
    assert game.game.ground["jp-11th-army-a"].at == "SCH"
    assert game.game.forces["kido-butai"].at == "JPN"
    assert void(game) == [
        "The Japanese: 'march' of jp-11th-army-a is void: an offensive of this month"
        " used jp-11th-army-a [P5.1]"
    ]


def test_the_forecast_leaves_out_whom_nobody_asks_at_the_end_of_the_month() -> None:
    game = december(OVER)
    asked_at_the_end = {one.step: one.seats for one in asks_ahead(game.game, game.game.turn)}
    assert "P5-first" not in asked_at_the_end
    assert asked_at_the_end["P5-second"] == ("allied",)
