"""The narrow form of TOML in which turn files and sealed items are written (protocol 4).

A byte scan by regular expressions knows the form, so that nothing large, deep or strange reaches
the TOML parser. The patterns never backtrack: every repetition in them is possessive.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import tomli

from pbem.codec import LARGEST
from pbem.errors import Refused, refuse

LONGEST_LINE = 64 * 1024
DEEPEST = 4
MOST_HEADERS = 1_024
AGAIN = "ask its author to send the file again, as an attachment"
"""What to do about a file that is not of the form."""


@cache
def _lines(deepest: int, number: bytes) -> re.Pattern[bytes]:
    """Whole lines of the narrow form, as many as there are; compiled when first needed."""
    string = (
        rb'"(?>[^"\\\x00-\x08\x0a-\x1f\x7f]++|\\(?:[btnfr"\\]|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}))*+"'
    )
    scalar = rb"(?>" + string + rb"|true\b|false\b|" + number + rb")"
    key, blank = rb"[A-Za-z0-9_-]++", rb"[ \t]*+"
    value = scalar
    for _ in range(deepest):
        more = blank + rb"(?:," + blank + rb"(?![\]}])|(?=[\]}]))"  # no comma before a bracket
        array = rb"\[" + blank + rb"(?>(?:" + value + more + rb")*)\]"
        table = rb"\{" + blank + rb"(?>(?:" + key + rb" = " + value + more + rb")*)\}"
        value = rb"(?>" + scalar + rb"|" + array + rb"|" + table + rb")"
    header = rb"\[" + key + rb"(?:\." + key + rb")?+\]"
    armour = (
        rb'"""\n-----BEGIN AGE ENCRYPTED FILE-----\n(?:[A-Za-z0-9+/=]{1,64}\n)++'
        rb'-----END AGE ENCRYPTED FILE-----\n"""'
    )
    pair = rb"(?!From )" + key + rb" = " + value
    sealed = rb"(?:secret|age) = " + armour
    # Armour stands in an annex alone. The group is atomic and not possessive: before 3.11.5 a
    # possessive one keeps the line end that its last, failed turn has read.
    annex = rb"\[annex\](?>(?:\n++(?>" + sealed + rb"|" + pair + rb"))*)"
    line = rb"(?>" + pair + rb"|" + annex + rb"|\[" + header + rb"\]|" + header + rb")?+"
    return re.compile(rb"(?:" + line + rb"\n)*+")


def _whole_number() -> bytes:
    """Integers within ±(2⁵³−1)."""
    most = str(LARGEST)
    below = (
        f"{most[:at]}[{0 if at else 1}-{int(digit) - 1}][0-9]{{{len(most) - at - 1}}}"
        for at, digit in enumerate(most)
        if int(digit) > (at == 0)
    )
    shorter = f"0|[1-9][0-9]{{0,{len(most) - 2}}}+"
    return f"-?(?:{'|'.join((shorter, *below, most))})(?![0-9])".encode("ascii")


_SHORT_NUMBER = rb"-?(?:0|[1-9][0-9]{0,14}+)(?![0-9])"
"""Integers that are within the limits whatever their digits: a pattern of a third of the size."""
_LONG_NUMBER = re.compile(rb"(?<![0-9A-Za-z])[1-9][0-9]{15}(?![0-9A-Za-z])")
"""What may be an integer of more digits; in hashes and armour hardly ever."""


def narrow_until(data: bytes, start: int = 0) -> int:
    """Where whole lines of the narrow form end that begin at `start`."""
    number = _whole_number() if _LONG_NUMBER.search(data, start) else _SHORT_NUMBER
    for deepest in (1, 2, DEEPEST):  # each level doubles the pattern, and most files are flat
        matched = _lines(deepest, number).match(data, start)
        end = matched.end() if matched else start
        if end == len(data):
            break
    return end


def is_narrow(data: bytes) -> bool:
    """Whether these are whole lines of the narrow form and nothing else."""
    if headers(data) > MOST_HEADERS or (data and not data.endswith(b"\n")):
        return False
    return narrow_until(data) == len(data)


def headers(data: bytes) -> int:
    """How many headers there are: no other line begins with a bracket."""
    return data.count(b"\n[") + data.startswith(b"[")


def parse_narrow(text: str, *, code: str) -> dict[str, Any]:
    """TOML that has passed a byte scan, as plain values."""
    try:
        return tomli.loads(text)
    except (tomli.TOMLDecodeError, RecursionError, ValueError) as error:
        raise refuse(code, f"not TOML: {str(error)[:120]}", hint=AGAIN) from None


def parse_item(content: str) -> dict[str, Any] | None:
    """A sealed item's content as a table, or None if it is not of the narrow form."""
    data = content.encode("utf-8", "surrogatepass")
    if len(data) > LONGEST_LINE or not is_narrow(data):
        return None
    try:
        return parse_narrow(content, code="E11")
    except Refused:
        return None


MOST_PARTS = 8
"""Names in a dotted key at most, in TOML that people write: a parser's time and memory grow with
the square of them."""


@cache
def _written() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Quoted text and comments, wherever they end; and a key of more names than there may be."""
    quoted = (
        r'"""(?:(?>[^"\\]+|\\.|"(?!"")))*(?:"{3,5}|\Z)'
        r"|'''(?:(?>[^']+|'(?!'')))*(?:'{3,5}|\Z)"
        r'|"(?:(?>[^"\\\n]+|\\[^\n]))*"?'
        r"|'[^'\n]*'?|#[^\n]*"
    )
    name, dot = r"[A-Za-z0-9_-]++", r"[ \t]*+\.[ \t]*+"
    long = r"(?<![A-Za-z0-9_-])" + name + r"(?:" + dot + name + r"){" + str(MOST_PARTS) + r"}"
    return re.compile(quoted, re.DOTALL), re.compile(long)


def line_of_long_key(text: str) -> int:
    """The line of the first key that has too many dots; 0 if there is none.

    For TOML that is not of the narrow form, such as what a player writes by hand.
    """
    quoted, long = _written()
    found = long.search(quoted.sub(lambda match: "_" * len(match[0]), text))
    return text.count("\n", 0, found.start()) + 1 if found else 0


def without_comments(text: str) -> str:
    """TOML that people write, its comments taken out."""
    quoted, _ = _written()
    return quoted.sub(lambda match: "" if match[0].startswith("#") else match[0], text)


def write_table(header: str, pairs: Mapping[str, Any]) -> list[str]:
    """A header and its pairs as lines, after an empty one; absent values (None) are left out."""
    rows = [write_pair(key, value) for key, value in pairs.items() if value is not None]
    return ["", header, *rows]


def write_pair(key: str, value: Any) -> str:
    """A key and its value as a line."""
    return f"{key} = {write_value(value)}"


def write_value(value: Any) -> str:
    """A value in the narrow form, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return '"' + "".join(_ESCAPES.get(char, char) for char in value) + '"'
    if isinstance(value, list | tuple):
        return "[" + ", ".join(write_value(item) for item in value) + "]"
    pairs = ", ".join(write_pair(key, item) for key, item in value.items())
    return "{ " + pairs + " }" if pairs else "{}"


_ESCAPES = {
    **{chr(code): f"\\u{code:04x}" for code in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)},
    "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\",
}  # fmt: skip
