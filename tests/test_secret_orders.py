"""Orders of games that hide some are secret unless their kind says what all may read."""

from typing import Any, ClassVar

import pytest

from pbem.engine.orders import COMMON, WHOLE, Order, Shown, laid_open
from pbem.frozen import fields, replace
from pbem.systems import OURS, find_system
from pbem.systems.cartwheel.own import sealing as cartwheel_sealing
from pbem.systems.cartwheel.table.orders_operations import AirMission, Stage
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, PlaceAce
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.orders import Launch, Plan
from pbem.systems.pto.rules import f1_sealing as pto_sealing
from pbem.systems.pto.table.orders_season import Bid
from pbem.systems.pto.table.standing import Gunnery
from pbem.systems.table import notes as table_notes
from tests.systems.cartwheel.hidden import own, view
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.midway import tabletop as midway
from tests.systems.pto import selfplay
from tests.systems.table import tabletop as table

KINDS = (*(kind for one in OURS for kind in find_system(one).orders.values()), *COMMON.values())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_every_kind_says_what_of_it_is_public(kind: type[Order]) -> None:
    """Itself, or its family, such as all orders for a step; never by saying nothing."""
    assert any("public" in vars(one) for one in kind.__mro__ if one is not Order)
    known = {one.name for one in fields(kind)}
    assert kind.public in (None, WHOLE) or known >= set(kind.public or ())


class Whisper(Order):
    """A kind of order that somebody adds to a game, and forgets to say what of it is public."""

    type: ClassVar[str] = "whisper"
    rule: ClassVar[str] = "H9.3"
    words: str


class Hint(Order):
    """Another, that says it of one of its keys."""

    type: ClassVar[str] = "hint"
    public: ClassVar[Shown] = ("to",)
    to: str
    words: str = ""


def test_what_a_new_kind_does_not_say_is_not_mailed() -> None:
    secret = Whisper(words="to Rabaul")
    assert laid_open(secret) is None
    game = started()
    before = view(own("allied"), game, "4.4")
    public, _ = cartwheel_sealing.seal(before, (secret,), CHARTS)
    assert public == ()
    begun = selfplay.match("midway")
    public, _ = pto_sealing.seal(begun.view(), (secret,), selfplay.CHARTS)
    assert secret not in public


@pytest.mark.parametrize("seals", [("plan/t3",), ()], ids=["with a plan", "without"])
def test_what_a_new_kind_of_midway_does_not_say_is_not_mailed(seals: tuple[str, ...]) -> None:
    game = midway.table(pace="phase", sealed=True)
    launch = Launch(carrier="akagi")
    orders = (Whisper(words="Point Luck"), Hint(to="us", words="!"), launch, Plan(carrier="akagi"))
    public, _ = MIDWAY.seal(
        midway.view(game, "japanese", "3/11", seals=seals), orders, midway.CHARTS
    )
    assert public == (Hint(to="us"), launch)


def test_what_a_new_kind_of_the_table_does_not_say_is_not_mailed() -> None:
    orders = (Whisper(words="to Lae"), Hint(to="us", words="!"))
    public, items = table_notes.seal(table.view(table.table()), orders, table.LIMITS)
    assert (public, items) == ((Hint(to="us"),), {})


def test_a_field_that_is_not_named_stays_at_home() -> None:
    order = AirMission(
        kind="sweep", hex="1203", band="high", id="t1m1", escort_count=1, escorts=("P38-9",),
        returns=type(AirMission(kind="sweep", hex="", band="low").returns)({"P38-9": "DOB"}),
        top_cover=True, abort_at="any",
    )  # fmt: skip
    assert laid_open(order) == AirMission(
        kind="sweep", hex="1203", band="high", id="t1m1", escort_count=1
    )
    assert laid_open(PlaceAce(unit="P38-9")) == PlaceAce()
    assert laid_open(Stage(unit="P38-9", to="PM")) is None


def test_the_11ths_bases_are_not_mailed() -> None:
    order = CommitEleventh(commit=True)
    placed = replace(order, bases=type(order.bases)({"A6M-ZU": "RAB"}))
    assert laid_open(placed) == order


def test_a_sealed_standing_order_is_mailed_by_no_file_of_a_game_that_seals_them() -> None:
    """Whether or not the file has an item for it [F.1]."""
    secret, openly = Gunnery(), Gunnery(openly=True)
    begun = selfplay.match("midway")
    before: Any = begun.view()
    bare = replace(before, decision=replace(before.decision, seals=()))
    assert before.game.terms.sealed_standing
    assert pto_sealing.seal(bare, (secret, openly), selfplay.CHARTS)[0] == (openly,)
    plain = selfplay.match("midway", words={"sealed_standing": "false"}).view()
    assert pto_sealing.seal(plain, (secret,), selfplay.CHARTS)[0] == (secret,)


def test_a_bid_is_mailed_when_no_other_is_to_come() -> None:
    begun: Any = selfplay.match("midway").view()
    bid = Bid(nation="JP", offensives=2)
    for seals, stands in (((), True), (("bid/1/JP",), False)):
        asked = replace(begun, decision=replace(begun.decision, seals=seals))
        public, sealed = pto_sealing.seal(asked, (bid,), selfplay.CHARTS)
        assert (bid in public) == stands
        assert [*sealed] == [*seals]
