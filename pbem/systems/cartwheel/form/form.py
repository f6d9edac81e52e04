"""The orders form: what a seat's next file decides, with what it may choose from (E.3, E.4).

It is written from the seat's own charts, for its eyes alone; of the enemy it tells what is public.
"""

from collections.abc import Iterator

from pbem.engine.orders import Order
from pbem.engine.steps import Section, Spare, View
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.form.air import mission_parts
from pbem.systems.cartwheel.form.answers import answer_parts
from pbem.systems.cartwheel.form.conclude import conclusion_parts
from pbem.systems.cartwheel.form.ground import ground_parts
from pbem.systems.cartwheel.form.initiative import initiative_parts
from pbem.systems.cartwheel.form.naval import naval_parts
from pbem.systems.cartwheel.form.page import NOTHING_ORDERED, Page, Part
from pbem.systems.cartwheel.form.reply import opportunity_part, pass_part, reply_parts
from pbem.systems.cartwheel.form.situation import situation
from pbem.systems.cartwheel.form.standing import besides, stage_parts, standing
from pbem.systems.cartwheel.form.turn import opening_parts
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.own.sealing import as_stated
from pbem.systems.cartwheel.rules.occasion import GROUND, OPENING, answered_by
from pbem.systems.cartwheel.rules.r08_blind import may_order_ahead
from pbem.systems.cartwheel.rules.r08_operations import unanswered
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
        steps=answered_by(view.game, view.side, view.decision.covers, orders, charts),
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
    yield from _ending(page)
    yield from answer_parts(page)
    yield from standing(page)


def _operations(page: Page) -> Iterator[Part]:
    """A reply, missions or a pass, stage moves [4.4]."""
    yield from reply_parts(page)
    yield opportunity_part(page)
    ahead = may_order_ahead(page.game, page.side, page.charts)
    if ahead or not unanswered(page.game):
        yield from mission_parts(page.foreseen)
        yield from naval_parts(page.foreseen)
        yield pass_part(page)
    yield from stage_parts(page)


def _ending(page: Page) -> Iterator[Part]:
    """Orders ashore and the conclusion; what may be given ahead is asked for later [H8.10.2]."""
    ahead = page.may_end and not page.file and not page.answers(GROUND)
    if ahead or page.answers(GROUND):
        yield from map(_given_ahead, ground_parts(page)) if ahead else ground_parts(page)
    if ahead or page.concludes:
        yield from map(_given_ahead, conclusion_parts(page)) if ahead else conclusion_parts(page)


def _given_ahead(part: Part) -> Part:
    """A part of which one is asked again, if nothing is ordered now."""
    choices = (words for words in part.choices if not words.startswith(NOTHING_ORDERED))
    left = "without ashore = true you are asked again when operations are over."
    return part if part.idle else replace(part, choices=choices, left=left, kind=Spare)
