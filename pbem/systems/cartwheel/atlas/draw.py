"""The map as a drawing: the whole in little, or a part in large, and what lies off board [H2.1]."""

import textwrap
from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.engine.atlas import Drawing, Frame, Ink, Span
from pbem.systems.cartwheel.atlas import large as atlas_large
from pbem.systems.cartwheel.atlas import small as atlas_small
from pbem.systems.cartwheel.atlas.look import INKS, Look, air_words, cased, look, planes_at
from pbem.systems.cartwheel.book import hexes
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import BANDS
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.under_way import Raid
from pbem.systems.cartwheel.words.names import place_name

NARROWEST = 20
"""Columns that a drawing takes at least, however narrow the screen is."""

Lines = tuple[tuple[Span, ...], ...]


def draw(game: Game, private: Private | None, at: str, frame: Frame, charts: Charts) -> Drawing:
    """The map for a screen: all of it at zoom 1 and wherever it fits, else hexes around `at`."""
    width = max(frame.width, NARROWEST)
    below = tuple(_below(game, private, width, charts))
    if frame.zoom <= 1:
        lines, legend = _whole(game, private, width, charts)
        return Drawing(title="The map", lines=(*lines, (), *below), legend=legend, whole=True)
    size = atlas_large.size_for(frame.zoom, width)
    whole = None if at else atlas_large.whole_for(frame.zoom, width, game.terms.columns)
    middle = _middle(game, at, charts)
    lines = _part(game, private, middle, whole or size, charts)
    return Drawing(
        title="The map" if whole else f"The map around {place_name(at or middle, charts)}",
        lines=(*lines, (), *below),
        legend=atlas_large.LEGEND if frame.zoom == 2 else atlas_large.NAMED_LEGEND,
        whole=whole is not None,
    )


def _whole(
    game: Game, private: Private | None, width: int, charts: Charts
) -> tuple[Lines, tuple[tuple[str, str], ...]]:
    """All columns of the area, in strips if the screen is narrow, and what the signs mean."""
    lines: Lines = ()
    crowded: list[str] = []
    strips = atlas_small.columns_in(*game.terms.columns, width)
    for columns in strips:
        looks, across = _looks(game, private, columns, charts), atlas_small.room(columns, width)
        strip = atlas_small.strip(looks, columns, width).lines()
        lines = (*lines, (), *strip) if lines else strip
        crowded += (words for one in looks.values() if (words := _crowded(one, across)))
    if crowded:
        lines = (*lines, (), *_wrapped("In one hex:", "; ".join(crowded), "", width))
    counts = private is not None and atlas_small.room(strips[0], width) >= atlas_small.WITH_OWN
    return lines, atlas_small.LEGEND + (atlas_small.WIDE_LEGEND if counts else ())


def _crowded(one: Look, across: int) -> str:
    """`rab with lak, vun`, where a hex has no room for all its bases; else empty."""
    if not (others := atlas_small.unnamed(one, across)):
        return ""
    first, *rest = (
        f"{atlas_small.base_mark(one, base)}{cased(base.owner, base.id)}"
        for base in (one.bases[0], *others)
    )
    return f"{first} with {', '.join(rest)}"


def _part(
    game: Game, private: Private | None, middle: str, size: atlas_large.Size, charts: Charts
) -> Lines:
    columns, rows = atlas_large.window(middle, game.terms.columns, size)
    looks = _looks(game, private, columns, charts)
    return atlas_large.part(looks, columns, rows, size, middle, charts).lines()


def _looks(
    game: Game, private: Private | None, columns: Iterable[int], charts: Charts
) -> dict[str, Look]:
    numbers = (hexes.number(c, r) for c in columns for r in range(1, hexes.ROWS + 1))
    return {hex_: look(game, private, hex_, charts) for hex_ in numbers}


def _middle(game: Game, at: str, charts: Charts) -> str:
    """The hex in the middle: the one named, a box's anchor, or that of the scenario's area."""
    first, last = game.terms.columns
    if at in charts.boxes:
        anchor = charts.boxes[at].anchor
        return hexes.number(min(max(first, hexes.column(anchor)), last), hexes.row(anchor))
    return at or hexes.number((first + last) // 2, hexes.ROWS // 2)


# --- below the map -------------------------------------------------------------------------------


def _below(
    game: Game, private: Private | None, width: int, charts: Charts
) -> Iterator[tuple[Span, ...]]:
    """Off-board boxes, missions under way, and where the seat's own air units are."""
    for box in charts.boxes.values():
        if box.id in game.bases:
            words = _in_box(game, private, box.id, charts)
            yield from _wrapped(f"{box.id} {box.name}:", words, INKS[box.side], width)
    for mission in game.operations.queue:
        if mission in game.operations.raids:
            raid = game.operations.raids[mission]
            yield from _wrapped(f"{mission}:", _raid(raid, charts), INKS[raid.side], width)
    if private is not None:
        words = "; ".join(_own_air(private, charts)) or "none"
        yield from _wrapped("Your air units:", words, "own", width)


def _in_box(game: Game, private: Private | None, box: str, charts: Charts) -> str:
    """What is in a box: units by id, and the seat's own air units in numbers."""
    air = air_words(planes_at(game, private, box), charts)
    ships = (ship.id for ship in game.ships_at(box))
    troops = (unit.id for unit in game.troops_at(box))
    seen = " ".join((*troops, *ships))
    own = f"yours {air}" if air else ""
    return " and ".join(filter(None, (seen, own))) or "nothing in view"


def _raid(raid: Raid, charts: Charts) -> str:
    parts = (
        count(number, noun)
        for number, noun in (
            (raid.strikers, "striker"), (raid.escorts, "escort"), (raid.transports, "transport"),
        )
        if number
    )  # fmt: skip
    band = BANDS[raid.band - 1]
    return f"{raid.kind} on {place_name(raid.hex, charts)}, {', '.join(parts)}, band {band}"


def _own_air(private: Private, charts: Charts) -> Iterator[str]:
    """Own bases with units on them: fighters, bombers and how many are Ready."""
    bases = sorted({plane.base for plane in private.planes.values() if not plane.due})
    for base in bases:
        here = [plane for plane in private.at(base) if not plane.due]
        ready = sum(p.half == "ready" and not (p.disrupted or p.away) for p in here)
        name = f"port {base.removeprefix(PORT)}" if base.startswith(PORT) else base
        yield f"{name} {air_words(here, charts)} ({ready} fit)"


def _wrapped(lead: str, words: str, ink: Ink, width: int) -> Iterator[tuple[Span, ...]]:
    """Words after a lead, further lines indented."""
    text = f"{lead} {words}"
    lines = textwrap.wrap(text, width, subsequent_indent="  ", break_on_hyphens=False)
    if lines[0].startswith(lead):
        yield Span(text=lead, ink=ink), Span(text=lines[0].removeprefix(lead))
        lines = lines[1:]
    yield from ((Span(text=line),) for line in lines)
