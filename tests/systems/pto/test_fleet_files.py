"""Fleets in real files: a cheat that sails twice is refused, and `check` tells what ships cost."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.common import refusal
from tests.cheat import forge, with_orders
from tests.simulator import Player, World, begin

STAND_BY = tuple({"type": "sail", "tf": tf, "standby": True} for tf in ("main-body", "support"))
FIRST = {"type": "offensive", "kind": "sea", "nation": "JP", "stack": "main-body"}
SECOND = {**FIRST, "stack": "support"}
PASS = {"type": "pass"}


def played(world: World, seat: str, *orders: Mapping[str, Any]) -> None:
    """A seat's file, which the other seat takes."""
    assert world.next_seat == seat
    world.deliver(world.players[seat].send(*orders), seat)


def midway(tmp_path: Path) -> World:
    """June 1942 after the first offensive of the main body, which has not sailed."""
    seats = ("japanese", "allied")
    world = begin(tmp_path, "pto/midway", seats, {"sealed_standing": "false"})
    quiet = ({"type": "search", "when": "never"}, {"type": "air-strike", "when": "never"})
    played(world, "allied", *quiet)
    played(world, "japanese", *quiet, *STAND_BY)
    played(world, "allied")
    played(world, "japanese", FIRST)
    played(world, "allied", PASS)
    return world


@pytest.mark.parametrize(
    ("orders", "place", "what"),
    [
        (
            (SECOND, {"type": "sail", "tf": "main-body", "path": ["MID"]}),
            "order 2, key 'tf'",
            "Main Body (main-body) was activated earlier this month and does not act again"
            " [P4B.1.C]",
        ),
        (
            (FIRST,),
            "order 1, key 'stack'",
            "Main Body (main-body) is no task force of Japan on standby [P4B.1.B]",
        ),
    ],
)
def test_a_force_that_sails_in_a_later_offensive_unpaid_is_refused(
    tmp_path: Path, orders: tuple[dict[str, Any], ...], place: str, what: str
) -> None:
    """A doctored client writes what its own check would refuse; the receiver names the force."""
    world = midway(tmp_path)
    raw = forge(world.players["japanese"], with_orders(*orders))
    code, words = refusal(world.players["allied"], raw)
    assert code == "E12"
    assert words == f"{place}: {what}"
    kept = world.players["allied"].folder / "evidence" / "0007-japanese.pbem"
    assert kept.read_bytes() == raw


def test_check_tells_where_ships_go_and_what_it_costs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = midway(tmp_path)
    lines = (
        '[[order]]\ntype = "pass"\n',
        '[[order]]\ntype = "return"\ntf = "kido-butai"\n',
        '[[order]]\ntype = "stay"\ntf = "main-body"\n',
    )
    told = checked(world.players["japanese"], tmp_path / "orders.toml", "\n".join(lines), capsys)
    costs = told.index("What it costs")
    assert [line.strip() for line in told[costs + 2 : costs + 4]] == [
        "Kido Butai returns to Japan: fuel 1 EP",
        "Main Body stays in Wake Sea: 1 EP",
    ]
    assert "every order is legal" in told[-1]


def checked(
    player: Player, path: Path, orders: str, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    """The lines that `pbem check` prints of an orders file."""
    with player.at_home():
        capsys.readouterr()
        assert player.run("orders", "-o", str(path)) == 0
        form = path.read_text(encoding="utf-8")
        path.write_text(f"{form}\n{orders}", encoding="utf-8")
        capsys.readouterr()
        assert player.run("check", str(path)) == 0
    return capsys.readouterr().out.splitlines()
