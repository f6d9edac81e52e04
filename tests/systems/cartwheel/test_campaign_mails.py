"""A whole campaign between two folders, with as few mails as its rules take [H8.9, H8.10, E.4]."""

from pathlib import Path

import pytest

from pbem.game.forced import is_forced
from tests.simulator import begin

pytestmark = pytest.mark.slow

MOST = 12
"""So many files a turn are the most."""
TURNS = 12
SET_UP = 3
"""Files besides: one joins, and two disclose."""


def test_a_campaign_takes_twelve_files_a_turn_and_nobody_writes_one_that_decides_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files without a decision are written by `receive` itself (AA.3); both audits find nothing."""
    world = begin(tmp_path, "cartwheel/campaign", ("japanese", "allied"))
    for player in world.players.values():
        assert player.run("config", "answer", "write") == 0
    while seat := world.next_seat:
        with world.players[seat].session() as session:
            assert not is_forced(session), f"file {session.next_seq} decides nothing"
        world.write()
        world.exchange()
    for player in world.players.values():
        assert player.head - SET_UP <= MOST * TURNS
        assert player.run("verify") == 0
        capsys.readouterr()
        assert player.run("audit") == 0
        assert capsys.readouterr().out.count("files read, no breaches") == 2
