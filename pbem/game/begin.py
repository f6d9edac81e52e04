"""Beginning a game: the genesis, and the folder of a seat that joins."""

import secrets
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pbem
from pbem.card import Card
from pbem.chain import Links, begin
from pbem.codec import plain
from pbem.engine.charts import write_sums
from pbem.engine.clock import read_clock
from pbem.engine.genesis import setup_of, wrong_terms
from pbem.engine.ledger import REFEREE, Rules
from pbem.engine.options import CLOCK
from pbem.engine.steps import Prepared
from pbem.errors import Problem, Refused, raise_if, refuse
from pbem.frozen import Value
from pbem.game.advance import save
from pbem.game.annexes import Place, annex_bytes_at_least, referee_keys
from pbem.game.session import Session, begun
from pbem.game.terms import Terms
from pbem.game.write import first_annex
from pbem.keys import PrivateKey, PublicKey
from pbem.narrow import write_value
from pbem.scan import Scanned, scan, tail
from pbem.store import keyring, shelf
from pbem.store.folder import Folder
from pbem.store.journal import Journal
from pbem.suggest import did_you_mean
from pbem.turnfile import (
    FORMAT,
    NAME,
    NO_HASH,
    DicePart,
    GenesisPart,
    SeatPart,
    TurnFile,
    read,
    write_body,
)


class Plan(Value):
    """A game as far as it can be judged before anybody has a key: what is played, and by whom."""

    scenario: shelf.Scenario
    rules: Rules[Any]
    prepared: Prepared


class Invitation(Value):
    """What an organiser asks for: scenario, seats with their holders' cards, option words."""

    scenario: str
    seat: str
    cards: Mapping[str, Card]
    options: Mapping[str, str]
    message: str = ""


def plan(scenario: str, seats: tuple[str, ...], options: Mapping[str, str]) -> Plan:
    """What an organiser's words come to.

    Raises `Refused` with all that is wrong with scenario, seats and options.
    """
    found = shelf.scenario_named(scenario)
    rules = shelf.load_rules(found.system)
    raise_if((*wrong_names(seats), *_too_few(seats)))
    planned = prepared(rules, found.table, seats, options)
    raise_if(_wrong_sides(planned.sides.values()))
    return Plan(scenario=found, rules=rules, prepared=planned)


def usual_seats(scenario: shelf.Scenario) -> tuple[str, ...]:
    """The seats that a scenario names first, if they make a game by themselves; else none."""
    first = tuple(str(scenario.table.get("seats", "")).partition(";")[0].split())
    try:
        plan(scenario.name, first, {})
    except Refused:
        return ()
    return first


def offer(wanted: Invitation) -> Terms:
    """The terms that an organiser's words come to, before anything is signed.

    Raises `Refused` if seats, cards or options do not make a game.
    """
    planned = plan(wanted.scenario, tuple(wanted.cards), wanted.options)
    scenario, rules, prepared = planned.scenario, planned.rules, planned.prepared
    seats = _seats(wanted.cards, prepared)
    setup = setup_of(scenario.table, seats, prepared.options)
    wrong = wrong_terms(seats, prepared.options, wanted.seat)
    raise_if((*wrong, *rules.system.check_setup(setup, rules.charts)))
    part = GenesisPart(
        system=scenario.system,
        scenario=scenario.id,
        revision=rules.system.revision,
        rules=rules.book.hash,
        scenario_hash=scenario.hash,
        program=f"pbem {pbem.__version__}",
        options=dict(prepared.options),
    )
    return Terms(
        rules=rules,
        scenario=scenario,
        part=part,
        seats=seats,
        organiser=wanted.seat,
        message=wanted.message,
    )


