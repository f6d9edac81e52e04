"""What was lost, to whom and where, and which battles and strikes hit nobody, in a headline."""

from pbem.engine.events import ALL, Roll
from pbem.frozen import replace
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_combat import (
    AirStepsLost,
    Expended,
    Homeless,
    InstallationAttacked,
    ShipDamaged,
    ShipSunk,
    SurfaceCombatBegun,
    Withdrew,
)
from pbem.systems.pto.table.events_economy import (
    RepairTried,
    UpkeepUnpaid,
)
from pbem.systems.pto.table.events_land import (
    AreaTaken,
    StepsLost,
)
from pbem.systems.pto.table.events_naval import RaidFlown
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.naming import all_of
from pbem.systems.pto.table.orders_month import Assault
from pbem.systems.pto.words.deeds import named_or_counted
from tests.systems.pto.headlines import headline
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.selfplay import bot, match
from tests.systems.pto.skies import TOKYO
from tests.systems.pto.tabletop import CHARTS, based, force, ship, small_game, troops


def test_losses_are_summed_up_by_side() -> None:
    """Ships with a name by it, others by kind, who goes down with them; what is only damaged."""
    sunk = ShipSunk(to=ALL, ship="yamato", tf="center", points=3, nation="JP", kind="BB")
    dd = replace(sunk, ship="jp-dd-1", points=0, kind="DD")
    stp = replace(
        sunk, ship="us-stp-1", points=1, nation="US", kind="STP", cargo=("us-1st-cav-div",)
    )
    events = (
        ShipDamaged(to=ALL, ship="yamato", tf="center", nation="JP"),
        ShipDamaged(to=ALL, ship="nagato", tf="center", nation="JP"),
        sunk,
        dd,
        replace(dd, ship="jp-dd-2"),
        stp,
        AirStepsLost(to=ALL, unit="g4m-762", lost=2, left=0, nation="JP"),
        AirStepsLost(to=ALL, unit="b-29-58bw", lost=1, left=1, nation="US"),
        StepsLost(to=ALL, area="LEY", units=("jp-16th",), gone=("jp-16th",), side="japanese"),
        AreaTaken(to=ALL, area="LEY", nation="US", before="JP"),
    )
    assert headline(events) == (
        "Leyte-Samar falls to the United States.",
        "The Japanese lose ⟨yamato⟩ and 2 DDs; ⟨jp-16th⟩ at Leyte-Samar and ⟨g4m-762⟩; damaged:"
        " ⟨nagato⟩.",
        "The Allies lose 1 STP with ⟨us-1st-cav-div⟩; 1 step of ⟨b-29-58bw⟩.",
    )


def test_what_has_no_room_is_told_by_number() -> None:
    """The greatest ships by name; that so much was lost is told before who acts next."""
    ships = ("akagi", "kaga", "soryu", "hiryu", "shokaku", "zuikaku", "ryujo", "zuiho")
    sunk = ShipSunk(to=ALL, ship="", tf="tf", points=2, nation="JP", kind="CV")
    cruiser = replace(sunk, ship="a-cruiser-of-that-name", kind="CA")
    events = (cruiser, *(replace(sunk, ship=one) for one in ships), replace(sunk, kind="DD"))
    assert headline(events) == (
        "The Japanese lose ⟨akagi⟩, ⟨kaga⟩, ⟨soryu⟩, ⟨hiryu⟩, ⟨shokaku⟩, ⟨zuikaku⟩, ⟨ryujo⟩,"
        " ⟨zuiho⟩, ⟨a-cruiser-of-that-name⟩ and 1 DD.",
    )
    allied = tuple(replace(one, nation="US") for one in events)
    assert [line.count("⟨") for line in headline((*events, *allied))] == [9, 9]
    more = tuple(replace(one, ship=f"{one.ship}-of-{n}") for n in range(4) for one in events[:9])
    told = headline((*more, *(replace(one, nation="US") for one in more)))
    assert told == (
        "The Japanese lose ⟨akagi-of-0⟩, ⟨kaga-of-0⟩, ⟨soryu-of-0⟩, ⟨hiryu-of-0⟩, ⟨shokaku-of-0⟩,"
        " ⟨zuikaku-of-0⟩, ⟨ryujo-of-0⟩, ⟨zuiho-of-0⟩, ⟨akagi-of-1⟩ and 27 other ships.",
        told[0].replace("Japanese", "Allies"),
    )


