"""Look-ups in Cartwheel's tables; golden checks that are nothing but look-ups."""

import pytest

from pbem.systems.cartwheel.book.tables import Battle, Loss, Table
from tests.systems.cartwheel.rulebook import charts


def losses(table: Table[Loss], totals: range) -> str:
    """A table in short: `.` nothing, `D`, `1`, `1D`, `2` for each total."""
    rows = [table.at(total) for total in totals]
    return " ".join(f"{r.steps or ''}{'D' * r.disrupted}" or "." for r in rows)


def test_h0_4_totals_beyond_the_table_read_its_ends() -> None:
    table = charts().air_combat.results
    assert table.at(-7) == table.at(1)
    assert table.at(30) == table.at(14)


def test_rows_may_stand_in_any_order() -> None:
    rows = (Loss(low=5, steps=2), Loss(high=2), Loss(low=3, high=4, steps=1))
    assert [Table(rows).at(total).steps for total in range(1, 7)] == [0, 0, 1, 1, 2, 2]


def test_h9_7_5_aerial_combat() -> None:
    assert losses(charts().air_combat.results, range(5, 16)) == ". . D D D 1 1 1D 1D 2 2"


def test_h9_9_3_flak() -> None:
    flak = charts().flak
    assert losses(flak.results, range(8, 14)) == ". . D D 1 1"
    assert [flak.band(band) for band in (1, 2, 3)] == [1, 0, -1]
    assert [flak.df.at(df).drm for df in range(1, 7)] == [1, 1, 0, -1, -1, -1]


def test_h9_10_4_bombing() -> None:
    bombing = charts().bombing
    assert [bombing.base.at(total).hits for total in range(7, 15)] == [0, 0, 1, 1, 1, 1, 2, 2]
    assert losses(bombing.naval, range(8, 17)) == ". . D D 1D 1D 1D 2 2"
    assert losses(bombing.ground, range(8, 15)) == ". . D D D 1 1"
    assert losses(bombing.strike, range(5, 11)) == ". . D D 1 1"
    assert [bombing.naval_df.at(df).drm for df in range(1, 7)] == [1, 0, -1, -1, -2, -2]
    assert [bombing.ground_cf.at(cf).drm for cf in range(1, 7)] == [2, 1, 0, 0, -1, -1]


def test_h10_4_1_gunnery() -> None:
    assert losses(charts().gunnery.results, range(5, 15)) == ". . D D 1 1 1D 1D 2 2"


def test_h9_4_3_distance() -> None:
    drms = [charts().scramble.distance.at(hexes).drm for hexes in range(8)]
    assert drms == [0, 1, 1, 2, 2, 3, 3, 3]


def test_h7_5_missions() -> None:
    table = charts().missions.table
    assert [table.at(die).missions for die in range(1, 11)] == [1, 1, 2, 2, 2, 3, 3, 3, 4, 4]


def test_h5_1_events() -> None:
    events = charts().events
    assert [events.table.at(die).event for die in range(1, 11)] == [
        "storm", "submarine", "volcano", "convoy", "japanese-ace", "allied-ace", "quiet",
        "coastwatchers", "radar", "magic",
    ]  # fmt: skip
    assert [events.volcano.at(die).disrupted for die in (1, 3, 4, 10)] == [True, True, False, False]


GROUND = """
3/0 3/0 2/0 2/0 1/0 1/0
2/0 2/0 2/0 1/0 1/0 1/1
2/0 2/0 1/0 1/0 1/1 1/1
2/0 1/0 1/0 1/1 1/1 0/1
1/0 1/0 1/1 1/1 0/1 0/1R
1/0 1/1 1/1 1/1 0/1 0/1R
1/1 1/1 1/1 0/1 0/1R 0/2R
1/1 1/1 0/1 0/1 0/1R 0/2R
1/1 0/1 0/1 0/1R 0/2R 0/2R
0/1 0/1 0/1R 0/2R 0/2R 0/3R
"""


def test_h11_4_1_ground_combat() -> None:
    def words(row: Battle) -> str:
        return f"{row.attacker}/{row.defender}{'R' * row.retreat}"

    columns = charts().ground_combat.columns
    assert [str(column) for column in columns] == ["1:2", "1:1", "3:2", "2:1", "3:1", "5:1"]
    lines = [" ".join(words(c.results.at(die)) for c in columns) for die in range(1, 11)]
    assert lines == GROUND.split("\n")[1:-1]
    assert [c.results.at(0) for c in columns] == [c.results.at(1) for c in columns]


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 3, None), (1, 2, "1:2"), (7, 8, "1:2"), (8, 8, "1:1"), (11, 8, "1:1"), (3, 2, "3:2"),
        (15, 8, "3:2"), (8, 3, "2:1"), (9, 3, "3:1"), (14, 3, "3:1"), (15, 3, "5:1"),
        (40, 1, "5:1"),
    ],
)  # fmt: skip
def test_h11_4_odds_are_rounded_down(attack: int, defence: int, column: str | None) -> None:
    found = charts().ground_combat.column(attack, defence)
    assert (found and str(found)) == column


