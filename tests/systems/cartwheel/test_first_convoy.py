"""What a player new to the Bismarck Sea is told of his convoy, and of the names that he writes."""

from pathlib import Path

import pytest

from tests.systems.cartwheel.files import world
from tests.systems.cartwheel.test_foretold import _covers

CONVOY = """[[order]]
type = "naval-mission"
ships = ["MARU1", "IJN-CLT1"]
path = ["1203", "1104", "1004", "0905", "0805", "Lae"]
purpose = "transport"
"""


def test_one_misspelt_base_leaves_the_names_beside_it_what_they_mean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = world(tmp_path, "bismarck-sea").players["japanese"]
    path = one.folder / "o.toml"
    path.write_text(
        '[[order]]\ntype = "redistribute"\n'
        'units = { A6M-253 = "Cape Glouster", a6m-251 = "Rabaul", KI21-14 = "Gasmata" }\n'
    )
    capsys.readouterr()
    assert one.run("check", str(path)) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert "A6M-253 cannot base at 'Cape Glouster' [6.3]" in said
    assert said.count("pbem: error:") == 1


def test_h17_1_form_and_check_tell_how_the_cargo_of_a_convoy_comes_ashore(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = world(tmp_path, "bismarck-sea")
    while made.next_seat != "japanese" or "4.4" not in str(_covers(made)):
        made.round()
    one = made.players["japanese"]
    capsys.readouterr()
    assert one.run("orders", "-o", "-") == 0
    form = " ".join(capsys.readouterr().out.replace("#", "").split())
    assert (
        "The Japanese player earns 3 VP for a ground step and 1 1/2 VP for a supply unit that lands"
        " at Lae or Finschhafen; for one lost at sea his enemy 2 VP and 1 VP [H17.1]."
    ) in form
    assert "MARU1 and MARU2 can reach: 0805 (Finschhafen) 4, 0705 (Lae) 5." in form
    assert (
        "After the missions you are asked: 'land' or 'withdraw' with unload = true; ships that are"
        " disrupted then keep it aboard [H10.2, H11.5, H12.2]."
    ) in form
    path = one.folder / "o.toml"
    path.write_text(CONVOY)
    assert one.run("check", str(path)) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert (
        "Aboard: MARU1 51D-115 (51st Division) and 2 supply units. All of it stays there until you"
        " land or unload it [H11.5, H12.2]."
    ) in said
