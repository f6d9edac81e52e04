"""What hits do, where aircraft land whose deck is gone, and strikes on land [PH2, PH8.6, PH8.7]."""

import pytest

from pbem.frozen import replace
from pbem.systems.pto.rules.combat.aims import Share
from pbem.systems.pto.rules.combat.losses import hit_ship, land_homeless, lose_steps
from pbem.systems.pto.rules.combat.ph8_strikes import (
    BaseStrike,
    ShipStrike,
    aimed,
    cannot_strike,
    strike_base,
    strike_ships,
)
from pbem.systems.pto.table.events_combat import (
    AirNavalAttack,
    Expended,
    Homeless,
    ShipSunk,
)
from pbem.systems.pto.table.standing import Losses
from pbem.systems.pto.table.state import Game
from tests.systems.pto.tabletop import (
    CHARTS,
    ScriptedDice,
    aboard,
    based,
    boat,
    committed,
    flown,
    force,
    ship,
    small_game,
    standing,
    told,
    troops,
)

TAG = "P3.2 mid 1"


def sink(game: Game, id_: str, hits: int = 2) -> Game:
    return hit_ship(game, id_, hits, "allied", CHARTS)[0]


# --- ships ---------------------------------------------------------------------------------------


def test_ph2_2_a_named_ship_takes_two_hits_another_one() -> None:
    ships = (ship("chokai", "CA"), ship("jp-cl-1", "CL"))
    game = force(small_game(), "tf", "JP", "SOL", *ships)
    hurt = sink(sink(game, "chokai", 1), "jp-cl-1", 1)
    assert hurt.ships["chokai"].damaged
    assert "jp-cl-1" not in hurt.ships
    gone = sink(hurt, "chokai", 1)
    assert (dict(gone.ships), dict(gone.forces)) == ({}, {})
    assert dict(gone.lost) == {"chokai": "allied", "jp-cl-1": "allied"}


def test_ph2_2_surplus_hits_and_hits_on_what_is_gone_are_lost() -> None:
    game = force(small_game(), "tf", "JP", "SOL", ship("jp-cl-1", "CL"))
    game = sink(game, "jp-cl-1", 3)
    assert hit_ship(game, "jp-cl-1", 1, "allied", CHARTS) == (game, ())


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
def test_ph15_1_points_for_ships(id_: str, kind: str, points: int) -> None:
    game = force(small_game(), "tf", "JP", "SOL", ship(id_, kind))
    assert sink(game, id_).sunk.get("allied", 0) == points


def test_ph15_1_a_loaded_transport_goes_down_with_its_troops() -> None:
    """One point; the division may be replenished, a supply marker counts for nothing [PH14.3]."""
    game = force(small_game(), "tf", "JP", "SOL", ship("jp-stp-1", "STP"))
    game = troops(game, "jp-38th-div", "JP", "jp-stp-1")
    game, events = hit_ship(game, "jp-stp-1", 1, "allied", CHARTS)
    assert told(events, ShipSunk)[0].cargo == ("jp-38th-div",)
    assert game.sunk["allied"] == 1
    assert dict(game.ground) == {}
    assert (game.dead["jp-38th-div"].steps, game.dead["jp-38th-div"].ship) == (0, "")
    marker = force(small_game(), "tf", "JP", "SOL", ship("jp-stp-1", "STP", cargo=("supply",)))
    assert sink(marker, "jp-stp-1").sunk["allied"] == 0


def test_ph14_3_who_drowns_may_come_back_without_what_ailed_him() -> None:
    game = force(small_game(), "tf", "JP", "SOL", ship("jp-stp-1", "STP"))
    game = troops(game, "jp-38th-div", "JP", "jp-stp-1")
    game = game.with_ground([replace(game.ground["jp-38th-div"], out=2)])
    dead = sink(game, "jp-stp-1").dead["jp-38th-div"]
    assert (dead.steps, dead.at, dead.ship, dead.mark, dead.out) == (0, "", "", "", 0)


