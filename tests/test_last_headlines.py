"""The last headline of a game says who has won, with what score, and why it is over."""

import pytest

from pbem.engine.events import ALL, Happening
from pbem.engine.hidden import happenings
from pbem.engine.mentions import spelled
from pbem.game.headlines import in_short
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.events import Damaged
from tests.recording import begun
from tests.selfplay import rules_of
from tests.systems.midway.tabletop import put, table

ENDS = {
    "midway/midway-0700": ("Japanese marginal victory: on points", "Points: "),
    "cartwheel/bismarck-sea": ("The game is over: Allied decisive victory", "The score is "),
    "pto/leyte": ("The game is over: decisive victory of the Allies by ", "Points: "),
    "table/table": ("The game is over: a draw; both sides agree", ""),
}
"""How each recorded game ends, and with what its score begins."""


@pytest.mark.parametrize("carriers", range(1, 5))
def test_what_is_ordered_stands_behind_what_happened_even_where_sentences_share_a_line(
    carriers: int,
) -> None:
    game = put(put(table(), "ready", "Akagi-DB", "VB-6"), "moving", "Kaga-DB", "VB-8")
    game = put(game, "attacking", "Soryu-DB", "VB-3")
    hit = ("akagi", "kaga", "enterprise", "hornet")[:carriers]
    happened = tuple(
        Happening(turn=3, step="7", event=Damaged(to=ALL, carrier=id_, hits=3, damage=3))
        for id_ in hit
    )
    coming = "Japanese bombers are ordered at Yorktown (10 SP) and at Hornet (10 SP)."
    said = " ".join(in_short(rules_of(MIDWAY), happened, game, game, (coming,)))
    assert 0 < said.index("Bombers") < said.index(coming) < said.index("Points: ")


@pytest.mark.parametrize("scenario", ENDS)
def test_the_last_headline_of_a_game_tells_how_it_ended(scenario: str) -> None:
    game, rules = begun(scenario)
    system, charts, before = rules.system, rules.charts, 0
    while not game.is_over:
        before = len(game.scenes)
        game.step(lambda view: system.bot(view, charts))
    last = happenings(game.scenes[before:])
    names = system.names(game.game, charts)
    said = spelled(in_short(rules, last, game.game, game.game), names)
    result, standing = ENDS[scenario]
    assert said[0].startswith(result)
    words = " ".join(said)
    told = words[words.rindex(standing) :]
    score = system.score(game.game, charts)
    assert all(system.point_words(points) in told for points in score.values())
