"""`pbem answer`: a file in which nothing is to decide is written without orders (AA.1, AA.2)."""

from pathlib import Path
from typing import Any

import pytest

from pbem.engine.orders import decode_orders
from pbem.frozen import replace
from pbem.game.forced import NOTHING, is_forced
from pbem.scan import scan
from pbem.turnfile import AnnexPart, TurnFile, read
from tests.attacks.common import AIM
from tests.simulator import Player, World, begin

RULING = {"type": "ruling", "words": "The first hit does not count.", "side": "red", "points": -1}


@pytest.fixture
def sealed(tmp_path: Path) -> World:
    """A duel in which both have sealed a number, and blue's file 4 only opens his."""
    made = begin(tmp_path, "pistols", ("red", "blue"), {"sealed": "true"})
    made.round()
    made.round()
    return made


def forced(player: Player) -> bool:
    with player.session() as session:
        return is_forced(session)


def outbox(player: Player) -> list[str]:
    return sorted(path.name for path in (player.folder / "outbox").glob("[0-9]*"))


def last_of(player: Player) -> TurnFile:
    with player.session() as session:
        return read(scan(session.file(session.links.seq)[1]))


def alike(file: TurnFile) -> TurnFile:
    """A file without what is fresh in every one: nonce, time and padding, and so its hash."""
    annex = None if file.annex is None else AnnexPart(age="")
    return replace(file, nonce="", sent="", hash="", annex=annex)


