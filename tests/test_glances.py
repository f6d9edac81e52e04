"""What `status` and `games` say on terminals of 60, 80 and 120 columns, as it was looked at."""

from pbem.report.layout import width_of
from tests.glances import glances
from tests.screens import FOLDER


def test_glances_are_as_they_were_looked_at_and_only_commands_are_too_long() -> None:
    found = dict(glances())
    assert found == {title: (FOLDER / title).read_text(encoding="utf-8") for title in found}
    for title, text in found.items():
        columns = int(title.removeprefix("status-").removesuffix(".txt"))
        long = [line for line in text.splitlines() if width_of(line) > columns]
        assert [line for line in long if "pbem -C " not in line] == []
