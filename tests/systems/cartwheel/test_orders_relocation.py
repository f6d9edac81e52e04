"""What a player's own program refuses before it seals: refuges, returns, arrivals (E.3)."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.scenario import Reinforcement
from pbem.systems.cartwheel.table.events_charts import Stated
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.orders_turn import Arrive, Evacuate, ReconReturn
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.loaded import loaded, play
from tests.systems.cartwheel.refusals import (
    ALLIES,
    GAME,
    JAPAN,
    allies,
    refused,
    ruined,
)
from tests.systems.cartwheel.tabletop import scouted

__all__ = ["loaded"]

# --- lists of refuges [H6.6.1, H6.6.5] -----------------------------------------------------------


def test_h6_6_5_bases_that_are_offered_as_refuges_are_taken() -> None:
    """Ships without a deck hold no aircraft, so that no list of refuges can name them."""
    game = GAME
    for base in ("BKA", "BUI", "CGL", "FIN", "GAS", "KAV", "LAE", "MAD", "MUN", "VIL", "WEW"):
        game = ruined(game, base)
    (said,) = refused(JAPAN, game, Evacuate(base="RAB", to=("Buka",)))
    assert said.endswith(
        " -> your bases are: AIT (Aitape), HOL (Hollandia), MAN (Momote), RAB (Rabaul), "
        "TRK (Truk), IJN-CV1, IJN-CVL1"
    )


def test_h6_6_5_lists_of_refuges_name_places_that_one_has_charts_of() -> None:
    hint = (
        "your bases are: AUS (Australia), DOB (Dobodura), GOO (Goodenough), "
        "GUA (Guadalcanal), KIR (Kiriwina), MER (Merauke), MIL (Milne Bay), "
        "PM (Port Moresby), RUS (Russell Islands), SOP (South Pacific) …"
    )
    assert refused(ALLIES, GAME, Evacuate(base="DOB", to=("PM", "RAB", "TF36-CV"))) == []
    assert refused(ALLIES, GAME, Evacuate(base="DOB", to=())) == [], "the list is struck out"
    for base in ("TRK", "IJN-CV1", "US-CA1", "X"):
        said = f"H6.6.5: you have no chart of '{base}' -> {hint}"
        assert refused(ALLIES, GAME, Evacuate(base=base, to=("PM",))) == [
            f"order 1, key 'base': {said}"
        ]
        assert refused(ALLIES, GAME, Evacuate(base="DOB", to=("PM", base))) == [
            f"order 1, key 'to': {said}"
        ]
    assert refused(ALLIES, GAME, Evacuate(base="DOB", to=("DOB",))) == [
        "order 1, key 'to': H6.6.5: DOB is no refuge from itself -> take it out"
    ]


def test_h6_6_1_a_list_without_a_legal_base_costs_no_unit_of_a_bombed_base(
    loaded: dict[str, int],
) -> None:
    """Truk is out of range, and any other own base will do: Vila is nearest.

    The list is for bases that are taken, where it has the last word [H6.6.5].
    """
    loaded |= {"5.1 event": 7, "7.5 missions": 9}
    strikers = ("B25-69", "B25-70", "TBF-143")
    loaded |= {f"9.9 aa t1m1 {unit}": 1 for unit in strikers}
    loaded |= {f"9.10 bomb t1m1 {unit}": 10 for unit in strikers}
    loaded |= {f"9.10 ground t1m1 BUI #{k}": 1 for k in range(1, 7)}
    strike = AirMission(
        kind="strike", hex="1405", band="medium", strikers=strikers, mode="regular",
        target="base:BUI",
    )  # fmt: skip
    game = play("toenails", loaded).until(JAPANESE, "5.2")
    game.file(Evacuate(base="BUI", to=("TRK",))).until(ALLIED, "4.4")
    game.file(strike).file(Reply(mission="t1m1")).file()
    assert game.game.bases["BUI"].status == "destroyed"
    game.until(JAPANESE, "4.4").file()
    (stated,) = [event for event in game.events(Stated) if event.kind == "lost-base"]
    assert stated.lost == ()
    bases = {unit: game.plane(JAPANESE, unit) for unit in stated.saved}
    assert {one and (one.base, one.half) for one in bases.values()} == {("VIL", "flown")}
    assert len(bases) == 4
    while game.game.now == 1:
        game.file()
    assert game.match.audit() == []


# --- returns and arrivals [7.3.5~, H15] ----------------------------------------------------------


def back(unit: str, base: str) -> ReconReturn:
    return ReconReturn(unit=unit, base=base)


def test_7_3_5_recon_returns_to_a_base_in_range_of_its_hex() -> None:
    out, game = allies("F5-8", away=True), scouted(GAME, "allied", "F5-8", "1203")
    assert refused(out, game, back("F5-8", "DOB"), step="4.6-first") == []
    for base in ("SOP", "RAB", "nowhere"):
        assert refused(out, game, back("F5-8", base), step="4.6-first") == [
            f"order 1, key 'base': 7.3.5~: F5-8 cannot land at '{base}'"
            " -> it can at: KIR (Kiriwina), WDL (Woodlark), GOO (Goodenough), DOB (Dobodura), "
            "MIL (Milne Bay), WAU (Wau), PM (Port Moresby), RUS (Russell Islands), "
            "GUA (Guadalcanal)"
        ]


@pytest.mark.parametrize("unit", ["P38-9", "DIN-6", "X"])
def test_7_3_5_only_recon_units_on_a_hex_return(unit: str) -> None:
    out = allies("F5-8", away=True)
    game = scouted(scouted(GAME, "allied", "F5-8", "1203"), "japanese", "DIN-6", "0707")
    said = f"order 1, key 'unit': 7.3.5~: {unit} is no recon unit of yours on a hex -> these are:"
    assert refused(out, game, back(unit, "PM"), step="4.6-first") == [f"{said} F5-8"]
    assert refused(ALLIES, GAME, back(unit, "PM"), step="4.6-first") == [f"{said} none"]


def coming(*arrivals: Reinforcement) -> Game:
    """The game with other reinforcements than the campaign's, due this turn."""
    return replace(GAME, terms=replace(GAME.terms, arrivals=arrivals))


