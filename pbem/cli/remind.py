"""Letters beside the game: a reminder, a claim, that a file came, all games in one."""

import secrets
from typing import TYPE_CHECKING

import click

from pbem.cli.common import ask_passphrase, game_option, game_path, look_at_game
from pbem.cli.deliver import deliver, open_option, output_option, pipe_option
from pbem.cli.letters import letter_of, place_of
from pbem.counting import capital
from pbem.engine.ledger import seat_called
from pbem.errors import refuse
from pbem.frozen import replace

if TYPE_CHECKING:
    from pbem.cli.timing import Owed
    from pbem.game.session import Session
    from pbem.game.status import Summary
    from pbem.mail.compose import Letter, Person


@click.command(epilog="Example:  pbem mail remind --open")
@output_option
@pipe_option
@open_option
@game_option
def remind(output: str | None, pipe: str | None, opens: bool, folder: str | None) -> None:
    """Make a letter to whoever owes a file, with the last file once more.

    It lies in the game's folder 'mail', or where the options say; you send it, if you like.
    """
    session, since, owed = _waited_for(folder)
    said = [f"A reminder: {since}."]
    if owed is not None:
        said.append(f"By the clock of this game, as it is reckoned here: {_of_hours(owed)}.")
    _write(session, "Reminder", said, output=output, pipe=pipe, opens=opens)


@click.command(epilog="Example:  pbem mail claim --open")
@output_option
@pipe_option
@open_option
@game_option
def claim(output: str | None, pipe: str | None, opens: bool, folder: str | None) -> None:
    """Make a letter that claims the game, when the hours of the clock have run out.

    It is for a game whose clock says claim. The letter decides nothing: how the game ends the
    players agree among themselves.
    """
    from pbem.engine.clock import clock_told

    session, since, owed = _waited_for(folder)
    if owed is None or owed.clock.then != "claim":
        hint = "remind him: pbem mail remind"
        raise refuse("claim", "in this game nothing follows from lateness", hint=hint)
    if owed.left >= 0:
        hint = "until they have run out, remind him: pbem mail remind"
        raise refuse("claim", f"there are still {_of_hours(owed)}", hint=hint)
    said = [
        f"By the clock of this game, as it is reckoned here: {_of_hours(owed)}; {since}.",
        f"{capital(seat_called(session.fold, session.seat))} claims the game.",
        f"What all have agreed to: {clock_told(owed.clock)}. This letter decides nothing: "
        "answer it, or write the file.",
    ]
    name, paper = _signed_claim(session, said)
    said.append(
        f"The same is attached, signed: {name}. Any player or organiser of this game checks it "
        f"with: pbem prove claim {name}"
    )
    made = letter_of(session, session.links.seq, "Claim", tuple(said))
    _deliver(session, replace(made, papers=((name, paper),)), "claim", output, pipe, opens)


def _signed_claim(session: "Session", said: list[str]) -> tuple[str, bytes]:
    """The claim as a paper, with the postmarks that are known here."""
    from pbem.game.paper import claim_text, signed
    from pbem.game.postmarks import marked, words
    from pbem.store.keyring import key_for
    from pbem.store.names import stem

    known = {
        stem(one.seq, one.seat): words(one)
        for one in marked(session, lambda _: "")  # by the keys that were kept: no network
        if one.when is not None
    }
    key = key_for(session.links.keys[session.seat], ask_passphrase)
    raw = signed(claim_text(session, said, known), key)
    return f"claim-{session.links.game[:8]}-{session.next_seq:04d}.txt", raw


def _waited_for(folder: str | None) -> "tuple[Session, str, Owed | None]":
    """The game, who owes what since when, and what the clock says; raises `Refused` if we do."""
    from pbem.cli import glance
    from pbem.cli.dates import in_form
    from pbem.cli.timing import owed
    from pbem.game.status import summary

    session, path = look_at_game(folder), str(game_path(folder))
    found: Summary = summary(session)
    if found["next"] in ("", session.seat):
        what = "it is you who owes a file" if found["next"] else "nobody owes a file"
        raise refuse("mail", what, hint="see 'pbem status'")
    since = in_form(glance.since(path, found), "words")
    who = found["called"][found["next"]]
    return session, f"{who} owes file {session.next_seq} since {since}", owed(path, found)


def _of_hours(owed: "Owed") -> str:
    from pbem.cli.timing import hours_told

    return hours_told(owed)


def _write(
    session: "Session", about: str, said: list[str], *, output: str | None, pipe: str | None,
    opens: bool,
) -> None:  # fmt: skip
    made = letter_of(session, session.links.seq, about, tuple(said))
    _deliver(session, made, about.lower(), output, pipe, opens)


def _deliver(
    session: "Session", made: "Letter", about: str, output: str | None, pipe: str | None,
    opens: bool,
) -> None:  # fmt: skip
    place = place_of(session, made)
    place = place.with_name(f"{about}-{place.name}")
    again = secrets.token_hex(4)
    deliver(made, place, output=output, pipe=pipe, opens=opens, again=again)


@click.command(epilog="Example:  pbem mail digest --pipe 'sendmail -t'")
@output_option
@pipe_option
@open_option
def digest(output: str | None, pipe: str | None, opens: bool) -> None:
    """Make a letter to yourself about all your games: what 'pbem games' tells.

    A timer of your own can call it every morning.
    """
    from pbem.cli.games import words_of
    from pbem.cli.status import all_games
    from pbem.mail.compose import Letter
    from pbem.store.keyring import config_home

    words = words_of(*all_games(), as_json=False)
    me = _oneself()
    first, _, _ = words.partition("\n")
    made = Letter(
        sender=me, to=(me,), copies=(), subject=f"[pbem] {first}", text=words,
        hash=secrets.token_hex(32),
    )  # fmt: skip
    deliver(made, config_home() / "digest.eml", output=output, pipe=pipe, opens=opens)


def _oneself() -> "Person":
    """The player, by his account or else by the first of his cards that has an address."""
    from pbem.card import is_address
    from pbem.mail.compose import Person
    from pbem.store.keyring import entries
    from pbem.store.postbox import read_account

    cards = [entry.card for entry in entries()]
    card = next((one for one in cards if one.email), None)
    email = str((read_account() or {}).get("address", "")) or (card.email if card else "")
    return Person(name=card.name if card else "", email=email if is_address(email) else "")


@click.command(epilog="Example:  pbem mail ack --pipe 'sendmail -t'")
@output_option
@pipe_option
@open_option
@game_option
def ack(output: str | None, pipe: str | None, opens: bool, folder: str | None) -> None:
    """Make a short letter which says up to which file the game has come here, and its state.

    The others may give it to 'pbem receive', which tells whether one of you lacks a file.
    """
    from pbem.engine.ledger import state_digest
    from pbem.game.letters import plain_letter
    from pbem.mail.ack import ack_of, line

    session = look_at_game(folder)
    links, state = session.links, state_digest(session.fold)
    said = (
        f"All files up to file {links.seq} have come here; the state after it begins {state[:8]}.",
        "Nothing has to be done about this mail. Given to pbem receive it tells whether a file is "
        "missing on either side.",
        line(ack_of(links.game, links.seq, state)),
    )
    made = plain_letter(session, f"File {links.seq} has come", said)
    place = session.folder.path / "mail" / f"ack-{links.game[:8]}-{links.seq:04d}.eml"
    deliver(made, place, output=output, pipe=pipe, opens=opens, again=secrets.token_hex(4))
