"""The key card: what a player sends to the organiser, so that he can seat him.

A few lines of the narrow form of protocol 4, or the line of an OpenSSH `.pub` file. A card comes
by mail and from a stranger; its fingerprint and words are for people to compare.
"""

import re
import unicodedata

from pbem.decode import decode
from pbem.errors import Refused, refuse
from pbem.frozen import Value
from pbem.keys import PublicKey
from pbem.narrow import parse_item, write_value

MOST_BYTES = 4096
LONGEST_NAME = 60
LONGEST_EMAIL = 254
VERSION = 1

_EMAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_AGAIN = "ask its owner for it again, as an attachment"


class Card(Value, kw_only=False):
    """Who holds a key: name and e-mail (each may be empty), and the key's OpenSSH line."""

    name: str
    email: str
    key: str


class _Table(Value):
    """The card's table."""

    pbem_card: int
    name: str
    email: str
    key: str
    fingerprint: str
    words: str


def format_card(name: str, email: str, public: PublicKey) -> str:
    """The text of a key card.

    Raises `Refused` (code `card`) for a name or an address that `parse_card` would not take.
    """
    card = _checked(Card(name=name, email=email, key=public.line))
    table = {
        "pbem_card": VERSION,
        "name": card.name,
        "email": card.email,
        "key": card.key,
        "fingerprint": public.fingerprint,
        "words": public.words,
    }
    return "".join(f"{key} = {write_value(value)}\n" for key, value in table.items())


def parse_card(text: str) -> Card:
    """Read a key card, or `ssh-ed25519 AAAA… COMMENT`, whose comment is taken for the name.

    CRLF, empty lines and blanks around a line are overlooked. Raises `Refused` (code `card`, or
    `key` for the key itself) for anything else.
    """
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise _refuse(f"larger than {MOST_BYTES:,} bytes: this is no key card")
    lines = [line.strip() for line in text.removeprefix("\ufeff").split("\n")]
    lines = [line for line in lines if line]
    if len(lines) == 1 and lines[0].startswith("ssh-"):
        return _bare(lines[0])
    table = parse_item("".join(f"{line}\n" for line in lines))
    if not table or "pbem_card" not in table:
        raise _refuse("this is no key card")
    if table["pbem_card"] != VERSION:
        raise _refuse("this key card is of a version that is not known here")
    found = decode(_Table, table, code="card", where="key card", hint=_AGAIN)
    card = _checked(Card(name=found.name, email=found.email, key=found.key))
    public = PublicKey.parse(card.key)
    if (found.fingerprint, found.words) != (public.fingerprint, public.words):
        raise _refuse("fingerprint and words are not those of the key: the card was changed")
    return card


def _bare(line: str) -> Card:
    """The card that the line of a `.pub` file amounts to."""
    type_, key, comment = (*line.split(None, 2), "", "")[:3]
    return _checked(Card(name=comment, email="", key=PublicKey.parse(f"{type_} {key}").line))


def _checked(card: Card) -> Card:
    """The card itself, if name and address are fit to be shown and written to."""
    if len(card.name) > LONGEST_NAME:
        raise _refuse(f"the name is longer than {LONGEST_NAME} characters", "name")
    if any(unicodedata.category(char) in _HIDDEN for char in card.name):
        raise _refuse("the name has control or invisible characters", "name")
    if card.email and not is_address(card.email):
        raise _refuse("this is no plain e-mail address", "email")
    return card


def is_address(text: str) -> bool:
    """Whether a text is a plain e-mail address."""
    return len(text) <= LONGEST_EMAIL and _EMAIL.fullmatch(text) is not None


def _refuse(what: str, key: str = "") -> Refused:
    return refuse("card", what, where=f"key card, key '{key}'" if key else "key card", hint=_AGAIN)
