"""Who may fly, where to, and how: what an air mission and a reply can be made from [H9]."""

from collections.abc import Iterable, Iterator

from pbem.engine.kinds import Part
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.map import air_distance
from pbem.systems.cartwheel.book.tables import BANDS, Mode
from pbem.systems.cartwheel.orders.sight import Sight
from pbem.systems.cartwheel.own.basing import exists, relocating
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.own.readiness import cannot_scramble, not_ready
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.r06_havens import own_bases, place_of
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r08_spoiled import strike_targets
from pbem.systems.cartwheel.rules.r09_scramble import bar_to_evade, bar_to_intercept
from pbem.systems.cartwheel.rules.r09_targets import drm_against, may_attack_so, read_target
from pbem.systems.cartwheel.rules.r10_routes import is_in_play
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.state import ALLIED, Game
from pbem.systems.cartwheel.table.under_way import Raid, Sortie

# --- missions ------------------------------------------------------------------------------------


def ready(sight: Sight) -> tuple[Plane, ...]:
    """Own units that could fly a mission now [H9.1.1], by id."""
    return tuple(plane for plane in sight.planes() if is_ready(sight, plane))


def is_ready(sight: Sight, plane: Plane) -> bool:
    """Whether nothing keeps a unit from a mission [H9.1.1, 5.2d]."""
    resting = sight.charts.air[plane.id].is_eleventh and sight.game.turn.eleventh != "yes"
    known, now = sight.game.air[plane.id], sight.game.now
    seen = known.is_flown(now) or (known.disrupted and known.seen == now)
    moored = sight.game.floatplanes.get(plane.id)
    spent = moored is not None and (moored.flown or moored.disrupted)
    if resting or seen or spent:
        return False
    return not not_ready(sight.own, sight.game, plane, sight.charts)


def far(sight: Sight, plane: Plane, hex_: str) -> int:
    """Hexes from a unit's base to a place."""
    return air_distance(sight.charts, place_of(sight.game, plane.base), hex_)


def reaches(sight: Sight, plane: Plane, hex_: str) -> bool:
    """Whether a hex is in a unit's printed range [H9.1.1]."""
    model = sight.charts.air[plane.id].model
    return exists(sight.game, plane.base) and far(sight, plane, hex_) <= model.range


def modes_of(sight: Sight, plane: Plane) -> tuple[Mode, ...]:
    """The attack modes that a unit flies as it is now [H9.10.1]."""
    model = sight.charts.air[plane.id].model
    if model.factors(plane.steps).bf < 1:
        return ()
    return tuple(mode for mode in sight.charts.modes if may_attack_so(model, mode))


def strikers(sight: Sight) -> tuple[Plane, ...]:
    """Ready units that can bomb or strafe something [H9.10.1]."""
    return tuple(plane for plane in ready(sight) if modes_of(sight, plane))


def fighters(sight: Sight) -> tuple[Plane, ...]:
    """Ready fighters."""
    return tuple(p for p in ready(sight) if sight.charts.air[p.id].model.is_fighter)


def transports(sight: Sight) -> tuple[Plane, ...]:
    """Ready units that can drop something [H11.6]."""
    return tuple(p for p in ready(sight) if sight.charts.air[p.id].model.is_transport)


def cargoes(sight: Sight) -> tuple[str, ...]:
    """What C-47s of the side can carry: supply, and paratroops if they are in the game [H11.6]."""
    jumper = sight.game.troops.get(sight.charts.marching.parachutist)
    return (SUPPLY, jumper.id) if jumper and jumper.side == sight.side else (SUPPLY,)


def target_hexes(sight: Sight) -> tuple[tuple[int, str], ...]:
    """Hexes with something to strike in range of a ready striker, by distance."""
    able, found = strikers(sight), []
    for hex_ in sight.charts.hexes:
        if not strike_targets(sight.game, sight.side, hex_, sight.charts):
            continue
        ways = [far(sight, p, hex_) for p in able if reaches(sight, p, hex_)]
        if ways and is_in_play(sight.game, hex_, sight.charts):
            found.append((min(ways), hex_))
    return tuple(sorted(found))


