"""Whole games with ships and aircraft ordered about by chance: nothing crashes, all adds up."""

from functools import partial

import pytest

from pbem.systems.pto.table.events_naval import RaidFlown, Sailed, Searched, Transferred
from pbem.systems.pto.table.state import Game
from tests.systems.pto.chance import by_chance
from tests.systems.pto.selfplay import match, played

OFF = {"D6": "off", "D8": "off", "D11": "off", "D12": "off", "D15": "off", "D16": "off"}


def adds_up(game: Game) -> None:
    """What holds of every state: all pieces are somewhere, and where others say they are."""
    assert all(game.ships_in(tf) for tf in game.forces), "a task force without ships"
    assert all(ship.tf in game.forces for ship in game.ships.values()), "a ship without force"
    seas_and_ports = {*game.areas, *(tf.at for tf in game.forces.values())}
    assert not seas_and_ports & set(game.terms.closed) & {tf.at for tf in game.forces.values()}
    for unit in game.air.values():
        assert unit.base in game.areas or unit.base in game.ships, unit
        assert 1 <= unit.steps <= 2
    for ship in game.ships.values():
        for one in ship.cargo:
            assert one == "supply" or game.ground[one].ship == ship.id, ship
    for troops in game.ground.values():
        assert bool(troops.at) != bool(troops.ship), troops
    carriers = [unit.base for unit in game.air.values() if unit.base in game.ships]
    assert len(carriers) == len(set(carriers)), "two air units on one carrier"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "number", "words"),
    [("midway", 1, {}), ("midway", 2, OFF), ("leyte", 3, {}), ("pearl-harbor", 4, OFF)],
)
def test_games_by_chance(scenario: str, number: int, words: dict[str, str]) -> None:
    game = played(match(scenario, number, words=words), partial(by_chance, number))
    for scene in game.scenes:
        adds_up(scene.game)
    told = {type(event) for scene in game.scenes for event in scene.events}
    assert {Sailed, Searched} <= told
    assert scenario == "midway" or {RaidFlown, Transferred} <= told
