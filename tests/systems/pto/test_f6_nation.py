"""Who plays one nation need not name it in his orders; his files name it all the same [F.6.3]."""

from pathlib import Path

import pytest

from pbem.game.forms import make_form
from pbem.scan import scan
from pbem.turnfile import read
from tests.simulator import Player, World, begin
from tests.systems.pto.test_hints_told import is_at, told

OFFENSIVE = '[[order]]\ntype = "offensive"\nkind = "land"\ntheatres = ["China"]\n'


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Japan's first opportunity of phase 4 in December 1941; nobody has ordered anything."""
    world = begin(tmp_path, "pto/pearl-harbor", ("japanese", "allied"))
    while not is_at(world.players["japanese"], "/P4"):
        world.round(choose=lambda _: ())
    return world


def test_an_offensive_without_its_nation_is_signed_as_one_with_it(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    japanese, page = world.players["japanese"], tmp_path / "orders.toml"
    page.write_text(OFFENSIVE, "utf-8")
    capsys.readouterr()
    assert japanese.run("check", str(page)) == 0
    assert "Japan performs a land offensive" in capsys.readouterr().out
    assert japanese.run("send", str(page), "--yes") == 0
    (path,) = (japanese.folder / "chain").glob(f"{japanese.head:04d}-*.pbem")
    order, *_ = read(scan(path.read_bytes())).order
    named = {"type": "offensive", "kind": "land", "nation": "JP", "theatres": ["China"]}
    assert order == named
    assert list(order) == list(named)


def test_orders_that_a_command_adds_need_not_name_it(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    japanese = world.players["japanese"]
    words = ("offensive", "kind=land", "theatres=China")
    assert japanese.run("orders", "--add", *words) == 0
    assert "Japan performs a land offensive" in capsys.readouterr().out


def test_forms_and_explanations_show_it_where_it_must_be_given_alone(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(world.players["japanese"], "offensive", capsys) == (False, "Japan")
    while not is_at(allied := world.players["allied"], "/S2.3"):
        world.round(choose=lambda _: ())
    assert shown(allied, "bid", capsys) == (True, "must be given")
    bid = '[[order]]\ntype = "bid"\noffensives = 1\n'
    assert "'nation' is missing" in told(allied, bid, tmp_path, capsys)


def shown(player: Player, kind: str, capsys: pytest.CaptureFixture[str]) -> tuple[bool, str]:
    """Whether a form writes a nation, and what an explanation says of leaving it out."""
    with player.session() as session:
        form = make_form(session, full=True)
        bare = "\n".join(line.removeprefix("# ") for line in form.splitlines())
        first = bare[bare.index(f'type = "{kind}"') :].partition("[[order]]")[0]
    capsys.readouterr()
    assert player.run("orders", "--explain", kind) == 0
    said = capsys.readouterr().out.splitlines()
    row = next(line for line in said if line.startswith("nation  "))
    return "\nnation = " in first, row.split("  ")[-1].strip()
