"""The player's own command that is run when a file has come: `pbem config notify COMMAND`.

No shell reads it, and what others have written reaches it as data alone: in its environment and on
its standard input. Whatever becomes of it, the file is taken.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli import glance
from pbem.cli.output import setting, tell
from pbem.cli.status import made
from pbem.errors import PbemError
from pbem.report.clean import harmless, short

if TYPE_CHECKING:
    from pbem.game.session import Receipt

LONGEST = 60
"""Seconds that the command may take."""


def notify(path: Path, receipts: "Sequence[Receipt]") -> None:
    """Run the player's command, if he has one, for the last file that joined the chain."""
    words = setting("notify")
    came = [one for one in receipts if one.what == "applied"]
    if not words or not came:
        return
    try:
        environment, text = _told(str(path.resolve()), came[-1])
        sys.stdout.flush()
        ran = subprocess.run(
            shlex.split(words), input=text.encode("utf-8", "replace"), timeout=LONGEST, check=False,
            env={**os.environ, **environment},
        )  # fmt: skip
    except (OSError, ValueError, IndexError, PbemError, subprocess.TimeoutExpired) as error:
        tell(f"the file is taken, but your command for notify cannot be run: {short(str(error))}")
    else:
        if ran.returncode:
            status = f"ended with status {ran.returncode}"
            tell(f"the file is taken, but your command for notify {status}: {short(words)}")


def _told(path: str, receipt: "Receipt") -> tuple[dict[str, str], str]:
    """The command's environment, and the words for its standard input."""
    summary = glance.kept(path) or made(path)
    known = {
        "PBEM_FOLDER": path,
        "PBEM_GAME": summary["game"],
        "PBEM_TITLE": summary["title"],
        "PBEM_SEAT": summary["seat"],
        "PBEM_FROM": receipt.seat,
        "PBEM_FILE": str(receipt.seq),
        "PBEM_NEXT": summary["next"],
        "PBEM_HEADLINE": summary["headline"],
    }
    then = "it is your turn" if summary["next"] == summary["seat"] else "it is not your turn"
    who = summary["called"][receipt.seat]
    lines = [f"{summary['title']}: file {receipt.seq} of {who} came; {then}"]
    lines += [summary["headline"]] if summary["headline"] else []
    text = "".join(f"{harmless(line)}\n" for line in lines)
    safe = {name: harmless(value) for name, value in known.items()}
    return {**safe, "PBEM_FOLDER": path}, text
