"""Commands that begin a game: `new` and `join`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import (
    ask_passphrase,
    enter,
    game_option,
    look_at_game,
    opened_game,
)
from pbem.cli.complete import a_file, a_folder, a_new_seat, a_scenario, a_seat_of, an_option
from pbem.cli.output import done, now, print_report, say, say_words
from pbem.cli.play import is_conversation, may_sign
from pbem.cli.said import Said, cards_at, options_in, seats_in
from pbem.counting import count, listed
from pbem.engine.ledger import seat_called
from pbem.errors import Problem, collecting, raise_if, refuse
from pbem.frozen import replace
from pbem.report.clean import player
from pbem.shell import command, pbem

if TYPE_CHECKING:
    from pbem.game.begin import Invitation
    from pbem.game.session import Session
    from pbem.game.terms import Terms
    from pbem.store.keyring import Entry
    from pbem.turnfile import TurnFile


YES = click.option("--yes", is_flag=True, help="Do not ask.")
DRY_RUN = click.option("--dry-run", is_flag=True, help="Show the terms, and sign nothing.")


@click.command(
    epilog="Example:  pbem new midway-0700 battle --as japanese --seat american=anna.card"
)
@click.argument("scenario", metavar="SCENARIO", shell_complete=a_scenario, required=False)
@click.argument("dir_", metavar="DIR", shell_complete=a_folder, required=False)
@click.option("--as", "seat", metavar="SEAT", shell_complete=a_new_seat, help="Your own seat.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=CARD",
    shell_complete=a_new_seat,
    help="Another's seat: card.",
)
@click.option(
    "--option", "options", multiple=True, metavar="KEY=VALUE", shell_complete=an_option,
    help="A game option.",
)  # fmt: skip
@click.option("--key", "key_name", metavar="NAME", help="Your key, if you have several.")
@click.option("--message", default="", help="Words to the others.")
@YES
@DRY_RUN
def new(
    scenario: str | None,
    dir_: str | None,
    seat: str | None,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    key_name: str | None,
    message: str,
    yes: bool,
    dry_run: bool,
) -> None:
    """Organise a game of SCENARIO in a new folder DIR, and write its genesis.

    One CARD for every other seat: the file that its player made with 'pbem keys card', or his
    public key as text. What a scenario offers is told by 'pbem scenario show SCENARIO'. On a
    terminal you are asked for what is missing, shown what all will agree to, and asked to sign.
    """
    from pbem.game.begin import offer

    said = Said(scenario=scenario, dir=dir_, seat=seat, seats=seats, options=options, key=key_name)
    asks = is_conversation() and not yes
    if asks and not (scenario and dir_ and seat and seats):
        from pbem.cli.organise import asked_for

        path, wanted, entry = asked_for(said)
    else:
        path, wanted, entry = _wanted(said)
    wanted = replace(wanted, message=message)
    if dry_run or asks:
        _tell_terms(offer(wanted))
    if asks and not options:
        from pbem.cli.organise import ask_options

        changed = ask_options(wanted)
        if changed != wanted:
            wanted = changed
            _tell_terms(offer(wanted))
    if may_sign(asks=asks, dry_run=dry_run):
        _begin(path, wanted, entry)


def _wanted(said: Said) -> "tuple[Path, Invitation, Entry]":
    """Where a game will lie, what it will be, and with which key, by the command line alone.

    Raises `UsageError` for what is missing, `Refused` with all that is wrong.
    """
    from pbem.game.begin import Invitation, check_free, plan
    from pbem.store.keyring import choose
    from pbem.store.shelf import scenario_named

    if said.scenario is not None and (said.dir is None or said.seat is None):
        scenario_named(said.scenario)  # a name that is none is told before what is missing
    if said.scenario is None or said.dir is None:
        raise click.UsageError(f"{'DIR' if said.scenario else 'SCENARIO'} is missing")
    if said.seat is None:
        raise click.UsageError("--as SEAT is missing")
    wrong: list[Problem] = []
    others, words = seats_in(said.seats, said.seat, wrong), options_in(said.options, wrong)
    with collecting(wrong):
        if wrong:  # what else these words come to cannot be told
            scenario_named(said.scenario)
        else:
            plan(said.scenario, (said.seat, *others), words)
    cards = cards_at(others, wrong)
    with collecting(wrong):
        entry = choose(said.key)
    with collecting(wrong):
        check_free(Path(said.dir))
    raise_if(wrong)
    cards = {said.seat: entry.card, **cards}
    wanted = Invitation(scenario=said.scenario, seat=said.seat, cards=cards, options=words)
    return Path(said.dir), wanted, entry


def _begin(path: Path, wanted: "Invitation", entry: "Entry") -> None:
    from pbem.game.begin import new as begin_game
    from pbem.game.begin import offer
    from pbem.game.terms import mails_told

    session = begin_game(path, wanted, entry.load(ask_passphrase), now())
    enter(path)
    with done(f"the game lies in {command(path)}"):
        _tell_new(session, path)
        mails = mails_told(offer(wanted))
        if mails:
            say_words(f"mails: {mails}")


def _tell_terms(terms: "Terms") -> None:
    from pbem.game.terms import terms_page

    print_report(terms_page(terms))
    say()


def _tell_new(session: "Session", path: Path) -> None:
    from pbem.store.names import mail_name

    say(f"the game lies in {command(path)}")
    _tell_identity(session.links.game)
    name = mail_name(session.links.game, 0, session.seat)
    say(f"mail {command(path / 'mail' / name)} to:")
    for seat in session.fold.seats:
        if seat.name != session.seat:
            say(f"  {seat.name}: {player(seat.holder, seat.email)}, who runs:")
            say(f"    pbem join {name} --as {seat.name}")
    joins = session.fold.joins
    came = f"their join files come, in this order: {', '.join(joins)}"
    say(f"when {came if joins[1:] else 'the join file comes'}:")
    say(f"  {pbem(path, 'turn')} FILE")


def _tell_identity(game: str) -> None:
    """The game's id as words, to be compared by another way than mail."""
    from pbem.words import words_of

    say("compare these words with the others, by telephone or face to face:")
    say(f"  game: {words_of(bytes.fromhex(game))}")


