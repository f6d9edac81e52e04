"""Whole games between computer players through files: two folders, four, and the order of bids."""

from pathlib import Path

import pytest

from pbem.game.verify import verify_game
from tests.simulator import begin
from tests.systems.pto.selfplay import match, played

FOUR = ("japanese", "us", "uk-ne", "cn-au")


def test_bids_are_opened_after_the_last_one_is_written() -> None:
    """S3.2.1: the first seat's is sealed, the last one's stands openly in its file."""
    first, last, opening = played(match("leyte")).files[:3]
    assert (first.seat, last.seat, opening.seat) == ("japanese", "allied", "japanese")
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
