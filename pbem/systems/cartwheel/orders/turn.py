"""Whether the orders around the battles are legal, as far as all can see [4.1-4.3, 4.8]."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.systems.cartwheel.orders.sight import Sight
from pbem.systems.cartwheel.rules import r05_events as m05_events
from pbem.systems.cartwheel.rules import r06_mobile as m06_mobile
from pbem.systems.cartwheel.rules import r07_initiative as m07_initiative
from pbem.systems.cartwheel.rules.r06_bases import PORT
from pbem.systems.cartwheel.table.orders import (
    Build,
    CommitEleventh,
    CommitTF36,
    Dismantle,
    GeneralRegroup,
    PlaceAce,
    PlaceRadar,
    Recon,
    Redistribute,
)
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.words.names import hex_hint

ONCE: tuple[type[Order], ...] = (
    CommitEleventh, CommitTF36, PlaceAce, PlaceRadar, GeneralRegroup, Redistribute,
)  # fmt: skip
"""Orders of which a file holds one at most: each answers one question."""

ANSWERS = {"commit-11th": "5.2a", "commit-tf36": "5.3", "general-regroup": "7.1a"}
"""The rules that ask for exactly one answer a turn."""


def wrong_turn(sight: Sight, numbered: Sequence[tuple[int, Order]]) -> Iterator[Problem]:
    """Every defect of the orders for events, mobile bases, initiative and dismantling."""
    found = {number: [*_wrong(sight, numbered, number, order)] for number, order in numbered}
    sound = [(n, order) for n, order in numbered if isinstance(order, ONCE) or not found[n]]
    yield from _repeated(sight, sound)
    for problems in found.values():
        yield from problems


def _wrong(
    sight: Sight, numbered: Sequence[tuple[int, Order]], number: int, order: Order
) -> Iterator[Problem]:
    """What is wrong with one order by itself."""
    match order:
        case CommitEleventh():
            yield from _wrong_eleventh(sight, number, order)
        case CommitTF36():
            yield from _wrong_tf36(sight, number, order)
        case PlaceRadar():
            yield from _wrong_radar(sight, number, order)
        case PlaceAce():
            yield from _wrong_ace(sight, number, order)
        case Redistribute():
            yield from _wrong_redistribution(sight, number)
        case Build():
            yield from _wrong_build(sight, number, order, with_task_force(sight, numbered))
        case GeneralRegroup():
            yield from _wrong_regroup(sight, number, order)
        case Recon():
            yield from _wrong_recon(sight, number, order)
        case Dismantle():
            yield from _wrong_dismantling(sight, number, order)


def _repeated(sight: Sight, sound: Sequence[tuple[int, Order]]) -> Iterator[Problem]:
    """Questions answered twice; units, counters and hexes that two `sound` orders want.

    An order that is refused by itself takes nothing from those behind it.
    """
    asked: dict[str, int] = {}
    for number, order in sound:
        for claim, rule, what in _claims(order):
            first = asked.setdefault(claim, number)
            if first != number:
                yield sight.problem(number, "", rule, f"{what}: see order {first}")


def _claims(order: Order) -> Iterator[tuple[str, str, str]]:
    """What an order takes for itself, the rule that it is once, and the words for a second."""
    match order:
        case order if isinstance(order, ONCE):
            rule = ANSWERS.get(order.type, order.rule)
            yield order.type, rule, f"a file holds '{order.type}' once"
        case Build(base=base, hex=hex_):
            yield base, "6.2.4~", f"the counter {base[:40]} is used already"
            yield hex_, "6.5.1~", f"another mobile base is begun in {hex_[:40]} already"
        case Recon(unit=unit):
            yield unit, "7.3.2~", f"{unit[:40]} has its orders already"
        case Dismantle(base=base):
            yield base, "6.5.4~", f"{base[:40]} is dismantled already"


# --- 4.1 -----------------------------------------------------------------------------------------


def _wrong_eleventh(sight: Sight, number: int, order: CommitEleventh) -> Iterator[Problem]:
    """Rufes at ports [5.2c, 6.3.6~]; bases are private and stand in nobody else's order."""
    if order.ports and not order.commit:
        what = "no unit of the 11th is placed in a turn in which it is not committed"
        yield sight.problem(number, "ports", "5.2d", what, "take the ports out, or commit = true")
        return
    for unit, hex_ in order.ports.items():
        known = sight.charts.air.get(unit)
        if known is None or not known.model.is_floatplane or not _in_play(sight, unit):
            what = f"{unit[:40]} is no Rufe of yours in play"
            yield sight.problem(number, "ports", "6.3.6~", what, "only Rufes stand at ports")
            continue
        rule = m05_events.eleventh_problem(sight.game, unit, f"{PORT}{hex_}", sight.charts)
        if rule:
            what, open_to_it = f"{unit} cannot stand at {hex_[:40]!r}", _ports(sight, unit)
            hint = f"it can at: {', '.join(open_to_it)}" if open_to_it else "no port is open to it"
            yield sight.problem(number, "ports", rule, what, hint)
    if not sight.own and order.bases:
        what = "the bases of the 11th are sealed, not written in the order"
        yield sight.problem(number, "bases", "5.2c", what, "its author's program is at fault")


