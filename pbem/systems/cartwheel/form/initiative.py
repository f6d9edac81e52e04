"""The form for general regroup, Regroup marks and recon [4.3]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.counting import count
from pbem.engine.steps import IfRoom
from pbem.frozen import replace
from pbem.systems.cartwheel.form.page import (
    Examples,
    Page,
    Part,
    first,
    listed,
    price_of_eleventh,
    unit_words,
)
from pbem.systems.cartwheel.orders.fliers import far as distance_of
from pbem.systems.cartwheel.orders.initiative import fit, fit_if_committed
from pbem.systems.cartwheel.own.basing import cannot_scout
from pbem.systems.cartwheel.rules import asks
from pbem.systems.cartwheel.rules import r07_initiative as m07_initiative
from pbem.systems.cartwheel.rules.occasion import RECON
from pbem.systems.cartwheel.rules.r14_regroup import barren
from pbem.systems.cartwheel.table.orders_turn import (
    GeneralRegroup,
    Mark,
    Recon,
)
from pbem.systems.cartwheel.words.names import all_of
from pbem.systems.cartwheel.words.ordered import marked_words

NOBODY_WORN = "no unit of yours is disrupted or reduced"


def initiative_parts(page: Page) -> Iterator[Part]:
    """General regroup, Regroup marks, recon, as far as the file holds them (E.4)."""
    if asks.REGROUPING in page.steps and page.game.terms.regroups:
        yield Part(
            title="General regroup",
            rule="7.1",
            choices=_regroup(page),
            examples=_regroup_orders(page),
            left="the next turn is none of general regroup.",
            idle=_no_regroup(page),
            kind=IfRoom,
        )
    if page.marks:
        yield Part(
            title="Regroup marks",
            rule="7.2",
            choices=_marks(page),
            examples=_mark_orders(page),
            left="nobody is marked. Nobody but you sees who is.",
            idle="" if fit(page) or fit_if_committed(page) else NOBODY_WORN,
        )
    if page.answers(RECON):
        able = m07_initiative.scouts_left(page.game, page.side, page.charts)
        yield Part(
            title="Reconnaissance",
            rule="7.3",
            choices=_recon(page, able),
            examples=_recon_orders(page),
            idle="" if able or _also(page) else "no recon unit of yours flies this turn",
        )


# --- regroup -------------------------------------------------------------------------------------


def _no_regroup(page: Page) -> str:
    """Why none can be declared; empty if one can."""
    game = page.game
    name = page.charts.turn_name(game.terms.track, game.regroup_after)
    reasons = {
        "7.1a": "both of the game have been made",
        "7.1b": f"the second is possible after {name}",
        "7.1c": "after one in the last month there is no second",
    }
    rule = m07_initiative.bar_to_regroup(game, page.charts)
    return f"{reasons[rule]} [{rule}]" if rule else ""


def _regroup(page: Page) -> Iterator[str]:
    cap = page.charts.operations.regroup_cap
    yield (
        "Declared a turn ahead. In a general regroup turn all your marked units regroup without"
        " dice, pools are larger;"
        f" you fly no air missions and make no ground attacks, and each side has"
        f" {count(cap, 'mission')} at most [H14.5]."
    )


def _regroup_orders(page: Page) -> Examples:
    yield from first(order for order in page.options(GeneralRegroup) if order.declare)


def _marks(page: Page) -> Iterator[str]:
    able, also = fit(page), fit_if_committed(page)
    if able:
        yield f"These may regroup: {listed((_worn(page, unit) for unit in able), 40)}."
    if also:
        units = listed(_worn(page, unit) for unit in also)
        yield f"If this file commits the 11th, also: {units}. If not, they recover at once [5.2d]."
    if idle := sorted({page.private.planes[unit].base for unit in able} & _barren(page)):
        yield f"Nobody regroups at {all_of(map(page.name, idle))} as things stand [6.6.2~, H13.3]."
    if any(page.charts.air[unit].model.is_floatplane for unit in (*able, *also)):
        yield "A Rufe that this file places at a port cannot regroup there [7.2]."
    yield (
        "A marked unit flies no mission this turn; a fighter may still scramble,"
        f" {marked_words(page.charts)}. At the end of the turn it recovers by a die, and those in"
        f" 'replace' ask for a step too; your pool is {count(page.game.pools[page.side], 'step')}"
        " [H14.1]."
    )


def _worn(page: Page, unit: str) -> str:
    plane = page.private.planes[unit]
    return f"{unit_words(plane, page.charts)} at {page.name(plane.base)}"


def _barren(page: Page) -> frozenset[str]:
    """Own bases where nobody regroups as things stand [6.6.2~, H13.3]."""
    return frozenset(barren(page.game, page.side, page.charts))


def _mark_orders(page: Page) -> Examples:
    """All of them that could regroup as things stand, and a step for each that lacks one."""
    nowhere = _barren(page)
    units = tuple(unit for unit in fit(page) if page.private.planes[unit].base not in nowhere)
    if units:
        worn = tuple(u for order in page.options(Mark) for u in order.replace if u in units)
        yield (Mark(units=units, replace=worn),)


# --- recon ---------------------------------------------------------------------------------------


def _also(page: Page) -> list[str]:
    """Recon units of the 11th, which fly if this very file commits it [5.2g]."""
    if not page.commits:
        return []
    committed = page.game.with_turn(replace(page.game.turn, eleventh="yes"))
    able = m07_initiative.scouts_left(committed, page.side, page.charts)
    return [unit for unit in able if page.charts.air[unit].is_eleventh]


def _recon(page: Page, able: Sequence[str]) -> Iterator[str]:
    game = page.game
    if asks.LATE_RECON not in page.steps:
        yield "The dice are thrown after this file: orders hold for those units that fly."
    if asks.FIRST_RECON in page.steps:
        yield (
            "You place first. With wait = true you place in your next file, when you have seen"
            " where the enemy looks and his die; that costs one more mail if one of your own dice"
            " lets a unit fly [E.4.6]."
        )
    grounded = [u for u in game.turn.grounded if game.air[u].side == page.side]
    if grounded:
        yield f"Grounded by their dice: {', '.join(grounded)}."
    orders = page.options(Recon)
    for unit in able:
        yield _scout(page, unit, orders)
    learns = (
        "it also learns how many fighters and bombers stand there, if 'base' names it;"
        if all(asks.is_told(page.game, step) for step in page.steps)
        else "it learns nothing of the aircraft there, for the enemy has sealed no charts yet,"
        " unless you wait [H7.3.1];"
    )
    yield (
        f"On the hex of an enemy base {learns} fighters that rise against your missions over its"
        " hex have a worse die [7.3.4~]. What no order names stays at its base."
    )
    if also := _also(page):
        yield f"If this file commits the 11th, {all_of(also)} may fly too [5.2g]."
    scouts = (page.private.planes[u] for u in (*able, *also) if u in page.private.planes)
    yield from price_of_eleventh(page, scouts)


def _scout(page: Page, unit: str, orders: Iterable[Recon]) -> str:
    model = page.charts.air[unit].model
    if model.unlimited:
        return f"{unit} may look at any hex."
    plane = page.private.planes[unit]
    if refusal := cannot_scout(page.private, page.game, plane, page.charts):
        return f"{unit} flies no recon: it {refusal.what} [{refusal.rule}]."
    near = sorted(_way(page, one) for one in orders if one.unit == unit and one.base)
    looks = "; ".join(f"{page.name(b)} in {hex_}, {far}" for far, hex_, b in near[:14])
    reach = count(model.range, "hex", "hexes")
    return (
        f"{unit} at {page.name(plane.base)} reaches {reach}. Enemy bases by distance:"
        f" {looks or 'none'}."
    )


def _recon_orders(page: Page) -> Examples:
    """Each unit over the base that holds most, or else over the nearest hex with a name."""
    orders = [order for order in page.options(Recon) if not order.wait]
    for unit in dict.fromkeys(order.unit for order in orders):
        mine = [order for order in orders if order.unit == unit]
        looks = [order for order in mine if order.base]
        named = [order for order in mine if page.charts.hexes[order.hex].name]
        yield from first(
            sorted(looks, key=lambda one: (_worth(page, one.base), _way(page, one)))
            or sorted(named, key=lambda one: _way(page, one))
        )


def _way(page: Page, order: Recon) -> tuple[int, str, str]:
    plane = page.plane(order.unit)
    return distance_of(page, plane, order.hex) if plane else 0, order.hex, order.base


def _worth(page: Page, base: str) -> int:
    """Orders bases for an example: those that hold most come first."""
    return -page.charts.bases[base].total if base in page.charts.bases else 0
