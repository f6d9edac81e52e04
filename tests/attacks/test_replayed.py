"""Old and foreign openings played again in games of every system that seals single items."""

from collections.abc import Callable

import pytest

from pbem.frozen import replace
from pbem.scan import scan
from pbem.turnfile import OpenPart, TurnFile, read
from tests.attacks.common import refusal
from tests.cheat import sign
from tests.simulator import World, begin

GAMES = {
    "Midway": (
        "midway-even", ("japanese", "american"), {"pace": "phase", "sealed_planning": "true"},
    ),
    "Pacific Theater, standing orders": (
        "pto/midway", ("japanese", "allied"), {"sealed_standing": "true"},
    ),
    "Pacific Theater, bids": ("pto/pearl-harbor", ("japanese", "allied"), {}),
}  # fmt: skip


class Seen:
    """A game whose newest file opens something, when both sides have opened something before."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.files = [read(scan(raw)) for raw in world.mail]
        self.file = self.files[-1]
        self.part = self.file.open[0]

    def opened(self, by_author: bool) -> OpenPart:
        """What the author, or the other side, has opened last before."""
        return next(
            file.open[0]
            for file in reversed(self.files[:-1])
            if file.open and (file.seat == self.file.seat) == by_author
        )


@pytest.fixture(scope="module", params=GAMES)
def seen(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Seen:
    world = begin(tmp_path_factory.mktemp("game"), *GAMES[request.param])
    opened: set[str] = set()
    for _ in range(60):
        author = world.next_seat
        file = read(scan(world.write()))
        if file.open and opened == set(world.players):
            return Seen(world)
        opened |= {file.seat} if file.open else set()
        world.deliver(world.mail[-1], author)
    raise AssertionError("too little was opened")


def own_old(seen: Seen) -> tuple[OpenPart, ...]:
    """The content of an earlier month, under the id that is asked for."""
    return (replace(seen.opened(by_author=True), id=seen.part.id),)


def own_old_here(seen: Seen) -> tuple[OpenPart, ...]:
    return (replace(seen.opened(by_author=True), id=seen.part.id, seq=seen.part.seq),)


def the_others(seen: Seen) -> tuple[OpenPart, ...]:
    return (replace(seen.opened(by_author=False), id=seen.part.id),)


def the_others_here(seen: Seen) -> tuple[OpenPart, ...]:
    return (replace(seen.opened(by_author=False), id=seen.part.id, seq=seen.part.seq),)


NOT_SEALED = "[[open]] 1: what is opened as '{id}' is not what was sealed"
ONCE = "[[open]]: file {seq} must open each item once"
ALL = "[[open]]: file {seq} must open {all}"
REPLAYS: dict[str, tuple[Callable[[Seen], tuple[OpenPart, ...]], str]] = {
    "an own one of earlier": (own_old, NOT_SEALED),
    "an own one of earlier, as if sealed here": (own_old_here, NOT_SEALED),
    "one of the other side": (the_others, NOT_SEALED),
    "one of the other side, as if sealed here": (the_others_here, NOT_SEALED),
    "with a proof, as if it were a chart": (
        lambda seen: (replace(seen.part, proof=("00" * 32,)),), NOT_SEALED,
    ),
    "twice": (lambda seen: (seen.part, seen.part), ONCE),
    "opened again what is open": (
        lambda seen: (*seen.file.open, seen.opened(by_author=True)),
        ALL,
    ),
    "opened for the other side": (
        lambda seen: (*seen.file.open, seen.opened(by_author=False)),
        ALL,
    ),
    "not at all": (lambda _: (), ALL),
}  # fmt: skip


@pytest.mark.parametrize("name", REPLAYS)
def test_an_opening_is_played_once_and_by_its_author(seen: Seen, name: str) -> None:
    replay, words = REPLAYS[name]
    parts = replay(seen)
    others = seen.file.open[1:] if words == NOT_SEALED else ()
    file = replace(seen.file, open=(*parts, *others), hash="")
    if len({part.id for part in file.open}) < len(file.open):
        words = ONCE  # the ids of some items come again every month
    ids = ", ".join(sorted(part.id for part in seen.file.open))
    expected = words.format(id=seen.part.id, seq=file.seq, all=ids)
    assert refused(seen, file) == ("E11", expected)


def refused(seen: Seen, file: TurnFile) -> tuple[str, str]:
    """Why the other side refuses a file by the author of the newest; it is put away again."""
    reader = next(p for seat, p in seen.world.players.items() if seat != file.seat)
    told = refusal(reader, sign(file, seen.world.players[file.seat].key))
    (reader.folder / "evidence" / f"{file.seq:04d}-{file.seat}.pbem").unlink()
    return told
