"""The order `attack`: why not, and what is legal [M7]."""

from collections.abc import Iterator

from pbem.engine.kinds import Claim, Kind, Refusal
from pbem.systems.midway.book.kinds import other
from pbem.systems.midway.orders import words
from pbem.systems.midway.orders.sight import Sight, absent, once
from pbem.systems.midway.table.carriers import afloat
from pbem.systems.midway.table.orders import Attack
from pbem.systems.midway.words.names import carrier_name


def _faults(sight: Sight, order: Attack) -> Iterator[Refusal]:
    """M7.1."""
    targets = _targets(sight)
    if order.carrier not in targets:
        known = sight.game.carriers.get(order.carrier)
        foe = known is not None and known.side != sight.side
        name = order.carrier[:40] if known is None else carrier_name(known.id)
        what = f"{name} is {'not afloat' if foe else 'no enemy carrier'}"
        hint = f"options: {', '.join(targets)}"
        yield Refusal(rule="M7.1", key="carrier", what=what, hint=hint)
    lacking = "is no bomber squadron of yours in Attacking"
    yield from absent(sight, "squadrons", "M7.1", order.squadrons, sight.bombers(), lacking)


def _targets(sight: Sight) -> list[str]:
    """Enemy carriers afloat."""
    return [carrier.id for carrier in afloat(sight.game, other(sight.side), sight.charts)]


def _options(sight: Sight) -> Iterator[Attack]:
    """Each bomber squadron at each enemy carrier."""
    for squadron in sight.bombers():
        for target in _targets(sight):
            yield Attack(squadrons=(squadron.id,), carrier=target)


def _claims(sight: Sight, order: Attack) -> Iterator[Claim]:
    return once(sight, order, squadrons=order.squadrons)


ATTACK = Kind(
    order=Attack,
    steps=Attack.steps(),
    faults=_faults,
    claims=_claims,
    options=_options,
    words=words.attacking,
)
