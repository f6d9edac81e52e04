"""The player's keys: those of his configuration folder, and those that he has in `~/.ssh`.

A key NAME is three files in `keys/`: `NAME`, as OpenSSH stores a private key, `NAME.pub`, and
`NAME.card`, which goes to organisers. Of these the first alone is ever relied upon.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from pbem.card import MOST_BYTES, Card, format_card, parse_card
from pbem.errors import Problem, Refused, raise_if, refuse
from pbem.frozen import Value, replace
from pbem.keys import LARGEST_KEY_FILE, PrivateKey, PublicKey, inspect
from pbem.shell import command
from pbem.store.files import create_file, make_folders, read_bounded, write_atomic
from pbem.store.home import config_folder
from pbem.store.machine import is_open_to_others
from pbem.suggest import did_you_mean

Ask = Callable[[str], str]  # the name of a key -> its passphrase

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")


def config_home() -> Path:
    """The configuration folder, as `config_folder` finds it."""
    return Path(config_folder())


class Entry(Value):
    """A private key on this machine; it is not opened before `load`."""

    name: str
    path: Path
    public: PublicKey
    locked: bool

    @property
    def card(self) -> Card:
        """The player's key card; of a key without one, what its `.pub` file tells."""
        for suffix in (".card", ".pub"):
            try:
                text = read_bounded(self.path.with_name(self.path.name + suffix), MOST_BYTES)
                card = parse_card(text.decode("utf-8", "replace"))
            except (FileNotFoundError, Refused):
                continue
            if card.key == self.public.line:
                return card
        return Card(name=self.name, email="", key=self.public.line)

    def load(self, ask: Ask) -> PrivateKey:
        """The key itself; `ask` is called for the passphrase, if it has one.

        Raises `Refused` (code `key`) if others may read the file, or the passphrase is wrong.
        """
        where = str(self.path)
        if is_open_to_others(self.path.resolve()):
            hint = command("chmod", "600", self.path)
            raise refuse("key", "others may read this private key", where=where, hint=hint)
        data = read_bounded(self.path, LARGEST_KEY_FILE)
        return PrivateKey.load(data, ask(self.name) if self.locked else None, where=where)


def create(name: str, *, holder: str = "", email: str = "", passphrase: str = "") -> Entry:
    """Make a new key with its key card; without a passphrase it is stored unlocked.

    Raises `Refused` (code `key`) for a name that is taken or is none, and (code `card`) for a
    holder or an address that no key card can show.
    """
    key = PrivateKey.generate()
    wrong: list[Problem] = []
    if not _NAME.fullmatch(name):
        hint = "use letters, digits, '-' and '_', 32 at most"
        wrong.append(Problem(code="key", what=f"{name[:40]!r} is no name for a key", hint=hint))
    try:
        card = format_card(holder or name, email, key.public)
    except Refused as refused:
        wrong += (replace(problem, hint="give another one") for problem in refused.problems)
    raise_if(wrong)
    path = _folder() / name
    make_folders(path.parent, mode=0o700)
    try:
        create_file(path, key.openssh(passphrase), mode=0o600)
    except FileExistsError:
        hint = "choose another name; a key is never overwritten"
        raise refuse(
            "key", f"there is a key '{name}' already", where=str(path), hint=hint
        ) from None
    write_atomic(path.with_name(f"{name}.pub"), f"{key.public.line} {name}\n".encode())
    write_atomic(path.with_name(f"{name}.card"), card.encode())
    return Entry(name=name, path=path, public=key.public, locked=bool(passphrase))


def entries() -> tuple[Entry, ...]:
    """The keys of the configuration folder, by name; files that are no keys are passed over."""
    return tuple(_readable(_folder(), _NAME.fullmatch))


def usable() -> Iterator[Entry]:
    """The keys that games may be played with: those of the configuration folder and of `~/.ssh`."""
    for folder, wanted in ((_folder(), _NAME.fullmatch), (_ssh_folder(), _has_public_half)):
        yield from _readable(folder, wanted)


def find(name: str) -> Entry:
    """A key by its name, here or in `~/.ssh`, or by its path.

    Raises `Refused` (code `key`) if there is none, or if it is no Ed25519 key of OpenSSH.
    """
    if os.sep in name:
        return _entry(Path(os.path.expanduser(name)))
    for folder in (_folder(), _ssh_folder()):
        if (folder / name).is_file():
            return _entry(folder / name)
    otherwise = f"yours are: {_names()}; make one with 'pbem keys new'"
    hint = did_you_mean(name, (entry.name for entry in entries()), otherwise)
    raise refuse("key", f"there is no key {name[:40]!r}", hint=hint)


def choose(name: str | None) -> Entry:
    """The key of that name; without a name, the only one of the configuration folder.

    Raises `Refused` (code `key`) if there is none, or more than one to choose from.
    """
    if name is not None:
        return find(name)
    found = entries()
    if not found:
        hint = "make one with 'pbem keys new', or name one of ~/.ssh"
        raise refuse("key", "you have no key yet", hint=hint)
    if len(found) > 1:
        raise refuse("key", "you have several keys", hint=f"name one of them: {_names()}")
    return found[0]


def any_of(lines: Iterable[str]) -> None:
    """Refuse (code `key`) to one who has the private key of none of these."""
    for line in lines:
        with suppress(Refused):
            for_public(line)
            return
    hint = f"copy it into {command(_folder())} (chmod 600)"
    raise refuse("key", "the private key of no seat of this game is on this machine", hint=hint)


def for_public(line: str) -> Entry:
    """The private key that belongs to `ssh-ed25519 AAAA…`, here or in `~/.ssh`.

    Raises `Refused` (code `key`) if this machine does not have it.
    """
    public = PublicKey.parse(line)
    for entry in usable():
        if entry.public == public:
            return entry
    what = f"the private key of {public.fingerprint} is not on this machine"
    raise refuse("key", what, hint=f"copy it into {command(_folder())} (chmod 600)")


def key_for(line: str, ask: Ask) -> PrivateKey:
    """The private key that belongs to a public one, opened."""
    return for_public(line).load(ask)


def _folder() -> Path:
    return config_home() / "keys"


def _ssh_folder() -> Path:
    return Path.home() / ".ssh"


def _has_public_half(name: str) -> bool:
    return (_ssh_folder() / f"{name}.pub").is_file()


def _names() -> str:
    return ", ".join(entry.name for entry in entries()) or "none"


def _readable(folder: Path, wanted: Callable[[str], object]) -> Iterator[Entry]:
    names = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    for name in filter(wanted, names):
        try:
            yield _entry(folder / name)
        except Refused:
            continue


def _entry(path: Path) -> Entry:
    try:
        data = read_bounded(path, LARGEST_KEY_FILE)
    except FileNotFoundError:
        raise refuse("key", "there is no such file", where=str(path), hint="check it") from None
    header = inspect(data, where=str(path))
    return Entry(name=path.name, path=path, public=header.public, locked=header.locked)
