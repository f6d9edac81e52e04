"""The situation of Cartwheel in tables, as everybody sees it (E.1).

Nothing of a side's charts is in here: where air units stand, only their owner knows.
"""

from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.engine.sheets import Row, Sheet, sheet_of
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r06_bases import damage_of, is_disrupted
from pbem.systems.cartwheel.rules.r08_passes import missions_to_order
from pbem.systems.cartwheel.table.state import SIDES, Base, Game, Owed, Ship, Troops
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    all_of,
    base_name,
    place_name,
    points,
    short_place,
    striker_name,
)
from pbem.systems.cartwheel.words.sheets_air import air, missions, recon
from pbem.systems.cartwheel.words.sheets_units import ground, ships, worn

AHEAD = 3
"""Reinforcements are told so many turns ahead."""


def sheets(game: Game, charts: Charts) -> tuple[Sheet, ...]:
    """The public situation, in tables that fit 80 columns; those without rows are left out."""
    found = (
        _turn(game, charts),
        points_by_rule(game, charts),
        missions(game, charts),
        recon(game, charts),
        _bases(game, charts),
        _ports(game, charts),
        ships(game, charts),
        ground(game, charts),
        air(game, charts),
        _arrivals(game, charts),
    )
    return tuple(sheet for sheet in found if sheet.rows)


