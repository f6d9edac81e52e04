"""The whole chain of a game in one archive, which heals any gap of another player's."""

import zipfile
from io import BytesIO

from pbem.game.session import Session
from pbem.store.names import mail_name

_DAY = (1980, 1, 1, 0, 0, 0)
"""Every member's time, the earliest that a zip knows: the same chain is the same archive."""


def bundle(session: Session) -> bytes:
    """A zip with every turn file of the chain, by the names under which they are mailed."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as members:
        for seq, seat in session.folder.names("chain"):
            raw = session.folder.find("chain", seq, seat) or b""
            name = mail_name(session.links.game, seq, seat)
            member = zipfile.ZipInfo(name, date_time=_DAY)
            members.writestr(member, raw, zipfile.ZIP_DEFLATED)
    return archive.getvalue()
