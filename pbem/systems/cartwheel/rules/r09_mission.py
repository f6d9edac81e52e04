"""An air mission from take-off to landing, in the order of H9.12."""

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r09_battle import Battle, Wing
from pbem.systems.cartwheel.rules.r09_bombing import bomb
from pbem.systems.cartwheel.rules.r09_combat import fight
from pbem.systems.cartwheel.rules.r09_drop import drop, lose_passengers
from pbem.systems.cartwheel.rules.r09_flak import fire_at_strikers, fire_at_transports
from pbem.systems.cartwheel.rules.r09_landing import aces_known, land, over, while_aloft
from pbem.systems.cartwheel.rules.r09_manifest import lawful
from pbem.systems.cartwheel.rules.r09_scramble import BANDS, height
from pbem.systems.cartwheel.rules.r11_control import settle
from pbem.systems.cartwheel.table.events_air import RaidSeen
from pbem.systems.cartwheel.table.state import Game, Told, other
from pbem.systems.cartwheel.table.under_way import Flier, Raid, Sortie

Flown = tuple[Game, Battle, tuple[Event, ...]]


def fly(game: Game, raid: Raid, charts: Charts, dice: Dice) -> Told:
    """Air combat, flak, attack or drop, and landing of a mission whose item is open [H9.12].

    Its scramble dice have been thrown. Units that may not fly by what is public stay behind
    (protocol 7); if that leaves nobody, the mission is cancelled. A hex that it clears changes
    hands before anybody lands [H11.2.1]. The last event is `MissionOver`.
    """
    found = lawful(game, raid, charts)
    if not found.manifest.fliers:
        idle = Battle(raid=raid, wings=interceptors(game, raid, charts))
        game, ended = land(game, idle, charts, dice.during)
        return game, (*found.breaches, *ended)
    raid = replace(raid, manifest=found.manifest)
    battle, fought = fight(take_off(game, raid, charts), charts, dice)
    game, battle, told = _over_target(game, battle, charts, dice)
    game, fallen = while_aloft(game, battle, lambda now: settle(now, charts, dice))
    game, ended = land(game, battle, charts, dice.during)
    return game, (*found.breaches, _seen(raid), *fought, *told, *fallen, *ended)


def cancel(game: Game, raid: Raid) -> Told:
    """A mission that has become illegal before it was flown: its units stay Ready [H8.4].

    Nobody has tried to meet it, whoever is named to: they keep their marks [H8.9.10, H8.9.12]. An
    Ace that is named is known by it all the same [H5.1.1].
    """
    idle = Battle(raid=raid, wings=FrozenMap())
    unmet = replace(idle, raid=replace(raid, response=None))
    return over(aces_known(game, idle), unmet)


def _over_target(game: Game, battle: Battle, charts: Charts, dice: Dice) -> Flown:
    """What happens at the target [H9.9-H9.10]; nothing to a sweep or to a strike that aborted."""
    if battle.raid.kind == "airdrop":
        return _airdrop(game, battle, charts, dice)
    if battle.raid.kind == "sweep" or battle.aborted:
        return game, battle, ()
    battle, flak = fire_at_strikers(game, battle, charts, dice)
    game, battle, bombed = bomb(game, battle, charts, dice)
    return game, battle, (*flak, *bombed)


def _airdrop(game: Game, battle: Battle, charts: Charts, dice: Dice) -> Flown:
    """Flak and drop, unless the raid has turned back [H9.8.3, H11.6]."""
    flak: tuple[Event, ...] = ()
    dropped: tuple[Event, ...] = ()
    if not battle.aborted:
        battle, flak = fire_at_transports(game, battle, charts, dice)
    game, lost = lose_passengers(game, battle, charts)
    if not battle.aborted:
        game, dropped = drop(game, battle, charts, dice)
    return game, battle, (*flak, *lost, *dropped)


def _seen(raid: Raid) -> RaidSeen:
    """What everybody learns when the mission's item is opened (E.5.2a)."""
    manifest = raid.manifest
    assert manifest is not None
    return RaidSeen(
        to=ALL, mission=raid.id, side=raid.side, kind=raid.kind, hex=raid.hex, band=raid.band,
        fliers=manifest.fliers, top_cover=manifest.top_cover, abort_at=manifest.abort_at,
        ace=manifest.ace,
    )  # fmt: skip


# --- take-off ------------------------------------------------------------------------------------


def take_off(game: Game, raid: Raid, charts: Charts) -> Battle:
    """All who are in the air when the raid reaches the target hex [H9.2, H9.1.4, H9.4.4]."""
    raiders = {one.unit: _raider(raid, one, charts) for one in raid.fliers}
    return Battle(raid=raid, wings=interceptors(game, raid, charts).update(raiders))


def _raider(raid: Raid, flier: Flier, charts: Charts) -> Wing:
    """A unit of the raid; escorts may fly one band higher, bombers carry bombs [H9.1.4].

    The fighters of a sweep are no escorts [CR21].
    """
    manifest = raid.manifest
    high = manifest is not None and manifest.top_cover and raid.kind != "sweep"
    cover = high and flier.role == "escort"
    return Wing(
        unit=flier.unit,
        role=flier.role,
        start=flier.steps,
        steps=flier.steps,
        band=BANDS[min(raid.band, len(BANDS) - 1)] if cover else raid.band,
        loaded=flier.role == "striker" and charts.air[flier.unit].model.is_bomber,
        ace=manifest is not None and manifest.ace == flier.unit,
    )


def interceptors(game: Game, raid: Raid, charts: Charts) -> FrozenMap[Wing]:
    """The interceptors whose scramble succeeded, by id [H9.4]."""
    ace = raid.reply.ace if game.aces.get(other(raid.side), 0) > 0 else ""
    up = (sortie for sortie in raid.reply.interceptors if sortie.airborne)
    return FrozenMap({one.unit: _interceptor(raid, one, ace, charts) for one in up})


def _interceptor(raid: Raid, sortie: Sortie, ace: str, charts: Charts) -> Wing:
    return Wing(
        unit=sortie.unit,
        role="interceptor",
        start=sortie.steps,
        steps=sortie.steps,
        band=height(raid.band, sortie.margin, charts),
        disrupted=sortie.disrupted,
        limping=sortie.disrupted,
        ace=sortie.unit == ace,
    )
