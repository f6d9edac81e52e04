"""The orders form: what a seat may write, with examples [T1-T10]."""

from collections.abc import Iterator

from pbem.counting import count
from pbem.engine.kinds import options_of
from pbem.engine.orders import Order
from pbem.engine.steps import Section, View
from pbem.systems.table.charts import Limits
from pbem.systems.table.check import first_sight
from pbem.systems.table.counters import value_of
from pbem.systems.table.kinds import EXAMPLE, EXAMPLES, KINDS, coming
from pbem.systems.table.notes import own_words
from pbem.systems.table.orders import Contest, Finish, Phase, Put, Roll, Say, Seal, Unseal
from pbem.systems.table.state import DRAW, Game
from pbem.systems.table.wording import claims_told
from pbem.systems.table.words import marked, naturally, value_told


def sections(view: View[Game], limits: Limits) -> tuple[Section, ...]:
    """The form for a seat's file; empty for one that only opens dice."""
    if not view.decision.covers:
        return ()
    return tuple(_sections(view, limits))


def _sections(view: View[Game], limits: Limits) -> Iterator[Section]:
    game, other, sight = view.game, view.game.other(view.side), first_sight(view, limits)
    yield _stands(game, other)
    most = f"{limits.dice_in_roll} dice of {limits.sides_of_die:,} sides at most"
    yield Section(
        title="Rolls",
        rule="T1",
        choices=(f"Dice: {EXAMPLES}; {most}. Nobody can change what is rolled, or for what.",),
        examples=(Roll(dice="2d6", about="attack on Lae"),),
    )
    yield Section(
        title="Counters",
        rule="T5",
        choices=("An empty value takes a counter off the table.",),
        examples=(Put(counter="Lae garrison", value="3"),),
    )
    if game.fresh:
        yield _contests(game, other, options_of(KINDS, sight, Contest))
    for counter in naturally(game.disputes):
        claims = game.disputes[counter]
        now = value_of(game, counter)
        until = f"It is {value_told(now)} until both sides set it alike"
        when = "" if other in claims else f" when {other} sets it so, too"
        yield Section(
            title=f"Disputed: {counter}",
            rule="T6",
            choices=(
                f"{until}: {claims_told(game, counter)}.",
                f"Set as follows, it is settled{when}.",
            ),
            examples=(Put(counter=counter, value=claims.get(other, now)),),
        )
    yield Section(
        title="Sealed notes",
        rule="T3",
        choices=tuple(_own_notes(view)),
        examples=(
            Seal(about="the target of my strike", words="Lae"),
            *options_of(KINDS, sight, Unseal),
        ),
    )
    yield Section(title="Words", rule="T8", choices=(), examples=(Say(words="Your move."),))
    phases = f"The phases are: {', '.join(game.phases)}." if game.phases else "Name it as you like."
    name = next(iter(coming(game)), EXAMPLE)
    turns = "With new_turn = true a new turn begins."
    yield Section(title="Phase", rule="T7", choices=(phases, turns), examples=(Phase(name=name),))
    yield _end(game, other)


def _stands(game: Game, other: str) -> Section:
    """The table at a glance, and what comes of whatever is not named [T6, T7, T9]."""
    phase = f"Phase: {game.phase}. Counters: " if game.phase else "Counters: "
    fresh = f", {count(len(game.fresh), 'value')} set by {other} just now" if game.fresh else ""
    return Section(
        title="The table",
        rule="T9",
        choices=(
            f"{phase}{len(game.counters)} on the table{fresh}.",
            "What you leave out is not done, and a file may be without orders; what the other side"
            " has set stands if you do not contest it now [T6].",
        ),
    )


def _contests(game: Game, other: str, orders: tuple[Order, ...]) -> Section:
    changes = (
        f"{name}: {value_told(game.fresh[name])} became {value_told(value_of(game, name))}"
        for name in naturally(game.fresh)
    )
    return Section(
        title=f"Contest what {other} has set", rule="T6", choices=tuple(changes), examples=orders
    )


def _own_notes(view: View[Game]) -> Iterator[str]:
    for id_, words in own_words(view.own).items():
        about = view.game.notes[id_].about if id_ in view.game.notes else ""
        yield f"Yours, {id_}{f' ({marked(about)})' if about else ''}: {words}"


def _end(game: Game, other: str) -> Section:
    offer = game.offers.get(other)
    said = f"{other} offers: {offer}." if offer else f"{other} offers no end."
    words = f"{said} The same result by both sides ends the game: {', '.join(game.pens)} or {DRAW}."
    bounds = "The offer stands last, in a file that neither rolls nor begins a turn."
    example = Finish(result=offer or DRAW)
    return Section(title="The end", rule="T10", choices=(words, bounds), examples=(example,))
