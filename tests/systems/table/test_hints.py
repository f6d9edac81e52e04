"""What was meant by a word at the table is looked for among its own kind."""

from pathlib import Path

import pytest

from tests.simulator import begin

FRESH = ("Lae garrison", "VP")
HINTS = {
    ("contest", "jappan"): "you can contest: 'Lae garrison', 'VP'",
    ("contest", "Lae garison"): (
        "did you mean Lae garrison? you can contest: 'Lae garrison', 'VP'"
    ),
    ("open", "jappan"): "you have sealed none that is not open",
    ("finish", "jappan"): "did you mean japan? say one of: japan, us, draw",
}


@pytest.mark.parametrize("words", HINTS)
def test_no_seat_is_meant_where_a_counter_or_a_note_is_named(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table", ("japan", "us"))
    author = world.next_seat
    orders = [{"type": "set", "counter": name, "value": "1"} for name in FRESH]
    world.deliver(world.players[author].send(*orders), author)
    capsys.readouterr()
    assert world.players[world.next_seat].run(*words) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert said.endswith(f"pbem: hint: {HINTS[words]}")
