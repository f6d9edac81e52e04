"""Nothing that a seat has sealed, and not opened yet, is on the public page of a whole game.

The page is searched for what annexes and seals really hold: the lines of every item, the places of
units, bids before they are opened. What such a search is worth is tried on pages that leak.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.sheets import Line
from pbem.frozen import Value, replace
from pbem.report.replay import Moment, Replay, Said, render
from pbem.systems.pto.table.naming import nation_name
from tests.retelling import Whole, played, retold
from tests.simulator import begin

CARTWHEEL = ("cartwheel/bismarck-sea", "cartwheel/campaign")
PTO = ("pto/leyte", "pto/pearl-harbor")
HALVES = re.compile(r"\((?:[^()]*, )?(?:ready|flown|Regroup mark|away|Ace)\b")
"""What a counter of an air unit has on it for its owner alone."""

pytestmark = pytest.mark.slow


class Sealed(Value):
    """An item in a file, with the file by which it has been opened (0: never)."""

    seq: int
    seat: str
    id: str
    content: str
    opened: int


def sealed_items(whole: Whole) -> Iterator[Sealed]:
    """Whatever anybody has sealed in a game, unless nothing is in it."""
    files = whole.match.files
    for name, seat in whole.match.seats.items():
        for seq, items in seat.items.items():
            later = [file for file in files if file.seat == name and file.seq > seq]
            for id_, content in items.items():
                opened = next((file.seq for file in later if id_ in file.opened), 0)
                if content.strip():
                    yield Sealed(seq=seq, seat=name, id=id_, content=content, opened=opened)


def texts_on(page: str) -> str:
    """All words of a page, those of its data as they are shown."""
    head, _, rest = page.partition('<script type="application/json" id="data">')
    data = rest.partition("</script>")[0]
    shown = json.dumps(json.loads(data), ensure_ascii=False).replace('\\"', '"')
    return unescape(head) + shown


def lines_of(items: list[Sealed]) -> set[str]:
    """The lines of sealed contents, which no sentence is made of."""
    return {line for item in items for line in item.content.splitlines() if "=" in line}


def lines_found(page: str, items: list[Sealed]) -> set[str]:
    """What of sealed contents stands on a page as it was sealed."""
    words = texts_on(page)
    return {line for line in lines_of(items) if line in words}


def marks_found(page: str) -> set[str]:
    """The counters of air units with marks on them that are for their owner's eyes."""
    titles = re.findall(r'<g [^>]*class="counter [^>]*><title>([^<]*)</title>', page)
    assert titles
    return {title for title in titles if HALVES.search(title)}


def units_found(replay: Replay, whole: Whole, items: list[Sealed]) -> set[tuple[int, str, str]]:
    """Air units on the page that lie where they were sealed, and that nobody has seen there.

    A number, a unit, a base: the unit stood there by a file before that moment.
    """
    told = [scene for file in whole.files for scene in file.scenes if scene.events]
    units = [(one, tomllib.loads(one.content)) for one in items if one.id.startswith("unit/")]
    placed: dict[str, list[tuple[int, str]]] = {}
    for one, content in units:
        placed.setdefault(one.id.removeprefix("unit/"), []).append((one.seq, content["base"]))
    found = set[tuple[int, str, str]]()
    for moment, scene in zip(replay.moments, told, strict=True):
        game = scene.game
        shown = {counter.id: counter.place for counter in moment.counters if counter.id in placed}
        for unit, place in shown.items():
            base = next((b for seq, b in reversed(placed[unit]) if seq <= moment.file), "")
            known = (
                game.air[unit].seen == game.now
                or unit in game.floatplanes
                or any(scout.id == unit for scout in game.turn.scouts.values())
            )
            if base in game.bases and game.bases[base].hex == place and not known:
                found.add((moment.file, unit, base))
    return found


def bids_found(replay: Replay, items: list[Sealed]) -> set[str]:
    """Sentences that tell a bid before the file that opens it."""
    found = set[str]()
    for one in items:
        if not one.id.startswith("bid/"):
            continue
        nation = nation_name(one.id.rpartition("/")[2]).casefold()
        number = tomllib.loads(one.content)["offensives"]
        for moment in replay.moments:
            if one.seq <= moment.file < (one.opened or 10_000):
                found |= {
                    line.text
                    for said in moment.said
                    for line in said.lines
                    if nation in line.text.casefold() and re.search(rf"\b{number}\b", line.text)
                    and "offensive" in line.text
                }  # fmt: skip
    return found


