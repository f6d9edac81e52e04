"""The dialogue of `pbem new`: what the command line has not said is asked for, line by line.

Nothing is made or signed here; who leaves leaves nothing behind.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pbem.cli.asking import ask
from pbem.cli.output import complain, say, say_words
from pbem.cli.said import Said, card_at, cards_at, options_in, pairs_in, seats_in
from pbem.errors import Problem, Refused, collecting, raise_if
from pbem.frozen import replace
from pbem.report.clean import player

if TYPE_CHECKING:
    from pbem.card import Card
    from pbem.game.begin import Invitation
    from pbem.store.keyring import Entry
    from pbem.store.shelf import Scenario

T = TypeVar("T")


def asked_for(said: Said) -> "tuple[Path, Invitation, Entry]":
    """Where a game will lie, what it will be, and with which key: as said, the rest as answered.

    Raises `Refused` for what is wrong with what the command line has said.
    """
    from pbem.game.begin import Invitation, check_free
    from pbem.store.shelf import scenario_named

    wrong: list[Problem] = []
    places, options = seats_in(said.seats, said.seat or "", wrong), options_in(said.options, wrong)
    cards = cards_at(places, wrong)
    if said.dir:
        with collecting(wrong):
            check_free(Path(said.dir))
    raise_if(wrong)
    entry = ask_key(said.key)
    scenario = scenario_named(said.scenario) if said.scenario else ask_scenario()
    folder = said.dir or ask_folder(scenario)
    seat, cards, options = ask_seats(scenario, said.seat, cards, options)
    cards = {seat: entry.card, **cards}
    wanted = Invitation(scenario=scenario.name, seat=seat, cards=cards, options=options)
    return Path(folder), wanted, entry


def asked(question: str, taken: Callable[[str], T], default: str = "") -> T:
    """What is made of an answer; whatever is wrong with one is told, and it is asked again."""
    while True:
        word = ask(question, default)
        try:
            return taken(word.strip())
        except Refused as refused:
            complain(refused)


def ask_key(name: str | None) -> "Entry":
    """The organiser's key: of that name, the only one, or the one that he names."""
    from pbem.store.keyring import choose, entries, find

    names = [entry.name for entry in entries()]
    if name is not None or len(names) < 2:
        return choose(name)
    return asked(f"Your key ({', '.join(names)})", find, names[0])


def ask_scenario() -> "Scenario":
    """One of the scenarios, which are listed."""
    from pbem.store.shelf import scenario_named, scenarios

    found = scenarios()
    longest = max(len(one.name) for one in found)
    for one in found:
        say(f"{one.name:{longest}}  {one.system}: {one.table['title']}")
    return asked("Scenario", scenario_named)


def ask_folder(scenario: "Scenario") -> str:
    """A place for the game's folder where nothing lies."""
    from pbem.game.begin import check_free

    def free(word: str) -> str:
        path = os.path.expanduser(word)
        check_free(Path(path))
        return path

    return asked("New folder for the game", free, scenario.id)


def ask_seats(
    scenario: "Scenario", own: str | None, cards: "Mapping[str, Card]", options: Mapping[str, str]
) -> "tuple[str, dict[str, Card], dict[str, str]]":
    """The organiser's seat, the cards of the others by seat, and options, if it takes any.

    They make a game: what is wrong is told, and asked for again.
    """
    from pbem.game.begin import plan, usual_seats

    say_words(f"seats: {scenario.table.get('seats', 'as you like')}")
    say("one called referee belongs to no side, and may read and judge everything")
    usual, words = usual_seats(scenario), dict(options)
    while True:
        seat = own or asked("Your seat", _named, next(iter(usual), ""))
        others = dict(cards) or _ask_cards(seat, usual)
        while True:
            try:
                plan(scenario.name, (seat, *others), words)
            except Refused as refused:
                complain(refused)
            else:
                return seat, others, words
            more = _ask_option("An option that mends it, as KEY=VALUE (Enter: the seats anew)")
            if not more:
                own, cards, words = None, {}, dict(options)
                break
            words |= more


NO_MORE = ("", "n", "no")
"""Answers that name no further seat."""


def _ask_cards(own: str, usual: Sequence[str]) -> "dict[str, Card]":
    """The other seats, each with its player's card, until there are no more."""
    cards: dict[str, Card] = {}
    while True:
        left = [name for name in usual if name not in (own, *cards)]
        default = left[0] if left and len(left) + len(cards) + 1 == len(usual) else ""
        question = "Another seat" if default else "Another seat (Enter: no more)"
        name = asked(question, lambda word: "" if word in NO_MORE else _named(word), default)
        if not name and cards:
            return cards
        if not name or name in (own, *cards):
            say("a game needs a second seat" if not name else f"{name} is named already")
            continue
        card = asked(f"Card of {name}: its file, or the key as text", _card)
        say_words(f"  {name}: {player(card.name, card.email)}; key: {_words(card)}")
        cards[name] = card


def _card(word: str) -> "Card":
    return card_at(os.path.expanduser(word))


def _words(card: "Card") -> str:
    from pbem.keys import PublicKey

    return PublicKey.parse(card.key).words


def _named(word: str) -> str:
    from pbem.game.begin import wrong_names

    raise_if(wrong_names((word,)))
    return word


def _ask_option(question: str) -> dict[str, str]:
    """An option as a pair; empty if the Enter key alone was pressed."""

    def read(word: str) -> dict[str, str]:
        wrong: list[Problem] = []
        found = dict(pairs_in((word,) if word else (), "an option", "KEY=VALUE", wrong))
        raise_if(wrong)
        return found

    return asked(question, read)


def ask_options(wanted: "Invitation") -> "Invitation":
    """The invitation with those options changed that the organiser changes."""
    from pbem.game.begin import offer

    while more := _ask_option("An option to change, as KEY=VALUE (Enter: none)"):
        changed = replace(wanted, options={**wanted.options, **more})
        try:
            offer(changed)
        except Refused as refused:
            complain(refused)
        else:
            wanted = changed
    return wanted
