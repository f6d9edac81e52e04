"""The order `cap-attack`: why not, and what is legal [M5]."""

from collections.abc import Iterator

from pbem.counting import count
from pbem.engine.kinds import Claim, Kind, Part, Refusal
from pbem.systems.midway.orders import words
from pbem.systems.midway.orders.sight import Sight, absent, once
from pbem.systems.midway.table.orders import CapAttack


def _faults(sight: Sight, order: CapAttack) -> Iterator[Refusal]:
    """M5.1, M5.8."""
    lacking = "is no CAP squadron of yours"
    yield from absent(sight, "squadrons", "M5.1", order.squadrons, sight.own("cap"), lacking)
    most = _most_tb_hits(sight)
    if not -1 <= order.tb_hits <= most:
        hits, are = count(order.tb_hits, "hit"), "is" if order.tb_hits == 1 else "are"
        what = f"{hits} on torpedo bombers {are} more than can be there"
        hint = "leave the key out: no torpedo bombers can be there"
        if most:
            hint = f"0 to {most}, or leave the key out for your standing order"
        yield Refusal(rule="M5.8", key="tb_hits", what=what, hint=hint)


def _most_tb_hits(sight: Sight) -> int:
    """The SP of torpedo bombers that the CAP may meet [M5.8]."""
    return sight.most(squadron for squadron in sight.raiders() if squadron.kind == "TB")


def _options(sight: Sight) -> Iterator[CapAttack]:
    """No squadron, and each that flies CAP."""
    yield CapAttack()
    for squadron in sight.own("cap"):
        yield CapAttack(squadrons=(squadron.id,))


def _parts(sight: Sight) -> Iterator[Part]:
    words = f"0 to {most}" if (most := _most_tb_hits(sight)) else "leave it out: none can be there"
    yield Part(key="tb_hits", words=words)


def _claims(sight: Sight, order: CapAttack) -> Iterator[Claim]:
    return once(sight, order, carrier=("the CAP attack",), squadrons=order.squadrons)


CAP_ATTACK = Kind(
    order=CapAttack,
    steps=CapAttack.steps(),
    faults=_faults,
    claims=_claims,
    options=_options,
    parts=_parts,
    words=words.attacking_planes,
)
