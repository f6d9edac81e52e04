"""The map commands of Pacific Theater: what is drawn, what is told of places, ways and ranges."""

from collections.abc import Iterator

from pbem.engine.atlas import Atlas, Drawing, Frame
from pbem.engine.mentions import mention
from pbem.engine.sheets import Line
from pbem.systems.pto.atlas import draw as atlas_draw
from pbem.systems.pto.atlas import reach as atlas_reach
from pbem.systems.pto.atlas import words as atlas_words
from pbem.systems.pto.atlas.names import place_of, unit_of
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.table.naming import side_name
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.known import standing_known

STANDING = "standing"
"""The standing orders, for whoever looks at them as at a thing."""


def draw(game: Game, _: object, frame: Frame, charts: Charts) -> Drawing:
    """The map, or a part of it around a place; `Refused` for a place not known [PH1]."""
    at = place_of(frame.at, game, charts) if frame.at else ""
    return atlas_draw.draw(game, at, frame, charts)


def describe(game: Game, _: object, typed: str, charts: Charts) -> tuple[Line, ...]:
    """Everything at a place; all of it is public [F.1]."""
    return tuple(atlas_words.describe(game, place_of(typed, game, charts), charts))


def route(game: Game, start: str, end: str, charts: Charts) -> tuple[Line, ...]:
    """How far it is by air, by sea and over land [PH1.1-PH1.4]."""
    one, other = place_of(start, game, charts), place_of(end, game, charts)
    return tuple(atlas_words.route(game, one, other, charts))


def reach(game: Game, _: object, typed: str, charts: Charts) -> tuple[Line, ...]:
    """What a counter or task force gets to from where it is [PH1.3, PH5.1, PH10.1]."""
    return tuple(atlas_reach.reach(game, unit_of(typed, game), charts))


def supply(game: Game, typed: str, charts: Charts) -> tuple[Line, ...]:
    """By which line a place is supplied, or that it is cut off [PH11.1]."""
    return tuple(atlas_words.supply(game, place_of(typed, game, charts), charts))


def look(game: Game, _: object, id_: str, charts: Charts) -> tuple[Line, ...]:
    """All of a place with its supply, or of a counter with what it reaches; nothing is hidden.

    `standing` are the standing orders of all seats that are known [F.4].
    """
    if id_.casefold() == STANDING:
        return tuple(standing_known(game))
    if id_ in game.lost or id_ in game.dead:
        return tuple(_gone(game, id_, charts))
    if any(id_ in kind for kind in (game.coming.ships, game.coming.air, game.coming.ground)):
        text = (
            f"{mention(id_)} has not come yet: it is still to arrive, or to be bought [S2.1, S2.2]"
        )
        return (Line(text=text),)
    if id_ in charts.areas and id_ not in game.terms.closed:
        found = (*atlas_words.describe(game, id_, charts), *atlas_words.supply(game, id_, charts))
        return found if id_ in game.areas else found[:-1]
    if any(id_ in kind for kind in (game.forces, game.ships, game.air, game.ground)):
        return tuple(atlas_reach.reach(game, id_, charts))
    return ()


def _gone(game: Game, id_: str, charts: Charts) -> Iterator[Line]:
    """A piece that is out: whom it gave points, and how it comes back [PH15.1, PH14.3]."""
    side = game.lost.get(id_)
    worth = f", and counts for the {side_name(side)}" if side else ""
    yield Line(text=f"{mention(id_)} is out of the game{worth} [PH15.1]", kind="loss")
    if id_ in game.dead:
        source = charts.sources[game.dead[id_].nation]
        price = charts.replenishment.price
        text = f"For {price} EP it comes back, reduced, at {mention(source)} in phase 6 [PH14.3]"
        yield Line(text=text)


ATLAS: Atlas[Game, Charts] = Atlas(
    draw=draw, describe=describe, route=route, reach=reach, supply=supply
)
"""The map of the Pacific; nothing on it is hidden."""
