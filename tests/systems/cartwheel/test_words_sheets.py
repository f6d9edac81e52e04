"""The tables of the situation: everything public stands in them, and nothing else."""

from itertools import islice

import pytest

from pbem.engine.sheets import Sheet
from pbem.engine.titles import turn_called, turn_to_type
from pbem.frozen import FrozenMap, replace
from pbem.report.layout import width_of
from pbem.report.plain import table
from pbem.systems.cartwheel.rules.r05_events import random_event
from pbem.systems.cartwheel.system import CARTWHEEL, stand
from pbem.systems.cartwheel.table.orders_operations import StandDown
from pbem.systems.cartwheel.table.state import Award, Base, Floatplane, Game, Owed
from pbem.systems.cartwheel.table.turn import Count, Scout, Turn
from pbem.systems.cartwheel.table.under_way import Raid
from pbem.systems.cartwheel.words.overview import overview
from pbem.systems.cartwheel.words.sheets import sheets
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS, ScriptedDice
from tests.systems.cartwheel.walked import walk


def shown(game: Game) -> dict[str, Sheet]:
    """The tables by title."""
    return {sheet.title: sheet for sheet in sheets(game, CHARTS)}


def told(game: Game) -> dict[str, str]:
    """The first table: how things stand, by what they are."""
    return {row.cells[0]: row.cells[1] for row in shown(game)["The turn"].rows}


def row(sheet: Sheet, begins: str) -> tuple[str, ...]:
    """The cells of the row whose first cell begins so."""
    return next(row.cells for row in sheet.rows if row.cells[0].startswith(begins))


@pytest.mark.parametrize("width", [78, 40])
@pytest.mark.parametrize("scenario", ["campaign", "toenails", "bougainville", "bismarck-sea"])
def test_tables_of_a_game_by_chance_fit_the_terminal(scenario: str, width: int) -> None:
    for moment in islice(walk(scenario, 1), 40):
        for sheet in sheets(moment.match.game, CHARTS):
            assert max(width_of(line) for line in table(sheet, width)) <= width


@pytest.mark.parametrize(
    ("scenario", "turn", "title"),
    [
        ("bismarck-sea", 1, "February II 1943 (turn 1)"),
        ("bougainville", 8, "October II 1943 (turn 8)"),
        ("campaign", 0, "turn 0"),
        ("bismarck-sea", 4, "turn 4"),
    ],
)
def test_h1_a_turn_is_called_as_its_track_calls_it(scenario: str, turn: int, title: str) -> None:
    """Of what lies outside the track somebody may ask on the command line; it has no name."""
    game, name = started(scenario), title.partition(" (")[0]
    assert turn_to_type(CARTWHEEL, game, turn, "", CHARTS) == title
    assert turn_called(CARTWHEEL, game, name.upper(), range(13), CHARTS) == turn


def test_the_first_table_tells_turn_points_and_initiative() -> None:
    game = started("toenails").awarded("allied", 3, "H16.1", "test")
    facts = told(game)
    assert facts["Turn"] == "July I 1943, then 3 more"
    assert facts["Victory points"] == "Allied 1 1/2 VP, Japanese 0 VP"
    assert facts["Initiative marker"] == "Allied"
    assert facts["TF-36"] == "used 0 of 1 time"


def test_flags_of_events_are_told_while_they_hold() -> None:
    game = replace(started(), turn=Turn(storm=True, ace="japanese", convoy=2, eleventh="yes"))
    facts = told(game)
    words = "storm, 2 steps more in the Japanese pool, Japanese Ace to be placed"
    assert facts["Event in force"] == words
    assert facts["11th Hikoshidan"] == "committed"


def test_h10_6_the_submarine_may_attack_until_it_has_or_is_sunk() -> None:
    game = replace(started("toenails"), turn=Turn(submarine=True))
    submarine = game.ships[CHARTS.submarine.unit]
    assert told(game)["Event in force"] == "SS1 may attack"
    for spent in (replace(submarine, steps=0), replace(submarine, moved=game.now)):
        assert "Event in force" not in told(game.with_ships((spent,)))


