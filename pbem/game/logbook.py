"""The logbook: what happened in each turn, as plain data beside the game.

It is derived from the chain and made again when it is missing. One file a turn keeps the cost of
a turn the same however long the game is.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from pbem.codec import plain
from pbem.decode import decode
from pbem.dice import Roll
from pbem.engine.events import COMMON_EVENTS, Event, Happening, Score
from pbem.engine.ledger import Fold, Outcome, Rules, Thrown
from pbem.engine.sheets import Sheet
from pbem.engine.snapshot import shape as shape_of
from pbem.engine.tabletop import Laid
from pbem.errors import Refused, refuse
from pbem.frozen import FrozenMap, Value
from pbem.report.blocks import ids_in
from pbem.report.telling import told
from pbem.store.folder import Folder


class Note(Value):
    """A file's mark in a turn: its number, author and message."""

    seq: int
    seat: str
    message: str = ""


class TurnLog(Value):
    """One turn: the files written in it, what happened, and the rolls opened for it.

    `situation` is the overview after the last event, `score` what all have then; both are empty
    where an older program wrote the page.
    `laid` is the table after a turn that is over, of a game that has one to be drawn; `cited` what
    looks like the id of a rule in the public reports of such a turn and of all before it.
    """

    turn: int
    files: tuple[Note, ...] = ()
    happenings: tuple[tuple[int, Happening], ...] = ()
    thrown: tuple[Thrown, ...] = ()
    situation: tuple[Sheet, ...] = ()
    score: FrozenMap[int] = FrozenMap()
    laid: Laid | None = None
    cited: frozenset[str] = frozenset()


Page = dict[str, list[Any]]
T = TypeVar("T")


class Log:
    """The logbook, open to be written: pages are read when they are needed, and written at once.

    Entering a file again replaces what was entered for it: a run that was cut off does no harm.
    One that is `anew` begins with empty pages, whatever another program has left there.
    """

    def __init__(self, folder: Folder, rules: Rules[Any], *, anew: bool = False) -> None:
        self._folder, self._rules, self._anew = folder, rules, anew
        self._pages: dict[int, Page] = {}
        self._left: dict[int, tuple[int, Any]] = {}

    def enter(self, note: Note, before: Fold[Any], outcome: Outcome[Any]) -> tuple[int, ...]:
        """Enter a file's outcome, with the fold that it found; gives the turns that changed."""
        turns = sorted({outcome.turn, *(happening.turn for happening in outcome.happenings)})
        left = {scene.turn: scene.game for scene in outcome.scenes}
        for turn in turns:
            self._pages[turn] = _entered(self._page(turn), turn, note, outcome)
            if turn in left:
                self._left[turn] = note.seq, left[turn]
        first, last = before.table.turn, outcome.fold.table.turn
        for turn in range(first, last):
            self._close(turn, note.seq, left.get(turn, before.table.game))
        return tuple(turns)

    def _close(self, turn: int, seq: int, game: Any) -> None:
        """Keep what is asked of a turn that is over: once, for it is large or long to find."""
        laid = table(self._rules, game)
        page = self._page(turn)
        self._pages[turn] = {
            **page,
            "cited": [{"seq": seq, "rules": sorted(self._cited(turn, page, game))}],
            "laid": [] if laid is None else [{"seq": seq, "laid": plain(laid)}],
        }

    def _cited(self, turn: int, page: Page, game: Any) -> frozenset[str]:
        """What the public reports of a turn and of those before it cite."""
        earlier = self._page(turn - 1)
        happened = _happened(page, turn, self._rules.system.events)
        said = ids_in(told((one for _, one in happened), self._rules, game))
        return said | _cited(earlier, page_name(turn - 1))

    def has_happened(self, turn: int, seq: int) -> bool:
        """Whether anything had happened in a turn when file `seq` had come, written or not."""
        return _has_happened(self._page(turn), seq)

    def _page(self, turn: int) -> Page:
        """A turn's page as it is so far."""
        if found := self._pages.get(turn):
            return found
        return _empty() if self._anew else _page(self._folder, turn)

    def write(self) -> None:
        """Write every page that was changed, with the situation and score its last file left."""
        for turn, (seq, game) in self._left.items():
            sheets = plain(overview(self._rules, game))
            self._pages[turn]["situation"] = [{"seq": seq, "sheets": sheets}]
            score = dict(self._rules.system.score(game, self._rules.charts))
            self._pages[turn]["score"] = [{"seq": seq, "now": score}]
        for turn, page in self._pages.items():
            # synced, for where the snapshot says that a page is written nobody writes it again
            self._folder.write_json("cache", page_name(turn), page, synced=True)


def table(rules: Rules[Any], game: Any) -> Laid | None:
    """The table as everybody sees it; None for a game that has nothing to draw."""
    tabletop = rules.system.tabletop
    return tabletop.laid(game, None, rules.charts) if tabletop else None


def overview(rules: Rules[Any], game: Any) -> tuple[Sheet, ...]:
    """The situation on one screen."""
    return (rules.system.overview or rules.system.sheets)(game, rules.charts)


def _entered(page: Page, turn: int, note: Note, outcome: Outcome[Any]) -> Page:
    """The page of a turn with a file entered."""
    page = _before(page, note.seq)
    if turn == outcome.turn:
        page["files"].append(plain(note))
        page["thrown"] += [
            {"by": note.seq, "seq": one.seq, "witness": one.witness, "roll": plain(one.roll)}
            for one in outcome.thrown
        ]
    page["happenings"] += [
        {"seq": note.seq, "step": one.step, "type": type(one.event).__name__,
         "event": plain(one.event), **({"score": plain(one.score)} if one.score else {})}
        for one in outcome.happenings
        if one.turn == turn
    ]  # fmt: skip
    return page