def test_the_greatest_of_what_is_damaged_come_first() -> None:
    ships = {"australia": "CA", "enterprise": "CV", "tone": "CA", "maryland": "BB"}
    hurt = (
        ShipDamaged(to=ALL, ship=one, tf="tf", nation="US", kind=kind)
        for one, kind in ships.items()
    )
    (told,) = headline(tuple(hurt))
    assert told == (
        "Allied ships damaged: ⟨enterprise⟩, ⟨maryland⟩, the ship Australia and ⟨tone⟩."
    )


def test_a_step_lost_alone_is_of_no_other_aircraft() -> None:
    shot = AirStepsLost(to=ALL, unit="b-29-58bw", lost=1, left=1, nation="US")
    assert headline((shot,)) == ("The Allies lose 1 step of ⟨b-29-58bw⟩.",)


def test_ph2_3_aircraft_without_a_base_are_lost_in_the_headline() -> None:
    """Luzon falls under a P-40 that reaches no other airfield; a PBY does, and is no loss."""
    game = force(april(), "convoy", "JP", "SCS", ship("jp-stp-1", "STP"))
    game = based(troops(game, "jp-div", "JP", "jp-stp-1"), "P-40", "US", "LUZ", "p-40")
    play = at_phase_4(based(game, "PBY", "US", "LUZ", "pby"))
    events = play.file(TOKYO, land("JP", "Philippines"), Assault(units=("jp-div",), area="LUZ"))
    assert "The Allies lose ⟨p-40⟩." in headline(events)


def test_ph2_5_aircraft_that_strike_once_are_lost_in_the_headline() -> None:
    spent = Expended(to=ALL, units=("ohka",), side="japanese")
    assert headline((spent,)) == ("The Japanese lose ⟨ohka⟩.",)


def test_carriers_and_battleships_that_are_lost_keep_their_names_where_there_is_little_room() -> (
    None
):
    """Areas, battles and cruisers are told by number before."""
    sunk = ShipSunk(to=ALL, ship="", tf="tf", points=2, nation="JP", kind="CV")
    great = [replace(sunk, ship=f"great-carrier-{n}") for n in range(12)]
    others = [replace(sunk, ship=f"heavy-cruiser-of-{n}", kind="CA") for n in range(12)]
    hurt = [ShipDamaged(to=ALL, ship=f"tone-{n}", tf="tf", nation="US") for n in range(12)]
    fought = [
        SurfaceCombatBegun(to=ALL, area=area, attacker="a", defender="b", surprised="")
        for area in CHARTS.areas
        if CHARTS.areas[area].sea
    ]
    told = " ".join(headline((*fought, *others, *great, *hurt)))
    assert all(f"⟨{one.ship}⟩" in told for one in great)


def test_air_strikes_are_told_with_their_places_and_ships_for_want_of_ep() -> None:
    raid = RaidFlown(
        to=ALL, side="japanese", area="OAH", at="ships", tf="", units=("kb-1",), escorts=()
    )
    sunk = ShipSunk(to=ALL, ship="nevada", tf="row", points=2, nation="US", kind="BB")
    unpaid = UpkeepUnpaid(to=ALL, nation="US", payer="US", ships=("boise",), rolls=())
    lost = replace(sunk, ship="boise", points=1, kind="CA")
    assert headline((raid, replace(raid, area="MWY"), sunk, unpaid, lost)) == (
        "The Allies lose ⟨boise⟩ for want of EP; ⟨nevada⟩.",
        "Japanese air strikes hit nothing: the ships at Oahu, the ships at Midway.",
    )


