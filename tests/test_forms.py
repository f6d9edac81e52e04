"""What a form offers can be done: every example is legal in its file, as a player would give it.

Games are played by bots between real folders; each form that a player could print on the way is
read back as he edits it, one example after the other with its `#` taken away.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.counting import count
from pbem.engine.ledger import is_over
from pbem.engine.views import form_of
from pbem.game.filled import read_form
from pbem.game.forms import make_form
from pbem.game.meant import read_as_meant
from tests.simulator import World, begin

GAMES = {
    "Midway": ("midway/midway-0700", ("japanese", "american"), {}, 14),
    "Midway by phases, sealed": (
        "midway/midway-even",
        ("cardiv-1", "cardiv-2", "american"),
        {"pace": "phase", "sealed_planning": "true"},
        30,
    ),
    "Bismarck Sea": ("cartwheel/bismarck-sea", ("japanese", "allied"), {}, 30),
    "Toenails": ("cartwheel/toenails", ("japanese", "allied"), {}, 24),
    "Bougainville": ("cartwheel/bougainville", ("japanese", "allied"), {}, 24),
    "Cartwheel": ("cartwheel/campaign", ("japanese", "allied"), {}, 24),
    "Midway, by months": ("pto/midway", ("japanese", "allied"), {}, 8),
    "Leyte": ("pto/leyte", ("japanese", "allied"), {}, 18),
    "Pearl Harbor": ("pto/pearl-harbor", ("japanese", "us", "uk-ne", "cn-au"), {}, 24),
    "Pearl Harbor for two": ("pto/pearl-harbor", ("japanese", "allied"), {}, 9),
    "Pearl Harbor for five": ("pto/pearl-harbor", ("japanese", "us", "uk-ne", "cn", "au"), {}, 16),
    "a table": ("table/table", ("red", "blue"), {}, 6),
}


def examples(form: str) -> Iterator[str]:
    """The commented examples of a form, each as it stands without its `#`."""
    block: list[str] = []
    for line in (*form.splitlines(), ""):
        if line.startswith(("# [[order]]", "# together:")) or block:
            if line in ("", "#") or not line.startswith("# "):
                yield "\n".join(one.removeprefix("# ") for one in block if one != "# together:")
                block = []
            else:
                block.append(line)


ORDERED = re.compile(r"(# )?[a-z_]+ = ")


def too_wide(form: str) -> list[str]:
    """The lines of a form that an editor of 80 columns breaks, but for what an order holds."""
    return [line for line in form.splitlines() if len(line) > 80 and not ORDERED.match(line)]


def refused(world: World, seat: str) -> tuple[int, list[str]]:
    """How many examples the seat's form has now, and those that it would be refused for."""
    with world.players[seat].session() as session:
        if is_over(session.final().fold, session.rules):
            return 0, []
        form = make_form(session)
        wrong = [*too_wide(form), *too_wide(make_form(session, full=True))]
        found, whole = list(examples(form)), " ".join(form.replace("\n#", "").split())
        untold = [
            part.title
            for part in form_of(session.view(), session.rules)
            if (part.choices or part.examples or part.together) and part.title not in whole
        ]
        if untold and f"{count(len(untold), 'more section')}." not in whole:
            wrong.append(f"neither told nor counted: {untold}")
        for example in ("", *found):
            draft = read_form(session, f"{form}\n{example}\n", "form")
            _, problems = read_as_meant(session, draft)
            wrong += [f"{example}: {problem}" for problem in problems]
    return len(found), wrong


LONG = (
    "Bismarck Sea",
    "Bougainville",
    "Cartwheel",
    "Leyte",
    "Pearl Harbor",
    "Pearl Harbor for two",
    "Pearl Harbor for five",
)


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow if one in LONG else ()) for one in GAMES]
)
def test_every_example_of_every_form_is_legal(name: str, tmp_path: Path) -> None:
    scenario, seats, options, files = GAMES[name]
    world = begin(tmp_path, scenario, seats, options)
    offered = dict.fromkeys(seats, 0)
    for _ in range(files):
        if not (seat := world.next_seat):
            break
        count, wrong = refused(world, seat)
        assert not wrong, "\n".join(wrong)
        offered[seat] += count
        world.round()
    assert all(offered.values()), offered
