"""Other people's text made harmless: nothing that a screen would obey or hide (protocol 10).

Names and messages come from other players. Whatever a terminal would act on, whatever turns the
direction of writing, and whatever cannot be seen is written out instead, such as `‹U+202E›`.
"""

import unicodedata

MOST_MARKS = 2
"""More combining marks than this on one letter are not writing but a tower over other lines."""

LONGEST_NAME = 254
"""What an address may have at most; the text of a stranger's file may go on for pages."""

_WRITTEN_OUT = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_INVISIBLE_RANGES = (
    (0x034F, 0x034F),  # combining grapheme joiner
    (0x115F, 0x1160),  # Hangul fillers
    (0x17B4, 0x17B5),  # Khmer inherent vowels
    (0x180B, 0x180F),  # Mongolian variation selectors
    (0x2800, 0x2800),  # Braille blank
    (0x3164, 0x3164),  # Hangul filler
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFFA0, 0xFFA0),  # halfwidth Hangul filler
    (0x1D159, 0x1D159),  # musical null notehead
    (0xE0100, 0xE01EF),  # more variation selectors
)
"""Characters of other categories that nevertheless show nothing, from first to last."""
_INVISIBLE = frozenset(chr(one) for low, high in _INVISIBLE_RANGES for one in range(low, high + 1))


def harmless(text: str) -> str:
    """One line of text that is safe to show: line ends become `⏎`, the rest is written out."""
    return _clean(text.replace("\r\n", "\n").replace("\n", "⏎"))


def short(text: str) -> str:
    """Another player's name or address, safe to show; cut off where it would fill the screen."""
    cut = text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…"
    return harmless(cut)


def player(holder: str, email: str) -> str:
    """A player's name and address, safe to show; without an address the name alone."""
    return f"{short(holder)} <{short(email)}>" if email else short(holder)


def harmless_lines(text: str) -> str:
    """A message of several lines that is safe to show: `\\n` stays, each line is `harmless`."""
    return "\n".join(_clean(line) for line in text.replace("\r\n", "\n").split("\n"))


def written_out(toml: str) -> str:
    """A TOML text with everything in its strings escaped that a screen would obey or hide."""
    if toml.isascii():
        return toml
    return "".join(
        char if char == "\n" or _shown(char) == char else f"\\U{ord(char):08X}" for char in toml
    )


def _clean(line: str) -> str:
    if line.isascii() and line.isprintable():
        return line  # most lines; nothing in them needs a closer look
    shown: list[str] = []
    marks = 0
    for char in line:
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        shown.append(_shown(char) if marks <= MOST_MARKS else _code(char))
    return "".join(shown)


def _shown(char: str) -> str:
    """The character, a plain space for any other space, or its code point in brackets."""
    category = unicodedata.category(char)
    if category == "Zs" or char == "\t":
        return " "
    if category in _WRITTEN_OUT or char in _INVISIBLE:
        return _code(char)
    return char


def _code(char: str) -> str:
    return f"‹U+{ord(char):04X}›"
