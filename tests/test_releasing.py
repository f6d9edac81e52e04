"""What a release rests on: the changelog's entry, and a wheel that anybody can build again."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import pbem
from tests.pages import ROOT

SOURCES = ("pbem", "rules", "scenarios", "pyproject.toml", "README.md", "LICENSE")


def test_the_changelog_begins_with_the_entry_of_this_version() -> None:
    words = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+) — (unreleased|\d{4}-\d\d-\d\d)$", words, re.MULTILINE)
    assert newest is not None
    assert newest[1] == pbem.__version__


def wheel(place: Path, mode: int, time: int) -> Path:
    """A wheel of this program, built in that folder from files of such rights and age."""
    source = place / "source"
    source.mkdir(parents=True)
    for name in SOURCES:
        found = ROOT / name
        if found.is_dir():
            shutil.copytree(found, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(found, source / name)
    for path in source.rglob("*"):
        if path.is_file():
            path.chmod(mode)
            os.utime(path, (time, time))
    words = ("-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "--no-index")
    ran = subprocess.run(
        [sys.executable, *words, "--disable-pip-version-check", "-w", str(place), str(source)],
        env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "TMPDIR": str(place)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    (made,) = place.glob("*.whl")
    return made


@pytest.mark.slow
def test_a_wheel_built_in_two_folders_is_the_same_to_the_byte(tmp_path: Path) -> None:
    one = wheel(tmp_path / "one", 0o644, 1_600_000_000)
    two = wheel(tmp_path / "two" / "deeper", 0o600, 1_650_000_000)
    assert one.name == two.name == f"pbem-{pbem.__version__}-py3-none-any.whl"
    first, second = (hashlib.sha256(made.read_bytes()).hexdigest() for made in (one, two))
    assert first == second
    with zipfile.ZipFile(one) as held:
        names = set(held.namelist())
        assert {entry.date_time[0] for entry in held.infolist()} == {2023}
    assert {"pbem/__main__.py", "pbem/data/rules/midway/combat.toml"} <= names
    assert "pbem/data/scenarios/pto/midway.toml" in names