@click.command(epilog="Example:  pbem join 0000-japanese.pbem battle --as american")
@click.argument("file", metavar="[FILE]", shell_complete=a_file, required=False)
@click.argument("dir_", metavar="[DIR]", shell_complete=a_folder, required=False)
@click.option(
    "--as", "seat", metavar="SEAT", shell_complete=a_seat_of,
    help="Your seat, if several are yours.",
)  # fmt: skip
@YES
@DRY_RUN
@game_option
def join(
    file: str | None,
    dir_: str | None,
    seat: str | None,
    yes: bool,
    dry_run: bool,
    folder: str | None,
) -> None:
    """Check the genesis FILE, show what you agree to, and write your join file.

    The game will lie in DIR, or in a new folder called as its scenario is. On a terminal you are
    asked before anything is made or signed. Where seats before yours have still to join, your file
    is written when theirs have come; then 'pbem join' alone, in the game's folder, writes it if it
    has not been. --as is for whoever has the keys of several seats.
    """
    if file is None:
        _join_later(folder, yes=yes, dry_run=dry_run)
        return
    _join_now(file, dir_, seat, yes=yes, dry_run=dry_run)


def _join_now(file: str, dir_: str | None, seat: str | None, *, yes: bool, dry_run: bool) -> None:
    from pbem.cli.play import write_join
    from pbem.game.begin import accept, check_seat, invited, is_accepted, seat_of_own
    from pbem.store.keyring import any_of, key_for

    scanned, genesis = invited(_genesis_in(file))
    if seat is None:
        seat = seat_of_own(genesis)
    path = Path(dir_ or _called_after(genesis))
    wrong: list[Problem] = []
    with collecting(wrong):
        check_seat(genesis, seat)
    if wrong:
        with collecting(wrong):
            any_of(one.key for one in genesis.seats)
    raise_if(wrong)
    if not _agrees(genesis, scanned.hash, seat, yes=yes, dry_run=dry_run):
        return
    key_for(_key_of(genesis, seat), ask_passphrase)
    if not is_accepted(path, scanned, seat):  # else a run that was cut off goes on
        accept(path, scanned, seat)
    with opened_game(path) as session:
        _check_joining(session)
        if session.is_mine:
            write_join(session)
        else:
            before = session.fold.joins[: session.fold.joins.index(seat)]
            first = listed([seat_called(session.fold, one) for one in before])
            say(f"the folder {command(path)} is made; your join file follows those of {first}")
            say(f"when they come: {pbem(path, 'receive', 'FILE')}")


def _genesis_in(name: str) -> bytes:
    """What is to be joined as it came: a genesis, or a mail with one."""
    from pbem.cli.came import came

    lost: list[Problem] = []
    found = [one.raw for one in came(name, lost, [])]
    if not found:
        raise_if(lost)
    if len(found) == 1:
        return found[0]
    what = f"{count(len(found), 'turn file')} lie here" if found else "no turn file lies here"
    raise refuse("file", what, where=name, hint="name the file or mail that the organiser sent")


def _called_after(genesis: "TurnFile") -> str:
    """The folder of a game for which none was named: called as its scenario is."""
    assert genesis.genesis is not None
    return genesis.genesis.scenario.rpartition("/")[2]


def _join_later(folder: str | None, *, yes: bool, dry_run: bool) -> None:
    from pbem.cli.play import write_join
    from pbem.game.begin import invited
    from pbem.game.session import genesis_of

    session = look_at_game(folder)
    _check_joining(session)
    if not session.is_mine:
        what = f"{seat_called(session.fold, session.fold.joins[0])} joins before you"
        raise refuse("E08", what, hint="receive that join file first")
    scanned, genesis = invited(genesis_of(session.folder))
    if _agrees(genesis, scanned.hash, session.seat, yes=yes, dry_run=dry_run):
        with opened_game(folder) as opened:
            write_join(opened)


def _check_joining(session: "Session") -> None:
    if session.seat not in session.fold.joins:
        raise refuse("option", "this seat has joined already", hint="see 'pbem status'")


def _agrees(genesis: "TurnFile", game: str, seat: str, *, yes: bool, dry_run: bool) -> bool:
    """Show what a seat agrees to, and ask on a terminal; whether it is to be signed."""
    from pbem.game.terms import terms_of
    from pbem.store.keyring import for_public

    _tell_terms(terms_of(genesis))
    _tell_identity(game)
    if not dry_run:
        for_public(_key_of(genesis, seat))  # who cannot sign need not be asked
    return may_sign(asks=is_conversation() and not yes, dry_run=dry_run)


def _key_of(genesis: "TurnFile", seat: str) -> str:
    return next(one.key for one in genesis.seats if one.name == seat)
