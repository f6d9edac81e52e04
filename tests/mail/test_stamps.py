"""Time stamps: an authority made on the spot by `openssl`, which also checks what we have kept."""

import subprocess
from pathlib import Path

import pytest

from tests.simulator import Player, begin

pytestmark = pytest.mark.needs("openssl")

SETTINGS = """
[tsa]
default_tsa = own
[own]
serial = {place}/serial
crypto_device = builtin
signer_cert = {place}/tsa.pem
signer_key = {place}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
[for-stamps]
extendedKeyUsage = critical,timeStamping
"""


class Authority:
    """An authority that stamps what it is asked to."""

    def __init__(self, place: Path, name: str) -> None:
        place.mkdir()
        self.place, self.root = place, place / "root.pem"
        (place / "settings").write_text(SETTINGS.format(place=place))
        (place / "serial").write_text("01\n")
        made = ("-newkey", "rsa:2048", "-nodes", "-days", "30")
        is_root = ("-addext", "basicConstraints=critical,CA:TRUE")
        self._openssl(
            "req", "-x509", *made, "-subj", f"/CN={name} root", *is_root,
            "-keyout", "root.key", "-out", "root.pem",
        )  # fmt: skip
        self._openssl(
            "req", *made[:-2], "-subj", f"/CN={name}", "-keyout", "tsa.key", "-out", "tsa.csr"
        )
        self._openssl(
            "x509", "-req", "-in", "tsa.csr", "-CA", "root.pem", "-CAkey", "root.key",
            "-days", "30", "-set_serial", "77", "-extfile", "settings", "-extensions", "for-stamps",
            "-out", "tsa.pem",
        )  # fmt: skip

    def answer(self, request: Path) -> Path:
        words = ("-config", "settings", "-queryfile", str(request), "-out", "answer.tsr")
        self._openssl("ts", "-reply", *words)
        return self.place / "answer.tsr"

    def _openssl(self, *words: str) -> None:
        subprocess.run(["openssl", *words], cwd=self.place, check=True, capture_output=True)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("stamps") / "own", "Harbour Clock")


@pytest.fixture
def player(tmp_path: Path) -> Player:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    world.round()
    return world.players["red"]


def test_a_file_is_stamped_and_anybody_can_check_it(
    player: Player, authority: Authority, capsys: pytest.CaptureFixture[str]
) -> None:
    assert player.run("stamp", "2") == 0
    (request,) = (player.folder / "evidence" / "stamps").iterdir()
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"wrote {request}; only a hash of the file is in it.")
    assert said[1].startswith(
        "  curl -H 'Content-Type: application/timestamp-query' --data-binary "
    )
    assert said[2].startswith("and then: pbem ")
    assert said[2].endswith(" stamp 2 --take answer.tsr --authority cacert.pem")

    answer = authority.answer(request)
    words = ("stamp", "2", "--take", str(answer), "--authority", str(authority.root))
    assert player.run(*words) == 0
    told = capsys.readouterr().out
    assert " was stamped 20" in told
    assert " UTC by Harbour Clock; kept as " in told

    assert player.run("stamp", "2") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == told.partition("; kept")[0]
    command = said[1].removeprefix("without this program: ")
    ran = subprocess.run(command, shell=True, check=False, capture_output=True, text=True)
    assert "Verification: OK" in ran.stdout + ran.stderr


def test_a_stamp_that_does_not_hold_is_refused(
    player: Player, authority: Authority, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert player.run("stamp", "1") == 0
    (request,) = (player.folder / "evidence" / "stamps").iterdir()
    answer = authority.answer(request)
    other = Authority(tmp_path / "other", "Another")
    spoilt = tmp_path / "spoilt.tsr"
    spoilt.write_bytes(answer.read_bytes()[:-20] + bytes(20))
    short = tmp_path / "short.tsr"
    short.write_bytes(answer.read_bytes()[:100])
    for number, file, root, what in (
        ("2", answer, authority.root, "the stamp does not hold: Mismatch between messages"),
        ("1", answer, other.root, "the stamp does not hold: "),
        ("1", spoilt, authority.root, "the stamp does not hold: "),
        ("1", short, authority.root, "this is no time stamp"),
        ("1", request, authority.root, "this is no time stamp"),
        ("1", answer, answer, "this is no certificate in PEM"),
    ):
        capsys.readouterr()
        words = ("stamp", number, "--take", str(file), "--authority", str(root))
        assert player.run(*words) == 1, what
        told = capsys.readouterr().err
        assert what in told
        assert "hint: " in told
    assert [path.suffix for path in (player.folder / "evidence" / "stamps").iterdir()] == [".tsq"]


def test_what_is_missing_is_told(player: Player, capsys: pytest.CaptureFixture[str]) -> None:
    assert player.run("stamp", "99") == 1
    assert "there is no file 99 in this game" in capsys.readouterr().err
    assert player.run("stamp", "1", "--take", "answer.tsr") == 1
    assert "the certificate of the authority is missing" in capsys.readouterr().err
