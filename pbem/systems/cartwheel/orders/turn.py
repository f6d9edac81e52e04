"""The orders of events and mobile bases: why not, and what is legal [4.1, 4.2]."""

from collections.abc import Iterable, Iterator
from typing import Literal

from pbem.counting import count
from pbem.engine.kinds import Claim, Kind, Part, Refusal, refuse
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.orders.sight import PROGRAM, Sight, placed, some, some_bases
from pbem.systems.cartwheel.own.basing import is_over_full
from pbem.systems.cartwheel.own.changes import cannot_be_ace, cannot_be_placed
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.rules import r05_events as m05_events
from pbem.systems.cartwheel.rules.asks import BUILDING, TASK_FORCE, sealed_answers
from pbem.systems.cartwheel.rules.occasion import ELEVENTHS, OPENING, TASK_FORCES
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.rules.r06_havens import own_bases
from pbem.systems.cartwheel.rules.r06_mobile import bar_to_build, counters_in_hand, is_in_hand
from pbem.systems.cartwheel.table.orders_turn import (
    Build,
    CommitEleventh,
    CommitTF36,
    PlaceAce,
    PlaceRadar,
)
from pbem.systems.cartwheel.words import ordered
from pbem.systems.cartwheel.words.names import place_to_write


def once(order: Order, rule: str) -> Claim:
    """The one answer to a question that a file may hold."""
    return Claim(subject=order.type, refusal=refuse(rule, "", f"a file holds '{order.type}' once"))


# --- 5.2 the 11th --------------------------------------------------------------------------------


def _eleventh_faults(sight: Sight, order: CommitEleventh) -> Iterator[Refusal]:
    """Rufes at ports, the others at bases, which are private [5.2c, 5.2d, 6.3.6~]."""
    if order.ports and not order.commit:
        what = "no unit of the 11th is placed in a turn in which it is not committed"
        yield refuse("5.2d", "ports", what, "take the ports out, or commit = true")
    else:
        yield from _wrong_ports(sight, order)
    if sight.private is not None:
        yield from _wrong_bases(sight, order) if order.commit else ()
        return
    yield from _wrongly_shown(sight, order)
    if order.bases:
        what = "the bases of the 11th are sealed, not written in the order"
        yield refuse("5.2c", "bases", what, PROGRAM)


def _wrongly_shown(sight: Sight, order: CommitEleventh) -> Iterator[Refusal]:
    """All see the state of a Rufe that goes to a port, which it can have, and nobody else's."""
    for unit in sorted({*order.steps, *order.disrupted} - {*order.ports}):
        what = f"the state of {unit[:40]} is told, and it goes to no port"
        yield refuse("6.3.6~", "ports", what, PROGRAM)
    for unit, steps in order.steps.items():
        known = sight.charts.air.get(unit)
        if known is not None and not 1 <= steps <= known.model.steps:
            what = f"{unit} cannot have {count(steps, 'step')}"
            yield refuse("6.3.6~", "steps", what, PROGRAM)


def _wrong_ports(sight: Sight, order: CommitEleventh) -> Iterator[Refusal]:
    """Rufes alone stand at ports [6.3.6~], where they may [5.2c]."""
    for unit, hex_ in order.ports.items():
        known = sight.charts.air.get(unit)
        if known is None or not known.model.is_floatplane or not _in_play(sight, unit):
            what = f"{unit[:40]} is no Rufe of yours in play"
            yield refuse("6.3.6~", "ports", what, "only Rufes stand at ports")
        elif rule := _bar_to_port(sight, unit, hex_):
            what, open_to_it = f"{unit} cannot stand at {hex_[:40]!r}", _ports(sight, unit)
            ports = ", ".join(place_to_write(port, sight.charts) for port in open_to_it)
            hint = f"it can at: {ports}" if ports else "no port is open to it"
            yield refuse(rule, "ports", what, hint)


def _bar_to_port(sight: Sight, unit: str, hex_: str) -> str:
    return m05_events.eleventh_problem(sight.game, unit, f"{PORT}{hex_}", sight.charts)


def _ports(sight: Sight, unit: str) -> list[str]:
    """Hexes at whose ports a Rufe can be placed [5.2c, 6.3.6~]."""
    held = (hex_ for hex_, side in sight.game.control.items() if side == sight.side)
    return [hex_ for hex_ in held if not _bar_to_port(sight, unit, hex_)]


