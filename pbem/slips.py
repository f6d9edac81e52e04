"""Where a reader of TOML stumbled, and what slip of the pen it may have been."""

import re
from itertools import accumulate

_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")
_KEY = r"\s*[\w-]+\s*"
_NAMED = re.compile(r"\s*([\w-]+)\s*=")
_SLIPS = (
    ("[“”„‟‘’‚«»]", 'write plain quotes " in place of the curly ones that your editor made'),
    (r"^\s*\[+\s*order\b", "write [[order]], with two brackets on each side"),
    (rf"^{_KEY}:", "write = between a key and its value"),
    (r'^[^"]*("[^"]*"[^"]*)*"[^"]*$', 'a quotation mark " is missing in that line'),
    (r"[,;]\s*$", "take away the mark at the end of that line"),
    (";", "give each key a line of its own, without ;"),
    (rf"^{_KEY}=\s*$", "write the value behind =, or take the line out"),
    (
        rf"^{_KEY}=\s*(?i:true|false|yes|no|on|off)\s*(#.*)?$",
        "write true or false, in small letters",
    ),
    (rf"^{_KEY}=\s*[^\s\"'\[{{]", 'write text in " ", numbers as digits alone'),
)
"""What is found in a line that is no TOML, the likeliest slip first, and what to do about it."""
ANY_SLIP = 'mend that line; text stands in " ", lists in [ ]'


TOO_DEEP = "nested too deep"


def stumbled(error: Exception, text: str) -> tuple[int, str]:
    """The line at which a parser gave up, by its own words, and what was wrong without it.

    Where the parser names none, it is the last; of what is nested too deep, the deepest.
    """
    if isinstance(error, RecursionError):  # its words are the interpreter's
        return _deepest(text), TOO_DEEP
    words = str(error)
    found = _PLACE.search(words)
    if found:
        return int(found[1]), f"not TOML: {words[: found.start()]} (column {found[2]})"
    return text.count("\n") + (not text.endswith("\n")), f"not TOML: {words}"


def _deepest(text: str) -> int:
    """The line of the innermost bracket."""
    lines = text.split("\n")
    depth = accumulate(sum(map(line.count, "[{")) - sum(map(line.count, "]}")) for line in lines)
    innermost = max(
        (before + sum(map(line.count, "[{")), -number)
        for number, (before, line) in enumerate(zip((0, *depth), lines, strict=False), 1)
    )
    return -innermost[1]


def slip(text: str, number: int, words: str) -> str:
    """What to do about a line that is no TOML; `number` counts from 1."""
    lines = text.split("\n")[:number]
    if words == TOO_DEEP:
        return "take brackets away: a value has two pairs at most, one within the other"
    if "overwrite" in words:
        return f"{_twice(lines)} stands twice: take one out; each order begins with [[order]]"
    if begun := _left_behind(lines[:-1]):
        return f"the list of line {begun} goes on behind a #: take that away too"
    return next((hint for form, hint in _SLIPS if re.search(form, lines[-1])), ANY_SLIP)


def _twice(lines: list[str]) -> str:
    """The key of the last line, and where it stood before: `'message' (line 3)`."""
    *before, key = (found[1] if (found := _NAMED.match(line)) else "" for line in lines)
    first = next((n for n in range(len(before), 0, -1) if before[n - 1] == key), 0)
    return f"'{key}' (line {first})" if key and first else "the key"


def _left_behind(lines: list[str]) -> int:
    """The line of a list of which the rest still stands in comments, right above; 0 if none does.

    So it is left by who takes the mark from the first line of a folded example alone.
    """
    at = len(lines)
    while at and lines[at - 1].startswith("#"):
        at -= 1
    return at if at < len(lines) and at and lines[at - 1].rstrip().endswith((",", "[")) else 0
