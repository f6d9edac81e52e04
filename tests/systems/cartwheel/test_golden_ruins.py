"""A base is destroyed, and its units leave at once by its evacuation list [H6.6.1].

Their refuge may be struck, taken or crowded before their owner writes.
"""

from typing import Any

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.atlas.annex import noticed
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.table.events_charts import BaseLost, Stated
from pbem.systems.cartwheel.table.orders_ground import March, Raid
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.orders_turn import Evacuate
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.test_foretold import foretold

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9, "11.1 ground initiative": 10}


def strike(hex_: str, base: str, *units: str) -> AirMission:
    return AirMission(
        kind="strike", hex=hex_, band="medium", strikers=units, mode="regular",
        target=f"base:{base}",
    )  # fmt: skip


def bombs(mission: str, base: str, die: int, ground: int, *units: str) -> dict[str, int]:
    """No flak, a die for each bomber, and the same ground strike for each hit."""
    hits = {f"9.10 ground {mission} {base} #{k}": ground for k in range(1, 9)}
    aa = {f"9.9 aa {mission} {unit}": 1 for unit in units}
    return aa | hits | {f"9.10 bomb {mission} {unit}": die for unit in units}


def stated(game: Play) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Who was saved from which base, and who was lost, as the owner has stated it."""
    told = (event for event in game.events(Stated) if event.kind == "lost-base")
    return {event.place: (event.saved, event.lost) for event in told}


def bases(game: Play, side: str, *units: str) -> dict[str, str | None]:
    planes = {unit: game.plane(side, unit) for unit in units}
    return {unit: plane and plane.base for unit, plane in planes.items()}


def finished(game: Play) -> None:
    """The turn is played out, and neither side's charts show a breach."""
    while game.game.now == 1 or game.game.owed:
        game.file()
    assert game.match.audit() == []


BUIN = ("A6M-204a", "A6M-204b", "A6M-582", "D3A-582")
FIRST = ("B25-69", "B25-70", "TBF-143")
"""Three bombers, each with two hits: six destroy a minor base."""


def test_h6_6_1_the_next_raid_of_the_bundle_finds_them_at_their_refuge(
    loaded: dict[str, int],
) -> None:
    """Buin is destroyed; its units are at Vila, the nearest, when it is strafed."""
    loaded |= CALM | bombs("t1m1", "BUI", 10, 1, *FIRST) | bombs("t1m2", "VIL", 1, 10, "P40-44")
    loaded |= {f"9.10 pick t1m2 VIL #{k}": 1 for k in range(1, 9)}
    strafe = AirMission(
        kind="strike", hex="1506", band="low", strikers=("P40-44",), mode="strafe",
        target="base:VIL",
    )  # fmt: skip
    game = play("toenails", loaded).until(ALLIED, "4.4")
    game.file(strike("1405", "BUI", *FIRST), strafe)
    game.file(Reply(mission="t1m1"), Reply(mission="t1m2")).file()
    assert game.game.bases["BUI"].status == "destroyed"
    game.until(JAPANESE, "4.4").file()
    assert stated(game) == {"BUI": (BUIN, ())}
    assert [(e.place, e.reduced, e.lost) for e in game.events(Stated) if e.kind == "struck"] == [
        ("VIL", ("A6M-204a",), ())
    ]
    assert set(bases(game, JAPANESE, *BUIN).values()) == {"VIL"}
    finished(game)


def test_h6_6_1_their_owner_alone_is_told_where_they_are_and_that_they_find_no_room(
    loaded: dict[str, int],
) -> None:
    loaded |= CALM | bombs("t1m1", "BUI", 10, 1, *FIRST)
    game = play("toenails", loaded).until(ALLIED, "4.4")
    game.file(strike("1405", "BUI", *FIRST)).file(Reply(mission="t1m1")).until(JAPANESE, "4.4")
    view = game.match.view()
    assert isinstance(view.private, Private)
    assert (
        "Of yours from Buin/Kahili A6M-204a, A6M-204b, A6M-582 and D3A-582 stand at Vila/Barakoma,"
        " which is over-full: all its units are Flown [H6.6, 6.3.4~]."
    ) in [*noticed(view.private, view.game, CHARTS)]