def new(path: Path, wanted: Invitation, key: PrivateKey, sent: str) -> Session:
    """Make a game: its genesis, signed, in a new folder at `path`.

    Raises `Refused` if the seats, cards or options do not make a game, or the folder exists.
    """
    terms = offer(wanted)
    place = Place(secret=secrets.token_bytes(32), game=NO_HASH, seat=wanted.seat, seq=0)
    file = TurnFile(
        format=FORMAT,
        game=NO_HASH,
        seq=0,
        prev=NO_HASH,
        seat=wanted.seat,
        nonce=secrets.token_hex(32),
        sent=sent,
        message=wanted.message,
        dice=DicePart(commit=place.seed_commit.hex()),
        annex=first_annex(place, _annex_bytes(terms), referee_keys(terms.seats), key),
        genesis=terms.part,
        seats=terms.seats,
    )
    body = write_body(file)
    scanned = scan(body + tail(key.sign(body)))
    with _made(path) as folder:
        session = _settle(folder, wanted.seat, scanned, place.secret)
        journal = Journal.of(key.public.line)
        journal.keep(scanned.hash, wanted.seat, 0, scanned.raw)
        folder.post(scanned.hash, 0, wanted.seat, scanned.raw)
        save(session)
    return session


def prepared(
    rules: Rules[Any],
    scenario: Mapping[str, Any],
    seats: tuple[str, ...],
    options: Mapping[str, str],
) -> Prepared:
    """The genesis's options and sides: a seat named `referee` is a referee's (protocol 10)."""
    names = tuple(name for name in seats if name != REFEREE)
    words = {key: value for key, value in options.items() if key not in ("witness", CLOCK.word)}
    witness = options.get("witness", "opponent")
    word = options.get(CLOCK.word)
    clock = {} if word is None else {CLOCK.word: plain(read_clock(word))}
    of_players = rules.system.prepare(scenario, names, words)
    referee = {REFEREE: REFEREE} if REFEREE in seats else {}
    return Prepared(  # a referee first: who joins last is a player (protocol 4)
        options={"witness": witness, **clock, **of_players.options},
        sides={**referee, **of_players.sides},
    )


def _annex_bytes(terms: Terms) -> int:
    """The bytes of the annex of every file at least; 0 in a game that hides nothing."""
    rules, setup = terms.rules, setup_of(terms.scenario.table, terms.seats, terms.part.options)
    return annex_bytes_at_least(rules, rules.system.setup(setup, rules.charts))


NAMED = "use small letters of English, digits and hyphens, 20 at most, a letter first"
"""Of what the names of seats and sides are made (protocol 4)."""


def wrong_names(seats: Iterable[str]) -> Iterator[Problem]:
    """What is wrong with the names of seats, each by itself."""
    for name in seats:
        if not NAME.fullmatch(name):
            what = f"'{name[:40]}' is no name for a seat"
            small = name.casefold()
            hint = f"did you mean {small}?" if NAME.fullmatch(small) else NAMED
            yield Problem(code="option", what=what, hint=hint)


def _wrong_sides(sides: Iterable[str]) -> Iterator[Problem]:
    for name in dict.fromkeys(sides):
        if not NAME.fullmatch(name):
            what = f"'{name[:40]}' is no name for a side"
            yield Problem(code="option", what=what, where="--option", hint=NAMED)


def _too_few(seats: tuple[str, ...]) -> Iterator[Problem]:
    if len(seats) < 2:
        hint = "give the others' with --seat SEAT=CARD"
        yield Problem(code="option", what="a game needs two seats at least", hint=hint)


def _seats(cards: Mapping[str, Card], prepared: Prepared) -> tuple[SeatPart, ...]:
    """The seats in the order of play, which is that of `prepared.sides`."""
    return tuple(
        SeatPart(
            name=name, side=side, holder=cards[name].name, email=cards[name].email,
            key=cards[name].key,
        )
        for name, side in prepared.sides.items()
    )  # fmt: skip


def check_free(path: Path) -> None:
    """Refuse a place for a new folder where something lies."""
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        hint = "name a folder that does not exist yet"
        raise refuse("folder", "there is something here already", where=str(path), hint=hint)
    if path.resolve() == Path.cwd():
        hint = "name a new folder below it"
        raise refuse("folder", "a game has a folder of its own", where=str(path), hint=hint)


