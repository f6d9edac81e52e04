"""The examples of a short form are legal together; a fault of two orders names the other."""

import re
from pathlib import Path

import pytest

from tests.simulator import Player, begin

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


def test_a_fault_that_an_order_before_makes_names_that_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = begin(tmp_path, "midway/midway-0700", SEATS).players["japanese"]
    mine = player.folder / "mine.toml"
    mine.write_text(
        '[[order]]\ntype = "move"\nsquadrons = ["Akagi-F"]\nto = "waiting"\n'
        '[[order]]\ntype = "cap-attack"\nsquadrons = ["Akagi-F"]\n'
    )
    assert player.run("check", str(mine)) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert "Akagi-F is no CAP squadron of yours [M5.1]" in said
    assert "hint: order 1 leaves no room for it: take one of the two out" in said