def _in_play(sight: Sight, unit: str) -> bool:
    known = sight.game.air.get(unit)
    return known is not None and known.side == sight.side and known.arrived and known.steps > 0


def _wrong_bases(sight: Sight, order: CommitEleventh) -> Iterator[Refusal]:
    """The 11th is placed at Rabaul or in Truk, a Rufe at any base, within capacity [5.2c]."""
    for unit, base in order.bases.items():
        plane = sight.plane(unit)
        if plane is None or not sight.charts.air[unit].is_eleventh:
            yield refuse("5.2c", "bases", f"{unit[:40]} is not of the 11th")
        elif refusal := cannot_be_placed(sight, plane, base):
            bases = own_bases(sight.game, sight.side)
            able = [one for one in bases if not cannot_be_placed(sight, plane, one)]
            hint = f"it can at: {some_bases(sight, able)}"
            if ports := sight.charts.air[unit].model.is_floatplane and _ports(sight, unit):
                places = ", ".join(place_to_write(port, sight.charts) for port in ports)
                hint += f"; by 'ports' at: {places}"
            yield refusal.about(unit, "bases", hint)
    for base in sorted({*order.bases.values()} & {*sight.game.bases}):
        if is_over_full(placed(sight, order), sight.game, base, sight.charts):
            what = f"{sight.charts.base_name(base)} has no room for so many"
            yield refuse("5.2c", "bases", what, "leave some in Truk: TRK")


def _commitments(_: Sight) -> Iterator[CommitEleventh]:
    """To commit the 11th or not; where its units stand, the parts tell."""
    yield from (CommitEleventh(commit=False), CommitEleventh(commit=True))


def _eleventh_parts(sight: Sight) -> Iterator[Part]:
    """The places of its units, each by itself [5.2c, 6.3.6~]."""
    planes = eleventh_units(sight)
    rufes = [p.id for p in planes if sight.charts.air[p.id].model.is_floatplane]
    bases = tuple(own_bases(sight.game, sight.side))
    placings = (
        (plane, base)
        for plane in planes
        for base in bases
        if not any(_wrong_bases(sight, _committed(plane.id, base)))
    )
    moorings = ((unit, hex_) for unit in rufes for hex_ in _ports(sight, unit))
    yield Part(key="bases", values=tuple(f'{plane.id} = "{base}"' for plane, base in placings))
    yield Part(key="ports", values=tuple(f'{unit} = "{hex_}"' for unit, hex_ in moorings))
    for key in ("steps", "disrupted"):
        yield Part(key=key, words="the program fills it in")


def eleventh_units(sight: Sight) -> tuple[Plane, ...]:
    """The units of the 11th that are in play, by id."""
    return tuple(plane for plane in sight.planes() if sight.charts.air[plane.id].is_eleventh)


def _committed(unit: str, base: str) -> CommitEleventh:
    return CommitEleventh(commit=True, bases=FrozenMap({unit: base}))


def with_eleventh(sight: Sight, order: CommitEleventh) -> Sight:
    """The game as the recon orders of the same file find it [5.2g]."""
    turn = replace(sight.game.turn, eleventh="yes" if order.commit else "no")
    return replace(sight, game=sight.game.with_turn(turn))


COMMIT_ELEVENTH = Kind(
    order=CommitEleventh,
    steps=ELEVENTHS,
    faults=_eleventh_faults,
    options=_commitments,
    parts=_eleventh_parts,
    claims=lambda _, order: [once(order, "5.2a")],
    then=with_eleventh,
    asked_by="5.2a",
    words=ordered.eleventh,
)


# --- 5.3 TF-36 -----------------------------------------------------------------------------------


