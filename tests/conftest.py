"""What all tests share: the toy game of another package, and no player's own configuration."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "toygame"))


@pytest.fixture(autouse=True)
def _no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "nobody"))
    monkeypatch.setenv("HOME", str(tmp_path))
