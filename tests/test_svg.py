"""`pbem map --svg`: the board with every counter, as everybody sees it or for one's own eyes."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.engine.tabletop import Board, Counter, Laid, Place
from pbem.report import svg
from pbem.report.heaps import SHOWN, heaped
from tests.recording import GAMES, begun
from tests.simulator import Player, World, begin

DRAWN = [scenario for scenario in GAMES if not scenario.startswith("table/")]
FILES = 12


@pytest.fixture(scope="module", params=DRAWN)
def table(request: pytest.FixtureRequest) -> tuple[Board, tuple[Counter, ...], Any]:
    """Board, counters as everybody sees them and state, some files into a game between bots."""
    game, rules = begun(request.param)
    for _ in range(FILES):
        if not game.is_over:
            game.step(lambda view: rules.system.bot(view, rules.charts))
    tabletop: Any = rules.system.tabletop
    board = tabletop.board(game.game, rules.charts)
    return board, tabletop.counters(game.game, None, rules.charts), game.game


@pytest.mark.parametrize("scenario", DRAWN)
def test_the_key_tells_every_sign_that_is_drawn(scenario: str) -> None:
    game, rules = begun(scenario)
    tabletop: Any = rules.system.tabletop
    key = tabletop.key
    corners = {sample.shape: sample.corners for sample in key.samples}
    board = tabletop.board(game.game, rules.charts)
    assert {place.ground for place in board.places} <= set(key.grounds)
    ways = {stroke.way for stroke in board.strokes} - {"shore", "ridge"}  # which are low, high land
    assert ways <= set(key.ways)
    for _ in range(2 * FILES):
        if game.is_over:
            break
        game.step(lambda view: rules.system.bot(view, rules.charts))
        for one in tabletop.counters(game.game, None, rules.charts):
            assert one.sign in ("", *key.signs)
            named = zip(one.corners, corners[one.shape], strict=True)
            assert all(words for figure, words in named if figure), one


def within(x: float, y: float, place: Place) -> bool:
    xs, ys = zip(*place.outline, strict=True)
    return min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys)


def test_every_counter_lies_in_its_place(table: tuple[Board, tuple[Counter, ...], Any]) -> None:
    board, counters, _ = table
    places = {place.id: place for place in board.places}
    found = heaped(board, counters)
    assert {lain.counter.id for lain in found} == {counter.id for counter in counters}
    for lain in found:
        assert within(*lain.at, places[lain.counter.place])
    for place in board.places:
        assert all(0 <= x <= board.size[0] and 0 <= y <= board.size[1] for x, y in place.outline)


def test_a_counter_lies_where_the_state_has_it(
    table: tuple[Board, tuple[Counter, ...], Any],
) -> None:
    _, counters, game = table
    where = {counter.id: counter.place for counter in counters}
    if hasattr(game, "squadrons"):
        units = [*game.squadrons, *game.carriers]
    elif hasattr(game, "forces"):
        units = [*game.ships, *game.ground, *game.air]
        assert all(where[ship.id] == game.forces[ship.tf].at for ship in game.ships.values())
    else:
        units = [unit.id for unit in (*game.ships.values(), *game.troops.values()) if unit.at]
        assert all(where[ship.id] == ship.at for ship in game.ships.values() if ship.at)
    assert set(units) <= set(where)


def test_the_picture_is_sound_xml_with_the_uppermost_of_each_pile(
    table: tuple[Board, tuple[Counter, ...], Any],
) -> None:
    board, counters, _ = table
    root = ElementTree.fromstring(
        svg.picture(Laid(board=board, counters=counters), title="a < b & c")
    )
    assert root[0].text == "a < b & c"
    drawn = {one.get("data-id") for one in root.iter() if one.get("data-id")}
    assert drawn == {one.counter.id for one in heaped(board, counters) if one.depth < SHOWN}
    assert not [
        one for one in root.iter() if one.tag.endswith(("script", "image", "foreignObject"))
    ]


def test_what_is_so_of_a_pile_is_told_of_its_uppermost() -> None:
    place = Place(
        id="1203", name="Rabaul", label="1203", ground="water", middle=(80, 80), room=(120, 120),
        outline=((0, 0), (160, 0), (160, 160), (0, 160)), owner="first",
    )  # fmt: skip
    board = Board(title="", size=(160, 160), places=(place,))
    counters = tuple(
        Counter(
            id=name, place="1203", side="first", shape="ship", pile="ships", label="DD",
            words=name, marks=("disrupted",) if name == "two" else (),
        )
        for name in ("one", "two", "three", "four")
    )  # fmt: skip
    text = svg.element(Laid(board=board, counters=counters), title="")
    assert "<title>one; two (disrupted); three; four</title>" in text
    assert 'data-id="four"' not in text
    assert '<tspan class="first">●</tspan> 1203 Rabaul' in text


# --- reports -------------------------------------------------------------------------------------


def test_the_page_of_a_turn_keeps_its_table_when_the_turn_is_over(tmp_path: Path) -> None:
    world = begin(tmp_path, "midway/midway-even", ("japanese", "american"))
    world.play(9)
    player = world.players["japanese"]
    for turn in (1, 2, 3):
        page = (player.folder / "reports" / f"turn-{turn:02d}.html").read_text(encoding="utf-8")
        assert page.count('<div class="laid">') == 1
        assert {"akagi", "hornet"} <= set(re.findall(r'data-id="([^"]+)"', page))
        told = (player.folder / "reports" / f"turn-{turn:02d}.txt").read_text(encoding="utf-8")
        assert "svg" not in told


# --- the command ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game of Cartwheel after some files."""
    folder = tmp_path_factory.mktemp("svg")
    world = begin(folder, "cartwheel/bismarck-sea", ("japanese", "allied"))
    for _ in range(4):
        world.round()
    return world


def drawn_by(player: Player, path: Path, *words: str) -> set[str]:
    assert player.run("map", "--svg", str(path), *words) == 0
    return set(re.findall(r'data-id="([^"]+)"', path.read_text(encoding="utf-8")))


def test_own_hidden_units_are_on_ones_own_picture_alone(world: World, tmp_path: Path) -> None:
    japanese, allied = (world.players[seat] for seat in ("japanese", "allied"))
    own = tmp_path / "own.svg"
    assert drawn_by(japanese, own) - drawn_by(japanese, tmp_path / "all.svg", "--public")
    assert own.stat().st_mode & 0o777 == 0o600
    assert drawn_by(allied, tmp_path / "them.svg", "--public") == drawn_by(
        japanese, tmp_path / "all.svg", "--public"
    )
    both = [(tmp_path / name).read_bytes() for name in ("all.svg", "them.svg")]
    assert both[0] == both[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--svg", "x.svg", "--zoom", "2"), "take out --at and --zoom"),
        (("--public",), "--svg FILE"),
    ],
)
def test_what_does_not_go_together(
    words: tuple[str, ...], said: str, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert world.players["allied"].run("map", *words) == 2
    assert said in capsys.readouterr().err
