"""Cheating clients against answers in advance [H8.9]: what their files open (E11)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.orders import decode_orders
from pbem.frozen import replace
from pbem.game.write import compose
from pbem.turnfile import OpenPart
from tests.attacks.common import judged, refusal
from tests.attacks.test_charts import code_of_refusal, files_with_charts, opened_from
from tests.cheat import forge, honest_parts, sign
from tests.simulator import SENT, Player, World
from tests.systems.cartwheel.files import world
from tests.systems.cartwheel.loaded import steady
from tests.systems.cartwheel.tabletop import CHARTS

Parts = tuple[OpenPart, ...]
ANSWER = "raid/"


@pytest.fixture(scope="module")
def raided(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in which the next file opens an answer that names somebody."""
    with steady(3):
        made = world(tmp_path_factory.mktemp("raided"), "toenails")
        for _ in range(80):
            ids = [part.id for part in honest_parts(made.players[made.next_seat]).open]
            if sum(id_.startswith("unit/") for id_ in ids) > 0:
                return made
            made.round()
    raise AssertionError("nobody was ever raided")


@pytest.fixture(autouse=True)
def falling_alike() -> Iterator[None]:
    """The dice of that game."""
    with steady(3):
        yield


def judged_as(made: World, change: Callable[[Parts], Parts]) -> str:
    """The code with which everybody refuses the next file with other openings."""
    author = made.players[made.next_seat]
    raw = forge(author, lambda file: replace(file, open=change(file.open)))
    return code_of_refusal(made, raw)


def author_of(made: World) -> Player:
    return made.players[made.next_seat]


def first_answer(parts: Parts) -> OpenPart:
    return next(part for part in parts if part.id.startswith(ANSWER))


def swapped(made: World, part: OpenPart, id_: str) -> OpenPart:
    """Another item of the same file in the place of one."""
    return replace(opened_from(author_of(made), part.seq, id_), id=part.id)


def test_h8_9_9_another_class_is_not_opened_for_the_one_that_the_raid_is(raided: World) -> None:
    """Who has the dice in hand would rather have sent more, or nobody."""
    hex_ = first_answer(honest_parts(author_of(raided)).open).id.split("/")[1]

    def change(parts: Parts) -> Parts:
        part = first_answer(parts)
        classes = (one.id for one in CHARTS.answers.classes)
        wrong = next(c for c in classes if f"{ANSWER}{hex_}/{c}" != part.id)
        other_one = swapped(raided, part, f"{ANSWER}{hex_}/{wrong}")
        return tuple(other_one if one is part else one for one in parts)

    assert judged_as(raided, change) == "E11"


def test_h8_9_9_an_answer_of_an_older_file_is_not_opened(raided: World) -> None:
    author = author_of(raided)
    newest = first_answer(honest_parts(author).open).seq

    def change(parts: Parts) -> Parts:
        part = first_answer(parts)
        last = files_with_charts(raided, author.seat)[-2]
        assert last < newest
        older = opened_from(author, last, part.id)
        return tuple(older if one is part else one for one in parts)

    assert judged_as(raided, change) == "E11"


@pytest.mark.parametrize("name", ["a unit less", "the answer alone", "nothing", "a unit more"])
def test_h8_9_9_no_more_and_no_fewer_are_opened(raided: World, name: str) -> None:
    author = author_of(raided)

    def change(parts: Parts) -> Parts:
        if name == "a unit more":
            part = first_answer(parts)
            with author.session() as session:
                private = session.own_private()
            named = {one.id for one in parts}
            more = next(u for u in private.planes if f"unit/{u}" not in named)
            return (*parts, opened_from(author, part.seq, f"unit/{more}"))
        units = [one for one in parts if one.id.startswith("unit/")]
        left = {"a unit less": [units[-1]], "the answer alone": units, "nothing": list(parts)}
        return tuple(one for one in parts if one not in left[name])

    assert judged_as(raided, change) == "E11"


def test_h8_9_9_an_answer_written_with_the_dice_in_hand_does_not_open(raided: World) -> None:
    text = 'interceptors = []\nevaders = []\ngo_for = "escorts"\ndisengage_at = "any"\nace = ""\n'

    def change(parts: Parts) -> Parts:
        part = first_answer(parts)
        return tuple(replace(one, content=text) if one is part else one for one in parts)

    assert judged_as(raided, change) == "E11"


# --- the file that opens, written twice ----------------------------------------------------------


def test_a_second_file_with_other_missions_moves_no_die_of_the_raid(
    raided: World, tmp_path: Path
) -> None:
    """Who owes the opening knows what comes of the raid, and would rather have done otherwise.

    What feeds its dice stands in files before; two of his files in one place are a proof.
    """
    made = raided.copied(tmp_path)
    author = author_of(made)
    (reader,) = (one for one in made.players.values() if one is not author)
    orders = author.bot_orders()
    assert any(order["type"] == "air-mission" for order in orders)
    idle, moved = _file_with(author, ()), _file_with(author, orders)
    raids = [
        [(one.seq, one.witness, one.roll) for one in judged(reader, raw).thrown]
        for raw in (idle, moved)
    ]
    owner = min(seq for seq, _, _ in raids[0])
    told = [[roll for seq, _, roll in thrown if seq == owner] for thrown in raids]
    assert told[0]
    assert told[0] == told[1]
    reader.receive(idle)
    _, words = refusal(reader, moved)
    assert "has signed two different files" in words
    assert list((reader.folder / "evidence").glob("*.pbem"))


def _file_with(player: Player, orders: Sequence[Mapping[str, Any]]) -> bytes:
    with player.session() as session:
        given = decode_orders(tuple(orders), session.rules.system.orders, code="E12")
        return sign(compose(session, given, "", SENT), player.key)
