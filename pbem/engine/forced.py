"""Files in which nothing is chosen, and which their author's program may write by itself (AA.1)."""

from typing import TypeVar

from pbem.engine.ledger import REFEREE, Fold, Rules, is_over, last_order, side_of, writer
from pbem.engine.orders import End
from pbem.engine.rulings import awaiting, is_to_rule
from pbem.engine.views import decision_for

G = TypeVar("G")


def is_forced(fold: Fold[G], rules: Rules[G], seat: str) -> bool:
    """Whether the next file of a seat holds no choice, as all can see (AA.1, AA.5).

    `fold` is the state behind what that file reveals, opens and is bound to state. Who joins,
    discloses, may consent, or has a question before him that he has not settled, chooses. Where a
    file answers no step silence leaves what stands.
    """
    if fold.joins:
        return False
    if is_over(fold, rules):
        return writer(fold) != seat or last_order(fold, rules) is End
    if side_of(fold, seat) == REFEREE:
        return not is_to_rule(fold, rules, seat)
    decision = decision_for(fold, rules, seat)
    return not (decision.covers or decision.seals or awaiting(fold, seat))
