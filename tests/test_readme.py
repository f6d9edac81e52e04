"""Every command of the README is typed, in order, and says what the README shows."""

import re
from dataclasses import dataclass
from pathlib import Path

from tests.pages import ROOT, blocks, difference, environment, shell

README = ROOT / "README.md"
STATUS = re.compile(r"^# exit status (\d+)\n", re.MULTILINE)


@dataclass(frozen=True)
class Typed:
    """One command of a console block, what it shows, and its exit status."""

    command: str
    shown: str
    status: int


def typed() -> list[Typed]:
    commands = []
    for block in blocks(README, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.splitlines(keepends=True)
            more = [line[1:].removeprefix(" ") for line in lines[1:] if line[:1] == ">"]
            shown = "".join(line for line in lines[1:] if line[:1] != ">")
            status = STATUS.search(shown)
            command = lines[0] + "".join(more)
            commands.append(Typed(command, STATUS.sub("", shown), int(status[1]) if status else 0))
    return commands


def script(commands: list[Typed]) -> str:
    """All commands as one script; command N writes to `outputs/N` and must end as it should."""
    lines = ["outputs=$PWD/outputs; mkdir $outputs"]
    for number, one in enumerate(commands):
        check = f'echo "command {number} ended with $status"; [ $status -eq {one.status} ]'
        lines += [
            "set +e",
            f"{{\n{one.command}}} > $outputs/{number} 2>&1",
            f"status=$?; set -e; {check}",
        ]
    return "\n".join(lines)


def test_every_command_of_the_readme_says_what_it_shows(tmp_path: Path) -> None:
    commands = typed()
    assert len(commands) > 30
    ran = shell(script(commands), tmp_path, environment(tmp_path))
    outputs = tmp_path / "outputs"
    said = [
        (outputs / str(n)).read_text(encoding="utf-8") for n in range(len(list(outputs.iterdir())))
    ]
    assert ran.returncode == 0, f"{ran.stdout}\n{commands[len(said) - 1].command}\n{said[-1]}"
    for one, got in zip(commands, said, strict=True):
        assert not difference(one.shown, got), f"$ {one.command}{difference(one.shown, got)}"


def test_the_readme_points_to_pages_that_exist() -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", README.read_text(encoding="utf-8"))
    assert len(links) > 5
    assert [link for link in links if not (ROOT / link).is_file()] == []
