"""What a scenario's page states: everything that it fixes, in victory points (E.8.3)."""

import pytest

from pbem.cli import run
from pbem.systems.cartwheel.book.scenario import read_scenario
from pbem.systems.cartwheel.words.brief import brief
from tests.systems.cartwheel.rulebook import scenario_table
from tests.systems.cartwheel.tabletop import CHARTS

SCENARIOS = ("bismarck-sea", "toenails", "bougainville", "campaign")


def page(name: str) -> dict[str, list[tuple[str, ...]]]:
    """The rows of a scenario's page by title."""
    sheets = brief(scenario_table(name), CHARTS)
    return {sheet.title: [row.cells for row in sheet.rows] for sheet in sheets}


@pytest.mark.parametrize("name", SCENARIOS)
def test_e_8_3_the_whole_set_up_stands_on_the_page(name: str) -> None:
    scenario, words = read_scenario(scenario_table(name)), str(page(name))
    placed = (scenario.air, scenario.naval, scenario.ground, scenario.cargo)
    units = {unit for places in placed for units in places.values() for unit in units}
    units |= {unit for more in scenario.reinforcements for unit in more.units}
    assert len(units) > 20
    assert all(unit in words for unit in units)


@pytest.mark.parametrize("name", SCENARIOS)
def test_e_8_3_everything_is_in_victory_points(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["scenario", "show", f"cartwheel/{name}"]) == 0
    said = capsys.readouterr().out
    assert "half point" not in said
    assert ".5 VP" not in said
    assert "1/2 VP" in said


def test_e_8_3_the_bismarck_sea() -> None:
    found = page("bismarck-sea")
    assert ("turns", "3, February II 1943 to March II 1943") in found["Terms"]
    assert ("TF-36", "none") in found["Terms"]
    assert ("absent bases", "KIR, WDL") in found["Terms"]
    assert ("a supply unit landed at 0705 or 0805", "Japanese", "1 1/2 VP") in (
        found["Victory points"]
    )
    assert not any("at the end" in row[0] for row in found["Victory points"])
    assert found["Levels of victory"][:4] == [
        ("12 VP or more", "Allied decisive"),
        ("8 VP or more", "Allied substantive"),
        ("4 VP or more", "Allied marginal"),
        ("-3 VP or more", "draw"),
    ]


def test_e_8_3_bougainville_counts_its_own_area_alone() -> None:
    found = page("bougainville")
    assert ("TF-36", "2 times at most, from November I 1943 on") in found["Terms"]
    assert ("at the end: 1203 (Rabaul)", "Allied", "30 VP") in found["Victory points"]
    assert not any("Lae" in row[0] for row in found["Victory points"])
    assert any(
        row[:2] == ("9", "Japanese") and "KI61-68a" in row[2] for row in found["Reinforcements"]
    )


@pytest.mark.parametrize(
    ("name", "ruins"),
    [("bismarck-sea", ["NAD"]), ("toenails", ["TOR"]), ("bougainville", ["TOR"]),
     ("campaign", ["NAD", "TOR"])],
)  # fmt: skip
def test_e_8_3_airbases_that_begin_in_ruins_stand_on_the_page(name: str, ruins: list[str]) -> None:
    found = page(name)["Set-up"]
    assert [row[1] for row in found if row[2] == "destroyed"] == [f"base {one}" for one in ruins]
    assert (("", "base BUI", "2 hits") in found) == (name == "bougainville")
