"""Pacific Theater from written orders; no marker is set by hand, earlier files bring it about."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.engine.run import Table
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import SIDES, other
from pbem.systems.pto.rules.f1_sealing import BID_ITEM, bid_of
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.orders_month import Pass
from pbem.systems.pto.table.standing import StandingOrder
from pbem.systems.pto.table.state import Game
from tests.systems.frontdoor import Played
from tests.systems.pto.started import Change, changed, started
from tests.systems.pto.tabletop import CHARTS, Faces, ScriptedDice, told

__all__ = ["Campaign", "begun", "scenario", "told"]


@dataclass
class Campaign(Played[Game]):
    """A game under way."""

    system = PTO
    charts = CHARTS

    prepared: dict[str, tuple[Order, ...]] = field(default_factory=dict)

    def side_of(self, seat: str) -> str:
        """The side that a seat plays."""
        return self.game.side_of_seat(seat)

    def dice(self, faces: Mapping[str, Faces]) -> ScriptedDice:
        """Dice that fall as written."""
        return ScriptedDice(faces)

    def refused(self, *orders: Order) -> list[str]:
        """The words of what is refused, with the rules."""
        return [str(replace(problem, where="")) for problem in self.problems(*orders)]

    def prepare(self, seat: str, *standing: Order) -> None:
        """Standing orders that the seat's next file holds beside its own orders."""
        self.prepared[seat] = standing

    def taken(self, seat: str, *orders: Order) -> Table[Game]:
        """A test may revise the standing orders that its file takes from elsewhere."""
        return super().taken(seat, *_revised((*self.prepared.pop(seat, ()), *orders)))

    def passes(self, seat: str, dice: Mapping[str, Faces] | None = None) -> tuple[Event, ...]:
        """A seat performs no offensive, and orders nothing for the month's end [PH13.3]."""
        return self.file(seat, Pass(), dice=dice)

    def opened(self, game: Game, seat: str, items: tuple[str, ...]) -> Game:
        """The game with the bids open that the seat's last file sealed [F.1.1]."""
        orders = next((given for who, given in reversed(self.written) if who == seat), ())
        for item in (one for one in items if one.startswith(BID_ITEM)):
            bid = {"offensives": bid_of(orders, item.rpartition("/")[2])}
            game, _ = PTO.opened(game, seat, item, 0, bid, CHARTS)
        return game


def _revised(orders: tuple[Order, ...]) -> tuple[Order, ...]:
    """A draft in which later standing orders have replaced those of their kind and scope."""
    last = {
        (one.type, one.of): number
        for number, one in enumerate(orders)
        if isinstance(one, StandingOrder)
    }
    return tuple(
        one
        for number, one in enumerate(orders)
        if not isinstance(one, StandingOrder) or last[one.type, one.of] == number
    )


def begun(game: Game, step: str = "P1", dice: Mapping[str, Faces] | None = None) -> Campaign:
    """A month begun at a step, by default with its weather, up to the first file."""
    names = [one.name for one in PTO.steps(game.turn)]
    campaign = Campaign(table=Table(turn=game.turn, game=game, cursor=names.index(step)))
    campaign.run(campaign.table, dice)
    return campaign


def later(
    game: Game, standing: Mapping[str, tuple[Order, ...]], dice: Mapping[str, Faces] | None = None
) -> Campaign:
    """A month that does not open its scenario; seats gave standing orders in files before it.

    Each side's are taken by the files that it would give if the month did, going second [F.2.4].
    """
    terms, initiative = game.terms, game.initiative
    written: list[tuple[str, tuple[Order, ...]]] = []
    for side in SIDES:
        opens = replace(terms, first_turn=game.turn)
        play = begun(replace(game, terms=opens, initiative=other(side)), "P0")
        play.written = written
        *partners, last = game.seats_of(side)
        for seat in partners:
            play.file(seat, *standing.get(seat, ()))
        game = play.taken(last, *standing.get(last, ())).game
    terms = replace(terms, first_turn=game.turn - 1)
    play = begun(replace(game, terms=terms, initiative=initiative), dice=dice)
    play.written = written
    return play


def scenario(
    name: str,
    dice: Mapping[str, Faces] | None = None,
    *,
    off: tuple[str, ...] = (),
    last: int = 0,
    change: Change | None = None,
) -> Campaign:
    """A scenario from its first file on; standing orders are open, `dice` those of its start.

    Modifications `off` are not used; the war goes on until the turn `last`, or as it says there.
    `change` makes another scenario of the one that ships.
    """
    game = changed(name, change) if change else started(name)
    last_turn = last or game.terms.last_turn
    terms = replace(game.terms, sealed_standing=False, off=off, last_turn=last_turn)
    game = replace(game, terms=terms)
    return begun(game, PTO.steps(game.turn)[0].name, dice)


def at_phase_3(*allied: Order) -> Campaign:
    """Midway at Japan's first file, nobody grounded, after one of the Allies with these orders."""
    play = scenario("midway")
    play.file("allied", *allied, dice={"W1 grounding arctic": 7, "W1 grounding monsoon": 6})
    return play
