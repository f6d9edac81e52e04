"""The commands of the page on rule books do what the page says."""

from pathlib import Path

import pytest

from tests.pages import ROOT, blocks, environment, type_all, typed, wrong

PAGE = ROOT / "docs" / "rule-books.md"


@pytest.mark.needs("bash")
def test_a_chart_is_replaced_as_the_page_says(tmp_path: Path) -> None:
    commands = [one for block in blocks(PAGE, "console") for one in typed(block)]
    assert len(commands) > 5
    said = type_all(commands, tmp_path, environment(tmp_path), merged=True)
    failed = [wrong(*pair) for pair in zip(commands, said, strict=True)]
    assert not any(failed), "\n".join(filter(None, failed))
