"""What is ordered ashore, in a sentence for headlines."""

from pbem.engine.orders import Order
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.state import JAPANESE
from pbem.systems.cartwheel.words.aims import LONGEST, aimed
from tests.systems.cartwheel.tabletop import CHARTS, afloat, board

LANDING = (
    Land(ship="MARU1", units=("38D-230",), supply=1),
    Land(ship="MARU2", units=("51D-115",), supply=1),
)


def said(*orders: Order) -> tuple[str, ...]:
    game = afloat(board(), "1206", "MARU1", "MARU2")
    return tuple(aimed(game, JAPANESE, orders, CHARTS))


def test_h11_what_is_ordered_ashore_is_told_kind_by_kind() -> None:
    assert said() == ()
    assert said(Attack(hex="1404"), Attack(hex="1506")) == (
        "Ordered: the Japanese player attacks Torokina and Vila/Barakoma.",
    )
    assert said(Raid(base="RUS", unit="SNLF-K6"), *LANDING, Fortify(hex="1506")) == (
        "Ordered: the Japanese player lands 38D-230, 51D-115 and 2 supply units at Woodlark, raids"
        " Russell Islands and fortifies Vila/Barakoma.",
    )
    assert said(March(units=("6D-13", "6D-45"), to="1404")) == (
        "Ordered: the Japanese player marches 2 ground units to Torokina.",
    )


def test_of_many_orders_ashore_the_lightest_are_told_as_more() -> None:
    marches = (March(units=("6D-45",), to=to) for to in ("1404", "1405", "1506", "1606"))
    (one,) = said(*LANDING, Raid(base="RUS", unit="SNLF-K6"), *marches)
    assert one.endswith("raids Russell Islands, marches 6D-45 to Torokina and more.")
    assert len(one.removeprefix("Ordered: the Japanese player ")) <= LONGEST + 1


def test_what_is_heaviest_ashore_is_told_however_long_it_is() -> None:
    places = ("1203", "1304", "1404", "1405", "1505", "1506", "1606", "1705", "1706", "1707")
    attacks = [Attack(hex=hex_) for hex_ in (*places, *places)]
    (one,) = said(*attacks, Raid(base="RUS", unit="SNLF-K6"))
    assert one.startswith("Ordered: the Japanese player attacks Rabaul, ")
    assert one.endswith(" and Russell Islands and more.")
