"""Missions under way: what both sides know of the raids and voyages of a turn [H8, H9, H10].

A raid's manifest and the reply to it join it here when their items are open.
"""

from typing import Literal

from pbem.frozen import FrozenMap, Value, field

Band = Literal[1, 2, 3]
"""Height of a raid: 1 low, 2 medium, 3 high [H9.1.4]."""


class Flier(Value):
    """A unit of a raid as its `mission/` item names it [H9.1.3].

    `mode` and `target` are a striker's (`base:RAB`, `naval:CA1`, `ground:1203`, `port:1203`),
    `cargo` a C-47's: `PIR-503` or `supply`.
    """

    unit: str
    role: Literal["escort", "striker", "transport"]
    steps: int
    mode: str = ""
    target: str = ""
    cargo: str = ""


class Manifest(Value):
    """What a `mission/` item tells: the raid's units and doctrine."""

    fliers: tuple[Flier, ...]
    top_cover: bool = False
    abort_at: Literal["never", "half", "any"] = "half"
    ace: str = ""


class Sortie(Value):
    """An interceptor or evader as a reply names it [H9.4.1, H9.5]; filled in from its item.

    `airborne` and `margin` are set by the scramble die [H9.4.2].
    """

    unit: str
    base: str
    steps: int
    disrupted: bool
    mark: bool = False
    airborne: bool = False
    margin: int = 0


class Response(Value):
    """A reply to one air mission [H8.5]: who scrambles, who evades, and the doctrine [H9.4.6]."""

    interceptors: tuple[Sortie, ...] = ()
    evaders: tuple[Sortie, ...] = ()
    go_for: Literal["bombers", "escorts"] = "bombers"
    disengage_at: Literal["never", "half", "any"] = "half"
    ace: str = ""


class Raid(Value):
    """An air mission under way: its public order [H9.1.3], and what has come of it so far.

    `asked` says that it asks for a reply, where others are answered in advance [H8.9.7].
    `response` is None until it is answered, `scrambled` says that the scramble dice have been
    thrown, `manifest` is None until the `mission/` item is open.
    """

    id: str
    side: str
    kind: Literal["strike", "sweep", "airdrop"]
    hex: str
    band: Band
    escorts: int
    strikers: int
    transports: int
    asked: bool = False
    response: Response | None = None
    scrambled: bool = False
    manifest: Manifest | None = None

    @property
    def fliers(self) -> tuple[Flier, ...]:
        """Its units as far as they are known: nobody while its item is sealed."""
        return self.manifest.fliers if self.manifest else ()

    @property
    def reply(self) -> Response:
        """Its answer; nobody takes off where there is none."""
        return self.response or Response()


class Voyage(Value):
    """A naval mission that waits behind an air mission of the same bundle [H10.1, H8.4].

    `path` is the hexes from the start on; `load` are ids, or the word `supply`, by ship.
    """

    id: str
    side: str
    ships: tuple[str, ...]
    path: tuple[str, ...]
    purpose: Literal["transit", "transport", "sortie", "bombard"]
    load: FrozenMap[tuple[str, ...]] = field(default_factory=FrozenMap)
    break_off: Literal["half", "round1", "never"] = "half"
    target: str = ""


class Blind(Value):
    """The next opportunity of a reply's author, given before he knows its outcome [H8.7]."""

    side: str
    raids: tuple[Raid, ...] = ()
    voyages: tuple[Voyage, ...] = ()
    order: tuple[str, ...] = ()
    passes: int = 0
    rest: bool = False


class Operations(Value):
    """Where the air/naval operations phase stands [4.4, H8].

    `to_act` has the opportunity and `run` missions left before it changes hands. `done` counts
    each side's missions of the turn [H8.2]. `queue` are the ids of missions announced and not
    yet over, in order, `numbered` how many were announced this turn. `announced` are passes that
    a side has given for its next opportunities, `out` the sides that have passed out [H8.3].
    `loaded` are the supply units that ports and boxes have given this turn, by `side/place`
    [H10.3.1]. `ashore` is the side that has given its ground orders and conclusion with its last
    missions or passes [H8.10].
    """

    to_act: str = ""
    run: int = 0
    done: FrozenMap[int] = field(default_factory=FrozenMap)
    passes: int = 0
    announced: FrozenMap[int] = field(default_factory=FrozenMap)
    out: tuple[str, ...] = ()
    numbered: int = 0
    queue: tuple[str, ...] = ()
    raids: FrozenMap[Raid] = field(default_factory=FrozenMap)
    voyages: FrozenMap[Voyage] = field(default_factory=FrozenMap)
    blind: Blind | None = None
    loaded: FrozenMap[int] = field(default_factory=FrozenMap)
    ashore: str = ""
    over: bool = False
