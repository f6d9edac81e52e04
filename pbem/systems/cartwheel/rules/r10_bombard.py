"""Bombardment of airbases and troops by ships [H10.7]."""

from collections.abc import Iterable, Sequence

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import harm_of, hit
from pbem.systems.cartwheel.rules.r06_bases import hit_base, is_operational
from pbem.systems.cartwheel.rules.r09_bombing import ground_victim, struck_ground, troops_terms
from pbem.systems.cartwheel.rules.r09_strikes import Strikes, strike
from pbem.systems.cartwheel.rules.r10_orders import bombardment_targets
from pbem.systems.cartwheel.rules.r10_ships import factors, may_bombard
from pbem.systems.cartwheel.table.events_air import Score
from pbem.systems.cartwheel.table.events_sea import Bombarded, Shelling
from pbem.systems.cartwheel.table.state import Game, Ship, Told, Troops, other
from pbem.systems.cartwheel.table.under_way import Voyage


def bombard(game: Game, voyage: Voyage, hex_: str, charts: Charts, dice: Dice) -> Told:
    """Each able ship of the group fires once at the target, if both are in the hex [H10.7].

    Nothing happens in a voyage with another purpose, or stopped before its last hex.
    """
    firers = _firers(game, voyage, hex_, charts)
    if not firers or voyage.target not in bombardment_targets(game, voyage.side, hex_):
        return game, ()
    shell = _shell_troops if voyage.target == "ground" else _shell_base
    return shell(game, voyage, firers, charts, dice)


def _firers(game: Game, voyage: Voyage, hex_: str, charts: Charts) -> tuple[Ship, ...]:
    """Undisrupted ships of the group with big guns that have come to the end of the path."""
    if voyage.purpose != "bombard" or hex_ != voyage.path[-1]:
        return ()
    ships = (game.ships[id_] for id_ in sorted(voyage.ships))
    return tuple(ship for ship in ships if ship.at == hex_ and may_bombard(ship, charts))


def _score(voyage: Voyage, firer: Ship, terms: dict[str, int], charts: Charts, dice: Dice) -> Score:
    """One ship's die, with its AF, the modifier of bombardment, and `terms` that are not 0."""
    roll = dice.roll("10.7", "bombard", voyage.id, firer.id, sides=charts.dice.sides)
    added = {word: drm for word, drm in terms.items() if drm}
    return Score(roll=roll, terms=FrozenMap({**_guns(firer, charts), **added}))


def _guns(firer: Ship, charts: Charts) -> dict[str, int]:
    return {"AF": factors(firer, charts).af, "bombardment": charts.gunnery.bombard}


def most_in_vain(
    game: Game, firer: Ship, target: str, victims: Sequence[Troops], charts: Charts
) -> int | None:
    """What a ship's best of dice comes to if even that does nothing; None if it does [H10.7].

    At `ground` it is one of the `victims`, the enemy's troops there; else an airbase.
    """
    most = charts.dice.sides + sum(_guns(firer, charts).values())
    if target != "ground":
        return None if charts.bombing.base.at(most).hits else most
    most += sum(troops_terms(game, ground_victim(list(victims), charts), charts).values())
    return None if harm_of(charts.bombing.ground.at(most)) else most


# --- at an airbase -------------------------------------------------------------------------------


def _shell_base(
    game: Game, voyage: Voyage, firers: Iterable[Ship], charts: Charts, dice: Dice
) -> Told:
    """Hits of all ships, and a ground strike for each on a base that works [H10.7].

    As with bombs the base takes the hits last: who stands at one that is destroyed was there
    [H9.10.6, CR22].
    """
    base = voyage.target.removeprefix("base:")
    owner, worked = game.bases[base].owner, is_operational(game.bases[base])
    shellings = []
    for firer in firers:
        score = _score(voyage, firer, {}, charts, dice)
        hits = charts.bombing.base.at(score.total).hits
        shellings.append(Shelling(firer=firer.id, score=score, hits=hits))
    hits = sum(shelling.hits for shelling in shellings)
    events: list[Event] = [_told(voyage, shellings)]
    if hits and worked:
        strikes = Strikes(mission=voyage.id, base=base, owner=owner, drms=(0,) * hits)
        game, struck = strike(game, strikes, charts, dice)
        events += struck
    game, damaged = hit_base(game, base, hits, "bombardment", charts)
    return game, (*events, *damaged)


def _told(voyage: Voyage, shellings: Iterable[Shelling]) -> Bombarded:
    return Bombarded(
        to=ALL, mission=voyage.id, side=voyage.side, hex=voyage.path[-1], target=voyage.target,
        shellings=tuple(shellings),
    )  # fmt: skip


# --- at troops -----------------------------------------------------------------------------------


def _shell_troops(
    game: Game, voyage: Voyage, firers: Iterable[Ship], charts: Charts, dice: Dice
) -> Told:
    """Ship by ship on the ground units that are left in the hex [H10.7, H9.10.4]."""
    hex_, enemy = voyage.path[-1], other(voyage.side)
    shellings: list[Shelling] = []
    events: list[Event] = []
    for firer in firers:
        there = list(game.troops_at(hex_, enemy))
        if not there:
            break
        victim = ground_victim(there, charts)
        score = _score(voyage, firer, troops_terms(game, victim, charts), charts, dice)
        harm = harm_of(charts.bombing.ground.at(score.total))
        name = victim.id if harm else ""
        shellings.append(Shelling(firer=firer.id, score=score, harm=harm, victim=name))
        if harm:
            game, told = hit(game, victim.id, harm, charts)
            events += told
    if any(shelling.harm for shelling in shellings):
        game = struck_ground(game, hex_, voyage.side)
    return game, (_told(voyage, shellings), *events)
