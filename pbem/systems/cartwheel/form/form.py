"""The orders form: what a seat's next file decides, with what it may choose from (E.3, E.4).

It is written from the seat's own charts, for its eyes alone; of the enemy it tells what is public.
"""

from collections.abc import Iterator

from pbem.engine.orders import Order
from pbem.engine.steps import Section, View
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.form.air import mission_parts
from pbem.systems.cartwheel.form.answers import answer_parts
from pbem.systems.cartwheel.form.conclude import conclusion_parts
from pbem.systems.cartwheel.form.ground import ground_parts
from pbem.systems.cartwheel.form.naval import naval_parts
from pbem.systems.cartwheel.form.page import Page, Part
from pbem.systems.cartwheel.form.reply import PASSING, opportunity_part, reply_parts
from pbem.systems.cartwheel.form.situation import situation
from pbem.systems.cartwheel.form.standing import besides, stage_parts, standing
from pbem.systems.cartwheel.form.turn import initiative_parts, opening_parts
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.own.sealing import as_stated
from pbem.systems.cartwheel.rules.occasion import GROUND, OPENING, steps_of
from pbem.systems.cartwheel.rules.r08_operations import may_order_ahead, unanswered
from pbem.systems.cartwheel.table.state import Game


def sections(view: View[Game], charts: Charts) -> tuple[Section, ...]:
    """The form for the steps that the seat's file answers, and what it may order besides."""
    page = page_of(view, (), charts)
    if page is None:
        return ()
    parts = tuple(parts_of(page))
    idle = tuple(part for part in parts if part.idle)
    stands = (situation(page, idle),) if page.steps else ()
    return tuple(page.section(part) for part in (*stands, *parts) if not part.idle)


def page_of(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Page | None:
    """What the form of a view is written from, beside a file's orders; None without charts."""
    if not isinstance(view.private, Private):
        return None
    return Page(
        view=view,
        game=as_stated(view, charts),
        private=view.private,
        side=view.side,
        turn=view.turn,
        steps=steps_of(view.decision.covers, orders),
        file=orders,
        charts=charts,
    )


def parts_of(page: Page) -> Iterator[Part]:
    """The parts of the form after the situation, one after another."""
    yield from besides(page)
    if not page.steps:
        return
    if page.answers(OPENING):
        yield from opening_parts(page)
    yield from initiative_parts(page)
    if page.operates:
        yield from _operations(page)
    if page.answers(GROUND):
        yield from ground_parts(page)
    if page.concludes:
        yield from conclusion_parts(page)
    yield from answer_parts(page)
    yield from standing(page)


def _operations(page: Page) -> Iterator[Part]:
    """A reply, missions or a pass, stage moves [4.4]."""
    yield from reply_parts(page)
    yield opportunity_part(page)
    ahead = may_order_ahead(page.game, page.side, page.charts)
    if ahead or not unanswered(page.game):
        yield from mission_parts(page)
        yield from naval_parts(page)
        yield PASSING
    yield from stage_parts(page)
