"""The rows of orders: what is legal where an offensive must go with it, and how that is told."""

from pathlib import Path

import pytest

from pbem.frozen import FrozenMap
from pbem.report.orderpage import Here, order_page
from pbem.report.plain import render
from pbem.store.shelf import rule_titles
from pbem.systems.pto.orders.check import check, sight_of
from pbem.systems.pto.orders.kinds import KINDS
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.names import names
from pbem.systems.pto.table.orders_month import Airlift, Assault, Attack, Offensive, Stay, Transfer
from pbem.systems.pto.table.standing import (
    AirInterception,
    NavalInterception,
    SearchRule,
    Submarines,
)
from pbem.systems.pto.table.state import Purse
from tests.simulator import begin
from tests.systems.pto.appended import midway
from tests.systems.pto.frontdoor import begun, scenario
from tests.systems.pto.monthend import at_the_end, june
from tests.systems.pto.skies import TOKYO, WASHINGTON
from tests.systems.pto.tabletop import CHARTS, small_game
from tests.systems.pto.test_hints_told import is_at

JP, US = "japanese", "allied"
FLYING = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}
QUIET = (
    SearchRule(when="never"),
    NavalInterception(when="never"),
    Submarines(intercept="never"),
    AirInterception(when="never"),
)


def test_f_2_what_is_listed_for_an_appended_offensive_is_legal_beside_it() -> None:
    view = midway().view()
    assert "18/P4.0" in view.decision.covers
    listed = {}
    for kind in KINDS:
        sight = sight_of(view, kind.order, CHARTS)
        if sight is None or kind.options is None:
            continue
        for option in kind.options(sight):
            orders = (*kind.needs(sight, option), option)
            assert not tuple(check(view, orders, CHARTS)), orders
            listed[kind.order.type] = len(orders)
    assert listed == {
        "sail": 1, "transfer": 1, "offensive": 1, "assault": 2, "support": 2, "pass": 1,
    }  # fmt: skip


def test_a_page_tells_what_an_order_needs_beside_it() -> None:
    kind = next(one for one in KINDS if one.order is Assault)
    sight = sight_of(midway().view(), Assault, CHARTS)
    assert sight is not None
    assert kind.options is not None
    options = tuple(kind.options(sight))
    needed = tuple(tuple(kind.needs(sight, option)) for option in options)
    here = Here(options=options, parts=tuple(kind.parts(sight)), needed=needed)
    page = render(order_page(PTO, rule_titles("pto"), Assault, here))
    assert "units  " in page
    assert "in a file with" in page
    assert 'offensive: kind = "land", nation = "Japan",\n' in page


def test_orders_that_differ_in_one_key_are_listed_together() -> None:
    """An offensive of each kind, by every nation, in every theatre: a few lines, not a row each."""
    play = begun(small_game().with_purse("JP", Purse(points=9, track=2)), "P4")
    kind = next(one for one in KINDS if one.order is Offensive)
    sight = PTO.sight(play.view(), Offensive, CHARTS)
    assert kind.options is not None
    options = tuple(kind.options(sight))
    called = FrozenMap(names(play.game, CHARTS))
    here = Here(options=options, parts=tuple(kind.parts(sight)), names=called)
    page = render(order_page(PTO, rule_titles("pto"), Offensive, here))
    listed = page.partition("Legal here and now, each by itself\n")[2]
    assert len(options) > 50
    assert '  kind: "land"; nation: "Japan"; theatres: ["Bismarcks"] or ["Burma"]' in listed
    assert len(listed.splitlines()) < 10
    assert (
        f'  kind: "air"; nation: "Japan"; targets: any of the {len(options) - 11} above' in listed
    )
    assert "a list of: Alaska (ALA), Aleutian Sea (ALE), " in page, "names, with the codes"


def test_ph8_8_no_unit_is_offered_the_base_or_the_airfield_where_it_is() -> None:
    """A base change and an airlift lead elsewhere [PH12.6]."""
    view = begun(scenario("pearl-harbor").game, "P3.1-first").view()
    for order in (Transfer, Airlift):
        kind = next(one for one in KINDS if one.order is order)
        sight = sight_of(view, order, CHARTS)
        assert sight is not None
        assert kind.options is not None
        options = tuple(kind.options(sight))
        assert options
        for one in options:
            assert not isinstance(one, Airlift) or one.origin != one.to
            assert not isinstance(one, Transfer) or view.game.air[one.units[0]].base != one.to


def test_f_6_2_a_page_offers_no_nation_of_the_enemy_to_pay_for_ships_that_stay() -> None:
    kind = next(one for one in KINDS if one.order is Stay)
    for seat, payers in ((TOKYO, ("JP",)), (WASHINGTON, ("AU", "CN", "UK", "US"))):
        play = at_the_end(june(), seat=seat)
        sight = sight_of(play.view(), Stay, CHARTS)
        assert sight is not None
        assert [part.values for part in kind.parts(sight) if part.key == "pays"] == [payers]


def test_p4a_3_an_attack_by_who_comes_is_listed_with_what_takes_him_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One for each area; each is legal as it is listed, and none without."""
    world = begin(tmp_path, "pto/pearl-harbor", ("japanese", "allied"))
    while not is_at(player := world.players[world.next_seat], "/P4"):
        world.round()
    with player.session() as session:
        view = session.view()
    kind = next(one for one in KINDS if one.order is Attack)
    sight = sight_of(view, Attack, CHARTS)
    assert sight is not None
    groups = tuple(kind.brought(sight))
    assert len({attack.area for *_, attack in groups if isinstance(attack, Attack)}) == len(groups)
    assert len(groups) > 3
    for *others, attack in groups:
        assert not tuple(check(view, (*others, attack), CHARTS))
        assert tuple(check(view, (others[0], attack), CHARTS))
    capsys.readouterr()
    assert player.run("orders", "--explain", "attack") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "None is legal" not in said
    assert "Legal where the same file brings it about" in said
    assert 'assault: units = ["jp-18th-div"]' in said
