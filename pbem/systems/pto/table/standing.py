"""Standing orders [F.4]: what a seat decides beforehand for the other side's moves.

Each says `of` what it holds: a task force, a base, an area or a nation of the seat; empty for all
it has. The most specific one wins. `openly` puts it into the file for all to read, in force at
once; otherwise it is sealed where standing orders are sealed, and holds from its opening on.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

from pbem.engine.orders import WHOLE, Order, Shown
from pbem.frozen import FrozenMap, Value, field


class StandingOrder(Order):
    """Base of all standing orders; those that are sealed stand in no file [F.1]."""

    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "of": "for whom; for all if nothing stands here",
        "openly": "for everybody to read",
    }
    of: str = ""
    openly: bool = False


class Sealed(Order):
    """The file seals its author's standing orders as an item [F.1]."""

    type: ClassVar[str] = "sealed"
    rule: ClassVar[str] = "F.1"
    public: ClassVar[Shown] = WHOLE
    item: str


class SearchRule(StandingOrder):
    """Where to search for passing task forces [PH5.6, D11.2]; default: always."""

    type: ClassVar[str] = "search"
    rule: ClassVar[str] = "PH5.6"
    called: ClassVar[Mapping[str, str]] = {"when=areas": "in some areas"}
    when: Literal["always", "areas", "never"] = "always"
    areas: tuple[str, ...] = ()


class AirInterception(StandingOrder):
    """When fighters intercept [P3.2.2]: at so many to so many at least; default: 1 to 1.

    `own` to `enemy` fighters. `against` are kinds of targets (all if empty), `areas` where
    (everywhere if empty), `keep` the air units of each base and task force that do not rise.
    """

    type: ClassVar[str] = "air-intercept"
    rule: ClassVar[str] = "P3.2.2"
    called: ClassVar[Mapping[str, str]] = {
        "when=ratio": "at odds",
        "own": "own fighters",
        "enemy": "to so many of the enemy",
        "against": "kinds of targets",
        "keep": "air units that do not rise",
    }
    when: Literal["ratio", "always", "never"] = "ratio"
    own: int = 1
    enemy: int = 1
    against: tuple[Literal["strike", "ships", "transfer", "support", "drop"], ...] = ()
    areas: tuple[str, ...] = ()
    keep: int = 0


class AirStrikeRule(StandingOrder):
    """When to strike a searched task force that passes [PH5.2].

    `when` is `default` (it holds a CV, a BB or a loaded STP), `worth` (victory points of its ships
    at least `worth`) or `never`. `share` is the part of the bombers ashore that goes, in percent;
    `cap` the part of carrier air that stays as combat air patrol. `escorts` fighters go with each
    bomber ashore as far as there are any. `aim` ranks types of ships or ships by id, `ships` says
    how many units go at a ship or a type [F.6.4].
    """

    type: ClassVar[str] = "air-strike"
    rule: ClassVar[str] = "PH5.2"
    called: ClassVar[Mapping[str, str]] = {
        "when=default": "at carriers, battleships and loaded transports",
        "when=worth": "at what is worth it",
        "worth": "victory points at least",
        "share": "percent of bombers ashore that go",
        "cap": "percent of carrier air that stays",
        "escorts": "fighters with each bomber",
        "aim": "whom they aim at first",
        "ships": "how many at which ships",
    }
    when: Literal["default", "worth", "never"] = "default"
    worth: int = 0
    share: int = 50
    cap: int = 50
    escorts: int = 1
    aim: tuple[str, ...] = ()
    ships: FrozenMap[int] = field(default_factory=FrozenMap)


class AirStacks(StandingOrder):
    """How a task force that strikes while it is struck divides its air units [D11.3].

    Percent of them on the offence, with and without enemy carriers in range, rounded down. With
    `offensive` or `defensive` units are named instead; those named nowhere follow the percents.
    """

    type: ClassVar[str] = "air-stacks"
    rule: ClassVar[str] = "D11.3"
    called: ClassVar[Mapping[str, str]] = {
        "near": "percent on the offence near carriers",
        "far": "percent on the offence else",
        "offensive": "on the offence",
        "defensive": "on the defence",
    }
    near: int = 50
    far: int = 100
    offensive: tuple[str, ...] = ()
    defensive: tuple[str, ...] = ()


class NavalInterception(StandingOrder):
    """When ships intercept or counter-intercept [PH5.4, PH5.5]; default: at 1 to 1 in guns.

    `own` to `enemy` is the least ratio of gun totals; `counter` says when ships meet interceptors
    first.
    """

    type: ClassVar[str] = "naval-intercept"
    rule: ClassVar[str] = "PH5.4"
    called: ClassVar[Mapping[str, str]] = {
        "when=ratio": "at odds",
        "counter": "counter-intercepting",
        "counter=ratio": "at odds",
        "own": "own guns",
        "enemy": "to so many of the enemy",
    }
    when: Literal["ratio", "always", "never"] = "ratio"
    counter: Literal["ratio", "always", "never"] = "ratio"
    own: int = 1
    enemy: int = 1
    areas: tuple[str, ...] = ()


