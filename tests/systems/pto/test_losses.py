"""What hits do, where aircraft land whose deck is gone, and strikes on land [PH2, PH8.6, PH8.7]."""

from collections.abc import Mapping

import pytest

from pbem.engine.events import Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.kinds import ShipKind
from pbem.systems.pto.table.events_combat import (
    AirNavalAttack,
    AirStepsLost,
    CarriersCoordinated,
    Expended,
    GroundedAttacked,
    Homeless,
    ShipDamaged,
    ShipSunk,
)
from pbem.systems.pto.table.events_naval import FightersRise, Surprised
from pbem.systems.pto.table.orders_month import Assault, Offensive, Sail, Strike
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.standing import AirInterception, AirStrikeRule, Losses, SearchRule
from pbem.systems.pto.table.state import Game
from tests.systems.pto.frontdoor import Campaign, begun, told
from tests.systems.pto.phase4 import APRIL, april, at_phase_4, land
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON, air, opened
from tests.systems.pto.tabletop import (
    Faces,
    aboard,
    based,
    force,
    holding,
    in_words,
    ship,
    small_game,
    troops,
)

SEARCHING = QUIET[1:]
MISS = (2, 2)
HIT, TWICE = (10, 2), (12, 2)
"""Two rolls of a B-25: one hit by default, or a critical one on a ship with a name [D9]."""


def hit(
    game: Game,
    rolls: Mapping[str, tuple[int, int]],
    *,
    base: str = "GUA",
    fight: Mapping[str, Faces] | None = None,
    up: tuple[str, ...] = (),
    back: tuple[str, ...] = (),
    rise: tuple[AirInterception, ...] = (AirInterception(of="tf", when="always"),),
) -> tuple[Campaign, tuple[Event, ...]]:
    """B-25s strike the Japanese force `tf`, one for each ship, with these rolls.

    Of the aircraft that may `rise` by Japan's orders `up` do, and hurt nobody, without those that
    turn `back`; `fight` has the die of their patrol.
    """
    area = game.forces["tf"].at
    units = {f"b-25-{n}": one for n, one in enumerate(rolls, 1)}
    play = opened(based(game, "B-25", "US", base, *units), (*QUIET, *rise), SEARCHING)
    play.file(TOKYO)
    where = f"P3.2 {area.lower()}"
    dice: dict[str, Faces] = {f"PH5.6 search tf {where} 1": 6}
    dice |= {f"{label} {where} 2": face for label, face in (fight or {}).items()}
    dice |= {
        f"PH7.3 r{n} {one} v b-25-1 {where} 2": 2 for n in (1, 2) for one in up if one not in back
    }
    dice |= {
        f"PH8.3 {unit} v {target} #{n} {where} 3": total
        for unit, target in units.items()
        for n, total in enumerate(rolls[target], 1)
    }
    order = Strike(units=tuple(units), area=area, tf="tf", ships=FrozenMap[int | str](units))
    events = play.file(WASHINGTON, order, dice=dice)
    assert [one.units for one in told(events, FightersRise)] == ([up] if up else [])
    assert all(one.lost for one in told(events, AirStepsLost))
    return play, events


def solomons(*ships: Ship) -> Game:
    return force(small_game(), "tf", "JP", "SOL", *ships)


CHOKAI, CRUISER = ship("chokai", "CA"), ship("jp-cl-1", "CL")

# --- ships ---------------------------------------------------------------------------------------


def test_ph2_2_a_named_ship_takes_two_hits_another_one() -> None:
    play, _ = hit(solomons(CHOKAI, CRUISER), {"chokai": HIT, "jp-cl-1": HIT})
    assert play.game.ships["chokai"].damaged
    assert "jp-cl-1" not in play.game.ships
    play, _ = hit(solomons(CHOKAI, CRUISER), {"chokai": (10, 10), "jp-cl-1": HIT})
    assert "tf" not in play.game.forces
    assert dict(play.game.lost) == {"chokai": "allied", "jp-cl-1": "allied"}
    assert play.game.pool == ()


def test_ph2_2_surplus_hits_are_lost() -> None:
    play, events = hit(solomons(CRUISER), {"jp-cl-1": (12, 10)})
    assert [one.ship for one in told(events, ShipSunk)] == ["jp-cl-1"]
    assert dict(play.game.lost) == {"jp-cl-1": "allied"}