def _tf36_faults(sight: Sight, order: CommitTF36) -> Iterator[Refusal]:
    """Whether TF-36 is to be had, and where it enters [H5.3.2, H5.3.3]."""
    if order.eleventh and not _is_sealed(sight):
        what = "the Japanese have said already what becomes of the 11th"
        yield refuse("E.4.5", "eleventh", what, "leave it out")
    if sight.private is None and _is_sealed(sight):
        what = "the answers on TF-36 are sealed, and stand in no file"
        yield refuse("E.4.5", "", what, PROGRAM)
        return
    if not order.commit:
        if order.hex:
            yield refuse("H5.3.3", "hex", "TF-36 enters nowhere", "leave it out")
    elif rule := m05_events.bar_to_commit_tf36(sight.game, sight.charts):
        terms = sight.game.terms
        start = sight.charts.turn_name(terms.track, terms.tf36_from)
        what = "TF-36 is not available this turn"
        hint = (
            f"{count(terms.tf36_limit, 'time')} in this scenario, from {start} on, "
            "never in two turns running: commit = false"
        )
        yield refuse(rule, "commit", what, hint)
    elif rule := m05_events.bar_to_enter_tf36(sight.game, order.hex, sight.charts):
        what = f"TF-36 cannot appear at {order.hex[:40]!r}"
        if not order.hex:
            what = "it is not said where TF-36 appears"
        places = ", ".join(place_to_write(place, sight.charts) for place in _entries(sight))
        yield refuse(rule, "hex", what, f"it can at: {places}")


def _is_sealed(sight: Sight) -> bool:
    """Whether the Allies decide before the Japanese, and so under seal (E.4.5)."""
    return TASK_FORCE in sight.steps and bool(sealed_answers(sight.game, sight.charts))


def _tf36_claims(_: Sight, order: CommitTF36) -> Iterator[Claim]:
    """One answer, or one on each of what the Japanese may say of the 11th (E.4.5)."""
    refusal = refuse("5.3", "", "a file holds one 'commit-tf36' on each answer about the 11th")
    for answer in (order.eleventh,) if order.eleventh else ("yes", "no"):
        yield Claim(subject=f"commit-tf36 {answer}", refusal=refusal)


def _entries(sight: Sight) -> list[str]:
    """Where TF-36 can appear: its box, and entry hexes of it [H5.3.3]."""
    game, charts = sight.game, sight.charts
    box = charts.boxes[charts.tf36.box]
    places = (box.id, *box.entries)
    return [place for place in places if not m05_events.bar_to_enter_tf36(game, place, charts)]


def _task_forces(sight: Sight) -> Iterator[CommitTF36]:
    """To leave it where it is, or each place where it can appear; under seal on each answer."""
    for answer in ANSWERS if _is_sealed(sight) else ANSWERS[:1]:
        yield from (replace(one, eleventh=answer) for one in _task_forces_on(sight))


ANSWERS: tuple[Literal["", "yes", "no"], ...] = ("", "yes", "no")


def _task_forces_on(sight: Sight) -> Iterator[CommitTF36]:
    yield CommitTF36(commit=False)
    if not m05_events.bar_to_commit_tf36(sight.game, sight.charts):
        places = sorted(_entries(sight), key=lambda place: place in sight.charts.boxes)
        yield from (CommitTF36(commit=True, hex=place) for place in places)


def _with_task_force(sight: Sight, order: CommitTF36) -> Sight:
    """The game as 4.2 finds it when TF-36 comes by the same file, for all to see [5.3, H6.5]."""
    if _is_sealed(sight):
        return sight
    return replace(sight, game=m05_events.commit_tf36(sight.game, order, sight.charts)[0])


COMMIT_TF36 = Kind(
    order=CommitTF36,
    steps=TASK_FORCES,
    faults=_tf36_faults,
    options=_task_forces,
    claims=_tf36_claims,
    then=_with_task_force,
    asked_by="5.2a",
    words=ordered.task_force,
)


# --- the markers of events [H5.1] ----------------------------------------------------------------


def _radar_faults(sight: Sight, order: PlaceRadar) -> Iterator[Refusal]:
    """A Radar marker to place, on an own operational fixed base without one [H5.1]."""
    if sight.game.turn.radar != sight.side:
        yield refuse("H5.1", "", "you have no Radar marker to place this turn")
        return
    bases = m05_events.radar_bases(sight.game, sight.side, sight.charts)
    if order.base not in bases:
        what = f"{order.base[:40]!r} cannot have the Radar marker"
        yield refuse("H5.1", "base", what, f"these can: {some_bases(sight, bases)}")


def _radars(sight: Sight) -> Iterator[PlaceRadar]:
    if sight.game.turn.radar == sight.side:
        bases = m05_events.radar_bases(sight.game, sight.side, sight.charts)
        yield from (PlaceRadar(base=base) for base in bases)