def test_ships_that_were_damaged_for_want_of_ep_and_sunk_later_were_sunk_by_somebody() -> None:
    """PH14.2: of a month's end and the next month's battle together."""
    unpaid = UpkeepUnpaid(to=ALL, nation="JP", payer="JP", ships=("kongo",), rolls=())
    hurt = ShipDamaged(to=ALL, ship="kongo", tf="center", nation="JP", kind="BB")
    sunk = ShipSunk(
        to=ALL, ship="kongo", tf="center", points=3, nation="JP", kind="BB",
        by=("hornet",), flown=True, area="PHS",
    )  # fmt: skip
    told = "The Japanese lose ⟨kongo⟩ to aircraft of ⟨hornet⟩ at Philippine Sea."
    assert headline((unpaid, hurt, sunk)) == (told,)


def test_it_is_told_whose_aircraft_and_ships_sank_what_and_where() -> None:
    """By carrier and airfield; what is told so is no battle besides [PH2.2]."""
    raid = RaidFlown(to=ALL, side="allied", area="MID", at="ships", tf="kb", units=(), escorts=())
    fight = SurfaceCombatBegun(to=ALL, area="MID", attacker="kb", defender="tf-16", surprised="")
    akagi = ShipSunk(
        to=ALL, ship="akagi", tf="kb", points=4, nation="JP", kind="CV",
        by=("enterprise", "MWY"), flown=True, area="MID",
    )  # fmt: skip
    kaga = replace(akagi, ship="kaga", by=("hornet",))
    astoria = replace(
        akagi, ship="astoria", tf="tf-16", nation="US", kind="CA", by=("hiei",), flown=False
    )
    others = replace(raid, area="HAW"), replace(fight, area="NOP")
    assert headline((raid, fight, *others, akagi, astoria)) == (
        "The Japanese lose ⟨akagi⟩ to aircraft of ⟨enterprise⟩ and Midway at Midway Sea.",
        "The Allies lose ⟨astoria⟩ to ⟨hiei⟩ at Midway Sea.",
        "⟨kb⟩ and ⟨tf-16⟩ fight in North Pacific without a hit; an Allied air strike hits nothing:"
        " ⟨kb⟩ at Hawaiian Waters.",
    )
    told = headline((raid, akagi, replace(kaga, by=("hornet", "yorktown", "wasp"))))
    assert told == ("The Japanese lose ⟨akagi⟩ and ⟨kaga⟩ to aircraft at Midway Sea.",)
    one = (replace(kaga, ship=f"jp-{n}", kind="CA", area=f"A{n}") for n in range(30))
    assert "⟨akagi⟩" in headline((akagi, *one))[0]
    by_boats = replace(kaga, by=("us-ss-gato-1",), flown=False)
    told = headline((by_boats,))
    assert told == ("The Japanese lose ⟨kaga⟩ to submarines at Midway Sea.",)


def test_troops_that_go_down_with_their_transports_are_told_with_the_battle() -> None:
    """A landing that was sunk at sea: how many transports, with whom aboard, by whom, where."""
    stp = ShipSunk(
        to=ALL, ship="us-stp-1", tf="tf-78", points=1, nation="US", kind="STP",
        cargo=("us-24th",), by=("jp-cl-1",), area="PHS",
    )  # fmt: skip
    bare = replace(stp, ship="us-stp-3", cargo=())
    events = (stp, replace(stp, ship="us-stp-2", cargo=("us-96th",)), bare)
    assert headline(events) == (
        "The Allies lose 3 STPs with ⟨us-24th⟩ and ⟨us-96th⟩ to ships at Philippine Sea.",
    )


def test_ships_without_a_name_are_told_with_the_battle_in_which_they_sank() -> None:
    """Where and to whom a destroyer alone was lost, too, as long as there is room."""
    dd = ShipSunk(
        to=ALL, ship="us-dd-1", tf="tf-78", points=0, nation="US", kind="DD",
        by=("yamato",), area="PHS",
    )  # fmt: skip
    ca = replace(dd, ship="astoria", kind="CA", points=1)
    assert headline((dd, ca, replace(dd, area="SCS"))) == (
        "The Allies lose ⟨astoria⟩ and 1 DD to ⟨yamato⟩ at Philippine Sea; 1 DD to ⟨yamato⟩ at"
        " South China Sea.",
    )
    many = [replace(ca, ship=f"a-cruiser-of-that-name-{n}") for n in range(20)]
    (told,) = headline((dd, *many, replace(dd, area="SCS")))
    assert " and 1 DD to ships at Philippine Sea" in told