@pytest.mark.parametrize(
    ("id_", "kind", "points"),
    [
        ("akagi", "CV", 4),
        ("nagato", "BB", 3),
        ("zuiho", "CVL", 2),
        ("chokai", "CA", 1),
        ("cve-1", "CVE", 1),
        ("jp-dd-1", "DD", 0),
        ("jp-stp-1", "STP", 0),
    ],
)
def test_ph15_1_points_for_ships(id_: str, kind: ShipKind, points: int) -> None:
    play, events = hit(solomons(ship(id_, kind)), {id_: TWICE})
    assert [one.points for one in told(events, ShipSunk)] == [points]
    assert play.game.sunk.get("allied", 0) == points


def test_ph15_1_a_loaded_transport_goes_down_with_its_troops() -> None:
    """One point; the division may be replenished, a supply marker counts for nothing [PH14.3]."""
    transport = ship("jp-stp-1", "STP")
    game = troops(solomons(transport), "jp-38th-div", "JP", "jp-stp-1")
    game = game.with_ground([replace(game.ground["jp-38th-div"], out=2)])
    play, events = hit(game, {"jp-stp-1": HIT})
    assert told(events, ShipSunk)[0].cargo == ("jp-38th-div",)
    assert play.game.sunk["allied"] == 1
    assert dict(play.game.ground) == {}
    dead = play.game.dead["jp-38th-div"]
    assert (dead.steps, dead.at, dead.ship, dead.mark, dead.out) == (0, "", "", "", 0)
    play, _ = hit(solomons(replace(transport, cargo=("supply",))), {"jp-stp-1": HIT})
    assert play.game.sunk["allied"] == 0


def test_ph2_2_a_force_goes_with_its_last_ship() -> None:
    ships = (CRUISER, ship("jp-cl-2", "CL"))
    assert "tf" in hit(solomons(*ships), {"jp-cl-1": HIT})[0].game.forces
    assert (
        "tf" not in hit(solomons(*ships), dict.fromkeys(("jp-cl-1", "jp-cl-2"), HIT))[0].game.forces
    )


def test_misses_change_nothing() -> None:
    play, events = hit(solomons(CHOKAI, CRUISER), {"chokai": MISS, "jp-cl-1": MISS})
    assert not [one for one in events if isinstance(one, ShipDamaged | ShipSunk)]
    assert set(play.game.ships) == {"chokai", "jp-cl-1"}


# --- carriers ------------------------------------------------------------------------------------


def carriers(*names: str, at: str = "MID", flying: tuple[str, ...] = ("akagi",)) -> Game:
    """Carriers of which `flying` have aircraft, the others none."""
    game = force(small_game(), "tf", "JP", at, *(ship(one, "CV") for one in names))
    return aboard(game, "J-CV41", "JP", *flying)


def patrol(die: int = 6) -> dict[str, Faces]:
    return {"D8 CAP tf": die}


AKAGI = air("akagi")


def test_ph2_3_a_unit_aboard_goes_down_with_its_carrier() -> None:
    """Those that Midway's bombers find on deck: nobody is ordered to rise."""
    play, _ = hit(carriers("akagi"), {"akagi": TWICE}, base="MWY", rise=())
    assert (dict(play.game.ships), play.game.lost["akagi-air"]) == ({}, "allied")
    assert "akagi-air" not in play.game.air


def test_ph2_3_a_unit_in_the_air_takes_a_free_deck() -> None:
    """Kaga has none; Hiryu has one of her own [PH2.3]."""
    game = carriers("akagi", "hiryu", "kaga", flying=("akagi", "hiryu"))
    up = air("akagi", "hiryu")
    play, events = hit(game, {"akagi": TWICE}, base="MWY", fight=patrol(), up=up)
    landed = Homeless(to="all", unit="akagi-air", base="kaga", former="akagi", nation="JP")
    assert told(events, Homeless) == [landed]
    assert play.game.air["akagi-air"].base == "kaga"


def sunk_in_the_air(game: Game, base: str = "MWY") -> str:
    """Where the aircraft of Akagi base, which is sunk while they fly; empty if they are lost."""
    play, _ = hit(game, {"akagi": TWICE}, base=base, fight=patrol(), up=AKAGI)
    return play.game.air["akagi-air"].base if "akagi-air" in play.game.air else ""


