"""The lock file holds what pyproject.toml asks for: every dependency, in its range, with hashes."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]


def locked() -> Iterator[tuple[str, str, int]]:
    """Names, versions and numbers of hashes of the lock file."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    for entry in re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:]:
        found = re.match(r"([a-z0-9._-]+)==(\S+)", entry)
        assert found is not None, entry
        yield canonicalize_name(found[1]), found[2], entry.count("--hash=sha256:")


def test_every_dependency_is_locked_within_its_range() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [
        Requirement(one)
        for one in (*project["dependencies"], *project["optional-dependencies"]["dev"])
    ]
    versions = {name: version for name, version, _ in locked()}
    assert len(wanted) > 10
    for one in wanted:
        assert versions[canonicalize_name(one.name)] in one.specifier, one


def test_every_version_has_its_hashes() -> None:
    found = list(locked())
    assert len(found) > 25
    assert all(hashes for _, _, hashes in found)
