"""Nobody hears what the program says: a full disk, closed streams, a reader that has had enough."""

import shutil
from pathlib import Path

import pytest

from tests.pages import environment, shell

pytestmark = pytest.mark.needs("bash")

BEGIN = """
pbem keys new anna
PBEM_HOME=bob pbem keys new bob
PBEM_HOME=bob pbem keys card -o bob.card
pbem new table game --as us --seat japan=bob.card
PBEM_HOME=bob pbem join game/outbox/0000-us.pbem his --as japan
pbem -C game receive his/outbox/0001-japan.pbem
"""
FULL = "/dev/full"
NO_ROOM = "pbem: error: standard output cannot be written: No space left on device"
CLOSED = "pbem: error: standard output cannot be written: Bad file descriptor"
HINT = "pbem: hint: your game is safe; run the command again, and let it write elsewhere"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("begun")
    ran = shell(BEGIN, made, environment(made))
    assert ran.returncode == 0, ran.stdout
    return made


@pytest.fixture
def place(begun: Path, tmp_path: Path) -> Path:
    """A game under way, the test's own: no list of games leads back to the one that was copied."""
    shutil.copytree(begun, tmp_path, dirs_exist_ok=True)
    for listed in tmp_path.rglob("games.toml"):
        listed.unlink()
    return tmp_path


def status(place: Path, command: str) -> tuple[int, list[str]]:
    """The exit status of a command, and what could be heard of it."""
    # Python itself warns of a stream that nothing closes where its descriptor is closed
    ran = shell(f"set +e -o pipefail; {command}", place, environment(place, PYTHONWARNINGS=""))
    return ran.returncode, ran.stdout.splitlines()


@pytest.mark.needs(FULL)
@pytest.mark.parametrize("words", ["show", "status", "report", "state --canonical", "verify"])
def test_a_look_that_cannot_be_printed_is_an_error(place: Path, words: str) -> None:
    assert status(place, f"pbem -C game {words} > {FULL}") == (1, [NO_ROOM, HINT])
    assert status(place, f"pbem -C game {words} >&-") == (1, [CLOSED, HINT])


@pytest.mark.needs(FULL)
@pytest.mark.parametrize(
    ("where", "why"),
    [(f"> {FULL}", "No space left on device"), (">&-", "Bad file descriptor")],
)
def test_what_is_sent_is_sent_though_nobody_hears_of_it(place: Path, where: str, why: str) -> None:
    (genesis,) = (place / "game" / "mail").iterdir()
    mail = f"game/mail/{genesis.name.replace('0000', '0002')}"
    told = f"pbem: your file 2 is signed and lies in {mail}"
    heard = f"{told}; standard output cannot be written: {why}"
    assert status(place, f"pbem -C game send --empty {where}") == (0, [heard])
    assert (place / mail).exists()
    told = "pbem: what came is taken: see 'pbem -C his report'"
    heard = f"{told}; standard output cannot be written: {why}"
    took = f"PBEM_HOME=bob pbem -C his receive {mail}"
    assert status(place, f"{took} {where}") == (0, [heard])
    assert (place / "his" / "chain" / "0002-us.pbem").exists()
    heard = f"pbem: wrote his/orders-0003.toml; standard output cannot be written: {why}"
    assert status(place, f"PBEM_HOME=bob pbem -C his orders {where}") == (0, [heard])


@pytest.mark.parametrize("words", ["show", "status", "-h", "rules list midway"])
def test_a_reader_may_have_had_enough(place: Path, words: str) -> None:
    assert status(place, f"pbem -C game {words} | true") == (0, [])
    assert status(place, f"pbem -C game {words} 2>&1 | head -n 0") == (0, [])


def test_a_deed_is_done_though_its_reader_has_had_enough(place: Path) -> None:
    assert status(place, "pbem -C game send --empty | true") == (0, [])
    assert (place / "game" / "outbox" / "0002-us.pbem").exists()


@pytest.mark.needs(FULL)
@pytest.mark.parametrize("where", ["2>&-", f"2> {FULL}", f"> {FULL} 2>&1", ">&- 2>&-"])
def test_a_refusal_keeps_its_exit_status_though_nobody_hears_it(place: Path, where: str) -> None:
    assert status(place, f"pbem -C game check none {where}") == (1, [])
    assert status(place, f"pbem -C game verify --nonsense {where}") == (2, [])
    assert status(place, f"pbem -C nowhere status {where}") == (1, [])
    assert status(place, f"pbem -C game send --empty {where}")[0] == 0


def test_the_version_is_told_or_not(place: Path) -> None:
    assert status(place, "pbem --version >&-")[0] != 0
    assert status(place, "pbem --version 2>&-")[0] == 0
