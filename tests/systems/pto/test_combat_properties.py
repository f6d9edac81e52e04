"""What holds for every battle: it ends, no label comes twice, and no piece is lost uncounted."""

from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.dice import Dice
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import ShipKind
from pbem.systems.pto.rules.combat.losses import worth_of
from pbem.systems.pto.rules.combat.ph6_surface import battle
from pbem.systems.pto.rules.combat.ph7_air import Raid, air_battle
from pbem.systems.pto.rules.combat.ph8_strikes import (
    BaseStrike,
    ShipStrike,
    strike_base,
    strike_ships,
    surprises,
)
from pbem.systems.pto.rules.combat.ph9_submarines import boat_attack, hunt
from pbem.systems.pto.table.pieces import Mark, Ship
from pbem.systems.pto.table.standing import Gunnery, Losses, Submarines
from pbem.systems.pto.table.state import MODIFICATIONS, Game
from tests.systems.pto.tabletop import (
    CHARTS,
    aboard,
    based,
    boat,
    flown,
    force,
    seeded,
    ship,
    small_game,
    standing,
    troops,
)

TAG = "P3.3 phs 1"
SEA, PORT, ISLAND = "PHS", "PAL", "LUZ"
SURFACE = tuple(kind for kind in get_args(ShipKind) if kind not in ("SS", "SST", "SSV"))
BOATS = ("us-ss-gato", "us-ss-s", "us-ss-balao")
TYPES = {"JP": ("J-CV41", "J-CV44"), "US": ("US-CV42", "US-CV44L")}
LAND_BASED = {"JP": ("A6M2", "G4M", "Ohka"), "US": ("P-38", "P-40", "B-17", "VMSB")}

dice = st.integers(min_value=0, max_value=2**32).map(seeded)
off = st.lists(st.sampled_from(MODIFICATIONS), max_size=4, unique=True).map(tuple)
gunnery = st.builds(
    Gunnery,
    fire=st.sampled_from(("strongest-gun", "weakest-armour", "capital", "list")),
    first=st.lists(st.sampled_from(SURFACE), max_size=2).map(tuple),
    after=st.integers(0, 2),
    lost=st.integers(0, 3),
    stay=st.booleans(),
    slip=st.booleans(),
)


