"""What to look at twice in a file: legal, and surely not meant (E.8)."""

from collections.abc import Iterator

from pbem.counting import capital
from pbem.frozen import replace
from pbem.systems.cartwheel.form.ashore import of_ashore
from pbem.systems.cartwheel.form.cover import (
    can_be_raided,
    kept_down,
    left_open,
    named_again,
    policy_of,
    unused_clauses,
)
from pbem.systems.cartwheel.form.marks import of_marks
from pbem.systems.cartwheel.form.page import ALLOWED, CROWDED, GROUNDED, Page
from pbem.systems.cartwheel.form.standing import is_lost
from pbem.systems.cartwheel.form.supplied import of_supply
from pbem.systems.cartwheel.form.vain import of_vain_attacks
from pbem.systems.cartwheel.form.voyages import of_voyages
from pbem.systems.cartwheel.orders.answers import who_rises
from pbem.systems.cartwheel.orders.turn import eleventh_units
from pbem.systems.cartwheel.own.basing import is_over_full, kinds, refuges, standing_at
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.own.entries import commitment, drawn
from pbem.systems.cartwheel.own.learning import flown_of_eleventh
from pbem.systems.cartwheel.rules.asks import is_told
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.r06_capacity import capacity_problem
from pbem.systems.cartwheel.rules.r06_havens import own_bases, place_of
from pbem.systems.cartwheel.rules.r07_initiative import bases_to_look_at
from pbem.systems.cartwheel.rules.r08_missions import raid_of, units_of
from pbem.systems.cartwheel.rules.r09_targets import (
    is_target,
    is_there,
    read_target,
    strafes_nobody,
)
from pbem.systems.cartwheel.rules.r12_conclude import recalled
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    Answers,
    Asked,
    Pass,
    Reply,
    Stage,
)
from pbem.systems.cartwheel.table.orders_turn import (
    Build,
    CommitEleventh,
    CountsAs,
    Evacuate,
    PlaceAce,
    PlaceRadar,
    Recon,
    ReconReturn,
)
from pbem.systems.cartwheel.table.state import JAPANESE, other
from pbem.systems.cartwheel.words.names import (
    all_of,
    base_name,
    place_name,
    points,
    target_name,
    verb,
)


def warnings(page: Page) -> Iterator[str]:
    """Everything of the kind, in the order of the phases."""
    yield from _unplaced(page)
    yield from _eleventh_for_nothing(page)
    yield from of_marks(page)
    yield from _built_too_late(page)
    yield from _blank_recon(page)
    yield from _ace_unused(page)
    yield from _ace_at_rest(page)
    yield from _drops(page)
    yield from _gone(page.foreseen)
    yield from of_vain_attacks(page.foreseen)
    yield from of_voyages(page)
    yield from unused_clauses(page)
    yield from left_open(page)
    yield from kept_down(page)
    yield from named_again(page)
    yield from _twice(page)
    yield from of_ashore(page)
    yield from _landed_twice(page)
    yield from _lists(page)
    yield from _crowded(page)
    yield from of_supply(page)


# --- markers, the 11th, marks, recon -------------------------------------------------------------


def _unplaced(page: Page) -> Iterator[str]:
    """A marker of the random event that could be placed, and is lost [H5.1]."""
    turn = page.game.turn
    for side, kind, name in ((turn.ace, PlaceAce, "Ace"), (turn.radar, PlaceRadar, "Radar")):
        placed = any(isinstance(order, kind) for order in page.file)
        if side == page.side and not placed and page.options(kind):
            yield f"You place no {name}: the marker of the random event is lost [H5.1]."


def _eleventh_for_nothing(page: Page) -> Iterator[str]:
    """The 11th committed with nobody in reach of the enemy, or sent home unflown [5.2]."""
    worth = points(page.charts.printed.committed)
    for order in page.file:
        if isinstance(order, CommitEleventh) and order.bases and not order.commit:
            yield "The bases of the 11th have no effect: commit = false leaves it at Truk [5.2d]."
        if isinstance(order, CommitEleventh) and order.commit:
            at_sea = [p for p in eleventh_units(page) if p.base in page.game.ships]
            if not order.bases and not order.ports and not at_sea:
                yield (
                    f"The 11th gives the Allies {worth} for being committed, and you place none of"
                    " it: all stays at Truk. Name 'bases', or commit = false [5.2b]."
                )
        rests = isinstance(order, Pass) and order.rest and page.game.turn.eleventh == "yes"
        flown = eleventh_flying(page) or flown_of_eleventh(page.private, page.charts)
        if rests and page.side == JAPANESE and not flown and not _eleventh_may_rise(page):
            yield f"You pass out, and no unit of the 11th has flown: its {worth} is given away."


def _eleventh_may_rise(page: Page) -> bool:
    """Whether a unit of the 11th would still answer a raid, and so fly [H8.9, 5.2]."""
    up = who_rises(page, policy_of(page)) if can_be_raided(page) else frozenset()
    return any(plane.id in up for plane in eleventh_units(page))


