"""The last headline of a game says who has won, with what score, and why it is over."""

import pytest

from pbem.engine.hidden import happenings
from pbem.engine.mentions import spelled
from pbem.game.headlines import in_short
from tests.recording import begun

ENDS = {
    "midway/midway-0700": ("Japanese marginal victory: on points", "Points: "),
    "cartwheel/bismarck-sea": ("The game is over: Allied decisive victory", "The score is "),
    "pto/leyte": ("The game is over: decisive victory of the Allies by ", "Points: "),
    "table/table": ("The game is over: a draw; both sides agree", ""),
}
"""How each recorded game ends, and with what its score begins."""


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
