"""Golden examples of who may stand at mobile bases and ports, each played from its orders."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.table.orders_operations import AirMission, Stage
from pbem.systems.cartwheel.table.orders_turn import Build, CommitEleventh, CountsAs
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9}


def built(faces: dict[str, int], side: str, base: str, hex_: str) -> Play:
    """Turn 2 of the campaign, with a mobile base that was begun in turn 1."""
    faces |= CALM
    game = play("campaign", faces).until(side, "4.2").file(Build(base=base, hex=hex_))
    while game.game.now == 1:
        game.file()
    assert game.game.bases[base].status == "working"
    return game


# --- the Rufe [6.3.6~] ---------------------------------------------------------------------------


AT_MJ1 = CommitEleventh(commit=True, bases=FrozenMap({"RUF-802": "MJ1"}))


def test_g07_6_3_6_a_rufe_goes_to_a_mobile_base_on_a_coast(loaded: dict[str, int]) -> None:
    game = built(loaded, JAPANESE, "MJ1", "1104").until(JAPANESE, "5.2").file(AT_MJ1)
    plane = game.plane(JAPANESE, "RUF-802")
    assert plane is not None
    assert plane.base == "MJ1"
    assert "RUF-802" not in game.game.floatplanes


def test_g08_5_2c_a_rufe_goes_to_no_disrupted_base(loaded: dict[str, int]) -> None:
    for unit in ("B24-319", "B24-320"):
        loaded |= {f"9.9 aa t2m1 {unit}": 1, f"9.10 bomb t2m1 {unit}": 3}
    loaded["6.6.3 repair MJ1"] = 10
    game = built(loaded, JAPANESE, "MJ1", "1104").until(ALLIED, "4.4")
    strike = AirMission(
        kind="strike", hex="1104", band="high", strikers=("B24-319", "B24-320"), mode="precision",
        target="base:MJ1",
    )  # fmt: skip
    game.file(strike).file()
    while game.game.now == 2:
        game.file()
    assert "mobile base 1 (MJ1) stays disrupted [H6.6.3]." in game.report()
    (problem,) = game.until(JAPANESE, "5.2").refused(AT_MJ1)
    assert (problem.rule, problem.what) == ("5.2c", "RUF-802 cannot be placed at 'MJ1'")


def test_g09_6_3_6_a_rufe_at_a_port_stands_on_the_map(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM).until(JAPANESE, "5.2")
    game.file(CommitEleventh(commit=True, ports=FrozenMap({"RUF-802": "1203"})))
    public = game.game.floatplanes["RUF-802"]
    assert (public.hex, public.steps, public.flown, public.disrupted) == ("1203", 2, False, False)
    assert "RUF-802 stands at the port of 1203 (Rabaul) [6.3.6~]." in game.report()


# --- capacity [6.3.2] ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "half"),
    [
        pytest.param(("B25-71", "BOS-22", "P39-40"), "flown", id="G29"),
        pytest.param(("B25-71", "BOS-22", "B25S-90"), "ready", id="G30"),
        pytest.param(("P39-40", "B25-71"), "ready", id="G31"),
        pytest.param(("P39-40", "P40-8", "F5-8 F"), "ready", id="G32 as F"),
        pytest.param(("P39-40", "P40-8", "F5-8 B"), "flown", id="G32 as B"),
    ],
)
def test_g29_to_g32_6_3_2_a_mobile_base_holds_three_alike_or_two_of_any_type(
    loaded: dict[str, int], units: tuple[str, ...], half: str
) -> None:
    """Nobody at an over-full base is Ready again, nor flies from it."""
    loaded["7.3 recon F5-8"] = 1
    game = built(loaded, ALLIED, "MA1", "0806").until(ALLIED, "4.4")
    written: list[Order] = []
    for words in units:
        unit, _, kind = words.partition(" ")
        written += [CountsAs(unit=unit, kind="F" if kind == "F" else "B")] if kind else []
        written.append(Stage(unit=unit, to="MA1"))
    game.file(*written)
    while game.game.now == 2 or game.game.owed:
        game.file()
    planes = [game.plane(ALLIED, words.partition(" ")[0]) for words in units]
    assert [plane.base for plane in planes if plane] == ["MA1"] * len(units)
    assert {plane.half for plane in planes if plane} == {half}
    sweep = AirMission(kind="sweep", hex="0805", band="high", escorts=("P39-40",))
    assert game.until(ALLIED, "4.4").rules(sweep) == (["6.3.4~"] if half == "flown" else [])
