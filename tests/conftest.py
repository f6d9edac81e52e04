"""What all tests share: the toy game of another package, and no player's own configuration."""

import gc
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import tests.chance
from tests.browsing import started
from tests.chance import pytest_fixture_setup, pytest_runtest_protocol
from tests.crashing import SHARED_MEMORY
from tests.programs import pytest_runtest_setup, pytest_terminal_summary, without
from tests.simulator import World, begin

__all__ = [
    "pytest_fixture_setup", "pytest_runtest_protocol", "pytest_runtest_setup",
    "pytest_terminal_summary",
]  # fmt: skip

sys.path.insert(0, str(Path(__file__).parent / "toygame"))


ROOM = 2 * 1024**3
"""Far more than the folders of tests under way take; what has passed is thrown away."""


def pytest_configure() -> None:
    """Let chance be the tests' own, and their folders lie in memory: games sync 100,000 files."""
    tests.chance.begin()
    # what runs in the background ignores interrupts, and so do all commands that it starts
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if _has_room(SHARED_MEMORY):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(SHARED_MEMORY))


def _has_room(folder: Path) -> bool:
    """Whether there is room for the folders of tests, and the programs in them can be run."""
    if not os.access(folder, os.W_OK) or os.statvfs(folder).f_flag & os.ST_NOEXEC:
        return False
    return shutil.disk_usage(folder).free > ROOM


def pytest_collection_finish() -> None:
    """Look for garbage seldom, and not among modules and thousands of tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000)


@pytest.fixture(autouse=True, scope="session")
def _away(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What a fixture writes into the current folder lies among the tests' own folders."""
    os.chdir(tmp_path_factory.mktemp("away"))


@pytest.fixture(autouse=True)
def _no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's configuration, and a folder of the test's own for all that is typed in it."""
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "nobody"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def _stubs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stubs")


@pytest.fixture(autouse=True)
def _only_named_programs(
    request: pytest.FixtureRequest, _stubs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A test that runs a foreign program without naming it fails on every machine."""
    marks = request.node.iter_markers("needs")
    monkeypatch.setenv("PATH", without({name for mark in marks for name in mark.args}, _stubs))


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A duel in which blue has written file 2, and red is to answer with file 3."""
    made = begin(tmp_path, "pistols", ("red", "blue"))
    made.round()
    return made


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's browser, without a network."""
    with started() as one:
        yield one
