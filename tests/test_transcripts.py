"""The command line in transcripts: what is typed, and everything that the program says to it.

A transcript's first line names what it begins with: `nothing`, `joined` (anna and bob have joined
a game and the Japanese file 2 is due) or `over` (a whole game between bots). Lines with `## ` are
remarks; `## needs ssh-keygen` names a foreign program. Behind the commands stand the
files that they use, each under a line `-- name --`.
"""

import re
import shutil
from pathlib import Path
from typing import Any

import click
import pytest

from pbem.cli.commands import COMMANDS, program
from tests.pages import environment, shell, type_all, typed, wrong

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))
_NEEDS = re.compile(r"^## needs (.+)$", re.MULTILINE)

pytestmark = pytest.mark.needs("bash")

PLAYERS = """
anna() { PBEM_HOME=$HOME/anna-home "$@"; }
bob() { PBEM_HOME=$HOME/bob-home "$@"; }
export -f anna bob
"""

JOINED = """
anna pbem keys new anna --email anna@example.org
bob pbem keys new bob --email bob@example.org
bob pbem keys card -o bob.card
anna pbem new midway-0700 anna --as japanese --seat american=bob.card
bob pbem join anna/outbox/0000-japanese.pbem bob --as american
anna pbem -C anna receive bob/outbox/0001-american.pbem
"""

OVER = """
pbem demo midway --out game
mv game/japanese anna; mv game/japanese-home anna-home
mv game/american bob; mv game/american-home bob-home
"""

BEGINNINGS = {"nothing": ":", "joined": JOINED, "over": OVER}


@pytest.fixture(scope="module")
def beginnings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Where each beginning has been made, to be copied."""
    made = {}
    for name, script in BEGINNINGS.items():
        made[name] = tmp_path_factory.mktemp(name)
        ran = shell(PLAYERS + script, made[name], environment(made[name]))
        assert ran.returncode == 0, ran.stdout
    return made


def transcripts() -> list[Any]:
    found = []
    for path in TRANSCRIPTS:
        named = _NEEDS.findall(path.read_text(encoding="utf-8"))
        marks = [pytest.mark.needs(*names.split()) for names in named]
        found.append(pytest.param(path, id=path.stem, marks=marks))
    return found


@pytest.mark.parametrize("path", transcripts())
def test_transcript(path: Path, beginnings: dict[str, Path], tmp_path: Path) -> None:
    text, *files = re.split(r"^-- (\S+) --\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    first, _, rest = text.partition("\n")
    place = tmp_path / "place"
    shutil.copytree(beginnings[first.removeprefix("## begins with ")], place)
    for name, content in zip(files[::2], files[1::2], strict=True):
        (place / name).write_text(content, encoding="utf-8")
    (place / "players").write_text(PLAYERS)
    commands = typed(re.sub(r"^## .*\n", "", rest, flags=re.MULTILINE))
    env = environment(place, BASH_ENV=str(place / "players"))
    said = type_all(commands, place, env)
    failed = [wrong(*pair) for pair in zip(commands, said, strict=True)]
    assert not any(failed), "\n".join(filter(None, failed))


def all_commands(group: click.Group, words: str) -> list[tuple[str, click.Command]]:
    found = []
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        inner = all_commands(command, f"{words} {name}") if isinstance(command, click.Group) else []
        found += inner or [(f"{words} {name}", command)]
    return found


def test_every_command_has_a_help_with_an_example() -> None:
    found = all_commands(program, "pbem")
    assert len(found) > len(COMMANDS)
    for words, command in found:
        text = command.get_help(click.Context(command, info_name=words))
        assert command.help, words
        command_name = words.removeprefix("pbem ")
        assert re.search(rf"Example:  pbem (-C \S+ )?{command_name}\b", text), text
