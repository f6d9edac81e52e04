"""What to look at twice in Regroup marks: legal, and surely not meant (E.8)."""

from collections.abc import Iterator

from pbem.systems.cartwheel.form.cover import marked_to_flee
from pbem.systems.cartwheel.form.page import Page, by_base
from pbem.systems.cartwheel.orders.initiative import as_decided, fit
from pbem.systems.cartwheel.orders.sight import placed
from pbem.systems.cartwheel.own.changes import unfit_for_a_mark
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.rules.r06_bases import is_operational
from pbem.systems.cartwheel.rules.r14_regroup import barren
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, GeneralRegroup, Mark
from pbem.systems.cartwheel.table.state import Base
from pbem.systems.cartwheel.words.names import all_of, base_name, points, verb


def of_marks(page: Page) -> Iterator[str]:
    """A file that could mark worn units and marks nobody, or rests where nobody is worn [7.2]."""
    marked = {unit for order in page.file if isinstance(order, Mark) for unit in order.units}
    nobody = all(unfit_for_a_mark(plane, page.charts) for plane in page.planes())
    if nobody and any(isinstance(o, GeneralRegroup) and o.declare for o in page.file):
        yield "A general regroup turn is declared, and no air unit needs one [7.1, H14.5]."
    nowhere = {*barren(page.game, page.side, page.charts)}
    for base, planes in by_base(p for p in _placed(page) if p.id in marked and p.base in nowhere):
        who = f"{all_of(p.id for p in planes)} {'is' if len(planes) == 1 else 'are'} marked"
        where = f"at {base_name(base, page.charts)}, where nobody regroups as things stand"
        yield f"{who} {where}: {_why_barren(page, base)} [6.6.2~, H13.3]."
    yield from _marked_for_nothing(page)
    yield from marked_to_flee(page, marked)
    able = [unit for unit in fit(page) if page.private.planes[unit].base not in nowhere]
    is_last = page.game.now >= page.game.terms.last_turn  # nobody regroups after it
    if able and not marked and not is_last:
        worn = f"{all_of(able)} {verb(able, 'is', 'are')} disrupted or reduced"
        yield f"Nobody is marked to regroup, and {worn} [7.2]."


def _marked_for_nothing(page: Page) -> Iterator[str]:
    """Marks that can bring nothing: no step is asked for, or no turn follows [H14.1]."""
    orders = [order for order in page.file if isinstance(order, Mark)]
    sound = {plane.id for plane in as_decided(page).planes.values() if not plane.disrupted}
    for order in orders:
        if idle := [unit for unit in order.units if unit in sound and unit not in order.replace]:
            lacks, ask = verb(idle, "lacks", "lack"), verb(idle, "asks", "ask")
            yield f"{all_of(idle)} {lacks} a step alone, and {ask} for none in 'replace' [H14.1]."
    if page.game.now >= page.game.terms.last_turn and any(order.replace for order in orders):
        worth = points(page.charts.points.replacement)
        yield f"It is the last turn, and each step that comes gives the enemy {worth} [H14.1]."


def _placed(page: Page) -> tuple[Plane, ...]:
    """Own units where the file places them when it decides on the 11th [5.2, E.4.7]."""
    eleventh = (order for order in page.file if isinstance(order, CommitEleventh))
    private = next((placed(page, order) for order in eleventh), page.private)
    return tuple(private.planes.values())


def _why_barren(page: Page, base: str) -> str:
    """Why nobody regroups at a base or on a carrier [6.6.2~, H13.3]."""
    where = page.game.bases[base] if base in page.game.bases else page.game.ships[base]
    if not where.supplied:
        return "the place has no supply"
    idle = isinstance(where, Base) and not is_operational(where)
    return "the place does not work yet, or no more" if idle else "the place is disrupted"
