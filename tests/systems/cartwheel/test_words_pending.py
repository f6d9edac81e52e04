"""What a side has ordered openly for what is still to come is told before the other decides."""

from pbem.game.pending import to_come
from pbem.report import plain
from pbem.report.blocks import Report
from pbem.systems.cartwheel.table.events_turn import MobileDismantled
from pbem.systems.cartwheel.table.orders_ground import Land
from pbem.systems.cartwheel.table.orders_operations import Asked, NavalMission, Pass
from pbem.systems.cartwheel.table.orders_turn import (
    Build,
    Dismantle,
    Recon,
    ReconReturn,
    Withdraw,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.test_golden_bases import CALM, next_turn
from tests.systems.cartwheel.test_words_missions import CONVOY

__all__ = ["loaded"]


def told(game: Play, reader: str) -> str:
    """What the news of a side say of what is still to come."""
    blocks = tuple(to_come(game.match.fold, game.match.rules, reader))
    return " ".join(plain.render(Report(title="", blocks=blocks)).split())


SEEN = {"7.3 recon DIN-6": 1, "7.3 recon F5-8": 1}


def at_lae(faces: dict[str, int]) -> Play:
    """The Japanese act first ashore with both MARUs off Lae; recon of both sides is out."""
    game = play("bismarck-sea", faces | CALM | SEEN).until(JAPANESE, "7.3")
    game.file(Recon(unit="DIN-6", hex="0806", base="DOB"), Asked(hexes=()))
    game.until(ALLIED, "7.3").file(Recon(unit="F5-8", hex="0705", base="LAE"))
    game.until(JAPANESE, "4.4")
    game.file(NavalMission(ships=("MARU1", "MARU2"), path=CONVOY), Pass(rest=True))
    return game.until(JAPANESE, "4.5")


def test_h12_2_who_goes_home_is_told_before_the_other_side_concludes(
    loaded: dict[str, int],
) -> None:
    """And what they put ashore; what their file has landed already is told no more [H12.2.1]."""
    game = at_lae(loaded)
    game.file(
        Land(ship="MARU2", units=("SNLF-S5",), supply=1),
        Withdraw(ships=("MARU1",), path=("0705", "0805")),
        Withdraw(ships=("MARU2",), path=("0705",), unload=True),
    ).until(ALLIED, "4.6")
    said = told(game, ALLIED)
    assert "MARU1 sails to 0805 (Finschhafen) [H12.2]." in said
    assert "MARU2 stays at 0705 (Lae) [H12.2]." in said
    assert "MARU2 puts" in said
    assert "MARU2 lands" not in said
    assert told(game, JAPANESE) == ""


def test_6_5_a_base_that_is_begun_is_told_before_the_other_side_opens_its_turn(
    loaded: dict[str, int],
) -> None:
    game = play("bismarck-sea", loaded | CALM).until(JAPANESE, "5.2")
    game.file(Build(base="MJ1", hex="0705"))
    assert "Mobile base MJ1 is begun in 0705 (Lae)" in told(game, ALLIED)


def test_6_5_4_a_base_that_is_taken_away_is_told_before_the_other_side_concludes(
    loaded: dict[str, int],
) -> None:
    loaded |= {**CALM, "11.1 ground initiative": 10}
    game = play("campaign", loaded).until(ALLIED, "5.3").file(Build(base="MA1", hex="0806"))
    next_turn(game).until(ALLIED, "4.5-first").file(Dismantle(base="MA1"))
    game.until(JAPANESE, "4.5-second")
    assert "(MA1) in 0806 (Dobodura) is taken away in the Regroup phase" in told(game, JAPANESE)
    next_turn(game)
    assert [event.base for event in game.events(MobileDismantled)] == ["MA1"]


def test_7_3_5_where_recon_lands_is_told_to_nobody_else(loaded: dict[str, int]) -> None:
    game = at_lae(loaded)
    assert "DIN-6" in game.game.turn.scouts
    game.file(ReconReturn(unit="DIN-6", base="RAB")).until(ALLIED, "4.6")
    assert told(game, ALLIED) == ""
