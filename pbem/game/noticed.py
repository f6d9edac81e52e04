"""What this seat alone knows of what has just happened, in sentences for its own eyes."""

from collections.abc import Iterator

from pbem.game.session import Session


def noticed(session: Session) -> Iterator[str]:
    """Sentences from the seat's own hidden state; none where nothing is hidden, or it is lost."""
    hidden, private = session.rules.system.hidden, session.private
    if hidden is not None and private is not None:
        ahead = session.ahead()
        learnt = session.learnt(private, ahead.scenes)
        yield from hidden.noticed(learnt, ahead.fold.table.game, session.rules.charts)