def with_sentence(replay: Replay, number: int, text: str) -> Replay:
    """The page with one sentence more in a moment."""
    said = Said(lines=(Line(text=text),))
    moments = [*replay.moments]
    moments[number] = replace(moments[number], said=(*moments[number].said, said))
    return replace(replay, moments=tuple(moments))


@pytest.mark.parametrize("scenario", [*CARTWHEEL, *PTO])
def test_no_line_of_a_sealed_item_is_on_the_page(scenario: str) -> None:
    whole = played(scenario)
    items, replay = list(sealed_items(whole)), retold(whole)
    assert {"opened", "never"} == {"opened" if item.opened else "never" for item in items}
    assert len(lines_of(items)) > 3
    assert lines_found(render(replay), items) == set()
    line = sorted(lines_of(items))[0]
    leaking = with_sentence(replay, 1, f"As sealed: {line}")
    assert lines_found(render(leaking), items) == {line}


@pytest.mark.parametrize("scenario", CARTWHEEL)
def test_no_unit_is_seen_where_its_owner_hides_it(scenario: str) -> None:
    whole = played(scenario)
    items, replay = list(sealed_items(whole)), retold(whole)
    assert len({one.id for one in items if one.id.startswith("unit/")}) > 10
    assert marks_found(render(replay)) == set()
    assert units_found(replay, whole, items) == set()
    leaking = seen_by(replay, whole, "japanese")
    assert len(marks_found(render(leaking))) > 5
    assert len(units_found(leaking, whole, items)) > 5


def seen_by(replay: Replay, whole: Whole, seat: str) -> Replay:
    """The page as it would be if a seat's charts of the end were drawn into the last moments."""
    tabletop, charts = whole.rules.system.tabletop, whole.rules.charts
    scenes = [scene for file in whole.files for scene in file.scenes if scene.events]
    private = whole.match.seats[seat].private
    last = list[Moment]()
    for moment, scene in zip(replay.moments[-5:], scenes[-5:], strict=True):
        last.append(replace(moment, counters=tabletop.counters(scene.game, private, charts)))
    return replace(replay, moments=(*replay.moments[:-5], *last))


@pytest.mark.parametrize("scenario", PTO)
def test_no_bid_is_told_before_it_is_opened(scenario: str) -> None:
    whole = played(scenario)
    items, replay = list(sealed_items(whole)), retold(whole)
    bids = [one for one in items if one.id.startswith("bid/")]
    assert bids
    assert bids_found(replay, items) == set()
    early = next(n for n, moment in enumerate(replay.moments) if moment.file >= bids[0].seq)
    number = tomllib.loads(bids[0].content)["offensives"]
    words = f"{nation_name(bids[0].id.rpartition('/')[2])} buys {number} offensives"
    assert bids_found(with_sentence(replay, early, words), items) == {words}


@pytest.mark.parametrize("scenario", ["cartwheel/bismarck-sea", "pto/leyte"])
def test_the_page_of_a_game_in_folders_has_nothing_of_its_annexes(
    scenario: str, tmp_path: Path
) -> None:
    """To the end but for the last files, which lay everything open; nor is it in drafts or keys."""
    world = begin(tmp_path, scenario, ("japanese", "allied"))
    world.play()
    page = tmp_path / "page.html"
    assert world.players["allied"].run("replay", "--html", str(page)) == 0
    text = page.read_text(encoding="utf-8")
    contents = dict[tuple[str, int], Mapping[str, str]]()
    secrets = list[str]()
    for seat, player in world.players.items():
        with player.session() as session:
            secrets.append(session.secret().hex())
            for seq, author in session.folder.names("chain"):
                if author == seat:
                    contents[seat, seq] = session.own_contents(seq)
    items = [
        Sealed(seq=seq, seat=seat, id=id_, content=content, opened=0)
        for (seat, seq), kept in contents.items()
        for id_, content in kept.items()
    ]
    assert len(items) > 10
    assert lines_found(text, items) == set()
    assert not any(secret in text for secret in secrets)


def test_a_page_with_ones_own_charts_is_found_out(tmp_path: Path) -> None:
    """The page for own eyes is what the public one must not be."""
    world = begin(tmp_path, "cartwheel/bismarck-sea", ("japanese", "allied"))
    world.play(8)
    own, public = tmp_path / "own.html", tmp_path / "all.html"
    player: Any = world.players["japanese"]
    assert player.run("replay", "--html", str(own), "--as", "japanese") == 0
    assert player.run("replay", "--html", str(public)) == 0
    assert marks_found(public.read_text(encoding="utf-8")) == set()
    assert marks_found(own.read_text(encoding="utf-8"))
