"""The end of an air mission: who comes home, and in what state, as far as is public [H9.11]."""

from collections.abc import Callable

from pbem.engine.events import ALL
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import air_left
from pbem.systems.cartwheel.rules.r06_bases import is_operational, perhaps_struck
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.rules.r09_battle import Battle, Wing
from pbem.systems.cartwheel.table.events_charts import Fate, MissionOver
from pbem.systems.cartwheel.table.state import Aircraft, Game, Owed, Told, other
from pbem.systems.cartwheel.table.under_way import Flier, Raid, Sortie


def while_aloft(game: Game, battle: Battle, fall: Callable[[Game], Told]) -> Told:
    """The game after `fall` has passed hexes on, Rufes in the air out of its reach [H6.7].

    They are not in the port that falls: they throw no die for it, and land when all do. Whoever may
    have been hit there before he evaded may be there still, as his owner states [H8.9.11, CR82].
    """
    fled = (
        one.unit
        for one in battle.raid.reply.evaders
        if one.airborne and not perhaps_struck(game, one.unit, one.base)
    )
    up = {*battle.wings, *fled}
    aloft = {id_: plane for id_, plane in game.floatplanes.items() if id_ in up}
    game, told = fall(replace(game, floatplanes=game.floatplanes.without(*aloft)))
    return replace(game, floatplanes=game.floatplanes.update(aloft)), told


def land(game: Game, battle: Battle, charts: Charts, file: int) -> Told:
    """All who flew land when everything is over [H9.11.2]; steps lost earn points [H16.1].

    All see it in the course of `file`.

    Where they land is their owner's secret, but for interceptors and evaders whose base still
    stands (E.5.3).
    """
    raid, reply = battle.raid, battle.raid.reply
    game = aces_known(game, battle)
    bases = {one.unit: one.base for one in reply.interceptors}
    for wing in battle.wings.values():
        side = other(raid.side) if wing.role == "interceptor" else raid.side
        game = _land(game, wing, side, bases.get(wing.unit, ""), charts)
        game = game.with_air((replace(game.air[wing.unit], file=file),))
    for sortie in reply.evaders:
        game = _settle(game, sortie)
    return over(game, battle)


def over(game: Game, battle: Battle) -> Told:
    """The end of a mission; it was cancelled if nobody of the raid took off [H8.4].

    Units that were named and stayed behind are Ready still.
    """
    raid = battle.raid
    event = MissionOver(
        to=ALL, mission=raid.id, side=raid.side, hex=raid.hex,
        cancelled=not battle.of("escort", "striker", "transport"), fates=fates(game, battle),
    )  # fmt: skip
    return game, (event,)


def _named_fliers(game: Game, raid: Raid) -> list[Flier]:
    """The units of a raid's item, each once, by id; nobody while it is not open."""
    known = {one.unit: one for one in raid.fliers if one.unit in game.air}
    return [known[unit] for unit in sorted(known) if game.air[unit].side == raid.side]


def _land(game: Game, wing: Wing, side: str, base: str, charts: Charts) -> Game:
    """One unit that flew, its losses counted [E.1]."""
    game = air_left(game, wing.unit, wing.start, wing.steps, wing.disrupted, charts)
    known = replace(game.air[wing.unit], flew=game.now, base=_named(game, base, side))
    return _moored(game.with_air((known,)), known)


def aces_known(game: Game, battle: Battle) -> Game:
    """The game in which all know whom a mission has named as Aces, in the air or not [H5.1.1].

    There are never more of them than markers: one named falsely is found by the audit alone.
    """
    raid, reply = battle.raid, battle.raid.reply
    flies = raid.manifest.ace if raid.manifest else ""
    raiders = {one.unit for one in _named_fliers(game, raid)}
    risen = {one.unit for one in reply.interceptors}
    named = {wing.unit for wing in battle.wings.values() if wing.ace}
    named |= (raiders & {flies}) | (risen & {reply.ace})
    for unit in sorted(named):
        known = game.air[unit]
        others = sum(one.ace and one.side == known.side for one in game.air.values())
        if not known.ace and others < game.aces.get(known.side, 0):
            game = game.with_air((replace(known, ace=True),))
    return game


