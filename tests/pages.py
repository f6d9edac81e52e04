"""Pages and transcripts that are run: what a page shows against what the program says.

`…` in a wanted line stands for any text; alone on a line it stands for any lines.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of that language in a page."""
    fenced = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    found = fenced.findall(page.read_text(encoding="utf-8"))
    assert found, f"{page.name} has no {language} blocks"
    return found


def difference(wanted: str, got: str) -> str:
    """Empty if what was said is what was wanted; else both, to be read."""
    form = "".join(_line(line) for line in wanted.splitlines())
    said = "".join(line.rstrip() + "\n" for line in got.splitlines())
    if re.fullmatch(form, said):
        return ""
    return f"--- wanted\n{wanted}\n--- got\n{said}"


def _line(line: str) -> str:
    if line.strip() == "…":
        return r"(?:.*\n)*?"
    return re.escape(line.rstrip()).replace("…", ".*") + "\n"


def environment(home: Path, **more: str) -> dict[str, str]:
    """A player's environment: the program on the path, a home of his own, nothing inherited."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "HOME": str(home), "LC_ALL": "C.UTF-8", **more}


def shell(script: str, place: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a script with bash, standard error in its place between the lines of output."""
    return subprocess.run(
        ["bash", "-eu", "-c", script],
        cwd=place, env=env, text=True, check=False,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
