"""The order `launch`: why not, and what is legal [M9]."""

from collections.abc import Iterator

from pbem.engine.kinds import Claim, Kind, Refusal
from pbem.frozen import replace
from pbem.systems.midway.orders import words
from pbem.systems.midway.orders.sight import Sight, absent, once, own_carrier
from pbem.systems.midway.table.carriers import is_able
from pbem.systems.midway.table.orders import Launch
from pbem.systems.midway.words.names import carrier_name

NOT_ON_DECK = "is not on that deck"


def _faults(sight: Sight, order: Launch) -> Iterator[Refusal]:
    """M9.1-M9.3, M15.2."""
    carrier = own_carrier(sight, order.carrier, "M9.1")
    if isinstance(carrier, Refusal):
        yield carrier
        decks = [squadron for own in sight.carriers() for squadron in sight.deck(own)]
        for key, ids in (("strike", order.strike), ("cap", order.cap)):
            yield from absent(sight, key, "M9.1", ids, decks, "is on no deck of yours")
        return
    if not is_able(carrier, sight.charts):
        what = f"{carrier_name(carrier.id)} is crippled and launches nothing"
        yield Refusal(rule="M15.2", key="carrier", what=what, hint="take it out")
        return
    deck = sight.deck(carrier)
    if not deck:
        elsewhere = f"her deck is clear; {_on_decks(sight)}"
        for key, ids in (("strike", order.strike), ("cap", order.cap)):
            for one in absent(sight, key, "M9.1", ids, (), NOT_ON_DECK):
                yield replace(one, hint=elsewhere)
        return
    fighters = [squadron for squadron in deck if not squadron.is_bomber]
    yield from absent(sight, "strike", "M9.1", order.strike, deck, NOT_ON_DECK)
    there = {squadron.id for squadron in deck}
    bombers = [id_ for id_ in order.cap if id_ in there]
    yield from absent(
        sight, "cap", "M9.3", bombers, fighters, "is no fighter squadron and flies no CAP"
    )
    missing = [id_ for id_ in order.cap if id_ not in there]
    yield from absent(sight, "cap", "M9.1", missing, fighters, NOT_ON_DECK)


def _on_decks(sight: Sight) -> str:
    """What the seat's decks hold that can launch, for a hint [M9.1]."""
    decks = {carrier.id: sight.deck(carrier) for carrier in sight.carriers()}
    held = (
        f"{carrier_name(id_)} has {', '.join(sorted(one.id for one in deck))}"
        for id_, deck in decks.items()
        if deck
    )
    return "; ".join(held) or "so are all of yours"


def _options(sight: Sight) -> Iterator[Launch]:
    """From each able carrier nothing, each squadron on deck to strike, each fighter to CAP."""
    for carrier in (one for one in sight.carriers() if is_able(one, sight.charts)):
        yield Launch(carrier=carrier.id)
        for squadron in sight.deck(carrier):
            yield Launch(carrier=carrier.id, strike=(squadron.id,))
            if not squadron.is_bomber:
                yield Launch(carrier=carrier.id, cap=(squadron.id,))


def _claims(sight: Sight, order: Launch) -> Iterator[Claim]:
    return once(sight, order, carrier=(order.carrier,), strike=order.strike, cap=order.cap)


LAUNCH = Kind(
    order=Launch,
    steps=Launch.steps(),
    faults=_faults,
    claims=_claims,
    options=_options,
    words=words.launching,
)