def _before(page: Page, seq: int) -> Page:
    """What files before number `seq` brought to a page."""
    return {
        key: [entry for entry in entries if entry.get("by", entry["seq"]) < seq]
        for key, entries in page.items()
    }


def page_name(turn: int) -> str:
    """The name of a turn's page, without its ending."""
    return f"turn-{turn:04d}"


def shape(rules: Rules[Any]) -> str:
    """A digest of what pages and the state are made of: that of another program differs."""
    system = rules.system
    return shape_of((TurnLog, system.state, *COMMON_EVENTS.values(), *system.events.values()))


def _empty() -> Page:
    return {key: [] for key in _KEYS}


def _page(folder: Folder, turn: int) -> Page:
    found = folder.read_json("cache", page_name(turn))
    if found is None:
        return _empty()
    if isinstance(found, dict):
        found = {**_LATE, **found}
    if not isinstance(found, dict) or any(not _is_list(found.get(key), key) for key in _KEYS):
        raise _damaged(page_name(turn))
    return {key: list(found[key]) for key in _KEYS}


_KEYS: Mapping[str, Mapping[str, type]] = {
    "files": {"seq": int},
    "happenings": {"seq": int, "step": str, "type": str, "event": dict},
    "thrown": {"by": int, "seq": int, "witness": int, "roll": dict},
    "situation": {"seq": int, "sheets": list},
    "score": {"seq": int, "now": dict},
    "laid": {"seq": int, "laid": dict},
    "cited": {"seq": int, "rules": list},
}
"""The lists of a page, and what each of their entries has."""
_LATE: Page = {"situation": [], "score": [], "laid": [], "cited": []}
"""Those that pages of older programs lack."""


def _is_list(value: Any, key: str) -> bool:
    """Whether a value is a list of such entries as a page has under a key."""
    return isinstance(value, list) and all(
        isinstance(entry, dict)
        and all(type(entry.get(name)) is kind for name, kind in _KEYS[key].items())
        for entry in value
    )


def _decoded(kind: type[T], value: Any, where: str) -> T:
    """A part of a page; it is no player's to mend, so all that is wrong is called damaged."""
    try:
        return decode(kind, value, code="folder", where=where)
    except Refused:
        raise _damaged(where) from None


def _damaged(page: str) -> Refused:
    hint = "delete the folder 'cache': it is made again from the chain"
    return refuse("folder", "a page of the logbook is damaged", where=page, hint=hint)


def read_turn(folder: Folder, turn: int, events: Mapping[str, type[Event]], until: int) -> TurnLog:
    """A turn's page up to file `until`, as values; empty if nothing has happened in it by then.

    The page may go further: another program may be writing while this one reads.
    """
    page, where = _before(_page(folder, turn), until + 1), page_name(turn)
    return TurnLog(
        turn=turn,
        files=_decoded(tuple[Note, ...], page["files"], where),
        happenings=_happened(page, turn, events),
        thrown=tuple(_thrown(page, where)),
        situation=tuple(
            sheet
            for entry in page["situation"]
            for sheet in _decoded(tuple[Sheet, ...], entry["sheets"], where)
        ),
        score=next(
            (_decoded(FrozenMap[int], entry["now"], where) for entry in page["score"]),
            FrozenMap(),
        ),
        laid=next(
            (_decoded(Laid, entry["laid"], where) for entry in page["laid"]),
            None,
        ),
        cited=_cited(page, where),
    )


def _happened(
    page: Page, turn: int, events: Mapping[str, type[Event]]
) -> tuple[tuple[int, Happening], ...]:
    """What happened by a turn's page, each with the number of its file."""
    where, kinds = page_name(turn), {**COMMON_EVENTS, **events}
    try:
        return tuple(
            (
                entry["seq"],
                Happening(
                    turn=turn,
                    step=entry["step"],
                    event=_decoded(kinds[entry["type"]], entry["event"], where),
                    score=_score(entry, where),
                ),
            )
            for entry in page["happenings"]
        )
    except KeyError:
        raise _damaged(where) from None


def _cited(page: Page, where: str) -> frozenset[str]:
    return frozenset(
        rule for entry in page["cited"] for rule in _decoded(tuple[str, ...], entry["rules"], where)
    )


def _score(entry: Mapping[str, Any], where: str) -> Score | None:
    found = entry.get("score")
    return None if found is None else _decoded(Score, found, where)


def has_happened(folder: Folder, turn: int, seq: int) -> bool:
    """Whether anything had happened in a turn when file `seq` had come."""
    return _has_happened(_page(folder, turn), seq)


def _has_happened(page: Page, seq: int) -> bool:
    return any(entry["seq"] <= seq for entry in page["happenings"])


def file_count(folder: Folder, turn: int) -> int:
    """How many turn files were written in a turn so far."""
    return len(_page(folder, turn)["files"])


def _thrown(page: Page, where: str) -> Iterable[Thrown]:
    for entry in page["thrown"]:
        roll = _decoded(Roll, entry["roll"], where)
        yield Thrown(seq=entry["seq"], witness=entry["witness"], roll=roll)


def all_rolls(folder: Folder, last_turn: int, until: int) -> list[Thrown]:
    """Every roll of the game up to file `until`, in the order in which they were opened."""
    rolls: list[Thrown] = []
    for turn in range(last_turn + 1):
        rolls += _thrown(_before(_page(folder, turn), until + 1), page_name(turn))
    return rolls
