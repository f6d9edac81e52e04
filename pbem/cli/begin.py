"""Commands that begin a game: `new` and `join`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import (
    ask_passphrase,
    enter,
    game_option,
    game_path,
    opened_game,
    player,
    read_input,
    short,
    tell_strays,
    tell_taken_up,
)
from pbem.cli.output import done, now, say
from pbem.errors import Problem, collecting, raise_if, refuse
from pbem.narrow import write_value
from pbem.shell import command, pbem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pbem.card import Card
    from pbem.game.session import Session
    from pbem.turnfile import SeatPart, TurnFile

MOST_OPTIONS = 8
"""Options of a genesis that are shown: more than any game has, and a stranger's may have more."""


def _seats(words: tuple[str, ...], own: str, wrong: list[Problem]) -> dict[str, str]:
    """The others' seats, each with the place of its card; what is wrong with them is added."""
    pairs: dict[str, str] = {}
    for name, place in _pairs(words, "--seat", "SEAT=CARD", wrong):
        if name == own or name in pairs:
            what = f"seat '{name[:40]}' is given twice"
            wrong.append(Problem(code="option", what=what, where="--seat", hint="once only"))
        pairs[name] = place
    return pairs


def _options(words: tuple[str, ...], wrong: list[Problem]) -> dict[str, str]:
    """The game's options; what is wrong with them is added."""
    pairs: dict[str, str] = {}
    for key, value in _pairs(words, "--option", "KEY=VALUE", wrong):
        if key in pairs:
            what = f"'{key[:40]}' is given twice"
            wrong.append(Problem(code="option", what=what, where="--option", hint="once only"))
        pairs[key] = value
    return pairs


def _pairs(
    words: tuple[str, ...], option: str, form: str, wrong: list[Problem]
) -> "Iterator[tuple[str, str]]":
    """`KEY=VALUE` words in two; a problem is added for each that is none."""
    for word in words:
        key, _, value = word.partition("=")
        if key and value:
            yield key, value
        else:
            what, hint = f"'{word[:60]}' has no value", f"write {option} {form}"
            wrong.append(Problem(code="option", what=what, where=option, hint=hint))


def _cards(places: "Mapping[str, str]", wrong: list[Problem]) -> "dict[str, Card]":
    """The others' cards by seat; what is wrong with them is added."""
    from pbem.card import parse_card

    cards = {}
    for name, place in places.items():
        with collecting(wrong):
            raw = place.encode("utf-8") if place.startswith("ssh-ed25519 ") else read_input(place)
            cards[name] = parse_card(raw.decode("utf-8", "replace"))
    return cards


@click.command(
    epilog="Example:  pbem new midway-0700 battle --as japanese --seat american=anna.card"
)
@click.argument("scenario")
@click.argument("dir_", metavar="DIR")
@click.option("--as", "seat", required=True, metavar="SEAT", help="Your own seat.")
@click.option("--seat", "seats", multiple=True, metavar="SEAT=CARD", help="Another's seat: card.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A game option.")
@click.option("--key", "key_name", metavar="NAME", help="Your key, if you have several.")
@click.option("--message", default="", help="Words to the others.")
def new(
    scenario: str,
    dir_: str,
    seat: str,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    key_name: str | None,
    message: str,
) -> None:
    """Organise a game of SCENARIO in a new folder DIR, and write its genesis.

    One CARD for every other seat: the file that its player made with 'pbem keys card', or his
    public key as text. What a scenario offers is told by 'pbem scenario show SCENARIO'.
    """
    from pbem.game.begin import Invitation, plan
    from pbem.game.begin import new as begin_game
    from pbem.store.keyring import choose
    from pbem.store.shelf import scenario_named

    wrong: list[Problem] = []
    others, words = _seats(seats, seat, wrong), _options(options, wrong)
    with collecting(wrong):
        if wrong:  # what else these words come to cannot be told
            scenario_named(scenario)
        else:
            plan(scenario, (seat, *others), words)
    cards = _cards(others, wrong)
    with collecting(wrong):
        entry = choose(key_name)
    raise_if(wrong)
    wanted = Invitation(
        scenario=scenario,
        seat=seat,
        cards={seat: entry.card, **cards},
        options=words,
        message=message,
    )
    session = begin_game(Path(dir_), wanted, entry.load(ask_passphrase), now())
    enter(Path(dir_))
    with done(f"the game lies in {command(dir_)}"):
        _tell_new(session, Path(dir_))


def _tell_new(session: "Session", path: Path) -> None:
    from pbem.store.folder import mail_name

    say(f"the game lies in {command(path)}")
    tell_identity(session.links.game, [])
    name = mail_name(session.links.game, 0, session.seat)
    say(f"mail {command(path / 'mail' / name)} to:")
    for seat in session.fold.seats:
        if seat.name != session.seat:
            say(f"  {seat.name}: {player(seat.holder, seat.email)}, who runs:")
            say(f"    pbem join {name} DIR --as {seat.name}")
    joins = session.fold.joins
    order = f"their join files in this order: {', '.join(joins)}" if joins[1:] else "the join file"
    say(f"then receive {order}")


