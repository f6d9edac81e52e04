"""The page of `pbem orders --html`, and `--take`, by which what it saves becomes the draft."""

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli.common import game_path, look_at_game, opened_game, pbem_here, read_text
from pbem.cli.drafts import begun_draft, place_of, what_then
from pbem.cli.output import done, say, say_words, setting
from pbem.cli.play import judged_text, print_foretold
from pbem.errors import raise_if, refuse
from pbem.shell import command

if TYPE_CHECKING:
    from pbem.game.session import Session
    from pbem.game.write import Draft

PAGE = "<!DOCTYPE html>"
"""What a page begins with."""


def write_page(name: str, ahead: bool, folder: str | None) -> None:
    """Write the page on which orders are clicked together, with those of the draft on it."""
    path = _place_of_page(name)
    size = _write(path, place_of(look_at_game(folder), ahead), ahead=ahead, folder=folder)
    with done(f"the page lies in {command(name)}"):
        say(f"wrote {command(name)}: {size:,} bytes; open it in a browser")
        say("it shows what you see and order: for your eyes alone, do not mail it")


def show_page(folder: str | None) -> None:
    """Write the page beside what is for the player's own eyes, and open it where that can be done.

    It tells where the page lies, and how what is saved there comes back.
    """
    from pbem.game.forms import form_path
    from pbem.store.downloads import downloads
    from pbem.store.drafts import OWN
    from pbem.store.files import make_folders

    session = look_at_game(folder)
    path = session.folder.path / OWN / f"{form_path(session).stem}.html"
    make_folders(path.parent, mode=0o700)
    _write(path, session, ahead=False, folder=folder)
    shown = "it opens in your browser" if _is_opened(path) else "open it in a browser"
    say_words(f"the page lies in {command(path)}, for your eyes alone: {shown}")
    say_words(
        f"click your orders together there and press Save; they are looked for in {downloads()}"
    )


def _is_opened(path: Path) -> bool:
    """Whether a browser shows a page; none is tried that would take the terminal."""
    import webbrowser

    from pbem.store.machine import has_screen

    wanted, address = setting("browser"), path.resolve().as_uri()
    if wanted:
        return webbrowser.get(wanted if "%s" in wanted else f"{wanted} %s &").open(address)
    if has_screen():
        return webbrowser.open(address)
    return False


def _write(path: Path, place: "Session", *, ahead: bool, folder: str | None) -> int:
    """Write the page, closed to others; gives its size."""
    from pbem.game.choices import Commands, to_choose
    from pbem.game.forms import form_path
    from pbem.report.choosing import render
    from pbem.store.files import write_atomic

    draft = form_path(place)
    _, text = begun_draft(place, draft)
    words = ("orders", *(("--ahead",) if ahead else ()), "--take")
    here = str(game_path(folder).resolve())  # whoever reads the page may be elsewhere
    commands = Commands(
        take=pbem_here(here, *words),
        paste=pbem_here(here, *words, "-"),
        then=what_then(ahead, here),
    )
    raw = render(to_choose(place, text, str(draft), commands)).encode("utf-8")
    write_atomic(path, raw, mode=0o600)
    return len(raw)


def _place_of_page(name: str) -> Path:
    """Where a page is written: into a file of its own, never over one that is no page."""
    from pbem.store.files import read_start

    hint = "name a file, such as ~/orders.html"
    if name == "-":
        raise refuse("file", "the page goes into a file that others cannot read", hint=hint)
    path = Path(name)
    if path.is_file() and read_start(path, len(PAGE)) != PAGE.encode():
        hint = "name another, such as ~/orders.html"
        raise refuse("file", "another file stands there, and is no page", where=name, hint=hint)
    return path


def take_file(name: str, ahead: bool, folder: str | None) -> None:
    """Let a file be the draft, if all of it is legal, and tell what it does.

    Without a name it is the newest that the page has saved for it.
    """
    from pbem.game.forms import form_path

    with opened_game(folder) as session:
        place = place_of(session, ahead)
        draft, kept = taken(place, name)
        path = form_path(place)
        with done(f"your orders stand in {command(path)}"):
            print_foretold(place, draft)
            if kept is not None:
                say(f"what stood there is kept in {command(kept)}")
            say(f"it stands in {command(path)}; go on with: {what_then(ahead, folder)}")


def taken(place: "Session", name: str) -> "tuple[Draft, Path | None]":
    """Let a file be the draft; gives its orders, and where the draft before is kept.

    Raises `Refused` if any of it is not legal: of what the page saved by order and part, of what
    somebody has written by line.
    """
    from pbem.game.drafts import take
    from pbem.game.saved import check_mark, read_mark

    found = name or str(newest_saved(place))
    text = _orders_in(found)
    check_mark(place, text, found)
    text = _for_this_file(place, text)
    draft, problems = judged_text(place, text, found, by_part=read_mark(text) is not None)
    raise_if(problems)
    if not name:
        say(f"taken: {command(found)}, the newest that you saved")
    _tell_newer(place, found)
    return draft, take(place, text)


def _for_this_file(place: "Session", text: str) -> str:
    """Orders that were written for an earlier file, as such for the one that they are to be in."""
    from pbem.narrow import write_pair
    from pbem.store.drafts import number_of, numbered

    seq = number_of(text)
    if seq is None or seq >= place.next_seq or write_pair("seat", place.seat) not in text:
        return text
    say(f"these orders were written for file {seq}, and are judged for file {place.next_seq} now")
    return numbered(text, None if place.supposed else place.next_seq)


def newest_saved(place: "Session") -> Path:
    """The newest file that the page has saved for this one; raises `Refused` if there is none."""
    from pbem.game.forms import form_path
    from pbem.game.saved import newest, saved_name
    from pbem.store.downloads import downloads, heads

    folder, name = downloads(), saved_name(place, form_path(place))
    found = newest(place, heads(folder, name))
    if found is None:
        hint = "press Save on the page; where it lies elsewhere, name it: 'pbem orders --take FILE'"
        raise refuse("file", f"no '{name}' for this file lies there", where=str(folder), hint=hint)
    return found


def _tell_newer(place: "Session", name: str) -> None:
    """That a newer one lies beside the file that was named: browsers write `(1)` into its name."""
    from pbem.game.forms import form_path
    from pbem.game.saved import newest, read_mark, saved_name
    from pbem.store.downloads import heads

    path = Path(name)
    beside = newest(place, heads(path.parent, saved_name(place, form_path(place))))
    if beside is not None and beside != path and path.is_file():
        mine, other = (read_mark(text) for text in map(read_text, (name, str(beside))))
        if mine and other and mine.at < other.at:
            say(f"a newer one lies beside it: {command(beside)}; without a name it is taken")


def _orders_in(name: str) -> str:
    """The text of an orders file; raises `Refused` if it is the page that saves such files."""
    text = read_text(name)
    if text.startswith(PAGE):
        hint = "open it in a browser, save your orders there, and take the file that it saves"
        raise refuse("orders", "this is the page, and not what it saves", where=name, hint=hint)
    return text
