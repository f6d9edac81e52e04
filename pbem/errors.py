"""What can be wrong, as values: the library raises them, the command line words them.

A `Problem` says what is wrong, where, and what to do. `Refused` means that a player's input was
not taken and nothing was changed; `Broken` means that a proof does not hold. Any other exception
is a fault of this program.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from pbem.frozen import Value, replace

ENOUGH = 100
"""So many problems of one kind are looked for; what a stranger wrote may have thousands."""


class Problem(Value):
    """One thing that is wrong.

    `code` is `E01`-`E12` (protocol 9) or a word such as `order`, `key`, `folder`; `where` names
    the file, the order's number and the key; `rule` is a rule id; `hint` says what to do.
    """

    code: str
    what: str
    where: str = ""
    rule: str = ""
    hint: str = ""

    def within(self, place: str) -> "Problem":
        """The same problem with `place`, such as a file's name, before where it is."""
        return replace(self, where=f"{place}, {self.where}" if self.where else place)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{place}{self.what}{rule}"


class PbemError(Exception):
    """Base of the two families below; carries every problem found, never only the first."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = problems


class Refused(PbemError):
    """The input was not taken, and nothing was changed."""


class Broken(PbemError):
    """A proof does not hold: a signature, a link, a seed, a roll or a digest."""


def refuse(code: str, what: str, *, where: str = "", rule: str = "", hint: str = "") -> Refused:
    """A refusal with a single problem, ready to be raised."""
    return Refused(Problem(code=code, what=what, where=where, rule=rule, hint=hint))


@contextmanager
def collecting(problems: list[Problem]) -> Iterator[None]:
    """Keep what is refused within, to be raised later with all else that is wrong."""
    try:
        yield
    except Refused as refused:
        problems += refused.problems


def raise_if(problems: Iterable[Problem]) -> None:
    """Raise `Refused` with all of the problems, if there are any."""
    found = tuple(problems)
    if found:
        raise Refused(*found)
