"""What a command line says of a game that is to begin: seats, options and cards, as values."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pbem.cli.common import read_input
from pbem.errors import Problem, collecting, refuse
from pbem.frozen import Value
from pbem.report.clean import player

if TYPE_CHECKING:
    from pbem.card import Card

MOST_NAMED = 5
"""So many of several cards are told by name."""


class Said(Value):
    """What the command line of `pbem new` has said of a game; what it has not said is None."""

    scenario: str | None
    dir: str | None
    seat: str | None
    seats: tuple[str, ...]
    options: tuple[str, ...]
    key: str | None


def seats_in(words: tuple[str, ...], own: str, wrong: list[Problem]) -> dict[str, str]:
    """The others' seats, each with the place of its card; what is wrong with them is added."""
    pairs: dict[str, str] = {}
    for name, place in pairs_in(words, "--seat", "SEAT=CARD", wrong):
        if name == own or name in pairs:
            what = f"seat '{name[:40]}' is given twice"
            wrong.append(Problem(code="option", what=what, where="--seat", hint="once only"))
        pairs[name] = place
    return pairs


def options_in(words: tuple[str, ...], wrong: list[Problem]) -> dict[str, str]:
    """The game's options; what is wrong with them is added."""
    pairs: dict[str, str] = {}
    for key, value in pairs_in(words, "--option", "KEY=VALUE", wrong):
        if key in pairs:
            what = f"'{key[:40]}' is given twice"
            wrong.append(Problem(code="option", what=what, where="--option", hint="once only"))
        pairs[key] = value
    return pairs


def pairs_in(
    words: tuple[str, ...], option: str, form: str, wrong: list[Problem]
) -> Iterator[tuple[str, str]]:
    """`KEY=VALUE` words in two; a problem is added for each that is none."""
    for word in words:
        key, _, value = word.partition("=")
        if key and value:
            yield key, value
        else:
            what, hint = f"'{word[:60]}' has no value", f"write {option} {form}"
            wrong.append(Problem(code="option", what=what, where=option, hint=hint))


def cards_at(places: Mapping[str, str], wrong: list[Problem]) -> "dict[str, Card]":
    """The others' cards by seat; what is wrong with them is added."""
    cards = {}
    for name, place in places.items():
        with collecting(wrong):
            cards[name] = card_at(place)
    return cards


def card_at(place: str) -> "Card":
    """The card in a file or in the mail that it came in, or a public key given as text.

    Raises `Refused` if there is none, or the cards of several players.
    """
    from pbem.card import parse_card
    from pbem.mail.find import find
    from pbem.store.letterbox import MOST_BYTES

    if place.startswith("ssh-ed25519 "):
        return parse_card(place)
    raw = read_input(place, MOST_BYTES)
    found = [one.raw for one in find(raw, place).found if one.kind == "card"]
    cards = [parse_card(one.decode("utf-8", "replace")) for one in found or [raw]]
    if len(cards) > 1:
        names = ", ".join(player(card.name, card.email) for card in cards[:MOST_NAMED])
        what = f"there are {len(cards)} key cards in it: {names}"
        raise refuse("card", what, where=place, hint="save the one that is meant")
    return cards[0]
