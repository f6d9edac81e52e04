"""Bombing and strafing [H9.10]."""

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, Value, field, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import Mode
from pbem.systems.cartwheel.rules.casualties import harm_of, hit
from pbem.systems.cartwheel.rules.r06_bases import hit_base, is_operational, unseen
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.rules.r09_battle import Battle, Wing, factors
from pbem.systems.cartwheel.rules.r09_flak import sent_home, target_of
from pbem.systems.cartwheel.rules.r09_strikes import Strikes, strike
from pbem.systems.cartwheel.rules.r09_targets import Target, drm_against, is_there
from pbem.systems.cartwheel.table.events_air import (
    Bombed,
    Harm,
    PortHit,
    Score,
    Strafed,
    UnitBombed,
)
from pbem.systems.cartwheel.table.state import JAPANESE, Game, Ship, Told, Troops, other

Terms = dict[str, int]


class Attack(Value):
    """One striker's attack [H9.10.2]."""

    wing: Wing
    mode: Mode
    target: Target

    @property
    def drm(self) -> int:
        """The mode's DRM against the target [H9.10.1]."""
        return drm_against(self.mode, self.target) or 0


class Damage(Value):
    """What attacks have done to places, until all have been made.

    `hits` are by target (`base:RAB`, `port:1203`), `strikes` the DRMs of ground strikes by base,
    carrier or port.
    """

    hits: FrozenMap[int] = field(default_factory=FrozenMap)
    strikes: FrozenMap[tuple[int, ...]] = field(default_factory=FrozenMap)

    def plus(self, target: str, hits: int, place: str, strikes: tuple[int, ...]) -> "Damage":
        """The damage with more hits on a target, and ground strikes at a place."""
        return Damage(
            hits=self.hits.set(target, self.hits.get(target, 0) + hits),
            strikes=self.strikes.set(place, (*self.strikes.get(place, ()), *strikes)),
        )


Struck = tuple[Game, Damage, tuple[Event, ...]]


def bomb(
    game: Game, battle: Battle, charts: Charts, dice: Dice
) -> tuple[Game, Battle, tuple[Event, ...]]:
    """Each striker that is left attacks once, in order of id [H9.10.2]; then the ground strikes.

    Those that flak has disrupted attack as well [H9.9.3]. Bases take their hits when all have
    attacked: a base that falls to pieces under the first bombs is bombed by the others too [CR22].
    """
    events: list[Event] = []
    damage = Damage()
    for wing in battle.of("striker"):
        if not wing.alive or wing.gone:
            continue
        target, mode = target_of(battle, wing), _mode_of(battle, wing, charts)
        if target is None or mode is None or not is_there(game, battle.raid, target):
            battle, gone = sent_home(battle, wing)
            events.append(gone)
            continue
        attack = Attack(wing=wing, mode=mode, target=target)
        game, damage, told = _attack(game, battle, attack, damage, charts, dice)
        battle = battle.changed((replace(wing, loaded=False),))
        events += told
    game, struck = _strike_all(game, battle, damage, charts, dice)
    game, hits = _hit_all(game, damage, charts)
    return game, battle, (*events, *struck, *hits)


def _mode_of(battle: Battle, wing: Wing, charts: Charts) -> Mode | None:
    names = (one.mode for one in battle.raid.fliers if one.unit == wing.unit)
    return next((charts.mode(name, battle.raid.band) for name in names), None)


def _attack(
    game: Game, battle: Battle, attack: Attack, damage: Damage, charts: Charts, dice: Dice
) -> Struck:
    match attack.target.kind:
        case "base" | "port":
            damage, event = _attack_place(game, battle, attack, damage, charts, dice)
            return game, damage, (event,)
        case "naval":
            return _attack_ship(game, battle, attack, damage, charts, dice)
        case "ground":
            game, told = _attack_troops(game, battle, attack, charts, dice)
            return game, damage, told


# --- dice ----------------------------------------------------------------------------------------


def _score(battle: Battle, attack: Attack, terms: Terms, charts: Charts, dice: Dice) -> Score:
    """A striker's bombing die [H9.10.2]."""
    words = ("bomb", battle.raid.id, attack.wing.unit)
    roll = dice.roll("9.10", *words, sides=charts.dice.sides)
    return Score(roll=roll, terms=FrozenMap({w: drm for w, drm in terms.items() if drm}))


