"""Sealed items as the fold sees them: what a file must open and seal, and whether it does (E11).

Single items stand in a file by themselves, charts under one root a file (protocol 7).
"""

from typing import TypeVar

from pbem.engine.decisions import Decision
from pbem.engine.hidden import Scene
from pbem.engine.ledger import REFEREE, Fold, Root, Rules, SealedItem, side_of
from pbem.engine.orders import Order, stands_alone
from pbem.engine.run import current_step
from pbem.engine.steps import change_of_score
from pbem.errors import Refused, refuse
from pbem.frozen import replace
from pbem.merkle import root_from
from pbem.narrow import parse_item
from pbem.seal import commitment
from pbem.turnfile import OpenPart, TurnFile

G = TypeVar("G")

TAMPERED = "its author's program is at fault or was tampered with"


class Openings:
    """The openings of a file, handed out as the rules ask for them: each once, and all of them."""

    def __init__(self, file: TurnFile) -> None:
        self._seq = file.seq
        self._left = {part.id: part for part in file.open}
        self._asked: list[str] = []
        if len(self._left) != len(file.open):
            raise _items(file.seq, "open", "each item once")

    def take(self, _: object, wanted: tuple[str, ...]) -> tuple[OpenPart, ...]:
        """The parts wanted; raises `Refused` (E11) if one is missing."""
        self._asked += wanted
        if not self._left.keys() >= set(wanted):
            raise self._wrong()
        return tuple(self._left.pop(id_) for id_ in wanted)

    def check_all_taken(self) -> None:
        """Raises `Refused` (E11) if the file opens more than was asked for."""
        if self._left:
            raise self._wrong()

    def _wrong(self) -> Refused:
        return _items(self._seq, "open", ", ".join(sorted(self._asked)) or "nothing")


def check_sealed(
    fold: Fold[G], rules: Rules[G], decision: Decision, file: TurnFile, orders: tuple[Order, ...]
) -> None:
    """E11: exactly the single items that the step and the orders want are sealed.

    A file whose order stands alone answers no step, and seals none (protocol 12).
    """
    items = rules.system.hidden or rules.system.by_orders
    by_orders = items.seals(fold.table.game, file.seat, orders, rules.charts) if items else ()
    by_step = () if stands_alone(orders) else decision.seals
    wanted = sorted((*by_step, *by_orders))
    if wanted != sorted(part.id for part in file.sealed):
        raise _items(file.seq, "seal", ", ".join(wanted) or "nothing")


def opened_by_orders(
    fold: Fold[G], rules: Rules[G], seat: str, orders: tuple[Order, ...]
) -> tuple[str, ...]:
    """The ids of the items that a seat's orders open, each once, whether they exist or not."""
    items = rules.system.hidden or rules.system.by_orders
    return items.openings(fold.table.game, seat, orders, rules.charts) if items else ()


def _items(seq: int, verb: str, named: str) -> Refused:
    where = {"seal": "[[sealed]]", "open": "[[open]]"}[verb]
    return refuse("E11", f"file {seq} must {verb} {named}", where=where, hint=TAMPERED)


def check_hidden_parts(fold: Fold[G], rules: Rules[G], file: TurnFile) -> None:
    """E11: charts and annex stand in the files that must have them, and only there (protocol 8)."""
    charts = (
        rules.system.hidden is not None
        and bool(file.seq)
        and not fold.joins
        and (side_of(fold, file.seat) != REFEREE)
    )
    if charts != (file.charts is not None):
        what = "has no charts" if charts else "has charts, and none are wanted"
        raise refuse("E11", f"file {file.seq} {what}", where="[charts]", hint=TAMPERED)
    annex = file.annex is not None and bool(file.annex.age)
    if rules.system.secretive(fold.table.game) and not annex:
        what = f"file {file.seq} has no annex, and in this game every file has one"
        raise refuse("E11", what, where="[annex] age", hint=TAMPERED)


def open_items(
    fold: Fold[G], rules: Rules[G], game: str, seat: str, parts: tuple[OpenPart, ...]
) -> tuple[Fold[G], tuple[Scene[G], ...]]:
    """Open items against their commitments and tell the rules (protocol 7).

    Raises `Refused` (E11) for an opening that does not match. Content that is not of the narrow
    form is not refused: the rules take their default and report it.
    """
    scenes: list[Scene[G]] = []
    for number, part in enumerate(parts, 1):
        single = next((i for i in fold.sealed if (i.seat, i.id) == (seat, part.id)), None)
        if not (_is_single(game, single, part) or _is_chart(fold, rules, game, seat, part)):
            what = f"what is opened as '{part.id[:40]}' is not what was sealed"
            hint = "its author must open the item as he last sealed it"
            raise refuse("E11", what, where=f"[[open]] {number}", hint=hint)
        table = fold.table
        state, events = rules.system.opened(
            table.game, seat, part.id, part.seq, parse_item(part.content), rules.charts
        )
        left = tuple(other for other in fold.sealed if other is not single)
        fold = replace(fold, sealed=left, table=replace(table, game=state))
        step = current_step(rules.system, fold.table).name
        score = change_of_score(rules.system, table.game, state, rules.charts)
        scenes.append(Scene(turn=table.turn, step=step, game=state, events=events, score=score))
    return fold, tuple(scenes)


def _commit(game: str, seat: str, part: OpenPart) -> bytes:
    salt = bytes.fromhex(part.salt)
    return commitment(bytes.fromhex(game), seat, part.seq, part.id, salt, part.content)


def _is_single(game: str, item: SealedItem | None, part: OpenPart) -> bool:
    """Whether this opens a single item; such a part has no proof."""
    if item is None or part.seq != item.seq or part.proof:
        return False
    return _commit(game, item.seat, part).hex() == item.commit


def _is_chart(fold: Fold[G], rules: Rules[G], game: str, seat: str, part: OpenPart) -> bool:
    """Whether this opens an item of the seat's newest charts.

    The leaf's number and the number of leaves follow from the rules' list, never from the file.
    """
    hidden = rules.system.hidden
    root = next((root for root in fold.roots if root.seat == seat), None)
    if hidden is None or root is None or part.seq != root.seq:
        return False
    ids = hidden.chart_ids(fold.table.game, seat, rules.charts)
    if part.id not in ids:
        return False
    proof = tuple(bytes.fromhex(one) for one in part.proof)
    found = root_from(_commit(game, seat, part), ids.index(part.id), len(ids), proof)
    return found is not None and found.hex() == root.root


def with_sealed(fold: Fold[G], file: TurnFile) -> Fold[G]:
    """The fold with what a file seals: its single items, and its charts for the last ones."""
    items = (
        SealedItem(seat=file.seat, id=part.id, seq=file.seq, commit=part.commit)
        for part in file.sealed
    )
    roots = fold.roots
    if file.charts is not None:
        new = Root(seat=file.seat, seq=file.seq, root=file.charts.root)
        others = [root for root in roots if root.seat != file.seat]
        roots = tuple(sorted((*others, new), key=lambda root: root.seat))
    return replace(fold, sealed=(*fold.sealed, *items), roots=roots)
