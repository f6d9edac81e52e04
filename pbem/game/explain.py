"""What a kind of order may hold, in the game under way: `pbem orders --explain`."""

from pbem.engine.orders import Order
from pbem.errors import refuse
from pbem.game.session import Session
from pbem.report.blocks import Report
from pbem.report.orderpage import order_page
from pbem.store.shelf import rule_titles
from pbem.suggest import did_you_mean


def explained(session: Session, word: str) -> Report:
    """The page of a kind of order, with what is legal now if it is for this seat to write.

    Raises `Refused` (code `option`) if the game has no order of that name.
    """
    system, titles = session.rules.system, rule_titles(session.rules.system.name)
    order = system.orders.get(word)
    if order is None:
        hint = did_you_mean(word, system.orders, f"there are: {', '.join(sorted(system.orders))}")
        raise refuse("option", f"there is no order '{word[:40]}'", hint=hint)
    kind = next((one for one in system.kinds if one.order is order), None)
    sight = _sight(session, order)
    if kind is None or sight is None:
        return order_page(system, titles, order)
    options = tuple(kind.options(sight)) if kind.options else None
    needed = [tuple(kind.needs(sight, option)) for option in options or ()]
    return order_page(system, titles, order, options, kind.parts(sight), needed)


def _sight(session: Session, order: type[Order]) -> object:
    """What an order of the kind would be judged on; None if it is not for this seat to write."""
    if not session.is_mine or session.fold.joins:
        return None
    rules = session.rules
    return rules.system.sight(session.view(), order, rules.charts)
