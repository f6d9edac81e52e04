"""How far a result can be relied on: who has still to write, disclose or be audited."""

from typing import Any

from pbem.engine.ledger import Fold, writer
from pbem.game.session import Session
from pbem.store.folder import Folder

KEPT = ("cache", "audit")
"""Where the last audit of the whole game is remembered."""


def doubt(session: Session, fold: Fold[Any]) -> str:
    """Why a result is not final yet; empty if it is.

    In a game with hidden charts that takes the disclosures of all seats and an audit that found
    nothing (protocol 8), in others the last files (protocol 12). An audit of theirs is told, too,
    where it found breaches.
    """
    system = session.rules.system
    charts = system.hidden is not None
    if writer(fold):
        return (
            "provisional: every seat must disclose what it hid, and the audits must find nothing"
            if charts
            else "a claim until every last file is written"
        )
    found = session.folder.read_json(*KEPT) if system.secretive(fold.table.game) else None
    if not isinstance(found, dict) or found.get("hash") != session.links.hash:
        return "provisional until audited: pbem audit" if charts else ""
    breaches = found.get("breaches")
    return f"disputed: the audit found {breaches} against the rules" if breaches else ""


def has_audit(folder: Folder) -> bool:
    """Whether a folder remembers an audit, true or false."""
    return folder.read_json(*KEPT) is not None
