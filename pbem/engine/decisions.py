"""Decisions: what the run of the rules waits for."""

from pbem.frozen import Value


class Decision(Value):
    """One seat's next file is needed before a step can go on.

    `covers` are the keys (see `key_of`) of all the steps that this file answers, in the order of
    play: with few mails in mind a system may ask for later steps together with the first.
    `seals` are the ids of items that the file must seal, `opens` those that it must open.
    """

    seat: str
    rule: str
    covers: tuple[str, ...] = ()
    seals: tuple[str, ...] = ()
    opens: tuple[str, ...] = ()


def key_of(turn: int, step: str) -> str:
    """The key of a step's decision: game turn and step name, such as `3/7`."""
    return f"{turn}/{step}"
