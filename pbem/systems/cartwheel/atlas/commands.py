"""The map commands of Cartwheel: what is drawn, and what is told of places, ways and ranges."""

from collections.abc import Iterator

from pbem.counting import capital
from pbem.engine.atlas import Atlas, Drawing, Frame
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.atlas import draw as atlas_draw
from pbem.systems.cartwheel.atlas import reach as atlas_reach
from pbem.systems.cartwheel.atlas import supply as atlas_supply
from pbem.systems.cartwheel.atlas import words as atlas_words
from pbem.systems.cartwheel.atlas.look import fact
from pbem.systems.cartwheel.atlas.names import place_of, places_by_name, unit_of, units_by_name
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.hexes import is_on_grid
from pbem.systems.cartwheel.book.tables import BANDS
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.words.names import class_name
from pbem.systems.cartwheel.words.play import mission_name, numbers_of


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


def look(game: Game, private: object, id_: str, charts: Charts) -> tuple[Line, ...]:
    """All that a seat may see of a place, a raid, or a unit with what it reaches [E.1, E.2]."""
    if id_ in units_by_name(game).values():
        return tuple(_unit(game, _own(private), id_, charts))
    if id_.casefold() in places_by_name(game, charts) or is_on_grid(id_):
        return describe(game, private, id_, charts)
    return tuple(_raids(game, id_, charts))


def _raids(game: Game, id_: str, charts: Charts) -> Iterator[Line]:
    """A raid under way as it was announced [H9.1.3], or what raids a class is of [H8.9.2]."""
    if raid := game.operations.raids.get(id_):
        told = f"{mission_name(raid, charts)}, {BANDS[raid.band - 1]}: {numbers_of(raid)} [H9.1.3]"
        yield fact(capital(told))
    yield from (
        fact(f"{id_}: {class_name(one)} [H8.9.2]")
        for one in charts.answers.classes
        if one.id == id_
    )


def _unit(game: Game, own: Private | None, id_: str, charts: Charts) -> Iterator[Line]:
    """Its ratings and state, then what it reaches."""
    if id_ in game.air:
        yield atlas_words.ratings(game, own, id_, charts)
    elif id_ in game.ships:
        yield from atlas_words.ship_words(own, game.ships[id_], charts)
    else:
        yield fact(f"{id_}: {atlas_words.troops_words(game.troops[id_], charts)}")
    told = tuple(atlas_reach.reach(game, own, id_, charts))
    yield from told if id_ in game.air else told[1:]


def _own(private: object) -> Private | None:
    return private if isinstance(private, Private) else None


ATLAS: Atlas[Game, Charts] = Atlas(
    draw=draw, describe=describe, route=route, reach=reach, supply=supply
)
"""The map of the South Pacific, with the seat's own hidden units where they are known."""