def test_ph2_3_or_an_airfield_in_range_or_is_lost() -> None:
    assert sunk_in_the_air(holding(carriers("akagi", at="WAK"), "JP", "WKE")) == "WKE"
    assert sunk_in_the_air(carriers("akagi")) == ""


def test_ph10_8_an_airfield_taken_this_month_takes_nobody() -> None:
    """Wake falls in a land offensive; then the Americans sink Akagi off it [PH2.3, PH10.8]."""
    game = force(april(), "tf", "JP", "WAK", ship("akagi", "CV"), ship("jp-stp-1", "STP"))
    game = troops(aboard(game, "J-CV41", "JP", "akagi"), "snlf", "JP", "jp-stp-1")
    play = begun(based(game, "B-25", "US", "MWY", "b-25"), dice=APRIL)
    play.file(TOKYO, *QUIET, AirInterception(of="tf", when="always"))
    play.file(WASHINGTON, *SEARCHING, dice={"PH5.6 search tf P3.2 wak 1": 6})
    play.file(TOKYO, land("JP", "Central Pacific"), Assault(units=("snlf",), area="WKE"))
    assert play.game.areas["WKE"].nation == "JP"
    dice: dict[str, Faces] = {
        "D8 CAP tf P4C wak 1": 6,
        **{f"PH7.3 r{n} akagi-air v b-25 P4C wak 1": 2 for n in (1, 2)},
        **{f"PH8.3 b-25 v akagi #{n} P4C wak 2": total for n, total in enumerate(TWICE, 1)},
    }
    strike = Strike(units=("b-25",), area="WAK", tf="tf", aim=("akagi",))
    events = play.file(
        WASHINGTON, Offensive(kind="air", nation="US", targets=("WAK",)), strike, dice=dice
    )
    assert [one.base for one in told(events, Homeless)] == [""]
    assert "akagi-air" not in play.game.air


def test_ph2_3_a_damaged_carrier_keeps_who_is_aboard_and_takes_nobody_back() -> None:
    """Kaga takes the aircraft of Akagi that fly when she is hit."""
    play, _ = hit(carriers("akagi", "kaga"), {"akagi": HIT}, base="MWY", rise=())
    assert play.game.air["akagi-air"].base == "akagi"
    play, _ = hit(carriers("akagi", "kaga"), {"akagi": HIT}, base="MWY", fight=patrol(), up=AKAGI)
    assert play.game.ships["akagi"].damaged
    assert play.game.air["akagi-air"].base == "kaga"


def test_d8_3_a_unit_that_turned_back_has_no_other_deck() -> None:
    """1 − 1 against n = 2: half of them turn back, and Akagi is sunk below hers."""
    game = carriers("akagi", "hiryu", "kaga", flying=("akagi", "hiryu"))
    fight, up = patrol(1), air("akagi", "hiryu")
    play, events = hit(game, {"akagi": TWICE}, base="MWY", fight=fight, up=up, back=AKAGI)
    assert told(events, CarriersCoordinated)[0].aborted == AKAGI
    assert "akagi-air" not in play.game.air
    assert [one.cited for one in told(events, Homeless) if one.unit == "akagi-air"] == ["D8.3"]


def test_ph2_3_an_airfield_with_room_comes_first() -> None:
    """Formosa is as near as Okinawa, but Okinawa is full [PH1.6, PH8.8]."""
    full = tuple(f"a-{n}" for n in range(4))
    game = based(carriers("akagi", at="ECS"), "A6M2", "JP", "OKI", *full)
    assert sunk_in_the_air(game, "LUZ") == "FOR"


@pytest.mark.parametrize(("count", "base"), [(9, "FOR"), (10, "JPN")])
def test_ph2_3_an_airfield_is_full_with_as_many_units_as_its_size(count: int, base: str) -> None:
    """Formosa takes ten; behind them the next goes to Japan, as near, and not before."""
    units = tuple(f"a-{n}" for n in range(count))
    game = based(carriers("akagi", at="ECS"), "A6M2", "JP", "FOR", *units)
    assert sunk_in_the_air(game, "LUZ") == base


