"""The orders of Midway: those of one phase, and standing orders that hold until changed [MB1]."""

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeAlias

from pbem.engine.orders import WHOLE, Order, Shown
from pbem.systems.midway.table.state import Box

Deck: TypeAlias = Literal["default", "keep", "clear", "spot"]


class PhaseOrder(Order):
    """An order for one phase; `phases` are its Japanese and American number [M0.3]."""

    phases: ClassVar[tuple[int, int]] = (0, 0)

    @classmethod
    def steps(cls) -> tuple[str, ...]:
        """The names of the steps that take it [M0.3]."""
        return tuple(str(phase) for phase in dict.fromkeys(cls.phases))


class Land(PhaseOrder):
    """Land whole squadrons on one of the seat's carriers, or none on it [M1.1-M1.3].

    An empty list lands none.
    """

    type: ClassVar[str] = "land"
    rule: ClassVar[str] = "M1.3"
    public: ClassVar[Shown] = WHOLE
    phases: ClassVar[tuple[int, int]] = (1, 2)
    carrier: str
    squadrons: tuple[str, ...] = ()


class Move(PhaseOrder):
    """Squadrons advance to the next box, or leave CAP to wait for landing [M3.1, M3.4]."""

    type: ClassVar[str] = "move"
    rule: ClassVar[str] = "M3.1"
    public: ClassVar[Shown] = WHOLE
    phases: ClassVar[tuple[int, int]] = (3, 4)
    called: ClassVar[Mapping[str, str]] = {"to": "the box that they go to"}
    squadrons: tuple[str, ...]
    to: Box


class Stay(PhaseOrder):
    """Squadrons stay in their box this turn [M3.1]."""

    type: ClassVar[str] = "stay"
    rule: ClassVar[str] = "M3.1"
    public: ClassVar[Shown] = WHOLE
    phases: ClassVar[tuple[int, int]] = (3, 4)
    squadrons: tuple[str, ...]


class SearchGroups(PhaseOrder):
    """The four search groups of the first American wave [M16.1, M16.2, MH22]."""

    type: ClassVar[str] = "search-groups"
    rule: ClassVar[str] = "M16.1"
    public: ClassVar[Shown] = WHOLE
    phases: ClassVar[tuple[int, int]] = (4, 4)
    called: ClassVar[Mapping[str, str]] = {"groups": "the groups"}
    groups: tuple[tuple[str, ...], ...]


class CapAttack(PhaseOrder):
    """The seat's CAP squadrons that attack; those not named hold [M5.1].

    `tb_hits` is how many of the bomber hits fall on torpedo bombers first [M5.8]; below 0,
    `bomb_split` of the order `standing-cap` decides.
    """

    type: ClassVar[str] = "cap-attack"
    rule: ClassVar[str] = "M5.1"
    public: ClassVar[Shown] = WHOLE
    phases: ClassVar[tuple[int, int]] = (5, 6)
    called: ClassVar[Mapping[str, str]] = {
        "squadrons": "who attacks",
        "tb_hits": "hits on torpedo bombers first",
    }
    squadrons: tuple[str, ...] = ()
    tb_hits: int = -1


class Attack(PhaseOrder):
    """Bomber squadrons in the Attacking box name an enemy carrier [M7.1]."""

    type: ClassVar[str] = "attack"
    rule: ClassVar[str] = "M7.1"
    public: ClassVar[Shown] = WHOLE
    phases: ClassVar[tuple[int, int]] = (7, 8)
    squadrons: tuple[str, ...]
    carrier: str


class Launch(PhaseOrder):
    """Launch from one carrier's deck: a strike to Moving, CAP to CAP ring 1 [M9.1-M9.3]."""

    type: ClassVar[str] = "launch"
    rule: ClassVar[str] = "M9.1"
    public: ClassVar[Shown] = WHOLE
    phases: ClassVar[tuple[int, int]] = (9, 10)
    called: ClassVar[Mapping[str, str]] = {"strike": "to strike", "cap": "as CAP"}
    carrier: str
    strike: tuple[str, ...] = ()
    cap: tuple[str, ...] = ()


class Plan(PhaseOrder):
    """The squadrons that stand on a carrier's deck next turn, or that it is clear [M11.1].

    An empty list clears it. Where plans are sealed, nothing of it is public [MB4].
    """

    type: ClassVar[str] = "plan"
    rule: ClassVar[str] = "M11.1"
    public: ClassVar[Shown] = None
    phases: ClassVar[tuple[int, int]] = (11, 12)
    called: ClassVar[Mapping[str, str]] = {"deck": "on deck"}
    carrier: str
    deck: tuple[str, ...] = ()


