"""Why an order cannot be carried out: the rule, the words, and what could be done instead."""

from pbem.engine.orders import order_place
from pbem.errors import Problem
from pbem.frozen import Value


class Refusal(Value):
    """The rule that forbids an order; `key` is the key of the order that is at fault."""

    rule: str
    what: str
    hint: str
    key: str = ""


def refuse(rule: str, key: str, what: str, hint: str) -> Refusal:
    """A refusal by a rule, of what stands at a key of the order."""
    return Refusal(rule=rule, key=key, what=what, hint=hint)


def problem(number: int, refusal: Refusal) -> Problem:
    """A refusal as a fault of the order with this number in its file [F.3]."""
    what = f"{refusal.what} ({refusal.rule})"
    return Problem(code="E12", what=what, where=order_place(number, refusal.key), hint=refusal.hint)
