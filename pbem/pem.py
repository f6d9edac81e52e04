"""Base64 between a BEGIN and an END line, as OpenSSH and age write it: strictly."""

import base64
import binascii


def wrap(label: str, data: bytes, *, width: int) -> str:
    """The armour of `data`: lines of `width` characters between its BEGIN and END lines."""
    text = base64.b64encode(data).decode("ascii")
    lines = [text[start : start + width] for start in range(0, len(text), width)]
    return "\n".join((f"-----BEGIN {label}-----", *lines, f"-----END {label}-----", ""))


def unwrap(label: str, armour: str, *, width: int) -> bytes | None:
    """What is in the armour, or None unless `wrap` gives back exactly the same text."""
    begin, end = f"-----BEGIN {label}-----\n", f"\n-----END {label}-----\n"
    if not (armour.startswith(begin) and armour.endswith(end)):
        return None
    try:
        data = binascii.a2b_base64(armour[len(begin) : -len(end)])
    except ValueError:
        return None
    return data if wrap(label, data, width=width) == armour else None