def refused(player: Player, capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """What is said of a file that `answer` does not write, while nothing changes."""
    before, journal = player.files(), sorted(player.home.rglob("*.pbem"))
    capsys.readouterr()
    assert player.run("answer", *words) == 1
    assert player.files() == before
    assert sorted(player.home.rglob("*.pbem")) == journal
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()


# --- AA.1 ----------------------------------------------------------------------------------------


def test_aa_1_a_file_that_only_opens_is_forced_and_one_that_is_asked_is_not(sealed: World) -> None:
    blue, red = sealed.players["blue"], sealed.players["red"]
    assert forced(blue)
    assert not forced(red), "it is not his to write"
    sealed.round()
    assert not forced(red), "his number of the next turn"


DUEL = ("pistols", ("red", "blue"), {"sealed": "true"})
CARTWHEEL = ("cartwheel/toenails", ("japanese", "allied"), {})
MIDWAY = ("midway-0700", ("japanese", "american"), {"pace": "phase"})


@pytest.mark.slow
@pytest.mark.parametrize(("game", "most"), [(CARTWHEEL, 30), (DUEL, 9)])
def test_aa_1_a_forced_file_is_the_one_written_by_hand_and_owns_no_rolls(
    game: tuple[str, tuple[str, ...], dict[str, str]], most: int, tmp_path: Path
) -> None:
    """Whatever steps a game has: no bot orders anything there, and play goes on."""
    scenario, seats, options = game
    world = begin(tmp_path / "game", scenario, seats, options)
    found = 0
    for number in range(most):
        player = world.players[world.next_seat]
        if forced(player):
            found += 1
            assert player.bot_orders() == ()
            twins = world.copied(tmp_path / f"copy-{number}")
            twin = twins.players[player.seat]
            assert twin.run("answer") == 0
            owner = owner_of(player)
            raw = player.send()
            assert alike(last_of(twin)) == alike(last_of(player))
            orders = decode_orders(last_of(player).order, kinds(player), code="E12")
            assert all(order.forced for order in orders)
            assert owner_of(player) == owner, "no roll belongs to it"
            world.deliver(raw, player.seat)
        else:
            world.round()
    assert found


def kinds(player: Player) -> Any:
    with player.session() as session:
        return session.rules.system.orders


def owner_of(player: Player) -> str:
    """The file that owns the rolls which wait or come."""
    with player.session() as session:
        return session.fold.owner.hash if session.fold.owner else ""


def test_aa_1_the_last_file_of_a_game_without_secrets_is_forced(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    world.players["blue"].send({"type": "resign"})
    world.deliver((world.players["blue"].folder / "outbox" / "0002-blue.pbem").read_bytes(), "blue")
    for _ in range(2):
        player = world.players[world.next_seat]
        assert forced(player)
        assert player.run("answer") == 0
        (order,) = last_of(player).order
        assert order == {"type": "end"}
        world.deliver((player.folder / "outbox" / outbox(player)[-1]).read_bytes(), player.seat)
    assert world.next_seat == ""


# --- AA.2 ----------------------------------------------------------------------------------------


def test_aa_2_answer_writes_the_file_that_send_would(sealed: World, tmp_path: Path) -> None:
    twin = sealed.copied(tmp_path / "twin").players["blue"]
    blue = sealed.players["blue"]
    assert blue.run("answer") == 0
    assert twin.run("send", "--empty") == 0
    assert outbox(blue)[-1] == "0004-blue.pbem"
    assert alike(last_of(blue)) == alike(last_of(twin))
    assert last_of(blue).message == ""
    sealed.deliver((blue.folder / "outbox" / "0004-blue.pbem").read_bytes(), "blue")
    sealed.round()


def test_aa_2_a_dry_run_only_tells(sealed: World, capsys: pytest.CaptureFixture[str]) -> None:
    blue = sealed.players["blue"]
    before = blue.files()
    assert blue.run("answer", "--dry-run") == 0
    said = capsys.readouterr().out
    assert "File 4 in words" in said
    assert said.endswith("nothing is signed\n")
    assert blue.files() == before


@pytest.mark.parametrize("words", [(), ("--dry-run",)])
def test_aa_2_a_file_that_decides_is_refused_with_its_decisions(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "midway-0700", ("japanese", "american"))
    player = world.players["japanese"]
    assert refused(player, capsys, *words) == [
        "pbem: error: file 2 decides: the set-up, Phase 11: Japanese planning",
        "pbem: error: file 2 decides: turn 1, Phase 1: Japanese landing",
        "pbem: error: file 2 decides: turn 1, Phase 3: Japanese moves",
        "pbem: error: file 2 decides: turn 1, Phase 5: Japanese CAP attacks",
        f"pbem: hint: for the 4 errors above: see 'pbem -C {player.folder} status'",
    ]
    said = refused(world.players["american"], capsys, *words)
    assert said[0] == "pbem: error: E08: it is for the Japanese side to write file 2"


# --- AA.5: what is no file without a decision ----------------------------------------------------


def test_aa_5_a_join_is_never_forced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"), joined=False)
    assert not forced(world.players["blue"])
    said = refused(world.players["blue"], capsys)
    assert said[0] == "pbem: error: E08: your next file joins the game and gives no orders"


def test_aa_5_an_open_ruling_of_the_other_side_is_a_decision(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Red has proposed in his file 3, so blue's file 5 could agree as well as open."""
    world = begin(tmp_path, "pistols", ("red", "blue"), {"sealed": "true"})
    world.round()
    blue, red = world.players["blue"], world.players["red"]
    blue.receive(red.send(RULING))
    blue.receive(red.send(AIM))
    assert opens(blue)
    assert not forced(blue)
    (said, _) = refused(blue, capsys)
    assert said.endswith("decides: whether you agree to the ruling in file 3: pbem consent 3")
    red.receive(blue.send({"type": "consent", "ruling": 3}))


def opens(player: Player) -> bool:
    """Whether the next file is the player's, and only opens."""
    with player.session() as session:
        return session.is_mine and not session.view().decision.covers


def test_aa_5_a_question_that_waits_for_the_referee_is_his_to_decide(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue", "referee"))
    world.deliver(world.players["blue"].send({"type": "refer", "words": "Is it so?"}), "blue")
    referee = world.players["referee"]
    assert world.next_seat == "referee"
    assert not forced(referee)
    assert "how you answer what you are asked" in refused(referee, capsys)[0]


def test_aa_5_disclosing_is_never_forced(sealed: World, capsys: pytest.CaptureFixture[str]) -> None:
    sealed.deliver(sealed.players["blue"].send({"type": "resign"}), "blue")
    player = sealed.players[sealed.next_seat]
    assert not forced(player)
    assert "file 5 decides: close the game by disclosing" in refused(player, capsys)[0]


# --- what players are told ----------------------------------------------------------------------


def test_where_nothing_is_to_decide_all_commands_say_so(
    sealed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = sealed.players["blue"]
    assert blue.run("config", "answer", "never") == 0
    words = NOTHING.replace("pbem answer", f"pbem -C {blue.folder} answer")
    for command in ("status", "games", "turn"):
        assert blue.run("receive", str(blue.folder / "chain" / "0003-red.pbem")) == 0
        capsys.readouterr()
        assert blue.run(command) == 0
        assert words in " ".join(capsys.readouterr().out.split()), command
    assert "0004-blue.pbem" not in outbox(blue), "none of them writes it"


def test_orders_begun_ahead_wait_for_a_file_that_takes_them(tmp_path: Path) -> None:
    """Blue's file 4 only opens; what he has begun ahead is for the file that he decides in."""
    world = begin(tmp_path, "pistols", ("red", "blue"), {"sealed": "true"})
    world.round()
    blue, red = world.players["blue"], world.players["red"]
    (blue.folder / "orders-ahead.toml").write_text("# begun ahead\n")
    world.round()
    assert forced(blue)
    red.receive(blue.send())
    assert (blue.folder / "orders-ahead.toml").exists()
    while world.next_seat != "blue":
        world.round()
    assert not forced(blue)
    assert [path.name for path in blue.folder.glob("orders-*.toml")] == ["orders-0006.toml"]
