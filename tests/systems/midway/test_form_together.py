"""The examples of a short form are legal together; a fault of two orders names the other."""

import re
from pathlib import Path

import pytest

from pbem.engine.orders import Order
from pbem.engine.steps import Spare, View
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.form.form import sections
from pbem.systems.midway.table.orders import SearchGroups, StandingMove
from pbem.systems.midway.table.state import Game
from tests.simulator import Player, begin
from tests.systems.midway.randomplay import player as by_chance
from tests.systems.midway.selfplay import match, moments
from tests.systems.midway.tabletop import CHARTS, ordered, put, table, view

SEATS = ("japanese", "american")
EXAMPLE = re.compile(r"^# (\[\[|[a-z_.]+ = |\")", re.MULTILINE)


def uncommented(player: Player, capsys: pytest.CaptureFixture[str]) -> Path:
    """A fresh form in which every example is given."""
    assert player.run("orders", "--anew") == 0
    capsys.readouterr()
    (form,) = player.folder.glob("orders-0*.toml")
    form.write_text(EXAMPLE.sub(r"\1", form.read_text()))
    return form


@pytest.mark.parametrize("scenario", ["midway/midway-0700", "midway/midway-even"])
@pytest.mark.parametrize("pace", ["turn", "phase"])
def test_all_examples_of_a_short_form_are_legal_together(
    scenario: str, pace: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world, given = begin(tmp_path, scenario, SEATS, {"pace": pace}), 0
    for _ in range(16):
        author = world.players[world.next_seat]
        form = uncommented(author, capsys)
        given += form.read_text().count("\n[[order]]")
        assert author.run("check", str(form)) == 0, (form.read_text(), capsys.readouterr().err)
        form.unlink()
        world.round()
    assert given > 16


@pytest.mark.parametrize("is_before", [True, False])
def test_a_fault_that_another_order_makes_names_that_order(
    is_before: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Phases are judged in their own order, wherever the orders stand."""
    player = begin(tmp_path, "midway/midway-0700", SEATS).players["japanese"]
    mine = player.folder / "mine.toml"
    orders = (
        '[[order]]\ntype = "move"\nsquadrons = ["Akagi-F"]\nto = "waiting"\n',
        '[[order]]\ntype = "cap-attack"\nsquadrons = ["Akagi-F"]\n',
    )
    mine.write_text("".join(orders if is_before else orders[::-1]))
    assert player.run("check", str(mine)) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert "Akagi-F is no CAP squadron of yours [M5.1]" in said
    other = 1 if is_before else 2
    assert f"hint: order {other}, 'move', is in its way: take one of the two out" in said


@pytest.mark.parametrize("pace", ["turn", "phase"])
def test_neither_attack_nor_search_lacks_an_example_for_those_before_it_in_the_form(
    pace: str,
) -> None:
    """An attack is shown for the bombers that the examples before let come so far [M7.1, M16.1]."""
    wild, seen = by_chance(5), 0

    def looking(now: View[Game], _: Charts) -> tuple[Order, ...]:
        nonlocal seen
        phases = [one for one in sections(now, CHARTS) if one.title.startswith("Turn")]
        attacks = [one for one in phases if one.title.endswith("carrier attacks")]
        assert not [one.title for one in attacks if not one.examples]
        for one in (one for one in phases if "search for him" in " ".join(one.choices)):
            seen += 1
            assert "search-groups" in {order.type for order in one.examples}, one
        return wild(now)

    for number in range(4):
        for _ in moments(match(number, pace=pace), looking, looking):
            pass
    assert seen


def test_m16_1_the_example_of_search_groups_holds_who_moves_by_the_example_of_a_move() -> None:
    game = put(table(search_done=False), "moving", "VB-6", "VS-6", "VF-6")
    hold = StandingMove(squadrons=("VS-6",), move="hold")
    seen = view(ordered(game, hold, seat="american"), "american", "3/4")
    (groups,) = (
        order
        for one in sections(seen, CHARTS)
        for order in one.examples
        if isinstance(order, SearchGroups) and not isinstance(one, Spare)
    )
    assert sorted(id_ for group in groups.groups for id_ in group) == ["VB-6", "VF-6"]
