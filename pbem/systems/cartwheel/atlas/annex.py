"""A side's own charts as the printed airbase display shows them [6.4]: for its owner alone."""

from collections.abc import Iterator

from pbem.engine.sheets import Row, Sheet, sheet_of
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.own.basing import is_over_full, kinds, standing_at
from pbem.systems.cartwheel.own.charts import Due, Plane, Private
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted, is_mobile
from pbem.systems.cartwheel.rules.r06_havens import own_bases, place_of
from pbem.systems.cartwheel.rules.statements import read_hit, read_loss
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.words.names import (
    all_of,
    base_name,
    earned,
    regrouped_words,
    striker_name,
    verb,
)
from pbem.systems.cartwheel.words.turn import hits_words

QUADRANTS = (("ready", False), ("ready", True), ("flown", False), ("flown", True))
"""The quadrants of a base's box: half, and whether disrupted [6.4a]."""


def annex(private: Private, game: Game, charts: Charts) -> tuple[Sheet, ...]:
    """The airbase display with what its signs mean, evacuation lists, missions under way."""
    return tuple(
        sheet
        for sheet in (
            _display(private, game, charts),
            _signs(private, charts),
            _lists(private),
            _missions(private),
            _regrouped(private),
        )
        if sheet.rows
    )


def noticed(private: Private, game: Game, charts: Charts) -> Iterator[str]:
    """Who of one's own was hit on the ground or lost with a base, and where the others went [E.6].

    All others learn from one's next file who it was, and not where they are.
    """
    for due in private.due:
        yield from _by_marks(due)
        if due.kind == "struck":
            hits = hits_words(hit for hit in map(read_hit, due.hits) if hit)
            where, by = base_name(due.place, charts), striker_name(due.mission)
            told = all_of(hits) if hits else "nobody was hit"
            yield f"Of yours on the ground at {where}, by {by}: {told} [H9.10.6]."
        elif due.kind == "lost-base":
            yield from _fled(private, game, due, charts)
            yield from _lost(private, due, f"from {base_name(due.place, charts)}", charts)
        elif due.kind == "no-landing":
            yield from _lost(private, due, "with no base to land at", charts)


def _fled(private: Private, game: Game, due: Due, charts: Charts) -> Iterator[str]:
    """Where the units of a lost base are now, and whether they find room there [H6.6, 6.3.4~]."""
    at: dict[str, list[str]] = {}
    for unit in (unit for unit in due.saved if unit in private.planes):
        at.setdefault(private.planes[unit].base, []).append(unit)
    for base, units in at.items():
        words = f"{all_of(units)} {verb(units, 'stands', 'stand')} at {base_name(base, charts)}"
        if is_over_full(private, game, base, charts):
            words += ", which is over-full: all its units are Flown"
        yield f"Of yours from {base_name(due.place, charts)} {words} [H6.6, 6.3.4~]."


def _lost(private: Private, due: Due, which: str, charts: Charts) -> Iterator[str]:
    """Who was lost with a base, or found none to land at, and what it gives the enemy [H16.1]."""
    lost = [loss for loss in map(read_loss, due.lost) if loss]
    if lost:
        units = [one.unit for one in lost]
        worth = earned(sum(charts.air_points(one.unit) * one.steps for one in lost), private.side)
        rule = "6.6.5" if due.kind == "lost-base" else "H9.11.1"
        yield f"Of yours {which} {all_of(units)} {verb(units, 'is', 'are')} lost{worth} [{rule}]."


def _by_marks(due: Due) -> Iterator[str]:
    """Which of the marked units have regrouped in the turn that has ended [H14.1]."""
    if told := regrouped_words(due.regrouped, due.worn):
        yield f"By your Regroup marks {told} [H14.1]."


def _display(private: Private, game: Game, charts: Charts) -> Sheet:
    """Every own base that stands or holds a unit, with its four quadrants [6.4a, 6.4d]."""
    held = {plane.base for plane in private.planes.values()}
    bases = sorted({*own_bases(game, private.side), *held}, key=lambda b: (_rank(b, charts), b))
    rows = (
        row
        for base in bases
        if base in held or base in game.bases
        for row in _base(private, game, base, charts)
    )
    heads = ("Base", "Holds", "Ready", "Ready disr.", "Flown", "Flown disr.")
    return Sheet(title="Airbase display", heads=heads, rows=tuple(rows))


def _rank(base: str, charts: Charts) -> int:
    """Fixed bases first, then mobile ones, carriers and ports."""
    if base not in charts.bases:
        return 3
    return 2 if is_mobile(base, charts) else 1


def _base(private: Private, game: Game, base: str, charts: Charts) -> Iterator[Row]:
    here = tuple(private.at(base))
    quadrants = tuple(
        _units((p for p in here if (p.half, p.disrupted) == quadrant), charts)
        for quadrant in QUADRANTS
    )
    over = is_over_full(private, game, base, charts)
    style = "lost" if over else "hurt" if _is_hurt(game, base, charts) else ""
    title = f"{_title(game, base, charts)}{_state(game, base, charts)}"
    yield Row(cells=(title, _holds(private, game, base, over, charts), *quadrants), style=style)


def _title(game: Game, base: str, charts: Charts) -> str:
    """`GUA Guadalcanal 1807`, `SOP South Pacific`, `TF36-CV 1808`."""
    place = place_of(game, base)
    name = charts.bases[base].name if base in charts.bases else ""
    return " ".join(word for word in (base, name, "" if place in charts.boxes else place) if word)


