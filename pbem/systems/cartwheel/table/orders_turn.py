"""Orders of a turn's start and end, and statements [4.1-4.3, 4.6-4.9] (E.3, E.6)."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from pbem.engine.orders import WHOLE, Order, Shown
from pbem.frozen import FrozenMap, field

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
        "commit": "whether it is committed",
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
        "commit": "whether it is committed",
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