def test_h6_6_5_a_list_that_would_over_fill_a_base_is_looked_at_twice(
    loaded: dict[str, int],
) -> None:
    """Vila has room for three; of Rabaul nobody need be told."""
    game = play("toenails", loaded).until(JAPANESE, "4.4")
    crowding = (
        "If Buin/Kahili fell as things stand, A6M-204a, A6M-204b, A6M-582 and D3A-582 would fly to"
        " Vila/Barakoma, and over-fill it: all its units would be Flown [6.3.4~, H6.6.5]."
    )
    for to, warned in ((("VIL", "RAB"), True), (("RAB", "VIL"), False)):
        warnings = foretold(game, Evacuate(base="BUI", to=to)).warnings
        assert (crowding in warnings) == warned


def test_h6_6_1_from_a_refuge_that_is_destroyed_as_well_they_go_on(loaded: dict[str, int]) -> None:
    """Vila follows Buin: whoever has come there goes on to Munda, the nearest to it."""
    second = ("SBD-132", "TBF-233", "SBD-234")
    loaded |= CALM | bombs("t1m1", "BUI", 10, 1, *FIRST) | bombs("t1m2", "VIL", 10, 1, *second)
    game = play("toenails", loaded).until(ALLIED, "4.4")
    game.file(strike("1405", "BUI", *FIRST), strike("1506", "VIL", *second))
    game.file(Reply(mission="t1m1"), Reply(mission="t1m2")).file()
    assert [event.base for event in game.events(BaseLost)] == ["BUI", "VIL"]
    game.until(JAPANESE, "4.4").file()
    assert stated(game) == {"BUI": (BUIN, ()), "VIL": (BUIN, ())}
    assert set(bases(game, JAPANESE, *BUIN).values()) == {"MUN"}
    finished(game)


MADANG = ("B25-71", "B17-63", "B17-64")
DROP = AirMission(
    kind="airdrop", hex="0705", band="medium", transports=("C47-6",),
    cargo=FrozenMap({"C47-6": "PIR-503"}),
)  # fmt: skip


def undefended(table: dict[str, Any]) -> None:
    """Nobody holds Lae, and PIR-503 is at Port Moresby from the start."""
    table["ground"]["0707"].append("PIR-503")
    table["ground"]["0603"] = table["ground"].pop("0705")
    table["forts"].remove("0705")
    table["naval"].pop("0705", None)
    for row in table["reinforcements"]:
        row["units"] = [unit for unit in row["units"] if unit != "PIR-503"]


def test_h6_6_5_who_has_come_to_a_refuge_rolls_when_it_is_taken(
    loaded: dict[str, int],
) -> None:
    """Madang is destroyed, and paratroops take Lae, the nearest: a natural 10 saves nobody."""

    loaded |= CALM | bombs("t1m1", "MAD", 10, 1, *MADANG) | {"11.6 drop t1m2": 9}
    loaded |= {"9.9 aa t1m2 C47-6": 1}
    loaded |= {f"6.6.5 evacuate LAE #{k}": 10 for k in range(1, 60)}
    game = play("campaign", loaded, undefended).until(ALLIED, "4.4")
    game.file(strike("0604", "MAD", *MADANG), DROP)
    game.file(Reply(mission="t1m1"), Reply(mission="t1m2")).file()
    assert [(e.base, e.how) for e in game.events(BaseLost)] == [
        ("MAD", "destroyed"), ("LAE", "captured"),
    ]  # fmt: skip
    view = game.until(JAPANESE, "4.4").match.view()
    assert isinstance(view.private, Private)
    assert [*noticed(view.private, view.game, CHARTS)] == [
        "Of yours from Lae KI43-59a and KI48-45 are lost (+2 VP Allied) [6.6.5]."
    ]
    game.file()
    units = ("KI43-59a", "KI48-45")
    assert stated(game) == {"LAE": ((), units), "MAD": (units, ())}
    assert set(bases(game, JAPANESE, *units).values()) == {None}
    finished(game)