class StandingLand(Order):
    """Standing: who lands first, and where [M1.3, MB1]."""

    type: ClassVar[str] = "standing-land"
    rule: ClassVar[str] = "M1.3"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "squadrons": "who lands first",
        "carriers": "where first",
    }
    squadrons: tuple[str, ...] = ()
    carriers: tuple[str, ...] = ()


class StandingMove(Order):
    """Standing: advance, hold, or hold-until others are Ready, for squadrons named [M3.1, MB1]."""

    type: ClassVar[str] = "standing-move"
    rule: ClassVar[str] = "M3.1"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "move": "what they do",
        "until": "until these are Ready",
        "move=hold-until": "hold until others are Ready",
    }
    squadrons: tuple[str, ...]
    move: Literal["advance", "hold", "hold-until"]
    until: tuple[str, ...] = ()


class StandingCap(Order):
    """Standing: the CAP doctrine [M5.1, M5.4, M5.8, MB1].

    `attack` may be `if-outnumbering` with `ratio`: C ≥ ratio·E; `dogfight_first` ranks squadrons.
    """

    type: ClassVar[str] = "standing-cap"
    rule: ClassVar[str] = "M5.1"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "attack": "when the CAP attacks",
        "attack=if-bombers": "if there are bombers",
        "attack=if-outnumbering": "if it is as strong as the escorts",
        "ratio": "or that many times as strong",
        "bomb_split": "bomber hits first on",
        "bomb_split=TB": "torpedo bombers",
        "bomb_split=DB": "dive bombers",
        "bomb_split=even": "both evenly",
        "dogfight_first": "who fights fighters first",
    }
    attack: Literal["if-bombers", "always", "never", "if-outnumbering"] = "if-bombers"
    ratio: int = 1
    bomb_split: Literal["TB", "DB", "even"] = "TB"
    dogfight_first: tuple[str, ...] = ()


class StandingTargets(Order):
    """Standing: enemy carriers in order, and how many own SP go at each at most [M7.1, MB1].

    These are `wave_sp`, 0 for no limit.
    """

    type: ClassVar[str] = "standing-targets"
    rule: ClassVar[str] = "M7.1"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "carriers": "carriers in order",
        "wave_sp": "most SP on each; 0 for no limit",
    }
    carriers: tuple[str, ...] = ()
    wave_sp: int = 0


class StandingLosses(Order):
    """Standing: who falls first [M5.6, M5.8, M7.3, MH30].

    `aa` is `["TB"]`, `["DB"]`, `["even"]` or a list of squadrons; `fighters` ranks those that fight
    in a dogfight, of CAP only those that meet escorts [M5.4]; `bombers` those that CAP attacks.
    """

    type: ClassVar[str] = "standing-losses"
    rule: ClassVar[str] = "M7.3"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "aa": "who falls to flak first",
        "aa=TB": "torpedo bombers",
        "aa=DB": "dive bombers",
        "aa=even": "both evenly",
        "fighters": "fighters that fall first",
        "bombers": "bombers that fall first",
    }
    aa: tuple[str, ...] = ()
    fighters: tuple[str, ...] = ()
    bombers: tuple[str, ...] = ()


class StandingLaunch(Order):
    """Standing: where fighters go, and whether bombers do [M9.3, MB1]."""

    type: ClassVar[str] = "standing-launch"
    rule: ClassVar[str] = "M9.3"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "fighters": "where fighters go",
        "fighters=default": "as usual",
        "fighters=cap": "to the CAP",
        "fighters=strike": "with the strike",
        "bombers": "bombers that go",
    }
    fighters: Literal["default", "cap", "strike", "none"] = "default"
    bombers: Literal["all", "none"] = "all"


class StandingPlan(Order):
    """Standing: a carrier's deck: as usual, kept as it is, cleared, or spotted [M11.1, MB1].

    In the file: `default`, `keep`, `clear` or `spot`.
    """

    type: ClassVar[str] = "standing-plan"
    rule: ClassVar[str] = "M11.1"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {
        "deck": "what becomes of the deck",
        "deck=default": "as usual",
        "deck=keep": "kept as it is",
        "deck=clear": "cleared",
        "deck=spot": "spotted for a strike",
    }
    carrier: str
    deck: Deck


STANDING: tuple[type[Order], ...] = (
    StandingLand, StandingMove, StandingCap, StandingTargets, StandingLosses, StandingLaunch,
    StandingPlan,
)  # fmt: skip
ALL_ORDERS: tuple[type[Order], ...] = (
    Land, Move, Stay, SearchGroups, CapAttack, Attack, Launch, Plan, *STANDING,
)  # fmt: skip
TYPES: Mapping[str, type[Order]] = {kind.type: kind for kind in ALL_ORDERS}
