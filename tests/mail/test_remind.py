"""Letters beside the game: reminders, claims, acknowledgements, all games in one."""

import re
import subprocess
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

import pbem.cli
from pbem.mail.find import find
from pbem.scan import hash_of
from tests.simulator import Player, World
from tests.test_clock import CLAIM, REMIND, ago, duel


def letter(player: Player, place: Path, *words: str) -> EmailMessage:
    """What a command of `pbem mail` writes."""
    path = place / f"{'-'.join(words)}.eml"
    assert player.run("mail", *words, "-o", str(path)) == 0
    found = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


def words_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return " ".join(part.get_content().split())


def refused(player: Player, capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    capsys.readouterr()
    assert player.run(*words) == 1
    return capsys.readouterr().err.splitlines()


def told(player: Player, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert player.run(*words) == 0
    return capsys.readouterr().out


@pytest.fixture
def waiting(tmp_path: Path) -> World:
    """Blue waits for red, who has four hours more than he was given."""
    world = duel(tmp_path, clock=CLAIM)
    ago(world, 100.5)
    return world


def test_a_reminder_has_the_last_file_once_more_and_says_since_when(
    waiting: World, tmp_path: Path
) -> None:
    blue = waiting.players["blue"]
    mail = letter(blue, tmp_path, "remind")
    assert mail["To"] == "red <red@example.org>"
    assert "] Reminder: Go, turn 1: the Blue side to the Red side, file 1" in mail["Subject"]
    said = words_of(mail)
    assert "A reminder: the Red side owes file 2 since " in said
    assert "as it is reckoned here: 96 hours ran out 4 h ago." in said
    assert [one.raw for one in find(mail.as_bytes()).found] == [waiting.mail[-1]]
    first = letter(blue, tmp_path, "write")
    assert mail["Message-ID"] != first["Message-ID"]
    assert mail["References"] == first["References"]


def test_a_reminder_without_a_clock_names_no_hours(tmp_path: Path) -> None:
    world = duel(tmp_path)
    assert "hours" not in words_of(letter(world.players["blue"], tmp_path, "remind"))


def test_who_owes_a_file_himself_has_nobody_to_remind(
    waiting: World, capsys: pytest.CaptureFixture[str]
) -> None:
    red = waiting.players["red"]
    for what in ("remind", "claim"):
        assert refused(red, capsys, "mail", what) == [
            "pbem: error: it is you who owes a file",
            f"pbem: hint: see 'pbem -C {red.folder} status'",
        ]
    assert not list((red.folder / "mail").glob("*.eml"))


def test_a_claim_says_what_was_seen_and_that_it_decides_nothing(
    waiting: World, tmp_path: Path
) -> None:
    blue = waiting.players["blue"]
    before = blue.files()
    said = words_of(letter(blue, tmp_path, "claim"))
    assert (
        "as it is reckoned here: 96 hours ran out 4 h ago; the Red side owes file 2 since " in said
    )
    assert "The Blue side claims the game. What all have agreed to: each seat has 96 hours" in said
    assert "This letter decides nothing" in said
    assert blue.files() == before
    waiting.round()  # and red may write all the same


def claimed(waiting: World, place: Path) -> Path:
    """The signed text that is attached to a claim."""
    _, part = letter(waiting.players["blue"], place, "claim").iter_attachments()
    path = place / str(part.get_filename())
    path.write_bytes(part.get_content())
    return path


def test_a_claim_is_signed_and_anybody_of_the_game_reads_what_it_says(
    waiting: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper, red = claimed(waiting, tmp_path), waiting.players["red"]
    said = told(red, capsys, "prove", "claim", str(paper))
    assert said.startswith("signed by the key of seat blue (blue), who says:\n")
    assert "The Blue side claims the game." in said
    for seq, seat in ((0, "red"), (1, "blue")):
        hash_ = hash_of(waiting.mail[seq])
        assert re.search(rf"^{seq:04} {seat} {hash_} \d{{4}}-\d\d-\d\d \d\d:\d\d UTC$", said, re.M)


@pytest.mark.parametrize("change", ["a word", "nothing signed", "a turn file"])
def test_a_claim_that_was_changed_is_none(
    change: str, waiting: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper, red = claimed(waiting, tmp_path), waiting.players["red"]
    raw = paper.read_bytes()
    none = "this is no claim"
    changed, wrong = {
        "a word": (raw.replace(b"96 ", b"24 "), "no seat of this game has signed these words"),
        "nothing signed": (raw.partition(b"-----BEGIN")[0], none),
        "a turn file": (waiting.mail[-1], none),
    }[change]
    paper.write_bytes(changed)
    assert refused(red, capsys, "prove", "claim", str(paper))[0] == f"pbem: error: {wrong}"


@pytest.mark.needs("ssh-keygen")
def test_ssh_keygen_knows_who_claims(waiting: World, tmp_path: Path) -> None:
    paper = claimed(waiting, tmp_path)
    words, mark, armour = paper.read_text().partition("-----BEGIN SSH SIGNATURE-----")
    (tmp_path / "words.sig").write_text(mark + armour)
    with waiting.players["blue"].session() as session:
        (tmp_path / "blue.signer").write_text(f"blue {session.links.keys['blue']}\n")
    for namespace, status in (("pbem-claim", 0), ("pbem-turn", 255)):
        checked = subprocess.run(
            ["ssh-keygen", "-Y", "verify", "-f", str(tmp_path / "blue.signer"), "-I", "blue",
             "-n", namespace, "-s", str(tmp_path / "words.sig")],
            input=words.encode(), capture_output=True, check=False,
        )  # fmt: skip
        assert checked.returncode == status


def test_nobody_claims_a_game_before_the_hours_have_run_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path, clock=CLAIM)
    ago(world, 65.5)
    blue = world.players["blue"]
    assert refused(blue, capsys, "mail", "claim") == [
        "pbem: error: there are still 30 hours of 96 left",
        f"pbem: hint: until they have run out, remind him: pbem -C {blue.folder} mail remind",
    ]


@pytest.mark.parametrize("clock", ["", REMIND])
def test_nobody_claims_a_game_where_that_was_not_agreed_on(
    tmp_path: Path, clock: str, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path, clock=clock)
    ago(world, 500)
    blue = world.players["blue"]
    assert refused(blue, capsys, "mail", "claim") == [
        "pbem: error: in this game nothing follows from lateness",
        f"pbem: hint: remind him: pbem -C {blue.folder} mail remind",
    ]


# --- what somebody lacks ---


def test_an_acknowledgement_says_that_both_have_the_same(
    waiting: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blue, red = waiting.players["blue"], waiting.players["red"]
    mail = letter(red, tmp_path, "ack")
    assert "] File 1 has come: Go" in mail["Subject"]
    assert "All files up to file 1 have come here" in words_of(mail)
    assert blue.run("turn", "--no-input") == 0
    assert told(blue, capsys, "receive", str(tmp_path / "ack.eml")) == (
        f"a letter says of {blue.folder}: file 1 is there, with the same state as here\n"
    )


def test_an_acknowledgement_tells_which_files_are_missing_and_where(
    waiting: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blue, red = waiting.players["blue"], waiting.players["red"]
    for player in (red, blue):
        assert player.run("turn", "--no-input") == 0
    path = str(tmp_path / "ack.eml")
    letter(blue, tmp_path, "ack")
    lost = waiting.write()
    assert told(red, capsys, "receive", path) == (
        f"a letter says of {red.folder}: file 1 is the last there; mail what is missing: "
        f"pbem -C {red.folder} mail resend 2\n"
    )
    letter(red, tmp_path, "ack")
    assert told(blue, capsys, "receive", path) == (
        f"a letter says of {blue.folder}: file 2 is there, and file 1 the last here; "
        "ask for the rest\n"
    )
    (tmp_path / "old").mkdir()
    letter(blue, tmp_path / "old", "ack")
    waiting.deliver(lost, "red")
    waiting.round()
    assert "mail what is missing: pbem -C " in (
        said := told(red, capsys, "receive", str(tmp_path / "old" / "ack.eml"))
    )
    assert said.endswith(" bundle\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"{'0' * 16} 1", "a letter says how far a game has come that is not known here"),
        ("GAME 1", "file 1 is there with another state than here; see pbem -C "),
        ("GAME 9999999999", "file 9999999999 is there, and file 1 the last here; ask for the rest"),
    ],
)
def test_an_acknowledgement_of_anybody_is_told_and_changes_nothing(
    waiting: World, tmp_path: Path, line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = waiting.players["blue"]
    assert blue.run("turn", "--no-input") == 0
    with blue.session() as session:
        line = line.replace("GAME", session.links.game[:16])
    before = blue.files()
    (tmp_path / "ack.txt").write_text(f"> [pbem-ack {line} {'0' * 16}]\n")
    assert said in told(blue, capsys, "receive", str(tmp_path / "ack.txt"))
    assert blue.files() == before


def test_a_mail_with_a_file_and_an_acknowledgement_is_taken(
    waiting: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = waiting.players["blue"]
    with blue.session() as session:
        line = f"[pbem-ack {session.links.game[:16]} 1 {'0' * 16}]"
    raw = waiting.write()
    mail = EmailMessage()
    mail["Subject"], mail["From"] = "Re: pbem", "red@example.org"
    mail.set_content(f"> {line}\n")
    mail.add_attachment(raw, "application", "octet-stream", filename="x.pbem")
    (tmp_path / "both.eml").write_bytes(mail.as_bytes())
    assert "received file 2 of the Red side" in told(
        blue, capsys, "receive", str(tmp_path / "both.eml")
    )


# --- all games in one letter ---


def test_a_digest_tells_all_games_to_oneself(waiting: World, tmp_path: Path) -> None:
    blue = waiting.players["blue"]
    assert blue.run("turn", "--no-input") == 0
    mail = letter(blue, tmp_path, "digest")
    assert mail["To"] == mail["From"] == "blue <blue@example.org>"
    assert mail["Subject"] == "[pbem] 1 game; none wait for you"
    said = words_of(mail)
    assert "the Red side owes file 2 of Go (table) since " in said
    assert "the Red side's 96 hours ran out 4 h ago" in said
    assert not list(mail.iter_attachments())


def test_a_digest_of_nobody_is_a_letter_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    assert pbem.cli.run(["mail", "digest", "-o", str(tmp_path / "digest.eml")]) == 0
    assert b"no games yet" in (tmp_path / "digest.eml").read_bytes()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--auth", "telepathy"), "auth is one of: "),
        (("--imap", "http://example.org"), "imap"),
        (("--drafts", "Mine"), "inbox"),  # which was written by hand
    ],
)
def test_a_wrong_account_is_refused_before_it_is_kept(
    waiting: World, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
) -> None:
    blue = waiting.players["blue"]
    kept = blue.home / "mail.toml"
    kept.write_text('address = "blue@example.org"\n' + ("inbox = 3\n" if why == "inbox" else ""))
    before = kept.read_text()
    assert why in refused(blue, capsys, "mail", "setup", *words)[0]
    assert kept.read_text() == before


@pytest.mark.parametrize("address", ["nobody", "a,b@example.org", "a@", "a b@example.org"])
def test_an_account_s_address_that_is_none_stops_no_letter(
    waiting: World, tmp_path: Path, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    blue = waiting.players["blue"]
    said = refused(blue, capsys, "mail", "setup", "--address", address)
    assert said == [
        "pbem: error: --address: this is no plain e-mail address",
        "pbem: hint: write it as in anna@example.org",
    ]
    (blue.home / "mail.toml").write_text(f'address = "{address}"\n')
    assert letter(blue, tmp_path, "digest")["Subject"].startswith("[pbem] ")
    assert "address is no plain e-mail address" in refused(blue, capsys, "mail", "draft")[0]
