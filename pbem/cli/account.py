"""`pbem mail setup`, `test`, `draft`, `send`: the player's own mail account, if he wants one."""

import os
import shlex
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.utils import formatdate
from types import ModuleType
from typing import TYPE_CHECKING

import click

from pbem.cli.asking import ask
from pbem.cli.common import for_here, game_option, look_at_game
from pbem.cli.complete import a_file
from pbem.cli.letters import letter_of
from pbem.cli.output import say
from pbem.cli.play import is_conversation
from pbem.counting import count
from pbem.decode import decode
from pbem.errors import refuse
from pbem.frozen import replace
from pbem.report.clean import harmless, player
from pbem.shell import command

if TYPE_CHECKING:
    from pbem.mail.account import Account
    from pbem.mail.compose import Letter

KEYRING, COMMAND, ENVIRONMENT = "keyring", "command:", "env:"
NO_SECRET = "secret"
"""The code of a problem with a command that gave no password, which may pass by itself."""
SERVICE = "pbem mail"
"""Under this name, and the one to log in with, passwords lie in the system's keyring."""
ELSEWHERE = (
    "say where else it comes from: pbem mail setup --secret 'command: COMMAND', or 'env: NAME'"
)


def account() -> "Account":
    """The player's account; raises `Refused` (code `mail`) if there is none, or it is wrong."""
    from pbem.store.postbox import read_account

    table = read_account()
    if table is None:
        hint = "describe it with 'pbem mail setup'; without one: pbem mail write --open"
        raise refuse("mail", "no mail account is set up", hint=hint)
    return _judged(table)


def _judged(table: Mapping[str, object]) -> "Account":
    """The account that a table describes, kept already or still to be."""
    from pbem.card import is_address
    from pbem.mail.account import AUTHS, Account, server
    from pbem.store.postbox import account_path

    where = command(account_path())
    hint = "write it anew with: pbem mail setup"
    found: Account = decode(Account, table, code="mail", where=where, hint=hint)
    if not is_address(found.address):
        raise refuse("mail", "address is no plain e-mail address", where=where, hint=hint)
    if found.auth not in AUTHS:
        raise refuse("mail", f"auth is one of: {', '.join(AUTHS)}", where=where, hint=hint)
    if found.secret != KEYRING and not found.secret.startswith((COMMAND, ENVIRONMENT)):
        hint = "it is one of: keyring, command: COMMAND, env: NAME; never the password itself"
        what = "secret does not say where the password comes from"
        raise refuse("mail", what, where=where, hint=hint)
    for name, url in (("imap", found.imap), ("smtp", found.smtp)):
        if url:
            server(url, name)
    return found


def secret_of(found: "Account") -> str:
    """The password or token of an account, from wherever it says; never printed or kept.

    Raises `Refused` (code `mail`) if it cannot be had.
    """
    source = found.secret
    if source.startswith(COMMAND):
        return _by_command(source.removeprefix(COMMAND).strip())
    if source.startswith(ENVIRONMENT):
        name = source.removeprefix(ENVIRONMENT).strip()
        if secret := os.environ.get(name, ""):
            return secret
        raise refuse("mail", f"{name} is not set in the environment", hint="set it, and try again")
    if secret := _kept(found):
        return secret
    hint = "put it there with: pbem mail setup"
    raise refuse("mail", f"the system's keyring has no password for {found.login}", hint=hint)


def _kept(found: "Account") -> str:
    """The password that the system's keyring has for an account; empty if it has none."""
    with _keyring() as keyring:
        return keyring.get_password(SERVICE, found.login) or ""


def _by_command(words: str) -> str:
    try:
        ran = subprocess.run(shlex.split(words), stdout=subprocess.PIPE, check=False)
    except (OSError, ValueError, IndexError) as error:  # an empty command among them
        hint = "look at 'secret' in the account: pbem mail setup"
        raise refuse("mail", f"this cannot be run: {error}", where=words, hint=hint) from None
    lines = ran.stdout.decode("utf-8", "replace").splitlines()
    if ran.returncode != 0 or not lines or not lines[0]:
        hint = "it has to print the password or token in its first line"
        raise refuse(NO_SECRET, "the command gave no password", where=words, hint=hint)
    return lines[0]


@contextmanager
def _keyring() -> Iterator[ModuleType]:
    """The system's keyring; raises `Refused` with a way out if there is none to be used."""
    try:
        import keyring
        from keyring.errors import KeyringError, NoKeyringError
    except ModuleNotFoundError:
        hint = f"install it with: pip install 'pbem[mail]'; or {ELSEWHERE}"
        what = "the system's keyring needs a library that is not here"
        raise refuse("mail", what, hint=hint) from None
    try:
        yield keyring
    except NoKeyringError:
        what = "this system has no keyring to keep a password in"
        raise refuse("mail", what, hint=ELSEWHERE) from None
    except KeyringError as error:
        what = f"the system's keyring does not work: {harmless(str(error))[:200]}"
        raise refuse("mail", what, hint=f"unlock it, or {ELSEWHERE}") from None


