"""Golden chains between two folders, by `send` and `receive` alone, with strikes (E.4.4, AA.3).

Whatever decides nothing is written by `receive`; every other file by `send` from orders in a file.
"""

from hashlib import sha256
from pathlib import Path

import pytest

from pbem.dice import Dice, Roll
from pbem.engine import fold
from pbem.engine.orders import Order, encode_order
from pbem.frozen import replace
from pbem.game.verify import verify_game
from pbem.scan import scan
from pbem.systems.cartwheel.table.orders import AirMission, CommitTF36, NavalMission, Pass
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from pbem.turnfile import TurnFile, read
from tests.simulator import World, begin
from tests.systems.cartwheel.test_golden_chains import ALLIES_FIRST, JAPAN_FIRST
from tests.test_answer import alike, forced, last_of

Faces = dict[int, dict[str, int]]
"""Faces of dice by label, each set for the files from one number on."""


@pytest.fixture
def faces(monkeypatch: pytest.MonkeyPatch) -> Faces:
    """The faces of this test's dice, to be written down before they are thrown.

    They hold for files and not for the time of throwing, so that a chain can be judged again. All
    other dice fall alike in every run, whatever the keys of its players.
    """
    known: Faces = {}

    class LoadedDice(Dice):
        def __init__(self, key: bytes | None, used: tuple[str, ...] = (), *, file: int = 0) -> None:
            steady = sha256(str(file).encode()).digest()
            super().__init__(steady if key is not None else None, used, file=file)

        def _throw(self, label: str, count: int, sides: int) -> Roll:
            roll = super()._throw(label, count, sides)
            shown = known[max(first for first in known if first <= self.file)]
            return replace(roll, dice=(shown[label],)) if label in shown else roll

    monkeypatch.setattr(fold, "Dice", LoadedDice)
    return known


ON_BUIN = AirMission(
    kind="strike", hex="1405", band="high", strikers=("B24-372",), mode="precision",
    target="base:BUI",
)  # fmt: skip
ON_MUNDA = AirMission(
    kind="strike", hex="1606", band="high", strikers=("B25-70",), mode="regular", target="base:MUN"
)
AGAIN = AirMission(
    kind="strike", hex="1405", band="high", strikers=("B25-69",), mode="regular", target="base:BUI"
)
ON_RUSSELLS = AirMission(
    kind="strike", hex="1707", band="high", strikers=("G4M-702",), mode="regular",
    target="base:RUS",
)  # fmt: skip
SHIPS = tuple(
    NavalMission(ships=(ship,), path=("1707", "1606")) for ship in ("LST2", "LST3", "US-CLT1")
)
OUT = Pass(rest=True)


def sent(world: World, *orders: Order) -> None:
    """The next seat's file from its orders, and all that `receive` writes after it."""
    world.players[world.next_seat].send_by_command(*map(encode_order, orders))
    world.exchange()


def turn_two(
    place: Path, faces: Faces, opener: str, *, ashore: int, missions: int
) -> tuple[World, int]:
    """Turn 2 of Toenails at its first file, and that file's number; turn 1 holds no orders."""
    first = ALLIES_FIRST if opener == ALLIED else JAPAN_FIRST
    faces[0] = {"5.1 event": 7, "7.5 missions": 1, "11.1 ground initiative": first}
    world = begin(place, "cartwheel/toenails", (JAPANESE, ALLIED))
    while turn_of(world) == 1:
        sent(world)
    start = world.players[JAPANESE].head + 1
    faces[start] = {
        "7.4 initiative": ALLIES_FIRST, "7.5 missions": missions, "11.1 ground initiative": ashore,
    }  # fmt: skip
    assert world.next_seat == opener
    return world, start


def turn_of(world: World) -> int:
    """The turn of the next file, its author's seed open."""
    with world.players[world.next_seat].session() as session:
        now: int = session.final().fold.table.game.now
        return now


