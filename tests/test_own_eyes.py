"""What is hidden is nobody's to read on this machine but the player's: folders, reports, drafts."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.store.drafts import OWN
from pbem.store.folder import MAILED
from tests.simulator import Player, World, begin
from tests.systems.cartwheel.files import world as cartwheel

FOR_ALL = {"seat.toml", "rules.sha256", "state.toml"}
LOCK = ".lock"  # is empty


@pytest.fixture(autouse=True)
def _usual_mask() -> Iterator[None]:
    """The mask of a machine whose users may read each other's files."""
    earlier = os.umask(0o022)
    yield
    os.umask(earlier)


def readable(folder: Path) -> set[str]:
    """What others may read of a game's folder or look into, but for folders of turn files."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if stat.S_IMODE(path.stat().st_mode) & 0o077
        and path.relative_to(folder).parts[0] not in MAILED
    }


def run(player: Player, *words: str) -> None:
    assert player.run(*words) == 0


@pytest.fixture
def duel(tmp_path: Path) -> World:
    return begin(tmp_path, "pistols", ("red", "blue"), {"sealed": "true"})


def test_what_a_seat_hides_is_reported_in_a_folder_of_its_own(tmp_path: Path) -> None:
    for player in cartwheel(tmp_path, "toenails").players.values():
        own = [path.name for path in (player.folder / OWN).iterdir()]
        assert [name for name in own if name.endswith("-annex.txt")]
        public = [path.name for path in (player.folder / "reports").iterdir()]
        assert public
        assert not [name for name in public if "annex" in name]
        assert readable(player.folder) == FOR_ALL


def test_a_draft_is_closed_to_others_and_is_kept_when_it_is_sent(
    duel: World, capsys: pytest.CaptureFixture[str]
) -> None:
    player = duel.players["blue"]
    run(player, "orders", "--bot")
    draft = player.folder / "orders-0002.toml"
    written = draft.read_text()
    assert 'type = "aim"' in written
    assert readable(player.folder) == FOR_ALL
    run(player, "send")
    assert not draft.exists()
    assert (player.folder / OWN / draft.name).read_text() == written
    assert readable(player.folder) == FOR_ALL


def test_a_draft_that_was_sent_replaces_none_of_the_same_name(
    duel: World, capsys: pytest.CaptureFixture[str]
) -> None:
    player = duel.players["blue"]
    (player.folder / OWN / "orders-0002.toml").write_text("another\n")
    run(player, "orders", "--bot")
    run(player, "send")
    kept = [path.read_text() for path in (player.folder / OWN).glob("orders-0002*.toml")]
    assert len(kept) == 2
    assert "another\n" in kept


@pytest.mark.parametrize("command", ["show", "orders"])
def test_rights_that_are_wrong_are_mended_when_a_command_opens_the_folder(
    duel: World, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    player = duel.players["blue"]
    (player.folder / "orders-0009.toml").write_text("message = 'to be'\n")
    for path in player.folder.rglob("*"):
        path.chmod(0o777 if path.is_dir() else 0o666)
    assert "private/secret" in readable(player.folder)
    run(player, command)
    assert readable(player.folder) - {LOCK} == FOR_ALL
    assert stat.S_IMODE((player.folder / "private").stat().st_mode) == 0o700
    assert stat.S_IMODE((player.folder / "private" / "secret").stat().st_mode) == 0o600