def test_who_bases_at_an_airfield_that_is_lost_is_lost_with_it() -> None:
    """Luzon falls, and no other airfield is in range of a P-40 [PH2.3]."""
    game = force(april(), "convoy", "JP", "SCS", ship("jp-stp-1", "STP"))
    game = based(troops(game, "jp-div", "JP", "jp-stp-1"), "P-40", "US", "LUZ", "p-40")
    play = at_phase_4(game)
    events = play.file(TOKYO, land("JP", "Philippines"), Assault(units=("jp-div",), area="LUZ"))
    assert told(events, Homeless)[0].base == ""
    assert play.game.lost["p-40"] == "japanese"


# --- aiming --------------------------------------------------------------------------------------


def test_ph8_3_units_share_ships_out_by_rank() -> None:
    """Two rolls for each hit that a ship can take, then the next in rank; then anew [PR24]."""
    ships = (ship("yorktown", "CV", "US", damaged=True), ship("hornet", "CV", "US"))
    game = force(small_game(), "tf-16", "US", "MID", *ships, ship("us-dd-1", "DD", "US"))
    names = ("akagi", "hiryu", "kaga", "shokaku", "soryu")
    game = force(game, "kido-butai", "JP", "MID", *(ship(one, "CV") for one in names))
    play = opened(aboard(game, "J-CV41", "JP", *names), SEARCHING, QUIET)
    targets = dict(
        zip(air(*names), ("yorktown", "us-dd-1", "hornet", "hornet", "yorktown"), strict=True)
    )
    dice: dict[str, Faces] = {"PH5.6 search tf-16 P3.2 mid 1": 6}
    dice["D8 strike kido-butai P3.2 mid 2"] = 6
    dice |= {
        f"PH8.3 {one} v {at} #{n} P3.2 mid 3": 2 for one, at in targets.items() for n in (1, 2)
    }
    strike = Strike(units=air(*names), area="MID", tf="tf-16", aim=("yorktown", "DD"))
    events = play.file(TOKYO, strike, dice=dice)
    assert {one.unit: one.ship for one in told(events, AirNavalAttack)} == targets


def test_ph8_4_a_unit_without_strength_against_ships_is_refused() -> None:
    game = force(small_game(), "tf-16", "US", "SOL", ship("hornet", "CV", "US"))
    game = based(
        based(holding(game, "JP", "RAB"), "A6M2", "JP", "RAB", "zero"), "H6K", "JP", "TRU", "h6k"
    )
    play = opened(game, SEARCHING, QUIET)
    problems = play.problems(Strike(units=("zero",), area="SOL", tf="tf-16"))
    assert [one.rule for one in problems] == ["PH8.3"]


@pytest.mark.parametrize(("off", "surprise"), [((), 1), (("D7",), 0)])
def test_d7_3_surprise_adds_to_every_roll_generic_targets_alike(
    off: tuple[str, ...], surprise: int
) -> None:
    """4 + 2 + 1 = 7 sinks a DD; unsurprised 6 misses [D7.3]."""
    game = force(small_game(off=off), "tf-16", "US", "SOL", ship("us-dd-1", "DD", "US"))
    game = based(holding(game, "JP", "RAB"), "G4M", "JP", "RAB", "g4m", steps=1)
    play = opened(game, SEARCHING, QUIET)
    dice: dict[str, Faces] = {"PH5.6 search tf-16 P3.2 sol 1": 6}
    dice |= {f"PH8.3 g4m v us-dd-1 #{n} P3.2 sol 3": (2, 2) for n in (1, 2)}
    events = play.file(TOKYO, Strike(units=("g4m",), area="SOL", tf="tf-16"), dice=dice)
    assert [one.tf for one in told(events, Surprised)] == ["tf-16"] * surprise
    assert told(events, AirNavalAttack)[0].surprise == surprise
    assert ("us-dd-1" not in play.game.ships) == bool(surprise)


def test_ohka_strikes_only_once() -> None:
    game = force(small_game(year=1945), "tf-58", "US", "PHS", ship("essex", "CV", "US"))
    play = opened(based(game, "Ohka", "JP", "OKI", "ohka"), SEARCHING, QUIET)
    dice: dict[str, Faces] = {"PH5.6 search tf-58 P3.2 phs 1": 6}
    dice |= {f"PH8.3 ohka v essex #{n} P3.2 phs 3": 2 for n in (1, 2, 3)}
    events = play.file(TOKYO, Strike(units=("ohka",), area="PHS", tf="tf-58"), dice=dice)
    assert (told(events, Expended)[0].units, dict(play.game.air)) == (("ohka",), {})