def test_steps_that_ground_units_lose_are_told() -> None:
    """PH10.6, PH11.3: also those of a unit that is still there."""
    lost = StepsLost(to=ALL, area="OKI", units=("jp-32nd",), gone=(), side="japanese")
    assert headline((lost,)) == ("The Japanese lose 1 step of ⟨jp-32nd⟩.",)
    both = replace(lost, units=("jp-32nd", "jp-24th"))
    assert headline((both,)) == ("The Japanese lose 1 step each of ⟨jp-32nd⟩ and ⟨jp-24th⟩.",)
    assert headline((both, lost)) == (
        "The Japanese lose 2 steps of ⟨jp-32nd⟩ and 1 step of ⟨jp-24th⟩.",
    )
    gone = replace(lost, units=("jp-1st", "jp-1st"), gone=("jp-1st",))
    told = "The Japanese lose ⟨jp-1st⟩ at Okinawa; 1 step of ⟨jp-32nd⟩."
    assert headline((lost, gone)) == (told,)


def test_it_is_told_where_ships_were_damaged() -> None:
    hurt = ShipDamaged(to=ALL, ship="kaga", tf="kb", nation="JP", area="HAW")
    events = (hurt, replace(hurt, ship="soryu"), replace(hurt, ship="kongo", area="SCS"))
    assert headline(events) == (
        "Japanese ships damaged: ⟨kaga⟩ and ⟨soryu⟩ at Hawaiian Waters; ⟨kongo⟩ at"
        " South China Sea.",
    )


def test_bombs_on_ports_and_airfields_are_told_with_what_is_left() -> None:
    raid = RaidFlown(to=ALL, side="allied", area="TRU", at="port", tf="", units=(), escorts=())
    hit = InstallationAttacked(
        to=ALL, unit="b-24", area="TRU", what="port", roll=Roll(label="x", sides=6, dice=(6, 5)),
        strength=3, needed=10, hit=True, left=1,
    )  # fmt: skip
    assert headline((raid, hit)) == ("Bombs hit the port of Truk, 1 left.",)
    again = RepairTried(to=ALL, area="TRU", what="port", roll=hit.roll, restored=True, now=2)
    assert headline((raid, hit, again))[0].startswith("Bombs hit the port of Truk, 2 left.")
    assert headline((raid, replace(hit, hit=False))) == (
        "An Allied air strike hits nothing: the port at Truk.",
    )


def test_a_played_month_says_in_its_headlines_and_reports_who_sank_what() -> None:
    """Every ship with a name that a battle sank has somebody who did it, of the other side."""
    game = match("midway", 1)
    while not game.is_over:
        game.step(bot)
    events = [event for scene in game.scenes for event in scene.events]
    sunk = [one for one in events if isinstance(one, ShipSunk) and one.kind in ("CV", "BB", "CA")]
    unpaid = {id_ for one in events if isinstance(one, UpkeepUnpaid) for id_ in one.ships}
    assert len(sunk) > 3
    for one in (one for one in sunk if one.ship not in unpaid):
        assert one.by, one
        assert one.area, one
        assert f" at ⟨{one.area}⟩ by " in PTO.wording(one, CHARTS)[0].text


def test_damaged_ships_are_told_with_their_cause_and_those_without_a_name_by_kind() -> None:
    """Ships, aircraft, and want of EP at the month's end [PH2.2, PH14.2]."""
    hurt = ShipDamaged(
        to=ALL, ship="yamato", tf="center", nation="JP", by=("wasp",), flown=True, area="PHS",
        kind="BB",
    )  # fmt: skip
    unpaid = UpkeepUnpaid(to=ALL, nation="JP", payer="JP", ships=("nagato",), rolls=())
    nagato = replace(hurt, ship="nagato", by=(), area="")
    atago = replace(hurt, ship="atago", kind="CA", by=("iowa",), flown=False)
    assert headline((hurt, atago, unpaid, nagato)) == (
        "Japanese ships damaged: ⟨yamato⟩ by aircraft at Philippine Sea; ⟨nagato⟩ for"
        " want of EP; ⟨atago⟩ by ships at Philippine Sea.",
    )
    many = [replace(atago, ship=f"cruiser-of-a-long-name-{n}") for n in range(40)]
    assert headline((hurt, *many)) == (
        "Japanese ships damaged: ⟨yamato⟩, ⟨cruiser-of-a-long-name-0⟩,"
        " ⟨cruiser-of-a-long-name-1⟩, ⟨cruiser-of-a-long-name-2⟩, ⟨cruiser-of-a-long-name-3⟩,"
        " ⟨cruiser-of-a-long-name-4⟩ and 35 other CAs at Philippine Sea.",
    )


