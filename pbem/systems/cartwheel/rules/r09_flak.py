"""Anti-aircraft fire at those who have come through to the target [H9.9]."""

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import harm_of
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted, is_operational
from pbem.systems.cartwheel.rules.r09_battle import Battle, Wing, factors
from pbem.systems.cartwheel.rules.r09_combat import Fought
from pbem.systems.cartwheel.rules.r09_targets import Target, is_there, read_target
from pbem.systems.cartwheel.table.events_air import FlakFired, Score, TargetGone
from pbem.systems.cartwheel.table.state import Base, Game, Ship, other


def fire_at_strikers(game: Game, battle: Battle, charts: Charts, dice: Dice) -> Fought:
    """Every target fires at each eligible striker that attacks it [H9.9.1].

    A striker whose target is gone drops its bombs and leaves [H9.6].
    """
    events: list[Event] = []
    for wing in battle.able("striker"):
        target = target_of(battle, wing)
        if target is None or not is_there(game, battle.raid, target):
            battle, gone = sent_home(battle, wing)
            events.append(gone)
            continue
        aa = aa_of(game, battle, target, charts)
        battle, fired = _fire(battle, wing, str(target), aa, charts, dice)
        events += fired
    return battle, tuple(events)


def fire_at_transports(game: Game, battle: Battle, charts: Charts, dice: Dice) -> Fought:
    """The best operational enemy base of the hex fires at each eligible C-47 [H9.9.1]."""
    events: list[Event] = []
    aa, base = _best_base(game, battle.raid.hex, other(battle.raid.side), charts)
    for wing in battle.able("transport"):
        battle, fired = _fire(battle, wing, f"base:{base}", aa, charts, dice)
        events += fired
    return battle, tuple(events)


def target_of(battle: Battle, wing: Wing) -> Target | None:
    """What a striker's item names as its target."""
    aims = (one.target for one in battle.raid.fliers if one.unit == wing.unit)
    return next(map(read_target, aims), None)


def sent_home(battle: Battle, wing: Wing) -> tuple[Battle, TargetGone]:
    """A striker jettisons and leaves the battle, its target being gone [H9.6]."""
    target = target_of(battle, wing)
    event = TargetGone(to=ALL, mission=battle.raid.id, unit=wing.unit, target=str(target or ""))
    return battle.changed((replace(wing, loaded=False, gone=True),)), event


def _fire(battle: Battle, wing: Wing, target: str, aa: int, charts: Charts, dice: Dice) -> Fought:
    """One die at one unit; none without AA [H9.9.1, H9.9.2]."""
    if aa <= 0:
        return battle, ()
    raid = battle.raid
    terms = {"AA": aa, **flak_terms(raid.band, factors(wing, charts).df, charts)}
    roll = dice.roll("9.9", "aa", raid.id, wing.unit, sides=charts.dice.sides)
    score = Score(roll=roll, terms=FrozenMap({w: drm for w, drm in terms.items() if drm}))
    harm = harm_of(charts.flak.results.at(score.total))
    event = FlakFired(
        to=ALL, mission=raid.id, unit=wing.unit, target=target, score=score, harm=harm
    )
    return battle.harm(wing.unit, harm), (event,)


def flak_terms(band: int, df: int, charts: Charts) -> dict[str, int]:
    """What height and the DF that a unit shows add to fire at it [H9.9.2, AMB-35]."""
    return {"band": charts.flak.band(band), "DF": charts.flak.df.at(df).drm}


# --- AA of targets -------------------------------------------------------------------------------


def aa_of(game: Game, battle: Battle, target: Target, charts: Charts) -> int:
    """The AA of a target; 0 for none [H9.9.1]."""
    match target.kind:
        case "base":
            return aa_of_base(game.bases[target.id], charts)
        case "naval":
            return aa_of_ship(game, game.ships[target.id], charts)
        case "ground":
            return charts.flak.ground
        case "port":
            aa, base = _best_base(game, target.id, other(battle.raid.side), charts)
            return aa if base else charts.flak.port


def aa_of_base(base: Base, charts: Charts) -> int:
    """The AA of an airbase [6.6.1~], less without supply but never nothing [H9.9.1, H13.3]."""
    building = base.status == "building"
    aa = charts.base_aa(base.id, disrupted=is_disrupted(base, charts), building=building)
    if aa == 0 or base.supplied:
        return aa
    return max(charts.flak.least, aa + charts.flak.unsupplied)


def aa_of_ship(game: Game, ship: Ship, charts: Charts) -> int:
    """A naval unit's AA and what undisrupted warships beside it add [H9.9.1, 3.0d]."""
    beside = sum(
        charts.naval[friend.id].is_combat and not friend.disrupted
        for friend in game.ships_at(ship.at, ship.side)
        if friend.id != ship.id
    )
    cover = min(charts.flak.escorts, charts.flak.escort * beside)
    return charts.naval[ship.id].factors(ship.steps).aa + cover


def _best_base(game: Game, hex_: str, owner: str, charts: Charts) -> tuple[int, str]:
    """The most AA among a side's operational bases of a hex, and which has it; 0 and "" of none."""
    guns = [
        (aa_of_base(base, charts), base.id)
        for base in game.bases_at(hex_)
        if base.owner == owner and is_operational(base)
    ]
    return max(guns, key=lambda one: one[0], default=(0, ""))
