"""`make man`: a page for each command, with its options and an example, that roff can set."""

import subprocess

import pytest

from pbem.cli.commands import COMMANDS
from tests.manpages import pages

PAGES = dict(pages())


def test_each_command_has_a_page_and_each_of_a_group() -> None:
    assert {"pbem", *(f"pbem-{name}" for name in COMMANDS)} <= set(PAGES)
    assert {"pbem-rules-show", "pbem-keys-new", "pbem-mail-setup"} <= set(PAGES)


def test_a_page_has_what_help_has() -> None:
    lines = PAGES["pbem-map"].splitlines()
    assert lines[1:4] == [
        ".SH NAME",
        r"\&pbem\-map \- \&Draw the map as you see it, with your own hidden units.",
        ".SH SYNOPSIS",
    ]
    assert r".B \&\-\-at PLACE" in lines
    assert lines[-2:] == [".SH EXAMPLE", r"\&pbem map \-\-at 1203 \-\-zoom 2"]


@pytest.mark.needs("groff")
@pytest.mark.parametrize("name", PAGES)
def test_roff_sets_each_page_with_its_words_whole(name: str) -> None:
    ran = subprocess.run(
        ["groff", "-man", "-ww", "-Kutf8", "-Tutf8", "-P-cbou"],
        input=PAGES[name], capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ran.stderr == ""
    assert all(word in ran.stdout for word in ("NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLE"))
