"""The program `pbem`."""

import sys


def main() -> None:
    """Run the command line; the version alone is told without loading the rest."""
    if sys.argv[1:] == ["--version"]:
        from pbem import __version__  # noqa: PLC0415

        sys.stdout.write(f"pbem {__version__}\n")
        return
    from pbem.cli import run  # noqa: PLC0415 - the version needs none of it

    sys.exit(run())


if __name__ == "__main__":
    main()
