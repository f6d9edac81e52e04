"""A whole game as one page that needs nothing else: the table moment by moment, and every proof.

The page runs one script, ours; its policy names that script's hash and lets nothing be fetched.
What other players wrote, and all sentences, lie in it as data that the script shows as text.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from io import BytesIO
from string import Template
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pbem.engine.sheets import Line
from pbem.engine.tabletop import UNIT, Board, Counter, Key
from pbem.frozen import Value, replace
from pbem.narrow import write_value
from pbem.report import legend, plot, svg
from pbem.report.clean import harmless, harmless_lines
from pbem.report.heaps import Lain, heaped
from pbem.report.plot import Column, plotted
from pbem.report.rulepage import Text

SCRIPTS = ("replay.js", "replaytable.js", "replaymoves.js")
"""The parts of the page's one script: the story and its proofs, the table, moving about."""

EPOCH = (1980, 1, 1, 0, 0, 0)
"""When packed files were changed: always then, so that the same game gives the same bytes."""


class Leaf(Value):
    """A turn file: who wrote it, what it is called, its hash, the seed it opens."""

    seq: int
    seat: str
    name: str
    hash: str
    reveal: str


class Cast(Value):
    """A roll and the two files that it follows from: the one it belongs to, and its witness.

    `words` are the sentence that tells of it alone.
    """

    label: str
    sides: int
    dice: tuple[int, ...]
    owner: int
    witness: int
    words: str = ""


class Said(Value):
    """Sentences of what happened, with the rolls that it came of by their number."""

    lines: tuple[Line, ...]
    rolls: tuple[int, ...] = ()


class Moment(Value):
    """What happened together, and how the table lies after it; `file` brought it about.

    `score` are the points as they stand then.
    """

    turn: int
    step: str
    file: int
    said: tuple[Said, ...]
    counters: tuple[Counter, ...]
    score: str = ""


class Chapter(Value):
    """A turn: what happened in it as a person would say, its points and losses, with its name."""

    turn: int
    headline: tuple[str, ...]
    column: Column


class Replay(Value):
    """All that the page tells; `sides` are the two, in the genesis's order, as are their points.

    Without a `board` there is the story alone.
    """

    title: str
    subtitle: str
    sides: tuple[str, ...]
    board: Board | None
    key: Key | None
    opening: tuple[Counter, ...]
    moments: tuple[Moment, ...]
    chapters: tuple[Chapter, ...]
    leaves: tuple[Leaf, ...]
    casts: tuple[Cast, ...]
    rules: Mapping[str, Text]


def render(replay: Replay) -> str:
    """The page."""
    cards = _Cards()
    board = replay.board or Board(title=replay.title, size=(1, 1), places=())
    opening, moments = _moments(replay, board, cards)
    script, style = "\n".join(map(_asset, SCRIPTS)), _asset("replay.css")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    data = json.dumps(
        _data(replay, cards, opening, moments), ensure_ascii=False, separators=(",", ":")
    )
    return Template(_asset("replay.html")).substitute(
        policy=f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'",
        title=_text(replay.title),
        subtitle=_text(replay.subtitle),
        style=svg.STYLE + legend.STYLE + plot.STYLE + style,
        legend=legend.folded(board, replay.key, has_moves=True) if replay.key else "",
        layout="whole" if replay.board else "boardless",
        board=_board(board, cards),
        plot=plotted(replay.sides, [chapter.column for chapter in replay.chapters]),
        data=data.replace("<", "\\u003c"),
        script=script,
    )