@click.command(
    epilog="Example:  pbem mail setup --address red@example.org --imap imaps://example.org"
)
@click.option("--address", metavar="ADDRESS", help="Your e-mail address.")
@click.option("--user", metavar="NAME", help="The name to log in with, if it is another.")
@click.option("--auth", metavar="KIND", help="password (usual), xoauth2 or oauthbearer.")
@click.option("--secret", metavar="SOURCE", help="keyring (usual), 'command: …' or 'env: NAME'.")
@click.option(
    "--imap", metavar="URL", help="Where mail is read: imaps://HOST, imap+starttls://HOST."
)
@click.option("--smtp", metavar="URL", help="Where it is sent: smtps://HOST, smtp+starttls://HOST.")
@click.option(
    "--authority",
    metavar="FILE",
    shell_complete=a_file,
    help="Certificates to trust, in place of the system's.",
)
@click.option("--inbox", metavar="FOLDER", help="The folder that is read; INBOX is usual.")
@click.option("--drafts", metavar="FOLDER", help="The folder for drafts, if the server names none.")
def setup(**given: str | None) -> None:
    """Describe your mail account: servers, and where the password comes from.

    What is not named stays as it was; on a terminal you are asked for what is missing. The
    password goes into the system's keyring, or is asked of a command of yours each time.
    """
    from pbem.card import is_address
    from pbem.store.postbox import read_account, write_account

    table = {**(read_account() or {}), **{key: word for key, word in given.items() if word}}
    if is_conversation():
        table = _asked(table)
    if not table.get("address"):
        raise click.UsageError("name your address: --address ADDRESS")
    if not is_address(str(table["address"])):
        hint = "write it as in anna@example.org"
        raise refuse("mail", "this is no plain e-mail address", where="--address", hint=hint)
    found = _judged(table)
    if found.secret == KEYRING:
        _kept(found)  # a keyring that there is not is told before anything is written
    path = write_account(table)
    if found.secret == KEYRING and is_conversation():
        words = "Password" if found.auth == "password" else "Token"
        if word := click.prompt(words, hide_input=True, default="", show_default=False, err=True):
            with _keyring() as keyring:
                keyring.set_password(SERVICE, found.login, word)
    say(f"wrote {command(path)}; try it with: pbem mail test")


def _asked(table: dict[str, str]) -> dict[str, str]:
    """The account with what the player types for what is missing; Enter takes what is usual."""
    table = dict(table)
    if not table.get("address"):
        table["address"] = ask("Your e-mail address")
    host = str(table["address"]).rpartition("@")[2]
    for key, words, usual in (
        ("imap", "The server that mail is read from", f"imaps://imap.{host}"),
        ("smtp", "The server that sends it", f"smtps://smtp.{host}"),
    ):
        if not table.get(key):
            table[key] = ask(words, usual)
    return table


@click.command(epilog="Example:  pbem mail test")
def test() -> None:
    """Log in to your servers and out again, and tell how that went."""
    from pbem.mail import imap, smtp

    found = account()
    secret = secret_of(found)
    if found.imap:
        say(f"{found.imap}: lets {found.login} in; {count(imap.test(found, secret), 'mail')}")
    if found.smtp:
        smtp.test(found, secret)
        say(f"{found.smtp}: lets {found.login} in")
    if not (found.imap or found.smtp):
        raise refuse("mail", "the account names no server", hint="name them: pbem mail setup")


@click.command(epilog="Example:  pbem mail send")
@click.argument("number", metavar="[NUMBER]", type=click.IntRange(min=0), required=False)
@game_option
def send(number: int | None, folder: str | None) -> None:
    """Mail your last turn file, or file NUMBER, by your account's server."""
    send_letter(number, folder)


def send_letter(number: int | None, folder: str | None, again: str = "") -> None:
    """Mail a turn file by the account's server; raises `Refused` with what keeps it.

    `again` tells one that is mailed once more from the first.
    """
    from pbem.mail import smtp
    from pbem.mail.compose import message

    found = account()
    made = _letter(found, number, folder)
    if not found.smtp:
        hint = "name it with 'pbem mail setup --smtp URL', or use 'pbem mail draft'"
        raise refuse("mail", "the account names no server to send by", hint=hint)
    readers = [one.email for one in (*made.to, *made.copies) if one.email]
    raw = message(made, formatdate(localtime=True), again)
    smtp.send(found, secret_of(found), readers, raw)
    say(f"sent {made.subject}")
    for one in (*made.to, *made.copies):
        whom = player(one.name, one.email)
        say(f"  to {whom}" if one.email else f"  not to {whom}: no address is known")


@click.command(epilog="Example:  pbem mail draft")
@click.argument("number", metavar="[NUMBER]", type=click.IntRange(min=0), required=False)
@game_option
def draft(number: int | None, folder: str | None) -> None:
    """Lay the mail for your last turn file, or for file NUMBER, into your account's drafts.

    You send it from your mail program, as you do all others.
    """
    draft_letter(number, folder)


def draft_letter(number: int | None, folder: str | None, again: str = "") -> None:
    """Lay a turn file's mail into the account's drafts, as `send_letter` sends it."""
    from pbem.mail import imap
    from pbem.mail.compose import message

    found = account()
    made = _letter(found, number, folder)
    if not found.imap:
        hint = "name it with 'pbem mail setup --imap URL', or use 'pbem mail write --open'"
        raise refuse("mail", "the account names no server that has drafts", hint=hint)
    raw = message(made, formatdate(localtime=True), again)
    place = imap.draft(found, secret_of(found), raw)
    say(f"in {harmless(place)} now: {made.subject}; send it from your mail program")


def _letter(found: "Account", number: int | None, folder: str | None) -> "Letter":
    """The letter for a file, from the account's address: servers take no other."""
    made = letter_of(look_at_game(folder), number)
    if not any(one.email for one in (*made.to, *made.copies)):
        hint = "write the mail and its address by hand: pbem mail write --open"
        raise refuse("mail", "no address of the other players is known", hint=for_here(hint))
    return replace(made, sender=replace(made.sender, email=found.address))
