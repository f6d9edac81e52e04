"""Nothing depends on the order of sets: two values of PYTHONHASHSEED, one game."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import environment

DEMO = """
import pbem.cli
pbem.cli.run(["demo", "midway", "--out", "game", "--option", "pace=phase"])
"""
AGAIN = """
import shutil
from pathlib import Path
import pbem.cli

def told(*words):
    assert pbem.cli.run(["-C", "game/american", *words]) == 0, words

told("verify")
for seq in range(12, len(list(Path("game/american/chain").iterdir())), 12):
    told("state", "--canonical", "--at", str(seq))
shutil.rmtree("game/american/cache")
told("replay")
told("dice")
told("state", "--canonical")
"""


def under(seed: str, script: str, place: Path) -> str:
    """What a script says in a process whose sets have the order of a seed."""
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=place, env=environment(place, PYTHONHASHSEED=seed),
        text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout
    return ran.stdout


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("demo")
    under("11", DEMO, place)
    return place


@pytest.mark.slow
def test_a_game_is_the_same_under_another_hash_seed(demo: Path, tmp_path: Path) -> None:
    said = []
    for seed in ("11", "4242"):
        place = tmp_path / seed
        shutil.copytree(demo, place)
        said.append(under(seed, AGAIN, place))
    assert said[0].count('{"asks":') > 3
    assert said[0] == said[1]
