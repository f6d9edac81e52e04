"""Who reads the raw files knows no more: standing orders that are open, and what is to come."""

from pathlib import Path

import pytest

from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.orders_month import Pass, Stay
from pbem.systems.pto.table.standing import GoesFirst
from tests.simulator import World, begin
from tests.systems.pto.frontdoor import Campaign
from tests.systems.pto.phase4 import april, at_phase_4
from tests.systems.pto.skies import QUIET, WASHINGTON
from tests.systems.pto.tabletop import CHARTS, force, ship

SECRET = {"type": "gunnery", "fire": "list", "first": ["kongo", "haruna"]}
HALF = {"type": "air-intercept", "own": 3, "enemy": 4}
WORDS = "fire at Kongo (kongo), then Haruna (haruna)"
SEEN = ("show", "show --full", "show standing", "report", "orders -o -", "status", "games")


@pytest.fixture
def world(tmp_path: Path) -> World:
    """June 1942: the Allies have sealed two standing orders and written their first file."""
    world = begin(tmp_path, "pto/midway", ("japanese", "allied"))
    world.send(HALF, SECRET)
    return world


def read(world: World, capsys: pytest.CaptureFixture[str], *commands: str) -> str:
    """What Japan's player reads on his screen."""
    capsys.readouterr()
    for command in commands or SEEN:
        assert world.players["japanese"].run(*command.split()) == 0
    return " ".join(capsys.readouterr().out.split())


def test_f_1_sealed_standing_orders_are_told_once_they_are_open_and_not_before(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing of their words is on any screen while they are sealed; then all of it is."""
    before = read(world, capsys)
    assert not any(words in before for words in ("3 to 4", WORDS, "fire at", "in force from now"))
    assert "standing orders of the Allies (June 1942, file 2), until the seat's next file" in before
    assert "The Allies: no standing orders known to all [F.4]" in before
    world.send()
    world.send()
    assert f"All of the Allies: {WORDS}; withdraw when outgunned" in read(world, capsys, "report")
    told = read(world, capsys, "show standing")
    assert "The Allies: 2 standing orders known to all [F.4]" in told
    assert "All of the Allies: fighters intercept at 3 to 4 in fighters or better" in told
    assert WORDS in told
    assert "Allies 2 (the last by file 2): 'pbem show standing'" in read(world, capsys, "show")
    assert "Standing orders, Allies" in read(world, capsys, "show --full")


def test_f_1_whoever_sends_is_told_with_which_file_he_reads_what_comes_of_it(
    world: World, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Play stops where the Allies have to open what they sealed."""
    orders = tmp_path / "orders.toml"
    orders.write_text('[[order]]\ntype = "sail"\ntf = "kido-butai"\npath = ["MID"]\n')
    told = read(world, capsys, f"send --yes {orders}")
    opens = "the Allied side opens what it has sealed"
    assert f"what else comes of it you read with file 4: {opens}" in told


def test_f_1_whoever_has_sealed_standing_orders_reads_them_and_nobody_else(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    sealed = "Yours under seal, which you alone can read"
    told = read(world, capsys, "show standing")
    assert told.startswith("Standing orders =")
    assert sealed not in told
    assert world.players["allied"].run("show", "standing") == 0
    own = " ".join(capsys.readouterr().out.split())
    assert sealed in own
    assert WORDS in own.partition(sealed)[2]


def test_f_1_what_the_reader_s_next_file_opens_is_not_known_to_all_before(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.send()
    capsys.readouterr()
    assert world.players["allied"].run("show", "standing") == 0
    own = " ".join(capsys.readouterr().out.split())
    assert "The Allies: no standing orders known to all [F.4]" in own
    assert own.count(WORDS) == 1


def test_f_4_only_what_was_not_known_before_is_told(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.send()
    world.send(HALF, {**SECRET, "after": 2})
    world.send()
    world.send()
    (*_, told) = read(world, capsys, "report").split("The Allies open sealed standing orders")
    assert told.startswith("; 1 other is as before [F.1]; in force from now on:")
    assert "withdraw after round 2" in told.partition("[PH6.2]")[0]
    assert "3 to 4" not in told.partition("[PH6.2]")[0]


def test_f_4_what_a_file_orders_openly_is_known_at_once() -> None:
    """Also who goes first, which is never sealed; without sealing all of it."""
    play = at_phase_4(april(), allied=(*QUIET, GoesFirst(side="enemy")))
    told = in_words_of(play, "standing")
    assert "All of washington: with the initiative, let the enemy go first in phase 3" in told
    assert "All of washington: fighters never intercept" in told


def test_f_2_2_what_is_ordered_for_phases_to_come_is_told_to_all() -> None:
    game = force(april(), "tf-a", "US", "HAW", ship("us-dd-1", "DD", "US"))
    play = at_phase_4(game, acts=WASHINGTON)
    assert "Ordered ahead" not in month_of(play)
    play.file(WASHINGTON, Pass(rest=True), Stay(tf="tf-a"))
    assert month_of(play)["Ordered ahead"] == (
        "washington, for the month's end: stay ⟨tf-a⟩; washington: no offensive any more this month"
    )


def month_of(play: Campaign) -> dict[str, str]:
    assert PTO.overview is not None
    (month, *_) = PTO.overview(play.game, CHARTS)
    return {row.cells[0]: row.cells[1] for row in month.rows}


def in_words_of(play: Campaign, what: str) -> str:
    assert PTO.look is not None
    return " ".join(line.text for line in PTO.look(play.game, None, what, CHARTS))
