"""Whatever is ordered at sea and on land: nothing is in two places, nothing comes from nothing."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.dice import Dice
from pbem.engine.events import Event
from pbem.engine.orders import Order, order_place
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.hexes import neighbours
from pbem.systems.cartwheel.book.map import land_neighbours
from pbem.systems.cartwheel.rules.casualties import SUPPLY, space_of
from pbem.systems.cartwheel.rules.r08_missions import voyage_of
from pbem.systems.cartwheel.rules.r10_naval import sail
from pbem.systems.cartwheel.rules.r10_orders import wrong_mission, wrong_withdrawal
from pbem.systems.cartwheel.rules.r11_ground import act
from pbem.systems.cartwheel.rules.r12_conclude import conclude
from pbem.systems.cartwheel.table.events_ground import GroundVoided
from pbem.systems.cartwheel.table.events_sea import (
    UnloadingVoided,
    VoyageCancelled,
    WithdrawalVoided,
)
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.orders_operations import NavalMission
from pbem.systems.cartwheel.table.orders_turn import Withdraw
from pbem.systems.cartwheel.table.state import SIDES, Game, other
from pbem.systems.cartwheel.words.events import lines
from tests.systems.cartwheel.landsea import wrong_on_land
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS

SCENARIOS = ("campaign", "bismarck-sea", "toenails", "bougainville")
PURPOSES = ("transit", "transport", "sortie", "bombard")

# --- a game in disorder --------------------------------------------------------------------------


def jumbled(random: Random, scenario: str) -> Game:
    """A scenario's game with units hurt and strewn over the map, many of them side by side."""
    game = started(scenario)
    first, last = game.terms.columns
    area = [h for h, row in CHARTS.hexes.items() if first <= int(h[:2]) <= last]
    sea = [h for h in area if CHARTS.hexes[h].terrain.naval]
    land = [h for h in area if CHARTS.hexes[h].terrain.ground]
    spots = random.sample([h for h in land if CHARTS.hexes[h].terrain.coastal], 6)
    for ship in list(game.ships.values()):
        place = random.choice(spots) if random.random() < 0.5 else random.choice(sea)
        at = place if ship.at and random.random() < 0.6 else ship.at
        if at in CHARTS.hexes and sum(1 for _ in game.ships_at(at, ship.side)) >= 8:
            at = ship.at
        moved = replace(ship, at=at, disrupted=bool(at) and random.random() < 0.2)
        game = game.with_ships((moved,))
    for unit in list(game.troops.values()):
        at = random.choice(spots) if unit.at in land and random.random() < 0.5 else unit.at
        values = {"at": at, "disrupted": random.random() < 0.2, "supplied": random.random() < 0.8}
        game = game.with_troops((replace(unit, **values),))  # type: ignore[arg-type]
    submarine = replace(game.turn, submarine=random.random() < 0.3)
    return replace(game, now=random.randint(1, 9)).with_turn(submarine)


def walk(random: Random, start: str) -> tuple[str, ...]:
    """A path that mostly goes from hex to hex."""
    path = [start]
    for _ in range(random.randint(0, 5)):
        here = path[-1]
        box = CHARTS.boxes.get(here)
        near = box.entries if box else neighbours(here) if here in CHARTS.hexes else ()
        if not near or random.random() < 0.02:
            path.append(random.choice(["9999", "TRK", "AUS", "", "0101"]))
            break
        path.append(random.choice(near))
    return tuple(path)


def some(random: Random, items: Sequence[str], most: int) -> tuple[str, ...]:
    """A few of them, none twice."""
    return tuple(random.sample(items, min(len(items), random.randint(0, most))))


def groups(game: Game, side: str, random: Random) -> Iterator[tuple[str, ...]]:
    """Ships of a side, by the place where they are, in groups."""
    places = sorted({ship.at for ship in game.ships.values() if ship.side == side and ship.at})
    for place in places:
        ids = [ship.id for ship in game.ships_at(place, side)]
        yield tuple(random.sample(ids, random.randint(1, len(ids))))


def missions(game: Game, side: str, random: Random) -> Iterator[NavalMission]:
    """Naval missions, sensible or not."""
    for ships in groups(game, side, random):
        start = game.ships[ships[0]].at
        path = walk(random, start)
        purpose = random.choice(PURPOSES)
        ashore = [unit.id for unit in game.troops_at(start, side)]
        load = {
            ship: (*some(random, ashore, 2), *(SUPPLY,) * random.randint(0, 1)) for ship in ships
        }
        bases = [f"base:{base.id}" for base in game.bases_at(path[-1])]
        yield NavalMission(
            ships=ships,
            path=path,
            purpose=purpose,
            load=FrozenMap(load if purpose == "transport" and random.random() < 0.6 else {}),
            break_off=random.choice(("half", "round1", "never")),
            target=random.choice((*bases, "ground")) if purpose == "bombard" else "",
        )
    enemies = [ship for ship in game.ships.values() if ship.side == other(side) and ship.at]
    if side == "japanese" and enemies:
        target = random.choice(enemies)
        yield NavalMission(ships=("SS1",), path=(target.at,), target=target.id)