def mission_parts(sight: Sight) -> Iterator[Part]:
    """Who may go, where to, how; nothing in a turn in which the side flies nothing [H14.5]."""
    if sight.side == ALLIED and sight.game.turn.regroup == "yes":
        return
    able, hexes = strikers(sight), [hex_ for _, hex_ in target_hexes(sight)]
    targets = [t for h in hexes for t in strike_targets(sight.game, sight.side, h, sight.charts)]
    modes = {mode.mode: mode for plane in able for mode in modes_of(sight, plane)}
    bands = sorted({f"{mode.mode} {mode.band}" for mode in sight.charts.modes})
    yield Part(key="kind")
    yield Part(key="strikers", values=_ids(able))
    yield Part(key="transports", values=_ids(transports(sight)))
    yield Part(key="escorts", values=_ids(fighters(sight)))
    yield Part(key="hex", values=tuple(hexes), words="a sweep or airdrop goes to any hex in range")
    yield Part(key="target", values=tuple(targets))
    yield Part(key="band")
    yield Part(key="mode", values=tuple(sorted(modes)), words=f"by band: {', '.join(bands)}")
    yield Part(key="modes", values=tuple(sorted(modes)), words="of single strikers")
    yield Part(key="targets", values=tuple(targets), words="of single strikers")
    yield Part(key="cargo", values=cargoes(sight))
    bases = tuple(own_bases(sight.game, sight.side))
    yield Part(key="returns", values=bases, words="a base by unit, its own if left out")
    yield Part(key="ace", values=_ids(plane for plane in sight.planes() if plane.ace))
    for key in ("id", "escort_count", "striker_count", "transport_count", "steps"):
        yield Part(key=key, words="the program fills it in")


def simplest_missions(sight: Sight) -> Iterator[AirMission]:
    """A unit by itself: against each target that it reaches, over each place of the enemy's, to
    each place of its own side."""
    if sight.side == ALLIED and sight.game.turn.regroup == "yes":
        return
    foes = [hex_ for hex_ in sight.charts.hexes if strike_targets(*_there(sight, sight.side, hex_))]
    own = [
        hex_
        for hex_ in sight.charts.hexes
        if sight.game.control.get(hex_) == sight.side or hex_ in foes
    ]
    for hex_ in foes:
        able = (plane for plane in strikers(sight) if reaches(sight, plane, hex_))
        strikes = [one for plane in able for one in _simplest_strikes(sight, plane, hex_)]
        near = [plane.id for plane in fighters(sight) if reaches(sight, plane, hex_)]
        yield from strikes
        yield from _escorted(strikes, near)
        for unit in near:
            for band in BANDS:
                yield AirMission(kind="sweep", hex=hex_, band=band, escorts=(unit,))
    for plane in transports(sight):
        for hex_ in (one for one in own if reaches(sight, plane, one)):
            for cargo in cargoes(sight):
                yield airdrop(plane, hex_, cargo)


def airdrop(plane: Plane, hex_: str, cargo: str) -> AirMission:
    """A drop by one unit alone [H11.6]."""
    load = FrozenMap({plane.id: cargo})
    return AirMission(kind="airdrop", hex=hex_, band="low", transports=(plane.id,), cargo=load)


def _there(sight: Sight, side: str, hex_: str) -> tuple[Game, str, str, Charts]:
    return sight.game, side, hex_, sight.charts


def _escorted(strikes: Iterable[AirMission], fighters_near: Iterable[str]) -> Iterator[AirMission]:
    """Each fighter with one of the strikes of each sort, who flies it aside [H9.1]."""
    sorts = {(one.target, one.band, one.mode): one for one in strikes}
    for unit in fighters_near:
        for one in sorts.values():
            if unit not in one.strikers:
                yield replace(one, escorts=(unit,))