RADAR = Kind(
    order=PlaceRadar,
    steps=OPENING,
    faults=_radar_faults,
    options=_radars,
    claims=lambda _, order: [once(order, "H5.1")],
    words=ordered.radar,
)


def _ace_faults(sight: Sight, order: PlaceAce) -> Iterator[Refusal]:
    """An Ace marker to place; the fighter is not told [H5.1, H5.1.1]."""
    if sight.game.turn.ace != sight.side:
        yield refuse("H5.1", "", "you have no Ace marker to place this turn")
    if sight.private is None:
        if order.unit:
            what = "the fighter with the Ace is sealed, not written in the order"
            yield refuse("H5.1", "unit", what, PROGRAM)
        return
    plane = sight.plane(order.unit)
    refusal = cannot_be_ace(plane, sight.charts) if plane else None
    if plane is None or (refusal and not plane.ace):
        what = f"{order.unit[:40]!r} is no fighter of yours at full strength"
        yield refuse("H5.1.1", "unit", what, f"name one that is: {some(_aces(sight), 'none', 12)}")
    elif refusal:
        yield refusal.about(order.unit, "unit")


def _aces(sight: Sight) -> list[str]:
    """Own fighters that may carry an Ace, fighter bombers not among them [H5.1.1, CR9]."""
    return [plane.id for plane in sight.planes() if not cannot_be_ace(plane, sight.charts)]


def _ace_orders(sight: Sight) -> Iterator[PlaceAce]:
    if sight.game.turn.ace == sight.side:
        yield from (PlaceAce(unit=unit) for unit in _aces(sight))


ACE = Kind(
    order=PlaceAce,
    steps=OPENING,
    faults=_ace_faults,
    options=_ace_orders,
    claims=lambda _, order: [once(order, "H5.1")],
    words=ordered.ace,
)


# --- 4.2 mobile bases ----------------------------------------------------------------------------


def _build_faults(sight: Sight, order: Build) -> Iterator[Refusal]:
    """Counter, hex, control, enemies, supply [6.2.4~, 6.5a, 6.5.1~, 6.6.4~]."""
    counter, in_hand = order.base, counters_in_hand(sight.game, sight.side)
    if not is_in_hand(sight.game, sight.side, counter):
        hint = f"in hand are: {some_bases(sight, in_hand, 'none')}"
        yield refuse("6.2.4~", "base", f"{counter[:40]!r} is not in hand", hint)
        counter = next(iter(in_hand), "")  # the counters are alike
    rule = bar_to_build(sight.game, sight.side, counter, order.hex, sight.charts)
    if not rule or not counter:
        return
    if rule == "6.5.1~" and counter != order.base:
        return  # the mobile base that stands there may be the very one that is not in hand
    elsewhere = "land or coast under your control, without mountains"
    what, hint = {
        "6.2.4~": (f"{order.hex} has no line of supply", "choose a hex in supply [H13.2]"),
        "6.5.1~": (f"{order.hex} has a mobile base already", "choose another hex"),
        "6.6.4~": (f"enemy ground units are in {order.hex}", "choose another hex"),
    }.get(
        rule,
        (f"no mobile base can be begun in {order.hex[:40]!r}", elsewhere),
    )
    yield refuse(rule, "hex", what, hint)


def _build_claims(_: Sight, order: Build) -> Iterable[Claim]:
    counter = f"the counter {order.base[:40]} is used already"
    site = f"another mobile base is begun in {order.hex[:40]} already"
    yield Claim(subject=f"base {order.base}", refusal=refuse("6.2.4~", "", counter))
    yield Claim(subject=f"hex {order.hex}", refusal=refuse("6.5.1~", "", site))


def _builds(sight: Sight) -> Iterator[Build]:
    """Each counter in hand in each hex that will have it; the counters are alike."""
    counters = counters_in_hand(sight.game, sight.side)
    held = [hex_ for hex_, side in sight.game.control.items() if side == sight.side]
    for hex_ in sorted(held) if counters else ():
        if not bar_to_build(sight.game, sight.side, counters[0], hex_, sight.charts):
            yield from (Build(base=counter, hex=hex_) for counter in counters)


BUILD = Kind(
    order=Build,
    steps=(BUILDING,),
    faults=_build_faults,
    claims=_build_claims,
    options=_builds,
    words=ordered.build,
)

KINDS = (COMMIT_ELEVENTH, COMMIT_TF36, RADAR, ACE, BUILD)
