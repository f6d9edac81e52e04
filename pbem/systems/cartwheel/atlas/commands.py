"""The map commands of Cartwheel: what is drawn, and what is told of places, ways and ranges."""

from pbem.engine.atlas import Atlas, Drawing, Frame
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.atlas import draw as atlas_draw
from pbem.systems.cartwheel.atlas import reach as atlas_reach
from pbem.systems.cartwheel.atlas import supply as atlas_supply
from pbem.systems.cartwheel.atlas import words as atlas_words
from pbem.systems.cartwheel.atlas.names import place_of, unit_of
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.table.state import Game


def draw(game: Game, private: object, frame: Frame, charts: Charts) -> Drawing:
    """The map around a place, as far as it fits [H2.1]; `Refused` for a place not known."""
    at = place_of(frame.at, game, charts) if frame.at else ""
    return atlas_draw.draw(game, _own(private), at, frame, charts)


def describe(game: Game, private: object, typed: str, charts: Charts) -> tuple[Line, ...]:
    """Everything at a place that this seat may see [E.1, E.2]."""
    return tuple(atlas_words.describe(game, _own(private), place_of(typed, game, charts), charts))


def route(game: Game, start: str, end: str, charts: Charts) -> tuple[Line, ...]:
    """How far it is by air, by sea and over land, or why there is no way [H2.2, H2.6-H2.8]."""
    one, other = place_of(start, game, charts), place_of(end, game, charts)
    return tuple(atlas_words.route(game, one, other, charts))


def reach(game: Game, private: object, typed: str, charts: Charts) -> tuple[Line, ...]:
    """What a unit gets to from where it is [2.2.2d~, H9.3, H10.3, H11.2]."""
    return tuple(atlas_reach.reach(game, _own(private), unit_of(typed, game), charts))


def supply(game: Game, typed: str, charts: Charts) -> tuple[Line, ...]:
    """By which line a place is supplied, or where it is cut [H13.2]."""
    return tuple(atlas_supply.supply(game, place_of(typed, game, charts), charts))


def _own(private: object) -> Private | None:
    return private if isinstance(private, Private) else None


ATLAS: Atlas[Game, Charts] = Atlas(
    draw=draw, describe=describe, route=route, reach=reach, supply=supply
)
"""The map of the South Pacific, with the seat's own hidden units where they are known."""
