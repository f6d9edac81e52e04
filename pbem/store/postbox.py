"""The player's mail account, `mail.toml` beside his keys, and how far his mailbox was read.

No password is ever written here: the account says where it comes from.
"""

import json
from pathlib import Path
from typing import Any

import tomli
import tomli_w

from pbem.errors import Refused, refuse
from pbem.store.files import make_folders, read_bounded, write_atomic, write_derived
from pbem.store.keyring import config_home

MOST_BYTES = 64 * 1024


def account_path() -> Path:
    """Where the account is described."""
    return config_home() / "mail.toml"


def read_account() -> dict[str, Any] | None:
    """The account's table; None if there is none.

    Raises `Refused` (code `mail`) if it is no TOML.
    """
    path = account_path()
    try:
        text = read_bounded(path, MOST_BYTES).decode("utf-8")
        return tomli.loads(text)
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError) as error:
        hint = "mend it, or write it anew with: pbem mail setup"
        raise refuse("mail", f"this is no TOML: {error}", where=str(path), hint=hint) from None


def write_account(table: dict[str, str]) -> Path:
    """Keep an account; gives where."""
    path = account_path()
    make_folders(path.parent)
    write_atomic(path, tomli_w.dumps(table).encode("utf-8"), mode=0o600)
    return path


def _mark_path() -> Path:
    return config_home() / "mailbox.json"


def read_mark(box: str) -> tuple[int, int]:
    """How far a mailbox was read: its validity and the last id; zeros if that is not known."""
    try:
        validity, uid = json.loads(read_bounded(_mark_path(), MOST_BYTES))[box]
        return int(validity), int(uid)
    except (OSError, ValueError, KeyError, TypeError, RecursionError, Refused):
        return 0, 0


def write_mark(box: str, validity: int, uid: int) -> None:
    """Note how far a mailbox was read. It may be lost: then mails are read once more."""
    try:
        marks = json.loads(read_bounded(_mark_path(), MOST_BYTES))
    except (OSError, ValueError, RecursionError, Refused):
        marks = {}
    marks = marks if isinstance(marks, dict) else {}
    write_derived(_mark_path(), json.dumps({**marks, box: [validity, uid]}).encode("ascii"))
