"""The program `pbem`."""

import gc
import os
import sys

SELDOM = 100_000
"""So many more things are made than thrown away between two searches for rubbish."""


def main() -> None:
    """Run the command line; the version alone is told without loading the rest."""
    _open_what_is_closed()
    if sys.argv[1:] == ["--version"]:
        from pbem import __version__  # noqa: PLC0415

        sys.stdout.write(f"pbem {__version__}\n")
        return
    from pbem.cli import run  # noqa: PLC0415 - the version needs none of it

    gc.set_threshold(SELDOM)  # what a command loads, it keeps to its end
    status = run()
    gc.freeze()  # the system takes the memory back: Python need not search it four times before
    sys.exit(status)


def _open_what_is_closed() -> None:
    """Give closed standard streams (`>&-`) their places back, so that no file takes them.

    Whatever is said on standard output then fails, as it should; complaints are lost.
    """
    if sys.stdout is None:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 1)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    if sys.stderr is None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8")


if __name__ == "__main__":
    main()
