"""A whole campaign between two folders, with as few mails as its rules take [H8.9, H8.10, E.4]."""

from pathlib import Path

import pytest

from pbem.game.forced import is_forced
from tests.simulator import begin
from tests.systems.cartwheel.loaded import steady

pytestmark = pytest.mark.slow

MOST = 140
"""So many files a campaign takes at most: of an average game, and of this one."""
SET_UP = 4
"""Files besides: the genesis, one joins, and two disclose."""


def test_a_campaign_takes_few_files_and_nobody_writes_one_that_decides_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files without a decision are written by `receive` itself (AA.3); both audits find nothing."""
    with steady(1):
        _play(tmp_path, capsys)


def _play(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = begin(place, "cartwheel/campaign", ("japanese", "allied"))
    for player in world.players.values():
        assert player.run("config", "answer", "write") == 0
    while seat := world.next_seat:
        with world.players[seat].session() as session:
            assert not is_forced(session), f"file {session.next_seq} decides nothing"
        world.write()
        world.exchange()
    for player in world.players.values():
        assert player.head + 1 - SET_UP <= MOST
        assert player.run("verify") == 0
        capsys.readouterr()
        assert player.run("audit") == 0
        assert capsys.readouterr().out.count("files read, no breaches") == 2
