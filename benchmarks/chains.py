"""`verify --chain` beside the bare work on the same bytes, and the memory that it takes."""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from benchmarks.games import write_chain
from benchmarks.measure import Row, Work, interleaved, ratio_row
from pbem import keys, pem
from pbem.game.verify import verify_links
from pbem.scan import scan
from tests.simulator import World

FILES, FEW = 2_000, 200
ROUNDS = 9

_PEAK = """
import sys
from pathlib import Path
from pbem.game.verify import verify_links

assert verify_links(Path(sys.argv[1]), lambda _: None).files == int(sys.argv[2])
lines = Path("/proc/self/status").read_text().splitlines()
print(next(line.split()[1] for line in lines if line.startswith("VmHWM")))
"""


def measure(world: World, place: Path) -> Iterator[Row]:
    """A chain of 2,000 files made from those of a bot game."""
    paths = write_chain(world, place / "many" / "chain", FILES)
    write_chain(world, place / "few" / "chain", FEW)
    floor = _bare_work(world, paths)
    pairs = interleaved(floor, lambda: verify_links(place / "many", lambda _: None), ROUNDS)
    yield ratio_row(f"verify --chain, {FILES:,} files / bare work", pairs, 2)
    if Path("/proc/self/status").exists():
        yield _memory(place)


def _bare_work(world: World, paths: list[Path]) -> Work:
    """Read each file, both hashes of its body, its signature verified; nothing is looked at."""
    public = {seat: player.key.public for seat, player in world.players.items()}
    verifiers = {seat: Ed25519PublicKey.from_public_bytes(key.raw) for seat, key in public.items()}
    plan = []
    for path in paths:
        scanned = scan(path.read_bytes())
        signature = pem.unwrap("SSH SIGNATURE", scanned.armour, width=70)
        assert signature is not None
        plan.append((path, len(scanned.body), verifiers[scanned.seat], signature[-64:]))
    prefix = b"SSHSIG" + b"".join(
        len(part).to_bytes(4, "big") + part for part in (keys.TURN.encode(), b"", b"sha512")
    )
    prefix += (64).to_bytes(4, "big")

    def work() -> None:
        for path, length, verifier, signature in plan:
            body = path.read_bytes()[:length]
            hashlib.sha256(body).hexdigest()
            verifier.verify(signature, prefix + hashlib.sha512(body).digest())

    return work


def _memory(place: Path) -> Row:
    """The most memory that a process takes which checks the long chain, and a short one."""
    few, many = (_peak(place / "few", FEW), _peak(place / "many", FILES))
    return Row(
        name=f"memory of verify --chain, {FILES:,} / {FEW} files",
        measured=f"{many / 1024:.1f} MiB",
        floor=f"{few / 1024:.1f} MiB",
        ratio=f"{many / few:.2f}",
        aim="< 1.05",
        met=many / few < 1.05,
    )


def _peak(folder: Path, files: int) -> int:
    """The peak in KiB of a process of its own."""
    words = [sys.executable, "-c", _PEAK, str(folder), str(files)]
    return int(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
