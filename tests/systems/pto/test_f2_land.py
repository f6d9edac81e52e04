"""Land offensives one after another: whom they find, and with whom they are fought [F.2.7]."""

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import ALLIED
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_land import OffensiveBegun
from pbem.systems.pto.table.orders_month import Attack, March, Pass
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import Campaign, begun
from tests.systems.pto.phase4 import land
from tests.systems.pto.skies import FLYING, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import CHARTS, in_words, small_game, told, troops

CHINA = land("JP", "China")
THEN = replace(CHINA, next=True)
FIRST = "PH10.5 hun r1 P4A hun 1"
"""The first round in Hunan."""


def hunan(chinese: int) -> Game:
    """Two Japanese armies in contested Hunan, a strong one and another."""
    game = troops(small_game(month=6), "a-army", "JP", "HUN", strength=8)
    game = troops(game, "b-army", "JP", "HUN", strength=4)
    game = troops(game, "chinese", "CN", "HUN", strength=chinese)
    for nation in ("JP", "CN"):
        game = game.with_purse(nation, Purse(track=4))
    return replace(game, at_war=True)


def in_phase_4(game: Game) -> Campaign:
    """Japan's first offensive; the Allies rest."""
    play = begun(game, dice=FLYING)
    play.file(TOKYO)
    play.file(WASHINGTON, Pass(rest=True, ends=True))
    return play


def attack(*units: str) -> Attack:
    return Attack(area="HUN", units=units)


def test_f_2_7_on_land_one_that_finds_nobody_to_attack_is_void_and_free() -> None:
    play = in_phase_4(hunan(1))
    events = play.file(TOKYO, CHINA, attack("a-army"), THEN, attack("b-army"), dice={FIRST: 6})
    assert len(told(events, OffensiveBegun)) == 1
    assert play.game.purses["JP"].track == 3
    assert (
        "tokyo: 'offensive' of Japan is void: no enemy is left in Hunan (HUN) [PH10.2]"
        in in_words(events)
    )


def test_f_2_7_the_way_to_another_fight_keeps_it_alive() -> None:
    """Who marches may take what nobody holds; an attack on nobody takes nothing from that."""
    play = in_phase_4(troops(hunan(1), "c-army", "JP", "HUN"))
    fight = March(unit="b-army", path=("CHU",)), attack("c-army")
    events = play.file(TOKYO, CHINA, attack("a-army"), THEN, *fight, dice={FIRST: 6})
    assert len(told(events, OffensiveBegun)) == 2
    assert play.game.areas["CHU"].nation == "JP"
    assert [one for one in in_words(events) if "is void" in one] == [
        "tokyo: 'attack' of Hunan (HUN) is void: no enemy is left in Hunan [PH10.2]"
    ]


def test_p4_0_2_a_part_without_orders_of_its_own_is_looked_at_twice() -> None:
    """Those of the part above carry out nothing of it."""
    assert PTO.foretell
    play = in_phase_4(hunan(12))
    doubt = "The land offensive of Japan (China) has no order that carries it out [P4.0.2]"
    first, second = attack("a-army"), attack("b-army")
    assert doubt in PTO.foretell(play.view(), (CHINA, first, THEN), CHARTS).warnings
    assert doubt in PTO.foretell(play.view(), (CHINA, THEN, second), CHARTS).warnings
    assert doubt not in PTO.foretell(play.view(), (CHINA, first, THEN, second), CHARTS).warnings


SPENT = "an offensive of this month used a-army [PH10.10]"


def words(play: Campaign, *orders: Order) -> list[str]:
    return [f"{one.what} [{one.rule}]" for one in play.problems(*orders)]


def test_ph10_10_an_attack_by_all_leaves_nobody_for_the_next_one() -> None:
    """So the second is refused as it is written, and costs nothing."""
    play = in_phase_4(hunan(12))
    assert words(play, CHINA, attack(), THEN, attack()) == [SPENT]
    assert words(play, CHINA, attack("a-army"), THEN, attack()) == []


def test_ph10_10_neither_does_a_march_to_those_who_fight_there() -> None:
    """They attack with it without an order [PR8]."""
    play = in_phase_4(troops(hunan(12), "c-army", "JP", "YAN"))
    march = March(unit="c-army", path=("HUN",))
    assert words(play, CHINA, march, THEN, attack("b-army")) == [SPENT.replace("a-", "b-")]


def test_ph10_10_in_a_file_of_its_own_it_is_refused_likewise() -> None:
    play = in_phase_4(hunan(12))
    play.file(TOKYO, CHINA, attack(), dice={FIRST: 3})
    assert words(play, CHINA, attack()) == [SPENT]
    assert play.game.purses["JP"].track == 3


def test_ph10_2_nobody_attacks_where_no_enemy_is() -> None:
    """Who goes there takes it; before a later part dice may bring an enemy there [P4A.3.C]."""
    game = hunan(12)
    play = in_phase_4(troops(game, "c-army", "JP", "NCH"))
    march, there = March(unit="c-army", path=("YAN",)), Attack(area="YAN")
    (problem,) = play.problems(CHINA, march, there)
    assert f"{problem.what} [{problem.rule}]" == "no enemy is in Yangtze (YAN) [PH10.2]"
    assert problem.hint == "leave it out: who comes to an area that nobody holds takes it"
    assert words(play, CHINA, march) == []
    assert words(play, CHINA, attack("a-army"), THEN, march, there) == []


def test_f_7_what_is_told_of_an_offensive_begins_with_a_capital() -> None:
    game = troops(small_game(month=6), "army", "US", "HUN", strength=8)
    game = troops(game, "japanese", "JP", "HUN", strength=1)
    game = replace(game.with_purse("US", Purse(track=4)), at_war=True, initiative=ALLIED)
    play = begun(game, dice=FLYING)
    for seat in (WASHINGTON, TOKYO):
        play.file(seat)
    events = play.file(WASHINGTON, land("US", "China"), attack("army"), dice={FIRST: 6})
    begins = "The United States: land offensive, China; 1 off the track [P4.0.1]"
    assert in_words(events)[0] == begins