def eleventh_flying(page: Page) -> tuple[str, ...]:
    """Units of the 11th that the file's orders let count as flown; evasion does not [AMB-4]."""
    found: list[str] = []
    for order in page.file:
        if isinstance(order, AirMission):
            found += units_of(order)
        elif isinstance(order, Reply):
            found += order.interceptors
        elif isinstance(order, Recon | Stage):
            found.append(order.unit)
    flown = flown_of_eleventh(page.private, page.charts)
    fresh = {plane.id for plane in eleventh_units(page) if plane.id not in flown}
    return tuple(dict.fromkeys(unit for unit in found if unit in fresh))


def _built_too_late(page: Page) -> Iterator[str]:
    """Mobile bases begun in the last turn, which work after it [6.5]."""
    begun = [order.base for order in page.file if isinstance(order, Build)]
    if begun and page.game.now >= page.game.terms.last_turn:
        names = all_of(base_name(base, page.charts) for base in begun)
        yield f"{names} would work only after the last turn [6.5]."


def _blank_recon(page: Page) -> Iterator[str]:
    """Recon over enemy airbases that looks at none of them [7.3.4~]."""
    told = all(is_told(page.game, step) for step in page.steps)
    for order in page.file if told else ():
        if isinstance(order, Recon) and order.unit and not order.base:
            there = bases_to_look_at(page.game, page.side, order.hex, page.charts)
            if there:
                names = " or ".join(base_name(base, page.charts) for base in there)
                where = place_name(order.hex, page.charts)
                yield (
                    f"{order.unit} counts no aircraft in {where}: 'base' does not name {names}"
                    " [7.3.4~]."
                )


# --- missions ------------------------------------------------------------------------------------


def _drops(page: Page) -> Iterator[str]:
    """Supply dropped where nobody of one's own can take it up [H13.4]."""
    for order in page.file:
        if not isinstance(order, AirMission) or SUPPLY not in order.cargo.values():
            continue
        where = place_name(order.hex, page.charts)
        lying = page.game.supplies.get(f"{page.side}/{order.hex}", 0)
        if not any(page.game.troops_at(order.hex, page.side)):
            yield f"No troops of yours are in {where}: supply dropped there is lost [H13.4]."
        elif lying >= page.charts.supply.units:
            yield f"No more supply units find room in {where}: what is dropped is lost [H13.4]."


def _ace_at_rest(page: Page) -> Iterator[str]:
    """An Ace for a unit of the 11th that the file, or one before it, leaves at rest [5.2d]."""
    decision = commitment(page.file, page.steps)
    committed = decision.commit if decision else page.game.turn.eleventh == "yes"
    placed = (order.unit for order in page.file if isinstance(order, PlaceAce))
    for unit in placed:
        if page.charts.air[unit].is_eleventh and not committed:
            stays = f"{unit} gets the Ace, and flies nothing before you commit the 11th"
            yield f"{stays} [5.2d, H5.1]."


def _ace_unused(page: Page) -> Iterator[str]:
    """An Ace whose unit flies, and that no order names: it fights as any other [H5.1, H9.7.6]."""
    for order in page.file:
        if isinstance(order, AirMission | Reply) and not order.ace:
            flies = units_of(order) if isinstance(order, AirMission) else (*order.interceptors,)
            planes = page.private.planes
            for unit in (one for one in flies if one in planes and planes[one].ace):
                yield (
                    f'{unit} flies without its Ace: ace = "{unit}" lets it fight as one'
                    " [H5.1, H9.7.6]."
                )


def _gone(page: Page) -> Iterator[str]:
    """Strikes whose target is not there when they come: their bombs fall into the sea [H9.6]."""
    for order in page.file:
        if not isinstance(order, AirMission) or order.kind != "strike":
            continue
        yield from _strafed_in_vain(page, order)
        raid = raid_of(page.game, page.side, "", order)
        aims = dict.fromkeys(order.targets.get(unit, order.target) for unit in order.strikers)
        for text in aims:
            target = read_target(text)
            if target is not None and not is_there(page.game, raid, target):
                aim, where = target_name(text, page.charts), place_name(order.hex, page.charts)
                yield (
                    f"{capital(aim)} cannot be struck in {where} {page.when}: who attacks it drops"
                    " his bombs into the sea [H9.6]."
                )


def _strafed_in_vain(page: Page, order: AirMission) -> Iterator[str]:
    """Who strafes an unfinished base, where nobody stands: he does nothing [H9.10.5, 6.5.3~]."""
    vain: dict[str, list[str]] = {}
    for unit in order.strikers:
        target = read_target(order.targets.get(unit, order.target))
        name = order.modes.get(unit, order.mode)
        modes = (one for one in page.charts.modes if one.mode == name)
        if target is not None and any(strafes_nobody(page.game, one, target) for one in modes):
            vain.setdefault(target.id, []).append(unit)
    for base, units in vain.items():
        if is_target(page.game.bases[base], other(page.side)):
            strafe = verb(units, "strafes", "strafe")
            yield (
                f"{all_of(units)} {strafe} {base_name(base, page.charts)} for nothing: it is under"
                " construction, so nobody stands there, and strafing makes no hits [H9.10.5]."
            )