def test_the_event_that_was_thrown_is_told_also_if_nothing_is_left_of_it() -> None:
    assert "Event of the turn" not in told(started())
    game, _ = random_event(started(), CHARTS, ScriptedDice({"5.1 event": 7}))
    assert told(game)["Event of the turn"] == "Quiet"
    assert "Event in force" not in told(game)
    game, _ = random_event(started(), CHARTS, ScriptedDice({"5.1 event": 3, "5.1 event #2": 10}))
    assert told(game)["Event of the turn"] == "Volcano"


def test_h8_6_who_has_stood_down_is_told_as_long_as_it_holds() -> None:
    """Standing down is no event of a step: it stands in this table from that file on."""
    game = started()
    assert "Stood down" not in told(game)
    for on, words in ((True, "Japanese"), (False, None)):
        game = stand(game, game.seat_of("japanese"), StandDown(on=on), 7)
        assert told(game).get("Stood down") == words


def test_points_are_summed_by_rule() -> None:
    awards = tuple(
        Award(turn=1, side=side, points=points, rule=rule, why="test")
        for side, points, rule in (
            ("allied", 2, "H16.1"), ("allied", 1, "H16.1"), ("japanese", 2, "H5.3.2"),
        )
    )  # fmt: skip
    sheet = shown(replace(started(), awards=awards))["Victory points by rule"]
    assert [row.cells for row in sheet.rows] == [
        ("H5.3.2", "TF-36 committed", "-", "1 VP"),
        ("H16.1", "losses and wrecked bases", "1 1/2 VP", "-"),
    ]
    turn = overview(replace(started(), awards=awards), CHARTS)[0]
    assert dict(one.cells for one in turn.rows)["by rule"] == (
        "TF-36 committed: Japanese 1 VP; losses and wrecked bases: Allied 1 1/2 VP"
    )


def test_a_base_shows_hits_supply_radar_and_what_recon_was_told() -> None:
    game = started()
    base = replace(game.bases["RAB"], hits=2, supplied=False, radar=True)
    turn = replace(game.turn, counts=FrozenMap({"RAB": Count(fighters=3, bombers=1)}))
    cells = row(shown(replace(game.with_base(base), turn=turn))["Airbases"], "RAB")
    assert cells[1:3] == ("1203", "Japanese")
    assert "2 of" in cells[3]
    assert cells[3].endswith("no supply, radar")
    assert cells[4] == "3F 1B"


def test_h13_3_all_that_is_cut_off_from_supply_stands_in_one_row() -> None:
    game = started("toenails")
    assert not any(one.cells[0] == "Cut off from supply" for one in shown(game)["The turn"].rows)
    base = replace(game.bases["RAB"], supplied=False)
    ship = replace(game.ships["US-T3"], supplied=False)
    told = row(shown(game.with_base(base).with_ships((ship,)))["The turn"], "Cut off from supply")
    assert told[1] == "Allied US-T3; Japanese Rabaul"


def test_bases_under_construction_and_destroyed_ones_stand_in_the_table() -> None:
    game = started()
    building = Base(id="MJ1", hex="1405", owner="japanese", status="building")
    sheet = shown(game.with_base(building))["Airbases"]
    assert row(sheet, "MJ1")[3] == "under construction"
    assert row(sheet, "TOR")[3] == "destroyed"


def test_ships_stand_with_cargo_and_damage_and_ground_units_with_forts() -> None:
    game = started("toenails")
    ship = replace(game.ships["US-T3"], steps=1, disrupted=True, cargo=("43-103", "supply"))
    found = shown(game.with_ships((ship,)))
    cells = row(found["Ships"], "1707")
    words = "US-T3 (1 of 2 steps, disrupted, carries 43-103 + 1 supply unit)"
    full = "US-T3 (disrupted, carries 43-103 + 1 supply unit)"
    assert words in cells[1] or full in cells[1]
    assert row(found["Ground units"], "1606")[1] == "Japanese, fort"


