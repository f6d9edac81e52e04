"""What gives way to what in a crowded headline, and what is told together lest it mislead."""

from pbem.engine.events import ALL
from pbem.frozen import replace
from pbem.systems.pto.table.events_combat import ShipDamaged, ShipSunk
from pbem.systems.pto.table.events_economy import JapanBombed
from pbem.systems.pto.table.events_land import AreaTaken
from pbem.systems.pto.table.events_naval import RaidFlown, StrikeStopped
from pbem.systems.pto.table.events_play import FirstMover
from tests.systems.pto.headlines import headline


def test_damage_has_no_place_where_ships_that_sank_elsewhere_have_lost_theirs() -> None:
    """Else whoever reads `lose Princeton and Iowa; damaged: Essex at …` takes it for theirs."""
    lost = ShipSunk(
        to=ALL, ship="", tf="tf", points=4, nation="US", kind="CV", by=("yamato",), area="SCS"
    )
    flown = replace(lost, by=("FOR", "JPN"), flown=True, area="PHS")
    hurt = ShipDamaged(
        to=ALL, ship="iowa", tf="tf", nation="US", by=("FOR",), flown=True, area="PHS", kind="BB"
    )
    of_aircraft = [replace(flown, ship=ship) for ship in ("intrepid", "cabot", "essex", "hornet")]
    sunk = [replace(lost, ship=ship) for ship in ("lexington", "princeton", "langley", "wasp")]
    sunk += [replace(lost, ship=f"us-{kind}-1", kind=kind) for kind in ("CL", "DD", "STP")]
    at_sea = "damaged: ⟨iowa⟩ by aircraft at Philippine Sea"
    assert at_sea in " ".join(headline((*of_aircraft, hurt)))
    assert at_sea in " ".join(headline((*of_aircraft, *sunk, hurt)))
    japanese = [one for one in _losses_everywhere() if one.nation == "JP"]
    bombs = JapanBombed(to=ALL, strength=12, lost=2, left=0)
    wins = AreaTaken(to=ALL, area="LEY", nation="US", before="JP")
    told = " ".join(headline((*of_aircraft, *sunk, hurt, *japanese, bombs, wins)))
    assert "⟨wasp⟩, 1 CL, 1 DD and 1 STP; damaged: ⟨iowa⟩." in told


def test_what_bombs_cost_japan_is_told_before_who_goes_first() -> None:
    """P2.1.5: the last EP gone is news for whoever sent the bombers, too."""
    bombs = JapanBombed(to=ALL, strength=12, lost=2, left=0)
    first = FirstMover(to=ALL, side="japanese")
    told = " ".join(headline((*_losses_everywhere(), first, bombs)))
    assert "ombs cost Japan 2 EP, 0 left" in told
    assert "go first" not in told


def test_strikes_that_failed_in_two_ways_are_counted_together() -> None:
    """Which of two strikes at task forces in one sea hit is told by the force."""
    raid = RaidFlown(
        to=ALL, side="allied", area="LUZ", at="aircraft", tf="", units=("us-1",), escorts=()
    )
    field = replace(raid, at="airfield")
    stopped = StrikeStopped(to=ALL, area="LUZ", at="airfield", tf="")
    assert headline((raid, field, stopped)) == (
        "An Allied air strike hits nothing: the aircraft on the ground at Luzon; an Allied air"
        " strike does not get through: the airfield at Luzon.",
    )
    told = " ".join(headline((raid, field, stopped, *_losses_everywhere())))
    assert "2 Allied air strikes fail" in told
    at_two = [replace(raid, area="MID", at="ships", tf=tf) for tf in ("kido-butai", "main-body")]
    hurt = ShipDamaged(
        to=ALL, ship="akagi", tf="kido-butai", nation="JP", by=("tf-16",), flown=True,
        area="MID", kind="CV",
    )  # fmt: skip
    told = " ".join(headline((*at_two, hurt)))
    assert "n Allied air strike hits nothing: ⟨main-body⟩ at Midway Sea" in told


def _losses_everywhere() -> tuple[ShipSunk, ...]:
    """Ships of both sides sunk in many seas, so that a headline is crowded."""
    sunk = ShipSunk(
        to=ALL, ship="", tf="tf", points=2, nation="JP", kind="CA", by=("iowa",), area="SCS"
    )
    return tuple(
        replace(sunk, ship=f"cruiser-{nation}-{area}-{n}", area=area, nation=nation)
        for nation in ("JP", "US")
        for area in ("SCS", "VIS", "PHS", "JAV")
        for n in range(4)
    )