def _twice(page: Page) -> Iterator[str]:
    """Fighters that several replies name: who takes off once does it no more [H9.4.5]."""
    replies = [order for order in page.file if isinstance(order, Reply)]
    named = [unit for order in replies for unit in order.interceptors]
    if both := sorted({unit for unit in named if named.count(unit) > 1}):
        be, it = verb(both, "is", "are"), verb(both, "it has", "they have")
        yield (
            f"{all_of(both)} {be} named against several raids: a later one is met only if"
            f" {it} not taken off before [H9.4.5]."
        )


# --- home ----------------------------------------------------------------------------------------


def _landed_twice(page: Page) -> Iterator[str]:
    """A recon unit that several orders bring home: the last of them holds [7.3.5~]."""
    homes = [order for order in page.file if isinstance(order, ReconReturn)]
    for unit in dict.fromkeys(order.unit for order in homes):
        bases = [order.base for order in homes if order.unit == unit]
        if bases[1:]:
            last = base_name(bases[-1], page.charts)
            yield f"{unit} is told {len(bases)} times where to land: {last} holds [7.3.5~]."


# --- lists ---------------------------------------------------------------------------------------


def _lists(page: Page) -> Iterator[str]:
    """Lists for bases, or to bases, that are not one's own, and what changes nothing [H6.6.5]."""
    own = {*own_bases(page.game, page.side)}
    for order in page.file:
        match order:
            case Evacuate() if is_lost(page.game, order.base):
                base = base_name(order.base, page.charts)
                yield f"{base} is lost for ever: no list of it changes anything [6.6.4~, H6.6.5]."
            case Evacuate() if order.to and order.base not in own:
                base = base_name(order.base, page.charts)
                yield f"{base} is none of your bases: its list waits until it is [H6.6.5]."
            case Evacuate(to=()) if not page.private.evacuate.get(order.base):
                base = base_name(order.base, page.charts)
                yield f"'evacuate' for {base} names no base and changes nothing: no list [H6.6.5]."
            case Evacuate():
                lost = [to for to in order.to if to not in own]
                yield from _crowding(page, order)
                if lost:
                    base, names = order.base, [base_name(to, page.charts) for to in lost]
                    yield (
                        f"Nobody who leaves {base_name(base, page.charts)} can fly to"
                        f" {' or '.join(names)} as things stand: not your own [H6.6.5]."
                    )
            case CountsAs() if page.private.planes[order.unit].counts_as == order.kind:
                yield f"{order.unit} counts so already [7.3.1]."
            case Answers(clauses=()) if not page.private.policy:
                yield "'answers' has no clauses and changes nothing: you have none [H8.9.4]."
            case Asked(hexes=()) if not page.game.asked.get(page.side):
                yield "'asked' has no hexes and changes nothing: you are asked nowhere [H8.9.7]."


def _crowding(page: Page, order: Evacuate) -> Iterator[str]:
    """Bases that a list would over-fill with those who stand there now [H6.6.5, 6.3.4~]."""
    after, game, charts = landed(page), page.game, page.charts
    to: dict[str, list[Plane]] = {}
    for plane in standing_at(after, game, order.base, charts):
        legal = refuges(game, plane, place_of(game, order.base), charts)
        if base := next((base for base in order.to if base in legal), ""):
            to.setdefault(base, []).append(plane)
    for base, planes in to.items():
        all_ = (*standing_at(after, game, base, charts), *planes)
        if capacity_problem(charts, game, base, kinds(all_, base, charts)):
            yield (
                f"If {base_name(order.base, charts)} fell as things stand,"
                f" {all_of(plane.id for plane in planes)} would fly to {base_name(base, charts)},"
                " and over-fill it: all its units would be Flown [6.3.4~, H6.6.5]."
            )


# --- bases ---------------------------------------------------------------------------------------


def _crowded(page: Page) -> Iterator[str]:
    """Bases that these orders make over-full: their units are grounded [6.3.4~].

    Recon that they send home counts where it lands in 4.6.
    """
    after, home = landed(page), recalled(page.game, page.side)
    for base in sorted({plane.base for plane in after.planes.values()}):
        was = is_over_full(page.private, page.game, base, page.charts)
        if not was and is_over_full(after, home, base, page.charts):
            units = all_of(plane.id for plane in after.at(base))
            yield (
                f"{base_name(base, page.charts)} becomes over-full: then {units} {GROUNDED};"
                f" {ALLOWED} [{CROWDED}]."
            )


def landed(page: Page) -> Private:
    """The own charts when these orders are carried out, and who flies has landed."""
    private = drawn(page.view, page.private, page.file, page.charts)
    going = {plane.id: plane.to for plane in private.planes.values() if plane.to}
    for order in page.file:
        if isinstance(order, AirMission):
            going |= dict(order.returns)
    planes = (private.planes[unit] for unit in going if unit in private.planes)
    return private.with_planes(replace(plane, base=going[plane.id]) for plane in planes)
