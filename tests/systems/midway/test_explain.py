"""`orders --explain` of a game under way: keys, and a whole order where none can be listed."""

from pathlib import Path

import pytest

from tests.simulator import begin

SEATS = ("japanese", "american")


def test_search_groups_are_explained_with_a_whole_order_that_can_be_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "midway/midway-even", SEATS, {"pace": "phase"})
    american = world.players["american"]
    for _ in range(20):
        if world.next_seat == "american":
            assert american.run("orders", "--explain", "search-groups") == 0
            said = capsys.readouterr().out
            if "For example" in said:
                break
        world.round()
    else:
        pytest.fail("nobody searched")
    assert " squadrons in groups of " in " ".join(said.split())
    mine = tmp_path / "mine.toml"
    mine.write_text("".join(said.partition("[[order]]")[1:]))
    assert american.run("check", str(mine)) == 0


def test_m5_8_torpedo_bombers_that_cannot_be_there_are_hit_by_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    japanese = begin(tmp_path, "midway/midway-0700", SEATS).players["japanese"]
    assert japanese.run("orders", "--explain", "cap-attack") == 0
    assert "leave it out: none can be there" in capsys.readouterr().out
