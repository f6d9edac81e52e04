"""Cheats with the list of sealed items, which the scenario fixes (protocol 7, H8.9.1, E11)."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.ledger import Fold
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.game.annexes import Place, contents
from pbem.game.write import compose
from pbem.merkle import proof_for, root_of
from pbem.systems.cartwheel.rules.r08_answers import answer_id, class_of
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply, StandDown
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from pbem.turnfile import ChartsPart, OpenPart
from tests.cheat import sign
from tests.memory import Filed, Match, Seat
from tests.simulator import SENT, Player, begin
from tests.systems.cartwheel.fraud import found, mailed
from tests.systems.cartwheel.loaded import Play, loaded
from tests.systems.cartwheel.selfplay import SEATS, played
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.test_cheats_answers import (
    CALLED,
    CALM,
    ON_RABAUL,
    before_the_last,
    text_of,
)

__all__ = ["loaded"]

Ids = tuple[str, ...]
MORE = "raid/0000/l0"
"""An answer for a hex that there is not, in front of all others."""


def without(ids: Ids, *gone: str) -> Ids:
    return tuple(one for one in ids if one not in gone)


LISTS: dict[str, Callable[[Ids], Ids]] = {
    "without the answer that is called for": lambda ids: without(ids, CALLED),
    "without one before it": lambda ids: without(ids, ids[0]),
    "with one more before it": lambda ids: tuple(sorted((*ids, MORE))),
    "with the answer twice": lambda ids: tuple(sorted((*ids, CALLED))),
}


def sealed_by(game: Play, change: Callable[[Ids], Ids]) -> None:
    """The Japanese file just written has the root of another list, by which it proves openings."""
    match, seat = game.match, game.match.seats[JAPANESE]
    seq, honest = match.files[-1].seq, match._opening
    ids, items = change(match._chart_ids(match.fold, seat)), {MORE: text_of(), **seat.items[seq]}
    commit = match.commits_in(seat, seq)
    leaves = [commit(one, items[one]) for one in ids]
    roots = (
        replace(one, root=root_of(leaves).hex()) if one.seat == JAPANESE else one
        for one in match.fold.roots
    )
    match.fold = replace(match.fold, roots=tuple(roots))

    def opening(author: Seat, fold: Fold[Any], id_: str) -> OpenPart:
        part = honest(author, fold, id_)
        if author is not seat or not part.proof:
            return part
        proof = proof_for(leaves, ids.index(id_) if id_ in ids else 0)
        return replace(part, proof=tuple(one.hex() for one in proof))

    match._opening = opening  # type: ignore[method-assign]


@pytest.mark.parametrize("name", LISTS)
def test_e11_by_another_list_no_answer_can_be_opened(loaded: dict[str, int], name: str) -> None:
    """Number and count of leaves follow from the scenario: no proof of such a tree leads there."""
    loaded |= CALM
    game = before_the_last(JAPANESE).file()
    sealed_by(game, LISTS[name])
    game.until(ALLIED, "4.4").file(ON_RABAUL)
    with pytest.raises(Refused) as caught:
        game.file()
    assert caught.value.problems[0].code == "E11"
    assert game.match.files[-1].seat == ALLIED, "the Japanese cannot go on"


@pytest.mark.parametrize("change", [lambda ids: ids[:-1], lambda ids: (*ids, MORE)])
def test_protocol_7_a_leaf_more_or_less_at_the_end_is_found_by_the_audit(
    tmp_path: Path, change: Callable[[Ids], Ids]
) -> None:
    """All take the file, for its root tells nothing; what is disclosed has another one."""
    world = begin(tmp_path, "cartwheel/toenails", SEATS)
    author = world.players[world.next_seat]
    seq = mailed(world, _doctored(author, change))
    assert [(one.rule, one.subject) for one in found(author, seq)] == [("protocol 7", "the charts")]


def _doctored(player: Player, change: Callable[[Ids], Ids]) -> bytes:
    """The player's next file with the root of another list of items."""
    with player.session() as session:
        file, view = compose(session, (), "", SENT), session.view()
        place = Place(
            secret=session.secret(), game=session.links.game, seat=player.seat, seq=file.seq
        )
        items = {MORE: text_of(), **contents(place, file, session.rules, view.game)}
        assert CARTWHEEL.hidden is not None
        ids = change(CARTWHEEL.hidden.chart_ids(view.game, player.seat, CHARTS))
    root = root_of([place.commit(id_, items[id_]) for id_ in ids])
    return sign(replace(file, charts=ChartsPart(root=root.hex())), player.key)


# --- what can be read off openings ---------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "number"), [("toenails", 1), ("bougainville", 0)])
def test_h8_9_9_of_answers_raids_open_what_they_call_for_and_no_more(
    scenario: str, number: int
) -> None:
    """Its interceptors and evaders by name; never the policy, nor another class or hex."""
    match = played(scenario, dict.fromkeys(SEATS, partial(CARTWHEEL.bot, charts=CHARTS)), number)
    down: set[str] = set()
    called_for = 0
    for before, file in zip(match.files, match.files[1:], strict=False):
        answers = {one for one in file.opened if one.startswith("raid/")}
        is_answered = before.seat != file.seat and file.seat not in down
        assert answers == (_called(before) if is_answered else set()), file
        units = {one for one in file.opened if one.startswith("unit/")}
        assert units <= _named(match, file, answers)
        assert "policy" not in file.opened
        called_for += len(answers)
        for order in before.orders:
            if isinstance(order, StandDown):
                (down.add if order.on else down.discard)(before.seat)
    assert called_for


def _called(file: Filed) -> set[str]:
    """The answers that the raids of a file call for; none where it asks for a reply [H8.9.7]."""
    if any(item.startswith("mission/") for item in file.sealed):
        return set()
    return {
        answer_id(order.hex, class_of(order.kind, len(main), len(order.escorts), CHARTS))
        for order in file.orders
        if isinstance(order, AirMission)
        for main in (order.strikers or order.transports or order.escorts,)
    }


def _named(match: Match, file: Filed, answers: set[str]) -> set[str]:
    """The unit items that a file may open: of whom its answers name, or its replies."""
    seat = match.seats[file.seat]
    sealed = max((seq for seq in seat.items if seq < file.seq), default=0)
    texts = [seat.items[sealed][id_] for id_ in answers]
    units = {id_ for id_ in seat.items[sealed] if id_.startswith("unit/")} if sealed else set()
    replied = set(_replied(file))
    return {id_ for id_ in units if id_ in replied or any(f'"{id_[5:]}"' in text for text in texts)}


def _replied(file: Filed) -> Iterator[str]:
    for order in file.orders:
        if isinstance(order, Reply):
            yield from (f"unit/{unit}" for unit in (*order.interceptors, *order.evaders))