def test_ph2_2_a_force_goes_with_its_last_ship() -> None:
    ships = (ship("jp-cl-1", "CL"), ship("jp-cl-2", "CL"))
    one = sink(force(small_game(), "tf", "JP", "SOL", *ships), "jp-cl-1")
    assert set(one.forces) == {"tf"}
    assert set(sink(one, "jp-cl-2").forces) == set()


def test_no_hits_and_no_steps_change_nothing() -> None:
    game = force(small_game(), "tf", "JP", "SOL", ship("jp-cl-1", "CL"), ship("chokai", "CA"))
    game = based(game, "A6M2", "JP", "RAB", "zero")
    for id_ in ("jp-cl-1", "chokai"):
        assert hit_ship(game, id_, 0, "allied", CHARTS) == (game, ())
    assert lose_steps(game, "zero", 0, CHARTS) == (game, ())


@pytest.mark.parametrize(
    ("starred", "off", "pool"),
    [
        (False, (), ["us-ss-gato"]),
        (True, (), []),
        (True, ("D5",), ["us-ss-gato"]),
        (False, ("D5",), ["us-ss-gato"]),
    ],
)
def test_d5_2_a_boat_goes_back_to_the_force_pool_unless_it_is_starred(
    starred: bool, off: tuple[str, ...], pool: list[str]
) -> None:
    gato = replace(boat("us-ss-gato-1"), starred=starred)
    game = force(small_game(off=off), "boats", "US", "SOL", gato, ship("cl-1", "CL", "US"))
    game, events = hit_ship(game, "us-ss-gato-1", 1, "japanese", CHARTS)
    assert [(one.nation, one.what) for one in game.pool] == [("US", id_) for id_ in pool]
    assert [one.back for one in told(events, ShipSunk)] == [bool(pool)]
    assert hit_ship(game, "cl-1", 1, "japanese", CHARTS)[0].pool == game.pool


# --- carriers ------------------------------------------------------------------------------------


def carriers(*names: str, at: str = "MID") -> Game:
    game = force(small_game(), "kido-butai", "JP", at, *(ship(one, "CV") for one in names))
    return aboard(game, "J-CV41", "JP", *names)


def test_ph2_3_a_unit_aboard_goes_down_with_its_carrier() -> None:
    game = sink(carriers("akagi"), "akagi")
    assert (dict(game.air), game.lost["akagi-air"]) == ({}, "allied")


def test_ph2_3_a_unit_in_the_air_takes_a_free_deck() -> None:
    """Kaga has none; Hiryu has one of her own [PH2.3]."""
    game = carriers("akagi", "hiryu", "kaga")
    game = lose_steps(game, "kaga-air", 2, CHARTS)[0]
    game, events = hit_ship(flown(game, "akagi-air"), "akagi", 2, "allied", CHARTS)
    assert told(events, Homeless) == [Homeless(to="all", unit="akagi-air", base="kaga")]
    assert game.air["akagi-air"].base == "kaga"


def test_ph2_3_or_an_airfield_in_range_or_is_lost() -> None:
    near = force(flown(carriers("akagi", at="WAK"), "akagi-air"), "x", "JP", "SOL")
    near = near.with_area("WKE", replace(near.areas["WKE"], nation="JP"))
    assert sink(near, "akagi").air["akagi-air"].base == "WKE"
    far = sink(flown(carriers("akagi"), "akagi-air"), "akagi")
    assert "akagi-air" not in far.air
    fresh = near.with_area("WKE", replace(near.areas["WKE"], taken=near.turn))
    assert "akagi-air" not in sink(fresh, "akagi").air


def test_ph2_3_a_damaged_carrier_keeps_who_is_aboard_and_takes_nobody_back() -> None:
    game = carriers("akagi", "kaga")
    assert sink(game, "akagi", 1).air["akagi-air"].base == "akagi"
    game = lose_steps(game, "kaga-air", 2, CHARTS)[0]
    assert sink(flown(game, "akagi-air"), "akagi", 1).air["akagi-air"].base == "kaga"


