"""The end of the month: replenishment, repair, engineers; then markers come off [P6.3-P6.5]."""

from collections.abc import Iterable, Mapping

from pbem.dice import Dice
from pbem.engine.after import for_each
from pbem.engine.events import ALL
from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import opens_season, season_key
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.labels import next_combat
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.rules.month.p6_upkeep import payer_of
from pbem.systems.pto.rules.works import (
    INSTALLATIONS,
    Works,
    completed,
    full_size,
    restored,
    size_of,
)
from pbem.systems.pto.table.events_economy import (
    CompletionTried,
    MonthOver,
    RepairTried,
    Replenished,
)
from pbem.systems.pto.table.naming import nation_name
from pbem.systems.pto.table.orders_month import Repair, Replenish
from pbem.systems.pto.table.pieces import Ground
from pbem.systems.pto.table.state import Game, Month, Plans, Told

STEP = "P6.3"

# --- P6.3 ----------------------------------------------------------------------------------------


def end_of_month(game: Game, plans: Plans, charts: Charts, dice: Dice) -> Told:
    """Replenish as ordered, try every repair there is, complete airfields by engineers [P6.3].

    An area's attempt goes to what the seat that has it ordered; without an order to the airfield,
    then the port, then the fort [PR70].
    """
    back: list[str] = []
    replenishes = [(seat, one) for seat, plan in plans.items() for one in plan.replenishes]
    game, replenished = for_each(
        game, replenishes, lambda now, one: _replenished(now, *one, back, charts)
    )
    repairs = [(seat, one) for seat, plan in plans.items() for one in plan.repairs]
    ordered: dict[str, str] = {
        order.area: order.what
        for seat, order in repairs
        if not cannot_repair(game, seat, order, charts)
    }
    game, void = for_each(game, repairs, lambda now, one: _not_repaired(now, *one, charts))
    tried = attempts(game, ordered, charts).items()
    game, repaired = for_each(game, tried, lambda now, one: _repaired(now, *one, charts, dice))
    game, done = for_each(game, game.areas, lambda now, area: _hastened(now, area, charts, dice))
    return game, (*replenished, *void, *repaired, *done)


def attempts(game: Game, ordered: Mapping[str, str], charts: Charts) -> dict[str, str]:
    """What is tried to be repaired, by area: what was ordered, else what comes first [PH14.4]."""
    found = {
        area: ordered.get(area) or next(iter(damaged(game, area, charts)), "")
        for area in game.areas
        if not game.is_contested(area)
    }
    return {area: what for area, what in found.items() if what}


def replenishing_group(unit: Ground) -> str:
    """Who replenishes a unit: Japan, China, Australia, or the Indian units of the UK [PH14.3]."""
    if unit.nation == "UK":
        return "Indian" if unit.indian else ""
    return unit.nation if unit.nation in ("JP", "CN", "AU") else ""


def cannot_replenish(
    game: Game, order: Replenish, back: Iterable[str], charts: Charts
) -> Refusal | None:
    """Why an eliminated unit cannot come back, or None [PH14.3].

    `back` are the groups that had theirs this month. It costs EP, and its source must be free.
    """
    unit, price = game.dead.get(order.unit), charts.replenishment.price
    hint = f"one eliminated unit that moves, of JP, CN, AU or Indian, for {price} EP each"
    if unit is None or not unit.move:
        why = "is a garrison, which never comes back" if unit else "is not eliminated"
        return refuse("PH14.3", "unit", f"{mention(order.unit)} {why}", hint)
    group, source = replenishing_group(unit), charts.sources[unit.nation]
    if not group:
        what = f"units of {nation_name(unit.nation)} are not replenished, and {mention(unit.id)} is"
        return refuse("PH14.3", "unit", f"{what} one of them", hint)
    if group in back:
        what = f"another unit of {nation_name(unit.nation)} comes back this month already"
        return refuse("PH14.3", "unit", what, hint)
    if not game.is_friendly(side_of(unit.nation), source):
        what = f"the enemy stands in {mention(source)}, where it would come back"
        return refuse("PH1.7", "unit", what, "free the source first")
    payer = payer_of(game, unit.nation)
    points = game.purses[payer].points if payer in game.purses else 0
    if points >= price:
        return None
    what = f"{nation_name(payer)} has {points} EP, and it costs {price}"
    return refuse("S2.3", "unit", what, "keep EP for it")


def _replenished(game: Game, seat: str, order: Replenish, back: list[str], charts: Charts) -> Told:
    refusal = cannot_replenish(game, order, back, charts)
    if refusal:
        return voided(game, seat, order, refusal)
    unit = game.dead[order.unit]
    event = Replenished(to=ALL, unit=unit.id, area=charts.sources[unit.nation])
    return replenished(game, order, back, charts), (event,)


