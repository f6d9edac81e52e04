"""What `make coverage` found, against the floors of `tests/coverage.toml`.

`python -m benchmarks floors` tells each file that has fallen below its floor, with exit status 1,
and each that is listed and needs it no more. Lines and branches count alike.
"""

import json
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FOUND = Path(".coverage/report.json")
FLOORS = Path("tests/coverage.toml")


def fallen(files: Mapping[str, float], floors: Mapping[str, Any]) -> Iterator[str]:
    """Every file that reaches less than its floor."""
    own = {one["file"]: one["floor"] for one in floors["below"]}
    for name, reached in sorted(files.items()):
        floor = own.get(name, floors["floor"])
        if reached < floor:
            yield f"{name}: {reached:.1f} % is below {floor} %"


def idle(files: Mapping[str, float], floors: Mapping[str, Any]) -> Iterator[str]:
    """Every floor of its own that a file needs no more."""
    for one in floors["below"]:
        if files.get(one["file"], 100) >= floors["floor"]:
            yield f"{one['file']} need not be listed any more"


def main() -> None:
    """Tell what is wrong; exit status 1 if anything is."""
    if not FOUND.exists():
        sys.exit(f"{FOUND} is not there: run 'make coverage', which ends with this")
    found = json.loads(FOUND.read_text("utf-8"))
    files = {name: one["summary"]["percent_covered"] for name, one in found["files"].items()}
    floors = tomllib.loads(FLOORS.read_text("utf-8"))
    wrong = list(fallen(files, floors))
    for line in (*wrong, *idle(files, floors)):
        print(line)
    print(f"{len(files)} files, {found['totals']['percent_covered']:.1f} % of lines and branches")
    sys.exit(bool(wrong))