def test_divisions_that_drown_keep_their_names_where_there_is_little_room() -> None:
    """Half of a landing goes down in a great battle: aircraft and cruisers give way [P4A.2.B]."""
    stp = ShipSunk(
        to=ALL, ship="us-stp-1", tf="tf-78", points=1, nation="US", kind="STP",
        cargo=("us-24th",), by=("yamato",), area="PHS",
    )  # fmt: skip
    cruisers = [
        ShipDamaged(to=ALL, ship=f"heavy-cruiser-{n}", tf="tf-78", nation=nation, kind="CA")
        for nation in ("US", "JP")
        for n in range(20)
    ]
    carrier = replace(stp, ship="a-carrier-of-a-long-name", kind="CV", cargo=(), by=("kongo",))
    carriers = [replace(carrier, ship=f"{carrier.ship}-{n}", area=f"A{n}") for n in range(6)]
    told = " ".join(headline((*carriers, *cruisers, stp, replace(stp, cargo=("us-96th",)))))
    assert "⟨us-24th⟩" in told
    assert "⟨us-96th⟩" in told


def test_air_units_that_go_down_with_their_carrier_are_told_by_its_name() -> None:
    hancock = ShipSunk(to=ALL, ship="hancock", tf="tf", points=4, nation="US", kind="CV")
    group = AirStepsLost(
        to=ALL, unit="us-cv44-hancock", lost=2, left=0, nation="US", ship="hancock"
    )
    assert headline((hancock, group)) == ("The Allies lose ⟨hancock⟩.",)
    other = replace(group, unit="us-cv44-cag20")
    assert headline((hancock, other)) == ("The Allies lose ⟨hancock⟩; ⟨us-cv44-cag20⟩.",)


def test_a_single_unit_has_its_name_where_others_are_counted() -> None:
    """Its name is as short as `1 ground unit`."""
    ship = ShipSunk(
        to=ALL, ship="", tf="tf", points=1, nation="US", kind="CA", by=("hiei",), area="PHS"
    )  # fmt: skip
    many = [replace(ship, ship=f"a-cruiser-of-that-name-{n}") for n in range(20)]
    fallen = StepsLost(to=ALL, area="LEY", units=("us-1st",), gone=("us-1st",), side="allied")
    (told,) = headline((*many, fallen))
    assert "⟨us-1st⟩" in told


def test_a_step_of_an_air_unit_that_is_lost_later_is_not_counted_beside_it() -> None:
    worn = AirStepsLost(to=ALL, unit="b-29-58bw", lost=1, left=1, nation="US")
    gone = AirStepsLost(to=ALL, unit="b-29-58bw", lost=1, left=0, nation="US")
    assert headline((worn,))[0].endswith("lose 1 step of ⟨b-29-58bw⟩.")
    assert headline((worn, gone))[0].endswith("lose ⟨b-29-58bw⟩.")


def test_only_of_a_kind_that_is_named_are_there_other_ships() -> None:
    kinds = {"yamato": "BB", "nagato": "BB", "fuso": "BB", "atago": "CA", "tone": "CA"}
    assert (
        all_of(named_or_counted([*kinds], ("yamato",), kinds)) == "⟨yamato⟩, 2 other BBs and 2 CAs"
    )


