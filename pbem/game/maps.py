"""The map of a game as this seat sees it, and what it says of ways, ranges and supply."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine.atlas import CLOSEST, Atlas, Frame
from pbem.engine.sheets import Line
from pbem.engine.tabletop import Laid
from pbem.engine.titles import title_of
from pbem.errors import refuse
from pbem.game.session import Session
from pbem.game.tables import tabletop_of
from pbem.report import svg
from pbem.report.blocks import Block, Lines, Picture, Report, build
from pbem.report.telling import called

HEADING = 4
"""Lines of a report around a drawing and its legend: the title, blank ones, the prompt."""


def _atlas(session: Session) -> Atlas[Any, Any]:
    atlas = session.rules.system.atlas
    if atlas is None:
        what = f"{session.rules.system.title} has no map"
        raise refuse("option", what, hint="see the table with 'pbem show'")
    return atlas


def _private(session: Session) -> object:
    """The seat's own hidden state; the map is shown without it where the secret is missing."""
    return session.own_private() if session.folder.secret() is not None else None


def draw(session: Session, frame: Frame) -> Report:
    """The map, and all of the place at its middle if one is named."""
    atlas, game = _atlas(session), session.ahead().fold.table.game
    private, charts = _private(session), session.rules.charts
    drawing = atlas.draw(game, private, frame, charts)

    def blocks() -> Iterator[Block]:
        if frame.at:
            yield Lines(lines=atlas.describe(game, private, frame.at, charts))
        yield Picture(drawing=drawing)

    return build(drawing.title, blocks(), names=_names(session, game))


def shows_hidden(session: Session) -> bool:
    """Whether the map of this seat shows anything that the others do not see."""
    return _private(session) is not None


def picture(session: Session, *, public: bool) -> str:
    """The table as an SVG document: as this seat sees it, or as everybody does if `public`."""
    rules = session.rules
    table = session.fold.table if public else session.ahead().fold.table
    tabletop, game, charts = tabletop_of(rules), table.game, rules.charts
    laid = tabletop.laid(game, None if public else _private(session), charts)
    title = f"{title_of(rules.system, game)}, {called(rules, game, table.turn)}"
    return svg.picture(laid, title=title)


def laid_for(session: Session) -> Laid | None:
    """The table as this seat sees it when it writes; None in a game that has none to draw."""
    rules, table = session.rules, session.ahead().fold.table
    if rules.system.tabletop is None:
        return None
    return rules.system.tabletop.laid(table.game, _private(session), rules.charts)


def closest(session: Session, at: str, width: int, height: int | None) -> Frame:
    """The largest zoom that fits the screen: all of the map, or the places around `at`.

    `height` is in lines, None where there are as many as it takes.
    """
    atlas, game = _atlas(session), session.ahead().fold.table.game
    private, charts = _private(session), session.rules.charts
    least = 2 if at else 1
    for zoom in range(CLOSEST, least, -1):
        frame = Frame(at=at, zoom=zoom, width=width)
        drawing = atlas.draw(game, private, frame, charts)
        if (at or drawing.whole) and (height is None or drawing.rows + HEADING <= height):
            return frame
    return Frame(at=at, zoom=least, width=width)


def route(session: Session, start: str, end: str) -> Report:
    """How far it is from one place to another, by air and by sea."""
    atlas, game = _atlas(session), session.ahead().fold.table.game
    title, charts = f"The way from {start} to {end}", _charts(session)
    return _told(title, atlas.route(game, start, end, charts), _names(session, game))


def reach(session: Session, unit: str) -> Report:
    """How far a unit gets from where it is."""
    atlas, game = _atlas(session), session.ahead().fold.table.game
    lines = atlas.reach(game, _private(session), unit, _charts(session))
    return _told(f"Range of {unit}", lines, _names(session, game))


def supply(session: Session, place: str) -> Report:
    """Whether and from where a place is supplied."""
    atlas, game = _atlas(session), session.ahead().fold.table.game
    lines = atlas.supply(game, place, _charts(session))
    return _told(f"Supply of {place}", lines, _names(session, game))


def _charts(session: Session) -> Any:
    return session.rules.charts


def _names(session: Session, game: Any) -> Mapping[str, str]:
    return session.rules.system.names(game, _charts(session))


def _told(title: str, lines: tuple[Line, ...], names: Mapping[str, str]) -> Report:
    return build(title, (Lines(lines=lines),), names=names)
