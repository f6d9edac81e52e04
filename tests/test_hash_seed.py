"""Nothing depends on the order of sets: two values of PYTHONHASHSEED, one game."""

import shutil
from pathlib import Path

import pytest

from tests.pages import environment, shell

pytestmark = pytest.mark.needs("bash", "sha256sum")

AGAIN = """
pbem -C game/american verify
for seq in $(seq 1 $(($(ls game/american/chain | wc -l) - 1))); do
    [ $((seq % 12)) != 0 ] || pbem -C game/american state --canonical --at $seq | sha256sum
done
rm -r game/american/cache
pbem -C game/american replay
pbem -C game/american dice
pbem -C game/american state --canonical | sha256sum
"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("demo")
    env = environment(place, PYTHONHASHSEED="11")
    ran = shell("pbem demo midway --out game --option pace=phase", place, env)
    assert ran.returncode == 0, ran.stdout
    return place


def test_a_game_is_the_same_under_another_hash_seed(demo: Path, tmp_path: Path) -> None:
    said = []
    for seed in ("11", "4242"):
        place = tmp_path / seed
        shutil.copytree(demo, place)
        ran = shell(AGAIN, place, environment(demo, PYTHONHASHSEED=seed))
        assert ran.returncode == 0, ran.stdout
        said.append(ran.stdout)
    assert said[0].count("  -\n") > 3
    assert said[0] == said[1]