def packed(title: str, page: str) -> bytes:
    """The page as a Webxdc file, which Delta Chat opens in a chat: a zip with name and icon."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, raw in (
            ("manifest.toml", f"name = {write_value(title)}\n".encode()),
            ("icon.png", files("pbem.report").joinpath("page", "icon.png").read_bytes()),
            ("index.html", page.encode()),
        ):
            archive.writestr(ZipInfo(name, EPOCH), raw, ZIP_DEFLATED)
    return packed.getvalue()


def _asset(name: str) -> str:
    return files("pbem.report").joinpath("page", name).read_text(encoding="utf-8")


def _text(text: str) -> str:
    return escape(harmless(text))


# --- the table -----------------------------------------------------------------------------------


class _Cards:
    """Every counter and every face of one that is ever seen, by number; `piles` likewise."""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        self.piles: dict[tuple[str, str], int] = {}
        self.faces: dict[Counter, int] = {}

    def row(self, lain: Lain) -> tuple[int, ...]:
        """A counter as it lies: its number, its face, its pile, left, top, size in percent, depth,
        and of how many it is the uppermost.
        """
        counter = lain.counter
        left, top = (round(part - lain.size * UNIT / 2) for part in lain.at)
        return (
            self.ids.setdefault(counter.id, len(self.ids)),
            self.faces.setdefault(replace(counter, id="", place="", pile=""), len(self.faces)),
            self.piles.setdefault((counter.place, counter.pile), len(self.piles)),
            left,
            top,
            round(lain.size * 100),
            lain.depth,
            len(lain.pile),
        )


def _face(counter: Counter) -> str:
    state = " reduced" if counter.reduced else ""
    return (
        f'<g class="counter {counter.side or "nobody"}{state}" data-shape="{counter.shape}">'
        f"<title>{_text(svg.said(counter))}</title>{svg.card(counter)}</g>"
    )


Rows = list[tuple[int, ...]]


def _moments(replay: Replay, board: Board, cards: _Cards) -> tuple[Rows, list[Rows]]:
    """How the table lies at first, and what lies otherwise after each moment; gone: `(number,)`."""
    lies: dict[int, tuple[int, ...]] = {}

    def changed(counters: Sequence[Counter]) -> Rows:
        now = {row[0]: row for row in map(cards.row, heaped(board, counters))}
        gone: Rows = [(number,) for number in lies if number not in now]
        rows = [row for number, row in now.items() if lies.get(number) != row]
        lies.clear()
        lies.update(now)
        return gone + rows

    return changed(replay.opening), [changed(moment.counters) for moment in replay.moments]


def _board(board: Board, cards: _Cards) -> str:
    wide, high = board.size
    faces = "".join(map(_face, cards.faces))
    return "\n".join(
        (
            f'<svg class="table" id="table" viewBox="0 0 {wide} {high}" role="group" '
            f'aria-label="{_text(board.title)}">',
            *svg.ground(board),
            '<g id="counters"></g><g id="gone"></g>',
            "</svg>",
            f'<template id="faces"><svg>{faces}</svg></template>',
        )
    )


# --- the data ------------------------------------------------------------------------------------


def _data(replay: Replay, cards: _Cards, opening: Rows, moments: list[Rows]) -> dict[str, Any]:
    """What the script shows; keys are short, for there are thousands of moments."""
    places = {place.id: place.name for place in (replay.board.places if replay.board else ())}
    samples = replay.key.samples if replay.key else ()
    return {
        "title": harmless(replay.title),
        "sides": [harmless(side) for side in replay.sides],
        "ids": list(cards.ids),
        "piles": [harmless(places.get(place, place)) for place, _ in cards.piles],
        "corners": {one.shape: one.corners for one in samples},
        "opening": opening,
        "chapters": [
            {
                "turn": one.turn,
                "title": harmless(one.column.title),
                "headline": _lines(one.headline),
                "figures": harmless(one.column.figures(replay.sides)),
            }
            for one in replay.chapters
        ],
        "moments": [
            {
                "t": moment.turn,
                "s": moment.step,
                "f": moment.file,
                "p": moment.score,
                "said": [
                    [[[line.kind, harmless(line.text)] for line in said.lines], list(said.rolls)]
                    for said in moment.said
                ],
                "d": rows,
            }
            for moment, rows in zip(replay.moments, moments, strict=True)
        ],
        "files": {
            leaf.seq: [
                leaf.seat, leaf.name, leaf.hash, leaf.reveal,
            ]
            for leaf in replay.leaves
        },
        "rolls": [
            [
                cast.label, cast.sides, list(cast.dice), cast.owner, cast.witness,
                harmless(cast.words),
            ]
            for cast in replay.casts
        ],
        "rules": {
            id_: [harmless(text.title), harmless_lines(text.words)]
            for id_, text in replay.rules.items()
        },
    }  # fmt: skip


def _lines(lines: Iterable[str]) -> list[str]:
    return [harmless(line) for line in lines]
