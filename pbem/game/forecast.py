"""What comes next in a game, and what a seat's orders so far would leave."""

from pbem.engine.orders import decode_orders
from pbem.errors import refuse
from pbem.game.session import Session
from pbem.game.write import Draft
from pbem.report.blocks import Report, build, shown


def look_ahead(session: Session, draft: Draft | None) -> Report:
    """The system's forecast for this seat; `draft` are its orders so far, None for none yet.

    Raises `Refused` if the game has no forecast, or if the draft holds no orders of the game.
    """
    system = session.rules.system
    if system.forecast is None:
        what = f"{system.title} has no forecast"
        raise refuse("option", what, hint="see what is next with 'pbem status'")
    orders = decode_orders(draft.orders, system.orders, code="E12") if draft else ()
    view = session.view()
    sheets = system.forecast(view, orders, session.rules.charts)
    names = system.names(view.game, session.rules.charts)
    return build("What comes next", shown(sheets), names=names)
