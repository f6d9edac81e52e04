"""A sample of games by chance, checked and audited: see `python -m benchmarks fuzz`."""

import pytest

from benchmarks.fuzz import SETUPS, SYSTEMS, Game, fuzz
from benchmarks.fuzz_folders import alarms
from pbem.engine.hidden import Breach
from pbem.engine.sheets import Line
from pbem.frozen import replace
from pbem.systems.pto.rules.setup_options import SEALED_WORD
from pbem.systems.pto.table.state import MODIFICATIONS
from tests.systems.cartwheel import selfplay
from tests.systems.midway.randomplay import Turn

SAMPLE = [("midway", 14), ("cartwheel", 4), ("pto", 1), ("pto", 42), ("table", 7), ("table", 4)]
"""Numbers of games; a referee opens the dice of 4 and 42, which leaves modifications out."""


@pytest.mark.parametrize(("system", "number"), SAMPLE)
def test_a_game_by_chance_sets_off_no_alarm(system: str, number: int) -> None:
    played = fuzz((system, number))
    assert played.alarms == ()
    assert played.files > 5


def test_a_game_by_chance_is_verified_audited_and_restored() -> None:
    assert list(alarms(SETUPS["pto"](3))) == []


@pytest.mark.slow
@pytest.mark.parametrize(("system", "number"), [("pto", 42), ("cartwheel", 8)])
def test_a_game_with_a_referee_is_verified_audited_and_restored(system: str, number: int) -> None:
    assert "referee" in SETUPS[system](number).seats
    assert list(alarms(SETUPS[system](number))) == []


def test_games_by_chance_have_options_otherwise_than_most() -> None:
    """A referee opens the dice of some, in others Diehl's modifications or seals are left out."""
    pto = [SETUPS["pto"](number) for number in range(160)]
    refereed = [one for one in pto if one.options.get("witness") == "referee"]
    modified = [{*one.options} & {*MODIFICATIONS} for one in pto]
    open_ = [one for one in pto if one.options.get(SEALED_WORD) == "false" and len(one.seats) < 4]
    assert all("referee" in one.seats for one in refereed)
    for some in (refereed, [*filter(None, modified)], open_):
        assert 10 < len(some) < 30
    assert set().union(*modified) == {*MODIFICATIONS}
    for system, scenarios in (("cartwheel", 4), ("table", 1)):
        games = (SETUPS[system](number) for number in range(160))
        assert len({one.scenario for one in games if "referee" in one.seats}) == scenarios


@pytest.mark.slow
@pytest.mark.parametrize(("system", "number"), [("table", 7), ("midway", 14), ("cartwheel", 4)])
def test_a_longer_game_is_verified_audited_and_restored(system: str, number: int) -> None:
    assert list(alarms(SETUPS[system](number))) == []


def test_every_system_is_fuzzed() -> None:
    assert {system for system, _ in SAMPLE} == set(SYSTEMS)


# --- an alarm is told ----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_breach_is_an_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Breach(seat="allied", seq=9, rule="7.2", subject="P38-9", what="it was marked")
    monkeypatch.setattr(selfplay.Match, "audit", lambda _: [found])
    assert fuzz(("cartwheel", 0)).alarms == (
        "cartwheel/bismarck-sea 0, file 9 of allied: 7.2 P38-9: it was marked",
    )


def test_what_the_game_reports_as_a_breach_is_an_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    table_game = SYSTEMS["table"]

    def tattling(number: int) -> Game:
        game = table_game(number)
        lines = (Line(text="note 1 is void", kind="breach"),)
        system = replace(game.rules.system, wording=lambda *_: lines)
        game.rules = replace(game.rules, system=system)
        return game

    monkeypatch.setitem(SYSTEMS, "table", tattling)
    assert "table/table 1, turn 1, table: note 1 is void" in fuzz(("table", 1)).alarms


def test_a_crash_is_an_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(Turn, "proposals", crash)
    (alarm,) = fuzz(("midway", 1)).alarms
    assert alarm.startswith("midway/midway-even 1, after file 0: ")
    assert "ZeroDivisionError: by nothing" in alarm
