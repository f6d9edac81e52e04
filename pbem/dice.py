"""Dice from committed seeds: commitment, roll key, labelled rolls (protocol 6)."""

import hmac
import unicodedata
from collections.abc import Iterator
from struct import unpack

from pbem.codec import hkdf_sha256, tagged_hash, u64
from pbem.frozen import Value

MOST_DICE = 1_000
MOST_ROLLS = 4_000
LONGEST_LABEL = 200
MOST_SIDES = 2**32 - 1


def seed_for(game_secret: bytes, game: bytes, seq: int) -> bytes:
    """The 32-byte seed of a seat's file `seq`; `game` is 32 zero bytes in the genesis."""
    return hkdf_sha256(game_secret, salt=game, info=b"pbem/1 seed" + u64(seq))


def commitment(game: bytes, seat: str, seq: int, seed: bytes) -> bytes:
    """What file `seq` says of its seed before it is opened; binds game, seat and place."""
    return tagged_hash("pbem/1 dice commit", game, seat.encode("utf-8"), u64(seq), seed)


def roll_key(seed: bytes, file_hash: bytes) -> bytes:
    """The key of all rolls that belong to a file, from its witness's opened seed."""
    return hkdf_sha256(seed, salt=file_hash, info=b"pbem/1 dice")


def words(key: bytes, label: str) -> Iterator[int]:
    """The endless stream of 32-bit words for a label."""
    prefix, block = label.encode("utf-8") + b"\0", 0
    while True:
        digest = hmac.digest(key, prefix + block.to_bytes(4, "big"), "sha256")
        yield from unpack(">8I", digest)
        block += 1


def throw(key: bytes, label: str, *, count: int, sides: int) -> tuple[int, ...]:
    """The dice of a roll: `count` of 1-1,000 dice with `sides` of 2 to 2³²−1.

    Raises ValueError for a count, a number of sides or a label that is out of bounds.
    """
    check_roll(label, count, sides)
    limit = 2**32 - 2**32 % sides
    stream = words(key, label)
    dice: list[int] = []
    while len(dice) < count:
        word = next(stream)
        if word < limit:
            dice.append(1 + word % sides)
    return tuple(dice)


def check_roll(label: str, count: int, sides: int) -> None:
    """Raise ValueError unless label, count and sides are within the bounds of protocol 6."""
    if not 1 <= count <= MOST_DICE:
        raise ValueError(f"{count} dice: 1 to {MOST_DICE:,} are allowed")
    if not 2 <= sides <= MOST_SIDES:
        raise ValueError(f"dice of {sides} sides: 2 to {MOST_SIDES} are allowed")
    if not 1 <= len(label.encode("utf-8")) <= LONGEST_LABEL:
        raise ValueError(f"a label has 1 to {LONGEST_LABEL} bytes")
    if not label.isprintable() and any(unicodedata.category(char) == "Cc" for char in label):
        raise ValueError("a label has no control characters")


class Roll(Value):
    """Dice under a label, e.g. `M7.2 AA soryu`."""

    label: str
    sides: int
    dice: tuple[int, ...]

    def at_least(self, face: int) -> int:
        """How many dice show `face` or more."""
        return sum(die >= face for die in self.dice)

    def showing(self, face: int) -> int:
        """How many dice show exactly `face`."""
        return self.dice.count(face)


class DiceClosed(Exception):
    """A step asked for dice whose witness has not come yet."""


class Dice:
    """The dice of one file's rolls; `used` are the labels of those thrown for it before.

    `file` is the number of that file, for systems whose labels name it, `during` that of the file
    in whose course they are thrown: what they show is known from there on.
    Without a key they are closed: asking for any raises `DiceClosed`, and the step is run again
    once the witness has opened its seed. A label used twice is a fault of the rules' code.
    """

    def __init__(
        self, key: bytes | None, used: tuple[str, ...] = (), *, file: int = 0, during: int = 0
    ) -> None:
        self.file = file
        self.during = during
        self._key = key
        self._used = frozenset(used)
        self._rolls: dict[str, Roll] = {}

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Every roll so far, in the order in which they were asked for."""
        return tuple(self._rolls.values())

    @property
    def are_thrown(self) -> bool:
        """Whether any have been thrown for the file."""
        return bool(self._rolls or self._used)

    def roll(self, rule: str, *words: str, count: int = 1, sides: int = 6) -> Roll:
        """Throw `count` dice with `sides` under the label of the rule's id and the words."""
        label = " ".join((rule, *words))
        check_roll(label, count, sides)
        if label in self._rolls or label in self._used:
            raise RuntimeError(f"label {label!r} is used twice in one file")
        if len(self._rolls) + len(self._used) >= MOST_ROLLS:
            raise RuntimeError("too many rolls in one file")
        self._rolls[label] = self._throw(label, count, sides)
        return self._rolls[label]

    def _throw(self, label: str, count: int, sides: int) -> Roll:
        if self._key is None:
            raise DiceClosed(label)
        dice = throw(self._key, label, count=count, sides=sides)
        return Roll(label=label, sides=sides, dice=dice)
