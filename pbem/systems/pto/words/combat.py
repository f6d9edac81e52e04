"""What is told of combat at sea and in the air [PH2, PH6-PH9, D5-D10]."""

from collections import Counter
from collections.abc import Iterator

from pbem.counting import count
from pbem.engine.events import Event, Roll
from pbem.engine.mentions import mention
from pbem.engine.sheets import Line
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.table.events_combat import (
    AirCombatBegun,
    AirNavalAttack,
    AirStepsLost,
    AirUnitFired,
    BoatAttacked,
    CarriersCoordinated,
    EscortAttacked,
    Expended,
    GroundedAttacked,
    Homeless,
    InstallationAttacked,
    ShipDamaged,
    ShipFired,
    ShipSunk,
    SurfaceCombatBegun,
    Withdrew,
)
from pbem.systems.pto.table.naming import ADJECTIVES, agree, all_of, does, each, side_name
from pbem.systems.pto.words.economy import totalled

MISS = "miss"


def lines(event: Event, _: Charts) -> tuple[Line, ...]:
    """The sentences for an event of combat; empty for any other."""
    return (*_losses(event), *_air(event), *_strikes(event), *_sea(event))


def _losses(event: Event) -> Iterator[Line]:
    match event:
        case ShipDamaged():
            words = f"{mention(event.ship)} is damaged{_by(event)} [PH2.2]"
            yield Line(text=words, kind="loss")
        case ShipSunk():
            yield Line(text=_sunk(event), kind="loss")
        case AirStepsLost():
            yield Line(text=_steps(event), kind="loss")
        case Homeless() if event.base:
            text = f"{mention(event.unit)} lands at {mention(event.base)} instead [{event.cited}]"
            yield Line(text=text)
        case Homeless():
            why = "has nowhere to land and is lost"
            if event.former and event.cited == "PH2.3":
                deck = mention(event.former)
                why = f"is in the air, cannot land on {deck} any more, nor elsewhere, and is lost"
            if event.cited == "D8.3":
                alone = "may land on its own carrier alone, which is damaged or sunk"
                why = f"had turned back, {alone}, and is lost"
            yield Line(text=f"{mention(event.unit)} {why} [{event.cited}]", kind="loss")
        case Expended():
            who = each(event.units)
            verb = agree(event.units, "strikes only once and is", "strike only once and are")
            yield Line(text=f"{who} {verb} gone [PH2.5]", kind="loss")


def _sunk(event: ShipSunk) -> str:
    cargo = f" with {each(event.cargo)} aboard" if event.cargo else ""
    points = f": {event.points} VP" if event.points else ""
    back = "; the boat may be built again" if event.back else ""
    rules = "PH2.2, PH15.1" if event.points else "PH2.2, D5.2" if event.back else "PH2.2"
    return f"{mention(event.ship)} is sunk{cargo}{_by(event)}{points}{back} [{rules}]"


def _by(event: ShipDamaged | ShipSunk) -> str:
    """Where, and by whom, as far as that is known: ` at Truk by aircraft of Essex`."""
    if not event.by:
        return ""
    at = f" at {mention(event.area)}" if event.area else ""
    return f"{at} by {'aircraft of ' if event.flown else ''}{each(event.by)}"


def _steps(event: AirStepsLost) -> str:
    if not event.left:
        return f"{mention(event.unit)} is destroyed [PH2.5]"
    return f"{mention(event.unit)} loses {_steps_of(event.lost)} [PH2.5]"


def _steps_of(number: int) -> str:
    return "a step" if number == 1 else count(number, "step")


# --- in the air ----------------------------------------------------------------------------------


def _air(event: Event) -> Iterator[Line]:
    match event:
        case CarriersCoordinated():
            yield Line(text=_coordinated(event), kind="roll")
        case AirCombatBegun():
            yield Line(text=_begun(event))
        case AirUnitFired():
            yield Line(text=_fired(event), kind="roll")


def _coordinated(event: CarriersCoordinated) -> str:
    stack = "strike" if event.stack == "strike" else "combat air patrol"
    sum_ = f"{summed(event.roll, event.modifier)} against {count(event.units, 'CV unit')}"
    nations = Counter(event.nations)
    if len(nations) > 1:
        whose = all_of(f"{number} {ADJECTIVES[nation]}" for nation, number in nations.items())
        sum_ += f", {whose}: the lowest modifier of them counts [PR22]"
    verb = agree(event.idle, "counts", "count")
    idle = f"; {each(event.idle)} {verb}, committed [D8.6]" if event.idle else ""
    if event.coordinated:
        return f"The {stack} of {each(event.forces)}: {sum_}, coordinated [D8.2]{idle}"
    back = tuple(one for one in event.aborted if one not in event.idle)
    turned = f"{each(back)} {agree(back, 'turns', 'turn')}" if back else "nobody turns"
    return (
        f"The {stack} of {each(event.forces)}: {sum_}, not coordinated; {turned} back [D8.3]{idle}"
    )


