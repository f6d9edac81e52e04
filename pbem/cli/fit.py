"""Lines that are longer than the terminal, broken at blanks; commands to copy stay whole."""

import os
import re
from collections.abc import Iterator
from textwrap import wrap
from typing import TextIO

_WHOLE = re.compile(r"(?<!\w)'[^']*'|\d{4}-\d\d-\d\d \d\d:\d\d|\[ \]|\bpbem (?:-C|[a-z]).*$")
"""What is copied or read as one: quotes, `[ ]`, a day with its hour, a command to its end."""
_BLANK, _KEPT = " ", "\x00"
NARROWEST = 20


PIPED = 80
"""Columns of lists for people that go into a pipe."""


def fitted(text: str, stream: TextIO, piped: int = 0) -> str:
    """The text as `stream` shows it: as it is, unless that is a terminal too narrow for it.

    In a pipe it is `piped` columns wide, if that is given.
    """
    try:
        columns = os.get_terminal_size(stream.fileno()).columns if stream.isatty() else piped
    except (OSError, ValueError):
        columns = piped
    return "\n".join(_broken(text, columns)) if columns >= NARROWEST else text


def _broken(text: str, columns: int) -> Iterator[str]:
    for line in text.split("\n"):
        if len(line) <= columns or line.lstrip(_BLANK).startswith("pbem "):
            yield line
            continue
        held = _WHOLE.sub(lambda found: found[0].replace(_BLANK, _KEPT), line)
        margin = " " * (len(line) - len(line.lstrip(_BLANK)) + 2)
        parts = wrap(
            held, columns, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False
        )
        yield from (part.replace(_KEPT, _BLANK) for part in parts)