# --- on land -------------------------------------------------------------------------------------


def rabaul(*bombers: str, fort: int = 0) -> Game:
    """B-25s at Port Moresby, and Rabaul in Japanese hands."""
    game = holding(based(small_game(), "B-25", "US", "PTM", *bombers), "JP", "RAB")
    return game.with_area("RAB", replace(game.areas["RAB"], fort=fort))


def test_ph8_6_bombs_on_aircraft_on_the_ground() -> None:
    """Each point of G one roll, 9 hits; who intercepted is in the air; the owner ranks [PH8.6]."""
    game = based(rabaul("b-25"), "A6M2", "JP", "RAB", "zero-1", "zero-2", "zero-3")
    rising = (AirInterception(when="always", keep=2), Losses(steps=("zero-3", "zero-2")))
    play = opened(game, (*QUIET[:-1], *rising), QUIET)
    play.file(TOKYO)
    dice: dict[str, Faces] = {f"PH7.3 r{n} zero-3 v b-25 P3.2 rab 1": 2 for n in (1, 2)}
    dice |= {f"PH8.6 b-25 v rab #{n} P3.2 rab 2": total for n, total in ((1, 9), (2, 8))}
    play.file(WASHINGTON, Strike(units=("b-25",), area="RAB", at="aircraft"), dice=dice)
    steps = {id_: unit.steps for id_, unit in play.game.air.items() if unit.nation == "JP"}
    assert steps == {"zero-1": 2, "zero-2": 1, "zero-3": 2}


def test_pr49_who_struck_ships_on_the_move_is_in_the_air() -> None:
    """The G4M of Rabaul has struck a destroyer in this half: bombs on its base hit nobody."""
    game = based(rabaul("b-25"), "G4M", "JP", "RAB", "g4m")
    game = force(game, "tf-1", "US", "COR", ship("us-dd-1", "DD", "US"))
    striking = AirStrikeRule(when="worth", worth=0, share=100)
    sight = SearchRule(when="areas", areas=("SOL",))
    play = opened(game, (sight, QUIET[1], striking, QUIET[3]), QUIET)
    play.file(TOKYO)
    dice: dict[str, Faces] = {"PH5.6 search tf-1 P3.1 sol 1": 6}
    dice |= {f"PH8.3 g4m v us-dd-1 #{n} P3.1 sol 3": (1, 1) for n in (1, 2, 3)}
    dice |= {f"PH8.6 b-25 v rab #{n} P3.2 rab 2": 9 for n in (1, 2)}
    raid = Strike(units=("b-25",), area="RAB", at="aircraft")
    events = play.file(WASHINGTON, Sail(tf="tf-1", path=("SOL",)), raid, dice=dice)
    assert in_words(told(events, GroundedAttacked))[0] == (
        "b-25 bombs aircraft at Rabaul (RAB): 9 against 9, hit, but all based there are in the air"
        " [PH8.6]"
    )
    assert play.game.air["g4m"].steps == 2


@pytest.mark.parametrize(("what", "left"), [("port", 0), ("airfield", 4), ("fort", 1)])
def test_ph8_7_bombs_on_installations(what: str, left: int) -> None:
    """One roll a unit: 8 + 2 = 10 hits, 7 + 2 misses; a port loses 1, an airfield 2 [PH8.7]."""
    play = opened(rabaul("b-25-1", "b-25-2", fort=2))
    play.file(TOKYO)
    rolls = (("b-25-1", 8), ("b-25-2", 7))
    dice: dict[str, Faces] = {f"PH8.7 {one} v rab {what} P3.2 rab 2": n for one, n in rolls}
    play.file(WASHINGTON, Strike(units=("b-25-1", "b-25-2"), area="RAB", at=what), dice=dice)
    here = play.game.areas["RAB"]
    assert {"port": here.port, "airfield": here.airfield, "fort": here.fort}[what] == left


def test_ph8_7_fighters_do_not_bomb() -> None:
    play = opened(based(rabaul(), "VMF44", "US", "PTM", "corsair"))
    play.file(TOKYO)
    problems = play.problems(Strike(units=("corsair",), area="RAB", at="airfield"))
    assert [one.rule for one in problems] == ["PH8.6"]
