"""What a file does not take is told by the author's own phases, readable or not [M0.3]."""

from pathlib import Path

import pytest

from tests.simulator import World, begin

PHASES = (
    ('type = "move"', "Phase 3: Japanese moves", "Phase 4: American moves"),
    ('type = "attack"\ncarrier = "hornet"', "Phase 7: Japanese", "Phase 8: American"),
)


def begun(place: Path) -> World:
    return begin(place, "midway/midway-0700", ("japanese", "american"), {"pace": "phase"})


@pytest.mark.parametrize(("order", "own", "others"), PHASES)
def test_m0_3_an_order_too_early_that_lacks_a_key_is_told_by_its_authors_phase_alone(
    order: str, own: str, others: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player, mine = begun(tmp_path).players["japanese"], tmp_path / "mine.toml"
    for keys in "", 'squadrons = ["Akagi-DB"]\nto = "ready"\n':
        kept = keys if "move" in order else keys.partition("to")[0]
        mine.write_text(f"[[order]]\n{order}\n{kept}")
        assert player.run("check", str(mine)) == 1
        said = capsys.readouterr().err
        assert "is not asked for in this file" in said
        assert own in said
        assert others not in said
