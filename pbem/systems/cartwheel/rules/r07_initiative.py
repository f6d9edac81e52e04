"""The Initiative phase: general regroup, recon, initiative, missions [7, H7].

Marks of regrouping units [7.2] are secret: nothing of them happens in public.
"""

from collections.abc import Iterable

from pbem.dice import Dice
from pbem.engine.events import ALL
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.map import is_playable
from pbem.systems.cartwheel.rules.r06_bases import is_hurt
from pbem.systems.cartwheel.rules.r10_routes import is_in_play
from pbem.systems.cartwheel.table.events_charts import ReconFlew
from pbem.systems.cartwheel.table.events_turn import (
    InitiativeRolled,
    MissionsRolled,
    RegroupDeclared,
    ScoutPlaced,
)
from pbem.systems.cartwheel.table.orders_turn import Recon
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game, Told, other
from pbem.systems.cartwheel.table.turn import Scout

# --- 7.1 general regroup -------------------------------------------------------------------------


def bar_to_regroup(game: Game, charts: Charts) -> str:
    """The rule that forbids to make the next turn one of general regroup; empty if it is allowed.

    It is declared a turn ahead, so that there is none in a scenario's first (E.4.6) [7.1, H7.1].
    Two in a game [7.1a], the second after the waiting marker [7.1b], none after one in the last
    month of the track [7.1c].
    """
    if not game.terms.regroups or game.now >= game.terms.last_turn:
        return "H7.1"
    if len(game.regroups) >= charts.printed.regroups:
        return "7.1a"
    if not game.regroups:
        return ""
    if not game.regroup_after:
        return "7.1c"
    return "7.1b" if game.now + 1 <= game.regroup_after else ""


def declare_regroup(game: Game, declare: bool, charts: Charts) -> Told:
    """Whether this is a general regroup turn, as the Allies have said [7.1a, H14.5]."""
    turn = replace(game.turn, regroup="yes" if declare else "no")
    if not declare:
        told = (RegroupDeclared(to=ALL, declared=False),) if game.terms.regroups else ()
        return game.with_turn(turn), told
    after = game.regroup_after if game.regroups else charts.regroup_marker(game.now)
    pools = charts.regroup.general_pools
    game = replace(
        game,
        turn=turn,
        regroups=(*game.regroups, game.now),
        regroup_after=after,
        pools=pools.set(JAPANESE, pools[JAPANESE] + turn.convoy),
    )
    return game, (RegroupDeclared(to=ALL, declared=True, after=after),)


# --- 7.3 recon -----------------------------------------------------------------------------------


def scouts_in_play(game: Game, side: str, charts: Charts) -> tuple[str, ...]:
    """A side's recon units of this turn, by id [7.3a]: the 11th's only if it is committed [5.2g].

    Magic, which throws no die, is among them in turns of its event.
    """
    return tuple(
        unit.id
        for unit in game.air.values()
        if unit.side == side and not scout_problem(game, side, unit.id, charts)
    )


def scouts_left(game: Game, side: str, charts: Charts) -> list[str]:
    """A side's recon units that may still be sent this turn, by id [7.3.2~]."""
    able = scouts_in_play(game, side, charts)
    return [unit for unit in able if unit not in game.turn.grounded]


def scout_problem(game: Game, side: str, unit: str, charts: Charts) -> str:
    """The rule that keeps a unit from flying recon this turn, dice apart; empty if none [7.3a]."""
    chart, known = charts.air.get(unit), game.air.get(unit)
    if chart is None or known is None or known.side != side or not chart.model.is_recon:
        return "7.3a"
    if chart.model.unlimited:
        return "" if game.turn.magic else "7.3a"
    if not known.steps:
        return "7.3.3~"
    if chart.is_eleventh and game.turn.eleventh != "yes":
        return "5.2g"
    return "" if known.arrived else "7.3a"


def recon_dice(game: Game, side: str, charts: Charts, dice: Dice) -> Told:
    """A die for each recon unit in play of a side [7.3.2~, CR13]: high ones ground it.

    In a general regroup turn with a DRM for both sides (AMB-13). Magic flies without a die.
    """
    most = charts.printed.recon
    most -= charts.printed.recon_regroup if game.turn.regroup == "yes" else 0
    able = scouts_in_play(game, side, charts)
    if not able:
        return game, ()
    thrown = [unit for unit in able if not charts.air[unit].model.unlimited]
    rolls = {u: dice.roll("7.3", "recon", u, sides=charts.dice.sides) for u in thrown}
    flies = tuple(u for u in able if u not in rolls or rolls[u].dice[0] <= most)
    grounded = tuple(unit for unit in able if unit not in flies)
    event = ReconFlew(
        to=ALL, rolls=tuple(rolls.values()), flies=flies, grounded=grounded, most=most
    )
    turn, before = game.turn, (*game.turn.flew, *game.turn.grounded)
    assert not {*before} & {*able}, "a side's recon dice are thrown once"
    turn = replace(turn, flew=(*turn.flew, *flies), grounded=(*turn.grounded, *grounded))
    return game.with_turn(turn), (event,)


