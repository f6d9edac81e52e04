"""Whole games with a referee, who opens the dice or does not, in every system (protocol 10)."""

from pathlib import Path

import pytest

from pbem.engine.ledger import REFEREE, is_over
from pbem.game.verify import verify_game
from pbem.scan import scan
from pbem.turnfile import read
from tests.simulator import World, begin


def referees_files(world: World) -> list[int]:
    files = (read(scan(raw)) for raw in world.mail)
    return [file.seq for file in files if file.seat == REFEREE]


WITNESSED = {
    **{
        f"cartwheel/{name}": ("japanese", "allied")
        for name in ("bismarck-sea", "toenails", "bougainville", "campaign")
    },
    **{f"pto/{name}": ("japanese", "allied") for name in ("midway", "leyte", "pearl-harbor")},
    "table": ("japan", "us"),
}


SHORT = ("cartwheel/bismarck-sea", "pto/midway", "table")


@pytest.mark.parametrize(
    "scenario",
    [pytest.param(one, marks=() if one in SHORT else pytest.mark.slow) for one in WITNESSED],
)
def test_a_referee_opens_the_first_dice_of_every_scenario(scenario: str, tmp_path: Path) -> None:
    world = begin(tmp_path, scenario, (*WITNESSED[scenario], REFEREE), {"witness": "referee"})
    for _ in range(40):
        world.round()
        if len(referees_files(world)) == 3:
            return
    raise AssertionError("the referee was not asked to open dice twice")


GAMES = {
    "midway": ("midway-0700", ("japanese", "american"), {}),
    "midway, plans sealed": (
        "midway-0700",
        ("japanese", "american"),
        {"pace": "phase", "sealed_planning": "true"},
    ),
    "cartwheel": ("cartwheel/bismarck-sea", ("japanese", "allied"), {}),
    "pto": ("pto/midway", ("japanese", "allied"), {}),
    "table": ("table", ("japan", "us"), {}),
}
WITNESSES = [
    pytest.param(game, witness, marks=() if game == "table" else pytest.mark.slow)
    for game in GAMES
    for witness in ("opponent", "referee")
    if witness == "opponent" or not game.startswith("midway")
]
"""Midway lets nobody but the opponent open dice."""


@pytest.mark.parametrize(("game", "witness"), WITNESSES)
def test_a_whole_game_with_a_referee(game: str, witness: str, tmp_path: Path) -> None:
    scenario, players, options = GAMES[game]
    seats = (*players, REFEREE)
    world = begin(tmp_path, scenario, seats, {"witness": witness, **options})
    files = world.play(1_500) + len(seats)
    assert world.next_seat == ""
    for player in world.players.values():
        with player.at_home():
            checked, fold = verify_game(player.folder, lambda _: None)
        assert checked.files == files
        assert checked.rolls > 0
        with player.session() as session:
            assert is_over(fold, session.rules)
            assert sorted(fold.ended) == sorted(players)
    written = referees_files(world)
    assert (len(written) > 1) == (witness == "referee"), "else the join alone"
    assert written[0] == 1, "who joins last is a player"