FRESH = Reinforcement(turn=1, side="japanese", units=("KI49-61",), place="")
TO_WEWAK = Reinforcement(turn=1, side="japanese", units=("KI61-78a", "KI61-78b"), place="WEW")


def come(**units: str) -> Arrive:
    return Arrive(units=FrozenMap({u.replace("_", "-"): base for u, base in units.items()}))


def test_h15_reinforcements_come_as_the_schedule_says() -> None:
    game = coming(FRESH, TO_WEWAK)
    order = come(KI49_61="HOL", KI61_78a="WEW")
    assert refused(JAPAN, game, order, step="4.6-first") == []
    assert refused(JAPAN, game, come(A6M_201="RAB"), step="4.6-first") == [
        "order 1, key 'units': H15.3: A6M-201 does not arrive this turn"
        " -> due are: KI49-61, KI61-78a, KI61-78b"
    ]
    assert refused(JAPAN, GAME, come(KI49_61="RAB"), step="4.6-first") == [
        "order 1, key 'units': H15.3: KI49-61 does not arrive this turn"
        " -> none are due: take the order out"
    ]
    said = "order 1, key 'units': H15.2: {} cannot arrive at '{}' -> it can at: {}"
    assert refused(JAPAN, game, come(KI49_61="BUI"), step="4.6-first") == [
        said.format("KI49-61", "BUI", "RAB (Rabaul), WEW (Wewak), HOL (Hollandia), TRK (Truk)")
    ]
    assert refused(JAPAN, game, come(KI61_78a="RAB"), step="4.6-first") == [
        said.format("KI61-78a", "RAB", "WEW (Wewak)")
    ]


def test_h15_2_there_is_room_for_all_that_arrive() -> None:
    game, order = coming(TO_WEWAK), come(KI61_78a="WEW", KI61_78b="WEW")
    assert refused(JAPAN, game, order, step="4.6-first") == []
    crowded = JAPAN.with_planes(
        replace(JAPAN.planes[unit], base="WEW") for unit in ("KI43-59a", "KI43-59b")
    )
    assert refused(crowded, game, order, step="4.6-first") == [
        "order 1, key 'units': H15.2: Wewak has no room for so many"
        " -> send some to another of their bases"
    ]
    two = come(KI61_78a="WEW"), come(KI61_78b="WEW")
    assert len(refused(crowded, game, *two, step="4.6-first")) == 2, "orders of a file add up"
