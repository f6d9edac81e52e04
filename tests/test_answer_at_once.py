"""What comes is answered at once where nothing is to decide, and by a person elsewhere (AA)."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import pbem.cli
from pbem.frozen import replace
from pbem.game.answer import bar, follows
from pbem.store import machine
from pbem.store.files import lock
from pbem.turnfile import StatePart
from tests.attacks.common import AIM
from tests.cheat import forge, sign, with_orders
from tests.simulator import SENT, Player, World, begin
from tests.test_answer import MIDWAY, RULING, alike, last_of, opens

HINT = "nothing to decide: pbem -C {} answer writes it"


@pytest.fixture
def sealed(tmp_path: Path) -> World:
    """A duel in which red has sealed his number in file 3; blue has not received it yet."""
    made = begin(tmp_path, "pistols", ("red", "blue"), {"sealed": "true"})
    made.round()
    made.write()
    return made


def saved(place: Path, raw: bytes) -> str:
    path = place / "mail.pbem"
    path.write_bytes(raw)
    return str(path)


def took(player: Player, raw: bytes, capsys: pytest.CaptureFixture[str], status: int = 0) -> str:
    """What `receive` says of a file."""
    capsys.readouterr()
    assert player.run("receive", saved(player.folder.parent, raw)) == status
    return capsys.readouterr().out


def journalled(player: Player) -> list[str]:
    return sorted(path.name for path in player.home.rglob("journal/*/*/*.pbem"))


def line_of(player: Player, number: int) -> str:
    with player.session() as session:
        name = f"{session.links.game[:8]}-{number:04d}-{player.seat}.pbem"
    return f"nothing was to decide: wrote file {number}; mail {player.folder / 'mail' / name} to "


# --- AA.3, AA.4 ----------------------------------------------------------------------------------


def test_aa_4_what_came_is_taken_told_and_then_answered_in_one_line(
    sealed: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = sealed.players["blue"]
    twin = sealed.copied(tmp_path / "twin").players["blue"]
    said = took(blue, sealed.mail[-1], capsys)
    line = f"{line_of(blue, 4)}red (red <red@example.org>)"
    assert said.count(line) == 1
    assert said.index("file 3 of the Red side") < said.index(line)
    assert said.splitlines()[-4:] == [
        line,
        "",
        "next: the Red side writes file 5",
        f"then: pbem -C {blue.folder} status",
    ]
    twin.receive(sealed.mail[-1])
    assert twin.run("send", "--empty") == 0
    assert alike(last_of(blue)) == alike(last_of(twin))
    assert last_of(blue).seq == 4


def test_aa_3_never_tells_what_would_write_it(
    sealed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = sealed.players["blue"]
    assert blue.run("config", "answer", "never") == 0
    said = took(blue, sealed.mail[-1], capsys)
    assert said.splitlines()[-1] == f"then: {HINT.format(blue.folder)}"
    assert last_of(blue).seq == 3


def test_aa_3_settings_that_cannot_be_read_write_nothing(
    sealed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    """They may have said 'never'."""
    blue = sealed.players["blue"]
    (blue.home / "config.toml").write_text('answer = "nevr"\n')
    took(blue, sealed.mail[-1], capsys)
    assert last_of(blue).seq == 3


def test_aa_4_a_turn_answers_too_and_goes_on_to_nothing(
    sealed: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = sealed.players["blue"]
    assert blue.run("turn", saved(tmp_path, sealed.mail[-1])) == 0
    said = capsys.readouterr().out
    assert said.index(line_of(blue, 4)) < said.index("the Red side owes file 5")


def test_aa_4_a_file_that_decides_is_left_to_its_player(
    sealed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    blue, red = sealed.players["blue"], sealed.players["red"]
    took(blue, sealed.mail[-1], capsys)
    said = took(
        red, sealed.players["blue"].folder.joinpath("outbox/0004-blue.pbem").read_bytes(), capsys
    )
    assert "nothing was to decide" not in said
    assert last_of(red).seq == 4


def test_aa_4_the_end_of_a_game_without_secrets_is_confirmed_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    blue, red = world.players["blue"], world.players["red"]
    resigned = blue.send({"type": "resign"})
    assert line_of(red, 3) in took(red, resigned, capsys)
    ended = (red.folder / "outbox" / "0003-red.pbem").read_bytes()
    for count in (1, 0):
        assert took(blue, ended, capsys).count("nothing was to decide") == count
    assert journalled(blue)[-1] == "0000000004-blue.pbem"
    red.receive((blue.folder / "outbox" / "0004-blue.pbem").read_bytes())
    assert world.next_seat == ""


def test_aa_4_never_behind_an_own_file(sealed: World) -> None:
    """What follows one's own file is another answer, and nothing has come for it."""
    blue = sealed.players["blue"]
    (receipt,) = blue.receive(sealed.mail[-1])
    with blue.session() as session:
        assert follows(session, (receipt,))
        assert not follows(session, (replace(receipt, seq=2),))
        assert not follows(session, (replace(receipt, seat="blue"),))
        assert not follows(session, ())


