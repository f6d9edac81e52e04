"""Orders for the steps of a month, and for the offensives in it [F.3]."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from pbem.engine.orders import WHOLE, Order, Shown
from pbem.frozen import FrozenMap, field

APPENDED, OPPORTUNITY = "P4.0", "P4"
"""The steps of an offensive: appended to a file of phase 3, or in a file of its own [F.2]."""
OFFENSIVES = (APPENDED, OPPORTUNITY)


class StepOrder(Order):
    """An order for certain steps; `steps` are their names without the half (`P3.1`, `P4`)."""

    public: ClassVar[Shown] = WHOLE
    steps: ClassVar[tuple[str, ...]] = ()


# --- phase 2, written in the last file before it -------------------------------------------------


class BombJapan(Order):
    """Bomb Japan next month [P2.1.1]: Allied bombers and escorting fighters by id."""

    type: ClassVar[str] = "bomb-japan"
    rule: ClassVar[str] = "P2.1.1"
    public: ClassVar[Shown] = WHOLE
    bombers: tuple[str, ...]
    escorts: tuple[str, ...] = ()


class Blockade(Order):
    """The submarines that blockade Japan next month, by id; without this order all [P2.2.1]."""

    type: ClassVar[str] = "blockade"
    rule: ClassVar[str] = "P2.2.1"
    public: ClassVar[Shown] = WHOLE
    boats: tuple[str, ...] = ()


# --- ships ---------------------------------------------------------------------------------------


class Form(StepOrder):
    """Put ships that lie in one area, and bear no different markers, into one task force.

    `tf` is an existing task force of the seat there or a new name [P3.1.1]. Done before any
    movement of the step; in phase 4 only with a pass, for the month's end [F.2.2].
    """

    type: ClassVar[str] = "form"
    rule: ClassVar[str] = "P3.1.1"
    steps: ClassVar[tuple[str, ...]] = ("P3.1", "P6.1")
    called: ClassVar[Mapping[str, str]] = {"tf": "task force"}
    tf: str
    ships: tuple[str, ...]


class Sail(StepOrder):
    """Move a task force from area to area [P3.1.1, PH5.1, P4B.2.1].

    `path` are the areas in the order entered. `load` are ground units, or `supply` for a marker, to
    be taken aboard where it starts; `land` is the land area where an assault or a supply marker
    goes ashore [P4A.2.B, P3.6]. With `standby` the task force is marked so at the end, where it may
    be [P3.1.6]. `strike` says whether its aircraft strike back on the way [D11.2]; unless it is
    true, those that a strike of the same file names are kept for it [F.6.5].
    """

    type: ClassVar[str] = "sail"
    rule: ClassVar[str] = "PH5.1"
    steps: ClassVar[tuple[str, ...]] = ("P3.1", *OFFENSIVES)
    called: ClassVar[Mapping[str, str]] = {
        "tf": "task force",
        "path": "way",
        "load": "taking aboard",
        "land": "to be landed at",
        "standby": "standing by",
        "strike": "striking back on the way",
        "appended": "in the offensive that this file appends",
    }
    tf: str
    path: tuple[str, ...] = ()
    load: tuple[str, ...] = ()
    land: str = ""
    standby: bool = False
    strike: bool | None = None
    appended: bool = False


class Engage(StepOrder):
    """A task force tries to intercept an enemy one in its area [P3.3.1, P4B.3.1].

    `appended`: in the offensive that the file appends [F.2].
    """

    type: ClassVar[str] = "engage"
    rule: ClassVar[str] = "P3.3.1"
    steps: ClassVar[tuple[str, ...]] = ("P3.3", *OFFENSIVES)
    called: ClassVar[Mapping[str, str]] = {
        "tf": "task force",
        "enemy": "against",
        "appended": "in the offensive that this file appends",
    }
    tf: str
    enemy: str
    appended: bool = False


# --- aircraft ------------------------------------------------------------------------------------


class Strike(StepOrder):
    """Aircraft attack one target in an area [P3.2.1, P4C.1, PH8.9].

    `at` is what is attacked there: `ships` (the task force `tf`, or all in port if empty),
    `aircraft`, `port`, `airfield` or `fort`. `units` fight and strike as their class does;
    `escorts` only fight [D16]. `aim` ranks types of ships or ships by id; `ships` names the ship
    of single units, or how many of them go at a ship or a type [F.6.4]. `appended`: in the
    offensive that the file appends [F.2].
    """

    type: ClassVar[str] = "strike"
    rule: ClassVar[str] = "P3.2.1"
    steps: ClassVar[tuple[str, ...]] = ("P3.2", *OFFENSIVES)
    called: ClassVar[Mapping[str, str]] = {
        "units": "who strikes",
        "area": "where",
        "at": "at what",
        "at=port": "the port",
        "at=airfield": "the airfield",
        "at=fort": "the fort",
        "tf": "enemy task force",
        "aim": "whom they aim at first",
        "ships": "ships for single ones",
        "appended": "in the offensive that this file appends",
    }
    units: tuple[str, ...]
    area: str
    at: Literal["ships", "aircraft", "port", "airfield", "fort"] = "ships"
    tf: str = ""
    escorts: tuple[str, ...] = ()
    aim: tuple[str, ...] = ()
    ships: FrozenMap[int | str] = field(default_factory=FrozenMap)
    appended: bool = False


class Transfer(StepOrder):
    """Air units change base, to an area or a carrier by id [P3.4.1, PH8.8, D3c]."""

    type: ClassVar[str] = "transfer"
    rule: ClassVar[str] = "PH8.8"
    steps: ClassVar[tuple[str, ...]] = ("P3.4",)
    units: tuple[str, ...]
    to: str


class Airlift(StepOrder):
    """Carry one ground unit or one supply marker by air, from airfield to airfield [P3.4.1].

    It takes one of the nation's ATPs for the month [PH12.6].
    """

    type: ClassVar[str] = "airlift"
    rule: ClassVar[str] = "PH12.6"
    steps: ClassVar[tuple[str, ...]] = ("P3.4",)
    called: ClassVar[Mapping[str, str]] = {"origin": "from"}
    nation: str
    cargo: str
    origin: str
    to: str


# --- offensives ----------------------------------------------------------------------------------


class Offensive(StepOrder):
    """Perform an offensive [P4.0]; several in one file are combined, of several nations joint.

    `theatres` for a land offensive, `stack` the command stack of a sea offensive with the other
    task forces that it activates in `stacks`, `targets` for an air offensive. With `next` it is
    not combined with those above it in the file: it comes after them, as one of its own, and what
    carries it out stands below it [F.2.7].
    """

    type: ClassVar[str] = "offensive"
    rule: ClassVar[str] = "P4.0.2"
    steps: ClassVar[tuple[str, ...]] = OFFENSIVES
    called: ClassVar[Mapping[str, str]] = {
        "stack": "command stack",
        "stacks": "other task forces",
        "next": "after the others, not with them",
    }
    kind: Literal["land", "sea", "air"]
    nation: str
    theatres: tuple[str, ...] = ()
    stack: str = ""
    stacks: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    next: bool = False


class Pass(StepOrder):
    """Perform no offensive now, or below offensives no other one after them [PH13.3, F.2.5].

    Orders for the end of the month in the same file hold until a later pass of the seat brings
    others, whoever performs an offensive in between; no file is asked for then. `ends` says that
    there are none, so that the defaults hold; `anew` takes back what was given before [F.2.2].
    With `rest` the seat performs none any more this month, whatever the other side does [F.2.6].
    """

    type: ClassVar[str] = "pass"
    rule: ClassVar[str] = "PH13.3"
    steps: ClassVar[tuple[str, ...]] = ("P3.1", "P4")
    called: ClassVar[Mapping[str, str]] = {
        "ends": "nothing at the month's end",
        "anew": "taking back what was given for the month's end",
        "rest": "you are out for the rest of the month",
    }
    ends: bool = False
    anew: bool = False
    rest: bool = False


class March(StepOrder):
    """A ground unit moves over land links, in an offensive or in phase 5 [P4A.2.A, P5.1]."""

    type: ClassVar[str] = "march"
    rule: ClassVar[str] = "PH10.1"
    steps: ClassVar[tuple[str, ...]] = (*OFFENSIVES, "P5")
    called: ClassVar[Mapping[str, str]] = {"path": "way"}
    unit: str
    path: tuple[str, ...]


class Assault(StepOrder):
    """Ground units land from STPs in a sea on the area [P4A.2.B, PH10.1]."""

    type: ClassVar[str] = "assault"
    rule: ClassVar[str] = "P4A.2.B"
    steps: ClassVar[tuple[str, ...]] = OFFENSIVES
    called: ClassVar[Mapping[str, str]] = {"area": "where they land"}
    meant_by: ClassVar[tuple[str, ...]] = ("land", "landing", "invade", "invasion")
    units: tuple[str, ...]
    area: str


class Drop(StepOrder):
    """A parachute unit drops on an area [P4A.3.A, PH10.9]."""

    type: ClassVar[str] = "drop"
    rule: ClassVar[str] = "PH10.9"
    steps: ClassVar[tuple[str, ...]] = OFFENSIVES
    unit: str
    area: str


class Support(StepOrder):
    """Bombers support a ground attack, fighters escort them [P4A.3.B, PH10.3]."""

    type: ClassVar[str] = "support"
    rule: ClassVar[str] = "P4A.3.B"
    steps: ClassVar[tuple[str, ...]] = OFFENSIVES
    units: tuple[str, ...]
    area: str
    escorts: tuple[str, ...] = ()


class Attack(StepOrder):
    """Ground units attack the enemy in a contested area, all there unless named [P4A.3.C].

    It goes on while its odds are not `below`; empty for the standing order [PH10.2].
    """

    type: ClassVar[str] = "attack"
    rule: ClassVar[str] = "P4A.3.C"
    steps: ClassVar[tuple[str, ...]] = OFFENSIVES
    called: ClassVar[Mapping[str, str]] = {"below": "stopping at odds below"}
    area: str
    units: tuple[str, ...] = ()
    below: Literal["", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1"] = ""


# --- phases 5 and 6 ------------------------------------------------------------------------------


class Rail(StepOrder):
    """A ground unit goes by rail [P5.2, PH12.6]."""

    type: ClassVar[str] = "rail"
    rule: ClassVar[str] = "PH12.6"
    steps: ClassVar[tuple[str, ...]] = ("P5",)
    unit: str
    to: str


class Debark(StepOrder):
    """A ground unit goes ashore from its STP, in a port or in a land area [P5.2].

    In a port area it may go on one area, `then`.
    """

    type: ClassVar[str] = "debark"
    rule: ClassVar[str] = "P5.2"
    steps: ClassVar[tuple[str, ...]] = ("P5",)
    called: ClassVar[Mapping[str, str]] = {"then": "and on to"}
    unit: str
    area: str
    then: str = ""


class Return(StepOrder):
    """A task force goes home in Second Naval Movement [P6.1.1, PH14.1, F.6.1].

    `to` is the port, which it reaches the cheapest way, or `path` the way to one; without either it
    is the nearest naval base. `debark` are ground units aboard that go ashore there, or `all`.
    """

    type: ClassVar[str] = "return"
    rule: ClassVar[str] = "PH14.1"
    steps: ClassVar[tuple[str, ...]] = ("P6.1",)
    called: ClassVar[Mapping[str, str]] = {
        "tf": "task force",
        "to": "port",
        "path": "way",
        "debark": "going ashore",
    }
    tf: str
    to: str = ""
    path: tuple[str, ...] = ()
    debark: tuple[str, ...] = ()


class Stay(StepOrder):
    """A task force stays at sea in Second Naval Movement, at a price [P6.1.1, PH14.2, F.6.2].

    `pays` is the nation that pays, the task force's own if empty.
    """

    type: ClassVar[str] = "stay"
    rule: ClassVar[str] = "P6.1.1"
    steps: ClassVar[tuple[str, ...]] = ("P6.1",)
    called: ClassVar[Mapping[str, str]] = {"tf": "task force", "pays": "who pays"}
    tf: str
    pays: str = ""


class Replenish(StepOrder):
    """An eliminated ground unit comes back, reduced, for 1 EP [P6.3.1, PH14.3]."""

    type: ClassVar[str] = "replenish"
    rule: ClassVar[str] = "PH14.3"
    steps: ClassVar[tuple[str, ...]] = ("P6.3",)
    unit: str


class Repair(StepOrder):
    """The one attempt of a month to restore an installation in an area [P6.3.2, PH14.4]."""

    type: ClassVar[str] = "repair"
    rule: ClassVar[str] = "PH14.4"
    steps: ClassVar[tuple[str, ...]] = ("P6.3",)
    area: str
    what: Literal["port", "airfield", "fort"]


def is_appended(order: Order) -> bool:
    """Whether an order in a file of phase 3 is for the offensive that the file appends [F.2].

    Orders of both say so themselves; all others of phase 4 can be for nothing else.
    """
    if isinstance(order, Sail | Engage | Strike):
        return order.appended
    return isinstance(order, StepOrder) and APPENDED in order.steps
