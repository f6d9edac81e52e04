"""Key cards: written, read, and read from strangers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.card import MOST_BYTES, Card, format_card, parse_card
from pbem.errors import Refused
from pbem.keys import PrivateKey

KEY = PrivateKey.from_seed(bytes(range(32))).public
CARD = Card(name="Anna Bergström", email="anna@example.org", key=KEY.line)
TEXT = """\
pbem_card = 1
name = "Anna Bergström"
email = "anna@example.org"
key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
fingerprint = "SHA256:lbmsoA0yIEcEiVDRnMWuzm+nV+3ZEEpVIURqFoeSspg"
words = "napkin puppet pencil olive autumn coconut bucket dragon"
"""


def test_a_card_is_six_lines() -> None:
    assert format_card(CARD.name, CARD.email, KEY) == TEXT
    assert parse_card(TEXT) == CARD


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("\n", "\r\n"),
        "\n\n" + TEXT.replace("\n", "  \n\n"),
        "".join(f"    {line}\n" for line in TEXT.splitlines()),
        "\ufeff" + TEXT.rstrip(),
        "".join(sorted(TEXT.splitlines(keepends=True))),
    ],
)
def test_what_mail_does_to_blanks_is_overlooked(text: str) -> None:
    assert parse_card(text) == CARD


def test_the_line_of_a_pub_file_is_a_card() -> None:
    assert parse_card(f"{KEY.line} anna at home\r\n") == Card("anna at home", "", KEY.line)
    assert parse_card(KEY.line) == Card("", "", KEY.line)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "key card: this is no key card"),
        ("Hello,\nhere is my card.\n", "key card: this is no key card"),
        (TEXT + TEXT, "key card: this is no key card"),
        ("> " + TEXT.replace("\n", "\n> "), "key card: this is no key card"),
        (TEXT.replace("pbem_card = 1\n", ""), "key card: this is no key card"),
        (TEXT.replace("card = 1", "card = 2"), "key card: this key card is of a version"),
        (TEXT + 'more = "x"\n', "unknown key 'more'"),
        (TEXT.replace('"anna@example.org"', "7"), "must be text in quotes"),
        (TEXT.replace("coconut", "walnut"), "fingerprint and words are not those of the key"),
        (TEXT.replace("SHA256:l", "SHA256:m"), "fingerprint and words are not those of the key"),
        (TEXT.replace("VTG4", "VTG5"), "key"),
        (TEXT.replace("Anna", "Anna\\u001b[2J"), "the name has control or invisible characters"),
        (TEXT.replace("Anna", "Anna\\n"), "the name has control or invisible characters"),
        (TEXT.replace("Anna", "\u202eAnna"), "the name has control or invisible characters"),
        (TEXT.replace("Anna", "An\u200bna"), "the name has control or invisible characters"),
        (TEXT.replace("Anna", "Anna" * 20), "the name is longer than 60 characters"),
        (TEXT.replace("anna@", "anna"), "this is no plain e-mail address"),
        (TEXT.replace("anna@", "anna@b@"), "this is no plain e-mail address"),
        (TEXT.replace("anna@", "a\\r\\nBcc: b@"), "this is no plain e-mail address"),
        (TEXT.replace("anna@", "Anna <anna@"), "this is no plain e-mail address"),
        (TEXT.replace("anna@", "a" * 300 + "@"), "this is no plain e-mail address"),
        (TEXT + "\n" * MOST_BYTES, "larger than 4,096 bytes"),
        (KEY.line + " \x1b[2J", "the name has control or invisible characters"),
        (KEY.line[:-4], "ssh-ed25519 public key"),
        ("ssh-rsa AAAAB3NzaC1yc2E anna", "this is no ssh-ed25519 public key"),
        ("ssh-ed25519", "this is no ssh-ed25519 public key"),
    ],
)
def test_what_is_refused(text: str, words: str) -> None:
    with pytest.raises(Refused) as caught:
        parse_card(text)
    assert words in str(caught.value)


@given(st.text(max_size=200), st.integers(0, len(TEXT)), st.integers(0, 20))
def test_no_text_brings_another_exception(text: str, at: int, cut: int) -> None:
    for hostile in (text, f"{KEY.line} {text}", TEXT[:at] + text + TEXT[at + cut :]):
        try:
            card = parse_card(hostile)
        except Refused:
            continue
        assert parse_card(format_card(card.name, card.email, KEY)) == card


def test_a_card_that_could_not_be_read_is_not_written() -> None:
    with pytest.raises(Refused, match="control or invisible"):
        format_card("a\nb", "", KEY)
    with pytest.raises(Refused, match="no plain e-mail address"):
        format_card("a", "b", KEY)
