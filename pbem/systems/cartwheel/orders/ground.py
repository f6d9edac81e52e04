"""The ground orders: why not, and what is legal [4.5, H11].

Who marches, lands and attacks is judged together, in whatever order it stands in the file.
"""

from collections.abc import Iterator

from pbem.engine.kinds import Claim, Kind, Refusal, refuse
from pbem.systems.cartwheel.orders.sight import Sight
from pbem.systems.cartwheel.rules.occasion import GROUND
from pbem.systems.cartwheel.rules.r11_orders import once, together, wrong_ashore
from pbem.systems.cartwheel.rules.r11_plan import GroundOrder
from pbem.systems.cartwheel.table.orders import Attack, Fortify, Land, March, Raid


def _faults(sight: Sight, order: GroundOrder) -> Iterator[Refusal]:
    """Everything about an order beside the others of its file [H11]."""
    all_ = sight.ashore
    if all_ is None or sight.place(order) == len(sight.file):
        all_ = together(sight.game, sight.side, sight.among(order), sight.charts)
    return wrong_ashore(all_, order)


def _claims(_: Sight, order: GroundOrder) -> Iterator[Claim]:
    """What only one order of a file may name: units that move, ships, attacks, raids, forts."""
    for one in once(order):
        what = f"{one.name} is ordered already"
        refusal = refuse(one.rule, one.key, what, "take one of them out")
        yield Claim(subject=f"{one.kind} {one.id}", refusal=refusal)


MARCH = Kind(order=March, steps=GROUND, faults=_faults, claims=_claims)
LAND = Kind(order=Land, steps=GROUND, faults=_faults, claims=_claims)
ATTACK = Kind(order=Attack, steps=GROUND, faults=_faults, claims=_claims)
RAID = Kind(order=Raid, steps=GROUND, faults=_faults, claims=_claims)
FORTIFY = Kind(order=Fortify, steps=GROUND, faults=_faults, claims=_claims)
