"""What kind of unit an id means, told where a text first names one of that kind."""

from pathlib import Path

import pytest

from pbem.systems.cartwheel.words.described import described
from tests.simulator import begin
from tests.systems.cartwheel.tabletop import CHARTS


@pytest.mark.parametrize(
    ("id_", "kind"),
    [
        ("A6M-204a", "Zero"), ("DIN-6", "Ki-46 Dinah"), ("B25S-90", "B-25 strafer"),
        ("B25-69", "Mitchell"), ("BFT-100", "Beaufort"), ("BEAU-30", "Beaufighter"),
        ("C47-6", ""), ("MARU1", ""), ("DAI1", "barges"), ("IJN-CLT1", "troop cruisers"),
        ("51D-115", "51st Division"), ("43-103", "43rd Division"), ("65B-141", "65th Brigade"),
        ("3M-9", "3rd Marine Division"), ("SNLF-K6", "naval landing force"), ("GAR-LAE", ""),
    ],
)  # fmt: skip
def test_2_2_an_id_tells_its_kind_or_the_text_does(id_: str, kind: str) -> None:
    assert described(CHARTS).get(id_, "") == kind


def test_a_report_tells_of_each_kind_once_and_dice_by_ids(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "cartwheel/bismarck-sea", ("japanese", "allied"))
    world.play(12)
    player = world.players[world.next_seat]
    capsys.readouterr()
    assert player.run("report") == 0
    said = " ".join(capsys.readouterr().out.split())
    body = said.partition("Random event")[2]
    assert body.count("(P-38 photo)") == 1
    assert "Recon by F5-8: " in body
    assert "Allied F5-8 (P-38 photo) flies to" in body