def test_h11_7_raids() -> None:
    allied = charts().raids.results["allied"]
    rows = [allied.at(die) for die in (1, 2, 3, 7, 8, 9, 10)]
    assert [(r.failed, r.hits, r.strikes) for r in rows] == [
        (True, 0, 0), (True, 0, 0), (False, 0, 0), (False, 0, 0), (False, 1, 0), (False, 1, 0),
        (False, 1, 1),
    ]  # fmt: skip
    assert dict(charts().raids.reach) == {"allied": 3, "japanese": 1}


MODES = {
    ("regular", 3): (-1, -1, -4, -1),
    ("regular", 2): (0, 0, -3, 0),
    ("precision", 3): (1, 1, -3, 0),
    ("dive", 2): (1, 1, 2, 1),
    ("torpedo", 1): (None, None, 2, None),
    ("skip", 1): (None, None, 2, None),
    ("parafrag", 1): (1, None, None, None),
    ("strafe", 1): (0, None, None, -1),
}


def test_h9_10_1_modes() -> None:
    found = {(m.mode, m.height): (m.base, m.port, m.naval, m.ground) for m in charts().modes}
    assert found == MODES
    assert charts().mode("regular", 1) is None
    parafrag, strafe = charts().mode("parafrag", 1), charts().mode("strafe", 1)
    assert parafrag
    assert strafe
    assert (parafrag.hits, parafrag.strikes, parafrag.strike_drm) == (True, 2, 2)
    assert (strafe.hits, strafe.strikes, strafe.strike_drm) == (False, 1, 1)


def test_6_6_1_aa_of_airbases() -> None:
    book = charts()
    assert book.base_aa("DOB", disrupted=False) == 2
    assert book.base_aa("MA1", disrupted=False) == 2
    assert book.base_aa("RAB", disrupted=False) == 3
    assert book.base_aa("RAB", disrupted=True) == 1
    assert book.base_aa("MA1", disrupted=False, building=True) == 0
    assert book.base_aa("TRK", disrupted=False) == 0


def test_6_3_5_heavy_bombers_base_at_port_moresby_and_off_board() -> None:
    allowed = [base for base in charts().bases if charts().may_use("B24-319", base)]
    assert allowed == ["AUS", "PM", "SOP"]


def test_6_3_5_who_may_base_off_board() -> None:
    book = charts()
    assert not book.may_use("KIT-75", "SOP")
    assert not book.may_use("F6F-33", "AUS")
    assert not book.may_use("F4U-124", "AUS")
    assert book.may_use("F4U-124", "SOP")
    assert book.may_use("P38-9", "AUS")
    assert book.may_use("A6M-201", "TRK")
    assert not book.may_use("A6M-201", "AUS")


def test_7_1b_7_1c_the_marker_of_a_general_regroup() -> None:
    markers = [charts().regroup_marker(turn) for turn in range(1, 13)]
    assert markers == [4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 0, 0]


@pytest.mark.parametrize(
    ("scenario", "cells"),
    [
        ("17.1", (12, 8, 4, -3, -7, -11)),
        ("17.2", (28, 22, 16, 11, 6, 0)),
        ("17.3", (36, 29, 22, 16, 10, 4)),
        ("17.4", (90, 75, 60, 50, 35, 20)),
    ],
)
def test_h16_3_levels(scenario: str, cells: tuple[int, ...]) -> None:
    names = [
        "Allied decisive", "Allied substantive", "Allied marginal", "draw", "Japanese marginal",
        "Japanese substantive", "Japanese decisive",
    ]  # fmt: skip
    for cell, name, below in zip(cells, names[:-1], names[1:], strict=True):
        assert charts().level(scenario, 2 * cell).level == name
        assert charts().level(scenario, 2 * cell - 1).level == below


def test_h16_3_a_level_has_the_winner_in_its_name() -> None:
    for levels in charts().levels.values():
        for row in levels.rows:
            assert row.winner == {"A": "allied", "J": "japanese", "d": ""}[row.level[0]]
