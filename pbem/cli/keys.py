"""`pbem keys`: make a key, show its card, list what there is."""

from pathlib import Path

import click

from pbem.cli.commands import WholeHelp
from pbem.cli.complete import a_file
from pbem.cli.output import done, print_json, say
from pbem.report.clean import harmless
from pbem.shell import command


@click.group(cls=WholeHelp)
def keys() -> None:
    """Make and show your signing keys."""


@keys.command(epilog="Example:  pbem keys new anna --email anna@example.org")
@click.argument("name")
@click.option("--email", default="", help="Where the others send their turn files.")
@click.option("--holder", default="", metavar="WORDS", help="Your name; NAME if not given.")
@click.option("--passphrase", "locked", is_flag=True, help="Protect the key by a passphrase.")
def new(name: str, email: str, holder: str, locked: bool) -> None:
    """Make an Ed25519 key called NAME, in your configuration folder, for you alone to read."""
    from pbem.store.keyring import create

    passphrase = ""
    if locked:
        passphrase = click.prompt(
            f"Passphrase for key {name}", hide_input=True, confirmation_prompt=True, err=True
        )
    entry = create(name, holder=holder, email=email, passphrase=passphrase)
    with done(f"made {command(entry.path)}"):
        say(f"made {command(entry.path)}")
        say(f"its words: {entry.public.words}")
        say(f"send your card to the organiser: pbem keys card {name}")


@keys.command(epilog="Example:  pbem keys card anna > anna.card")
@click.argument("name", required=False)
@click.option("-o", "output", metavar="FILE", shell_complete=a_file, help="Write it there.")
def card(name: str | None, output: str | None) -> None:
    """Print the card that goes to the organiser: name, address, key, fingerprint as words.

    NAME may also be an Ed25519 key of ~/.ssh, or a path.
    """
    from pbem.card import format_card
    from pbem.keys import PublicKey
    from pbem.store.files import write_atomic
    from pbem.store.keyring import choose

    found = choose(name).card
    text = format_card(found.name, found.email, PublicKey.parse(found.key))
    if output is None:
        say(text.rstrip("\n"))
        return
    write_atomic(Path(output), text.encode("utf-8"))
    with done(f"wrote {command(output)}"):
        say(f"wrote {command(output)}")


@keys.command("list", epilog="Example:  pbem keys list --json")
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
def list_(as_json: bool) -> None:
    """The keys of your configuration folder."""
    from pbem.store.keyring import entries

    found = entries()
    if as_json:
        print_json(
            [
                {
                    "name": one.name,
                    "email": one.card.email,
                    "key": one.public.line,
                    "fingerprint": one.public.fingerprint,
                    "words": one.public.words,
                    "locked": one.locked,
                }
                for one in found
            ]
        )
        return
    if not found:
        say("no key yet; make one: pbem keys new NAME --email YOU@EXAMPLE.ORG")
    for one in found:
        email = f" <{harmless(one.card.email)}>" if one.card.email else ""
        lock = ", with a passphrase" if one.locked else ""
        say(f"{one.name}{email}{lock}")
        say(f"  {one.public.fingerprint}")
        say(f"  {one.public.words}")
