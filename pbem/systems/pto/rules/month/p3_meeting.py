"""Task forces that meet at sea: interceptions, counter-interceptions, combat [PH5.2-5.5, PH9.3]."""

from collections.abc import Container, Iterable

from pbem.engine.after import for_each
from pbem.engine.events import ALL, Event
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.combat.ph6_surface import battle
from pbem.systems.pto.rules.combat.ph9_submarines import boat_attack, hunt
from pbem.systems.pto.rules.d13_war import attacks_force
from pbem.systems.pto.rules.labels import next_combat
from pbem.systems.pto.rules.month.p3_forces import is_boats
from pbem.systems.pto.rules.month.p3_intercept import attempt, candidates, counterers
from pbem.systems.pto.rules.month.p3_raids import exchange, left_alone
from pbem.systems.pto.rules.month.p3_search import counter_search, search
from pbem.systems.pto.rules.p3_half import Half, is_silenced
from pbem.systems.pto.table.events_combat import Withdrew
from pbem.systems.pto.table.events_naval import InterceptionFailed, Searched
from pbem.systems.pto.table.state import Game, Told


def entered(game: Game, half: Half, tf: str, tried: Container[str], *, answers: bool) -> Told:
    """What happens to a task force that has entered a sea: searches, strikes, ships [PH5.2].

    With `answers` its own aircraft strike back, too, where D11.2 lets them [F.6.5]. Those in
    `tried` have had their try there, as it came through before [PH5.4].
    """
    step, area = half.step(1), game.forces[tf].at
    game, tag = next_combat(game, step, area)
    game, events = search(game, half, half.enemy, tf, tag)
    if game.uses("D11"):
        game, told = _search_back(game, half, tf, tag)
        events = (*events, *told)
    found = (one.tf for one in events if isinstance(one, Searched) and one.found)
    spared = tuple(left_alone(game, half, tf, (one for one in found if one != tf)))
    game, told = exchange(game, half, tf, answers=answers)
    events = (*events, *(spared if answers else ()), *told)
    if is_still_in(game, tf, area):
        game, told = _challenged(game, half, tf, tried)
        events = (*events, *told)
    return game, events


def is_still_in(game: Game, tf: str, area: str) -> bool:
    """Whether a task force is afloat and where it was: not sunk, not withdrawn [PH6.4]."""
    return tf in game.forces and game.forces[tf].at == area


def _search_back(game: Game, half: Half, tf: str, tag: str) -> Told:
    """The moving task force searches for those that it comes in range of, by id [D11.2]."""
    enemies = [one.id for one in game.forces.values() if side_of(one.nation) == half.enemy]
    return for_each(game, enemies, lambda now, target: counter_search(now, half, tf, target, tag))


# --- interceptions -------------------------------------------------------------------------------


def _challenged(game: Game, half: Half, tf: str, tried: Container[str]) -> Told:
    """Every enemy task force that wants to tries to intercept once, by id [PH5.4, PR45]."""
    area = game.forces[tf].at
    if is_silenced(game, half.enemy, half.side, half.phase):
        return game, ()
    enemies = [enemy for enemy in candidates(game, half, tf) if enemy not in tried]
    return for_each(game, enemies, lambda now, enemy: _tried(now, half, enemy, tf, area))


def _tried(game: Game, half: Half, enemy: str, tf: str, area: str) -> Told:
    """One interception: the die, the counter-interception, the combat [PH5.4, PH5.5, PR42].

    One that is foiled has not come to combat [D13.1].
    """
    if not is_still_in(game, tf, area) or enemy not in game.forces:
        return game, ()
    game, tag = next_combat(game, half.step(1), area)
    tried = attempt(game, half, enemy, tf, tag)
    if not tried.met:
        return game, (tried,)
    game = game.with_forces([replace(game.forces[enemy], at=area)])
    game, told = _countered(game, half, enemy, tf)
    events = (tried, *told)
    if not is_still_in(game, enemy, area) or _has_withdrawn(told, enemy):
        return game, (*events, InterceptionFailed(to=ALL, tf=enemy, target=tf))
    game = attacks_force(game, enemy, tf)
    game, fought = fight(game, half, enemy, tf, half.step(1))
    return game, (*events, *fought)


def _has_withdrawn(events: Iterable[Event], tf: str) -> bool:
    """Whether a task force broke off, boats too, which stay in their sea [PH5.5, PH6.4, D6.4]."""
    return any(isinstance(event, Withdrew) and event.tf == tf for event in events)


def _countered(game: Game, half: Half, enemy: str, tf: str) -> Told:
    """A task force of the moving side may meet the interceptor first [PH5.5, P3.1.4].

    From a port it comes into the area. One that does may not intercept in step 3 of this phase
    [P3.3.1].
    """
    helpers = counterers(game, half, tf, enemy)
    if not helpers:
        return game, ()
    helper = helpers[0]
    game, tag = next_combat(game, half.step(1), game.forces[tf].at)
    tried = attempt(game, half, helper, enemy, tag, counter=True)
    if not tried.met:
        return game, (tried,)
    countered = (*game.month.countered, helper)
    game = game.with_month(replace(game.month, countered=countered))
    game = game.with_forces([replace(game.forces[helper], at=game.forces[tf].at)])
    game, fought = fight(game, half, helper, enemy, half.step(1))
    return game, (tried, *fought)


def fight(game: Game, half: Half, attacker: str, defender: str, step: str) -> Told:
    """Two task forces fight: on the surface, boats at ships, or ships at boats [PH6, PH9, PR44]."""
    game, tag = next_combat(game, step, game.forces[defender].at)
    if is_boats(game, attacker):
        return boat_attack(game, attacker, defender, tag, half.charts, half.dice)
    if is_boats(game, defender):
        return hunt(game, attacker, defender, tag, half.charts, half.dice)
    return battle(game, attacker, defender, tag, half.charts, half.dice)
