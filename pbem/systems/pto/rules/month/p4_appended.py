"""The first offensive, appended to a side's file of phase 3 and blind to that file's dice [F.2]."""

from pbem.engine.steps import Desk, Result
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.rules.asks import openings
from pbem.systems.pto.rules.month.p4_offensive import perform
from pbem.systems.pto.rules.month.p4_possible import offensives, possible
from pbem.systems.pto.rules.month.p4_turns import acted, next_seat, opener
from pbem.systems.pto.table.state import Game


def appending_seat(game: Game, charts: Charts) -> str:
    """The seat that may append its first offensive to its file of phase 3, or empty [F.2].

    It fills the first slot of the side with the initiative [PH13.4], and that side goes second.
    Once it has appended one, the slot is no partner's, though it rests from then on.
    """
    if game.month.first == game.initiative:
        return ""
    return game.month.appended or next_seat(game, game.initiative, charts)


def play(game: Game, desk: Desk[Charts]) -> Result[Game]:
    """Phase 4 begins; what was appended is performed as its first offensive [F.2, P4.0.1].

    What has become impossible uses the slot up, costs nothing and is no pass [PH13.3, PR89]. Who
    went first in phase 3 opens the dice of the other side's, and may be asked for more there
    [F.2.2].
    """
    side, first, seat = game.initiative, game.month.first, game.month.appended
    month = replace(game.month, to_act=side, passes=0, declined=(), appended="")
    begun = game.with_month(replace(month, opener=opener(game, first, desk.dice)))
    if not seat:
        return Result(game=begun)
    waiting = openings(game, other(side))
    if waiting:
        return Result(game=game, asks=waiting)
    orders, void = possible(begun, seat, desk.answers[seat], desk.charts)
    game, events = begun, void
    if offensives(orders):
        game, told = perform(begun, seat, orders, desk.charts, desk.dice)
        events = (*events, *told)
    game, told = acted(game, seat, desk.dice)
    return Result(game=game, events=(*events, *told))
