"""Attacks that no die can make hit are told before they are sent, and stand in no example."""

import pytest

from pbem.frozen import replace
from pbem.systems.cartwheel.form.form import page_of
from pbem.systems.cartwheel.form.vain import of_vain_attacks
from pbem.systems.cartwheel.orders.fliers import simplest_missions
from pbem.systems.cartwheel.table.events_sea import Bombarded
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import loaded, play
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.test_foretold import foretold
from tests.systems.cartwheel.test_foretold_ahead import examples

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9}
BOMBS = AirMission(
    kind="strike", hex="1707", band="medium", strikers=("D3A-582",), mode="regular",
    target="naval:US-CLT1",
)  # fmt: skip


def test_h9_10_3_a_strike_whose_best_die_does_nothing_is_told(loaded: dict[str, int]) -> None:
    """Regular bombs lose 3 against ships; from a dive they hit."""
    game = play("toenails", loaded | CALM).until(JAPANESE, "4.4")
    said = "D3A-582 cannot hit US-CLT1 as things stand: even a 10 comes to 9, which does nothing"
    assert f"{said} [H9.10.3]." in foretold(game, BOMBS).warnings
    assert not any("cannot hit" in w for w in foretold(game, replace(BOMBS, mode="dive")).warnings)


def test_h10_7_a_bombardment_whose_best_die_does_nothing_is_told(loaded: dict[str, int]) -> None:
    """Munda's garrison has a Fortification; behind guns that may hit, it may be weaker."""
    loaded |= {"10.7 bombard t1m1 US-CLT1": 10}
    game = play("toenails", loaded | CALM).until(ALLIED, "4.4")
    guns = NavalMission(
        ships=("US-CLT1",), path=("1707", "1606"), purpose="bombard", target="ground"
    )
    said = "US-CLT1 cannot hit the troops in 1606 (Munda) as things stand: even a 10 comes to 9"
    assert f"{said}, which does nothing [H10.7]." in foretold(game, guns).warnings
    assert not any(
        "cannot hit" in w for w in foretold(game, replace(guns, target="base:MUN")).warnings
    )
    game.file(guns)
    (event,) = game.events(Bombarded)
    assert [(one.score.total, bool(one.harm)) for one in event.shellings] == [(9, False)]


@pytest.mark.parametrize("scenario", ["toenails", "bougainville", "campaign"])
@pytest.mark.parametrize("side", [ALLIED, JAPANESE])
def test_no_example_of_the_form_attacks_in_vain(
    scenario: str, side: str, loaded: dict[str, int]
) -> None:
    game = play(scenario, loaded | CALM).until(side, "4.4")
    page = page_of(game.match.view(), (), CHARTS)
    assert page is not None
    shown = (*examples(game, AirMission), *examples(game, NavalMission))
    assert shown
    assert [[*of_vain_attacks(replace(page, file=(one,)))] for one in shown] == [[]] * len(shown)


def test_h10_4_3_a_strike_behind_a_gun_battle_over_the_same_ships_is_told(
    loaded: dict[str, int],
) -> None:
    """US-CLT1 sails first, and IJN-CLT3 may leave; behind the strike, or without guns, it stays."""
    game = play("toenails", loaded | CALM | {"7.5 missions": 3}).until(ALLIED, "4.4")
    page = page_of(game.match.view(), (), CHARTS)
    assert page is not None
    strike = next(one for one in simplest_missions(page) if one.target == "naval:IJN-CLT3")
    way = ("1707", "1606", "1506", "1405")
    sortie = NavalMission(ships=("US-CLT1",), path=way, purpose="sortie")
    told = (
        "US-CLT1 and the enemy fight in 1405 (Buin/Kahili) before your strike: IJN-CLT3 may be"
        " gone by then, and who attacks what is gone drops his bombs into the sea [H10.4.3, H9.6]."
    )
    assert told in foretold(game, sortie, strike).warnings
    assert told not in foretold(game, strike, sortie).warnings
    short = NavalMission(ships=("US-CLT1",), path=way[:2])
    assert not any("before your strike" in one for one in foretold(game, short, strike).warnings)
