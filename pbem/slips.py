"""Where a reader of TOML stumbled, and what slip of the pen it may have been."""

import re

_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")
_KEY = r"\s*[\w-]+\s*"
_SLIPS = (
    ("[“”„‟‘’‚«»]", 'write plain quotes " in place of the curly ones that your editor made'),
    (r"^\s*\[+\s*order\b", "write [[order]], with two brackets on each side"),
    (rf"^{_KEY}:", "write = between a key and its value"),
    (r'^[^"]*("[^"]*"[^"]*)*"[^"]*$', 'a quotation mark " is missing in that line'),
    (r"[,;]\s*$", "take away the mark at the end of that line"),
    (";", "give each key a line of its own, without ;"),
    (rf"^{_KEY}=\s*$", "write the value behind =, or take the line out"),
    (rf"^{_KEY}=\s*[^\s\"'\[{{]", 'write text in " ", numbers as digits alone'),
)
"""What is found in a line that is no TOML, the likeliest slip first, and what to do about it."""
ANY_SLIP = 'mend that line; text stands in " ", lists in [ ]'


def stumbled(words: str, lines: int) -> tuple[int, str]:
    """The line at which a parser gave up, by its own words, and what was wrong without it.

    `lines` is how many the text has: where the parser names none, it is the last.
    """
    found = _PLACE.search(words)
    if found:
        return int(found[1]), f"not TOML: {words[: found.start()]} (column {found[2]})"
    return lines, f"not TOML: {words}"


def slip(line: str, words: str) -> str:
    """What to do about a line that is no TOML."""
    if "overwrite" in words:
        return "the key stands twice: an order begins with [[order]] and has each key once"
    return next((hint for form, hint in _SLIPS if re.search(form, line)), ANY_SLIP)
