"""The plot of a game: losses by side, as high as the greatest turn has them, and points."""

import re

from pbem.report.plot import LOSSES, POINTS, Column, plotted

SIDES = ("japanese", "allied")


def column(losses: tuple[int, int], points: tuple[int, int] = (0, 0), others: int = 0) -> Column:
    words = tuple(map(str, points))
    return Column(title="turn 1", points=points, words=words, losses=losses, others=others)


def heights(text: str, kind: str) -> list[float]:
    return [float(high) for high in re.findall(rf'class="lost {kind}".*?height="([\d.]+)"', text)]


def test_the_greatest_losses_of_a_turn_fill_the_plot_and_stand_at_its_axis() -> None:
    text = plotted(SIDES, [column((20, 5)), column((40, 0))])
    full = LOSSES[1] - LOSSES[0]
    assert heights(text, "first") == [full / 2, full]
    assert heights(text, "second") == [full / 8]
    assert ">40</text>" in text
    assert "nobody" not in text


def test_losses_of_nobody_are_told_apart() -> None:
    text = plotted(SIDES, [column((1, 0), others=2)])
    assert heights(text, "nobody") == [LOSSES[1] - LOSSES[0]]
    assert "losses Japanese 1, Allied 0, Others 2" in text


def test_points_below_nothing_stand_below_its_line() -> None:
    text = plotted(SIDES, [column((0, 0), (-4, 12)), column((0, 0), (12, 8))])
    lines = re.findall(r'polyline class="(\w+)" points="([^"]+)"', text)
    spots = {side: [float(spot.split(",")[1]) for spot in line.split()] for side, line in lines}
    assert spots["first"] == [POINTS[1], POINTS[0]]
    assert spots["second"][0] == POINTS[0]
    assert {">-4</text>", ">0</text>", ">12</text>"} <= set(re.findall(r">[-\d]+</text>", text))


def test_a_game_without_points_has_losses_alone() -> None:
    one = Column(title="turn 1", points=(), words=(), losses=(1, 2))
    text = plotted(SIDES, [one])
    assert "polyline" not in text
    assert "Turn 1: losses Japanese 1, Allied 2" in text
