"""What a lost base does to the charts of its owner [6.6.4~, 6.6.5, H6.6.1]."""

import pytest

from pbem.engine.events import ALL
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.own.charts import Due, Private
from pbem.systems.cartwheel.table.events_charts import (
    BaseLost,
)
from pbem.systems.cartwheel.table.state import Base, Game
from tests.systems.cartwheel.hidden import own, plane, told
from tests.systems.cartwheel.started import started

GAME = started()


def at(private: Private, base: str) -> list[str]:
    return [one.id for one in private.at(base)]


# --- lost bases [6.6.4~, 6.6.5, H6.6.1] ----------------------------------------------------------


def lost(base: str, how: str, dice: tuple[int, ...] = (), drm: int = 0) -> BaseLost:
    one = GAME.bases[base]
    return BaseLost(
        to=ALL, base=base, hex=one.hex, owner=one.owner, how=how, drm=drm, dice=dice, rolls=(),
    )  # fmt: skip


def fallen(base: str, how: str) -> Game:
    one = GAME.bases[base]
    if how == "captured":
        return GAME.with_base(replace(one, owner="allied", hits=2))
    return GAME.with_base(replace(one, status="destroyed", hits=6))


def test_h6_6_1_units_of_a_destroyed_base_fly_to_the_nearest_by_default() -> None:
    """Buin is destroyed: Vila is 1 hex away, Buka and Munda 2."""
    charts = told(own("japanese"), fallen("BUI", "destroyed"), lost("BUI", "destroyed"))
    units = ("A6M-204a", "A6M-204b", "A6M-582")
    assert {(plane(charts, u).base, plane(charts, u).half) for u in units} == {("VIL", "flown")}
    assert charts.due == (Due(kind="lost-base", place="BUI", hex="1405", saved=units),)


def test_6_6_4_who_evacuates_goes_by_the_list_of_the_base() -> None:
    """SR 6 of the A6M: 6 saves, 7 does not; a natural 1 saves all, a 10 none [H6.6.5]."""
    charts = replace(own("japanese"), evacuate=FrozenMap({"BUI": ("MUN", "RAB")}))
    captured = lost("BUI", "captured", (6, 7, 1))
    charts = told(charts, fallen("BUI", "captured"), captured)
    assert plane(charts, "A6M-204a").base == "MUN"
    assert "A6M-204b" not in charts.planes
    assert plane(charts, "A6M-582").base == "MUN"
    assert charts.due == (
        Due(
            kind="lost-base", place="BUI", hex="1405", saved=("A6M-204a", "A6M-582"),
            lost=("A6M-204b 2",),
        ),
    )  # fmt: skip


@pytest.mark.parametrize(("going", "refuge"), [((), "MJ1"), (("MJ1",), "VIL")])
def test_6_5_4_nobody_flees_to_a_mobile_base_that_is_to_be_taken_away(
    going: tuple[str, ...], refuge: str
) -> None:
    """Buin falls in 4.7, when MJ1, as near as Vila, is to go in the Regroup phase: it is empty."""
    game = fallen("BUI", "captured").with_base(Base(id="MJ1", hex="1404", owner="japanese"))
    game = game.with_turn(replace(game.turn, dismantle=going))
    charts = told(own("japanese"), game, lost("BUI", "captured", (1, 1, 1)))
    assert at(charts, refuge) == ["A6M-204a", "A6M-204b", "A6M-582"]


@pytest.mark.parametrize(("die", "saved"), [(3, True), (4, False)])
def test_h6_6_5_modifiers_add_up(die: int, saved: bool) -> None:
    """The base was disrupted, +2; the unit is in the Flown half, +1: 3 + 2 + 1 = 6, its SR."""
    charts = own("japanese", A6M_204a={"half": "flown"}).without("A6M-204b", "A6M-582")
    charts = told(charts, fallen("BUI", "captured"), lost("BUI", "captured", (die,), drm=2))
    assert ("A6M-204a" in charts.planes) is saved


def test_6_6_5_who_is_sent_out_of_its_printed_range_is_destroyed() -> None:
    """To Hollandia it is 12 hexes: out of the printed range, and that is not doubled [6.6.5]."""
    charts = replace(own("japanese"), evacuate=FrozenMap({"BUI": ("HOL",)}))
    charts = told(charts, fallen("BUI", "captured"), lost("BUI", "captured", (1, 1, 1)))
    assert charts.due[0].saved == ()


def test_6_6_5_the_printed_sr_counts_without_the_bonus_for_bombs_gone() -> None:
    """A G4M has SR 4: 5 is too much, though it would be 5 without its bombs [2.2.2e~]."""
    for die, escapes in ((4, True), (5, False)):
        charts = own("japanese", G4M_702={"base": "BUI"})
        charts = charts.without("A6M-204a", "A6M-204b", "A6M-582")
        charts = told(charts, fallen("BUI", "captured"), lost("BUI", "captured", (die,)))
        assert ("G4M-702" in charts.planes) is escapes


def test_6_6_5_without_a_legal_base_on_the_list_it_is_destroyed() -> None:
    charts = replace(own("japanese"), evacuate=FrozenMap({"BUI": ("WEW", "PM")}))
    charts = told(charts, fallen("BUI", "captured"), lost("BUI", "captured", (1, 1, 1)))
    assert charts.due[0].lost == ("A6M-204a 2", "A6M-204b 2", "A6M-582 2")


def test_cr12_reinforcements_whose_base_falls_before_they_come_arrive_in_the_box() -> None:
    """Those who hold Buin are lost in 4.7, when the file has already said where they arrive."""
    charts = own("japanese", A6M_582={"base": "BUI", "due": True})
    charts = told(charts, fallen("BUI", "captured"), lost("BUI", "captured", (1, 1)))
    assert (plane(charts, "A6M-582").base, plane(charts, "A6M-582").half) == ("TRK", "ready")
    assert charts.due[0].saved == ("A6M-204a", "A6M-204b"), "nobody else throws, or is stated"


def test_h10_5_all_aboard_a_sunk_carrier_are_lost() -> None:
    charts = own("japanese", D3A_ZU={"base": "IJN-CV1"})
    event = BaseLost(
        to=ALL, base="IJN-CV1", hex="1203", owner="japanese", how="sunk", drm=0, dice=(), rolls=()
    )
    charts = told(charts, GAME, event)
    assert "D3A-ZU" not in charts.planes
    assert charts.due[0].lost == ("D3A-ZU 2",)