def replenished(game: Game, order: Replenish, back: list[str], charts: Charts) -> Game:
    """The game with an eliminated unit back at its source and paid for; adds to `back` [PH14.3]."""
    unit = game.dead[order.unit]
    back.append(replenishing_group(unit))
    game = game.charged(payer_of(game, unit.nation), charts.replenishment.price)
    game = replace(game, dead=game.dead.without(unit.id), lost=game.lost.without(unit.id))
    source = charts.sources[unit.nation]
    return game.with_ground([replace(unit, at=source, steps=1, mark="", out=0)])


def damaged(game: Game, area: str, charts: Charts) -> tuple[Works, ...]:
    """What is below its full size in an area, of airfield, port and fort [PH14.4]."""
    here = game.areas[area]
    return tuple(
        what
        for what in INSTALLATIONS
        if size_of(here, what) < full_size(here, what, charts.areas[area])
    )


def cannot_repair(game: Game, seat: str, order: Repair, charts: Charts) -> Refusal | None:
    """Why a seat has no attempt, or None [PH14.4].

    The area is another's or contested, or nothing is damaged in it.
    """
    if order.area not in game.areas:
        return refuse(
            "PH14.4", "area", f"{mention_or_quote(order.area)} is no land area", "leave it out"
        )
    owner = game.areas[order.area].nation
    if owner not in game.nations_of(seat):
        what = f"{mention(order.area)} belongs to {nation_name(owner)}"
        return refuse("PH14.4", "area", what, "each seat repairs in its own areas")
    if game.is_contested(order.area):
        what = f"{mention(order.area)} is contested, and nothing is repaired in it"
        return refuse("PH14.4", "area", what, "leave it out")
    hurt = damaged(game, order.area, charts)
    if order.what in hurt:
        return None
    hint = f"damaged there: {', '.join(hurt)}" if hurt else "leave it out"
    return refuse("PH14.4", "area", f"the {order.what} of {mention(order.area)} is whole", hint)


def _repaired(game: Game, area: str, what: str, charts: Charts, dice: Dice) -> Told:
    game, tag = next_combat(game, STEP, area)
    roll = dice.roll("PH14.4 repair", what, tag)
    succeeds = roll.dice[0] >= charts.repairs.works_from
    here = game.areas[area]
    if succeeds:
        here = restored(here, what, charts.repairs.restores[what], charts.areas[area])
    now = size_of(here, what)
    told = RepairTried(to=ALL, area=area, what=what, roll=roll, restored=succeeds, now=now)
    return game.with_area(area, here), (told,)


def _not_repaired(game: Game, seat: str, order: Repair, charts: Charts) -> Told:
    """What an order to repair comes to that has nothing to try [PH14.4]."""
    refusal = cannot_repair(game, seat, order, charts)
    return voided(game, seat, order, refusal) if refusal else (game, ())


def _hastened(game: Game, area: str, charts: Charts, dice: Dice) -> Told:
    """An engineer tries to complete an airfield under construction [P6.3.3, PH14.4]."""
    here = game.areas[area]
    if "airfield" not in here.building or game.is_contested(area):
        return game, ()
    side = side_of(here.nation)
    if not any(unit.kind == "engineer" for unit in game.ground_at(area, side)):
        return game, ()
    game, tag = next_combat(game, STEP, area)
    roll = dice.roll("PH14.4 complete", tag)
    done = roll.dice[0] >= charts.repairs.works_from
    if done:
        game = game.with_area(area, completed(here, "airfield", charts))
    return game, (CompletionTried(to=ALL, area=area, roll=roll, completed=done),)


# --- P6.4, P6.5 ----------------------------------------------------------------------------------


def sweep(game: Game) -> Told:
    """Activated, standby and committed markers come off, searched ones too [P6.4, P6.5, PH14.5].

    What is ordered for phase 2 of the next month stays. Ships that were laid up may move again
    [PH12.4], ATPs are ready again [PH12.6].
    """
    ships = (replace(s, mark="", committed=False, laid_up=False) for s in game.ships.values())
    air = (replace(u, committed=False, struck=False, intercepted=False) for u in game.air.values())
    ground = (replace(unit, mark="") for unit in game.ground.values())
    forces = (replace(tf, searched=False, spent=0) for tf in game.forces.values())
    game = game.with_ships(ships).with_air(air).with_ground(ground).with_forces(forces)
    for nation, purse in game.purses.items():
        game = game.with_purse(nation, replace(purse, lifts=0))
    month = Month(bombers=game.month.bombers, escorts=game.month.escorts, boats=game.month.boats)
    upcoming = game.turn + 1
    season = season_key(upcoming) if opens_season(upcoming) else ""
    return game.with_month(month), (MonthOver(to=ALL, turn=game.turn, season=season),)
