"""Standing orders in words: to their author before he signs, and to the others [MB1]."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.orders.lasting import parted
from pbem.systems.midway.orders.sight import Sight, standing_sight
from pbem.systems.midway.rules.lasting import gone, lasting
from pbem.systems.midway.table.orders import (
    STANDING,
    Plan,
    StandingCap,
    StandingLand,
    StandingLaunch,
    StandingLosses,
    StandingMove,
    StandingPlan,
    StandingTargets,
)
from pbem.systems.midway.table.state import Game
from pbem.systems.midway.words.names import all_of, carrier_name


def standing(sight: Sight, order: Order) -> Iterator[str]:
    """What holds from this file on; nothing of an order for those alone who are gone [MB1]."""
    if (left := lasting(order, gone(sight.game, sight.charts))) is not None:
        yield f"From {_since(sight, order)} on {holding(sight, left)} [{order.rule}, MB1]."


def _since(sight: Sight, order: Order) -> str:
    """From when an order holds: in a file that plans decks itself the others stay [MH33]."""
    plans = any(isinstance(one, Plan) for one in sight.answers.get(sight.seat, ()))
    return "the next file" if plans and isinstance(order, StandingPlan) else "now"


def holding(sight: Sight, order: Order) -> str:
    """A standing order in words, that for partners' squadrons apart: it holds later [MH7]."""
    now, later = parted(sight, order)
    told = [stance(now)] if now is not None else []
    if later is not None:
        told.append(f"once under your command by a landing [MH7], {stance(later)}")
    return "; ".join(told)


def stances(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> tuple[str, ...]:
    """The standing orders among a seat's, as told to the others: as its author reads them [MB1]."""
    given = tuple(order for order in orders if isinstance(order, STANDING))
    if not given:
        return ()
    sight = standing_sight(view, charts)
    return tuple(
        words for order in given for words in tuple(standing(sight, order)) or (_in_vain(order),)
    )


def _in_vain(order: Order) -> str:
    """That a standing order holds for nobody any more [M0.6, M15.3]."""
    return (
        f"The {order.type} changes nothing: those on whom it hangs are lost or sunk"
        f" [{order.rule}, MB1]."
    )


def stance(order: Order) -> str:
    """What a standing order says, as the end of a sentence or the whole of one [MB1]."""
    return _STANCES[type(order)](order)


def _land(order: StandingLand) -> str:
    verb = "lands" if len(order.squadrons) == 1 else "land"
    where = f"on {_ships(order.carriers)} before other carriers" if order.carriers else ""
    if not order.squadrons:
        return f"planes land {where or 'by default'}"
    return f"{all_of(order.squadrons)} {verb} first{f', {where}' if where else ''}"


def _move(order: StandingMove) -> str:
    verb = _MOVES[order.move][len(order.squadrons) > 1]
    return f"{all_of(sorted(order.squadrons)) or 'nobody'} {verb}{until(order.until)}"


def _cap(order: StandingCap) -> str:
    meets = "fights" if len(order.dogfight_first) == 1 else "fight"
    who = all_of(order.dogfight_first)
    first = f"; {who} {meets} the escorts before others" if order.dogfight_first else ""
    attacks = CAP[order.attack]
    if order.attack == "if-outnumbering":
        attacks = f"attacks with {order.ratio} SP or more for each SP of escorts"
    return f"the CAP {attacks}{first}; {SPLIT[order.bomb_split]}"


def _targets(order: StandingTargets) -> str:
    most = f", with {order.wave_sp} SP on each at most; {OVER_THE_LIMIT}" if order.wave_sp else ""
    where = _ships(order.carriers) or "the most damaged carrier"
    return f"the bombers attack {where} before others{most}"


OVER_THE_LIMIT = "who fits nowhere attacks the first all the same"
"""What becomes of bombers for which no carrier has room by the limit on a wave [M7.1, MB1]."""


def _losses(order: StandingLosses) -> str:
    ranks = (("to AA fire", order.aa), (_IN_DOGFIGHTS, order.fighters))
    told = (*ranks, ("to enemy fighters", order.bombers))
    return "; ".join(_lost_first(who, how) for how, who in told if who) or "losses fall by default"


def _launch(order: StandingLaunch) -> str:
    return f"{FIGHTERS[order.fighters]}, and {BOMBERS[order.bombers]}"


def _plan(order: StandingPlan) -> str:
    return f"{carrier_name(order.carrier)} {DECKS[order.deck]}"


_STANCES: Mapping[type[Order], Callable[[Any], str]] = {
    StandingLand: _land,
    StandingMove: _move,
    StandingCap: _cap,
    StandingTargets: _targets,
    StandingLosses: _losses,
    StandingLaunch: _launch,
    StandingPlan: _plan,
}
"""The words of each standing order, by its kind [MB1]."""


def _ships(ids: tuple[str, ...]) -> str:
    return all_of(map(carrier_name, ids))


def until(awaited: tuple[str, ...]) -> str:
    """Whom squadrons wait for that hold until others are there [M3.1]; empty for nobody."""
    verb = "stands" if len(awaited) == 1 else "stand"
    return f" until {all_of(awaited)} {verb} Ready or Attacking" if awaited else ""


def _lost_first(who: tuple[str, ...], how: str) -> str:
    """`dive bombers fall first to AA fire`, `VF-6 loses SP first in dogfights`."""
    if who == ("even",):
        return f"losses {how} are shared evenly"
    if who in (("TB",), ("DB",)):
        return f"{'torpedo' if who == ('TB',) else 'dive'} bombers fall first {how}"
    return f"{all_of(who)} {'loses' if len(who) == 1 else 'lose'} SP first {how}"


_IN_DOGFIGHTS = "in dogfights, of a CAP among those that fight the escorts"
_MOVES = {
    "advance": ("moves on", "move on"),
    "hold": ("stays", "stay"),
    "hold-until": ("stays", "stay"),
}
CAP = {
    "if-bombers": "attacks if bombers are Ready to Attack",
    "always": "attacks whatever is Ready to Attack",
    "never": "holds",
    "if-outnumbering": "attacks if it is as strong as the escorts",
}
SPLIT = {
    "TB": "its hits fall on torpedo bombers first",
    "DB": "its hits fall on dive bombers first",
    "even": "its hits are shared between dive and torpedo bombers",
}
FIGHTERS = {
    "default": "fighters fly CAP while it is weak, else they escort",
    "cap": "fighters fly CAP",
    "strike": "fighters escort the strike",
    "none": "fighters stay on deck",
}
BOMBERS = {"all": "bombers go to strike", "none": "bombers stay on deck"}
DECKS = {
    "default": "spots all that she can, or stays clear while others come home",
    "keep": "keeps her deck as it is",
    "clear": "clears her deck",
    "spot": "spots all that she can, whoever comes home",
}
"""What each word of a standing order means [MB1]."""
