"""Whole games between computer players: to the end, by the same dice, with other modifications."""

from functools import cache
from pathlib import Path

import pytest

from pbem.game.verify import verify_game
from pbem.systems.pto.system import PTO
from tests.simulator import begin
from tests.systems.pto.selfplay import Match, match, played
from tests.systems.pto.tabletop import CHARTS

FOUR = ("japanese", "us", "uk-ne", "cn-au")
FIVE = ("japanese", "us", "uk-ne", "cn", "au")
ALL_ON = ""

DIFFERENT = {
    "D1": ("pearl-harbor", 0),
    "D2": ("leyte", 0),
    "D3": ("leyte", 0),
    "D4": ("midway", 0),
    "D5": ("midway", 0),
    "D6": ("midway", 0),
    "D7": ("midway", 0),
    "D8": ("midway", 0),
    "D9": ("midway", 0),
    "D11": ("midway", 0),
    "D12": ("midway", 0),
    "D13": ("midway", 0),
    "D15": ("midway", 0),
    "D16": ("midway", 0),
}
"""A game whose course each modification changes. D10 and D14 have tests of single combats."""


@cache
def campaign(scenario: str, number: int, off: str = ALL_ON) -> Match:
    """A whole game; the dice of a label are the same whatever is in force."""
    return played(match(scenario, number, words={off: "off"} if off else {}))


@pytest.mark.parametrize("modification", DIFFERENT)
def test_a_campaign_goes_otherwise_without_a_modification(modification: str) -> None:
    scenario, number = DIFFERENT[modification]
    usual, other = campaign(scenario, number), campaign(scenario, number, modification)
    assert (usual.game.uses(modification), other.game.uses(modification)) == (True, False)
    courses = [
        [(scene.step, scene.events, scene.game.ships, scene.game.air) for scene in game.scenes]
        for game in (usual, other)
    ]
    assert courses[0] != courses[1]


@pytest.mark.parametrize("scenario", ["midway", "leyte", "pearl-harbor"])
def test_a_game_ends_in_its_last_month_on_points(scenario: str) -> None:
    game = campaign(scenario, 0).game
    assert game.ending is not None
    assert game.turn == game.terms.last_turn
    assert game.ending.reason == "on points [PH15.1]"


@pytest.mark.parametrize("seats", [FOUR, FIVE])
def test_more_seats_share_the_nations(seats: tuple[str, ...]) -> None:
    """PH15.2: each of them writes, and the game comes to its end."""
    game = played(match("leyte", 1, seats))
    assert {file.seat for file in game.files} == set(seats)
    assert game.game.ending is not None
    assert not game.game.terms.sealed_standing, "sealed only where each side has one seat [F.1]"


def test_every_event_has_its_sentences() -> None:
    lines = [
        line.text
        for scenario in ("midway", "leyte", "pearl-harbor")
        for scene in campaign(scenario, 0).scenes
        for event in scene.events
        for line in PTO.wording(event, CHARTS)
    ]
    assert len(lines) > 500
    assert all(text and "  " not in text for text in lines)


def test_a_month_costs_few_files() -> None:
    """F.2: two for phase 3, one for each offensive or pass, two at most for the month's end."""
    game = campaign("pearl-harbor", 0)
    for turn in {file.turn for file in game.files}:
        files = [file for file in game.files if file.turn == turn and file.covers]
        steps = [file.covers[0].partition("/")[2] for file in files]
        assert steps.count("P3.1-first") == steps.count("P3.1-second") == 1
        assert sum(step.startswith("P5") for step in steps) <= 2


def test_bids_are_opened_after_the_last_one_is_written() -> None:
    """S3.2.1: the first seat's is sealed, the last one's stands openly in its file."""
    game = campaign("leyte", 0)
    first, last, opening = game.files[:3]
    assert (first.seat, last.seat) == ("japanese", "allied")
    assert opening.opened[:1] == ("bid/1944-autumn/JP",)


@pytest.mark.parametrize(
    ("scenario", "seats"), [("midway", ("japanese", "allied")), ("leyte", FOUR)]
)
def test_a_game_through_files_is_verified_in_every_folder(
    scenario: str, seats: tuple[str, ...], tmp_path: Path
) -> None:
    world = begin(tmp_path, f"pto/{scenario}", seats)
    written = world.play()
    for player in world.players.values():
        with player.session() as session:
            assert session.links.seq + 1 == written + len(seats)
        with player.at_home():
            verify_game(player.folder, lambda _: None)
