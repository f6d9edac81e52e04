"""`pbem orders`: a draft is never written over, opened in the editor, begun ahead of its turn."""

import stat
from pathlib import Path

import pytest

from tests.simulator import Player, World, begin
from tests.terminal import seen
from tests.test_turn import editor

AKAGI = '[[order]]\ntype = "plan"\ncarrier = "akagi"\ndeck = ["Akagi-TB"]\n'


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "midway/midway-0700", ("japanese", "american"))


@pytest.fixture
def player(world: World) -> Player:
    return world.players["japanese"]


@pytest.fixture
def draft(player: Player) -> Path:
    return player.folder / "orders-0002.toml"


def orders(player: Player, *words: str) -> int:
    return player.run("orders", *words)


# --- a draft that is there already ---------------------------------------------------------------


def test_a_pipe_is_told_where_the_draft_is_and_what_it_holds(
    player: Player, draft: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft.write_text(f"# mine\n{AKAGI}")
    before = player.files()
    assert orders(player) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"your orders are begun in {draft}: 1 order (plan)"
    assert said[1] == (
        f"edit it, then: pbem -C {player.folder} check {draft} && "
        f"pbem -C {player.folder} send {draft}"
    )
    assert said[2].endswith(f"pbem -C {player.folder} orders --anew")
    assert player.files() == before


@pytest.mark.parametrize("words", [("--bot",), ("--full",), ("-o", "FILE")])
def test_no_form_is_written_over_a_draft(
    words: tuple[str, ...], player: Player, draft: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft.write_text("# mine\n")
    given = (str(draft) if word == "FILE" else word for word in words)
    assert orders(player, *given) == 1
    assert capsys.readouterr().err == (
        f"pbem: error: {draft}: there is an orders file already\n"
        "pbem: hint: edit that one, name another with -o, or add --anew, which keeps that one\n"
    )
    assert draft.read_text() == "# mine\n"


@pytest.mark.parametrize("word", ["--anew", "--force"])
def test_a_fresh_form_keeps_every_draft_that_it_takes_the_place_of(
    word: str, player: Player, draft: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (1, 2):
        draft.write_bytes(b"no TOML, in Latin-1: \xe9 %d" % number)
        assert orders(player, word) == 0
        kept = player.folder / "own" / f"orders-0002-before-{number}.toml"
        assert f"what stood there is kept in {kept}\n" in capsys.readouterr().out
        assert kept.read_bytes() == b"no TOML, in Latin-1: \xe9 %d" % number
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert draft.read_text().startswith("# Orders of seat japanese for file 2.")


def on_terminal(player: Player, env: dict[str, str], *words: str) -> str:
    home = {"PBEM_HOME": str(player.home), "NO_COLOR": "1", **env}
    return "\n".join(seen(200, player.folder, "orders", *words, env=home))


def test_on_a_terminal_the_draft_is_opened_in_the_editor_and_judged(
    player: Player, draft: Path, tmp_path: Path
) -> None:
    draft.write_text("# mine\n")
    said = on_terminal(player, editor(tmp_path / "editor", AKAGI))
    assert draft.read_text() == f"# mine\n{AKAGI}"
    assert "Akagi has Akagi-TB 5 SP on deck" in said
    assert said.endswith(
        "orders-0002.toml is legal; go on with: pbem check orders-0002.toml && "
        "pbem send orders-0002.toml"
    )


def test_what_is_wrong_after_the_editor_is_told_and_kept(
    player: Player, draft: Path, tmp_path: Path
) -> None:
    draft.write_text("# mine\n")
    said = on_terminal(player, editor(tmp_path / "editor", AKAGI.replace("akagi", "hornet")))
    assert "orders-0002.toml:4, order 1, key 'carrier': Hornet is no carrier of yours" in said
    assert said.endswith("orders-0002.toml is kept as you left it: go on with 'pbem orders'")
    assert 'carrier = "hornet"' in draft.read_text()


# --- ahead of one's turn -------------------------------------------------------------------------


def test_orders_are_begun_before_their_file_is_due_and_are_there_when_it_is(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    player = world.players["american"]
    ahead = player.folder / "orders-ahead.toml"
    assert orders(player, "--ahead") == 0
    said = capsys.readouterr().out
    assert (
        "The Japanese side owes file 2; it decides:\n  the set-up, Phase 11: Japanese planning\n"
        in said
    )
    assert "If it orders nothing, your file 3 decides:\n  the set-up, Phase 12: American pl" in said
    assert f"wrote {ahead}; edit it, then: pbem -C {player.folder} orders --ahead --show" in said
    assert stat.S_IMODE(ahead.stat().st_mode) == 0o600
    ahead.write_text(f"{ahead.read_text()}# mine\n")
    assert orders(player, "--ahead", "--add", "plan", "carrier=Enterprise", "deck=VT-6") == 0
    assert "Enterprise has VT-6" in capsys.readouterr().out
    assert orders(player, "--ahead") == 0
    assert f"your orders are begun in {ahead}: 1 order (plan)" in capsys.readouterr().out
    world.round()
    assert not ahead.exists()
    assert "# mine\n" in (player.folder / "orders-0003.toml").read_text()
    assert player.run("status") == 0
    assert "your orders so far are in orders-0003.toml" in capsys.readouterr().out
    assert orders(player, "--undo") == 0
    assert orders(player, "--add", "plan", "carrier=Hornet", "deck=VB-8") == 0
    assert player.run("send", "--yes") == 0
    (sent,) = (player.folder / "outbox").glob("0003-*")
    assert 'deck = ["VB-8"]' in sent.read_text()


def test_who_began_ahead_and_wrote_nothing_is_told_so_and_sees_the_situation(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    """An empty form that was begun ahead may not pass for what its player wants."""
    japanese, american = world.players["japanese"], world.players["american"]
    assert orders(american, "--ahead") == 0
    assert orders(japanese, "--add", "plan", "carrier=Akagi", "deck=Akagi-TB") == 0
    assert japanese.run("send", "--yes") == 0
    (mailed,) = (japanese.folder / "outbox").glob("0002-*")
    capsys.readouterr()
    assert american.run("turn", str(mailed)) == 0
    said = " ".join(capsys.readouterr().out.split())
    due = american.folder / "orders-0003.toml"
    assert f"the orders that you began ahead are now those of file 3: {due}" in said
    assert said.index("In the air") < said.index("File 3 in words") < said.index("order nothing")


def test_whose_turn_it_is_has_nothing_to_look_ahead_to(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    before = player.files()
    assert orders(player, "--ahead") == 1
    assert "it is for you to write file 2 now" in capsys.readouterr().err
    assert player.files() == before


def test_where_dice_come_first_a_line_says_so_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table/table", ("red", "blue"))
    red, blue = world.players["red"], world.players["blue"]
    assert orders(blue, "--ahead", "--add", "say", "words=I am ready.") == 0
    world.deliver(red.send({"type": "roll", "dice": "2d6", "about": "attack"}), "red")
    assert (blue.folder / "orders-0003.toml").exists()
    capsys.readouterr()
    before = red.files()
    assert orders(red, "--ahead") == 0
    assert capsys.readouterr().out.endswith(
        "What you decide after that cannot be known yet: it hangs on the dice of file\n"
        "2, which the Blue side opens.\n\n"
    )
    assert orders(red, "--ahead", "--add", "say", "words=Well?") == 1
    assert capsys.readouterr().err == (
        "pbem: error: E08: what you decide next cannot be known yet\n"
        f"pbem: hint: 'pbem -C {red.folder} orders --ahead' alone tells what it hangs on\n"
    )
    assert red.files() == before
    (red.folder / "orders-ahead.toml").write_text("# mine\nmessage = 'Well?'\n")
    assert orders(red, "--ahead", "--show") == 0
    assert capsys.readouterr().out.endswith("which the Blue side opens.\n\nmessage = 'Well?'\n")


def test_nothing_that_the_other_side_has_sealed_shows_in_what_comes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two games alike but for a sealed plan: the other side is told the same, word for word."""
    options = {"pace": "phase", "sealed_planning": "true"}
    first = begin(tmp_path / "one", "midway/midway-0700", ("japanese", "american"), options)
    second = first.copied(tmp_path / "two")
    said = []
    for world, deck in ((first, ["Akagi-TB"]), (second, [])):
        japanese, american = world.players["japanese"], world.players["american"]
        capsys.readouterr()
        plan = {"type": "plan", "carrier": "akagi", "deck": deck}
        world.deliver(japanese.send(plan), "japanese")
        world.round()
        assert orders(american, "--ahead", "-o", "-") == 0
        said.append(capsys.readouterr().out)
    assert "owes file 4" in said[0]
    assert said[0] == said[1]
