"""Tests on a machine without foreign programs: skipped by name and counted, or failures."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import ROOT
from tests.programs import FOREIGN, STRICT

TOLD = """
import pytest

@pytest.mark.needs("no-such-program")
def test_one(): raise AssertionError

@pytest.mark.needs("no-such-program", "/no/such/file")
def test_two(): raise AssertionError

@pytest.mark.needs("true")
def test_three(): pass
"""


WITH_ANOTHER = {"age-keygen": "age"}
"""Programs that come with the package of another."""
USED_BY_NONE = ("tmux",)
"""Programs that no test may run, and few machines have."""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Three tests and our own marks, in a folder of their own."""
    (tmp_path / "conftest.py").write_text(
        "from tests.programs import pytest_runtest_setup, pytest_terminal_summary\n"
    )
    (tmp_path / "test_told.py").write_text(TOLD)
    return tmp_path


def told(suite: Path, *words: str, **more: str) -> tuple[int, list[str]]:
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": str(suite), **more}
    command = [sys.executable, "-m", "pytest", "-q", "--rootdir", str(suite), *words, str(suite)]
    command += ["-o", "markers=needs(name): see tests/programs.py"]
    ran = subprocess.run(command, env=env, cwd=suite, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout.splitlines()


@pytest.mark.parametrize("workers", ["-n0", "-n1"])
def test_a_missing_program_is_named_and_its_tests_are_counted(suite: Path, workers: str) -> None:
    status, said = told(suite, workers)
    assert status == 0
    assert said[-3:-1] == [
        "1 test was skipped: /no/such/file is not on this machine",
        "2 tests were skipped: no-such-program is not on this machine",
    ]
    assert said[-1].startswith("1 passed, 2 skipped in ")


def test_where_nothing_may_be_skipped_a_missing_program_is_a_failure(suite: Path) -> None:
    status, said = told(suite, **{STRICT: "1"})
    assert status == 1
    assert "not on this machine: /no/such/file, no-such-program" in said
    assert said[-1].startswith("1 passed, 2 errors in ")


@pytest.mark.parametrize("program", FOREIGN)
def test_a_program_that_a_test_does_not_name_only_complains(program: str) -> None:
    ran = subprocess.run([program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (127, f"this test does not name {program}\n")


def test_the_script_of_integration_skips_nothing() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert f"export {STRICT}=1\n" in script
    installed = {line.split()[1] for line in script.splitlines() if line.startswith("need ")}
    assert installed - {"make"} == {*FOREIGN} - {*WITH_ANOTHER, *USED_BY_NONE}


def test_the_script_of_integration_runs_what_the_readme_shows() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in script if line.startswith("make ")] == [
        "make demo", "make test", "make slow", "make check",
    ]  # fmt: skip


def test_what_a_test_types_is_typed_outside_of_the_repository(tmp_path: Path) -> None:
    assert Path.cwd() == tmp_path
    assert ROOT not in tmp_path.parents
