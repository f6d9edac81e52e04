"""`pbem config`: the player's settings, told, made and taken away."""

import os
import sys
from typing import TYPE_CHECKING

import click

from pbem.cli.fit import PIPED, fitted
from pbem.cli.output import complain, done, say
from pbem.errors import Refused
from pbem.report.clean import harmless
from pbem.shell import command

if TYPE_CHECKING:
    from pbem.store.settings import Found

PROGRAM = "as the program has it"


@click.command(epilog='Example:  pbem config editor "code --wait"')
@click.argument("name", required=False)
@click.argument("value", required=False)
@click.option("--unset", "gone", metavar="NAME", help="Take a setting away.")
def config(name: str | None, value: str | None, gone: str | None) -> int:
    """Your settings: editor, browser, colours, width, dates, what tells of a file, what answers it.

    Without words it tells all of them, what they mean and where each comes from; NAME alone tells
    one, NAME and VALUE make it. They lie in 'config.toml' in your configuration folder.
    """
    from pbem.store.settings import settings_path, unset, write_setting

    if gone is not None:
        if name is not None:
            raise click.UsageError("give --unset NAME and nothing else")
        unset(gone)
        with done(f"{gone} is no longer set"):
            say(f"{gone} is {harmless(_told(gone))}")
    elif name is not None and value is not None:
        write_setting(name, value)
        with done(f"{name} is set"):
            say(f"{name} is {harmless(_told(name))}")
    elif name is not None:
        say(harmless(_told(name)))
    else:
        say(f"your settings, in {command(settings_path())}:")
        return _tell_all()
    return 0


def _told(name: str) -> str:
    """What a setting is, and where that comes from; raises `Refused` if there is none."""
    from pbem.store.settings import check_name, read_settings

    check_name(name)
    value, source = _value(name, read_settings())
    return f"{value or 'not set'} ({source})"


def _tell_all() -> int:
    from pbem.store.settings import SETTINGS, read_settings

    found = read_settings()
    for name, setting in SETTINGS.items():
        value, source = _value(name, found)
        say(f"{name} = {harmless(value) or '(none)'}")
        say(fitted(f"  {setting.meaning}", sys.stdout, PIPED))
        say(f"  {source}")
    return complain(Refused(*found.problems)) if found.problems else 0


def _value(name: str, found: "Found") -> tuple[str, str]:
    """What a setting comes to, and where it comes from."""
    from pbem.store.settings import SETTINGS

    if name == "colours" and "NO_COLOR" in os.environ:
        return "never", "NO_COLOR in the environment"
    if name in found.values:
        return found.values[name], f"line {found.lines[name]} of the file"
    for variable in ("VISUAL", "EDITOR") if name == "editor" else ():
        if os.environ.get(variable):
            return os.environ[variable], f"{variable} in the environment"
    return SETTINGS[name].usual, PROGRAM
