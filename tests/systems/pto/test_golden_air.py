"""Golden examples of the air: surprise, quality, air combat [GP52-GP66].

Every die is written out; a label that is not rolled, or not written down, fails.
"""

from dataclasses import replace

import pytest

from pbem.systems.pto.events_combat import AirUnitFired
from pbem.systems.pto.ph7_air import Raid, air_battle, assigned
from pbem.systems.pto.ph8_strikes import (
    ShipStrike,
    apply_hits,
    cannot_strike,
    roll_attacks,
    surprises,
)
from pbem.systems.pto.state import Game
from pbem.systems.pto.units import modifier, rolls
from pbem.systems.pto.units import quality as effective
from tests.systems.pto.tabletop import (
    CHARTS,
    ScriptedDice,
    aboard,
    based,
    committed,
    force,
    ship,
    small_game,
    told,
)

KIDO = ("akagi", "hiryu", "kaga", "shokaku", "soryu", "zuikaku")
TAG = "P3.2 mid 1"


def kido_butai(game: Game, number: int = 6, *, searched: bool = False) -> Game:
    """A Japanese task force with as many CVs and their air."""
    ships = (ship(one, "CV") for one in KIDO[:number])
    game = force(game, "kido-butai", "JP", "MID", *ships, searched=searched)
    return aboard(game, "J-CV41", "JP", *KIDO[:number])


def carriers(game: Game, *names: str, type_: str = "US-CV42", searched: bool = False) -> Game:
    """A US task force with CVs and their air."""
    game = force(game, "tf-16", "US", "MID", *(ship(one, "CV", "US") for one in names))
    if searched:
        game = force(game, "tf-16", "US", "MID", searched=True)
    return aboard(game, type_, "US", *names)


def air(*carriers_: str) -> tuple[str, ...]:
    return tuple(f"{one}-air" for one in carriers_)


# --- strikes -------------------------------------------------------------------------------------


def strike_of(game: Game, targets: dict[str, str], totals: dict[str, tuple[int, ...]]) -> Game:
    """The game after the units have struck their targets with the totals written down."""
    dice = ScriptedDice(
        {
            f"PH8.3 {unit} v {targets[unit]} #{n} {TAG}": total
            for unit, thrown in totals.items()
            for n, total in enumerate(thrown, 1)
        }
    )
    strike = ShipStrike(units=tuple(targets), ships=tuple(set(targets.values())))
    hits, _ = roll_attacks(game, targets, strike, TAG, CHARTS, dice)
    assert dice.left == ()
    return apply_hits(game, hits, "allied", CHARTS)[0]


def test_gp61_strategic_bombers_against_ships() -> None:
    """At sea refused; in port one roll without modifier; in an activated one refused [D12.1]."""
    game = force(small_game(), "sea", "JP", "SOL", ship("nagato", "BB"), searched=True)
    game = force(game, "port", "JP", "RAB", ship("mutsu", "BB"))
    game = force(game, "active", "JP", "RAB", ship("ise", "BB", mark="activated"))
    game = based(game, "B-17", "US", "PTM", "b-17-5bg")
    unit = game.air["b-17-5bg"]
    assert cannot_strike(game, CHARTS, unit, "sea") == "D12.1"
    assert cannot_strike(game, CHARTS, unit, "port") == ""
    assert cannot_strike(game, CHARTS, unit, "active") == "D12.1"
    assert (rolls(game, CHARTS, unit), modifier(game, CHARTS, unit)) == (1, 0)
    game = small_game_without("D12", game)
    assert cannot_strike(game, CHARTS, unit, "sea") == ""
    assert cannot_strike(game, CHARTS, unit, "active") == ""


def small_game_without(modification: str, game: Game) -> Game:
    return replace(game, terms=replace(game.terms, off=(modification,)))


# --- surprise ------------------------------------------------------------------------------------


def test_gp52_when_there_is_no_surprise() -> None:
    """Unsearched target, searched striker, or aircraft of which none is committed [D7.1]."""
    fit = committed(kido_butai(small_game(), 4, searched=True), "akagi-air")
    fit = carriers(fit, "enterprise")
    assert surprises(fit, "kido-butai", ("enterprise",))
    unsearched = committed(carriers(kido_butai(small_game(), 4), "enterprise"), "akagi-air")
    assert not surprises(unsearched, "kido-butai", ("enterprise",))
    seen = carriers(fit, "enterprise", searched=True)
    assert not surprises(seen, "kido-butai", ("enterprise",))
    ready = carriers(kido_butai(small_game(), 4, searched=True), "enterprise")
    assert not surprises(ready, "kido-butai", ("enterprise",))
    assert not surprises(small_game_without("D7", fit), "kido-butai", ("enterprise",))


