"""What names and words are refused for, with what to do about it [T11]."""

from collections.abc import Iterator

from pbem.engine.kinds import Refusal, refuse
from pbem.systems.table.charts import Limits
from pbem.systems.table.words import NAMED, is_name, wrong_line, wrong_words


def name_refused(key: str, text: str, limits: Limits) -> Iterator[Refusal]:
    """Why a counter or phase may not be called so [T11]."""
    if len(text) > limits.characters_in_name:
        what = f"'{text[:40]}…' has {len(text):,} letters"
        yield refuse("T11", key, what, f"a name has {limits.characters_in_name} at most")
    elif not is_name(text, limits.characters_in_name):
        hint = f"1 to {limits.characters_in_name} {NAMED}; a letter or digit first"
        yield refuse("T11", key, f"'{text}' is no name", hint)


def line_refused(key: str, text: str, most: int) -> Iterator[Refusal]:
    """Why words may not stand on one line of the game's state [T11]."""
    fault = wrong_line(text, most)
    if fault:
        hint = "shorten them" if len(text) > most else "write them anew, on one line"
        yield refuse("T11", key, f"the words {fault}", hint)


def text_refused(key: str, text: str, most: int) -> Iterator[Refusal]:
    """Why words that are told once may not be told [T11]."""
    fault = wrong_words(text, most)
    if fault:
        shorter = "shorten them, or send a mail"
        hint = shorter if len(text) > most else "take it out: it may be a tab"
        yield refuse("T11", key, f"the words {fault}", hint)
