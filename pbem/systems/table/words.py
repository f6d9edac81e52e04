"""What words a file may hold: how long, and of which characters [T11]."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from pbem.narrow import write_value
from pbem.suggest import meant

_NAME = re.compile(r"[A-Za-z0-9](?:(?:[A-Za-z0-9._/#()-]| (?! ))*[A-Za-z0-9.#)])?")

SHORT = 60
"""So many characters of words are told."""
NAMED = "letters of English, digits, single blanks and . _ / # ( ) -"
"""Of what the names of counters and phases are made."""

SHORTEST = 4
"""In a word of so many letters a slip of the pen may be told from another name."""

_NO_TEXT = frozenset({"Cc", "Cs"})
_UNSEEN = _NO_TEXT | {"Cf", "Co", "Cn", "Zl", "Zp"}
"""Characters that show nothing, or turn the direction of writing."""


def is_name(text: str, most: int) -> bool:
    """Whether a counter or phase may be called so."""
    return len(text) <= most and _NAME.fullmatch(text) is not None


def wrong_line(text: str, most: int) -> str:
    """What is wrong with words that stand on one line, in the state of the game; empty if nothing.

    Every character of them can be seen.
    """
    if any(unicodedata.category(char) in _UNSEEN for char in text):
        return "have a line break, or a character that shows nothing"
    return _too_long(text, most)


def wrong_words(text: str, most: int) -> str:
    """What is wrong with words that are told once, line breaks allowed; empty if nothing."""
    if any(unicodedata.category(char) in _NO_TEXT for char in text if char != "\n"):
        return "have a control character"
    return _too_long(text, most)


def _too_long(text: str, most: int) -> str:
    return f"have {len(text):,} characters, and {most:,} are allowed" if len(text) > most else ""


def naturally(names: Iterable[str]) -> tuple[str, ...]:
    """Names in their order, with numbers in them by size: `Knight 2` before `Knight 10`."""

    def order(name: str) -> list[tuple[int, str]]:
        parts = re.split(r"([0-9]+)", name)
        return [(int(one), one) if one.isdecimal() else (0, one) for one in parts]

    return tuple(sorted(names, key=order))


def near_names(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Known names that a slip of the pen in one long word makes of this one.

    Who names counters alike tells them apart by numbers, by letters, or by words that begin
    otherwise: `T-34 #3` and `T-34 #4`, `Stack A` and `Stack B`, `East Army` and `West Army`.
    """
    return tuple(one for one in meant(name, known) if _is_slip(_words(name), _words(one)))


def _words(name: str) -> list[str]:
    return re.findall(r"[a-z]+|[0-9]+", name.casefold())


def _is_slip(one: list[str], other: list[str]) -> bool:
    if len(one) != len(other):
        return False
    apart = [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    return len(apart) == 1 and all(
        len(word) >= SHORTEST and word.isalpha() and word[0] == apart[0][0][0] for word in apart[0]
    )


def read_out(before: str, words: str) -> Iterator[str]:
    """Whole words behind others, each line of them in one of its own; that there are none."""
    first, *more = (words if words.strip() else "(nothing)").split("\n")
    yield f"{before}: {first}"
    yield from (f"| {line}" for line in more)


def quoted(words: str, most: int = SHORT) -> str:
    """Another player's words in one line among ours, cut if they are longer than so much."""
    return marked(shortened(words, most))


def marked(words: str) -> str:
    """Another player's words in one line among ours; no mark within ends them."""
    return '"' + words.replace('"', "'") + '"'


OFF = "off the table"
"""What stands for the value of a counter that is not on the table [T5]."""


def value_told(value: str, off: str = OFF) -> str:
    """The value of a counter among our words: in marks, to the letter, unless it is one word.

    `off` stands for that of a counter which is not on the table.
    """
    is_word = all(char.isalnum() or char in "+-./#%" for char in value)
    return (value if is_word else write_value(value)) or off


def shortened(words: str, most: int = SHORT) -> str:
    """Words, their lines with strokes between them, cut if they are longer than so much."""
    line = " / ".join(line.strip() for line in words.split("\n") if line.strip())
    return line if len(line) <= most else f"{line[:most]}…"
