"""On which line of a TOML file a value stands: a parser tells values, not places."""

from collections.abc import Mapping
from typing import Any

import tomli

from pbem.engine.ranges import Path

_ENDS = ("", "]", "]]", "]]]")
"""What may have to be added to the first lines of a file so that they are TOML."""


class Places:
    """The lines of one TOML file; a file that is no TOML has places as far as it is."""

    def __init__(self, text: str) -> None:
        self._lines = text.replace("\r\n", "\n").split("\n")
        self._parts: dict[int, Mapping[str, Any]] = {}

    def line_of(self, path: Path) -> int:
        """The line, from 1, with which the value at `path` is there.

        Where the file has no such value it is the line of the last table on the way to it; 1 for
        the whole file. Found by halving: more lines of a file never have less in them.
        """
        while path and not _has(self._part(len(self._lines)), path):
            path = path[:-1]
        low, high = 1, len(self._lines) if path else 1
        while low < high:
            middle = (low + high) // 2
            if _has(self._part(middle), path):
                high = middle
            else:
                low = middle + 1
        return low

    def _part(self, count: int) -> Mapping[str, Any]:
        """What the first lines say, or as many of them as say something."""
        if count not in self._parts:
            self._parts[count] = self._read(count)
        return self._parts[count]

    def _read(self, count: int) -> Mapping[str, Any]:
        while count:
            text = "\n".join(self._lines[:count])
            for end in _ENDS:
                try:
                    return tomli.loads(text + end)
                except (ValueError, RecursionError):
                    continue
            count -= 1
        return {}


def _has(value: Any, path: Path) -> bool:
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def path_of(words: str, table: Mapping[str, Any]) -> Path:
    """The path that words such as `grades[2].margin` name in a table, as far as it goes there.

    Words count the members of a list from 1, a path from 0.
    """
    path: list[str | int] = []
    value: Any = table
    while words:
        words = words.removeprefix(".")
        if isinstance(value, Mapping):
            key = max((key for key in value if _begins(words, key)), key=len, default=None)
            if key is None:
                break
            path.append(key)
            value, words = value[key], words[len(key) :]
        elif isinstance(value, list) and words.startswith("["):
            number, closed, rest = words[1:].partition("]")
            if not closed or not number.isascii() or not number.isdigit():
                break
            if not 1 <= int(number) <= len(value):
                break
            path.append(int(number) - 1)
            value, words = value[int(number) - 1], rest
        else:
            break
    return tuple(path)


def _begins(words: str, key: str) -> bool:
    return words.startswith(key) and words[len(key) : len(key) + 1] in ("", ".", "[")


def words_of_path(path: Path) -> str:
    """A path as problems name it, the members of lists from 1: `grades[2].margin`."""
    words = "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path)
    return words.removeprefix(".")
