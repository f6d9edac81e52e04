"""Events of openings (E.5): what becomes public of hidden things."""

from typing import ClassVar

from pbem.engine.events import Event


class CountsTold(Event):
    """What recon learnt of a base [7.3.4~]: units of each type, and nothing else."""

    rule: ClassVar[str] = "7.3.4~"
    base: str
    owner: str
    fighters: int
    bombers: int


class ItemBroken(Event):
    """An item was opened whose content means nothing; the rules take their default (protocol 7)."""

    rule: ClassVar[str] = "E.5"
    seat: str
    item: str


EVENTS: tuple[type[Event], ...] = (CountsTold, ItemBroken)
