"""Lies about what dice have hit, and about what recon was told, in real files (E.5, E.6, E.7)."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from pbem.engine.orders import Order, encode_order
from pbem.frozen import Value, replace
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.rules.occasion import steps_of
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.orders_operations import AirMission, Answers
from pbem.systems.cartwheel.table.orders_turn import Recon, Statement
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.simulator import Player, World
from tests.systems.cartwheel.files import world
from tests.systems.cartwheel.fraud import doctored, found, mailed, seen, told
from tests.systems.cartwheel.loaded import is_step, loaded

__all__ = ["loaded"]

BOMBERS = ("B24-319", "B24-320", "B24-321")
ON_KAVIENG = AirMission(
    kind="strike", hex="1002", band="high", strikers=BOMBERS, mode="precision", target="base:KAV"
)
RUIN = {
    "5.1 event": 7,
    **{f"9.9 aa t1m1 {unit}": 1 for unit in BOMBERS},
    **{f"9.10 bomb t1m1 {unit}": 9 for unit in BOMBERS},
    **{f"9.10 ground t1m1 KAV #{number}": 1 for number in range(1, 7)},
    "9.10 ground t1m1 KAV #1": 9,
}
"""Six hits destroy Kavieng; the first ground strike costs the only unit there a step."""


def until(made: World, seat: str, step: str) -> None:
    """Empty files until a seat is asked for a step."""
    while made.next_seat != seat or not is_asked(made.players[seat], step):
        mail(made)


def is_asked(player: Player, step: str) -> bool:
    return any(is_step(one, step) for one in steps_of(seen(player).decision.covers))


def mail(made: World, *orders: Order) -> None:
    """The next seat's file, received by all others."""
    author = made.next_seat
    raw = made.players[author].send(*(encode_order(order) for order in orders))
    made.mail.append(raw)
    made.deliver(raw, author)


class Lie(Value):
    """What a statement of one kind says, what it should, and the check and rule that find it."""

    kind: str
    truth: Mapping[str, object]
    lie: Mapping[str, object]
    rule: str
    check: int


LIES = (
    Lie(
        kind="struck", truth={"hits": ("step G4M-751 2>1",)}, lie={"hits": ("-",)},
        rule="H9.10.6", check=17,
    ),
    Lie(
        kind="lost-base", truth={"saved": ("G4M-751",)}, lie={"saved": ()}, rule="6.6.5", check=18,
    ),
)  # fmt: skip


@pytest.mark.parametrize("told_so", LIES, ids=["17-nobody-was-hit", "18-nobody-was-there"])
def test_17_18_what_bombs_did_at_a_hidden_base_is_denied(
    tmp_path: Path, loaded: dict[str, int], told_so: Lie
) -> None:
    """The file states it, everybody takes it, and the audit tells what was true."""
    loaded |= RUIN
    made = world(tmp_path, "campaign")
    mail(made, Answers(clauses=(Clause(),)))  # nobody goes up
    until(made, ALLIED, "4.4")
    mail(made, ON_KAVIENG)
    cheat = made.players[JAPANESE]
    while not (isinstance(private := seen(cheat).private, Private) and private.due):
        mail(made)
    assert made.next_seat == JAPANESE

    def said(orders: tuple[Order, ...]) -> tuple[Order, ...]:
        (honest,) = (o for o in orders if isinstance(o, Statement) and o.kind == told_so.kind)
        assert {key: getattr(honest, key) for key in told_so.truth} == told_so.truth
        return tuple(replace(o, **told_so.lie) if o is honest else o for o in orders)

    breaches = found(cheat, mailed(made, doctored(cheat, said=said)))
    assert told(breaches) == [(told_so.rule, "KAV", f"check {told_so.check}")]
    assert breaches[0].gain == JAPANESE
    assert "the truth was: " in breaches[0].what
    assert "G4M-751" in breaches[0].what


def test_1_15_recon_is_told_of_an_empty_base(tmp_path: Path, loaded: dict[str, int]) -> None:
    """Where a referee can read all, the item is named that lies, and who was told by it."""
    loaded |= {"5.1 event": 7, "7.3 recon F5-8": 1}
    made = world(tmp_path, "campaign", "referee")
    until(made, JAPANESE, "5.2")
    cheat = made.players[JAPANESE]
    empty = "fighters = 0\nbombers = 0\n"
    first = mailed(made, doctored(cheat, texts=lambda texts: {**texts, "RAB/counts": empty}))
    until(made, ALLIED, "7.3")
    mail(made, Recon(unit="F5-8", hex="1203", base="RAB"))
    second = made.players[JAPANESE]
    with second.session() as session:
        seq = session.next_seq
    mail(made)
    assert told(found(cheat, first)) == [("7.3.4~", "RAB", "check 1")]
    (breach,) = found(cheat, seq)
    assert told([breach]) == [("7.3.4~", "RAB", "check 15")]
    assert breach.what.startswith("recon was told 0 F and 0 B, and there were ")
    assert breach.gain == JAPANESE