def attack_terms(game: Game, attack: Attack, charts: Charts) -> Terms:
    """All that is added to a striker's bombing die at a target that is there [H9.10.3]."""
    terms, id_ = bombing_terms(game, attack, charts), attack.target.id
    match attack.target.kind:
        case "base" | "port":
            return terms
        case "naval":
            return terms | ship_terms(game.ships[id_], charts)
        case "ground":
            enemy = other(charts.air[attack.wing.unit].side)
            victim = ground_victim(list(game.troops_at(id_, enemy)), charts)
            return terms | troops_terms(game, victim, charts)


def most_in_vain(game: Game, attack: Attack, charts: Charts) -> int | None:
    """What the best of dice comes to if even that does nothing; None if it does [H9.10.4].

    Whoever strafes a base makes no hits, and throws no such die [H9.10.5].
    """
    table, kind = charts.bombing, attack.target.kind
    if kind == "base" and not attack.mode.hits:
        return None
    most = charts.dice.sides + sum(attack_terms(game, attack, charts).values())
    if kind in ("base", "port"):
        return None if table.base.at(most).hits else most
    return None if harm_of((table.naval if kind == "naval" else table.ground).at(most)) else most


def bombing_terms(game: Game, attack: Attack, charts: Charts) -> Terms:
    """What is added to a bombing die whatever the target: BF, mode, conditions [H9.10.3]."""
    table = charts.bombing
    return {
        "BF": factors(attack.wing, charts).bf,
        attack.mode.mode: attack.drm,
        "flak": table.striker_disrupted if attack.wing.disrupted else 0,
        "storm": table.storm if game.turn.storm else 0,
    }


def ship_terms(ship: Ship, charts: Charts) -> Terms:
    """What a ship's disruption and the DF that it shows add to a die [H9.10.3, AMB-35]."""
    table = charts.bombing
    return {
        "disrupted target": table.naval_disrupted if ship.disrupted else 0,
        "DF": table.naval_df.at(charts.naval[ship.id].factors(ship.steps).df).drm,
    }


def troops_terms(game: Game, victim: Troops, charts: Charts) -> Terms:
    """What terrain, a Fortification and the victim's CF add to a die [H9.10.3, H2.5, AMB-35].

    The CF is the one that the victim shows, never halved. Fortifications are Japanese and shelter
    no others [H11.8, CR23].
    """
    table, fort = charts.bombing, victim.at in game.forts and victim.side == JAPANESE
    return {
        "terrain": charts.hexes[victim.at].terrain.bombing,
        "Fortification": table.fortification if fort else 0,
        "CF": table.ground_cf.at(charts.ground[victim.id].cf(victim.steps)).drm,
    }


# --- bases and ports -----------------------------------------------------------------------------


def _attack_place(
    game: Game, battle: Battle, attack: Attack, damage: Damage, charts: Charts, dice: Dice
) -> tuple[Damage, Event]:
    """Bomb a base or port, or strafe a base [H9.10.4, H9.10.5]; an unfinished one is empty."""
    names = {"mission": battle.raid.id, "unit": attack.wing.unit}
    target, mode = str(attack.target), attack.mode
    if not mode.hits:
        works = is_operational(game.bases[attack.target.id])
        drms = (mode.strike_drm,) * (mode.strikes if works else 0)
        strafed = Strafed(to=ALL, base=attack.target.id, **names)
        return damage.plus(target, 0, attack.target.id, drms), strafed
    score = _score(battle, attack, attack_terms(game, attack, charts), charts, dice)
    hits = charts.bombing.base.at(score.total).hits
    bombed = Bombed(to=ALL, mode=mode.mode, target=target, score=score, hits=hits, **names)
    if attack.target.kind == "port":
        stands = _may_have_rufes(game, battle, attack.target.id, charts)
        drms = (mode.strike_drm,) if hits and stands else ()
        return damage.plus(target, hits, PORT + attack.target.id, drms), bombed
    caught = mode.strikes * hits if is_operational(game.bases[attack.target.id]) else 0
    return damage.plus(target, hits, attack.target.id, (mode.strike_drm,) * caught), bombed


def _may_have_rufes(game: Game, battle: Battle, hex_: str, charts: Charts) -> bool:
    """Whether a Rufe stands at a port, or may have come there unseen [H6.7, CR82]."""
    stands = any(plane.hex == hex_ for plane in game.floatplanes.values())
    return stands or bool(unseen(game, other(battle.raid.side), charts))


def _strike_all(game: Game, battle: Battle, damage: Damage, charts: Charts, dice: Dice) -> Told:
    """All ground strikes, by base [H9.10.5]; those aboard a ship that sank are lost [CR24]."""
    events: list[Event] = []
    for base, drms in damage.strikes.items():
        if not drms or (base in game.ships and game.ships[base].steps == 0):
            continue
        strikes = Strikes(
            mission=battle.raid.id, base=base, owner=other(battle.raid.side), drms=drms,
            airborne=_airborne(battle, base),
        )  # fmt: skip
        game, told = strike(game, strikes, charts, dice)
        events += told
    return game, tuple(events)


