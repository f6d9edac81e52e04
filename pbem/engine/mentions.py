"""Things of a game in its texts: by name and id where first mentioned, then by the name alone.

A sentence is made of ids, without the state: it holds mentions. Whoever puts a text together knows
the names, and spells the mentions out. What stands by its id alone, such as a unit that players
call so, has beside it of what kind it is, where a text first names one of that kind.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from pbem.engine.sheets import Line
from pbem.frozen import remembered, replace

_MENTION = re.compile(r"⟨([^⟨⟩]+)⟩( \()?")
_NO_LETTERS = re.compile(r"[^a-z0-9]+")
_TYPED = "'"
_MARKS = {'"(': "⟨", '")': "⟩"}
"""What stands in a mention for the marks of one that somebody has typed."""
_ENDS = (".", "…", '."', '?"', '!"')
_SHIELD = str.maketrans({mark: f"⟨{word}⟩" for word, mark in _MARKS.items()})
LONGEST = 30
"""So many characters of a name that nothing bears stand in a text."""


def mention(id_: str) -> str:
    """A thing by its id, to be spelled out in the text that holds the sentence."""
    return f"⟨{id_}⟩"


def mention_or_quote(word: str) -> str:
    """A thing as somebody named it: mentioned if there is one of that id, else quoted as typed."""
    return f"⟨{_TYPED}{word[:LONGEST]}⟩"


def quoted(words: str) -> str:
    """A player's words among ours: no mark within ends them, and nothing in them is a mention."""
    return '"' + words.replace('"', "'").translate(_SHIELD) + '"'


def closed(words: str) -> str:
    """A sentence of ours with a full stop, unless it has one, or a player's words at its end."""
    return words if words.endswith(_ENDS) else f"{words}."


def slug(name: str) -> str:
    """A name as an id: `2nd Fleet` is `2nd-fleet`."""
    return _NO_LETTERS.sub("-", name.casefold()).strip("-")


class Speller:
    """Spells out the mentions of one text, in the order in which it is given its parts.

    `Midway Sea (MID)` comes first, then `Midway Sea`. A name that several things bear always has
    the id beside it; what has no name, or is called as its id is, stands by its id. A bracket
    behind a mention takes the id in: `Oahu (OAH, damaged)`. `described` are the kinds of what has
    no name, by id.
    """

    def __init__(
        self, names: Mapping[str, str], described: Mapping[str, str] | None = None
    ) -> None:
        self._names = names
        self._described = described or {}
        self._kinds: set[str] = set()
        self._bearers = _bearers(names)
        self._seen: set[str] = set()

    def __call__(self, text: str) -> str:
        """A part of the text with its mentions spelled out."""
        return _MENTION.sub(self._spelled, text)

    def line(self, line: Line) -> Line:
        """A line of the text with its mentions spelled out."""
        return replace(line, text=self(line.text))

    def in_full(self, line: Line) -> Line:
        """The same, with the kinds of what stands there by its id: `DIN-6 (Ki-46 Dinah)`.

        Ids in brackets stay as they are, and what stands in marks, by a player or to be typed;
        and all of them where dice are told.
        """
        if self._described and line.kind != "roll":
            text = _ids(self._described).sub(self._with_kind, line.text)
            return self.line(replace(line, text=text))
        return self.line(line)

    def _with_kind(self, found: re.Match[str]) -> str:
        kind = self._described.get(found["id"], "")
        if not kind or kind in self._kinds:
            return found[0]
        self._kinds.add(kind)
        return (
            f"{found['id']} ({kind}, {found['more']}"
            if found["more"]
            else f"{found['id']} ({kind})"
        )

    def _spelled(self, found: re.Match[str]) -> str:
        word, bracket = found[1], found[2] or ""
        if word in _MARKS:
            return _MARKS[word] + bracket
        if not self._names:
            return found[0]
        id_ = word.removeprefix(_TYPED)
        if id_ != word and id_ not in self._names:
            return f"'{id_}'{bracket}"
        name = self._names.get(id_, id_)
        is_known = id_ in self._seen and self._bearers[name] == 1
        self._seen.add(id_)
        if is_known or name == id_:
            return f"{name}{bracket}"
        return f"{name} ({id_}, " if bracket else f"{name} ({id_})"


@remembered(8)  # a headline is spelled hundreds of times, until it fits
def _bearers(names: Mapping[str, str]) -> Counter[str]:
    """How many things bear each name."""
    return Counter(names.values())


@remembered(8)
def _ids(described: Mapping[str, str]) -> re.Pattern[str]:
    """Ids in a sentence, each with what is in brackets behind it, and what is passed over there."""
    ids = "|".join(map(re.escape, sorted(described, key=len, reverse=True)))
    more = r"(?: \((?P<more>(?!\+)(?:[^()]|\([^()]*\))*\)))?"  # not points earned
    passed = r"\"[^\"]*\"|'pbem [^']*'|\((?:[^()]|\([^()]*\))*\)"
    return re.compile(rf"{passed}|(?<![\w:-])(?P<id>{ids})(?![\w'’-]){more}")


def spelled(parts: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """The parts of one text with their mentions spelled out."""
    return tuple(map(Speller(names), parts))


def by_name(parts: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """Sentences with things by name alone, for what is told again below with the ids beside them.

    A name that several bear stays a mention, which tells them apart.
    """
    bearers = _bearers(names)

    def named(found: re.Match[str]) -> str:
        name = names.get(found[1], "")
        return name + (found[2] or "") if bearers[name] == 1 else found[0]

    return tuple(_MENTION.sub(named, one) for one in parts)