def marches(game: Game, side: str, random: Random) -> Iterator[Order]:
    """Ground orders, sensible or not."""
    own = [unit for unit in game.troops.values() if unit.side == side and unit.at]
    for place in sorted({unit.at for unit in own if unit.at in CHARTS.hexes}):
        units = [unit.id for unit in own if unit.at == place]
        near = land_neighbours(CHARTS, place)
        if near and random.random() < 0.7:
            yield March(
                units=tuple(random.sample(units, random.randint(1, len(units)))),
                to=random.choice(near),
            )
        if random.random() < 0.6:
            yield Attack(hex=place, units=some(random, units, 5))
        if near and random.random() < 0.4:
            losses = random.choice(("highest", "lowest"))
            yield Attack(hex=random.choice(near), losses=losses)
        if random.random() < 0.1:
            yield Fortify(hex=place)
    for ship in game.ships.values():
        if ship.side == side and ship.cargo:
            aboard = [item for item in ship.cargo if item != SUPPLY]
            supply = random.randint(0, ship.cargo.count(SUPPLY))
            yield Land(ship=ship.id, units=some(random, aboard, 2), supply=supply)
    raider = random.choice(own).id if own and side == "japanese" else ""
    yield Raid(base=random.choice(list(game.bases)), unit=raider)


def returns(game: Game, side: str, random: Random) -> Iterator[Withdraw]:
    """Ways home, sensible or not."""
    for ships in groups(game, side, random):
        path = walk(random, game.ships[ships[0]].at)
        yield Withdraw(ships=ships, path=path, unload=random.random() < 0.5)


# --- what must hold ------------------------------------------------------------------------------


def check_state(game: Game) -> None:
    """Every unit is in one place, and every ship carries what is aboard, and no more."""
    for unit in game.troops.values():
        carriers = [ship.id for ship in game.ships.values() if unit.id in ship.cargo]
        assert carriers == ([unit.at] if unit.at in game.ships else [])
        assert (unit.steps > 0) or unit.at == ""
    for ship in game.ships.values():
        assert (ship.steps > 0 and bool(ship.at)) or ship.cargo == ()
        taken = sum(
            1 if item == SUPPLY else space_of(game.troops[item], CHARTS) for item in ship.cargo
        )
        assert taken <= CHARTS.naval[ship.id].factors(ship.steps).cargo
        if ship.at in CHARTS.hexes:
            assert sum(1 for _ in game.ships_at(ship.at, ship.side)) <= CHARTS.sailing.stacking
            assert CHARTS.hexes[ship.at].terrain.naval
    assert all(0 < many <= CHARTS.supply.units for many in game.supplies.values())


def check_change(before: Game, after: Game) -> None:
    """Steps never rise, nobody vanishes, the enemy's points are what was lost [H16.1]."""
    assert (set(before.troops), set(before.ships)) == (set(after.troops), set(after.ships))
    for id_, unit in before.troops.items():
        assert after.troops[id_].steps <= unit.steps
        assert bool(after.troops[id_].at) == (bool(unit.at) and after.troops[id_].steps > 0)
    for id_, ship in before.ships.items():
        assert after.ships[id_].steps <= ship.steps
    for hex_ in set(before.control) | set(after.control):
        if before.control.get(hex_) != after.control.get(hex_):
            holders = {unit.side for unit in after.troops_at(hex_)}
            assert holders == {after.control[hex_]}, f"{hex_} changes hands to nobody there"


def check_points(before: Game, after: Game) -> None:
    """Lost ground and naval steps are paid for, one by one."""
    for side in SIDES:
        lost = {
            id_: unit.steps - after.troops[id_].steps
            for id_, unit in before.troops.items()
            if unit.side == other(side)
        }
        naval = {
            id_: ship.steps - after.ships[id_].steps
            for id_, ship in before.ships.items()
            if ship.side == other(side)
        }
        owed = sum(lost.values()) * CHARTS.points.ground_step
        owed += sum(CHARTS.points.naval[CHARTS.naval[id_].type] * n for id_, n in naval.items())
        paid = sum(
            award.points
            for award in after.awards[len(before.awards) :]
            if award.side == side and (award.why in lost or award.why in naval)
        )
        if before.terms.convoy is None:
            assert paid == owed


