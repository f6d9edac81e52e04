"""Who is asked when, and for how many steps at once [F.2]."""

from collections.abc import Iterable

from pbem.engine.decisions import Decision, key_of
from pbem.engine.steps import Desk
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import season_key
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.rules.f1_sealing import BID_ITEM, STANDING_ITEM
from pbem.systems.pto.table.orders_month import APPENDED
from pbem.systems.pto.table.state import Game

Asks = tuple[Decision, ...]


def ask(
    game: Game,
    desk: Desk[Charts],
    seats: Iterable[str],
    rule: str,
    steps: tuple[str, ...],
    number: int = 0,
) -> Asks:
    """One file for these steps of the first seat named that has not answered [F.2].

    One is asked at a time: who only opens what a roll waits for does not write before a partner.
    `number` tells several files for one step apart, for the id of what they seal.
    """
    missing = [seat for seat in seats if seat not in desk.answers]
    covers = tuple(key_of(desk.turn, step) for step in steps)
    item = f"{STANDING_ITEM}{covers[0]}" + (f"-{number}" if number else "")
    return tuple(
        Decision(
            seat=seat,
            rule=rule,
            covers=covers,
            opens=unopened(game, seat),
            seals=(item,) if game.terms.sealed_standing else (),
        )
        for seat in missing[:1]
    )


def unopened(game: Game, seat: str) -> tuple[str, ...]:
    """The item with a seat's standing orders that is still closed, if there is one."""
    return (game.sealed[seat].item,) if seat in game.sealed else ()


def openings(game: Game, side: str) -> Asks:
    """A side's sealed standing orders, wanted before the enemy's move is played [F.1, F.4]."""
    return tuple(
        Decision(seat=seat, rule="F.1", opens=unopened(game, seat))
        for seat in game.seats_of(side)
        if seat in game.sealed
    )


def season_order(game: Game) -> tuple[str, ...]:
    """The seats in the order of their files of the season [F.2.1].

    It begins with the seat that opens what the month's last file has left, so that nobody writes
    twice running; without a month before, it is the order of the genesis.
    """
    if not game.closer:
        return game.seats
    first = _answering(game, game.closer)
    return (first, *(seat for seat in game.seats if seat != first))


def _answering(game: Game, author: str) -> str:
    """The first seat, in genesis order, of the side other than an author's: it opens his dice."""
    return game.seats_of(other(game.side_of_seat(author)))[0]


def season(game: Game, desk: Desk[Charts], step: str) -> Asks:
    """The file of the season by the seat whose turn it is, with its bids sealed or plain [F.2.1].

    They are sealed while another seat's bid is still to come, in the last file plain [F.1.1].
    """
    sealing = sealed_bidders(game, desk.turn)
    return tuple(
        replace(
            decision,
            seals=(
                *(bid_items(game, decision.seat, desk.turn) if decision.seat in sealing else ()),
                *decision.seals,
            ),
        )
        for decision in ask(game, desk, season_order(game), "S2.3", (step,))
    )


def sealed_bidders(game: Game, turn: int) -> tuple[str, ...]:
    """The seats that seal their bids: all after whom another one bids [F.1.1]."""
    bidders = tuple(seat for seat in season_order(game) if bid_items(game, seat, turn))
    return bidders[:-1]


def bid_items(game: Game, seat: str, turn: int) -> tuple[str, ...]:
    """The ids of a seat's sealed bids of a season, one for each nation with a purse [S3.2.1]."""
    return tuple(f"{BID_ITEM}{season_key(turn)}/{nation}" for nation in game.purses_of(seat))


def bids(game: Game) -> Asks:
    """The opening of the next seat's sealed bids [F.2.1].

    First comes the seat that opens the dice of the season's last file, then the genesis's order.
    """
    first = _answering(game, season_order(game)[-1])
    for seat in (first, *game.seats):
        items = tuple(game.bids[nation] for nation in game.nations_of(seat) if nation in game.bids)
        if items:
            return (Decision(seat=seat, rule="S3.2.1", opens=items),)
    return ()


def phase_3(
    game: Game, desk: Desk[Charts], side: str, steps: tuple[str, ...], appending: str = ""
) -> Asks:
    """A side's phase 3: its seats' orders, then the enemy's standing orders [F.2, F.4].

    The file of the seat `appending` may hold its first offensive as well.
    """
    asked = ask(game, desk, game.seats_of(side), "P3", steps)
    if asked and asked[0].seat == appending:
        later = key_of(desk.turn, APPENDED)
        return tuple(replace(one, covers=(*one.covers, later)) for one in asked)
    return asked or openings(game, other(side))
