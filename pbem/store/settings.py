"""The player's own settings, `config.toml` in his configuration folder, read when one is needed.

They say how things look, what opens his orders and who tells him that a file came; and what
becomes of a file in which nothing is to decide. There is none that answers a question, for what is
signed cannot be taken back.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tomli

from pbem.card import is_address
from pbem.errors import Problem, Refused, raise_if, refuse
from pbem.frozen import Value
from pbem.narrow import write_value
from pbem.slips import slip, stumbled
from pbem.store.files import make_folders, read_bounded, write_atomic
from pbem.store.home import config_folder
from pbem.suggest import did_you_mean

MOST_BYTES = 64 * 1024
NARROWEST, WIDEST = 40, 200
LONGEST = 1_000
"""More letters are no command."""


class Setting(Value):
    """One setting: what it is for, and what holds where it is not made.

    `values` are the words that it may be; without them it is a number of columns, or free words.
    """

    name: str
    meaning: str
    usual: str = ""
    values: tuple[str, ...] = ()


EDITOR = Setting(
    name="editor", meaning="opens your orders; a command with its options, such as code --wait"
)
COLOURS = Setting(
    name="colours",
    meaning="auto: on a terminal; always: in pipes, too; never. NO_COLOR in the environment wins",
    usual="auto",
    values=("auto", "always", "never"),
)
WIDTH = Setting(
    name="width",
    meaning=f"columns of a report on a terminal, {NARROWEST} to {WIDEST}, if it is as wide",
    usual="100",
)
DATES = Setting(
    name="dates",
    meaning="numbers: 2026-11-20; words: 20 November 2026; short: Nov 20. So status, games and "
    "turn tell since when a file is owed; days of leave and letters stand in words, postmarks in "
    "numbers",
    usual="numbers",
    values=("numbers", "words", "short"),
)
NOTIFY = Setting(
    name="notify",
    meaning="is run when a file has come: a command, told of it in its environment "
    "(PBEM_HEADLINE and others) and on its standard input",
)
MAILER = Setting(
    name="mailer",
    meaning="takes your mails on its standard input and sends them: a command, such as "
    "sendmail -t or msmtp -t; for --pipe, and the last step of 'pbem turn'",
)
OBSERVERS = Setting(
    name="observers",
    meaning="get a copy of each of your mails: addresses, with a comma between them",
)
NEVER, WRITE, SEND = "never", "write", "send"
BROWSER = Setting(
    name="browser", meaning="opens the page to click orders together on; a command, such as firefox"
)
DOWNLOADS = Setting(
    name="downloads", meaning="the folder in which your browser saves files, such as ~/Downloads"
)
ANSWER = Setting(
    name="answer",
    meaning="write: what comes is answered at once where nothing is to decide; send: and mailed "
    "by your account; never",
    usual=WRITE,
    values=(NEVER, WRITE, SEND),
)
SETTINGS = {
    one.name: one
    for one in (
        EDITOR,
        COLOURS,
        WIDTH,
        DATES,
        NOTIFY,
        MAILER,
        OBSERVERS,
        ANSWER,
        BROWSER,
        DOWNLOADS,
    )
}


class Found(Value):
    """What the file says: settings that hold, by name, with their lines; and what is wrong."""

    values: Mapping[str, str]
    lines: Mapping[str, int]
    problems: tuple[Problem, ...]


def settings_path() -> Path:
    """Where the settings lie."""
    return Path(config_folder()) / "config.toml"


def read_settings() -> Found:
    """The player's settings; what cannot be read or used is a problem and holds for nothing.

    Raises `Refused` only where the disk does not let the file be read.
    """
    return _judged(_text())


def answers() -> str:
    """What becomes of a file in which nothing is to decide (AA.3).

    A file of settings that does not hold may have said `never`, and so it does.
    """
    try:
        found = read_settings()
    except Refused:
        return NEVER
    return NEVER if found.problems else found.values.get(ANSWER.name, ANSWER.usual)


def observers() -> tuple[str, ...]:
    """Who gets a copy of each mail; nobody where the settings do not hold or cannot be read."""
    try:
        return addresses(read_settings().values.get(OBSERVERS.name, ""))
    except Refused:
        return ()


def addresses(words: str) -> tuple[str, ...]:
    """The addresses in words with commas between them."""
    return tuple(one for word in words.split(",") if (one := word.strip()))


def write_setting(name: str, word: str) -> None:
    """Make a setting; the rest of the file stays as it was written.

    Raises `Refused` for a name or a value that there is not, and for a file that is no TOML.
    """
    check_name(name)
    is_number = name == WIDTH.name and word.isdecimal() and len(word) < LONGEST
    value = int(word) if is_number else word
    fault = _fault(name, value)
    if fault:
        raise refuse("config", f"{name}: {fault}", hint=_way_out(name))
    line = f"{name} = {write_value(value)}"
    text = _text()
    lines = text.splitlines()
    at = _line_of(name, text)
    if at:
        lines[at - 1] = line
    else:
        lines.append(line)
    _put(lines, name, str(value))


def unset(name: str) -> None:
    """Take a setting out of the file; raises `Refused` as `write_setting` does."""
    check_name(name)
    text = _text()
    at = _line_of(name, text)
    if at:
        lines = text.splitlines()
        del lines[at - 1]
        _put(lines, name, "")


def _put(lines: list[str], name: str, wanted: str) -> None:
    """Write the file, if that is what comes of it: a value may stand on several lines."""
    text = "".join(f"{line}\n" for line in lines)
    raise_if(_broken(_text()))
    if _judged(text).values.get(name, "") != wanted or any(_broken(text)):
        hint = "change it there yourself"
        raise refuse("config", f"cannot change {name}", where=str(settings_path()), hint=hint)
    make_folders(settings_path().parent, mode=0o700)
    write_atomic(settings_path(), text.encode("utf-8"), mode=0o600)


def _text() -> str:
    try:
        raw = read_bounded(settings_path(), MOST_BYTES)
    except FileNotFoundError:
        return ""
    return raw.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def _judged(text: str) -> Found:
    try:
        table: dict[str, Any] = tomli.loads(text)
    except (ValueError, RecursionError):
        return Found(values={}, lines={}, problems=tuple(_broken(text)))
    lines = {name: _line_of(name, text) for name in table}
    wrong = tuple(
        Problem(code="config", what=fault, where=_place(lines[name]), hint=_way_out(name))
        for name, value in table.items()
        if (fault := _fault(name, value))
    )
    values = {name: str(value) for name, value in table.items() if not _fault(name, value)}
    return Found(values=values, lines=lines, problems=wrong)


def _broken(text: str) -> Iterator[Problem]:
    """Where a file is no TOML, and what to do about it."""
    try:
        tomli.loads(text)
    except (ValueError, RecursionError) as error:
        line, what = stumbled(error, text)
        hint = slip(text, line, what)
        yield Problem(code="config", what=what, where=_place(line), hint=hint)


def _place(line: int) -> str:
    return f"{settings_path()}:{line}"


def _line_of(name: str, text: str) -> int:
    """The line, from 1, on which a key stands; 0 if it stands on none."""
    key = re.compile(rf"\s*[\"']?{re.escape(name)}[\"']?\s*[=.]|\s*\[+\s*{re.escape(name)}\b")
    return next((n for n, line in enumerate(text.split("\n"), 1) if key.match(line)), 0)


def check_name(name: str) -> None:
    """Refuse a setting that there is not."""
    if name not in SETTINGS:
        raise refuse("config", f"there is no setting '{name[:40]}'", hint=_way_out(name))


def _fault(name: str, value: object) -> str:
    """Why a setting cannot be this; empty if it can."""
    setting = SETTINGS.get(name)
    if setting is None:
        return f"there is no setting '{name[:40]}'"
    if setting is WIDTH:
        fits = isinstance(value, int) and NARROWEST <= value <= WIDEST
        return "" if fits else f"this is no number from {NARROWEST} to {WIDEST}"
    if not isinstance(value, str):
        return "this is no text in quotes"
    if setting is OBSERVERS:
        named = addresses(value)
        return "" if named and all(map(is_address, named)) else "these are no addresses"
    if setting.values:
        return "" if value in setting.values else f"{value[:20]!r} is none of its values"
    fits = 0 < len(value) <= LONGEST and value.isprintable() and not value.isspace()
    return "" if fits else f"this is no {'folder' if setting is DOWNLOADS else 'command'}"


def _way_out(name: str) -> str:
    setting = SETTINGS.get(name)
    if setting is None:
        return did_you_mean(name, SETTINGS, f"there are {', '.join(SETTINGS)}")
    if setting is WIDTH:
        return f"say a number from {NARROWEST} to {WIDEST}"
    if setting is DOWNLOADS:
        return "say a folder, such as ~/Downloads"
    if setting is OBSERVERS:
        return "say addresses, such as club@example.org, friend@example.org"
    listed = " or ".join(setting.values)
    return f"say {listed}" if listed else 'say a command, such as "code --wait"'
