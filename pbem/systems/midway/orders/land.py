"""The order `land`: why not, and what is legal [M1]."""

from collections.abc import Iterator

from pbem.engine.kinds import Claim, Kind, Refusal
from pbem.systems.midway.orders import words
from pbem.systems.midway.orders.repairs import is_hopeful, repaired
from pbem.systems.midway.orders.sight import Sight, absent, once, own_carrier
from pbem.systems.midway.rules.m01_land import bar_to_land
from pbem.systems.midway.table.orders import Land
from pbem.systems.midway.table.state import Carrier, strength
from pbem.systems.midway.words.names import carrier_name


def _faults(sight: Sight, order: Land) -> Iterator[Refusal]:
    """M1.1, M1.2 and M15.2; to land nothing is legal anywhere [M1.3]."""
    carrier = own_carrier(sight, order.carrier, "M1.1")
    if isinstance(carrier, Refusal):
        yield carrier
    elif order.squadrons:
        yield from no_deck(sight, carrier)
    waiting = {s.id: s for s in sight.game.squadrons_in(sight.side, "waiting")}
    lacking = "does not wait to land"
    yield from absent(sight, "squadrons", "M1.1", order.squadrons, waiting.values(), lacking)
    points = strength(waiting[id_] for id_ in set(order.squadrons) if id_ in waiting)
    if points > sight.charts.landing:
        what = f"{points} SP are more than a carrier lands in a turn"
        hint = f"{sight.charts.landing} SP at most, whole squadrons"
        yield Refusal(rule="M1.2", key="squadrons", what=what, hint=hint)


def no_deck(sight: Sight, carrier: Carrier) -> Iterator[Refusal]:
    """A carrier that lands nothing [M1.1, M15.2].

    At one point from being able, it may still be mended [MB3].
    """
    rule, name = bar_to_land(sight.game, carrier, sight.charts), carrier_name(carrier.id)
    hope = is_hopeful(sight, carrier)
    if rule == "M15.2" and not hope:
        what, hint = f"{name} is crippled and lands nothing", "land on another carrier"
        yield Refusal(rule=rule, key="carrier", what=what, hint=hint)
    elif deck := ", ".join(squadron.id for squadron in sight.deck(carrier)):
        will_be = "will be" if sight.plans_before else "is"
        what = f"the deck of {name} {will_be} foul with {deck}"
        clear = f"clear it by a 'plan' for {name} without a deck, or "
        hint = f"{clear if sight.plans_before else ''}land on another carrier"
        if hope:
            mended = repaired(carrier.id, sight.charts)
            hint += f"; {name} is crippled, and lands nothing unless she {mended}"
        yield Refusal(rule="M1.1", key="carrier", what=what, hint=hint)


def _options(sight: Sight) -> Iterator[Land]:
    """One squadron that waits on each carrier that may take it, and none."""
    waiting = tuple(sight.game.squadrons_in(sight.side, "waiting"))
    for carrier in sight.carriers():
        yield Land(carrier=carrier.id)
        if any(no_deck(sight, carrier)):
            continue
        for squadron in waiting:
            if squadron.sp <= sight.charts.landing:
                yield Land(carrier=carrier.id, squadrons=(squadron.id,))


def _claims(sight: Sight, order: Land) -> Iterator[Claim]:
    return once(sight, order, carrier=(order.carrier,), squadrons=order.squadrons)


LAND = Kind(
    order=Land,
    steps=Land.steps(),
    faults=_faults,
    claims=_claims,
    options=_options,
    words=words.landing,
)