def test_one_ship_alone_of_a_kind_has_its_name_instead_of_a_number() -> None:
    """It is as short, and half names and half numbers leave the reader to look for the last one."""
    kinds = {"yamato": "BB", "nagato": "BB", "atago": "CA", "jp-dd-1": "DD"}
    told = "⟨yamato⟩, ⟨nagato⟩, ⟨atago⟩ and 1 DD"
    assert all_of(named_or_counted([*kinds], ("yamato",), kinds)) == told


def test_air_units_told_by_number_are_all_that_are_lost() -> None:
    """PH2.5: also those that went down with a carrier; one by name is told besides its name."""
    hancock = ShipSunk(to=ALL, ship="hancock", tf="tf", points=4, nation="US", kind="CV")
    group = AirStepsLost(
        to=ALL, unit="us-cv44-hancock", lost=2, left=0, nation="US", ship="hancock"
    )
    shot = [replace(group, unit=f"p-38-{n}", ship="") for n in range(5)]
    assert headline((hancock, group, *shot)) == ("The Allies lose ⟨hancock⟩; 6 air units.",)
    lost = Homeless(to=ALL, unit="us-cv44-hancock", base="", former="hancock", nation="US")
    assert headline((hancock, lost, *shot)) == ("The Allies lose ⟨hancock⟩; 6 air units.",)
    assert headline((hancock, group, shot[0])) == ("The Allies lose ⟨hancock⟩; ⟨p-38-0⟩.",)
    worn = replace(group, lost=1, left=1, ship="")
    assert headline((worn, hancock, lost, shot[0])) == ("The Allies lose ⟨hancock⟩; ⟨p-38-0⟩.",)


def test_ph2_3_air_units_of_a_carrier_that_is_only_damaged_are_told_by_their_own_name() -> None:
    """No name of a lost ship tells of them, and they are among those told by number."""
    hurt = ShipDamaged(to=ALL, ship="zuiho", tf="2nd-fleet", nation="JP", kind="CVL")
    lost = Homeless(to=ALL, unit="j-cvl41-zuiho", base="", former="zuiho", nation="JP")
    worn = AirStepsLost(to=ALL, unit="j-cvl41-zuiho", lost=1, left=1, nation="JP")
    told = "The Japanese lose ⟨j-cvl41-zuiho⟩; damaged: ⟨zuiho⟩."
    assert headline((worn, hurt, lost)) == (told,)
    shot = [replace(worn, unit=f"g4m-{n}", left=0) for n in range(4)]
    assert headline((hurt, lost, *shot))[0].startswith("The Japanese lose 5 air units;")


def test_troops_are_told_with_the_ships_that_carried_them() -> None:
    """An escort that sinks beside a transport has nobody aboard."""
    stp = ShipSunk(
        to=ALL, ship="us-stp-1", tf="tf-78", points=1, nation="US", kind="STP",
        cargo=("us-77th",), by=("LUZ",), flown=True, area="PHS",
    )  # fmt: skip
    escort = replace(stp, ship="us-de-1", kind="DE", cargo=())
    boat = replace(stp, ship="us-ss-gato-1", kind="SS", cargo=())
    assert headline((stp, escort, boat)) == (
        "The Allies lose 1 DE, 1 SS and 1 STP with ⟨us-77th⟩ to aircraft of Luzon at Philippine"
        " Sea.",
    )


def test_it_is_told_where_beaten_fleets_went() -> None:
    """PH6.4: to the last sea that each withdrew to; nobody is told who stays in his own."""
    center = Withdrew(to=ALL, tf="center", to_area="CEL", cited="PH6.4")
    southern = replace(center, tf="southern", to_area="CAR")
    slips = replace(center, tf="hunters", to_area="", cited="D6.4")
    assert headline((center, slips)) == ("⟨center⟩ withdraws to Celebes Sea.",)
    assert headline((center, southern, replace(center, to_area="CAR"))) == (
        "⟨center⟩ and ⟨southern⟩ withdraw to Caroline Sea.",
    )


def test_a_force_that_was_never_formed_is_written_as_those_that_were() -> None:
    void = Voided(
        to=ALL, seat="tokyo", order="return", subject="ozawa-2", cited="P6.1.1", why="it is gone"
    )
    told = "Orders that came to nothing: tokyo return of Ozawa 2 (it is gone)."
    assert headline((void,), small_game())[0] == told