def _by_side(values: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{ADJECTIVES[side]} {value}" for side, value in values)


# --- the turn ------------------------------------------------------------------------------------


def _turn(game: Game, charts: Charts) -> Sheet:
    """Turn, points, initiative, event and what is open in the phase 4.4 [E.1]."""
    rows = (pair for pair in facts(game, charts) if pair[1])
    return sheet_of("The turn", ("What", "How it stands"), rows)


def facts(game: Game, charts: Charts) -> Iterator[tuple[str, str]]:
    """How the turn stands, each under its name; empty where there is nothing to tell."""
    terms, now = game.terms, max(game.now, game.terms.first_turn)
    left = terms.last_turn - now
    after = f"then {left} more" if left else "the last"
    yield "Turn", f"{charts.turn_name(terms.track, now)}, {after}"
    yield "Victory points", _by_side((side, points(game.points(side))) for side in SIDES)
    yield "Initiative marker", ADJECTIVES[game.holder]
    yield "Event of the turn", _event(game, charts)
    yield "Event in force", ", ".join(_flags(game, charts))
    yield "11th Hikoshidan", {"yes": "committed", "no": "not committed"}.get(game.turn.eleventh, "")
    yield "TF-36", _task_force(game, charts)
    yield "General regroup", _regroups(game, charts)
    yield "Operations", _operations(game, charts)
    yield "Missions left", _missions_left(game, charts)
    yield "Cut off from supply", "; ".join(_cut_off(game, charts))
    yield "Replacement pools", _by_side((s, count(game.pools.get(s, 0), "step")) for s in SIDES)
    yield "Aces in play", _by_side((s, str(n)) for s, n in game.aces.items() if n)
    yield "Stood down", ", ".join(ADJECTIVES[side] for side in game.stand_down)
    yield (
        "Wants to reply",
        _by_side(
            (s, f"at {all_of(short_place(h, charts) for h in hexes)}")
            for s, hexes in game.asked.items()
        ),
    )
    yield "To be stated", "; ".join(_owed(one, charts) for one in game.owed)


def _event(game: Game, charts: Charts) -> str:
    """The row of the Random Events table that was thrown this turn [5.1]."""
    return charts.events.table.at(game.turn.event).title if game.turn.event else ""


def _flags(game: Game, charts: Charts) -> Iterator[str]:
    """What of the random event still matters [H5.1]."""
    turn = game.turn
    if turn.storm:
        yield "storm"
    if turn.coastwatch:
        yield f"coastwatchers from column {charts.events.coastwatch_column} on"
    if turn.magic:
        yield "Magic"
    submarine = game.ships.get(charts.submarine.unit)
    if turn.submarine and submarine and submarine.steps and submarine.moved < game.now:
        yield f"{submarine.id} may attack"
    if turn.convoy:
        yield f"{count(turn.convoy, 'step')} more in the Japanese pool"
    if turn.ace:
        yield f"{ADJECTIVES[turn.ace]} Ace to be placed"
    if turn.radar:
        yield f"{ADJECTIVES[turn.radar]} Radar to be placed"


def _cut_off(game: Game, charts: Charts) -> Iterator[str]:
    """What each side has without supply until the next determination [H13.3]."""
    for side in SIDES:
        bases = (base for base in game.bases.values() if base.owner == side and not base.supplied)
        pieces: tuple[Troops | Ship, ...] = (*game.troops.values(), *game.ships.values())
        lacking = (one.id for one in pieces if one.side == side and one.steps and not one.supplied)
        names = (*(base_name(base.id, charts) for base in bases), *lacking)
        if names:
            yield f"{ADJECTIVES[side]} {', '.join(names)}"


def _task_force(game: Game, charts: Charts) -> str:
    """TF-36 this turn, and how often it came [5.3, H5.3.2]."""
    if not game.terms.tf36_limit:
        return ""
    used = f"used {len(game.tf36_turns)} of {count(game.terms.tf36_limit, 'time')}"
    first = game.terms.tf36_from
    if game.turn.tf36:
        return f"committed; {used}"
    start = charts.turn_name(game.terms.track, first)
    return f"from {start} on; {used}" if game.now < first else used


def _regroups(game: Game, charts: Charts) -> str:
    if game.turn.regroup == "yes":
        return "this turn"
    made = ", ".join(charts.turn_name(game.terms.track, turn) for turn in game.regroups)
    return f"made in {made}" if made else ""


def _operations(game: Game, charts: Charts) -> str:
    """Run, opportunity and passes [4.4, H8.1-H8.3]."""
    operations = game.operations
    if not operations.to_act:
        return ""
    done = _by_side((side, str(operations.done.get(side, 0))) for side in SIDES)
    if operations.over:
        return f"over; missions done: {done}"
    passes = count(operations.passes, "pass", "passes") if operations.passes else ""
    rows = f"{passes}{' in a row' if operations.passes > 1 else ''}"
    out = (f"{ADJECTIVES[side]} player passed out" for side in operations.out)
    told = (_whose_turn(game, charts), f"done: {done}", rows, *out)
    return "; ".join(words for words in told if words)


def _whose_turn(game: Game, charts: Charts) -> str:
    """What is left of a run, or that one mission is somebody's; empty where nothing is [H8.1]."""
    side = game.operations.to_act
    run = game.operations.run - len(game.operations.queue)
    many = min(run, missions_to_order(game, side, charts))
    if many > 1:
        return f"{ADJECTIVES[side]} run, {count(many, 'mission')} of it left"
    return f"one {ADJECTIVES[side]} mission or a pass" if many == 1 else ""


def _missions_left(game: Game, charts: Charts) -> str:
    """What each side may still order this turn [H8.2]; nothing who has passed out [H8.3]."""
    if game.operations.over:
        return ""
    return _by_side((side, str(missions_to_order(game, side, charts))) for side in SIDES)


def _owed(owed: Owed, charts: Charts) -> str:
    """A statement that a side must make in its next file (E.6)."""
    place = base_name(owed.place, charts) if owed.place else ""
    what = {
        "struck": f"who was hit at {place} by {striker_name(owed.mission)}",
        "lost-base": f"where the units of {place} went",
        "replaced": "its replacement steps",
        "eleventh": "how many units of the 11th flew",
    }[owed.kind]
    return f"{ADJECTIVES[owed.side]}: {what}"


EARNED = {
    "5.2b": "11th Hikoshidan committed",
    "5.2e": "11th Hikoshidan flown and lost",
    "H5.3.2": "TF-36 committed",
    "H10.5.1": "carriers outside Truk",
    "H11.7": "failed raids",
    "H14.1": "replacement steps",
    "H16.1": "losses and wrecked bases",
    "H16.2": "places held at the end",
    "H17.1": "the convoy",
    "ruling": "rulings",
}
"""What points are for, by the rule that gives them."""
NOTHING = "-"
"""In place of points where a side has earned none."""


def points_by_rule(game: Game, _: Charts) -> Sheet:
    """Victory points by what they were earned for [H16.1]."""
    sums: dict[tuple[str, str], int] = {}
    for award in game.awards:
        key = (award.rule, award.side)
        sums[key] = sums.get(key, 0) + award.points
    rules = [rule for rule in EARNED if any((rule, side) in sums for side in SIDES)]
    rows = (
        (
            rule,
            EARNED[rule],
            *(points(sums[rule, s]) if (rule, s) in sums else NOTHING for s in SIDES),
        )
        for rule in rules
    )
    heads = ("Rule", "Earned for", *ADJECTIVES.values())
    return sheet_of("Victory points by rule", heads, rows)


# --- bases and ports -----------------------------------------------------------------------------


def _bases(game: Game, charts: Charts) -> Sheet:
    """Airbases with their title lines [6.4d], and what recon was told of them [7.3.4~]."""
    rows = [
        _base(game, base, charts)
        for base in sorted(game.bases.values(), key=lambda b: (b.owner, b.hex, b.id))
        if base.hex and base.status not in ("in-hand", "lost")
    ]
    for side in SIDES:
        left = [b.id for b in game.bases.values() if b.owner == side and b.status == "in-hand"]
        if left:
            cells = (", ".join(left), "", ADJECTIVES[side], "mobile, in hand", "")
            rows.append(Row(cells=cells, style="faint"))
    heads = ("Base", "Where", "Side", "State", "Told")
    return Sheet(title="Airbases", heads=heads, rows=tuple(rows))


def _base(game: Game, base: Base, charts: Charts) -> Row:
    told = game.turn.counts.get(base.id)
    seen = f"{told.fighters}F {told.bombers}B" if told else ""
    hurt = "lost" if base.status == "destroyed" else ""
    style = "hurt" if is_disrupted(base, charts) or not base.supplied else hurt
    name = charts.bases[base.id].name
    title = base.id if name == base.id else f"{base.id} {name}"
    where = "off board" if base.hex in charts.boxes else base.hex
    cells = (title, where, ADJECTIVES[base.owner], _state(base, charts), seen)
    return Row(cells=cells, style=style)


def _state(base: Base, charts: Charts) -> str:
    """`sound`, `disrupted, 3 of 5 hits`, and so on [H6.6]."""
    limits = damage_of(base.id, charts)
    if base.status != "working":
        words = [{"building": "under construction"}.get(base.status, base.status)]
    elif base.hits and limits is not None:
        state = "disrupted, " if is_disrupted(base, charts) else ""
        words = [f"{state}{base.hits} of {limits.destroyed} hits"]
    else:
        words = ["sound"]
    words += [] if base.supplied else ["no supply"]
    words += ["radar"] if base.radar else []
    return ", ".join(words)


def _ports(game: Game, charts: Charts) -> Sheet:
    """Ports with hits [H9.10.7], and Rufes that stand there [6.3.6~]."""
    rows = []
    for hex_ in sorted({*game.port_hits, *(plane.hex for plane in game.floatplanes.values())}):
        hits = game.port_hits.get(hex_, 0)
        state = "closed" if hits >= charts.bombing.closed else "open"
        planes = ", ".join(
            f"{one.id} ({worn(one.steps, charts.air[one.id].model.steps, one.disrupted)}"
            f"{', flown' if one.flown else ''})"
            for one in game.floatplanes.values()
            if one.hex == hex_
        )
        if hits or planes:
            cells = (place_name(hex_, charts), f"{state}, {count(hits, 'hit')}", planes)
            rows.append(Row(cells=cells, style="hurt" if state == "closed" else ""))
    return Sheet(title="Ports", heads=("Port", "State", "Rufes"), rows=tuple(rows))


# --- reinforcements ------------------------------------------------------------------------------


def _arrivals(game: Game, charts: Charts) -> Sheet:
    """Reinforcements of this turn and the next ones [H15]."""
    first = max(game.now, game.terms.first_turn)
    coming = sorted(
        (a for a in game.terms.arrivals if first <= a.turn < first + AHEAD),
        key=lambda a: (a.turn, a.side, a.place),
    )
    rows = (
        (
            charts.turn_name(game.terms.track, a.turn),
            ADJECTIVES[a.side],
            ", ".join(a.units),
            _arrives_at(a.place, charts),
        )
        for a in coming
        if any(not _is_here(game, unit) for unit in a.units)
    )
    return sheet_of("Reinforcements due", ("Turn", "Side", "Units", "Where"), rows)


def _arrives_at(place: str, charts: Charts) -> str:
    if not place:
        return "by H15.2"
    return base_name(place, charts) if place in charts.bases else place_name(place, charts)


def _is_here(game: Game, unit: str) -> bool:
    if unit in game.air:
        return game.air[unit].arrived
    return bool(game.ships[unit].at if unit in game.ships else game.troops[unit].at)
