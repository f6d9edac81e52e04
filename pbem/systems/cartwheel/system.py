"""Operation Cartwheel as a game system: what belongs to it, put together."""

from collections.abc import Mapping

from pbem.engine.decisions import Decision
from pbem.engine.events import Event
from pbem.engine.foretold import Foretold
from pbem.engine.hidden import Hidden
from pbem.engine.orders import Order
from pbem.engine.steps import GameSystem, Section, View
from pbem.systems.cartwheel.atlas import annex
from pbem.systems.cartwheel.atlas import commands as atlas
from pbem.systems.cartwheel.atlas.tabletop import TABLETOP
from pbem.systems.cartwheel.audit import audit
from pbem.systems.cartwheel.book.charts import Charts, read_charts
from pbem.systems.cartwheel.orders.check import check, sight_of
from pbem.systems.cartwheel.orders.kinds import KINDS
from pbem.systems.cartwheel.own import items, learning, sealing
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.rules import openings as opened
from pbem.systems.cartwheel.rules import r16_victory as victory
from pbem.systems.cartwheel.rules import r17_setup as setup
from pbem.systems.cartwheel.rules import sequence
from pbem.systems.cartwheel.rules.r06_mobile import to_dismantle
from pbem.systems.cartwheel.rules.r08_answers import with_asked
from pbem.systems.cartwheel.rules.r08_passes import stood_down
from pbem.systems.cartwheel.table import (
    events_air,
    events_ground,
    events_play,
    events_sea,
    events_turn,
)
from pbem.systems.cartwheel.table import events_charts as facts
from pbem.systems.cartwheel.table import events_openings as events_secret
from pbem.systems.cartwheel.table.answers import RAID
from pbem.systems.cartwheel.table.orders import TYPES
from pbem.systems.cartwheel.table.orders_operations import Asked, StandDown
from pbem.systems.cartwheel.table.orders_turn import Dismantle
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.steps import step_title
from pbem.systems.cartwheel.words import events as wording
from pbem.systems.cartwheel.words import sheets
from pbem.systems.cartwheel.words.agenda import agenda
from pbem.systems.cartwheel.words.brief import brief
from pbem.systems.cartwheel.words.described import described
from pbem.systems.cartwheel.words.dice import roll_title
from pbem.systems.cartwheel.words.headline import headline
from pbem.systems.cartwheel.words.names import names, points, targets
from pbem.systems.cartwheel.words.ordered import stances
from pbem.systems.cartwheel.words.overview import overview
from pbem.systems.cartwheel.words.play import together

EVENTS: Mapping[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        *facts.FACTS,
        *events_turn.EVENTS,
        *events_play.EVENTS,
        *events_air.EVENTS,
        *events_sea.EVENTS,
        *events_ground.EVENTS,
        *events_secret.EVENTS,
    )
}
"""Every event of the game by name."""


def key_for(order: Order, decision: Decision) -> str:
    """The first key covered whose step takes the order; empty for standing down, which stands."""
    steps = next(kind.steps for kind in KINDS if kind.order is type(order))
    return next((key for key in decision.covers if key.partition("/")[2] in steps), "")


def stand(game: Game, seat: str, order: Order, seq: int) -> Game:
    """What orders change when their file is taken [H8.6, H8.9.7, H12.2.1]."""
    match order:
        case Asked():
            return with_asked(game, game.side_of(seat), order.hexes)
        case Dismantle():
            return to_dismantle(game, order.base)
        case StandDown():
            return stood_down(game, game.side_of(seat), order.on, seq)
    return game


def bot(view: View[Game], charts: Charts) -> tuple[Order, ...]:
    """What the computer player orders; he is loaded when he plays."""
    from pbem.systems.cartwheel.bot.bot import orders

    return orders(view, charts)


def form(view: View[Game], charts: Charts) -> tuple[Section, ...]:
    """The form for the seat's next file; what fills it in is loaded when one is wanted."""
    from pbem.systems.cartwheel.form.form import sections

    return sections(view, charts)


def foretell(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Foretold:
    """A file's orders in words; what tells them is loaded when somebody asks."""
    from pbem.systems.cartwheel.form import foretell as words

    return words.foretell(view, orders, charts)


HIDDEN: Hidden[Game, Charts, Private] = Hidden(
    state=Private,
    chart_ids=items.chart_ids,
    set_up=sealing.set_up,
    read=sealing.read,
    learn=learning.learn,
    needed=items.is_needed,
    complete=sealing.complete,
    openings=sealing.openings,
    seals=sealing.seals,
    stated=opened.stated,
    audit=audit.audit,
    annex=annex.annex,
    noticed=annex.noticed,
    rebuilt=RAID,
)
"""What is hidden from the enemy: airbase charts, units, missions under way (E.2)."""

CARTWHEEL: GameSystem[Game, Charts] = GameSystem(
    name="cartwheel",
    title="Operation Cartwheel",
    state=Game,
    orders=TYPES,
    kinds=KINDS,
    sight=sight_of,
    events=EVENTS,
    read_charts=read_charts,
    prepare=setup.prepare,
    check_setup=setup.check_setup,
    setup=setup.set_up,
    steps=sequence.steps,
    first_turn=lambda game: game.terms.first_turn,
    key_for=key_for,
    stand=stand,
    alive=lambda *_: True,
    check=check,
    seal=sealing.seal,
    opened=opened.opened,
    verdict=victory.verdict,
    resign=victory.resign,
    bot=bot,
    form=form,
    headline=headline,
    names=names,
    described=described,
    also=targets,
    foretell=foretell,
    stances=lambda _view, orders, _charts: stances(orders),
    wording=wording.lines,
    sheets=sheets.sheets,
    overview=overview,
    points=sheets.points_by_rule,
    look=atlas.look,
    score=victory.score,
    point_words=lambda half: points(half).removesuffix(" VP"),
    step_title=step_title,
    roll_title=roll_title,
    together=together,
    turn_title=lambda game, turn, _, charts: charts.turn_name(game.terms.track, turn),
    hidden=HIDDEN,
    secretive=lambda _: True,
    smallest_annex=16 * 1024,
    award=victory.ruled,
    agenda=agenda,
    brief=brief,
    options=setup.CHOICES,
    as_words=setup.as_words,
    atlas=atlas.ATLAS,
    tabletop=TABLETOP,
)
