"""The browser in which pages are tried."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright


@contextmanager
def started() -> Iterator[Browser]:
    """Debian's browser, without a network."""
    with sync_playwright() as made:
        one = made.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield one
        one.close()