def tell_identity(game: str, seats: "Sequence[SeatPart]") -> None:
    """The game's id and the seats' keys as words, to be compared by another way than mail."""
    from pbem.keys import PublicKey
    from pbem.words import words_of

    say("compare these words with the others, by telephone or face to face:")
    say(f"  game: {words_of(bytes.fromhex(game))}")
    for seat in seats:
        say(f"  key of {seat.name}: {PublicKey.parse(seat.key).words}")


@click.command(epilog="Example:  pbem join 0000-japanese.pbem battle --as american")
@click.argument("file", metavar="FILE", required=False)
@click.argument("dir_", metavar="DIR", required=False)
@click.option("--as", "seat", metavar="SEAT", help="Your seat.")
@game_option
def join(file: str | None, dir_: str | None, seat: str | None, folder: str | None) -> None:
    """Check the genesis FILE, show what you agree to, and write your join file.

    Where seats before yours have still to join, yours is written when their files have come; then
    'pbem join' alone, in the game's folder, writes it if it has not been.
    """
    if file is None:
        _join_later(folder)
        return
    if dir_ is None or seat is None:
        raise click.UsageError("give a new folder DIR and your seat with --as SEAT")
    _join_now(file, Path(dir_), seat)


def _join_now(file: str, path: Path, seat: str) -> None:
    from pbem.cli.play import write_join
    from pbem.game.begin import accept, check_seat, invited, is_accepted
    from pbem.store.keyring import any_of, key_for

    scanned, genesis = invited(read_input(file))
    wrong: list[Problem] = []
    with collecting(wrong):
        check_seat(genesis, seat)
    if wrong:
        with collecting(wrong):
            any_of(one.key for one in genesis.seats)
    raise_if(wrong)
    _tell_agreement(genesis, scanned.hash)
    named = {one.name: one.key for one in genesis.seats}
    key_for(named[seat], ask_passphrase)
    if not is_accepted(path, scanned, seat):  # else a run that was cut off goes on
        accept(path, scanned, seat)
    with opened_game(path) as session:
        _check_joining(session)
        if session.is_mine:
            write_join(session)
        else:
            first = ", ".join(session.fold.joins[: session.fold.joins.index(seat)])
            say(f"the folder {command(path)} is made; your join file follows those of: {first}")
            say(f"when they come: {pbem(path, 'receive', 'FILE')}")


def _join_later(folder: str | None) -> None:
    from pbem.cli.play import write_join

    with opened_game(folder) as session:
        _check_joining(session)
        if not session.is_mine:
            what = f"seat '{session.fold.joins[0]}' joins before you"
            raise refuse("E08", what, hint="receive its join file first")
        write_join(session)


def _check_joining(session: "Session") -> None:
    if session.seat not in session.fold.joins:
        raise refuse("option", "this seat has joined already", hint="see 'pbem status'")


def _tell_agreement(genesis: "TurnFile", game: str) -> None:
    terms = genesis.genesis
    assert terms is not None
    say("you agree to:")
    say(f"  system {terms.system}, scenario {terms.scenario}, by {short(terms.program)}")
    options = sorted(terms.options.items())
    for key, value in options[:MOST_OPTIONS]:
        say(f"  option {short(key)} = {short(write_value(value))}")
    if len(options) > MOST_OPTIONS:
        say(f"  and {len(options) - MOST_OPTIONS:,} more options")
    for seat in genesis.seats:
        say(f"  seat {seat.name} ({seat.side}): {player(seat.holder, seat.email)}")
    tell_identity(game, genesis.seats)


@click.command(epilog="Example:  pbem restore battle")
@click.argument("dir_", metavar="DIR", required=False)
@click.option("--as", "seat", metavar="SEAT", help="Your seat, if several keys are yours.")
@click.option("--up-to-date", is_flag=True, help="Nobody has a newer file: you may sign at once.")
def restore(dir_: str | None, seat: str | None, up_to_date: bool) -> None:
    """Rebuild the folder DIR, or that of the game, from its turn files and your key.

    DIR needs nothing but a folder 'chain' with the game's turn files, yours and the others'. So
    that you never sign twice, nothing is signed there before the other side's newest file was
    received (again), or you say --up-to-date.
    """
    from pbem.game.restore import restore as rebuild

    path = game_path(dir_)
    session = rebuild(path, seat, ask_passphrase, heard=up_to_date)
    enter(path)
    with done(f"{command(path)} is whole again"):
        see = pbem(path, "status")
        say(f"{command(path)} is whole again, for seat {session.seat}; see: {see}")
        tell_taken_up(session)
        if not up_to_date:
            ask = "ask the others for their newest files, and for any of yours they have"
            say(f"before you write, {ask}; receive them all")
        tell_strays(path)
