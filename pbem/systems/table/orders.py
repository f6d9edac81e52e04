"""What a seat may write: each kind of order and its keys [T1, T3-T8, T10]."""

from collections.abc import Mapping
from typing import ClassVar

from pbem.engine.orders import WHOLE, Order, Shown


class Roll(Order):
    """Throw dice, such as 2d6+1, and say what for [T1]."""

    type: ClassVar[str] = "roll"
    rule: ClassVar[str] = "T1"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {"about": "what for"}
    dice: str
    about: str


class Seal(Order):
    """Seal a note [T3].

    `words` stand in its author's draft alone: in the file there is a commitment to them.
    """

    type: ClassVar[str] = "note"
    rule: ClassVar[str] = "T3"
    public: ClassVar[Shown] = ("about",)
    called: ClassVar[Mapping[str, str]] = {"about": "what it is about"}
    about: str = ""
    words: str = ""


class Unseal(Order):
    """Open an own note [T4]."""

    type: ClassVar[str] = "open"
    rule: ClassVar[str] = "T4"
    public: ClassVar[Shown] = WHOLE
    note: str


class Put(Order):
    """Set a counter; with an empty value it comes off the table [T5]."""

    type: ClassVar[str] = "set"
    rule: ClassVar[str] = "T5"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {"value": "what it says"}
    counter: str
    value: str


class Contest(Order):
    """Contest a counter that the other side's last file set [T6]."""

    type: ClassVar[str] = "contest"
    rule: ClassVar[str] = "T6"
    public: ClassVar[Shown] = WHOLE
    counter: str


class Phase(Order):
    """Go on to a phase, or to the next turn and a phase of it [T7].

    `new_turn` ends the turn; `name` is the phase.
    """

    type: ClassVar[str] = "phase"
    rule: ClassVar[str] = "T7"
    public: ClassVar[Shown] = WHOLE
    called: ClassVar[Mapping[str, str]] = {"name": "phase", "new_turn": "in a new turn"}
    name: str = ""
    new_turn: bool = False


class Say(Order):
    """Words at the table, in their place among the other orders [T8]."""

    type: ClassVar[str] = "say"
    rule: ClassVar[str] = "T8"
    public: ClassVar[Shown] = WHOLE
    words: str


class Finish(Order):
    """Offer or accept the end: the side that has won, or a draw [T10].

    `result` is that side, or `draw`.
    """

    type: ClassVar[str] = "finish"
    rule: ClassVar[str] = "T10"
    public: ClassVar[Shown] = WHOLE
    result: str


TYPES: Mapping[str, type[Order]] = {
    kind.type: kind for kind in (Roll, Seal, Unseal, Put, Contest, Phase, Say, Finish)
}
