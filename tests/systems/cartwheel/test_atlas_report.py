"""The map in the report of the turn: public things alone, and never cropped."""

import re
from html import unescape

import pytest

from pbem.engine.atlas import Frame
from pbem.game.reports import turn_report
from pbem.report import console, html, plain
from pbem.report.blocks import Picture, build
from pbem.systems.cartwheel.atlas.commands import describe, draw, reach
from pbem.systems.cartwheel.book.hexes import all_hexes
from pbem.systems.cartwheel.own.charts import Private
from tests.simulator import World
from tests.systems.cartwheel.files import players, round_, world
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS


@pytest.fixture(scope="module")
def under_way(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Eight files into the Bismarck Sea."""
    made = world(tmp_path_factory.mktemp("atlas"), "bismarck-sea")
    by_chance = players(5)
    for _ in range(8):
        round_(made, by_chance)
    return made


@pytest.mark.parametrize("seat", ["japanese", "allied"])
def test_the_report_of_the_turn_shows_what_is_public(under_way: World, seat: str) -> None:
    with under_way.players[seat].session() as session:
        table = session.ahead().fold.table
        report = turn_report(session, table.turn)
        (picture,) = [block for block in report.blocks if isinstance(block, Picture)]
        assert picture.drawing == draw(table.game, None, Frame(), CHARTS)
        assert picture.drawing != draw(table.game, session.own_private(), Frame(), CHARTS)


def test_reports_of_turns_that_are_over_have_no_map(under_way: World) -> None:
    with under_way.players["allied"].session() as session:
        report = turn_report(session, 0)
    assert not any(isinstance(block, Picture) for block in report.blocks)


def test_every_rendering_keeps_the_columns() -> None:
    drawing = draw(started(), None, Frame(), CHARTS)
    report = build("Map", (Picture(drawing=drawing),))
    row = "".join(span.text for span in drawing.lines[14]).rstrip()
    assert row in plain.render(report).splitlines()
    assert row in console.render(report, width=80, colour=False).splitlines()
    page = unescape(re.sub("<[^>]+>", "", html.render(report)))
    assert row in [line.rstrip() for line in page.splitlines()]


def test_a_screen_that_is_too_narrow_is_told_so() -> None:
    report = build("Map", (Picture(drawing=draw(started(), None, Frame(), CHARTS)),))
    said = console.render(report, width=60, colour=False)
    assert "It is 80 columns wide" in said
    assert "rab" not in said


def test_nothing_of_the_other_side_is_told(under_way: World) -> None:
    """An enemy air unit is named only where it has been seen in public, or flies recon."""
    with under_way.players["japanese"].session() as session:
        enemy = session.own_private()
    with under_way.players["allied"].session() as session:
        game, mine = session.ahead().fold.table.game, session.own_private()
    assert isinstance(enemy, Private)
    public = {*game.floatplanes, *game.turn.scouts}
    places = [h for h in all_hexes() if h[:2] in ("05", "06", "07", "08", "09", "10", "11", "12")]
    for place in (*places, *CHARTS.boxes):
        bases = {base.id for base in game.bases_at(place)}
        words = " ".join(line.text for line in describe(game, mine, place, CHARTS))
        hidden = {p.id for p in enemy.planes.values() if game.air[p.id].base not in bases}
        assert not set(re.findall(r"[\w-]+", words)) & (hidden - public)
    for unit in enemy.planes:
        if not game.air[unit].base:
            words = " ".join(line.text for line in reach(game, mine, unit, CHARTS))
            assert "its base is not known to you" in words or "has not arrived" in words