def _airborne(battle: Battle, base: str) -> tuple[str, ...]:
    """Interceptors and evaders of a base that are in the air, so that no strike hits them there."""
    named = (*battle.raid.reply.interceptors, *battle.raid.reply.evaders)
    return tuple(one.unit for one in named if one.airborne and one.base == base)


def _hit_all(game: Game, damage: Damage, charts: Charts) -> Told:
    """Bases and ports take their hits [H6.6, H9.10.7]."""
    events: list[Event] = []
    for target, hits in damage.hits.items():
        kind, _, place = target.partition(":")
        if kind == "port":
            game, told = hit_port(game, place, hits, charts)
        elif kind == "base":
            game, told = hit_base(game, place, hits, "bombing", charts)
        else:
            continue  # a ship: it has lost its steps already
        events += told
    return game, tuple(events)


def hit_port(game: Game, hex_: str, hits: int, charts: Charts) -> Told:
    """Add hits to a port, which closes with enough of them until they are removed [H9.10.7]."""
    if hits <= 0:
        return game, ()
    total = game.port_hits.get(hex_, 0) + hits
    event = PortHit(to=ALL, hex=hex_, hits=hits, total=total, closed=total >= charts.bombing.closed)
    return replace(game, port_hits=game.port_hits.set(hex_, total)), (event,)


# --- ships and troops ----------------------------------------------------------------------------


def _attack_ship(
    game: Game, battle: Battle, attack: Attack, damage: Damage, charts: Charts, dice: Dice
) -> Struck:
    """Attack a naval unit [H9.10.4]; each step that a carrier loses is a ground strike [H10.5]."""
    ship = game.ships[attack.target.id]
    score = _score(battle, attack, attack_terms(game, attack, charts), charts, dice)
    harm = harm_of(charts.bombing.naval.at(score.total))
    event = _unit_bombed(battle, attack, score, harm, ship.id)
    if not harm:
        return game, damage, (event,)
    game, told = hit(game, ship.id, harm, charts)
    if charts.naval[ship.id].is_carrier:
        drms = (attack.mode.strike_drm,) * (ship.steps - game.ships[ship.id].steps)
        damage = damage.plus(str(attack.target), 0, ship.id, drms)
    return game, damage, (event, *told)


def _attack_troops(game: Game, battle: Battle, attack: Attack, charts: Charts, dice: Dice) -> Told:
    """Attack the ground units of a hex, of which one is named before the die [H9.10.4]."""
    hex_ = attack.target.id
    victim = ground_victim(list(game.troops_at(hex_, other(battle.raid.side))), charts)
    score = _score(battle, attack, attack_terms(game, attack, charts), charts, dice)
    harm = harm_of(charts.bombing.ground.at(score.total))
    event = _unit_bombed(battle, attack, score, harm, victim.id if harm else "")
    if not harm:
        return game, (event,)
    game, told = hit(struck_ground(game, hex_, battle.raid.side), victim.id, harm, charts)
    return game, (event, *told)


def ground_victim(units: list[Troops], charts: Charts) -> Troops:
    """Which ground unit of a hex is hit: undisrupted first, then highest CF, then id [H9.10.4]."""
    return min(
        units, key=lambda unit: (unit.disrupted, -charts.ground[unit.id].cf(unit.steps), unit.id)
    )


def _unit_bombed(
    battle: Battle, attack: Attack, score: Score, harm: Harm, victim: str
) -> UnitBombed:
    return UnitBombed(
        to=ALL, mission=battle.raid.id, unit=attack.wing.unit, mode=attack.mode.mode,
        target=str(attack.target), score=score, harm=harm, victim=victim,
    )  # fmt: skip


def struck_ground(game: Game, hex_: str, side: str) -> Game:
    """The game that remembers whose bombs or shells hit troops in a hex this turn [H11.4.2].

    In a contested hex both sides may have struck: the sides stand side by side, with a space.
    """
    sides = {*game.turn.struck_ground.get(hex_, "").split(), side}
    struck = game.turn.struck_ground.set(hex_, " ".join(sorted(sides)))
    return game.with_turn(replace(game.turn, struck_ground=struck))


def has_struck(game: Game, hex_: str, side: str) -> bool:
    """Whether a side's bombs or shells hit troops in a hex this turn [H11.4.2]."""
    return side in game.turn.struck_ground.get(hex_, "").split()
