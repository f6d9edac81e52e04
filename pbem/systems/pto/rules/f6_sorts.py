"""What may be named in a file: the pieces, places and nations that a seat may call on [F.6.3]."""

from collections.abc import Callable, Mapping, Sequence

from pbem.frozen import Value
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import LENDERS, SHIP_KINDS, nations_of_side, other, side_of
from pbem.systems.pto.rules.map import theatre_of
from pbem.systems.pto.table.pieces import AirUnit, Ground, Ship, TaskForce
from pbem.systems.pto.table.standing import Muster
from pbem.systems.pto.table.state import Game, Plan

SUPPLY, ALL_ABOARD = "supply", "all"


class Scope(Value):
    """Who names something, and in which game; `formed` are task forces that the file forms."""

    game: Game
    seat: str
    charts: Charts
    formed: tuple[str, ...] = ()

    @property
    def nations(self) -> tuple[str, ...]:
        """The nations of the seat."""
        return self.game.nations_of(self.seat)

    @property
    def side(self) -> str:
        """The side of the seat."""
        return self.game.side_of_seat(self.seat)


class Sort(Value):
    """What a key names, in words, and every name that may stand there."""

    words: str
    known: Callable[[Scope], tuple[str, ...]]


def muster(game: Game, seat: str, formed: Sequence[str] = ()) -> Muster:
    """What the standing orders of a seat's file may name, as the game stands [F.6.3].

    Task forces that the file has `formed` are among it, and those that the seat's orders for the
    month's end will form.
    """
    nations, enemy = game.nations_of(seat), other(game.side_of_seat(seat))
    air = [unit for unit in game.air.values() if unit.nation in nations]
    ground = (unit.id for unit in game.ground.values() if unit.nation in nations)
    return Muster(
        forces=_forces(game, seat, formed),
        afloat=tuple(unit.id for unit in air if unit.base in game.ships),
        units=(*(unit.id for unit in air), *ground),
        targets=_of_side(game.ships, enemy),
    )


def _forces(game: Game, seat: str, formed: Sequence[str]) -> tuple[str, ...]:
    """A seat's task forces: there, formed by its file, and to be formed for the month's end."""
    nations, plan = game.nations_of(seat), game.month.plans.get(seat, Plan())
    there = (tf.id for tf in game.forces.values() if tf.nation in nations)
    return tuple(dict.fromkeys((*there, *formed, *(order.tf for order in plan.forms))))


Pieces = Mapping[str, Ship] | Mapping[str, AirUnit] | Mapping[str, Ground] | Mapping[str, TaskForce]


def _of_side(pieces: Pieces, side: str) -> tuple[str, ...]:
    return tuple(id_ for id_, piece in pieces.items() if side_of(piece.nation) == side)


def _own(scope: Scope, pieces: Pieces) -> tuple[str, ...]:
    nations = scope.nations
    return tuple(id_ for id_, piece in pieces.items() if piece.nation in nations)


def _own_boats(scope: Scope) -> tuple[str, ...]:
    ships = scope.game.ships
    return tuple(id_ for id_ in _own(scope, ships) if ships[id_].kind == "SS")


def _own_ground(scope: Scope) -> tuple[str, ...]:
    return _own(scope, scope.game.ground)


def areas_of(scope: Scope) -> tuple[str, ...]:
    """The areas in play, for whoever names one [PH1, PH17]."""
    return areas_in_play(scope.game, scope.charts)


def areas_in_play(game: Game, charts: Charts) -> tuple[str, ...]:
    """The areas that the scenario does not close [PH1, PH17]."""
    return tuple(area for area in charts.areas if area not in game.terms.closed)


def _theatres(scope: Scope) -> tuple[str, ...]:
    areas = scope.charts.areas.values()
    return tuple(sorted({theatre_of(scope.charts, area.id) for area in areas if not area.sea}))


FORCE = Sort(words="task force", known=lambda scope: _forces(scope.game, scope.seat, scope.formed))
ENEMY_FORCE = Sort(
    words="task force of the enemy",
    known=lambda scope: _of_side(scope.game.forces, other(scope.side)),
)
SHIP = Sort(words="ship", known=lambda scope: _own(scope, scope.game.ships))
BOAT = Sort(words="submarine", known=_own_boats)
TARGET = Sort(
    words="type of ships and no ship of the enemy",
    known=lambda scope: (*SHIP_KINDS, *_of_side(scope.game.ships, other(scope.side))),
)
AIR = Sort(words="air unit", known=lambda scope: _own(scope, scope.game.air))
ALLIED_AIR = Sort(words="air unit", known=lambda scope: _of_side(scope.game.air, scope.side))
GROUND = Sort(words="ground unit", known=_own_ground)
CARGO = Sort(words="ground unit", known=lambda scope: (*_own_ground(scope), SUPPLY))
ABOARD = Sort(words="ground unit", known=lambda scope: (*_own_ground(scope), ALL_ABOARD))
UNIT = Sort(words="unit", known=lambda scope: (*_own(scope, scope.game.air), *_own_ground(scope)))
DEAD = Sort(words="eliminated unit", known=lambda scope: _own(scope, scope.game.dead))
AREA = Sort(words="area in play", known=areas_of)
BASE = Sort(words="base", known=lambda scope: (*areas_of(scope), *_own(scope, scope.game.ships)))
THEATRE = Sort(words="theatre", known=_theatres)
NATION = Sort(words="nation", known=lambda scope: scope.nations)
BIDDER = Sort(words="nation that bids", known=lambda scope: scope.game.purses_of(scope.seat))
LENDER = Sort(
    words="nation that lends", known=lambda scope: tuple(n for n in scope.nations if n in LENDERS)
)
SIDES_NATION = Sort(words="nation", known=lambda scope: nations_of_side(scope.side))
