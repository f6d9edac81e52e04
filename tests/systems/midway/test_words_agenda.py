"""What `status` says that a file of Midway decides: what it can, and nothing else (MB3)."""

from pathlib import Path

from pbem.engine.decisions import Decision
from pbem.game.status import summary
from pbem.systems.midway.form.form import sections
from pbem.systems.midway.table.state import Game
from pbem.systems.midway.words.agenda import agenda
from tests.simulator import begin
from tests.systems.midway.tabletop import CHARTS, put, table


def phases(game: Game, seat: str, *covers: str) -> list[str]:
    """The numbers of the phases in a seat's agenda."""
    said = agenda(game, Decision(seat=seat, rule="M9.1", covers=covers), CHARTS)
    return [words.partition("Phase ")[2].partition(":")[0] or words for words in said]


def test_mb3_phases_without_anything_to_order_are_not_named() -> None:
    covers = ("0/12", "1/2", "1/4", "1/6", "1/8")
    assert phases(table(), "american", *covers) == ["12"]
    assert phases(put(table(), "waiting", "VF-6"), "american", *covers) == ["12", "2"]
    assert phases(put(table(), "home", "VB-6"), "american", *covers) == ["12", "4"]
    assert phases(put(table(), "cap", "VF-6", ring=1), "american", *covers) == ["12", "4", "6"]
    assert phases(put(table(), "ready", "VB-6"), "american", *covers) == ["12", "4", "8"]


def test_mb3_what_may_be_launched_in_the_same_file_can_move_and_fly_cap() -> None:
    covers = ("3/9", "3/11", "4/1", "4/3", "4/5", "4/7")
    assert phases(put(table(), "deck", "Akagi-TB"), "japanese", *covers) == ["9", "11", "3"]
    assert phases(put(table(), "deck", "Akagi-F"), "japanese", *covers) == ["9", "11", "3", "5"]


def test_mb3_a_file_that_has_nothing_to_decide_says_so() -> None:
    assert phases(table(), "american", "3/2", "3/4") == ["nothing but standing orders"]


def test_mb4_sealed_plans_are_named_by_the_turn_that_they_are_of() -> None:
    seals = Decision(seat="japanese", rule="M11.1", covers=("0/11",), seals=("plan/t0",))
    opens = Decision(seat="japanese", rule="M1.1", covers=("4/1",), opens=("plan/t3",))
    assert "seals its plan of the set-up [M11.5]" in agenda(table(), seals, CHARTS)
    assert "opens its sealed plan of turn 3 [M11.5]" in agenda(table(), opens, CHARTS)


def test_mb3_whatever_the_form_offers_is_on_the_agenda(tmp_path: Path) -> None:
    world, offered, left_out = begin(tmp_path, "midway-even", ("japanese", "american")), 0, 0
    for _ in range(20):
        seat = world.next_seat
        with world.players[seat].session() as session:
            decides = summary(session)["decide"]
            view = session.view()
            titles = {f"turn {key.partition('/')[0]}" for key in view.decision.covers}
            for section in sections(view, session.rules.charts):
                if section.title.partition(",")[0].lower() not in titles:
                    continue
                said = section.title[0].lower() + section.title[1:] in decides
                assert said or not section.examples, (section.title, decides)
                offered += bool(section.examples)
                left_out += not said
        world.round()
    assert offered > 30
    assert left_out == 0, (
        "the form leaves out what there is nothing to decide in, as the agenda does"
    )
