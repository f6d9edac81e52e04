"""What a hostile mail costs: a second and 100 MiB at most, beside the mail itself (protocol 9)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mail.hostile import HOSTILE

pytestmark = pytest.mark.needs("/proc/self/status")

CAGE = """
import sys
from pathlib import Path
from pbem.mail.find import find
from tests import cage
find(b"From: a@b\\nSubject: hay\\nContent-Type: text/html\\n\\npbem")
raw = Path(sys.argv[1]).read_bytes()
cage.shut()
found = find(raw, "mail")
cage.leave()
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
