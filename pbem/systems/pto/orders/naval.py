"""Whether orders for ships are legal: forming, sailing, engaging [P3.1, P3.3, P4B, PH5]."""

from collections.abc import Iterator, Sequence

from pbem.engine.kinds import refuse
from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.month.p3_course import as_ordered, cannot_sail
from pbem.systems.pto.rules.month.p3_engage import cannot_engage
from pbem.systems.pto.rules.month.p3_forces import cannot_form, form
from pbem.systems.pto.rules.p3_half import Phase
from pbem.systems.pto.rules.p4_acting import activated
from pbem.systems.pto.table.orders import Engage, Form, Offensive, Sail
from pbem.systems.pto.table.state import Game

Numbered = Sequence[tuple[int, Order]]


def problems(
    game: Game, side: str, seat: str, numbered: Numbered, charts: Charts
) -> Iterator[Problem]:
    """Every order for ships that is not legal, judged as the file would leave them [F.3]."""
    fresh = _begun(game, numbered)
    yield from _wrong_forms(fresh, side, seat, numbered)
    yield from _wrong_ways(_formed(fresh, side, seat, numbered), seat, numbered, charts)
    planned = as_planned(game, side, seat, numbered, charts)
    yield from _wrong_attacks(planned, seat, numbered, charts)


def phase_of(game: Game) -> Phase:
    """Whether a file is for an offensive or for phase 3."""
    return "P4" if game.month.to_act else "P3"


def as_planned(game: Game, side: str, seat: str, numbered: Numbered, charts: Charts) -> Game:
    """The game after a file's legal orders for ships, if they meet nobody [F.2]."""
    game = _formed(_begun(game, numbered), side, seat, numbered)
    nations, phase = game.nations_of(seat), phase_of(game)
    for _, order in numbered:
        if isinstance(order, Sail) and not cannot_sail(game, nations, order, phase, charts):
            game = as_ordered(game, order, charts)
    return game


def _begun(game: Game, numbered: Numbered) -> Game:
    """The game as orders find it: no MP used, nobody has fought, who is named acts [P4B.1.C]."""
    return activated(game, (order for _, order in numbered))


# --- forming -------------------------------------------------------------------------------------


def _forms(numbered: Numbered) -> Iterator[tuple[int, Form]]:
    return ((number, order) for number, order in numbered if isinstance(order, Form))


def _wrong_forms(game: Game, side: str, seat: str, numbered: Numbered) -> Iterator[Problem]:
    """Task forces are formed before movement, not in an offensive [P3.1.1, P4B.1.B]."""
    offensive = any(isinstance(order, Offensive) for _, order in numbered)
    for number, order in _forms(numbered):
        if offensive:
            what = "no task force is formed in an offensive"
            hint = "form them in phase 3, or for the second naval movement"
            yield refuse("P3.1.1", "", what, hint).of(number)
            continue
        refusal = cannot_form(game, game.nations_of(seat), order)
        if refusal:
            yield refusal.of(number)
        else:
            game, _ = form(game, side, order)


def _formed(game: Game, side: str, seat: str, numbered: Numbered) -> Game:
    for _, order in _forms(numbered):
        if not cannot_form(game, game.nations_of(seat), order):
            game, _ = form(game, side, order)
    return game


# --- sailing -------------------------------------------------------------------------------------


def _wrong_ways(game: Game, seat: str, numbered: Numbered, charts: Charts) -> Iterator[Problem]:
    nations, phase = game.nations_of(seat), phase_of(game)
    for number, order in numbered:
        if not isinstance(order, Sail):
            continue
        refusal = cannot_sail(game, nations, order, phase, charts)
        if refusal:
            yield refusal.of(number)
        else:
            game = as_ordered(game, order, charts)


# --- attacking -----------------------------------------------------------------------------------


def _wrong_attacks(game: Game, seat: str, numbered: Numbered, charts: Charts) -> Iterator[Problem]:
    nations, phase = game.nations_of(seat), phase_of(game)
    for number, order in numbered:
        if not isinstance(order, Engage):
            continue
        refusal = cannot_engage(game, nations, order, phase, charts)
        if refusal:
            yield refusal.of(number)