def _ports(sight: Sight, unit: str) -> list[str]:
    """Hexes at whose ports a Rufe can be placed, for a hint [5.2c, 6.3.6~]."""
    held = (hex_ for hex_, side in sight.game.control.items() if side == sight.side)
    return [
        hex_
        for hex_ in held
        if not m05_events.eleventh_problem(sight.game, unit, f"{PORT}{hex_}", sight.charts)
    ]


def _in_play(sight: Sight, unit: str) -> bool:
    known = sight.game.air.get(unit)
    return known is not None and known.side == sight.side and known.arrived and known.steps > 0


def _wrong_tf36(sight: Sight, number: int, order: CommitTF36) -> Iterator[Problem]:
    """Whether TF-36 is to be had, and where it enters [H5.3.2, H5.3.3]."""
    if not order.commit:
        if order.hex:
            yield sight.problem(number, "hex", "H5.3.3", "TF-36 enters nowhere", "leave it out")
        return
    rule = m05_events.bar_to_commit_tf36(sight.game, sight.charts)
    if rule:
        terms = sight.game.terms
        what = "TF-36 is not available this turn"
        hint = (
            f"{count(terms.tf36_limit, 'time')} in this scenario, from turn {terms.tf36_from} on, "
            "never in two turns running: commit = false"
        )
        yield sight.problem(number, "commit", rule, what, hint)
        return
    rule = m05_events.bar_to_enter_tf36(sight.game, order.hex, sight.charts)
    if rule:
        box = sight.charts.boxes[sight.charts.tf36.box]
        places = [p for p in (box.id, *box.entries) if not _entry_rule(sight, p)]
        what = f"TF-36 cannot appear at {order.hex[:40]!r}"
        if not order.hex:
            what = "it is not said where TF-36 appears"
        yield sight.problem(number, "hex", rule, what, f"it can at: {', '.join(places)}")


def _entry_rule(sight: Sight, place: str) -> str:
    return m05_events.bar_to_enter_tf36(sight.game, place, sight.charts)


def _wrong_radar(sight: Sight, number: int, order: PlaceRadar) -> Iterator[Problem]:
    """A Radar marker to place, on an own operational fixed base without one [H5.1]."""
    if sight.game.turn.radar != sight.side:
        yield sight.problem(number, "", "H5.1", "you have no Radar marker to place this turn")
        return
    bases = m05_events.radar_bases(sight.game, sight.side, sight.charts)
    if order.base not in bases:
        what = f"{order.base[:40]!r} cannot have the Radar marker"
        yield sight.problem(number, "base", "H5.1", what, f"these can: {', '.join(bases)}")


def _wrong_ace(sight: Sight, number: int, order: PlaceAce) -> Iterator[Problem]:
    """An Ace marker to place; the fighter is not told [H5.1]."""
    if sight.game.turn.ace != sight.side:
        yield sight.problem(number, "", "H5.1", "you have no Ace marker to place this turn")
    if not sight.own and order.unit:
        what = "the fighter with the Ace is sealed, not written in the order"
        yield sight.problem(number, "unit", "H5.1", what, "its author's program is at fault")


def _wrong_redistribution(sight: Sight, number: int) -> Iterator[Problem]:
    """Only before the first turn [H17.0]."""
    if sight.turn != sight.game.terms.first_turn:
        what = "units are redistributed before the first turn only"
        yield sight.problem(number, "", "H17.0", what, "take it out; units stage in 4.4")


def with_task_force(sight: Sight, numbered: Sequence[tuple[int, Order]]) -> Game:
    """The game as 4.2 finds it when TF-36 comes by the same file [5.3, H6.5]."""
    for _, order in numbered:
        if isinstance(order, CommitTF36) and order.commit:
            able = not m05_events.bar_to_commit_tf36(sight.game, sight.charts)
            if able and not _entry_rule(sight, order.hex):
                return m05_events.commit_tf36(sight.game, order, sight.charts)[0]
    return sight.game


