"""What a file says twice, and standing orders without keys [F.4, F.6.6]."""

import pytest

from pbem.narrow import parse_item
from pbem.systems.pto.rules.f1_sealing import opened, stand, standing_text
from pbem.systems.pto.table.events_land import StepsLost
from pbem.systems.pto.table.orders_month import Attack, Blockade, Engage, Sail
from pbem.systems.pto.table.standing import AirDefence, AirStacks, Losses, Sealed
from tests.systems.pto.frontdoor import at_phase_3, begun, told
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON
from tests.systems.pto.started import started
from tests.systems.pto.tabletop import CHARTS, boat, force, in_words, small_game, troops

ITEM = "standing/18/P0"


@pytest.mark.parametrize("of", ["", "MAL"])
def test_f_4_a_standing_order_without_keys_brings_the_default_back_for_what_it_holds_of(
    of: str,
) -> None:
    """jp-2 loses the step that all of Japan's orders give it; with an empty one of Malaya jp-1."""
    game = troops(april(), "jp-1", "JP", "MAL", steps=3)
    game = troops(troops(game, "jp-2", "JP", "MAL"), "uk-1", "UK", "MAL", strength=4)
    ranked = (*QUIET, Losses(steps=("jp-2",)), *((Losses(of=of), AirDefence()) if of else ()))
    play = at_phase_4(game, japanese=ranked)
    attack = Attack(area="MAL", below="5:1")
    events = play.file(TOKYO, land("JP", "Malaya"), attack, dice={"PH10.5 mal r1 P4A mal 1": 4})
    events = (*events, *play.passes(WASHINGTON))
    assert [one.units for one in told(events, StepsLost)] == [("jp-1",) if of else ("jp-2",)]


def test_f_6_6_the_blockade_is_ordered_once_in_a_file() -> None:
    game = force(small_game(), "boats", "US", "HOM", boat("us-ss-gato-1"), boat("us-ss-gato-2"))
    play = begun(game, "P5-first")
    play.file("tokyo")
    one, two = Blockade(boats=("us-ss-gato-1",)), Blockade(boats=("us-ss-gato-2",))
    assert play.refused(one, two) == ["'blockade' is ordered twice: see order 1 [F.6.6]"]


def test_f_7_boats_are_many_in_what_is_refused() -> None:
    play = at_phase_3()
    boats, sea = "jp-mid-boats", Sail(tf="jp-mid-boats", path=("WAK",))
    assert play.refused(Sail(tf=boats, load=("supply",))) == [
        "Japanese Midway Sea boats (jp-mid-boats) are not in port [P3.1.2]"
    ]
    assert play.refused(Engage(tf="kido-butai", enemy=boats)) == [
        "Japanese Midway Sea boats (jp-mid-boats) are your own [F.6.3]"
    ]
    assert (
        "Japanese Midway Sea boats (jp-mid-boats) are ordered to sail twice: see order 1 [F.6.6]"
        in play.refused(sea, sea)
    )


BOTH = AirStacks(offensive=("j-cv41-kb1", "j-cv41-kb2"), defensive=("j-cv41-kb3", "j-cv41-kb2"))


def test_d11_3_a_unit_that_is_named_for_both_stacks_is_refused() -> None:
    (problem,) = at_phase_3().problems(BOTH)
    assert (
        f"{problem.what} [{problem.rule}]"
        == "J-CV41 KB2 (j-cv41-kb2) is named for both stacks [D11.3]"
    )
    assert problem.where == "order 1, key 'defensive'"
    assert problem.hint == "name it once: it attacks, or it stays"


def test_d11_3_sealed_stacks_with_a_unit_in_both_count_as_the_default() -> None:
    before = stand(started("midway"), "japanese", AirStacks(near=0, openly=True), 1)
    before = stand(before, "japanese", Sealed(item=ITEM), 1)
    content = parse_item(standing_text((BOTH,)))
    game, events = opened(before, "japanese", ITEM, 0, content, CHARTS)
    assert not game.standing["japanese"].air_stacks
    assert in_words(events) == [
        "The Japanese: sealed standing order 'air-stacks' names a unit for both stacks, so the"
        " default holds [F.1, D11.3]"
    ]
