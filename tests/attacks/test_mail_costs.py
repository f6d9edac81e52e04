"""What a hostile mail costs: a second and 100 MiB at most, beside the mail itself (protocol 9)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mail.hostile import HOSTILE

pytestmark = pytest.mark.needs("/proc/self/status")

CAGE = """
import resource, signal, sys
from pathlib import Path
from pbem.mail.find import find
find(b"From: a@b\\nSubject: hay\\nContent-Type: text/html\\n\\npbem")
raw = Path(sys.argv[1]).read_bytes()
used = int(next(l for l in open("/proc/self/status") if l.startswith("VmSize")).split()[1]) * 1024
resource.setrlimit(resource.RLIMIT_AS, (used + 100 * 2**20, used + 100 * 2**20))
signal.setitimer(signal.ITIMER_PROF, 1)  # seconds of this process's own; then it is killed
found = find(raw, "mail")
signal.setitimer(signal.ITIMER_PROF, 0)
print(len(found.found), len(found.lost))
"""


@pytest.mark.parametrize("shape", HOSTILE)
def test_a_hostile_mail_costs_little(tmp_path: Path, shape: str) -> None:
    (tmp_path / "mail").write_bytes(HOSTILE[shape]())
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-c", CAGE, str(tmp_path / "mail")]
    ran = subprocess.run(command, env=env, check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-500:]
    found, lost = map(int, ran.stdout.split())
    assert found <= 1
    assert lost <= 25
