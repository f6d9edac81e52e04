"""The headline's orders that came to nothing, and what is to come, told in few words."""

from pbem.engine.events import ALL, Happening
from pbem.frozen import replace
from pbem.systems.cartwheel.orders.check import judged_on
from pbem.systems.cartwheel.orders.naval import hunts
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_air import Harm
from pbem.systems.cartwheel.table.events_ground import AttackMissed, GroundVoided
from pbem.systems.cartwheel.table.events_play import RaidCancelled
from pbem.systems.cartwheel.table.events_sea import (
    StayedAboard,
    UnloadingVoided,
    VoyageCancelled,
    WithdrawalVoided,
)
from pbem.systems.cartwheel.table.events_turn import BuildVoided
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Pass
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.headlines import bombs, headline, of_events, raid, sailed, stated
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]


def test_what_was_ordered_and_is_not_done_is_told() -> None:
    cancelled = RaidCancelled(
        to=ALL, mission="t1m1", kind="strike", hex="1405", side=ALLIED, cited="3.0c"
    )
    assert of_events(cancelled) == ("The Allied strike on Buin/Kahili is cancelled.",)
    voyage = VoyageCancelled(
        to=ALL, mission="t1m2", side=JAPANESE, ships=("DAI1", "DAI2"), cited="H10.2"
    )
    assert of_events(voyage) == ("The Japanese mission of DAI1 and DAI2 is cancelled.",)
    five = replace(voyage, ships=("DAI1", "DAI2", "DAI3", "DAI4", "MARU1"))
    assert of_events(five) == ("The Japanese mission of 5 ships is cancelled.",)
    missed = AttackMissed(to=ALL, side=ALLIED, hex="0705", cited="H11.4")
    assert of_events(missed) == ("The Allied attack on Lae is not made.",)
    order = GroundVoided(to=ALL, side=ALLIED, order="march", ids=("3M-9",), cited="H11.2")
    assert of_events(order) == ("An order ashore of the Allied player comes to nothing (march).",)
    built = BuildVoided(to=ALL, side=ALLIED, base="MA1", hex="1606", cited="H6.5")
    assert of_events(built) == ("The Allied mobile base at Munda is not begun.",)


def test_ships_that_do_not_unload_or_return_as_ordered_are_told() -> None:
    kept = StayedAboard(
        to=ALL, side=ALLIED, ship="US-T1", place="1606", items=("3M-9", "supply"), cited="CR47"
    )
    assert of_events(kept) == ("3M-9 and 1 supply unit stay aboard US-T1.",)
    held = UnloadingVoided(to=ALL, side=ALLIED, ships=("US-T1",), cited="H10.2")
    assert of_events(held) == ("Allied US-T1 unloads nothing.",)
    back = WithdrawalVoided(to=ALL, side=JAPANESE, ships=(), cited="H12.2")
    assert of_events(back) == ("A group of Japanese ships cannot return as ordered.",)
    assert of_events(replace(back, ships=("DAI1",))) == ("Japanese DAI1 cannot return as ordered.",)


def test_raids_that_await_a_reply_are_told_together_where_there_is_little_room(
    loaded: dict[str, int],
) -> None:
    game = play("bismarck-sea", loaded | {"7.5 missions": 9}).until(JAPANESE, "4.4")
    wau = AirMission(
        kind="strike", hex="0706", band="medium", strikers=("KI21-14",), mode="regular",
        target="base:WAU",
    )  # fmt: skip
    dobodura = replace(wau, hex="0806", target="base:DOB", strikers=("KI48-45",))
    game.file(wau, dobodura)
    happened = (Happening(turn=1, step="4.4", event=replace(stated(), place="BUI")),)
    score = "The score is Allied 0 VP, Japanese 0 VP."
    said = CARTWHEEL.headline(happened, game.game, CHARTS, most=2)
    assert " ".join(said) == (
        f"{score} The Japanese strikes on Wau and Dobodura await the Allied reply."
    )


def test_h9_10_6_that_nobody_was_hit_on_the_ground_is_told_when_it_is_stated() -> None:
    nobody = replace(stated(), place="BUI")
    assert of_events(nobody) == ("No aircraft is hit on the ground at Buin/Kahili.",)
    vain = of_events(raid("t1m1", "1405"), bombs("t1m1", "", Harm()), nobody)
    assert vain == ("The Allied strike on Buin/Kahili hits nothing.",)


def test_a_hex_without_a_name_is_told_as_a_hex() -> None:
    out = replace(sailed(ALLIED, "LST4"), path=("1806", "1008"))
    assert of_events(out) == ("Allied LST4 comes to hex 1008.",)


def test_missions_alike_that_are_ordered_are_told_together(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded | {"7.5 missions": 9}).until(JAPANESE, "4.4")

    def sail(*ships: str) -> NavalMission:
        path = ("1203", "1104", "1004", "0905", "0805")
        return NavalMission(ships=ships, path=path, purpose="transport")

    wau = AirMission(
        kind="strike", hex="0706", band="medium", strikers=("KI21-14",), mode="regular",
        target="base:WAU",
    )  # fmt: skip
    again = replace(wau, strikers=("KI48-45",))
    game.file(wau, again, sail("IJN-CLT1", "MARU1"), sail("IJN-CLT2", "MARU2"), Pass())
    assert headline(game)[-1].endswith(
        "The Japanese strike on Wau, medium, with 1 striker; the Japanese strike on Wau, medium,"
        " with 1 striker; they await the Allied reply: who takes off against each, and who evades."
        " Behind that IJN-CLT1, MARU1, IJN-CLT2 and MARU2 sail to Finschhafen."
    )


def test_h10_6_the_submarine_that_is_ordered_to_attack_is_told_so(loaded: dict[str, int]) -> None:
    game = play("toenails", loaded | {"5.1 event": 2}).until(JAPANESE, "4.4")
    hunt = next(iter(hunts(judged_on(game.match.view(), (), CHARTS))))
    assert f"Ordered: SS1 attacks {hunt.target}" in ordered(game.file(hunt, Pass()))


def ordered(game: Play) -> str:
    """What waits for dice, as the author of the last file reads it."""
    some = Happening(turn=1, step="4.4", event=sailed(ALLIED, "LST4"))
    return " ".join(CARTWHEEL.headline((some,), game.match.game, CHARTS))
