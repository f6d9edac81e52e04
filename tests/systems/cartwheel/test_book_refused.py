"""Charts that an owner of the printed game got wrong: every problem, with chart and key."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.systems.cartwheel.book.charts import read_charts
from tests.systems.cartwheel.rulebook import tables

Change = Callable[[dict[str, Any]], None]


def refusals(*changes: Change) -> list[str]:
    """What is said of the charts after changes."""
    book: dict[str, Any] = deepcopy(dict(tables()))
    for change in changes:
        change(book)
    with pytest.raises(Refused) as caught:
        read_charts(book)
    return [f"{problem.where}: {problem.what}" for problem in caught.value.problems]


def put(path: str, value: object) -> Change:
    """The change that writes a value at a path such as `events.events.table.0.to`."""

    def change(book: dict[str, Any]) -> None:
        *way, last = path.split("/")
        spot: Any = book
        for step in way:
            spot = spot[int(step) if isinstance(spot, list) else step]
        if value is None:
            del spot[int(last) if isinstance(spot, list) else last]
        else:
            spot[int(last) if isinstance(spot, list) else last] = value

    return change


def test_charts_that_ship_are_read() -> None:
    assert read_charts(tables()).models


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (
            "models/models/P38/sr", "7",
            "rules/cartwheel, key 'models.P38.sr': must be a whole number",
        ),
        (
            "models/models/P38/type", None,
            "rules/cartwheel, key 'models.P38': key 'type' is missing",
        ),
        ("dice/dice/face", 3, "rules/cartwheel, key 'dice': unknown key 'face'"),
        ("scramble/other", {}, "scramble.toml: unknown key 'other'"),
        (
            "air_combat/air_combat/results/1/steps",
            "one",
            "rules/cartwheel, key 'air_combat.results[2].steps': must be a whole number",
        ),
        (
            "air_combat/air_combat/results/1",
            None,
            "air_combat.toml, key 'air_combat.results[2]': there is no row for 7 to 9",
        ),
        (
            "bombing/bombing/base/2/from",
            12,
            "bombing.toml, key 'bombing.base[3]': 12 stands in the row for 9 to 12, too",
        ),
        (
            "ground_combat/ground_combat/columns/3/results/4/from",
            4,
            "ground_combat.toml, key 'ground_combat.columns[4].results[5]': "
            "4 stands in the row for 4, too",
        ),
        (
            "naval_units/naval_units/DAI1/nation",
            "XXX",
            "rules/cartwheel, key 'naval_units.DAI1.nation': must be one of: USA, USN, USMC, AUS, "
            "IJA, IJN, 11H",
        ),
        (
            "map/map/columns/12/2",
            "Q:NB",
            "map.toml, key 'map.columns.12[3]': there is no terrain 'Q'",
        ),
        (
            "map/map/columns/12/2",
            "C:NB+ZZ",
            "map.toml, key 'map.columns.12[3]': there is no landmass 'ZZ'",
        ),
        (
            "map/map/columns/12/2",
            "C",
            "map.toml, key 'map.columns.12[3]': land has landmasses after a colon, "
            "and sea has none",
        ),
        (
            "map/map/closed/0",
            "0604-0805",
            "map.toml, key 'map.closed[1]': 0604-0805 is no side between two hexes",
        ),
        (
            "map/map/columns/12",
            None,
            "map.toml, key 'map.columns': the map needs 20 columns, 01 and so on, of 8 hexes each",
        ),
        (
            "air_units/air_units/USMC/0",
            "F5U-124",
            "air_units.toml, key 'air_units.USMC': there is no model 'F5U'",
        ),
        (
            "air_units/air_units/USMC/0",
            "F4U-17",
            "air_units.toml, key 'air_units': there are two units 'F4U-17'",
        ),
        (
            "tf36/tf36/ships/0", "TF36-XX",
            "tf36.toml, key 'tf36.ships': there is no naval unit 'TF36-XX'",
        ),
        ("bases/bases/WAU", None, ""),
        (
            "bases/bases/RAB",
            None,
            "initiative.toml, key 'initiative.rabaul': there is no airbase 'RAB'",
        ),
        ("bases/bases/RAB/hex", "1209", "bases.toml, key 'bases.RAB.hex': there is no hex '1209'"),
        (
            "bases/bases/RAB/side",
            "japanese",
            "bases.toml, key 'bases.RAB': a fixed airbase has no side, any other has one",
        ),
        (
            "control/control/nobody", ["0101"],
            "control.toml, key 'control': there is no side 'nobody'",
        ),
        (
            "calendar/calendar/early", None,
            "calendar.toml, key 'calendar': the tracks are not 'early' and 'main'",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(path: str, value: object, said: str) -> None:
    if said:
        assert said in refusals(put(path, value))
    else:
        book: dict[str, Any] = deepcopy(dict(tables()))
        put(path, value)(book)
        assert "WAU" not in read_charts(book).bases


def test_all_problems_of_all_charts_come_at_once() -> None:
    said = refusals(
        put("dice/dice/sides", "ten"),
        put("flak/flak/results/1", None),
        put("points/points/air_step", None),
    )
    assert len(said) == 3
    assert [line.partition("'")[2].partition("'")[0] for line in said] == [
        "flak.results[2]", "dice.sides", "points",
    ]  # fmt: skip


def test_a_chart_that_is_no_table_is_refused() -> None:
    assert any("models" in line for line in refusals(put("models/models", ["P38"])))


def test_a_chart_may_be_missing_and_is_told() -> None:
    assert refusals(put("dice", None))
