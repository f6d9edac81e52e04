"""The command line: commands load, call and render; here alone things are printed."""

import sys
from collections.abc import Sequence

from pbem.cli import glance


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit status.

    0 done, 1 refused, 2 wrong usage, 3 a proof failed, 130 interrupted.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        if glance.tell(words):
            return 0
        from pbem.cli.commands import run_command  # click takes longer than all of a glance

        return run_command(words)
    except KeyboardInterrupt:  # also while commands are still being loaded
        sys.stderr.write("\npbem: interrupted; nothing is lost, run the command again\n")
        return 130
