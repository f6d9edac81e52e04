"""Foreign programs that tests run: named by a mark, skipped where they are missing, and counted.

`@pytest.mark.needs("age", "openssl")` names programs, or files such as `/dev/full`. Under
`PBEM_TESTS_SKIP_NOTHING=1` a missing one is a failure.
"""

import os
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

STRICT = "PBEM_TESTS_SKIP_NOTHING"
FOREIGN = (
    "aerc", "age", "age-keygen", "chromium", "dkimsign", "dovecot", "groff", "maildrop", "mpack",
    "mutt", "neomutt", "notmuch", "openssl", "procmail", "s-nail", "sieve-test", "ssh-keygen",
    "tmux",
)  # fmt: skip
"""What a machine with Python, git and make alone may not have, and no test runs unnamed."""

_REASON = re.compile(r"not on this machine: (\S+(?:, \S+)*)$")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test, before anything is made for it, where a program that it names is missing."""
    named = (name for mark in item.iter_markers("needs") for name in mark.args)
    missing = sorted({name for name in named if not _is_here(name)})
    if not missing:
        return
    reason = f"not on this machine: {', '.join(missing)}"
    if os.environ.get(STRICT):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def _is_here(name: str) -> bool:
    return os.path.exists(name) if os.path.isabs(name) else shutil.which(name) is not None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end how many tests were skipped for which program."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = (_REASON.search(str(report.longrepr[2])) for report in reports)
    counts = Counter(name for found in reasons if found for name in found[1].split(", "))
    for name, number in sorted(counts.items()):
        tests = "1 test was" if number == 1 else f"{number} tests were"
        terminalreporter.write_line(f"{tests} skipped: {name} is not on this machine")


def without(named: set[str], stubs: Path) -> str:
    """A PATH on which foreign programs that are not named only complain."""
    unnamed = [name for name in FOREIGN if name not in named]
    folder = stubs / "-".join(unnamed)
    if not folder.exists():
        folder.mkdir()
        for name in unnamed:
            stub = folder / name
            stub.write_text(f'#!/bin/sh\necho "this test does not name {name}" >&2\nexit 127\n')
            stub.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"
