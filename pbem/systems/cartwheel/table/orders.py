"""The orders of Operation Cartwheel (E.3).

Fields marked *private* never stand in a turn file: `sealing` takes them out and puts them into
sealed items and charts. They stand there openly only where the enemy has stood down [H8.6].
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

from pbem.engine.orders import WHOLE, Order, Shown
from pbem.frozen import FrozenMap, field
from pbem.systems.cartwheel.table.answers import Clause

# --- 4.1 and 4.2 ---------------------------------------------------------------------------------


class CommitEleventh(Order):
    """Whether the 11th Hikoshidan is committed this turn [5.2].

    `ports` are Rufes that go to a port, by unit and hex; the program fills in their `steps` and
    which of them are `disrupted`, since all may see them there [6.3.6~]. Private: `bases`, the
    base of each other unit (`RAB`, `TRK`; a Rufe also a mobile base); those left out go to Truk.
    """

    type: ClassVar[str] = "commit-11th"
    rule: ClassVar[str] = "5.2"
    public: ClassVar[Shown] = ("commit", "ports", "steps", "disrupted")
    called: ClassVar[Mapping[str, str]] = {
        "commit": "it is committed",
        "ports": "Rufes to ports",
        "steps": "their steps",
        "disrupted": "who of them is disrupted",
        "bases": "where the others go",
    }
    commit: bool
    ports: FrozenMap[str] = field(default_factory=FrozenMap)
    steps: FrozenMap[int] = field(default_factory=FrozenMap)
    disrupted: tuple[str, ...] = ()
    bases: FrozenMap[str] = field(default_factory=FrozenMap)


class CommitTF36(Order):
    """Whether TF-36 is committed this turn [5.3, H5.3].

    `hex` is an entry hex or `SOP`. Decided before the 11th it is sealed, and `eleventh` says on
    which answer of the Japanese it holds, on both if it is left out (E.4.5).
    """

    type: ClassVar[str] = "commit-tf36"
    rule: ClassVar[str] = "5.3"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "commit": "it is committed",
        "hex": "where it enters",
        "eleventh": "if the 11th is committed",
    }
    commit: bool
    hex: str = ""
    eleventh: Literal["", "yes", "no"] = ""


class PlaceRadar(Order):
    """Put the Radar marker of the event on an own base [H5.1]."""

    type: ClassVar[str] = "radar"
    rule: ClassVar[str] = "H5.1"
    public: ClassVar[Shown] = WHOLE
    base: str


class PlaceAce(Order):
    """Put the Ace marker of the event on an own fighter [H5.1]; which one is private."""

    type: ClassVar[str] = "ace"
    rule: ClassVar[str] = "H5.1"
    public: ClassVar[Shown] = ()
    unit: str = ""


class Build(Order):
    """Begin a mobile airbase with one of its counters, such as MA1 [6.5]."""

    type: ClassVar[str] = "build"
    rule: ClassVar[str] = "6.5"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {"base": "counter"}
    base: str
    hex: str


class Redistribute(Order):
    """Before the first turn: units to other own bases [H17.0]. Wholly private."""

    type: ClassVar[str] = "redistribute"
    rule: ClassVar[str] = "H17.0"
    public: ClassVar[Shown] = None
    called: ClassVar[Mapping[str, str]] = {"units": "who goes where"}
    units: FrozenMap[str]


class Evacuate(Order):
    """Where the units of a base fly if it falls, best first [H6.6.5]. Wholly private; it stands."""

    type: ClassVar[str] = "evacuate"
    rule: ClassVar[str] = "H6.6.5"
    public: ClassVar[Shown] = None
    called: ClassVar[Mapping[str, str]] = {"to": "where to, best first"}
    base: str
    to: tuple[str, ...]


# --- 4.3 -----------------------------------------------------------------------------------------


class GeneralRegroup(Order):
    """Whether the next turn is one of general regroup [7.1, E.4.6]."""

    type: ClassVar[str] = "general-regroup"
    rule: ClassVar[str] = "7.1"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {"declare": "a general regroup"}
    declare: bool


class Mark(Order):
    """Air units that regroup, and those that ask for a step [7.2]. Wholly private.

    The latter are `replace`.
    """

    type: ClassVar[str] = "mark"
    rule: ClassVar[str] = "7.2"
    public: ClassVar[Shown] = None
    called: ClassVar[Mapping[str, str]] = {
        "units": "who regroups",
        "replace": "who asks for a step",
    }
    units: tuple[str, ...] = ()
    replace: tuple[str, ...] = ()


class Recon(Order):
    """A recon unit to a hex, if it flies, to look at one base there, if at any [7.3].

    `base` may be empty. With `wait` alone the side that opens the turn places its units when the
    other has (E.4.6).
    """

    type: ClassVar[str] = "recon"
    rule: ClassVar[str] = "7.3"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "base": "the base to look at",
        "wait": "wait for the enemy's",
    }
    unit: str = ""
    hex: str = ""
    base: str = ""
    wait: bool = False


class CountsAs(Order):
    """A recon unit counts as fighter or bomber at its base [7.3.1]. Wholly private; it stands."""

    type: ClassVar[str] = "counts-as"
    rule: ClassVar[str] = "7.3.1"
    public: ClassVar[Shown] = None
    called: ClassVar[Mapping[str, str]] = {
        "kind": "as",
        "kind=F": "a fighter",
        "kind=B": "a bomber",
    }
    unit: str
    kind: Literal["F", "B"]


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


# --- 4.5 -----------------------------------------------------------------------------------------


class March(Order):
    """Ground units of one hex move to a neighbouring one [H11.2]."""

    type: ClassVar[str] = "march"
    rule: ClassVar[str] = "H11.2"
    public: ClassVar[Shown] = WHOLE
    units: tuple[str, ...]
    to: str


class Land(Order):
    """Ships land cargo in their hex: units, and so many supply units [H11.5]."""

    type: ClassVar[str] = "land"
    rule: ClassVar[str] = "H11.5"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {"supply": "supply units"}
    ship: str
    units: tuple[str, ...] = ()
    supply: int = 0


class Attack(Order):
    """Attack the enemies in a hex with units in it or entering it [H11.4].

    Units that march or land there in the same file attack without being named again.
    """

    type: ClassVar[str] = "attack"
    rule: ClassVar[str] = "H11.4"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "losses": "who loses first",
        "losses=highest": "the strongest",
        "losses=lowest": "the weakest",
    }
    hex: str
    units: tuple[str, ...] = ()
    losses: Literal["highest", "lowest"] = "highest"


class Raid(Order):
    """A commando raid on an airbase; a Japanese one names the ground unit [H11.7]."""

    type: ClassVar[str] = "raid"
    rule: ClassVar[str] = "H11.7"
    public: ClassVar[Shown] = WHOLE
    base: str
    unit: str = ""


class Fortify(Order):
    """Put a Fortification into a hex [H11.8]."""

    type: ClassVar[str] = "fortify"
    rule: ClassVar[str] = "H11.8"
    public: ClassVar[Shown] = WHOLE
    hex: str


# --- 4.6 to 4.9 ----------------------------------------------------------------------------------


class ConcludeLater(Order):
    """Conclude in a file of one's own after 4.5, not in that of the ground orders [H12.2.2]."""

    type: ClassVar[str] = "conclude"
    rule: ClassVar[str] = "H12.2.2"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {"later": "in a file of its own"}
    later: bool