def _begun(event: AirCombatBegun) -> str:
    parts = [each(event.bombers)] if event.bombers else []
    if event.escorts:
        parts.append(f"fighting: {each(event.escorts)}")
    if event.helpers:
        parts.append(f"coming to help: {each(event.helpers)}")
    met = each(event.interceptors)
    surprise = ", surprised" if event.surprise else ""
    where, side = mention(event.area), side_name(event.side)
    fliers = "; ".join((*parts, f"met by {met}{surprise}"))
    return f"Air combat over {where}, {side}: {fliers} [PH7.1]"


def _fired(event: AirUnitFired) -> str:
    sum_ = summed(event.roll, event.quality, -event.against)
    return (
        f"Round {event.number}, {mention(event.unit)} at {mention(event.target)}: "
        f"{sum_}, {air_effect(event)} [PH7.3]"
    )


def air_effect(event: AirUnitFired) -> str:
    """What a shot in air combat did [PH7.3]."""
    if not event.steps:
        return "aborted" if event.aborted else "nothing"
    return f"{_steps_of(event.steps)} lost and aborted"


# --- strikes -------------------------------------------------------------------------------------


def _strikes(event: Event) -> Iterator[Line]:
    match event:
        case AirNavalAttack():
            yield Line(text=_attack(event), kind="roll")
        case GroundedAttacked():
            yield Line(text=_grounded(event), kind="roll")
        case InstallationAttacked():
            yield Line(text=_installation(event), kind="roll")


def _attack(event: AirNavalAttack) -> str:
    sum_ = summed(event.roll, event.modifier, event.surprise)
    surprise = ", surprised" if event.surprise else ""
    result = {
        "D9.1": "hit by default",
        "D9.2": "critical hit",
    }.get(event.cited, "hit" if event.hits else MISS)
    return (
        f"{mention(event.unit)} at {mention(event.ship)}{surprise}: "
        f"{sum_} against {event.armour}, {result} [{event.cited}]"
    )


def _grounded(event: GroundedAttacked) -> str:
    where = mention(event.area)
    empty = "all based there are in the air" if event.aloft else "no aircraft are left there"
    hit = f"hits {mention(event.victim)}" if event.victim else f"hit, but {empty}"
    result = hit if sum(event.roll.dice) >= event.needed else MISS
    what = f"{summed(event.roll)} against {event.needed}, {result}"
    return f"{mention(event.unit)} bombs aircraft at {where}: {what} [PH8.6]"


def _installation(event: InstallationAttacked) -> str:
    where = mention(event.area)
    sum_ = f"{summed(event.roll, event.strength)} against {event.needed}"
    result = f"hit, {event.left} left" if event.hit else MISS
    return f"{mention(event.unit)} bombs the {event.what} at {where}: {sum_}, {result} [PH8.7]"


# --- at sea --------------------------------------------------------------------------------------


def _sea(event: Event) -> Iterator[Line]:
    match event:
        case SurfaceCombatBegun():
            yield Line(text=_surface(event))
        case ShipFired():
            yield Line(text=_gunfire(event), kind="roll")
        case Withdrew():
            yield Line(text=_withdrew(event))
        case BoatAttacked():
            yield Line(text=_boat(event), kind="roll")
        case EscortAttacked():
            sum_ = f"{summed(event.roll)} against {event.needed}"
            words = f"Round {event.number}, {mention(event.ship)} at {mention(event.boat)}"
            yield Line(text=f"{words}: {sum_}, {_hit(event.hit)} [PH9.2]", kind="roll")


def _surface(event: SurfaceCombatBegun) -> str:
    where = mention(event.area)
    words = (
        f"Surface combat in {where}: {mention(event.attacker)} against {mention(event.defender)}"
    )
    if event.surprised:
        return f"{words}; {mention(event.surprised)} is surprised [PH6.1, D10.1]"
    return f"{words} [PH6.1]"


def _gunfire(event: ShipFired) -> str:
    sum_ = f"{summed(event.roll, event.gun)} against {event.armour}"
    words = f"Round {event.number}, {mention(event.ship)} at {mention(event.target)}"
    return f"{words}: {sum_}, {_hit(event.hit)} [PH6.1]"


def _withdrew(event: Withdrew) -> str:
    to = f" to {mention(event.to_area)}" if event.to_area else ""
    verb, why = does(event.tf, "withdraws", "withdraw"), _why(event)
    return f"{mention(event.tf)} {verb}{to}{why} [{event.cited}]"


def _why(event: Withdrew) -> str:
    """What made a task force leave [PH6.4, D6.4, D10.3]."""
    if event.cited == "D10.3":
        return ": it has surprised the enemy, and slips away"
    by_order = {"after": "after so many rounds", "lost": "so many of its ships are hit or sunk"}
    if event.why == "outgunned":
        return ": it is outgunned"
    return f", as ordered: {by_order[event.why]}" if event.why else ""


def _boat(event: BoatAttacked) -> str:
    sum_ = summed(event.roll, event.modifier, event.strength)
    words = f"Round {event.number}, {mention(event.boat)} at {mention(event.ship)}"
    return f"{words}: {sum_} against {event.armour}, {_hit(event.hit)} [PH9.1]"


def _hit(hit: bool) -> str:
    return "hit" if hit else MISS


def summed(roll: Roll, *modifiers: int) -> str:
    """Dice with their modifiers and what they come to: `8 + 3 − 3 = 8`."""
    return totalled(sum(roll.dice), *modifiers)
