"""Bases that fall in one file of ground orders, one after another [6.6.4~, H6.6.5, CR41]."""

from typing import Any

from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_charts import BaseLost, Stated
from pbem.systems.cartwheel.table.orders_ground import March
from pbem.systems.cartwheel.table.orders_turn import Evacuate
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9, "11.1 ground initiative": 10}

Said = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]


def two_fall(faces: dict[str, int], base: str, to: str, lae: int, fin: int) -> Play:
    """The Allies walk into Lae (0705) and Finschhafen (0805); KI43-59b stands at one of them.

    Its list sends it `to` the other; `lae` and `fin` are its dice. The lower hex falls first.
    """

    def change(table: dict[str, Any]) -> None:
        table["ground"] |= {"0706": ["3D-15"], "0705": [], "0805": []}
        table["forts"].remove("0705")
        table["air"] |= {"HOL": [], base: ["KI43-59b"]}

    faces |= {**CALM, "6.6.5 evacuate LAE #1": lae, "6.6.5 evacuate FIN #1": fin}
    game = play("campaign", faces, change).until(JAPANESE, "5.2")
    game.file(Evacuate(base=base, to=(to,))).until(ALLIED, "4.5-first")
    orders = March(units=("3D-15",), to="0705"), March(units=("41-162",), to="0805")
    assert CARTWHEEL.foretell is not None
    said = CARTWHEEL.foretell(game.match.view(), orders, CHARTS).ordered
    assert said[2:] == (
        "41-162 marches from 0806 (Dobodura) to 0805 (Finschhafen), which falls to you with its"
        " airbase [H11.2].",
        "Enemy aircraft at Finschhafen get away or are lost, each by a die [6.6.5].",
    )
    game.file(*orders)
    game.until(JAPANESE, "4.5-second")
    assert [lost.base for lost in game.events(BaseLost)] == ["LAE", "FIN"]
    return game


def stated(game: Play) -> Said:
    """Who got away and who was lost, by base, once the next file is there."""
    game.file()
    return {e.place: (e.saved, e.lost) for e in game.events(Stated) if e.kind == "lost-base"}


def audited(game: Play) -> bool:
    """Whether the audit finds nothing at the end of the turn."""
    while game.game.now == 1:
        game.file()
    return game.match.audit() == []


def test_h6_6_5_a_refuge_that_falls_later_is_one_until_it_falls(loaded: dict[str, int]) -> None:
    """From Lae to Finschhafen, and there, Flown, 6 + 1 is too much."""
    game = two_fall(loaded, "LAE", "FIN", lae=1, fin=6)
    assert game.plane(JAPANESE, "KI43-59b") is None
    assert stated(game) == {"LAE": (("KI43-59b",), ()), "FIN": ((), ("KI43-59b",))}
    assert game.game.air["KI43-59b"].steps == 0
    assert audited(game)


def test_h6_6_5_who_flees_twice_gets_away_twice(loaded: dict[str, int]) -> None:
    """5 + 1 is within the rating of 6; the nearest base is Cape Gloucester."""
    game = two_fall(loaded, "LAE", "FIN", lae=1, fin=5)
    plane = game.plane(JAPANESE, "KI43-59b")
    assert plane is not None
    assert (plane.base, plane.half) == ("CGL", "flown")
    assert stated(game) == {"LAE": (("KI43-59b",), ()), "FIN": (("KI43-59b",), ())}
    assert audited(game)


def test_h6_6_5_a_refuge_that_has_fallen_before_is_none(loaded: dict[str, int]) -> None:
    game = two_fall(loaded, "FIN", "LAE", lae=1, fin=1)
    assert game.plane(JAPANESE, "KI43-59b") is None
    assert stated(game) == {"LAE": ((), ()), "FIN": ((), ("KI43-59b",))}
    assert audited(game)
