"""Recon whose return a ground file has ordered is in the air until 4.6 [7.3.5~, H12.2.1].

Its chart shows it at its base already [H7.3.1]; nothing hits it there, and it takes no room.
"""

from typing import Any

from pbem.engine.orders import Order
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_charts import BaseLost, Stated
from pbem.systems.cartwheel.table.orders_ground import March, Raid
from pbem.systems.cartwheel.table.orders_turn import Recon, ReconReturn
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

CALM = {
    "5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9, "11.1 ground initiative": 1,
    "7.3 recon DIN-6": 1,
}  # fmt: skip
FIGHTERS = ("A6M-201", "A6M-251")
"""As many units as Lae holds."""
HOME = ReconReturn(unit="DIN-6", base="LAE")


def homeward(faces: dict[str, int]) -> Play:
    """The Japanese ground file of turn 1, the first: DIN-6 is over 0805, and Lae undefended."""

    def change(table: dict[str, Any]) -> None:
        table["ground"]["0603"] = table["ground"].pop("0705")
        table["forts"].remove("0705")
        table["naval"].pop("0705", None)
        table["air"]["LAE"] = [*FIGHTERS]
        table["air"]["RAB"] = [u for u in table["air"]["RAB"] if u not in FIGHTERS]

    game = play("campaign", faces | CALM, change).until(JAPANESE, "7.3")
    return game.file(Recon(unit="DIN-6", hex="0805")).until(JAPANESE, "4.5-first")


def finished(game: Play) -> None:
    """The turn is played out."""
    while game.game.now == 1 or game.game.owed:
        game.file()


def stands(game: Play, *units: str) -> list[tuple[str, str] | None]:
    """Base and half of Japanese units."""
    planes = [game.plane(JAPANESE, unit) for unit in units]
    return [(plane.base, plane.half) if plane else None for plane in planes]


def warnings(game: Play, *orders: Order) -> tuple[str, ...]:
    """What the next author is warned of before he sends these orders."""
    assert CARTWHEEL.foretell is not None
    return tuple(CARTWHEEL.foretell(game.match.view(), orders, CHARTS).warnings)


def test_h9_10_6_a_raid_hits_nobody_at_the_base_to_which_recon_is_on_its_way(
    loaded: dict[str, int],
) -> None:
    """The raid makes a ground strike at Finschhafen, where DIN-6 is to land and nobody stands."""
    loaded |= {"11.7 raid A": 10, "9.10 ground raid-A FIN #1": 10, "9.10 pick raid-A FIN #1": 1}
    game = homeward(loaded).file(ReconReturn(unit="DIN-6", base="FIN"))
    game.until(ALLIED, "4.5-second").file(Raid(base="FIN"))
    finished(game)
    (told,) = [event for event in game.events(Stated) if event.kind == "struck"]
    assert (told.place, told.disrupted, told.reduced, told.lost) == ("FIN", (), (), ())
    plane = game.plane(JAPANESE, "DIN-6")
    assert plane is not None
    assert (plane.base, plane.steps, plane.disrupted) == ("FIN", 1, False)
    assert game.match.audit() == []


def test_6_3_4_recon_on_its_way_does_not_crowd_the_base_that_falls_before_4_6(
    loaded: dict[str, int],
) -> None:
    """Lae falls: on a 6 both fighters get away, who are Ready; DIN-6 lands at the nearest base."""
    loaded |= {f"6.6.5 evacuate LAE #{k}": 6 for k in range(1, 60)}
    game = homeward(loaded).file(HOME)
    assert stands(game, *FIGHTERS) == [("LAE", "ready")] * 2
    game.until(ALLIED, "4.5-second").file(March(units=("3D-15",), to="0705"))
    finished(game)
    assert [event.base for event in game.events(BaseLost)] == ["LAE"]
    told = [(e.saved, e.lost) for e in game.events(Stated) if e.kind == "lost-base"]
    assert told == [(FIGHTERS, ())]
    assert None not in stands(game, "DIN-6", *FIGHTERS)
    assert game.match.audit() == []


def test_6_3_4_recon_that_has_landed_crowds_its_base_into_the_next_turn(
    loaded: dict[str, int],
) -> None:
    """Nobody takes Lae: from 4.6 on all three are in the Flown half, and so they were warned."""
    game = homeward(loaded)
    assert [line for line in warnings(game, HOME) if "becomes over-full" in line]
    game.file(HOME)
    finished(game)
    assert stands(game, "DIN-6", *FIGHTERS) == [("LAE", "flown")] * 3
    game.until(JAPANESE, "7.3").file()
    assert game.match.audit() == []
