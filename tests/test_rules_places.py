"""Where the values of a chart stand in its file."""

import pytest

from pbem.engine.charts import read_toml
from pbem.engine.places import Places, path_of, words_of_path
from pbem.engine.ranges import Path as KeyPath

PLACED = """a = 1
[b]
c = 2

d = [
  1,
  { e = 3 },
  [ 4,
    5 ],
]
[[f.g]]
h = "x"
[[f.g]]
h = "y"
"i.j" = 0
"""

LINES: dict[str, tuple[KeyPath, int]] = {
    "the file": ((), 1),
    "a figure": (("a",), 1),
    "a table": (("b",), 2),
    "in a table": (("b", "c"), 3),
    "in a list": (("b", "d", 1, "e"), 7),
    "in a list in a list": (("b", "d", 2, 1), 9),
    "a row": (("f", "g", 1), 13),
    "in a row": (("f", "g", 1, "h"), 14),
    "a quoted key": (("f", "g", 1, "i.j"), 15),
    "what is not there": (("f", "g", 1, "z"), 13),
    "nothing at all": (("z",), 1),
}


@pytest.mark.parametrize("name", LINES)
def test_a_value_stands_on_its_line(name: str) -> None:
    path, line = LINES[name]
    assert Places(PLACED).line_of(path) == line
    assert Places(PLACED.replace("\n", "\r\n")).line_of(path) == line


@pytest.mark.parametrize("name", [name for name in LINES if "not" not in name])
def test_words_and_paths_are_one(name: str) -> None:
    path, _ = LINES[name]
    assert path_of(words_of_path(path), read_toml(PLACED.encode(), "x")) == path


def test_a_damaged_file_has_places_as_far_as_it_is_toml() -> None:
    assert Places("a = 1\nb = 2\n[[[\nc = 3").line_of(("b",)) == 2
