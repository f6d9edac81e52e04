"""Orders of the operations [4.4] (E.3).

Fields marked *private* never stand in a turn file: `sealing` takes them out and puts them into
sealed items and charts. They stand there openly only where the enemy has stood down [H8.6].
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

from pbem.engine.orders import WHOLE, Order, Shown
from pbem.frozen import FrozenMap, field
from pbem.systems.cartwheel.table.answers import Clause

# --- 4.4 -----------------------------------------------------------------------------------------


class AirMission(Order):
    """An air mission [H9.1]; missions of a bundle are flown in the order in which they stand.

    Everybody reads `kind`, `hex`, the altitude `band`, how many units fly in each part, and the
    `id`, which the program gives. The rest is sealed where the raid asks for a reply, else open,
    but for `returns` [H8.9.8]: the units; `mode` and `target`, how every striker bombs and what,
    with `modes` and `targets` for single ones [H9.10.1]; `cargo` by C-47; `returns`, where a unit
    lands, its origin if left out. With `top_cover` the escorts fly above [H9.1.4]; at losses of
    `abort_at` the mission turns back [H9.8]. `ace` is the unit that carries the
    Ace. The program fills in the numbers and the `steps` of each unit.
    """

    type: ClassVar[str] = "air-mission"
    rule: ClassVar[str] = "H9.1"
    public: ClassVar[Shown] = (
        "id", "kind", "hex", "band", "escort_count", "striker_count", "transport_count",
    )  # fmt: skip
    sealed: ClassVar[tuple[str, ...]] = ("returns",)
    called: ClassVar[Mapping[str, str]] = {
        "kind": "kind of mission",
        "hex": "where to",
        "band": "altitude",
        "escorts": "fighters",
        "escort_count": "how many fighters",
        "striker_count": "how many strikers",
        "transport_count": "how many transports",
        "target=base": "the base",
        "target=ground": "the troops at",
        "target=naval": "the ship",
        "target=port": "the port",
        "mode": "how they bomb",
        "modes": "how single ones bomb",
        "targets": "targets of single ones",
        "targets=base": "the base",
        "targets=ground": "the troops at",
        "targets=naval": "the ship",
        "targets=port": "the port",
        "cargo": "what is dropped",
        "returns": "where they land, if not at home",
        "top_cover": "escorts fly above",
        "abort_at": "turn back at losses of",
        "ace": "who carries the Ace",
    }
    kind: Literal["strike", "sweep", "airdrop"]
    hex: str
    band: Literal["low", "medium", "high"]
    id: str = ""
    escort_count: int = 0
    striker_count: int = 0
    transport_count: int = 0
    escorts: tuple[str, ...] = ()
    strikers: tuple[str, ...] = ()
    transports: tuple[str, ...] = ()
    mode: str = ""
    target: str = ""
    modes: FrozenMap[str] = field(default_factory=FrozenMap)
    targets: FrozenMap[str] = field(default_factory=FrozenMap)
    cargo: FrozenMap[str] = field(default_factory=FrozenMap)
    returns: FrozenMap[str] = field(default_factory=FrozenMap)
    steps: FrozenMap[int] = field(default_factory=FrozenMap)
    top_cover: bool = False
    abort_at: Literal["never", "half", "any"] = "half"
    ace: str = ""


class Reply(Order):
    """The answer to an air mission [H8.5]: units by base that scramble [H9.4] or evade [H9.5].

    `interceptors` and `evaders` are units, each with its base. Interceptors fight the bombers or,
    if they `go_for` them, the escorts first; they break off at losses of `disengage_at` [H9.4.6].
    `ace` is the interceptor that carries an Ace, public from now on.
    """

    type: ClassVar[str] = "reply"
    rule: ClassVar[str] = "H8.5"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "mission": "the raid",
        "interceptors": "who intercepts",
        "evaders": "who evades",
        "go_for": "whom they fight first",
        "disengage_at": "break off at losses of",
        "ace": "who carries the Ace",
    }
    mission: str
    interceptors: FrozenMap[str] = field(default_factory=FrozenMap)
    evaders: FrozenMap[str] = field(default_factory=FrozenMap)
    go_for: Literal["bombers", "escorts"] = "bombers"
    disengage_at: Literal["never", "half", "any"] = "half"
    ace: str = ""


class Answers(Order):
    """The policy that answers in advance follow from [H8.9.4]; it stands. Wholly private.

    The first of `clauses` that holds for a raid by its `hexes` and `classes`, empty for all, says
    who goes up: at most `most`, from `bases` at most `within` hexes away, `keep` staying at each;
    with `marked` those with a Regroup mark too [AMB-32]. At most `evade_most` units of the hex
    evade, of the kinds of `evade`. `go_for` and `disengage_at` are as in a reply.
    """

    type: ClassVar[str] = "answers"
    rule: ClassVar[str] = "H8.9.4"
    public: ClassVar[Shown] = None
    called: ClassVar[Mapping[str, str]] = {
        "clauses": "clauses, the first that holds",
        "clauses.hexes": "where; everywhere if nothing stands here",
        "clauses.classes": "kinds of raids; all if nothing stands here",
        "clauses.most": "most interceptors",
        "clauses.keep": "how many stay at each base",
        "clauses.within": "hexes away at most",
        "clauses.bases": "from which bases; all if nothing stands here",
        "clauses.marked": "those with a Regroup mark, too",
        "clauses.evade": "who evades",
        "clauses.evade_most": "most that evade",
        "clauses.go_for": "whom they fight first",
        "clauses.disengage_at": "break off at losses of",
    }
    clauses: tuple[Clause, ...] = ()


class Asked(Order):
    """Hexes on which raids ask for a reply, from the next file on; none ends it [H8.9.7].

    An empty list names none.
    """

    type: ClassVar[str] = "asked"
    rule: ClassVar[str] = "H8.9.7"
    public: ClassVar[Shown] = WHOLE
    hexes: tuple[str, ...]


class NavalMission(Order):
    """A naval mission: who sails where, what for, and with what aboard [H10.1].

    `path` goes from the start to the last hex, `load` is by ship. `target` of a bombardment is
    `base:<id>` or `ground` [H10.7]; of the submarine a naval unit.
    """

    type: ClassVar[str] = "naval-mission"
    rule: ClassVar[str] = "H10.1"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "path": "where to",
        "purpose": "what for",
        "purpose=transit": "only to get there",
        "purpose=sortie": "to fight",
        "purpose=transport": "to carry",
        "purpose=bombard": "to bombard",
        "target=base": "the base",
        "target=ground": "the troops there",
        "load": "who takes what aboard",
        "break_off": "break off a gun battle",
        "break_off=half": "with half lost",
        "break_off=round1": "after the first round",
    }
    ships: tuple[str, ...]
    path: tuple[str, ...]
    id: str = ""
    purpose: Literal["transit", "transport", "sortie", "bombard"] = "transit"
    load: FrozenMap[tuple[str, ...]] = field(default_factory=FrozenMap)
    break_off: Literal["half", "round1", "never"] = "half"
    target: str = ""


class Pass(Order):
    """Pass once, or this time and the next, or at every opportunity from now on [4.4, H8.3].

    Behind missions it takes the author's next opportunity. With `ashore` the file also holds the
    ground orders and the conclusion of whoever is first ashore, if the phase ends with it [H8.10].
    """

    type: ClassVar[str] = "pass"
    rule: ClassVar[str] = "4.4"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "times": "how many times",
        "rest": "for the rest of the phase",
        "ashore": "with the orders ashore",
    }
    times: Literal[1, 2] = 1
    rest: bool = False
    ashore: bool = False


class Stage(Order):
    """Move a Ready unit to another own base [H9.3]. Wholly private."""

    type: ClassVar[str] = "stage"
    rule: ClassVar[str] = "H9.3"
    public: ClassVar[Shown] = None
    unit: str
    to: str


class StandDown(Order):
    """No scramble and no evasion from now on, or again from now on [H8.6]."""

    type: ClassVar[str] = "stand-down"
    rule: ClassVar[str] = "H8.6"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {"on": "nobody takes off"}
    on: bool
