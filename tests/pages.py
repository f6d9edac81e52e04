"""Pages and transcripts that are run: what a page shows against what the program says.

A command stands behind `$ `, and goes on in lines that begin with `>`. What it says follows: `2> `
marks a line on standard error, and `# exit status N` a status other than 0. `…` in a wanted line
stands for any text; alone on a line it stands for any lines.
"""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from pbem.frozen import Value

ROOT = Path(__file__).parents[1]
_STATUS = re.compile(r"^# exit status (\d+)\n", re.MULTILINE)


class Typed(Value, kw_only=False):
    """One command, what it says on standard output and error, and its exit status."""

    command: str
    out: str
    err: str
    status: int


class Said(Value, kw_only=False):
    """What a command really said."""

    out: str
    err: str
    status: int


def typed(text: str) -> list[Typed]:
    """The commands of a console block or a transcript."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    assert parts, "there is no command"
    return [_typed(part) for part in parts]


def _typed(part: str) -> Typed:
    lines = part.splitlines(keepends=True)
    more = 1
    while more < len(lines) and lines[more][:1] == ">":
        more += 1
    command = lines[0] + "".join(line[1:].removeprefix(" ") for line in lines[1:more])
    shown = "".join(lines[more:])
    status = _STATUS.search(shown)
    rest = _STATUS.sub("", shown).splitlines(keepends=True)
    return Typed(
        command=command,
        out="".join(line for line in rest if not line.startswith("2> ")),
        err="".join(line.removeprefix("2> ") for line in rest if line.startswith("2> ")),
        status=int(status[1]) if status else 0,
    )


def type_all(
    commands: Sequence[Typed], place: Path, env: dict[str, str], *, merged: bool = False
) -> list[Said]:
    """Type all commands into one shell; `merged` puts standard error in its place in the output."""
    outputs = place / ".said"
    outputs.mkdir()
    lines = []
    for number, one in enumerate(commands):
        err = "&1" if merged else f'"{outputs}/{number}.err"'
        lines.append(f'{{\n{one.command}}} > "{outputs}/{number}.out" 2>{err}')
        lines.append(f'echo $? > "{outputs}/{number}.status"')
    ran = shell("\n".join(("set +e", *lines)), place, env)
    assert ran.returncode == 0, ran.stdout
    return [
        Said(
            out=(outputs / f"{number}.out").read_text(encoding="utf-8"),
            err="" if merged else (outputs / f"{number}.err").read_text(encoding="utf-8"),
            status=int((outputs / f"{number}.status").read_text()),
        )
        for number in range(len(commands))
    ]


def wrong(wanted: Typed, said: Said) -> str:
    """Empty if a command said what was wanted; else what it said instead."""
    out, err = difference(wanted.out, said.out), difference(wanted.err, said.err)
    if said.status == wanted.status and not out and not err:
        return ""
    return f"$ {wanted.command}status {said.status}, wanted {wanted.status}\n{out}{err}{said.err}"


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of that language in a page."""
    fenced = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    found = fenced.findall(page.read_text(encoding="utf-8"))
    assert found, f"{page.name} has no {language} blocks"
    return found


def difference(wanted: str, got: str) -> str:
    """Empty if what was said is what was wanted; else both, to be read."""
    form = "".join(_line(line) for line in wanted.rstrip().splitlines())
    said = "".join(line.rstrip() + "\n" for line in got.rstrip().splitlines())
    if re.fullmatch(form, said):
        return ""
    return f"--- wanted\n{wanted}\n--- got\n{said}"


def _line(line: str) -> str:
    if line.strip() == "…":
        return r"(?:.*\n)*?"
    return re.escape(line.rstrip()).replace("…", ".*") + "\n"


def environment(home: Path, **more: str) -> dict[str, str]:
    """A player's environment: the program on the path, a home of his own, nothing inherited.

    A warning is a failure there, as it is in the tests themselves, but for that of a passphrase
    which is typed where no terminal is.

    Nothing but what `make coverage` says to the processes that it looks into.
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    watched = {key: value for key, value in os.environ.items() if key.startswith("COVERAGE_")}
    fixed = {"LC_ALL": "C.UTF-8", "PYTHONWARNINGS": "error,ignore:Can not control echo"}
    return {"PATH": path, "HOME": str(home), **fixed, **watched, **more}


def shell(script: str, place: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a script with bash, standard error in its place between the lines of output."""
    return subprocess.run(
        ["bash", "-eu", "-c", script],
        cwd=place, env=env, text=True, check=False,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True,  # no terminal: a passphrase is read from standard input
    )  # fmt: skip
