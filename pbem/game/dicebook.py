"""Every roll of a game, and the derivation of one from the files alone (protocol 6)."""

from collections.abc import Iterator
from itertools import islice

from pbem.chain import dice_lines
from pbem.counting import count
from pbem.dice import commitment, roll_key, throw, words
from pbem.engine.ledger import Thrown
from pbem.errors import refuse
from pbem.game import logbook
from pbem.game.session import Session
from pbem.scan import Scanned, scan
from pbem.store.names import file_name


def rolls(session: Session) -> list[Thrown]:
    """Every roll opened so far, in the order of the files that opened them."""
    return logbook.all_rolls(session.folder, session.fold.table.turn, session.links.seq)


def explanation(session: Session, thrown: Thrown) -> Iterator[str]:
    """How a roll follows from two files of the chain, line by line, with the numbers."""
    owner, witness = _file(session, thrown.seq), _file(session, thrown.witness)
    seed = dice_lines(witness.body)[1] or ""
    earlier = _committed(session, witness)
    commit = dice_lines(earlier.body)[0]
    game = bytes.fromhex(session.links.game) if earlier.seq else bytes(32)
    again = commitment(game, witness.seat, earlier.seq, bytes.fromhex(seed)).hex()
    key = roll_key(bytes.fromhex(seed), bytes.fromhex(owner.hash))
    roll = thrown.roll
    limit = 2**32 - 2**32 % roll.sides
    yield f"{roll.label}: {count(len(roll.dice), 'die', 'dice')} of {roll.sides} sides"
    yield f"  1. It belongs to file {owner.seq} ({file_name(owner.seq, owner.seat)}), hash"
    yield f"       {owner.hash}"
    yield f"  2. Before that, {witness.seat} had committed in file {earlier.seq} to a seed:"
    yield f"       {commit}"
    yield f"  3. File {witness.seq} ({file_name(witness.seq, witness.seat)}) opens the seed:"
    yield f"       {seed}"
    agrees = "which is the commitment" if again == commit else "WHICH IS NOT THE COMMITMENT"
    yield f"     H('pbem/1 dice commit'; game, '{witness.seat}', {earlier.seq}, seed) gives"
    yield f"       {again}, {agrees}."
    yield "  4. K = HKDF-SHA256(key = seed, salt = hash of the file, info = 'pbem/1 dice'):"
    yield f"       {key.hex()}"
    yield "  5. HMAC-SHA256(K, label, 00, block number) as 32-bit words; a word below"
    yield f"     {limit} counts, and the die is 1 + word mod {roll.sides}:"
    yield from _words(key, thrown, limit)
    same = throw(key, roll.label, count=len(roll.dice), sides=roll.sides) == roll.dice
    faces = " ".join(str(die) for die in roll.dice)
    yield f"  6. The dice: {faces}" + ("" if same else "  WHICH IS NOT WHAT WAS RECORDED")


def _words(key: bytes, thrown: Thrown, limit: int) -> Iterator[str]:
    wanted, stream = len(thrown.roll.dice), words(key, thrown.roll.label)
    for number, word in enumerate(islice(stream, 8 * wanted + 64)):
        if wanted == 0:
            return
        taken = word < limit
        die = f"1 + {word} mod {thrown.roll.sides} = {1 + word % thrown.roll.sides}"
        words_of_it = die if taken else "does not count"
        yield f"       word {number:3}: {word:08x} = {word:10}  {words_of_it}"
        wanted -= taken


def _file(session: Session, seq: int) -> Scanned:
    found = session.folder.at(seq, session.links.seats)
    if found is None:
        hint = "put it back from your mail"
        raise refuse("folder", f"file {seq} is missing from the chain", where="chain", hint=hint)
    return scan(found[1])


def _committed(session: Session, witness: Scanned) -> Scanned:
    """The witness's previous file, whose seed it opens."""
    numbers = [n for n, seat in session.folder.names("chain") if seat == witness.seat]
    return _file(session, max(n for n in numbers if n < witness.seq))
