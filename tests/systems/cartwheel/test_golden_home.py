"""Recon and the 11th: what a form warns of, and who finds his base lost [E.8.1, H12.1]."""

from typing import Any

from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.table.events_charts import BaseLost, Stated
from pbem.systems.cartwheel.table.orders import (
    AirMission,
    CommitEleventh,
    March,
    Recon,
    ReconReturn,
    Reply,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9, "11.1 ground initiative": 10}


def recon_lines(game: Play) -> list[str]:
    """What the next form says of recon."""
    found = sections(game.match.view(), CHARTS)
    return [line for section in found if section.rule.startswith("7.3") for line in section.choices]


def test_e_8_1_recon_by_the_eleventh_is_warned_of(loaded: dict[str, int]) -> None:
    loaded |= {**CALM, "7.3 recon DIN-6": 1, "7.3 recon DIN-11": 1}
    warning = (
        "Of the 11th Hikoshidan, DIN-11: counts as flown: 1/2 VP for the Allies;"
        " eliminated: 1 VP instead [5.2e, AMB-4]."
    )
    game = play("campaign", loaded).until(JAPANESE, "5.2").file(CommitEleventh(commit=True))
    assert warning in recon_lines(game.until(JAPANESE, "7.3-other"))
    idle = play("campaign", loaded).until(JAPANESE, "7.3-other")
    assert not [line for line in recon_lines(idle) if "11th" in line]


def given_up(faces: dict[str, int], hex_: str, *ruined: str) -> Play:
    """41-162 leaves 0806 to 51D-66 in the very file in which F5-8, over a hex, is to land there.

    The Japanese have nothing to order ashore. Ruined bases are empty.
    """

    def change(table: dict[str, Any]) -> None:
        table["ground"] = {"0806": ["41-162", "51D-66"], "0707": ["GAR-PM"]}
        table["forts"] = []
        table["hits"] = dict.fromkeys(ruined, 10)
        air = table["air"]
        gone = [unit for base in ruined for unit in air.pop(base, ())]
        if "F5-8" in gone:
            gone += [unit for unit in air["DOB"] if unit != "B25-71"]
            air["DOB"] = ["B25-71", "F5-8"]
        air["AUS"] += [unit for unit in gone if unit != "F5-8"]

    faces |= {
        **CALM, "7.3 recon F5-8": 1, "9.9 aa t1m1 B25-71": 1, "9.10 bomb t1m1 B25-71": 8,
        **{f"6.6.5 evacuate DOB #{k}": 10 for k in range(1, 60)},
    }  # fmt: skip
    game = play("campaign", faces, change).until(ALLIED, "7.3-holder")
    game.file(Recon(unit="F5-8", hex=hex_)).until(ALLIED, "4.4")
    bombs = AirMission(
        kind="strike", hex="0806", band="medium", strikers=("B25-71",), mode="regular",
        target="ground:0806",
    )  # fmt: skip
    game.file(bombs).file(Reply(mission="t1m1")).file()
    assert game.game.troops["51D-66"].disrupted
    game.until(ALLIED, "4.5-first")
    assert "4.6-first" in game.asked()
    game.file(March(units=("41-162",), to="0706"), ReconReturn(unit="F5-8", base="DOB"))
    while game.game.now == 1 or game.game.owed:
        game.file()
    assert [(e.base, e.how) for e in game.events(BaseLost)] == [("DOB", "captured")]
    assert [e.saved for e in game.events(Stated) if e.kind == "lost-base"] == [()]
    return game


def test_h12_1_recon_sent_to_a_base_that_its_own_side_gives_up(loaded: dict[str, int]) -> None:
    """It is in the air, rolls nothing, and lands at the nearest base."""
    game = given_up(loaded, "0705")
    plane = game.plane(ALLIED, "F5-8")
    assert plane is not None
    assert (plane.base, plane.away) == ("WAU", False)
    assert game.match.audit() == []


def test_h12_1_without_another_base_in_range_it_is_lost(loaded: dict[str, int]) -> None:
    game = given_up(loaded, "0604", "PM", "MIL", "GOO", "KIR", "WDL", "WAU", "MER")
    assert game.plane(ALLIED, "F5-8") is None
    assert game.game.air["F5-8"].steps == 0
    assert [e.lost for e in game.events(Stated) if e.kind == "no-landing"] == [("F5-8",)]
    assert game.match.audit() == []


def test_7_3_recon_names_the_bases_that_it_can_look_at(loaded: dict[str, int]) -> None:
    loaded |= {**CALM, "7.3 recon F5-8": 1}
    lines = recon_lines(play("campaign", loaded).until(ALLIED, "7.3-holder"))
    (scout,) = [line for line in lines if line.startswith("F5-8")]
    assert scout.startswith(
        "F5-8 at PM (Port Moresby) reaches 8 hexes. Enemy bases by distance: LAE (Lae) in 0705, 2;"
    )


def test_h9_1_a_sweep_harms_nobody_on_the_ground(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM).until(ALLIED, "4.4")
    game.file(AirMission(kind="sweep", hex="0604", band="high", escorts=("P38-9",)))
    (reply,) = [one for one in sections(game.match.view(), CHARTS) if one.rule == "H8.5"]
    (evading,) = [line for line in reply.choices if line.startswith("May evade")]
    assert evading.startswith("May evade, though a sweep harms nobody on the ground: ")
    assert reply.choices[-1] == (
        "If nothing is ordered: nobody takes off, and the sweep goes home."
    )