def worded(events: Sequence[Event]) -> None:
    """Every event of ships and troops finds its words."""
    for event in events:
        module = type(event).__module__.rpartition(".")[2]
        if module == "events_sea":
            assert all(line.text for line in lines(event, CHARTS))
        if module == "events_ground":
            assert all(line.text for line in lines(event, CHARTS))


def dice(seed: int) -> Dice:
    return Dice(seed.to_bytes(32, "big"))


# --- properties ----------------------------------------------------------------------------------

SEEDS = st.integers(min_value=0, max_value=2**32)


@pytest.mark.parametrize("scenario", SCENARIOS)
@settings(max_examples=30, deadline=None)
@given(seed=SEEDS)
def test_h10_whatever_sails(scenario: str, seed: int) -> None:
    random = Random(seed)
    game = jumbled(random, scenario)
    check_state(game)
    for side in SIDES:
        for number, order in enumerate(missions(game, side, random), 1):
            problems = list(wrong_mission(game, side, order, CHARTS))
            assert all(p.what and p.rule and p.hint for p in problems)
            after, events = sail(
                game, voyage_of(side, f"t1m{number}{side[0]}", order), CHARTS, dice(seed + number)
            )
            cancelled = any(isinstance(event, VoyageCancelled) for event in events)
            assert cancelled == bool(problems)
            assert not cancelled or after == game
            check_state(after)
            check_change(game, after)
            check_points(game, after)
            worded(events)
            game = after


@pytest.mark.parametrize("scenario", SCENARIOS)
@settings(max_examples=30, deadline=None)
@given(seed=SEEDS)
def test_h11_whatever_is_ordered_on_land(scenario: str, seed: int) -> None:
    random = Random(seed)
    game = jumbled(random, scenario)
    for side in SIDES:
        orders = tuple(marches(game, side, random))
        problems = wrong_on_land(game, side, *orders)
        before = game
        game, events = act(game, side, orders, CHARTS, dice(seed))
        assert any(isinstance(event, GroundVoided) for event in events) >= bool(problems)
        check_state(game)
        check_change(before, game)
        check_points(before, game)
        check_stacks(before, game, side)
        worded(events)


def check_stacks(before: Game, after: Game, side: str) -> None:
    """Nobody has entered a hex that is full [H11.3]."""
    for hex_ in CHARTS.hexes:
        steps = sum(unit.steps for unit in after.troops_at(hex_, side))
        was = sum(unit.steps for unit in before.troops_at(hex_, side))
        assert steps <= max(was, CHARTS.stacking(hex_))


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_h11_orders_that_are_legal_together_are_all_carried_out(seed: int) -> None:
    random = Random(seed)
    game = jumbled(random, "campaign")
    for side in SIDES:
        orders = tuple(o for o in marches(game, side, random) if not isinstance(o, Raid))
        while found := wrong_on_land(game, side, *orders):
            wrong = {where.partition(",")[0] for where, _, _ in found}
            orders = tuple(o for n, o in enumerate(orders, 1) if order_place(n) not in wrong)
        forts = [order for order in orders if isinstance(order, Fortify)]
        game, events = act(game, side, orders, CHARTS, dice(seed))
        voided = [event for event in events if isinstance(event, GroundVoided)]
        assert len(voided) <= len(forts)


@pytest.mark.parametrize("scenario", SCENARIOS)
@settings(max_examples=30, deadline=None)
@given(seed=SEEDS)
def test_h12_whoever_goes_home(scenario: str, seed: int) -> None:
    random = Random(seed)
    game = jumbled(random, scenario)
    for side in SIDES:
        for order in returns(game, side, random):
            problems = list(wrong_withdrawal(game, side, order, CHARTS))
            after, events = conclude(game, side, (order,), CHARTS)
            voided = any(isinstance(e, WithdrawalVoided) for e in events)
            idle = any(isinstance(e, UnloadingVoided) for e in events)
            keys = {refusal.key for refusal in problems}
            assert idle == (keys == {"unload"}), "unloading alone fails, and the ships go home"
            assert voided == (bool(keys) and not idle)
            held = [id_ for id_, ship in game.ships.items() if ship.disrupted]
            assert all(after.ships[id_].cargo == game.ships[id_].cargo for id_ in held)
            check_state(after)
            check_change(game, after)
            worded(events)
            game = replace(after, turn=game.turn)