def files(world: World, first: int) -> list[TurnFile]:
    """The files from one number on, alike in both folders."""
    chains = [
        [read(scan(path.read_bytes())) for path in sorted((player.folder / "chain").glob("*"))]
        for player in world.players.values()
    ]
    assert chains[0] == chains[1]
    return chains[0][first:]


def chain(made: list[TurnFile]) -> str:
    return " ".join(file.seat[0].upper() for file in made)


def opened(file: TurnFile) -> list[str]:
    """The answers to raids that a file opens."""
    return [part.id for part in file.open if part.id.startswith("raid/")]


def assert_holds(world: World) -> None:
    for player in world.players.values():
        with player.at_home():
            verify_game(player.folder, lambda _: None)


def test_gd1_three_strikes_in_a_run_and_one_of_each_side_after_it(
    tmp_path: Path, faces: Faces
) -> None:
    world, first = turn_two(tmp_path, faces, JAPANESE, ashore=ALLIES_FIRST, missions=8)
    sent(world)  # s1
    sent(world)  # s2, and t3 by `receive`
    sent(world, ON_BUIN, ON_MUNDA, SHIPS[0])
    sent(world, ON_RUSSELLS)
    sent(world, AGAIN, OUT)
    sent(world, OUT)
    sent(world)  # g1
    sent(world)  # g2
    made = files(world, first)
    assert chain(made) == "J A J A J A J A J"
    assert [opened(file) for file in made[4:7]] == [
        ["raid/1405/l0", "raid/1606/l0"], ["raid/1707/l0"], ["raid/1405/l0"],
    ]  # fmt: skip
    assert not any(opened(file) for file in (*made[:4], *made[7:]))
    assert made[2].order == ()
    assert (world.next_seat, turn_of(world)) == (ALLIED, 3)
    assert_holds(world)


def test_gd2_the_run_in_t3_and_a_bundle_whose_answers_japan_opens_with_its_orders_ashore(
    tmp_path: Path, faces: Faces
) -> None:
    world, first = turn_two(tmp_path, faces, ALLIED, ashore=JAPAN_FIRST, missions=3)
    no, yes = (CommitTF36(commit=False, eleventh=one) for one in ("no", "yes"))
    sent(world, no, yes)
    sent(world)
    sent(world, ON_BUIN, ON_MUNDA)
    sent(world, OUT)
    sent(world, AGAIN, *SHIPS[:2])
    sent(world)
    sent(world)
    made = files(world, first)
    assert chain(made) == "A J A J A J A"
    assert made[2].open[0].id == "tf36/t2/no"
    assert opened(made[3]) == ["raid/1405/l0", "raid/1606/l0"]
    assert opened(made[5]) == ["raid/1405/l0"]
    assert (world.next_seat, turn_of(world)) == (JAPANESE, 3)
    assert_holds(world)


def test_gd3_the_sixth_file_is_written_by_receive_as_it_is_by_hand(
    tmp_path: Path, faces: Faces
) -> None:
    """Nonce, time and padding apart; Japan is out, and the Allies act first ashore."""
    world, first = turn_two(tmp_path / "game", faces, ALLIED, ashore=ALLIES_FIRST, missions=3)
    sent(world)
    sent(world)
    sent(world, ON_BUIN, ON_MUNDA)
    sent(world, OUT)
    allied, japanese = world.players[ALLIED], world.players[JAPANESE]
    assert allied.run("config", "answer", "never") == 0
    raw = allied.send_by_command(*map(encode_order, (AGAIN, *SHIPS[:2])))
    twin = world.copied(tmp_path / "twin").players[JAPANESE]
    twin.receive(raw)
    assert forced(twin)
    assert twin.run("send", "--empty", "--yes") == 0
    world.exchange()
    assert last_of(japanese).seat == JAPANESE
    assert alike(last_of(japanese)) == alike(last_of(twin))
    sent(world)
    sent(world)
    made = files(world, first)
    assert chain(made) == "A J A J A J A J"
    assert made[5].order == ()
    assert opened(made[5]) == ["raid/1405/l0"]
    assert (world.next_seat, turn_of(world)) == (ALLIED, 3)
    assert_holds(world)