def _is_hurt(game: Game, base: str, charts: Charts) -> bool:
    return base in game.bases and is_disrupted(game.bases[base], charts)


def _state(game: Game, base: str, charts: Charts) -> str:
    """What the title line of a base tells besides its hex [6.4d]."""
    if base not in game.bases:
        return ""
    one = game.bases[base]
    words = [
        *([f"AA {charts.base_aa(base, disrupted=is_disrupted(one, charts))}"]
          if charts.bases[base].aa else []),
        *(["disrupted"] if is_disrupted(one, charts) else []),
        *([] if one.supplied else ["no supply"]),
        *(["radar"] if one.radar else []),
    ]  # fmt: skip
    return f" ({', '.join(words)})" if words else ""


def _holds(private: Private, game: Game, base: str, over: bool, charts: Charts) -> str:
    """Fighters and bombers that take room, of how many the base may hold [6.3.1~, 6.3.2, H10.5]."""
    counted = kinds(standing_at(private, game, base, charts), base, charts)
    used = f"{counted.count('F')}F {counted.count('B')}B"
    room = _room(game, base, charts)
    return f"{used} of {room}{' OVER' if over else ''}" if room else used


def _room(game: Game, base: str, charts: Charts) -> str:
    """How many a base holds, in words; empty for a box and a port."""
    if base in game.ships:
        return str(charts.naval[base].factors(game.ships[base].steps).air)
    chart = charts.bases.get(base)
    if chart is None or chart.is_off_board:
        return ""
    if chart.is_mobile:
        return f"{charts.basing.mobile_alike} alike or {charts.basing.mobile_any}"
    return f"{chart.fighters}F {chart.bombers}B, {chart.total}"


def _units(planes: Iterator[Plane], charts: Charts) -> str:
    return ", ".join(_unit(plane, charts) for plane in planes)


def _unit(plane: Plane, charts: Charts) -> str:
    """A unit with its marks, as `SIGNS` tells them, its factors, and where it will stage [H8.8]."""
    model = charts.air[plane.id].model
    now = model.factors(plane.steps)
    figures = "" if model.is_recon else f" {now.af}-{now.df}-{now.bf}"
    marks = "".join(_marks(plane, charts))
    kind = f"({plane.counts_as})" if plane.counts_as else ""
    going = f" to {plane.to}" if plane.to else ""
    return f"{plane.id}{f'[{marks}]' if marks else ''}{kind}{figures}{going}"


SIGNS = {
    "-": "reduced",
    "R": "marked to regroup [7.2]",
    "+": "asks for a replacement step [H14.1]",
    "*": "carries an Ace [H5.1]",
    ">": "has staged [H9.3]",
    "^": "on recon, over its hex [7.3]",
    "?": "arrives at the end of the turn [H15]",
}
"""The signs behind units of the airbase display."""
FACTORS = "has these factors as it is: attack, defence, bombing [2.2.2a~]"
COUNTED = {"F": "a fighter", "B": "a bomber"}


def _marks(plane: Plane, charts: Charts) -> Iterator[str]:
    holds = (
        plane.steps < charts.air[plane.id].model.steps,
        plane.mark,
        plane.replace,
        plane.ace,
        plane.staged,
        plane.away,
        plane.due,
    )
    return (sign for sign, held in zip(SIGNS, holds, strict=True) if held)


def _signs(private: Private, charts: Charts) -> Sheet:
    """What the signs mean that stand in the display."""
    used = {sign for plane in private.planes.values() for sign in _marks(plane, charts)}
    rows = [(f"[{sign}]", SIGNS[sign]) for sign in SIGNS if sign in used]
    rows += (
        (f"({kind})", f"counts as {COUNTED[kind]} at a minor or mobile base [7.3.1]")
        for kind in sorted({plane.counts_as for plane in private.planes.values()} - {""})
    )
    rows += [("1-2-3", FACTORS)] if private.planes else []
    return sheet_of("Signs", ("Sign", "The unit"), rows)


def _lists(private: Private) -> Sheet:
    """Where units fly if their base falls [H6.6.5]."""
    rows = ((base, " ".join(to)) for base, to in private.evacuate.items())
    return sheet_of("Evacuation lists", ("From", "To, best first"), rows)


def _regrouped(private: Private) -> Sheet:
    """What came of the Regroup marks of the turn that has ended [H14.1]."""
    rows = (
        (unit, f"{what}{_with_step(due, unit)}")
        for due in private.due
        for units, what in ((due.regrouped, "regroups"), (due.worn, "does not regroup"))
        for unit in units
    )
    return sheet_of("Regroup marks", ("Unit", "What came of its mark"), rows)


def _with_step(due: Due, unit: str) -> str:
    """Whether a unit that regroups got the step that it asked for [H14.1]."""
    if unit in due.lacked:
        return "; the pool has no step left"
    return ", with a step" if unit in due.stepped else ""


def _missions(private: Private) -> Sheet:
    """Own missions under way, with everything in them that is sealed [H9.1.3]."""
    rows = (
        (mission, one.unit, one.role, f"{one.mode} {one.target}{one.cargo}".strip())
        for mission, flight in private.flights.items()
        for one in flight.manifest.fliers
    )
    return sheet_of("Missions under way", ("Mission", "Unit", "Role", "What"), rows)
