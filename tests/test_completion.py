"""What the Tab key offers, by the protocol that shells speak with the program, and in bash."""

from pathlib import Path

import pytest

from tests.pages import environment, shell
from tests.simulator import World

pytestmark = pytest.mark.needs("bash")


def offered(words: str, place: Path, *, begun: bool = True) -> list[str]:
    """What is offered for the last word, or for one that is not begun yet."""
    typed = f"pbem {words}"
    number = len(typed.split()) - begun
    script = f"COMP_WORDS='{typed}' COMP_CWORD={number} pbem"
    ran = shell(script, place, environment(place, _PBEM_COMPLETE="bash_complete"))
    assert ran.returncode == 0, ran.stdout
    return ran.stdout.split()


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("rules show M7.4", ["plain,M7.4"]),
        ("rules show --system midway mb3", ["plain,MB3"]),
        ("rules search --system mid", ["plain,midway"]),
        ("rules sequence p", ["plain,pto"]),
        ("new midway-", ["plain,midway-0700", "plain,midway-even"]),
        ("scenario show bis", ["plain,bismarck-sea"]),
        ("help che", ["plain,cheating", "plain,check"]),
        ("receive 00", ["file,00"]),
        ("turn x", ["file,x"]),
        ("send x", ["file,x"]),
        ("-C ga", ["dir,ga"]),
        ("status -C ga", ["dir,ga"]),
        ("rules check my", ["dir,my"]),
        ("verify --j", ["plain,--json"]),
        ("rules se", ["plain,sequence", "plain,search"]),
    ],
)
def test_a_word_is_completed(words: str, wanted: list[str], tmp_path: Path) -> None:
    assert sorted(offered(words, tmp_path)) == sorted(wanted)


def test_rules_of_the_game_that_is_played_are_offered(world: World, tmp_path: Path) -> None:
    folder = next(iter(world.players.values())).folder
    assert "plain,M7.4" in offered("rules show", tmp_path, begun=False)
    assert "plain,M7.4" not in offered("rules show", folder, begun=False)


def test_bash_takes_what_is_offered(tmp_path: Path) -> None:
    said = shell(
        """
        eval "$(_PBEM_COMPLETE=bash_source pbem)"
        COMP_WORDS=(pbem help ba) COMP_CWORD=2
        _pbem_completion pbem
        echo "${COMPREPLY[@]}"
        """,
        tmp_path,
        environment(tmp_path),
    )
    assert said.stdout == "backup\n"