def test_missions_recon_and_statements_due_are_told() -> None:
    game = started()
    raid = Raid(
        id="t1m1", side="allied", kind="strike", hex="1203", band=3, escorts=1, strikers=2,
        transports=0, asked=True,
    )  # fmt: skip
    operations = replace(
        game.operations, to_act="allied", run=2, queue=("t1m1",), raids=FrozenMap({"t1m1": raid})
    )
    scout = Scout(id="F5-8", side="allied", hex="1203", base="RAB")
    game = replace(
        game,
        operations=operations,
        turn=replace(game.turn, scouts=FrozenMap({"F5-8": scout})),
        owed=(Owed(side="japanese", kind="struck", place="RAB", mission="t1m0"),),
    )
    found = shown(game)
    assert [r.cells for r in found["Missions under way"].rows] == [
        ("t1m1", "Allied strike, high", "1203 (Rabaul)", "2 strikers, 1 escort", "awaits the reply")
    ]
    assert row(found["Reconnaissance"], "F5-8")[3:] == ("Rabaul", "-")
    facts = told(game)
    assert facts["To be stated"] == "Japanese: who was hit at Rabaul by mission t1m0"


def test_of_air_units_only_what_was_seen_is_told() -> None:
    game = replace(started("toenails"), now=2)
    hit = replace(game.air["A6M-201"], steps=1, disrupted=True, seen=2, flew=2, base="RAB")
    lost = replace(game.air["A6M-251"], steps=0, base="")
    sheet = shown(game.with_air((hit, lost)))["Air units"]
    assert row(sheet, "Seen reduced")[2] == "A6M-201"
    assert row(sheet, "Disrupted this turn")[2] == "A6M-201"
    assert row(sheet, "Eliminated")[2] == "A6M-251"
    assert "RAB in July II 1943: A6M-201" in row(sheet, "Last named at")[2]


def test_enemy_ships_at_a_place_are_told_as_the_enemy_s() -> None:
    game = started("bougainville")
    came = [replace(game.ships[id_], at="1405") for id_ in ("US-T1", "US-T3", "US-T4")]
    found = overview(game.with_ships(came), CHARTS)
    sheet = next(one for one in found if one.heads[0] == "Japanese places")
    assert row(sheet, "1405")[3] == "3 ships; Allied 3 ships"


def test_ships_that_are_disrupted_or_loaded_are_told_so_where_they_lie() -> None:
    game = started("bismarck-sea")
    hurt = replace(game.ships["MARU1"], at="1104", disrupted=True, cargo=("51D-115",))
    came = (hurt, replace(game.ships["MARU2"], at="1104", cargo=()))

    def told(game: Game) -> str:
        sheets_ = overview(game, CHARTS)
        sheet = next(one for one in sheets_ if one.heads[0] == "Japanese places")
        return row(sheet, "1104")[3]

    found = game.with_ships(came)
    assert told(found) == "MARU1 (loaded, disrupted), MARU2"
    more = found.with_ships((replace(game.ships["IJN-CLT1"], at="1104"),))
    assert told(more) == "3 ships (1 loaded, 1 disrupted)"


def test_air_units_that_are_disrupted_are_told_as_far_as_all_know_of_them() -> None:
    """There may be more, and all may know it: who was disrupted in an earlier turn is not told."""
    (sheet,) = (one for one in overview(started(), CHARTS) if one.heads[0] == "Air units")
    assert "Disrupted this turn" in sheet.heads


def test_a_radar_and_a_rufe_in_port_are_told_at_their_place() -> None:
    """Both lie open to everybody [H5.1, 6.3.6~]."""
    game = started("toenails")
    game = game.with_base(replace(game.bases["RUS"], radar=True))
    rufe = Floatplane(id="RUF-802", side="japanese", hex="1606", steps=2)
    sheets_ = overview(replace(game, floatplanes=FrozenMap({"RUF-802": rufe})), CHARTS)
    places = {one.heads[0]: one for one in sheets_ if one.heads[0].endswith(" places")}
    assert row(places["Allied places"], "1707 Russell Islands")[1] == "RUS Radar"
    assert row(places["Japanese places"], "1606 Munda")[1] == "RUF-802 at the port"


def test_quiet_places_say_what_their_numbers_are() -> None:
    sheets_ = overview(started("bismarck-sea"), CHARTS)
    (quiet,) = (one for one in sheets_ if one.rows[0].cells[0].startswith("Quiet"))
    assert [row.cells[0] for row in quiet.rows] == [
        "Quiet, Allied: CF (units)", "Quiet, Japanese: CF (units)",
    ]  # fmt: skip