@contextmanager
def _made(path: Path) -> Iterator[Folder]:
    """A new game folder that appears whole at `path`, or not at all."""
    check_free(path)
    work = path.parent / f".{path.name}.{secrets.token_hex(4)}.new"
    try:
        work.mkdir(parents=True)
        Folder(work).complete()
        yield Folder(work)
        work.rename(path)
    except OSError as error:
        what = f"cannot make the folder: {error.strerror}"
        hint = "choose another place, or make room on the disk"
        raise refuse("folder", what, where=str(path), hint=hint) from None
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _settle(folder: Folder, seat: str, scanned: Scanned, secret: bytes) -> Session:
    """Put genesis, secret, seat and the list of the charts into a folder."""
    session = begun(folder, seat, scanned)
    folder.write_secret(secret)
    folder.put("chain", 0, scanned.seat, scanned.raw)
    folder.write_seat(seat_file(seat, session.links))
    folder.write_book_list(write_sums(session.rules.book.sums))
    return session


def seat_file(seat: str, links: Links) -> str:
    """The text of `seat.toml`, which says whose folder this is."""
    about = {"seat": seat, "game": links.game, "key": links.keys[seat]}
    return "".join(f"{key} = {write_value(value)}\n" for key, value in about.items())


def invited(raw: bytes) -> tuple[Scanned, TurnFile]:
    """A genesis that came by mail, checked by E01-E04, so that a player can read what he joins."""
    scanned = scan(raw)
    return scanned, begin(scanned)[1]


def accept(path: Path, scanned: Scanned, seat: str) -> Session:
    """Make the folder of a seat that joins; the join file is written when it is its turn.

    Raises `Refused` if the seat cannot join, if rule book or scenario differ from ours, or if
    the seat has joined from another folder: a new one has a new secret, and could not open what
    that one committed to.
    """
    check_seat(read(scanned), seat)
    with _made(path) as folder:
        session = _settle(folder, seat, scanned, secrets.token_bytes(32))
        joins = session.fold.joins.index(seat) + 1
        if session.journal.find(scanned.hash, seat, joins) is not None:
            hint = "go on in the folder that you joined from, or in a copy of it"
            raise refuse("folder", f"seat '{seat}' has joined this game already", hint=hint)
        save(session)
    return session


def seat_of_own(file: TurnFile) -> str:
    """The seat of a genesis that can join with a key of this player, if it is only one.

    Raises `Refused` (code `key`) if he has the key of none, (code `option`) if of several.
    """
    own = {entry.public for entry in keyring.usable()}
    free = [one for one in file.seats if one.name != file.seat]
    names = [one.name for one in free if PublicKey.parse(one.key) in own]
    if len(names) == 1:
        return names[0]
    if not names:
        keyring.any_of(one.key for one in free)
    hint = f"you can join as {' or '.join(names)}"
    raise refuse("option", "several seats are yours", where="--as", hint=hint)


def check_seat(file: TurnFile, seat: str) -> None:
    """Refuse a seat that cannot join: a genesis has none of that name, or is by that very one."""
    names = [one.name for one in file.seats if one.name != file.seat]
    if seat == file.seat:
        hint = f"join with your own seat: {' or '.join(names)}"
        raise refuse("option", f"seat '{seat}' is the organiser's own", where="--as", hint=hint)
    if seat not in names:
        hint = did_you_mean(seat, names, f"you can join as {' or '.join(names)}")
        what = f"there is no seat '{seat[:40]}' in this game"
        raise refuse("option", what, where="--as", hint=hint)


def is_accepted(path: Path, scanned: Scanned, seat: str) -> bool:
    """Whether `path` is this seat's folder of this game already."""
    folder = Folder(path)
    if not (path / "seat.toml").is_file():
        return False
    about = folder.seat()
    return (about.get("game"), about.get("seat")) == (scanned.hash, seat)
