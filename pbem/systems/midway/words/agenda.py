"""What a seat's file can decide of the phases that it answers, in words for `status` [MB3]."""

from pbem.engine.decisions import Decision
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.rules.m03_move import NEXT, may_leave
from pbem.systems.midway.rules.m11_plan import turn_of
from pbem.systems.midway.table.state import Game
from pbem.systems.midway.words.names import step_title, turn_title

NOTHING = "nothing but standing orders"
LAUNCH = 5
"""The pair of phases 9 and 10: what it puts into the air may be ordered on in the same file."""


def agenda(game: Game, decision: Decision, charts: Charts) -> tuple[str, ...]:
    """The phases in which the seat has something to order, and the items of its plan [MB3]."""
    pairs = {key: (int(key.partition("/")[2]) + 1) // 2 for key in decision.covers}
    launches = LAUNCH in pairs.values()
    words = []
    for key, pair in pairs.items():
        turn, _, phase = key.partition("/")
        if _may_decide(game, decision.seat, pair, launches, charts):
            words.append(f"{turn_title(int(turn))}, {step_title(int(turn), phase)}")
    words += [f"opens its sealed plan of {_planned(id_)} [M11.5]" for id_ in decision.opens]
    words += [f"seals its plan of {_planned(id_)} [M11.5]" for id_ in decision.seals]
    return tuple(words) or (NOTHING,)


def _planned(id_: str) -> str:
    """The turn that a sealed plan is of."""
    return turn_title(turn_of(id_))


def _may_decide(game: Game, seat: str, pair: int, launches: bool, charts: Charts) -> bool:
    """Whether the seat can come to have something to order in a pair of phases [MB3].

    What the phases between can change by themselves does not count: nobody comes to wait for
    landing, and no carrier takes aircraft aboard, before the file's own phases have passed.
    """
    own = [squadron for squadron in game.squadrons.values() if squadron.seat == seat]
    carriers = [c for c in game.carriers.values() if c.seat == seat and c.damage < charts.sunk]
    aboard = [squadron for carrier in carriers for squadron in game.aboard(carrier.id)]
    decks = [squadron for squadron in aboard if squadron.box == "deck"]
    match pair:
        case 1:
            sides = {carrier.side for carrier in carriers}
            return any(any(game.squadrons_in(side, "waiting")) for side in sides)
        case 2:
            # bombers that take off before may let fighters go [M4.3]
            going = (one.box in NEXT if launches else may_leave(game, one) for one in own)
            return any(going) or (launches and bool(decks))
        case 3:
            launched = launches and any(not squadron.is_bomber for squadron in decks)
            return launched or any(squadron.box == "cap" for squadron in own)
        case 4:
            return any(s.is_bomber and s.box in ("attacking", "ready") for s in own)
        case 5:
            return bool(decks)
    return bool(aboard)