@st.composite
def fleets(draw: st.DrawFn, nation: str) -> tuple[Ship, ...]:
    kinds = draw(st.lists(st.sampled_from(SURFACE), min_size=1, max_size=6))
    return tuple(
        ship(
            f"{nation.lower()}-{kind.lower()}-{number}",
            kind,
            nation,
            gun=draw(st.integers(0, 6)),
            armour=draw(st.integers(5, 14)),
            damaged=kind in ("BB", "CV", "CVL", "CVE", "CA") and draw(st.booleans()),
            mark=draw(st.sampled_from(get_args(Mark))),
        )
        for number, kind in enumerate(kinds)
    )


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Two fleets in one sea, air units aboard and ashore, troops on transports, orders."""
    game = small_game(year=draw(st.integers(1941, 1945)), off=draw(off))
    for nation, tf in (("JP", "jp"), ("US", "us")):
        ships = draw(fleets(nation))
        game = force(game, tf, nation, SEA, *ships, searched=draw(st.booleans()))
        for one in ships:
            if one.is_carrier:
                game = aboard(game, draw(st.sampled_from(TYPES[nation])), nation, one.id)
            if one.kind == "STP":
                game = troops(game, f"{one.id}-div", nation, one.id)
        base = PORT if nation == "JP" else ISLAND
        for number, type_ in enumerate(LAND_BASED[nation]):
            steps = draw(st.integers(1, 2))
            game = based(game, type_, nation, base, f"{nation.lower()}-{number}", steps=steps)
    aloft = [id_ for id_ in game.air if draw(st.booleans())]
    game = flown(game, *aloft)
    units = tuple(draw(st.permutations(list(game.air))))[:3]
    for seat in game.seats:
        game = standing(game, seat, draw(gunnery), Losses(abort=units, steps=units))
    return game


def check(before: Game, after: Game) -> None:
    """Every piece is in play or out, once; who is in play has a place."""
    for was, now in ((before.ships, after.ships), (before.air, after.air)):
        assert set(now) <= set(was)
        assert {one for one in was if one not in now} == set(was) & set(after.lost)
    gone = set(before.ground) - set(after.ground)
    assert gone == set(after.dead)
    assert all(before.ground[one].ship in after.lost for one in gone)
    assert all(one.tf in after.forces for one in after.ships.values())
    assert all(after.ships_in(tf) for tf in after.forces)
    assert all(unit.base in after.ships or unit.base in after.areas for unit in after.air.values())
    assert all(len(tuple(after.based_at(one))) <= 1 for one in after.ships)
    assert all(1 <= unit.steps <= before.air[id_].steps for id_, unit in after.air.items())
    sunk = [one for one in before.ships.values() if one.id not in after.ships]
    assert sum(after.sunk.values()) == sum(worth_of(before, one, CHARTS) for one in sunk)


def flying(game: Game, nation: str) -> tuple[str, ...]:
    units = (unit for unit in game.air.values() if unit.nation == nation)
    return tuple(
        unit.id
        for unit in units
        if (unit.struck or unit.intercepted)
        and not (unit.base in game.ships and game.ships[unit.base].damaged)
    )


@given(games(), dice)
@settings(max_examples=150, deadline=None)
def test_every_surface_combat_ends_well(game: Game, dice_: Dice) -> None:
    after, events = battle(game, "jp", "us", TAG, CHARTS, dice_)
    check(game, after)
    assert events
    assert set(after.month.fought) == {"jp", "us"} & set(after.forces)


@given(games(), dice, st.booleans())
@settings(max_examples=150, deadline=None)
def test_every_strike_at_sea_ends_well(game: Game, dice_: Dice, surprise: bool) -> None:
    units, against = flying(game, "US"), flying(game, "JP")
    raid = Raid(side="allied", area=SEA, units=units, surprise=surprise)
    after, through, _ = air_battle(game, raid, against, (), TAG, CHARTS, dice_)
    check(game, after)
    assert set(through) <= set(units) & set(after.air)
    strike = ShipStrike(
        units=through, ships=tuple(one.id for one in game.ships_in("jp")), surprise=surprise
    )
    last, _ = strike_ships(after, strike, TAG, CHARTS, dice_)
    check(game, last)
    assert all(one in last.ships for one in (ship.id for ship in game.ships_in("us")))


@given(games(), dice, st.sampled_from(("aircraft", "port", "airfield", "fort")))
@settings(max_examples=60, deadline=None)
def test_every_strike_on_land_ends_well(game: Game, dice_: Dice, what: str) -> None:
    strike = BaseStrike(units=flying(game, "US"), area=PORT, at=what)
    after, _ = strike_base(game, strike, TAG, CHARTS, dice_)
    check(game, after)
    was, now = game.areas[PORT], after.areas[PORT]
    assert 0 <= now.port <= was.port
    assert 0 <= now.airfield <= was.airfield
    assert 0 <= now.fort <= was.fort


@given(games(), dice, st.integers(1, 3), st.booleans(), st.booleans())
@settings(max_examples=100, deadline=None)
def test_every_fight_with_boats_ends_well(
    game: Game, dice_: Dice, number: int, hunted: bool, withdraw: bool
) -> None:
    boats = (boat(f"{one}-1") for one in BOATS[:number])
    game = force(game, "boats", "US", SEA, *boats)
    game = standing(game, "washington", Submarines(withdraw=withdraw))
    if hunted:
        after, _ = hunt(game, "jp", "boats", TAG, CHARTS, dice_)
    else:
        after, _ = boat_attack(game, "boats", "jp", TAG, CHARTS, dice_)
    check(game, after)
    starred = game.uses("D5") and "us-ss-s-1" in after.lost
    sunk = [one for one in after.lost if one in game.ships and game.ships[one].is_boat]
    assert len(after.pool) == len(sunk) - starred


@given(games())
@settings(max_examples=60, deadline=None)
def test_surprise_is_never_mutual(game: Game) -> None:
    """One searched task force cannot surprise another searched one, nor two each other [D7.1]."""
    bases = {tf: tuple(one.id for one in game.ships_in(tf) if one.is_carrier) for tf in game.forces}
    both = surprises(game, "jp", bases["us"]) and surprises(game, "us", bases["jp"])
    assert not (both and bases["us"] and bases["jp"])
    assert not surprises(replace(game, terms=replace(game.terms, off=("D7",))), "jp", bases["us"])