def _settle(game: Game, sortie: Sortie) -> Game:
    """A unit that evaded is in the Flown half [H9.5]; it flew neither mission nor patrol."""
    if not sortie.airborne:
        return game
    game = _doubted(game, sortie)
    known = game.air[sortie.unit]
    known = replace(known, fled=game.now, base=_named(game, sortie.base, known.side))
    return _moored(game.with_air((known,)), known)


def _doubted(game: Game, sortie: Sortie) -> Game:
    """The game in which strikes that nobody has stated yet may take a flight back [H8.9.11].

    One that was Flown already stays so, whatever hit it since.
    """
    known, plane = game.air[sortie.unit], game.floatplanes.get(sortie.unit)
    if known.is_flown(game.now) or (plane is not None and plane.flown):
        return game
    owed = (
        replace(due, fled=(*due.fled, sortie.unit))
        if due.may_have_hit(sortie.unit, sortie.base)
        else due
        for due in game.owed
    )
    return replace(game, owed=tuple(owed))


def on_ground_again(game: Game, due: Owed, unit: str) -> Game:
    """The game in which a unit that was hit has not got away: its die counts for nothing [H8.9.11].

    `due` is what was owed of the strike that hit it.
    """
    if unit not in due.fled:
        return game
    game = game.with_air((replace(game.air[unit], fled=0),))
    plane = game.floatplanes.get(unit)
    if plane is None:
        return game
    plane = replace(plane, flown=False)
    return replace(game, floatplanes=game.floatplanes.set(unit, plane))


def _moored(game: Game, unit: Aircraft) -> Game:
    """A Rufe that took off from a port is back there with a Flown marker [6.3.6~].

    One that was on a mission, or has lost its port, is where its owner states (E.6); until he
    does, dice are thrown as if it were at each port of its side [CR82].
    """
    plane = game.floatplanes.get(unit.id)
    if plane is None:
        return game
    if unit.base != f"{PORT}{plane.hex}":
        return replace(game, floatplanes=game.floatplanes.without(unit.id))
    return replace(game, floatplanes=game.floatplanes.set(unit.id, replace(plane, flown=True)))


def _named(game: Game, base: str, side: str) -> str:
    """A base that was named, unless nobody can land there any more: then it is not known where."""
    if base.startswith(PORT):
        return base if game.control.get(base.removeprefix(PORT)) == side else ""
    if not base:
        return ""
    if base in game.ships:
        return base if game.ships[base].steps else ""
    works = game.bases[base].owner == side and is_operational(game.bases[base])
    return base if works else ""


# --- fates ---------------------------------------------------------------------------------------


def fates(game: Game, battle: Battle) -> tuple[Fate, ...]:
    """What became of all who were named: the raid, then interceptors, then evaders, by id."""
    raid, reply = battle.raid, battle.raid.reply
    raiders = (_fate_of_raider(game, battle, one) for one in _named_fliers(game, raid))
    met = (_fate_of_interceptor(battle, one) for one in reply.interceptors)
    evaded = (_fate_of_evader(battle, one) for one in reply.evaders)
    return (*raiders, *met, *evaded)


def _fate_of_raider(game: Game, battle: Battle, flier: Flier) -> Fate:
    wing, known = battle.wings.get(flier.unit), game.air[flier.unit]
    return Fate(
        unit=flier.unit, side=battle.raid.side, role=flier.role, flew=wing is not None,
        steps=known.steps, disrupted=known.disrupted,
        lost=wing.start - wing.steps if wing else 0,
    )  # fmt: skip


def _fate_of_interceptor(battle: Battle, sortie: Sortie) -> Fate:
    """An interceptor's fate; one whose scramble failed stays as it was [H9.4.5]."""
    wing = battle.wings.get(sortie.unit)
    return Fate(
        unit=sortie.unit,
        side=other(battle.raid.side),
        role="interceptor",
        flew=wing is not None,
        steps=wing.steps if wing else sortie.steps,
        disrupted=wing.disrupted if wing else sortie.disrupted,
        weakened=sortie.disrupted,
        lost=wing.start - wing.steps if wing else 0,
    )


def _fate_of_evader(battle: Battle, sortie: Sortie) -> Fate:
    return Fate(
        unit=sortie.unit, side=other(battle.raid.side), role="evader", flew=sortie.airborne,
        steps=sortie.steps, disrupted=sortie.disrupted, weakened=sortie.disrupted,
    )  # fmt: skip