def _simplest_strikes(sight: Sight, plane: Plane, hex_: str) -> Iterator[AirMission]:
    """Each way in which a unit attacks each target in a hex [H9.6, H9.10.1]."""
    for word in strike_targets(*_there(sight, sight.side, hex_)):
        target = read_target(word)
        for mode in modes_of(sight, plane):
            if target is not None and drm_against(mode, target) is not None:
                yield AirMission(
                    kind="strike",
                    hex=hex_,
                    band=mode.band,
                    strikers=(plane.id,),
                    mode=mode.mode,
                    target=word,
                )


def _ids(planes: Iterable[Plane]) -> tuple[str, ...]:
    return tuple(plane.id for plane in planes)


# --- replies -------------------------------------------------------------------------------------


def sortie_of(plane: Plane) -> Sortie:
    """A unit as it would try to take off."""
    return Sortie(
        unit=plane.id,
        base=plane.base,
        steps=plane.steps,
        disrupted=plane.disrupted,
        mark=plane.mark,
    )


def interceptors(sight: Sight, raid: Raid) -> tuple[Plane, ...]:
    """Own fighters that may scramble against a raid [H9.4.1]; a Regroup mark hinders, no more."""
    return tuple(
        plane
        for plane in sight.planes()
        if _may_rise(sight, plane)
        and not bar_to_intercept(sight.game, raid, sortie_of(plane), sight.charts)
    )


def _may_rise(sight: Sight, plane: Plane) -> bool:
    """Whether a fighter's own state lets it scramble."""
    moored = sight.game.floatplanes.get(plane.id)
    if moored is not None and moored.flown:
        return False
    return not cannot_scramble(sight.own, sight.game, plane, sight.charts)


def evaders(sight: Sight, raid: Raid) -> tuple[Plane, ...]:
    """Own units at a base in the target hex, which may evade [H9.5, CR72]."""
    fleeing = relocating(sight.own, sight.game)
    return tuple(
        plane
        for plane in sight.planes()
        if not plane.away
        and plane.id not in fleeing
        and place_of(sight.game, plane.base) == raid.hex
        and not bar_to_evade(sight.game, raid, sortie_of(plane), sight.charts)
    )


def reply_parts(sight: Sight) -> Iterator[Part]:
    """The missions that await a reply, and who may take off against any of them."""
    raids = unanswered(sight.game)
    rising = {plane.id: plane for raid in raids for plane in interceptors(sight, raid)}
    fleeing = {plane.id: plane for raid in raids for plane in evaders(sight, raid)}
    yield Part(key="mission", values=tuple(raid.id for raid in raids))
    yield Part(key="interceptors", values=_with_bases(rising.values()))
    yield Part(key="evaders", values=_with_bases(fleeing.values()))
    yield Part(key="ace", values=_ids(tuple(plane for plane in rising.values() if plane.ace)))


def simplest_replies(sight: Sight) -> Iterator[Reply]:
    """Against each mission nobody, or one unit that intercepts or evades."""
    for raid in unanswered(sight.game):
        yield Reply(mission=raid.id)
        for plane in interceptors(sight, raid):
            yield Reply(mission=raid.id, interceptors=FrozenMap({plane.id: plane.base}))
        for plane in evaders(sight, raid):
            yield Reply(mission=raid.id, evaders=FrozenMap({plane.id: plane.base}))


def reply_with(raid: Raid, up: Iterable[Plane], away: Iterable[Plane]) -> Reply:
    """The reply in which these intercept, with the Ace if they have it, and those evade."""
    rising = tuple(up)
    return Reply(
        mission=raid.id,
        interceptors=FrozenMap({plane.id: plane.base for plane in rising}),
        evaders=FrozenMap({plane.id: plane.base for plane in away}),
        ace=next((plane.id for plane in rising if plane.ace), ""),
    )


def _with_bases(planes: Iterable[Plane]) -> tuple[str, ...]:
    return tuple(f'{plane.id} = "{plane.base}"' for plane in planes)