def test_d8_3_a_unit_that_turned_back_has_no_other_deck() -> None:
    game = lose_steps(carriers("akagi", "kaga"), "kaga-air", 2, CHARTS)[0]
    game = flown(game, "akagi-air", committed=True)
    assert "akagi-air" not in sink(game, "akagi").air


def test_ph2_3_an_airfield_with_room_comes_first() -> None:
    """Formosa is as near as Okinawa, but Okinawa is full [PH1.6, PH8.8]."""
    full = tuple(f"a-{n}" for n in range(4))
    game = based(carriers("akagi", at="ECS"), "A6M2", "JP", "OKI", *full)
    game = sink(flown(game, "akagi-air"), "akagi")
    assert game.air["akagi-air"].base == "FOR"


def test_ph2_3_an_airfield_is_full_with_as_many_units_as_its_size() -> None:
    """Formosa takes ten; behind them the next goes to Japan, as near, and not before."""
    for count, base in ((9, "FOR"), (10, "JPN")):
        units = tuple(f"a-{n}" for n in range(count))
        game = based(carriers("akagi", at="ECS"), "A6M2", "JP", "FOR", *units)
        assert sink(flown(game, "akagi-air"), "akagi").air["akagi-air"].base == base


def test_land_homeless_leaves_a_lost_airfield() -> None:
    game = based(small_game(), "P-40", "US", "LUZ", "p-40")
    game = game.with_area("LUZ", replace(game.areas["LUZ"], nation="JP"))
    game, events = land_homeless(game, ["p-40"], CHARTS)
    assert told(events, Homeless)[0].base == ""
    assert game.lost["p-40"] == "japanese"


# --- aiming --------------------------------------------------------------------------------------


def test_ph8_3_units_share_ships_out_by_rank() -> None:
    """Two rolls for each hit that a ship can take, then the next in rank; then anew [PR24]."""
    ships = (ship("yorktown", "CV", "US", damaged=True), ship("hornet", "CV", "US"))
    game = force(small_game(), "tf-16", "US", "MID", *ships, ship("us-dd-1", "DD", "US"))
    names = ("akagi", "hiryu", "kaga", "shokaku", "soryu")
    game = force(game, "kido-butai", "JP", "MID", *(ship(one, "CV") for one in names))
    game = aboard(game, "J-CV41", "JP", *names)
    units = tuple(f"{one}-air" for one in names)
    share = Share(units=units, aim=("yorktown", "DD"))
    there = ("hornet", "us-dd-1", "yorktown")
    strike = ShipStrike(units=units, ships=there, shares=(share,))
    assert list(aimed(game, strike, CHARTS).values()) == [
        "yorktown",
        "us-dd-1",
        "hornet",
        "hornet",
        "yorktown",
    ]


def test_ph8_4_a_unit_without_strength_against_ships_aims_at_none() -> None:
    game = force(small_game(), "tf-16", "US", "SOL", ship("hornet", "CV", "US"), searched=True)
    game = based(game, "A6M2", "JP", "RAB", "zero")
    strike = ShipStrike(units=("zero",), ships=("hornet",))
    assert aimed(game, strike, CHARTS) == {}
    assert cannot_strike(game, CHARTS, game.air["zero"], "tf-16") == "PH8.3"


def test_ph5_7_ships_at_sea_must_have_been_searched() -> None:
    game = force(small_game(), "sea", "US", "SOL", ship("hornet", "CV", "US"))
    game = force(game, "port", "US", "PTM", ship("wasp", "CV", "US"))
    game = based(game, "G4M", "JP", "RAB", "g4m")
    assert cannot_strike(game, CHARTS, game.air["g4m"], "sea") == "PH5.7"
    assert cannot_strike(game, CHARTS, game.air["g4m"], "port") == ""


