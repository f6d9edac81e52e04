"""Pacific Theater of Operations as a game system: the sequence of play and what belongs to it."""

from collections.abc import Mapping

from pbem.engine.decisions import Decision
from pbem.engine.events import events_of
from pbem.engine.foretold import Foretold
from pbem.engine.orders import Order
from pbem.engine.sheets import Sheet
from pbem.engine.steps import GameSystem, Section, View
from pbem.frozen import FrozenMap
from pbem.frozen import names as fields_of
from pbem.systems.pto.atlas import commands as atlas
from pbem.systems.pto.atlas.tabletop import TABLETOP
from pbem.systems.pto.book.charts import Charts, read_charts
from pbem.systems.pto.book.dates import turn_title
from pbem.systems.pto.orders.check import check, sight_of
from pbem.systems.pto.orders.kinds import KINDS
from pbem.systems.pto.rules import f1_sealing as sealing
from pbem.systems.pto.rules import sequence, setup, victory
from pbem.systems.pto.rules.setup_options import CHOICES
from pbem.systems.pto.table import (
    events_combat,
    events_economy,
    events_land,
    events_naval,
    events_play,
    events_victory,
)
from pbem.systems.pto.table.names import names
from pbem.systems.pto.table.naming import SPOKEN
from pbem.systems.pto.table.orders import TYPES
from pbem.systems.pto.table.orders_month import APPENDED, StepOrder, is_appended
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.table.steps import step_title
from pbem.systems.pto.words import events as wording
from pbem.systems.pto.words import overview, sheets
from pbem.systems.pto.words.agenda import agenda
from pbem.systems.pto.words.brief import brief
from pbem.systems.pto.words.headline import headline
from pbem.systems.pto.words.volleys import together

EVENTS = events_of(
    events_play, events_naval, events_combat, events_land, events_economy, events_victory
)
"""Every event of the game by name."""


def key_for(order: Order, decision: Decision) -> str:
    """The key covered whose step takes the order; empty for orders that stand [F.2, F.4].

    What a pass brings for the end of the month waits with it in phase 4, what an appended offensive
    needs with that.
    """
    if not isinstance(order, StepOrder) or not decision.covers:
        return ""
    steps = {key: key.partition("/")[2].partition("-")[0] for key in decision.covers}
    taken = (APPENDED,) if APPENDED in steps.values() and is_appended(order) else order.steps
    return next((key for key, step in steps.items() if step in taken), decision.covers[0])


def usual(game: Game, seat: str, kind: type[Order]) -> Mapping[str, str]:
    """A seat that plays one nation need not name it in its orders [F.6.3]."""
    nations = game.nations_of(seat)
    return {"nation": nations[0]} if len(nations) == 1 and "nation" in fields_of(kind) else {}


def bot(view: View[Game], charts: Charts) -> tuple[Order, ...]:
    """What the computer player orders; he is loaded when he plays."""
    from pbem.systems.pto.bot.bot import orders

    return orders(view, charts)


def form(view: View[Game], charts: Charts) -> tuple[Section, ...]:
    """The form for the seat's next file; what fills it in is loaded when one is wanted."""
    from pbem.systems.pto.form.form import sections

    return sections(view, charts)


def forecast(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> tuple[Sheet, ...]:
    """What comes next, for a seat with its orders so far."""
    from pbem.systems.pto.form import forecast as sheets_to_come

    return sheets_to_come.forecast(view, orders, charts)


def stances(view: View[Game], orders: tuple[Order, ...], _: Charts) -> tuple[str, ...]:
    """The standing orders among a seat's, in words."""
    from pbem.systems.pto.words import standing

    return standing.stances(orders, view.seat)


def foretell(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Foretold:
    """What a file's legal orders come to, in words."""
    from pbem.systems.pto.form import foretell as words_to_come

    return words_to_come.foretell(view, orders, charts)


PTO: GameSystem[Game, Charts] = GameSystem(
    name="pto",
    title="WWII: Pacific Theater of Operations",
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
    stand=sealing.stand,
    alive=lambda *_: True,
    check=check,
    seal=sealing.seal,
    opened=sealing.opened,
    opens_next=True,
    opens_later=sealing.opened_later,
    verdict=victory.verdict,
    resign=victory.resign,
    bot=bot,
    form=form,
    wording=wording.lines,
    together=together,
    sheets=sheets.sheets,
    overview=overview.overview,
    points=overview.points,
    look=atlas.look,
    score=victory.score,
    places=victory.by_area,
    step_title=step_title,
    turn_title=lambda _game, turn, step, _charts: turn_title(turn, step),
    turn_number=lambda _: "",
    secretive=lambda _: True,
    agenda=agenda,
    brief=brief,
    options=CHOICES,
    as_words=setup.as_words,
    forecast=forecast,
    foretell=foretell,
    stances=stances,
    headline=headline,
    award=victory.ruled,
    atlas=atlas.ATLAS,
    tabletop=TABLETOP,
    names=names,
    spoken=FrozenMap(SPOKEN),
    usual=usual,
)
