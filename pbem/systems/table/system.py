"""`table` as a game system: one step a turn, in which seats write by turns [T9]."""

from collections.abc import Iterator

from pbem.engine.decisions import Decision
from pbem.engine.hidden import ByOrders
from pbem.engine.orders import Order
from pbem.engine.steps import GameSystem
from pbem.systems.table import bot, form, headline, notes, play, setup, sheets, told, wording
from pbem.systems.table.charts import Limits, read_charts
from pbem.systems.table.check import check, sight_of
from pbem.systems.table.events import EVENTS
from pbem.systems.table.kinds import KINDS
from pbem.systems.table.look import look
from pbem.systems.table.orders import TYPES
from pbem.systems.table.state import Game


def key_for(_: Order, decision: Decision) -> str:
    """Every order is carried out by the one step there is [T9]."""
    return decision.covers[0] if decision.covers else ""


def alive(game: Game, seat: str, _: Limits) -> bool:
    """Whether a seat is at the table: partners rest until the pen of their side is theirs [T9].

    So whoever writes next for the other side opens the dice, and no file is needed for that alone.
    """
    return game.pens[game.sides[seat]] == seat


def agenda(game: Game, decision: Decision, _: Limits) -> tuple[str, ...]:
    """What a seat's next file is needed for; nothing where it is no player's turn [T9]."""
    if not decision.covers:
        return ()
    phase = f"phase {game.phase}: " if game.phase else ""
    return (f"{phase}whatever it rolls, sets, seals, opens or says", *_now_or_never(game))


def _now_or_never(game: Game) -> Iterator[str]:
    """What no later file can answer: values of the file before, and its offer [T6, T10]."""
    if game.fresh:
        yield f"whether it contests what was set, now or never: {', '.join(game.fresh)}"
    other = game.other(game.to_move)
    if offer := game.offers.get(other):
        yield f"whether it agrees to the end that {other} offers: {wording.result_told(offer)}"


TABLE: GameSystem[Game, Limits] = GameSystem(
    name="table",
    title="Table",
    own_title=lambda game: game.boxed,
    state=Game,
    orders=TYPES,
    kinds=KINDS,
    sight=sight_of,
    events=EVENTS,
    read_charts=read_charts,
    prepare=setup.prepare,
    check_setup=setup.check_setup,
    setup=setup.set_up,
    brief=told.brief,
    mails=told.mails,
    options=setup.CHOICES,
    as_words=setup.as_words,
    steps=lambda _: play.STEPS,
    first_turn=lambda _: 1,
    by_orders=ByOrders(openings=notes.openings, seals=notes.seals),
    secretive=lambda _: True,
    key_for=key_for,
    stand=lambda game, *_: game,
    alive=alive,
    check=check,
    seal=notes.seal,
    opened=notes.opened,
    verdict=play.verdict,
    resign=play.resign,
    bot=bot.orders,
    form=form.sections,
    wording=wording.lines,
    look=look,
    sheets=sheets.sheets,
    step_title=lambda _, __: play.STEPS[0].title,
    agenda=agenda,
    foretell=told.foretell,
    headline=headline.headline,
)
