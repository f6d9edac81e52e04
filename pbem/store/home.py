"""Where the player's configuration folder lies; it is asked for too often to load anything."""

import os


def config_folder() -> str:
    """The configuration folder: `PBEM_HOME`, or `pbem` in `XDG_CONFIG_HOME` or `~/.config`."""
    own = os.environ.get("PBEM_HOME")
    if own:
        return own
    shared = os.environ.get("XDG_CONFIG_HOME", "")
    # the XDG specification has relative paths ignored
    base = shared if os.path.isabs(shared) else os.path.join(os.path.expanduser("~"), ".config")
    return os.path.join(base, "pbem")
