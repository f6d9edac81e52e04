"""Whether a unit had better get away from bombs than stand on the ground under them [H9.5]."""

from pbem.systems.cartwheel.bot.mind import Mind
from pbem.systems.cartwheel.bot.odds import taking_off
from pbem.systems.cartwheel.orders.fliers import sortie_of
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.rules.r09_scramble import evasion_terms
from pbem.systems.cartwheel.table.under_way import Raid

STRIKES = 0.4
"""Ground strikes of a striker, on average."""
ON_THE_GROUND = 1.2
"""Half points that a ground strike costs, on average."""
KNOWN, WAITING = 0.15, 0.5
"""Half points for a unit's name and base told, and for a mission that it will not fly."""
LIKELY = 0.4
"""The least chance with which a unit tries.

Whoever tries is named to the enemy, and a bomber of SR 5 at a sound base has this chance under a
low raid. With less, most would be named and stay under the bombs all the same.
"""


def gets_away(mind: Mind, raid: Raid, plane: Plane, down: int, *, flies: bool) -> bool:
    """Whether a unit saves more than it gives away by trying to evade a strike.

    The strike finds so many units `down` in the hex. Who gets off is known and in the Flown half:
    what could strike itself misses that, if its side still `flies` this turn, and a fighter cannot
    rise against the next raid. With a Regroup mark nobody tries, for the mark is lost by it.
    """
    if plane.mark or not raid.strikers:
        return False
    found = min(1.0, raid.strikers * STRIKES / max(1, down))
    model, is_fresh = mind.model(plane.id), plane.half == "ready" and not plane.disrupted
    waits = is_fresh and (model.is_fighter or (model.is_combat and flies))
    price = KNOWN + (WAITING if waits else 0.0)
    odds = chance(mind, raid, plane)
    return odds >= LIKELY and odds * found * ON_THE_GROUND > price


def chance(mind: Mind, raid: Raid, plane: Plane) -> float:
    """The chance that a unit gets away from a raid, as all stands now [H9.4.3, H9.5]."""
    terms = evasion_terms(mind.game, raid, sortie_of(plane), mind.charts)
    return taking_off(mind.charts, mind.model(plane.id).sr, terms)


def on_the_ground(mind: Mind, hex_: str) -> list[Plane]:
    """Own units in a hex, where bombs can find them."""
    return [p for p in mind.planes() if not p.away and place_of(mind.game, p.base) == hex_]
