"""The referee's turn: what he is asked, and the ruling that he gives (protocol 10)."""

from typing import TYPE_CHECKING

from pbem.cli.asking import ask
from pbem.cli.common import pbem_here
from pbem.cli.output import complain, say, say_words
from pbem.errors import Refused, refuse
from pbem.report.clean import harmless

if TYPE_CHECKING:
    from pbem.game.session import Session
    from pbem.game.write import Draft


def refuse_silence(session: "Session", folder: str | None) -> None:
    """Raise `Refused`, as signing unasked would leave a question without an answer."""
    from pbem.engine.mentions import spelled
    from pbem.game.questions import open_questions

    what = " ".join(spelled(open_questions(session), {}))
    raise refuse("orders", f"this file would give no ruling. {what}", hint=_how(folder))


def ruling_typed(session: "Session", folder: str | None) -> "Draft | None":
    """A file with the ruling that the referee types, once he is told what he is asked.

    None if he types none; then it is told how else to give it.
    """
    from pbem.engine.mentions import spelled
    from pbem.game.questions import open_questions
    from pbem.game.write import Draft, check_draft

    for words in spelled(open_questions(session, most=None), {}):
        say_words(harmless(words))
    while words := ask("Your ruling (Enter alone: none yet)", "").strip():
        draft = Draft(orders=({"type": "ruling", "words": words},))
        if not (problems := check_draft(session, draft)):
            return draft
        complain(Refused(*problems))
    tell_how(folder)
    return None


def to_rule(folder: str | None, draft: "Draft") -> str:
    """How the ruling is signed later that the referee has typed, in his words: no file has them."""
    (order,) = draft.orders
    return f"give this ruling with: {pbem_here(folder, 'ruling', order['words'])}"


def tell_how(folder: str | None) -> None:
    """How a question is answered, or left without an answer."""
    say(f"nothing is signed; {_how(folder)}")


def _how(folder: str | None) -> str:
    answers = pbem_here(folder, "ruling", "WORDS")
    return f"answer with: {answers}; to give no answer: {pbem_here(folder, 'send', '--empty')}"