def _wrong_build(sight: Sight, number: int, order: Build, game: Game) -> Iterator[Problem]:
    """Counter, hex, control, enemies, supply [6.2.4~, 6.5a, 6.5.1~, 6.6.4~]."""
    if not m06_mobile.is_in_hand(game, sight.side, order.base):
        what, hint = f"{order.base[:40]!r} is not in hand", f"in hand are: {_counters(sight)}"
        yield sight.problem(number, "base", "6.2.4~", what, hint)
        return
    rule = m06_mobile.bar_to_build(game, sight.side, order.base, order.hex, sight.charts)
    if not rule:
        return
    what, hint = {
        "6.2.4~": (f"{order.hex} has no line of supply", "choose a hex in supply [H13.2]"),
        "6.5.1~": (f"{order.hex} has a mobile base already", "choose another hex"),
        "6.6.4~": (f"enemy ground units are in {order.hex}", "choose another hex"),
    }.get(
        rule,
        (
            f"no mobile base can be begun in {order.hex[:40]!r}",
            hex_hint(
                order.hex, sight.charts, "land or coast under your control, without mountains"
            ),
        ),
    )
    yield sight.problem(number, "hex", rule, what, hint)


def _counters(sight: Sight) -> str:
    """Mobile counters in hand, for a hint."""
    bases = sight.game.bases.values()
    free = [b.id for b in bases if b.owner == sight.side and b.status == "in-hand"]
    return ", ".join(free) or "none"


# --- 4.3 -----------------------------------------------------------------------------------------


def _wrong_regroup(sight: Sight, number: int, order: GeneralRegroup) -> Iterator[Problem]:
    """A general regroup turn that may be declared [7.1, H7.1]."""
    rule = m07_initiative.bar_to_regroup(sight.game, sight.charts) if order.declare else ""
    if rule:
        what = "a general regroup turn cannot be declared now"
        yield sight.problem(number, "declare", rule, what, _regroup_hint(sight))


def _regroup_hint(sight: Sight) -> str:
    game = sight.game
    if not game.terms.regroups:
        return "this scenario has none: declare = false"
    if game.regroups and game.regroup_after >= game.now:
        return f"the second is possible after turn {game.regroup_after}: declare = false"
    return "declare = false"


def _wrong_recon(sight: Sight, number: int, order: Recon) -> Iterator[Problem]:
    """The unit [7.3a, 5.2g], its die and the hex [7.3.2~], the base to look at [7.3.4~]."""
    game, side, charts = sight.game, sight.side, sight.charts
    rule = m07_initiative.recon_problem(game, side, order, charts)
    if not rule:
        return
    if rule == "7.3.4~":
        there = m07_initiative.bases_to_look_at(game, side, order.hex, charts)
        what = f"{order.base[:40]!r} is no airbase of the enemy's in {order.hex}"
        hint = f"there are: {', '.join(there)}" if there else "none is there: leave the base out"
        yield sight.problem(number, "base", rule, what, hint)
    elif rule == "7.3.2~" and order.unit not in game.turn.grounded:
        what = f"{order.hex[:40]!r} is no hex in play"
        hint = hex_hint(order.hex, charts, "choose a hex of the map")
        yield sight.problem(number, "hex", rule, what, hint)
    else:
        able = m07_initiative.scouts_in_play(game, side, charts)
        left = [unit for unit in able if unit not in game.turn.grounded]
        what = f"{order.unit[:40]!r} does not fly recon this turn"
        hint = f"these can: {', '.join(left)}" if left else "none can: take it out"
        yield sight.problem(number, "unit", rule, what, hint)


# --- 4.8 -----------------------------------------------------------------------------------------


def _wrong_dismantling(sight: Sight, number: int, order: Dismantle) -> Iterator[Problem]:
    """An own mobile base, undisrupted; that it is empty only its owner knows [6.5.4~]."""
    rule = m06_mobile.bar_to_dismantle(sight.game, sight.side, order.base, sight.charts)
    if rule:
        what = f"{order.base[:40]!r} cannot be dismantled"
        able = [
            base.id
            for base in sight.game.bases.values()
            if not m06_mobile.bar_to_dismantle(sight.game, sight.side, base.id, sight.charts)
        ]
        hint = f"own, working and undisrupted are: {', '.join(able) or 'none'}"
        yield sight.problem(number, "base", rule, what, hint)
