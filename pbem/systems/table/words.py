"""What words a file may hold: how long, and of which characters [T11]."""

import re
import unicodedata

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._/#()-]*[A-Za-z0-9.#)])?")

NAMED = "letters of English, digits, blanks and . _ / # ( ) -"
"""Of what the names of counters and phases are made."""


def is_name(text: str, most: int) -> bool:
    """Whether a counter or phase may be called so."""
    return len(text) <= most and _NAME.fullmatch(text) is not None


def wrong_line(text: str, most: int) -> str:
    """What is wrong with words that stand on one line; empty if nothing."""
    return "have a line break" if "\n" in text else wrong_words(text, most)


def wrong_words(text: str, most: int) -> str:
    """What is wrong with words, line breaks allowed; empty if nothing."""
    if len(text) > most:
        return f"have {len(text):,} characters, and {most:,} are allowed"
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in text if char != "\n"):
        return "have a control character"
    return ""