class Gunnery(StandingOrder):
    """How ships fight [PH6.2, PH6.4, D10.3].

    `fire` is the doctrine, `first` ranks types or ships by id with `list`. Whatever that ranks
    first, carriers and STPs are fired at only after every BB, CA, CL, DD and DE in the round, in
    which each ship fires once. They withdraw after round `after` (0: not for that), once `lost` own
    ships are damaged or sunk (0: not for that), and, unless `stay`, when they are outgunned two to
    one. `slip` is the free withdrawal of D10.3.
    """

    type: ClassVar[str] = "gunnery"
    rule: ClassVar[str] = "PH6.2"
    called: ClassVar[Mapping[str, str]] = {
        "fire": "at whom they fire",
        "first": "in this order",
        "after": "withdraw after round; 0 for not",
        "lost": "withdraw with so many hit; 0 for not",
        "stay": "staying when outgunned",
        "slip": "slipping away freely",
    }
    fire: Literal["strongest-gun", "weakest-armour", "capital", "list"] = "strongest-gun"
    first: tuple[str, ...] = ()
    after: int = 0
    lost: int = 0
    stay: bool = False
    slip: bool = False


class Submarines(StandingOrder):
    """What submarines do [PH9.1, D6.4]: intercept or not, whom to aim at, withdraw after a round.

    `aim` ranks types of ships or ships by id; default: the strongest armour that they can hit.
    """

    type: ClassVar[str] = "submarines"
    rule: ClassVar[str] = "PH9.1"
    called: ClassVar[Mapping[str, str]] = {
        "aim": "whom they aim at first",
        "withdraw": "withdrawing after a round",
    }
    intercept: Literal["always", "never"] = "always"
    aim: tuple[str, ...] = ()
    withdraw: bool = True


class AirDefence(StandingOrder):
    """The defence of Japan against bombers, and the answer to it [P2.1.2, P2.1.3, PH4.1].

    `first` fighters are put up at once (-1: the enemy's number), then as many as the enemy adds,
    up to `answer` in all (-1: every fighter in range).
    """

    type: ClassVar[str] = "strategic"
    rule: ClassVar[str] = "PH4.1"
    called: ClassVar[Mapping[str, str]] = {
        "first": "fighters at once",
        "answer": "fighters in all",
    }
    first: int = -1
    answer: int = -1


class GroundDefence(StandingOrder):
    """Ground combat [PH10.2, PH10.7, P4A.3.D].

    Of bombers in range those in `units` help the defence, and of the others the part `support`, in
    percent; `below` are the odds below which an attacker stops after a round, `retreat` ranks areas
    to retreat to.
    """

    type: ClassVar[str] = "ground"
    rule: ClassVar[str] = "PH10.2"
    called: ClassVar[Mapping[str, str]] = {
        "support": "percent of bombers that help",
        "units": "who helps",
        "below": "stopping at odds below",
        "retreat": "where to retreat, best first",
    }
    support: int = 50
    units: tuple[str, ...] = ()
    below: Literal["1:2", "1:1", "2:1", "3:1", "4:1", "5:1"] = "1:1"
    retreat: tuple[str, ...] = ()


class Losses(StandingOrder):
    """Who loses steps first, and who is aborted first [PH10.6, D8.3]: units by id."""

    type: ClassVar[str] = "losses"
    rule: ClassVar[str] = "PH10.6"
    called: ClassVar[Mapping[str, str]] = {
        "steps": "who loses steps first",
        "abort": "who turns back first",
    }
    steps: tuple[str, ...] = ()
    abort: tuple[str, ...] = ()


class Declines(StandingOrder):
    """A nation passes in the offensive phase without a file until told otherwise [PH13.4]."""

    type: ClassVar[str] = "declines"
    rule: ClassVar[str] = "PH13.4"
    called: ClassVar[Mapping[str, str]] = {"declines": "passing without a file"}
    declines: bool = True


class GoesFirst(StandingOrder):
    """Who performs phase 3 first should this seat have the initiative [P3.0.1]; always open."""

    type: ClassVar[str] = "goes-first"
    rule: ClassVar[str] = "P3.0.1"
    called: ClassVar[Mapping[str, str]] = {
        "side": "who goes first",
        "side=own": "we",
        "side=enemy": "they",
    }
    side: Literal["own", "enemy"] = "own"


STANDING: tuple[type[StandingOrder], ...] = (
    SearchRule, AirInterception, AirStrikeRule, AirStacks, NavalInterception, Gunnery, Submarines,
    AirDefence, GroundDefence, Losses, Declines, GoesFirst,
)  # fmt: skip


class Muster(Value):
    """What a seat's standing orders could name as their file was written [F.6.3].

    Task forces, carrier aircraft and all air and ground units of its own, and ships of the enemy.
    """

    forces: tuple[str, ...] = ()
    afloat: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


class Given(Value):
    """The file that gave a standing order, and the month in which it was written."""

    file: int
    turn: int


class Closed(Value):
    """Sealed standing orders that are not open yet, and what they could name [F.1, F.6.3]."""

    item: str
    given: Given = field(default_factory=lambda: Given(file=0, turn=0))
    muster: Muster = field(default_factory=Muster)