def test_d7_3_surprise_adds_to_every_roll_generic_targets_alike() -> None:
    """4 + 2 + 1 = 7 sinks a DD; unsurprised 6 misses [D7.3]."""
    for surprise in (True, False):
        game = force(small_game(), "tf-16", "US", "SOL", ship("us-dd-1", "DD", "US"), searched=True)
        game = based(game, "G4M", "JP", "RAB", "g4m", steps=1)
        dice = ScriptedDice({f"PH8.3 g4m v us-dd-1 #{n} {TAG}": (2, 2) for n in (1, 2)})
        strike = ShipStrike(units=("g4m",), ships=("us-dd-1",), surprise=surprise)
        game, events = strike_ships(game, strike, TAG, CHARTS, dice)
        assert ("us-dd-1" not in game.ships) == surprise
        assert told(events, AirNavalAttack)[0].surprise == int(surprise)


def test_ohka_strikes_only_once() -> None:
    game = force(small_game(year=1945), "tf-58", "US", "PHS", ship("essex", "CV", "US"))
    game = based(game, "Ohka", "JP", "OKI", "ohka")
    dice = ScriptedDice({f"PH8.3 ohka v essex #{n} {TAG}": 2 for n in (1, 2, 3)})
    strike = ShipStrike(units=("ohka",), ships=("essex",))
    game, events = strike_ships(game, strike, TAG, CHARTS, dice)
    assert (told(events, Expended)[0].units, dict(game.air)) == (("ohka",), {})


# --- on land -------------------------------------------------------------------------------------


def test_ph8_6_bombs_on_aircraft_on_the_ground() -> None:
    """Each point of G one roll, 9 hits; who intercepted is in the air; the owner ranks [PH8.6]."""
    game = based(small_game(year=1944), "B-25", "US", "PTM", "b-25")
    game = based(game, "A6M2", "JP", "RAB", "zero-1", "zero-2", "zero-3")
    game = game.with_air([replace(game.air["zero-1"], intercepted=True)])
    game = standing(game, "tokyo", Losses(steps=("zero-1", "zero-3")))
    words = [f"PH8.6 b-25 v rab #{n} {TAG}" for n in (1, 2)]
    dice = ScriptedDice(dict(zip(words, (9, 8), strict=True)))
    strike = BaseStrike(units=("b-25",), area="RAB", at="aircraft")
    game, _ = strike_base(game, strike, TAG, CHARTS, dice)
    assert {id_: unit.steps for id_, unit in game.air.items() if unit.nation == "JP"} == {
        "zero-1": 2,
        "zero-2": 2,
        "zero-3": 1,
    }


@pytest.mark.parametrize(("what", "left"), [("port", 0), ("airfield", 4), ("fort", 1)])
def test_ph8_7_bombs_on_installations(what: str, left: int) -> None:
    """One roll a unit: 8 + 2 = 10 hits, 7 + 2 misses; a port loses 1, an airfield 2 [PH8.7]."""
    game = based(small_game(), "B-25", "US", "PTM", "b-25-1", "b-25-2")
    game = game.with_area("RAB", replace(game.areas["RAB"], nation="JP", fort=2))
    dice = ScriptedDice(
        {f"PH8.7 b-25-1 v rab {what} {TAG}": 8, f"PH8.7 b-25-2 v rab {what} {TAG}": 7}
    )
    strike = BaseStrike(units=("b-25-1", "b-25-2"), area="RAB", at=what)
    game, _ = strike_base(game, strike, TAG, CHARTS, dice)
    rabaul = game.areas["RAB"]
    assert {"port": rabaul.port, "airfield": rabaul.airfield, "fort": rabaul.fort}[what] == left


def test_ph8_7_fighters_do_not_bomb() -> None:
    game = committed(based(small_game(), "P-40", "US", "PTM", "p-40"))
    strike = BaseStrike(units=("p-40",), area="RAB", at="airfield")
    assert strike_base(game, strike, TAG, CHARTS, ScriptedDice()) == (game, ())
