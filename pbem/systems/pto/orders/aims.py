"""Which aircraft of a strike go at which ship, in words [PH8.3, F.6.4, PR24, PR50]."""

from collections.abc import Iterator, Sequence

from pbem.engine.mentions import mention
from pbem.systems.pto.orders.sight import Sight
from pbem.systems.pto.rules.combat.aims import ROLLS_FOR_A_HIT, Share, in_turn, meant_by
from pbem.systems.pto.rules.combat.ph8_strikes import ShipStrike, aimed
from pbem.systems.pto.rules.f6_aims import ships_struck
from pbem.systems.pto.rules.month.p3_missions import Aim
from pbem.systems.pto.rules.units import rolls
from pbem.systems.pto.table.naming import agree, by_id, each
from pbem.systems.pto.table.orders_month import Strike


def wave_of(sight: Sight, order: Strike) -> tuple[Strike, ...]:
    """The strikes of a file that fly as one with one of them, and itself: at its target [PR50]."""
    strikes = tuple(one for one in sight.file if isinstance(one, Strike))
    found = tuple(one for one in strikes if target_of(one) == target_of(order))
    return found if order in found else (order,)


def target_of(order: Strike) -> Aim:
    """What a strike is flown at [P3.2.1]."""
    return Aim(area=order.area, at=order.at, tf=order.tf)


def crowded_out(sight: Sight, order: Strike, wave: Sequence[Strike]) -> Iterator[str]:
    """Units none of which goes at what they aim at, for others of their strike do [PR24, PR50]."""
    ships = tuple(ship.id for ship in ships_struck(sight.game, sight.side, order))
    units = tuple(id_ for one in wave for id_ in one.units)
    shares = tuple(Share(units=one.units, ships=one.ships, aim=one.aim) for one in wave)
    strike = ShipStrike(units=units, ships=ships, shares=shares)
    targets = aimed(sight.game, strike, sight.charts) if order.aim and order.at == "ships" else {}
    going = {id_: sight.game.ships[targets[id_]] for id_ in order.units if id_ in targets}
    left = {id_: ship for id_, ship in going.items() if id_ not in order.ships}
    if left and not any({ship.id, ship.kind} & {*order.aim} for ship in left.values()):
        where = each(dict.fromkeys(ship.id for ship in left.values()))
        goes = agree(left, "goes", "go")
        yield (
            f"If all come through, others of that strike have filled what {each(left)}"
            f" {agree(left, 'aims', 'aim')} at, and {agree(left, 'it', 'they')} {goes} at {where}"
            " [PR24, PR50]"
        )


def shared_out(wave: Sequence[Strike]) -> str:
    """How several units are shared out among the ships that they aim at, with the rules [PR24]."""
    if sum(len(one.units) for one in wave) == 1:
        return " [F.6.4]"
    rolls_each = f"{ROLLS_FOR_A_HIT} rolls for each hit that a ship can take"
    if len(wave) > 1:
        rolls_each = f"{rolls_each}, all of that strike counted"
    return f", {rolls_each}, then at others [F.6.4, PR24]"


def each_at_its_ship(sight: Sight, order: Strike) -> Iterator[str]:
    """Which units go at which ship by name or number, in the order in which they are told [F.6.4].

    Numbers are filled by id with those that come through, so who goes where is known only if all
    do; all that go at a type go at the best of it.
    """
    game, charts = sight.game, sight.charts
    ships, which = ships_struck(game, sight.side, order), "first"
    left = sorted(id_ for id_ in order.units if rolls(game, charts, game.air[id_]))
    for name, given in in_turn(order.ships, order.aim):
        if isinstance(given, str):
            yield f"{mention(name)} goes at {mention(given)} [F.6.4]"
            continue
        going, left = left[:given], left[given:]
        target = meant_by(game, name, ships, charts)
        best = "" if target == name else f", the best {name} that lies there now"
        where = f"{mention(target)}{best}"
        if len(order.units) == 1:
            yield f"{mention(order.units[0])} goes at {where} [F.6.4]"
        elif given == len(order.units):
            yield f"{'Both' if given == 2 else 'All'} of them go at {where} [F.6.4]"
        elif given:
            come, go = ("comes", "goes") if given == 1 else ("come", "go")
            who = f"; if all do, {each(going)}" if going else ""
            yield f"The {by_id(which, given)} that {come} through {go} at {where}{who} [F.6.4]"
            which = "next"