def test_gp53_a_strike_from_an_airfield() -> None:
    """Cruisers without aircraft: a committed unit at the airfield spoils surprise [D7.1]."""
    game = force(small_game(), "tf-74", "AU", "SCS", ship("canberra", "CA", "AU"), searched=True)
    game = based(game, "G4M", "JP", "INC", "g4m-kanoya", "g4m-takao")
    assert surprises(game, "tf-74", ("INC",))
    assert not surprises(committed(game, "g4m-takao"), "tf-74", ("INC",))


def test_d7_4_every_base_of_a_mixed_strike_must_be_unnoticed() -> None:
    game = force(small_game(), "tf-74", "AU", "MID", ship("canberra", "CA", "AU"), searched=True)
    game = kido_butai(based(game, "G4M", "JP", "WKE", "g4m-takao"), 2)
    assert surprises(game, "tf-74", ("akagi", "hiryu", "WKE"))
    assert not surprises(committed(game, "g4m-takao"), "tf-74", ("akagi", "hiryu", "WKE"))


@pytest.mark.parametrize(("surprise", "aborted"), [(True, False), (False, True)])
def test_gp54_surprised_fighters_add_no_quality(surprise: bool, aborted: bool) -> None:
    """9 + 0 − 3 is nothing; 9 + 3 − 3 aborts [D7.2, PH7.3]."""
    game = carriers(based(small_game(), "A6M2", "JP", "WKE", "a6m2"), "enterprise")
    raid = Raid(side="allied", area="WKE", units=air("enterprise"), surprise=surprise)
    dice = ScriptedDice(
        {
            f"D8 strike tf-16 {TAG}": 6,
            f"PH7.3 r1 a6m2 v enterprise-air {TAG}": 9,
            f"PH7.3 r1 enterprise-air v a6m2 {TAG}": 9,
        }
    )
    _, through, events = air_battle(game, raid, ("a6m2",), (), TAG, CHARTS, dice)
    shot = next(one for one in told(events, AirUnitFired) if one.unit == "a6m2")
    assert (shot.aborted, through) == (aborted, () if aborted else air("enterprise"))


# --- air combat ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("off", "type_", "quality", "steps"),
    [((), "A6M2", 3, 1), (("D4",), "A6M2", 4, 2), ((), "Ohka", 5, None)],
)
def test_gp55_quality_of_japanese_aircraft(
    off: tuple[str, ...], type_: str, quality: int, steps: int | None
) -> None:
    """10 + 3 − 2 = 11 takes a step, 10 + 4 − 2 = 12 destroys; Ohka keeps QR 5 [D4.1, PH7.3]."""
    game = based(small_game(off=off), type_, "JP", "RAB", "zero")
    game = based(game, "P-40", "US", "PTM", "p-40")
    assert effective(game, CHARTS, game.air["zero"]) == quality
    if steps is None:
        return
    raid = Raid(side="allied", area="RAB", units=(), escorts=("p-40",))
    dice = ScriptedDice({f"PH7.3 r1 zero v p-40 {TAG}": 10, f"PH7.3 r1 p-40 v zero {TAG}": 9})
    game, _, events = air_battle(game, raid, ("zero",), (), TAG, CHARTS, dice)
    assert told(events, AirUnitFired)[0].steps == steps
    assert ("p-40" in game.air) == (steps == 1)


def test_gp59_every_escort_gets_an_interceptor_first() -> None:
    """Three against two escorts and two bombers: one is free; two against three: none [D11.1]."""
    bombers = ("b-1", "b-2")
    three = assigned(("i-1", "i-2", "i-3"), ("e-1", "e-2"), bombers, escorts_first=True)
    assert three == {"i-1": "e-1", "i-2": "e-2", "i-3": "b-1"}
    two = assigned(("i-1", "i-2"), ("e-1", "e-2", "e-3"), ("b-1",), escorts_first=True)
    assert two == {"i-1": "e-1", "i-2": "e-2"}
    off = assigned(("i-1", "i-2", "i-3"), ("e-1", "e-2"), bombers, escorts_first=False)
    assert off == {"i-1": "b-1", "i-2": "b-2", "i-3": "b-1"}