def test_aa_4_nothing_is_answered_that_brought_nothing(
    sealed: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Blue has answered never so far; an old file that comes again is no reason to sign."""
    blue = sealed.players["blue"]
    blue.receive(sealed.mail[-1])
    took(blue, sealed.mail[0], capsys)
    assert last_of(blue).seq == 3


# --- AA.3: sending -------------------------------------------------------------------------------


def test_aa_3_an_account_that_fails_undoes_nothing(
    sealed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = sealed.players["blue"]
    assert blue.run("config", "answer", "send") == 0
    raw = sealed.mail[-1]
    assert blue.run("receive", saved(blue.folder.parent, raw)) == 0
    out, err = capsys.readouterr()
    assert line_of(blue, 4) in out
    assert err == (
        "pbem: error: no mail account is set up\n"
        "pbem: hint: describe it with 'pbem mail setup'; without one: "
        f"pbem -C {blue.folder} mail write --open\n"
    )
    assert last_of(blue).seq == 4
    sealed.players["red"].receive((blue.folder / "outbox" / "0004-blue.pbem").read_bytes())


def test_aa_3_a_server_that_is_away_undoes_nothing(
    sealed: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SECRET", "x")
    blue = sealed.players["blue"]
    assert blue.run("config", "answer", "send") == 0
    assert blue.run(
        "mail", "setup", "--address", "blue@example.org", "--smtp", "smtps://127.0.0.1:1",
        "--secret", "env: SECRET",
    ) == 0  # fmt: skip
    assert line_of(blue, 4) in took(blue, sealed.mail[-1], capsys)
    assert last_of(blue).seq == 4


# --- AA.5 ----------------------------------------------------------------------------------------


def left_alone(player: Player, raw: bytes, capsys: pytest.CaptureFixture[str]) -> str:
    """Why `receive` takes a file, says that nothing is to decide, and signs nothing."""
    before = journalled(player)
    said, *_, then = took(player, raw, capsys).splitlines()[-4:]
    assert journalled(player) == before
    assert then == f"then: {HINT.format(player.folder)}"
    left = "nothing is to decide, and it is left to you: "
    assert said.startswith(left), said
    return said.removeprefix(left)


def test_aa_5_a_consent_is_never_given_or_refused_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"), {"sealed": "true"})
    world.round()
    blue, red = world.players["blue"], world.players["red"]
    blue.receive(red.send(RULING))
    said = took(blue, red.send(AIM), capsys)
    assert "nothing" not in said.splitlines()[-1]
    assert opens(blue)
    assert last_of(blue).seq == 4


def test_aa_5_a_question_is_left_to_the_referee(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue", "referee"))
    raw = world.players["blue"].send({"type": "refer", "words": "Is it so?"})
    said = took(world.players["referee"], raw, capsys)
    assert "nothing" not in said.splitlines()[-1]
    assert last_of(world.players["referee"]).seat == "blue"


def test_aa_5_nobody_discloses_by_himself(
    sealed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    blue, red = sealed.players["blue"], sealed.players["red"]
    blue.receive(sealed.mail[-1])
    took(red, blue.send({"type": "resign"}), capsys)
    assert last_of(red).seat == "blue"


def test_aa_5_the_first_file_after_a_restore_is_written_by_hand(
    sealed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = sealed.players["blue"]
    with blue.at_home():
        assert pbem.cli.run(["restore", str(blue.folder)]) == 0
    why = "it is the first that you write here since files of yours were put back"
    assert left_alone(blue, sealed.mail[-1], capsys) == why
    assert blue.run("answer") == 0
    with blue.session() as session:
        assert bar(session) == "", "he has signed here since"


def test_aa_5_a_journal_that_is_behind_the_chain_signs_nothing_by_itself(
    sealed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = sealed.players["blue"]
    (newest,) = blue.home.rglob("journal/*/*/0000000002-blue.pbem")
    newest.unlink()
    why = "the journal beside your key has not your file 2"
    assert left_alone(blue, sealed.mail[-1], capsys) == why


def test_aa_5_an_own_file_that_came_from_others_was_signed_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Blue's other machine has written file 2; this one learns of it by mail."""
    world = begin(tmp_path, "pistols", ("red", "blue"), {"sealed": "true"})
    here = world.copied(tmp_path / "here").players["blue"]
    second, third = world.round(), world.round()
    here.receive(second)
    assert left_alone(here, third, capsys).startswith("it is the first that you write here")


def test_aa_5_a_fork_in_evidence_stops_it(
    sealed: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Red has signed two files 3; the first is sent once more."""
    blue, red = sealed.players["blue"], sealed.players["red"]
    raw = sealed.mail[-1]
    blue.receive(raw)
    fork = sign(replace(last_of(red), message="another"), red.key)
    assert blue.run("receive", saved(tmp_path, fork)) == 1
    capsys.readouterr()
    assert left_alone(blue, raw, capsys) == "the Red side has signed two files 3: see 'evidence'"


def test_aa_5_a_file_of_another_state_stops_it(
    sealed: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Red's program holds that he is to write file 4, in a state that is not blue's."""
    blue, red = sealed.players["blue"], sealed.players["red"]
    other = forge(red, lambda file: replace(file, state=StatePart(digest="ab" * 32)))
    blue.receive(sealed.mail[-1])
    assert blue.run("receive", saved(tmp_path, other)) == 1
    assert (
        left_alone(blue, sealed.mail[-1], capsys)
        == "file 4 of the Red side was refused: see 'evidence'"
    )


def test_aa_5_a_key_with_a_passphrase_is_not_used(
    sealed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = sealed.players["blue"]
    (path,) = (one for one in (blue.home / "keys").iterdir() if one.name == "blue")
    path.write_bytes(blue.key.openssh("swordfish"))
    assert left_alone(blue, sealed.mail[-1], capsys) == "your key asks for its passphrase"


def test_aa_5_a_key_that_is_away_is_named(
    sealed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = sealed.players["blue"]
    (blue.home / "keys" / "blue").unlink()
    assert left_alone(blue, sealed.mail[-1], capsys).startswith("the private key of SHA256:")


def test_aa_5_a_folder_that_another_command_holds_is_left_alone(
    sealed: World,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "WAIT", 0.0)
    blue = sealed.players["blue"]
    before = journalled(blue)
    with lock(blue.folder):
        assert blue.run("receive", saved(tmp_path, sealed.mail[-1])) == 1
    assert "another pbem is at work here" in capsys.readouterr().err
    assert journalled(blue) == before


def test_aa_5_a_draft_that_was_begun_for_it_is_its_players_word(
    sealed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = sealed.players["blue"]
    (blue.folder / "orders-0004.toml").write_text('message = "Now!"\n')
    assert left_alone(blue, sealed.mail[-1], capsys) == "you have begun orders-0004.toml"


# --- AA.6, AA.7 ----------------------------------------------------------------------------------


def test_aa_6_a_second_run_writes_nothing_new(
    sealed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = sealed.players["blue"]
    took(blue, sealed.mail[-1], capsys)
    before = {name: raw for name, raw in blue.files().items() if name.split("/")[0] in PLACES}
    said = took(blue, sealed.mail[-1], capsys)
    assert "nothing was to decide" not in said
    after = {name: raw for name, raw in blue.files().items() if name.split("/")[0] in PLACES}
    assert after == before


PLACES = ("chain", "outbox", "mail")


@pytest.mark.parametrize(
    "doctor",
    [
        with_orders({"type": "aim", "number": 2}, {"type": "aim", "number": 99}),  # E12
        lambda file: replace(file, state=StatePart(digest="ab" * 32)),  # E10
        lambda file: replace(file, open=()),
        lambda file: replace(file, prev="ab" * 32),  # E07
        lambda file: replace(file, game="ab" * 32),  # E02
    ],
)
def test_aa_7_what_is_refused_is_not_answered(
    doctor: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"), {"sealed": "true"})
    world.round()
    blue, red = world.players["blue"], world.players["red"]
    hostile = forge(red, doctor)
    before = journalled(blue)
    took(blue, hostile, capsys, status=1)
    assert journalled(blue) == before
    assert last_of(blue).seq == 2


# --- the same game both ways ---------------------------------------------------------------------


def played(world: World, setting: str, most: int) -> int:
    """Play a game with a setting of both; gives how many files their players wrote."""
    by_hand = 0
    for player in world.players.values():
        assert player.run("config", "answer", setting) == 0
    while (seat := world.next_seat) and last_of(world.players[seat]).seq < most:
        world.write()
        by_hand += 1
        world.exchange()
    return by_hand


@pytest.mark.parametrize(
    ("game", "most"),
    [(("pistols", ("red", "blue"), {}), 100), (MIDWAY, 14)],
    ids=["duel", "Midway"],
)
def test_aa_3_chain_and_digests_are_the_same_with_and_without_it(
    game: Any, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nonces and times, which are fresh in each file, are the same here."""
    monkeypatch.setattr("pbem.game.write.secrets", SimpleNamespace(token_hex=lambda n: "ab" * n))
    monkeypatch.setattr("pbem.cli.answer.now", lambda: SENT)
    world = begin(tmp_path, *game)
    twin = world.copied(tmp_path / "twin")
    by_hand, others = played(world, "never", most), played(twin, "write", most)
    assert others < by_hand or game == MIDWAY  # there it depends on the dice
    assert last_of(world.players[game[1][0]]).seq >= min(most, 15) - 1
    for seat, player in world.players.items():
        theirs, ours = (
            {name: raw for name, raw in one.files().items() if name[:5] in ("chain", "state")}
            for one in (twin.players[seat], player)
        )
        assert ours == theirs