class ReconReturn(Order):
    """The base to which a recon unit returns [7.3.5~, H12.1]. Wholly private."""

    type: ClassVar[str] = "recon-return"
    rule: ClassVar[str] = "7.3.5~"
    public: ClassVar[Shown] = None
    unit: str
    base: str


class Withdraw(Order):
    """Naval units return to a port or box, and may put ashore what they carry [H12.2].

    `path` goes from where they are; with `unload` they do.
    """

    type: ClassVar[str] = "withdraw"
    rule: ClassVar[str] = "H12.2"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "path": "where to",
        "unload": "putting ashore what they carry",
    }
    ships: tuple[str, ...]
    path: tuple[str, ...]
    unload: bool = False


class Dismantle(Order):
    """Take a mobile airbase away in the Regroup phase [6.5.4~]."""

    type: ClassVar[str] = "dismantle"
    rule: ClassVar[str] = "6.5.4~"
    public: ClassVar[Shown] = WHOLE
    base: str


class Arrive(Order):
    """The bases of this turn's air reinforcements [H15.2]. Wholly private."""

    type: ClassVar[str] = "arrive"
    rule: ClassVar[str] = "H15"
    public: ClassVar[Shown] = None
    called: ClassVar[Mapping[str, str]] = {"units": "who comes where"}
    units: FrozenMap[str]


# --- statements ----------------------------------------------------------------------------------


class Statement(Order):
    """A forced statement about a hidden result (E.6); the program writes it.

    `kind` as in `Owed`, or `no-landing` (units without a base to land on [H9.11.1]). `hits` are
    the victims of ground strikes in order, `effect unit` such as `D A6M-253`, or `-` for none;
    `saved` and `lost` are units that left the base or were lost; `number` is a count. `moored`
    tells of the Rufe `place` at which `port` it stands, with how many steps, or at none.
    """

    type: ClassVar[str] = "statement"
    rule: ClassVar[str] = "E.6"
    forced: ClassVar[bool] = True
    public: ClassVar[Shown] = WHOLE
    kind: Literal["struck", "lost-base", "replaced", "eleventh", "no-landing", "moored"]
    place: str = ""
    mission: str = ""
    hits: tuple[str, ...] = ()
    saved: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    number: int = 0
    port: str = ""
    disrupted: bool = False

    @property
    def about(self) -> tuple[str, str, str]:
        """What it answers, as in `Owed`."""
        return self.kind, self.place, self.mission


ALL_ORDERS: tuple[type[Order], ...] = (
    CommitEleventh, CommitTF36, PlaceRadar, PlaceAce, Build, Redistribute, Evacuate,
    GeneralRegroup, Mark, Recon, CountsAs,
    AirMission, Reply, NavalMission, Pass, Stage, StandDown, Answers, Asked,
    March, Land, Attack, Raid, Fortify,
    ConcludeLater, ReconReturn, Withdraw, Dismantle, Arrive, Statement,
)  # fmt: skip
TYPES: Mapping[str, type[Order]] = {kind.type: kind for kind in ALL_ORDERS}
PRIVATE = tuple(kind for kind in ALL_ORDERS if kind.public is None)
"""Orders of which nothing stands in a turn file."""