def test_h6_6_1_who_has_evacuated_to_a_base_that_is_destroyed_goes_on(
    loaded: dict[str, int],
) -> None:
    """From Lae, which falls, to Madang by the die; from Madang, bombed to pieces, by its list."""

    def change(table: dict[str, Any]) -> None:
        undefended(table)
        table["air"]["LAE"] = ["KI43-248"]
        for row in table["reinforcements"]:
            row["units"] = [unit for unit in row["units"] if unit != "KI43-248"]

    loaded |= CALM | bombs("t1m2", "MAD", 10, 1, *MADANG) | {"11.6 drop t1m1": 9}
    loaded |= {f"6.6.5 evacuate LAE #{k}": 1 for k in range(1, 60)}
    game = play("campaign", loaded, change).until(JAPANESE, "5.2")
    game.file(Evacuate(base="LAE", to=("MAD",)), Evacuate(base="MAD", to=("WEW",))).until(
        ALLIED, "4.4"
    )
    game.file(DROP, strike("0604", "MAD", *MADANG))
    game.file(Reply(mission="t1m1"), Reply(mission="t1m2")).file()
    game.until(JAPANESE, "4.4").file()
    units = ("KI43-248", "KI43-59a", "KI48-45")
    assert stated(game) == {"LAE": (("KI43-248",), ()), "MAD": (units, ())}
    assert set(bases(game, JAPANESE, *units).values()) == {"WEW"}
    finished(game)


def test_6_3_4_a_refuge_is_over_full_as_soon_as_they_have_come(loaded: dict[str, int]) -> None:
    """Vila holds three fighters of its own; with those of Buin all are in the Flown half."""

    def change(table: dict[str, Any]) -> None:
        table["air"]["VIL"] = ["A6M-201", "A6M-251", "A6M-253"]
        table["air"]["RAB"] = ["G4M-702", "G4M-705", "DIN-6"]

    loaded |= CALM | bombs("t1m1", "BUI", 10, 1, *FIRST)
    game = play("toenails", loaded, change).until(ALLIED, "4.4")
    game.file(strike("1405", "BUI", *FIRST)).file(Reply(mission="t1m1")).file()
    assert game.game.bases["BUI"].status == "destroyed"
    game.until(JAPANESE, "4.4").file()
    planes = [game.plane(JAPANESE, unit) for unit in ("A6M-201", "A6M-251", "A6M-253")]
    assert [plane and plane.half for plane in planes] == ["flown"] * 3
    finished(game)


def raided(faces: dict[str, int], die: int) -> Play:
    """One ground file raids Finschhafen to pieces and then takes Lae, where KI43-59a flees."""

    def change(table: dict[str, Any]) -> None:
        undefended(table)
        table["hits"] = {"FIN": 5}
        table["air"]["MAD"].remove("KI43-59a")
        table["air"]["FIN"] = ["KI43-59a"]

    faces |= CALM | {"11.7 raid A": 9}
    faces |= {f"6.6.5 evacuate LAE #{k}": die for k in range(1, 60)}
    game = play("campaign", faces, change).until(JAPANESE, "5.2")
    game.file(Evacuate(base="FIN", to=("LAE", "CGL")), Evacuate(base="LAE", to=("MAD",)))
    game.until(ALLIED, "4.5-first").file(Raid(base="FIN"), March(units=("3D-15",), to="0705"))
    while game.game.now == 1 or game.game.owed:
        game.file()
    assert [(e.base, e.how) for e in game.events(BaseLost)] == [
        ("FIN", "destroyed"), ("LAE", "captured"),
    ]  # fmt: skip
    return game


def test_h6_6_1_cr41_a_base_that_falls_later_in_the_file_of_a_raid_is_a_refuge(
    loaded: dict[str, int],
) -> None:
    """It rolls there as all do who stand at Lae: with a 1 it goes on to Madang."""
    game = raided(loaded, 1)
    unit = ("KI43-59a",)
    assert stated(game) == {"FIN": (unit, ()), "LAE": (unit, ())}
    assert bases(game, JAPANESE, *unit) == {"KI43-59a": "MAD"}
    finished(game)


def test_cr41_with_a_10_it_is_lost_at_the_base_that_falls_later(loaded: dict[str, int]) -> None:
    game = raided(loaded, 10)
    unit = ("KI43-59a",)
    assert stated(game) == {"FIN": (unit, ()), "LAE": ((), unit)}
    assert bases(game, JAPANESE, *unit) == {"KI43-59a": None}
    finished(game)