def recon_problem(game: Game, side: str, order: Recon, charts: Charts) -> str:
    """The rule that a recon order breaks in public; empty if none [7.3.2~, 7.3.4~].

    The hex must be playable, the base one of the enemy's in it. Whether it is within range, only
    the owner knows.
    """
    rule = scout_problem(game, side, order.unit, charts)
    if rule:
        return rule
    if order.unit in game.turn.grounded:
        return "7.3.2~"
    if not is_playable(charts, order.hex) or not is_in_play(game, order.hex, charts):
        return "7.3.2~"
    if order.base and order.base not in bases_to_look_at(game, side, order.hex, charts):
        return "7.3.4~"
    return ""


def bases_to_look_at(game: Game, side: str, hex_: str, charts: Charts) -> tuple[str, ...]:
    """The enemy's bases in a hex that a recon unit may look at, carriers too [7.3.4~, H10.5]."""
    enemy = other(side)
    bases = (base.id for base in game.bases_at(hex_) if base.owner == enemy)
    ships = (ship.id for ship in game.ships_at(hex_, enemy) if charts.naval[ship.id].is_carrier)
    return (*bases, *ships)


def place_scouts(game: Game, side: str, orders: Iterable[Recon], *, told: bool = True) -> Told:
    """A side's recon units that fly stand on their hexes, and name a base each [7.3.2~, 7.3.4~].

    What the enemy must tell of the bases is noted for his next file (E.5.1), unless he has sealed
    no charts yet: before his first file nothing is `told` [H7.3.1].
    """
    events, enemy = [], other(side)
    for order in orders:
        if order.unit not in game.turn.flew:
            continue
        scout = Scout(id=order.unit, side=side, hex=order.hex, base=order.base)
        turn = replace(game.turn, scouts=game.turn.scouts.set(order.unit, scout))
        looks = turn.looks.get(enemy, ())
        if told and order.base and order.base not in looks:
            turn = replace(turn, looks=turn.looks.set(enemy, tuple(sorted((*looks, order.base)))))
        game = game.with_turn(turn)
        events.append(
            ScoutPlaced(to=ALL, side=side, unit=order.unit, hex=order.hex, base=order.base)
        )
    return game, tuple(events)


# --- 7.4 and 7.5 ---------------------------------------------------------------------------------


def initiative_drms(game: Game, charts: Charts) -> FrozenMap[int]:
    """The rows of the Initiative DRM table that hold now, by their word [H7.4, 7.3.4~]."""
    table, turn = charts.initiative, game.turn
    rabaul, moresby = (game.bases.get(id_) for id_ in (table.rabaul, table.moresby))
    rows = {
        "allied recon": (_is_watched(game, ALLIED, table.rabaul, charts), table.allied_recon),
        "japanese recon": (
            _is_watched(game, JAPANESE, table.moresby, charts),
            table.japanese_recon,
        ),
        "eleventh": (turn.eleventh == "yes", table.eleventh),
        "tf36": (turn.tf36, table.tf36),
        "rabaul": (rabaul is not None and is_hurt(rabaul, charts), table.rabaul_damaged),
        "moresby": (moresby is not None and is_hurt(moresby, charts), table.moresby_damaged),
        "regroup": (turn.regroup == "yes", table.regroup),
        "late": (game.now >= table.late_turn, table.late),
    }
    return FrozenMap({word: drm for word, (holds, drm) in rows.items() if holds})


def _is_watched(game: Game, side: str, base: str, charts: Charts) -> bool:
    """Whether a recon unit of a side stands on a base's hex; Magic does not count (AMB-14)."""
    return any(
        scout.side == side
        and scout.hex == charts.bases[base].hex
        and not charts.air[scout.id].model.unlimited
        for scout in game.turn.scouts.values()
    )


def initiative(game: Game, charts: Charts, dice: Dice) -> Told:
    """Who is Initiative player [7.4], and how many missions he has [7.5].

    In a scenario's first turn the scenario names him, and the missions alone are rolled
    [7.0, AMB-34].
    """
    if game.now == game.terms.first_turn:
        named = InitiativeRolled(to=ALL, side=game.holder, modifiers=FrozenMap(), drm=0)
        game, told = _missions(game, charts, dice)
        return game, (named, *told)
    table, rows = charts.initiative, initiative_drms(game, charts)
    drm = max(table.lowest, min(table.highest, sum(rows.values())))
    roll = dice.roll("7.4", "initiative", sides=charts.dice.sides)
    holder = ALLIED if roll.dice[0] + drm >= charts.printed.initiative else JAPANESE
    event = InitiativeRolled(to=ALL, side=holder, rolls=(roll,), modifiers=rows, drm=drm)
    game, told = _missions(replace(game, holder=holder), charts, dice)
    return game, (event, *told)


def _missions(game: Game, charts: Charts, dice: Dice) -> Told:
    """The length of the Initiative player's run [7.5, H7.5]; shorter in a storm [H5.1]."""
    roll = dice.roll("7.5", "missions", sides=charts.dice.sides)
    drm = charts.events.storm_missions if game.turn.storm else 0
    row = charts.missions.table.at(roll.dice[0])
    missions = max(charts.missions.least, row.missions + drm)
    event = MissionsRolled(to=ALL, side=game.holder, missions=missions, rolls=(roll,), drm=drm)
    return game.with_turn(replace(game.turn, missions=missions)), (event,)
