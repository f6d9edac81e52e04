"""The state of a game of Midway: carriers, squadrons, standing orders [M0]."""

from collections.abc import Iterable, Iterator
from typing import Literal

from pbem.frozen import FrozenMap, Value, field, replace
from pbem.systems.midway.book.kinds import Kind

Box = Literal["hangar", "deck", "moving", "ready", "attacking", "home", "waiting", "cap"]
CIRCUIT: tuple[Box, ...] = ("moving", "ready", "attacking", "home", "waiting")
"""The boxes of the circuit in order [M0.7]."""
ABOARD: tuple[Box, ...] = ("hangar", "deck")


class Carrier(Value):
    """A carrier: its side, the seat that commands it, and marked damage circles [M15.1]."""

    id: str
    side: str
    seat: str
    damage: int = 0


class Squadron(Value):
    """A counter [MH1]: `sp` strength points of one kind; with 0 SP it leaves the game [M0.6].

    `seat` commands it [MH7]. `carrier` is set while it is aboard, in `hangar` or on `deck`;
    `ring` from 1 while it flies CAP [M0.8]; `marks` counts missed landings [M1.5].
    """

    id: str
    side: str
    kind: Kind
    sp: int
    seat: str
    box: Box
    carrier: str = ""
    ring: int = 0
    marks: int = 0

    @property
    def is_bomber(self) -> bool:
        """Whether it carries bombs or torpedoes."""
        return self.kind != "F"

    @property
    def is_out(self) -> bool:
        """Whether it is where others wait for it: Ready to Attack or Attacking [M3.1]."""
        return self.box in ("ready", "attacking")

    def moved(self, box: Box, *, carrier: str = "", ring: int = 0) -> "Squadron":
        """The squadron in another place, wait marks cleared [M1.5]."""
        return replace(self, box=box, carrier=carrier, ring=ring, marks=0)


class MoveRule(Value):
    """A standing order for the move phase [M3.1]: `advance`, `hold`, or `hold-until`.

    With `hold-until` the squadron stays until all of `until` are in the Ready or the Attacking box.
    """

    rule: Literal["advance", "hold", "hold-until"]
    until: tuple[str, ...] = ()


class Standing(Value):
    """A seat's standing orders; each empty value means the rule's default [MB1].

    `land` ranks squadrons for landing, `land_on` ranks carriers. `moves` is by squadron id.
    `cap` says when CAP attacks, with `cap_ratio` for `if-outnumbering` (C ≥ ratio·E).
    `bomb_split` says which bombers CAP hits first; `dogfight_first` which fighters meet escorts.
    `targets` ranks enemy carriers, `wave_sp` caps own SP on one carrier (0: no cap).
    `aa_losses` is TB, DB, even or squadron ids; `fighter_losses` and `bomber_losses` rank the own
    squadrons that lose SP first. `launch_fighters` and `launch_bombers` steer launching; `decks`
    is by carrier id. `given` are the last files that changed an order of each type, and of each
    squadron or carrier that has its own.
    """

    land: tuple[str, ...] = ()
    land_on: tuple[str, ...] = ()
    moves: FrozenMap[MoveRule] = field(default_factory=FrozenMap)
    cap: Literal["", "if-bombers", "always", "never", "if-outnumbering"] = ""
    cap_ratio: int = 1
    bomb_split: Literal["", "TB", "DB", "even"] = ""
    dogfight_first: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    wave_sp: int = 0
    aa_losses: tuple[str, ...] = ()
    fighter_losses: tuple[str, ...] = ()
    bomber_losses: tuple[str, ...] = ()
    launch_fighters: Literal["", "cap", "strike", "none"] = ""
    launch_bombers: Literal["", "all", "none"] = ""
    decks: FrozenMap[str] = field(default_factory=FrozenMap)
    given: FrozenMap[int] = field(default_factory=FrozenMap)


class Ending(Value):
    """How the game ended [MH27-MH29]: points by side, and the words of the result."""

    winner: str
    grade: str
    reason: str
    points: FrozenMap[int]


class Game(Value):
    """All of the table [M0]; `squadrons` holds only those with SP left.

    `seats` are the seats' names in the order of the genesis, `pace` and `sealed_planning` the
    options [MB3, MB4], `last_turn` the scenario's. `search_done` turns true for good when M16 has
    been resolved [M16.5]. `sealed_plans` names each seat's plan that is sealed and not yet open.
    `final` is set after the phase 8 that ends the game: phases 9-12 are then not played [MH27].
    """

    seats: tuple[str, ...]
    pace: Literal["turn", "phase"]
    sealed_planning: bool
    last_turn: int
    carriers: FrozenMap[Carrier]
    squadrons: FrozenMap[Squadron]
    standing: FrozenMap[Standing]
    search_done: bool = False
    sealed_plans: FrozenMap[str] = field(default_factory=FrozenMap)
    final: bool = False
    ending: Ending | None = None

    def squadrons_in(self, side: str, *boxes: Box) -> Iterator[Squadron]:
        """A side's squadrons in any of `boxes`, by id."""
        return (s for s in self.squadrons.values() if s.side == side and s.box in boxes)

    def aboard(self, carrier: str, *boxes: Box) -> Iterator[Squadron]:
        """The squadrons on a carrier, in hangar or on deck or only in `boxes`, by id."""
        wanted = boxes or ABOARD
        return (s for s in self.squadrons.values() if s.carrier == carrier and s.box in wanted)

    def side_carriers(self, side: str) -> Iterator[Carrier]:
        """A side's carriers, by id; for the order of play use the chart's order [MD1]."""
        return (c for c in self.carriers.values() if c.side == side)

    def with_squadrons(self, changed: Iterable[Squadron]) -> "Game":
        """The game with squadrons replaced by id; those left with 0 SP are gone [M0.6]."""
        table = {squadron.id: squadron for squadron in changed}
        gone = (squadron.id for squadron in table.values() if squadron.sp <= 0)
        return replace(self, squadrons=self.squadrons.update(table).without(*gone))

    def without_squadrons(self, lost: Iterable[str]) -> "Game":
        """The game without the squadrons named."""
        return replace(self, squadrons=self.squadrons.without(*lost))

    def with_carrier(self, carrier: Carrier) -> "Game":
        """The game with one carrier replaced."""
        return replace(self, carriers=self.carriers.set(carrier.id, carrier))

    def with_standing(self, seat: str, standing: Standing) -> "Game":
        """The game with a seat's standing orders replaced."""
        return replace(self, standing=self.standing.set(seat, standing))


def strength(squadrons: Iterable[Squadron]) -> int:
    """Strength points in all."""
    return sum(squadron.sp for squadron in squadrons)


def ids_of(squadrons: Iterable[Squadron]) -> tuple[str, ...]:
    """The ids of squadrons, in order."""
    return tuple(sorted(squadron.id for squadron in squadrons))
