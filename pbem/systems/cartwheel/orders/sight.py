"""What orders are judged on: the state as their author finds it, and what he was asked for.

Orders are judged in the order in which they are carried out. What several of a file come to
together, in whatever order they stand, is read from the whole file.
"""

from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.kinds import ONLY_OPENS, Claim, Refusal, refuse
from pbem.engine.orders import Order
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.own.entries import counting, eleventh, moved, staged
from pbem.systems.cartwheel.rules.occasion import Occasion
from pbem.systems.cartwheel.rules.r05_events import entered
from pbem.systems.cartwheel.rules.r06_havens import own_bases
from pbem.systems.cartwheel.rules.r08_missions import with_voyages
from pbem.systems.cartwheel.rules.r10_naval import as_sailed
from pbem.systems.cartwheel.rules.r11_orders import Together
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Reply, Stage
from pbem.systems.cartwheel.table.orders_turn import (
    CommitEleventh,
    CountsAs,
    Redistribute,
    Withdraw,
)
from pbem.systems.cartwheel.table.state import Game

PROGRAM = "its author's program is at fault"
"""What to do about what no honest program writes."""


class Sight(Occasion):
    """The occasion of orders as they are judged.

    `private` are the own charts: None for whoever looks at another side's file, in which what is
    sealed cannot be seen. `file` are all orders of the file as they stand, `ashore` the ground
    orders among them; `answered` are the replies before that are legal, `flying` the air missions,
    `sailed` the ways home.
    """

    private: Private | None
    file: tuple[Order, ...] = ()
    ashore: Together | None = None
    answered: tuple[Reply, ...] = ()
    flying: tuple[AirMission, ...] = ()
    sailed: tuple[Withdraw, ...] = ()

    @property
    def own(self) -> Private:
        """The own charts, of whoever has them."""
        assert self.private is not None, "another side's charts cannot be seen"
        return self.private

    def plane(self, unit: str) -> Plane | None:
        """An own unit in play that has a base."""
        plane = self.own.planes.get(unit)
        return None if plane is None or plane.due else plane

    def planes(self) -> tuple[Plane, ...]:
        """Own units in play that stand at a base, by id."""
        return tuple(plane for plane in self.own.planes.values() if not plane.due)

    def place(self, order: Order) -> int:
        """Where an order stands in the file, from 0; behind the others if it is not in it.

        Two orders may be alike.
        """
        here = (number for number, one in enumerate(self.file) if one is order)
        return next(here, len(self.file))

    def among(self, order: Order) -> tuple[Order, ...]:
        """All orders of the file, this one among them."""
        return self.file if self.place(order) < len(self.file) else (*self.file, order)


def placed(sight: Sight, order: Order) -> Private:
    """The charts with all in their places that the file sets up, commits or stages [H17.0, 5.2c].

    Recon units take room there as the file says that they count [7.3.1].
    """
    private = sight.own
    for one in sight.among(order):
        match one:
            case CommitEleventh() if one.commit:
                private = eleventh(private, one, sight.game, sight.charts)
            case Redistribute():
                private = moved(private, one.units)
            case CountsAs():
                private = counting(private, one)
            case Stage() if one.unit in private.planes:
                private = staged(private, one, sight.game)
    return private


def sailing(sight: Sight, order: Order) -> frozenset[str]:
    """Ships with a mission in the file of an order: nobody knows where it ends [H8.10.2]."""
    missions = (one for one in sight.among(order) if isinstance(one, NavalMission))
    return frozenset(ship for one in missions for ship in one.ships)


def afterwards(sight: Sight) -> Game:
    """The game when the naval missions of the file have sailed, and TF-36 has come [H5.3.3]."""
    game = entered(sight.game, sight.file, sight.charts)
    orders = [order for order in sight.file if isinstance(order, NavalMission)]
    return as_sailed(with_voyages(game, sight.side, orders), sight.charts)


def at_sea(order: Order, ships: Iterable[str]) -> Refusal:
    """The refusal of what ships are to do after a mission of the same file [H8.10.2]."""
    what = f"{', '.join(sorted(ships))} has a mission in this file, and is judged as it lies now"
    return refuse("H8.10.2", "", what, f"'{order.type}' it in the file after it, without ashore")


def taken(what: str, name: str, rule: str, why: str, key: str = "") -> Claim:
    """A thing of which one order of a file disposes; `why` follows its name."""
    return Claim(subject=f"{what} {name}", refusal=refuse(rule, key, f"{name[:40]} {why}"))


def not_asked(order: Order, hint: str = ONLY_OPENS) -> Refusal:
    """An order that this very file does not take, though others of its steps do."""
    return refuse(order.rule, "", f"'{order.type}' is not asked for in this file", hint)


def no_base_of_ours(sight: Sight, rule: str, key: str, base: str) -> Iterator[Refusal]:
    """That a base is nobody's to come to on this side, whoever would go there."""
    own = [*own_bases(sight.game, sight.side)]
    if base not in own:
        what = f"{base[:40]!r} is no base of yours"
        yield refuse(rule, key, what, f"yours are: {some_bases(sight, own)}")


def some_bases(sight: Occasion, bases: Iterable[str], nobody: str = "no base") -> str:
    """The first of some places where units stand, for a hint: `RAB (Rabaul), port:1203`."""
    return some([sight.charts.base_to_write(base) for base in bases], nobody)


def some(names: Sequence[str], nobody: str = "no base", most: int = 10) -> str:
    """The first of some names, for a hint."""
    return f"{', '.join(names[:most]) or nobody}{' …' if len(names) > most else ''}"
