"""What pieces are called in reports, also when they are gone [F.7]."""

from pbem.engine.mentions import spelled
from pbem.frozen import replace
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.names import names
from tests.systems.pto.frontdoor import begun, scenario
from tests.systems.pto.tabletop import CHARTS, force, ship, small_game


def test_f_7_pieces_and_areas_have_names() -> None:
    known = names(scenario("midway").game, CHARTS)
    assert {id_: known[id_] for id_ in ("akagi", "j-cv41-kb1", "kido-butai", "jp-home-army")} == {
        "akagi": "Akagi",
        "j-cv41-kb1": "J-CV41 KB1",
        "kido-butai": "Kido Butai",
        "jp-home-army": "Home Army",
    }
    assert (known["MID"], known["LUZ"]) == ("Midway Sea", "Luzon")


def test_f_7_what_has_left_the_table_keeps_its_name() -> None:
    """A cruiser without EP to stay at sea is sunk, and its force is gone with it [PH14.2]."""
    tone = replace(ship("tone", "CA", speed=5, damaged=True), name="Tone")
    game = force(small_game(month=1), "raiders", "JP", "HAW", tone)
    game = game.with_forces([replace(game.forces["raiders"], name="Raiding Force")])
    play = begun(game, "P5-first")
    play.file("tokyo")
    events = play.file("washington", dice={"W1 grounding arctic": 2, "W1 grounding land": 2})
    assert "tone" not in play.game.ships
    assert "raiders" not in play.game.forces
    lines = [line.text for one in events for line in PTO.wording(one, CHARTS)]
    text = spelled(lines, names(play.game, CHARTS))
    assert [one for one in text if "Tone" in one or "Raiding" in one] == [
        "Raiding Force (raiders) stays in Hawaiian Waters (HAW): 1 EP due; no port of its side is"
        " in reach of Raiding Force [PH14.1]",
        "Japan has no EP for Tone (tone) [PH14.2]",
        "Tone is sunk: 1 VP [PH2.2, PH15.1]",
    ]
