"""What a seat's orders are judged on: the game as each of them finds it, and its whole file [F.3].

What only dice can spoil is no fault: ships and aircraft are where the orders before send them, as
if they met nobody.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from pbem.dice import Dice
from pbem.engine.kinds import Refusal, refuse
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.rules.f6_sorts import Scope
from pbem.systems.pto.rules.month.p3_lift import payer
from pbem.systems.pto.rules.month.p4_advance import theatres_of
from pbem.systems.pto.rules.p3_half import Half, Phase, air_targets
from pbem.systems.pto.rules.p4_acting import begun
from pbem.systems.pto.table.orders_month import (
    Assault,
    Attack,
    Drop,
    Engage,
    Form,
    March,
    Offensive,
    Sail,
    Strike,
    Support,
)
from pbem.systems.pto.table.state import Game

BY_KIND: dict[str, tuple[type[Order], ...]] = {
    "land": (March, Assault, Drop, Support, Attack),
    "sea": (Sail, Engage, Strike),
    "air": (Strike,),
}
"""The orders that an offensive of each kind is carried out by."""


class Sight(Value):
    """What a seat has before it when one of its orders is carried out.

    `game` is as the legal orders `done` before leave it. `file` are all that the file holds for
    the same phase, `partners` what partners have ordered for its steps, `enemies` what enemy seats
    have, as far as it is known, for their ships at the month's end. `theatres` and `targets`
    are those of the file's offensives, `formed` the task forces that it forms. `appended` tells
    that they are for the offensive that a file of phase 3 appends [F.2], `appends` that the file
    may append one, `later` that they stand below offensives of the same file [F.2.5, F.2.7].
    """

    game: Game
    seat: str
    side: str
    charts: Charts
    file: tuple[Order, ...] = ()
    partners: tuple[Order, ...] = ()
    enemies: FrozenMap[tuple[Order, ...]] = FrozenMap()
    done: tuple[Order, ...] = ()
    formed: tuple[str, ...] = ()
    theatres: FrozenMap[tuple[str, ...]] = FrozenMap()
    targets: FrozenMap[tuple[str, ...]] = FrozenMap()
    appended: bool = False
    appends: bool = False
    later: bool = False

    @property
    def nations(self) -> tuple[str, ...]:
        """The nations of the seat."""
        return self.game.nations_of(self.seat)

    @property
    def purses(self) -> tuple[str, ...]:
        """Those of them that have EP of their own."""
        return self.game.purses_of(self.seat)

    @property
    def phase(self) -> Phase:
        """Whether the orders are for an offensive or for phase 3."""
        return "P4" if self.game.month.to_act else "P3"

    @property
    def half(self) -> Half:
        """The seat's side as the one that moves; no dice are thrown."""
        return Half(side=self.side, phase=self.phase, charts=self.charts, dice=Dice(None))

    @property
    def scope(self) -> Scope:
        """Who names things, and which there are [F.6.3]."""
        return Scope(game=self.game, seat=self.seat, charts=self.charts, formed=self.formed)

    @property
    def land(self) -> list[str]:
        """The land areas in play."""
        return [area for area in self.game.areas if area not in self.game.terms.closed]

    def has(self, *kinds: type[Order]) -> bool:
        """Whether the file holds an order of any of these kinds."""
        return any(isinstance(order, kinds) for order in self.file)

    def offensives(self) -> Iterator[Offensive]:
        """The offensives of the file."""
        return (order for order in self.file if isinstance(order, Offensive))


def sight(game: Game, seat: str, file: Iterable[Order], charts: Charts) -> Sight:
    """What the first order of a file, or of the offensive that it appends, is judged on."""
    held = tuple(file)
    return Sight(
        game=begun(game),
        seat=seat,
        side=game.side_of_seat(seat),
        charts=charts,
        file=held,
        formed=tuple(order.tf for order in held if isinstance(order, Form)),
        theatres=FrozenMap(theatres_of(held)),
        targets=FrozenMap(air_targets({seat: held})),
    )


def before(view: View[Game]) -> Iterator[Order]:
    """What partners have ordered already for the steps of a file."""
    for key in view.decision.covers:
        for orders in view.earlier.get(key, FrozenMap()).values():
            yield from orders


def enemies_home(view: View[Game]) -> FrozenMap[tuple[Order, ...]]:
    """What enemy seats have ordered of ships at the month's end, where it is known [F.2.2].

    It came with a pass, or in a file for the same month's end.
    """
    known: dict[str, tuple[Order, ...]] = {}
    for seat in view.game.seats_of(other(view.side)):
        plan = view.game.month.plans.get(seat)
        filed = [
            held[seat] for key, held in view.earlier.items() if "/P6.1" in key and seat in held
        ]
        if plan or filed:
            known[seat] = plan.of_ships if plan else tuple(chain.from_iterable(filed))
    return FrozenMap(known)


# --- offensives ----------------------------------------------------------------------------------


def without_offensive(sight: Sight, order: Order) -> Refusal | None:
    """Why the file has no offensive that an order carries out, or None [P4.0.2]."""
    if sight.phase == "P3":
        return None
    allowed = {kind for one in sight.offensives() for kind in BY_KIND[one.kind]}
    if type(order) in allowed:
        return None
    does = "append" if sight.appended else "perform"
    what = f"'{order.type}' belongs to an offensive that the file does not {does}"
    needed = " or ".join(name for name, kinds in BY_KIND.items() if type(order) in kinds)
    hint = f"add an 'offensive' order of kind {needed}"
    if sight.appended and isinstance(order, Sail | Engage | Strike):
        hint = f"{hint}; without 'appended' it is for phase 3"
    return refuse("P4.0.2", "", what, hint)


def in_offensive(sight: Sight, order: Order) -> Refusal | None:
    """Why an order for the end of the month is not for a file with an offensive, or None [F.2]."""
    if not sight.has(Offensive):
        return None
    what = f"'{order.type}' is for the month's end, the file performs an offensive"
    return refuse("F.2", "", what, "write it below a 'pass', or in the month's last file")


def at_sea(sight: Sight, tf: str) -> Iterator[Offensive]:
    """The sea offensive that a file needs for a task force to act, in phase 4 [P4B.1.C]."""
    if sight.phase == "P4":
        nation = payer(sight.game, sight.game.forces[tf].nation)
        yield Offensive(kind="sea", nation=nation, stack=tf)


def on_land(sight: Sight, theatre: str, nation: str = "") -> Iterator[Offensive]:
    """The land offensive that a file needs in a theatre, of a nation or of any [PH13.1]."""
    nations = sight.theatres.get(theatre, ())
    performing = next((one for one in nations if nation in ("", one)), "")
    if performing:
        yield Offensive(kind="land", nation=performing, theatres=(theatre,))


def after(sight: Sight, game: Game) -> Sight:
    """The sight with another game."""
    return replace(sight, game=game)
