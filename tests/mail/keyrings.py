"""A keyring of the `keyring` library whose passwords lie in a file, and one that stays locked.

The library loads whichever is named in `PYTHON_KEYRING_BACKEND`.
"""

import json
import os
from pathlib import Path

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked


class Filed(KeyringBackend):
    """Keeps passwords in the file that `KEPT_IN` names."""

    priority = 1.0

    def get_password(self, service: str, username: str) -> str | None:
        """A password that was kept."""
        found = self._all().get(f"{service}/{username}")
        return None if found is None else str(found)

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a password."""
        kept = {**self._all(), f"{service}/{username}": password}
        Path(os.environ["KEPT_IN"]).write_text(json.dumps(kept))

    def _all(self) -> dict[str, str]:
        path = Path(os.environ["KEPT_IN"])
        return dict(json.loads(path.read_text())) if path.exists() else {}


class Locked(Filed):
    """Nobody has unlocked it."""

    def get_password(self, service: str, username: str) -> str | None:
        """Never one."""
        raise KeyringLocked("Failed to unlock the collection!")
