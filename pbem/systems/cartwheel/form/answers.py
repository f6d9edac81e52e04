"""The form for answers in advance: who would go up against what, whom the enemy hears of [H8.9]."""

from collections.abc import Iterator

from pbem.counting import capital, count
from pbem.engine.steps import Spare
from pbem.frozen import names
from pbem.systems.cartwheel.form.page import (
    Examples,
    Page,
    Part,
    listed,
    price_of_eleventh,
    stands_down,
)
from pbem.systems.cartwheel.orders.answers import (
    MOST_TOLD,
    asked_hexes,
    classes_told,
    raided_hexes,
    who_goes,
    who_rises,
)
from pbem.systems.cartwheel.own.answers import policy_text
from pbem.systems.cartwheel.rules.r08_answers import answered_hexes
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.orders_operations import Answers, Asked
from pbem.systems.cartwheel.table.state import JAPANESE, other
from pbem.systems.cartwheel.words.names import ADJECTIVES, all_of, place_name

EXPLAINED = "pbem orders --explain answers"
"""The command that tells what the keys of clauses mean, and what the classes of raids are."""


def answer_parts(page: Page) -> Iterator[Part]:
    """What answers the enemy's raids until the next file, and how to change it."""
    yield Part(
        title="Answers in advance to enemy raids",
        rule="H8.9",
        choices=_in_force(page),
        examples=_examples(page),
        kind=Spare,
    )
    yield Part(
        title="Answers in advance: every hex where somebody goes up",
        rule="H8.9.5",
        choices=_everywhere(page),
        kind=Spare,
    )


def answered_words(page: Page) -> Iterator[str]:
    """What the enemy reads of an own air mission, by what is public [H8.6, H8.9.8]."""
    foe = ADJECTIVES[other(page.side)]
    hexes = page.game.asked.get(other(page.side), ())
    yield (
        f"The {foe} answer was sealed before the raid: its order names units, modes and targets"
        " openly, and only the bases of return are sealed [H8.9.8]."
    )
    if hexes and other(page.side) not in page.game.stand_down:
        where = all_of(place_name(hex_, page.charts) for hex_ in hexes)
        yield (
            f"A file with a raid on {where} asks for a reply: of all its raids the enemy sees hex,"
            " band and numbers, the rest is sealed [H8.9.7, H9.1.3]."
        )


def answers_stand(page: Page) -> Iterator[str]:
    """What answers raids, where a file does not change it; nothing for who stands down [H8.6]."""
    if stands_down(page):
        return
    if not any(isinstance(order, Answers) for order in page.file):
        by = "your policy" if page.private.policy else "the default policy"
        yield f"By 'answers' {by} answers enemy raids in advance [H8.9.4]."
    hexes = page.game.asked.get(page.side, ())
    if hexes and not any(isinstance(order, Asked) for order in page.file):
        where = all_of(place_name(hex_, page.charts) for hex_ in hexes)
        yield f"You are asked for a reply to raids on {where}; 'asked' changes it [H8.9.7]."


def answers_in_short(page: Page) -> Iterator[str]:
    """What answers raids, each order in a line, and what it costs."""
    yield from answers_stand(page)
    yield from (f"Who goes up by it: {line}" for line in price_of_answers(page))
    if not page.game.asked.get(page.side, ()):
        most = page.charts.answers.asked
        yield f"None asks for a reply; 'asked' can name {most} hexes that do [H8.9.7]."


def keys_of_answers() -> str:
    """How a clause is written, in a line."""
    return f"A clause of 'answers' has: {', '.join(names(Clause))} ('{EXPLAINED}') [H8.9.4]."


def price_of_answers(page: Page) -> Iterator[str]:
    """What it costs if those of the 11th go up whom the policy sends; to evade is free [AMB-4]."""
    if page.side == JAPANESE and page.game.turn.eleventh == "yes":
        up = who_rises(page, page.private.policy)
        yield from price_of_eleventh(page, [plane for plane in page.planes() if plane.id in up])


# --- words ---------------------------------------------------------------------------------------


def _in_force(page: Page) -> Iterator[str]:
    yield (
        "Enemy raids are answered by what each of your files seals before them, from your policy"
        " ('answers') and where your units stand then; the first clause with hex and class counts"
        " [H8.9.5]."
    )
    yield f"Classes of raids: {classes_told(page.charts)} [H8.9.2]."
    given, limits = page.private.policy, page.charts.answers
    verb, clauses = "is" if len(given) == 1 else "are", count(len(given), "clause")
    said = f"{clauses} {verb} yours; where none holds, the default [H8.9.6]."
    yield capital(said)
    yield (
        f"A policy is sealed with all keys of every clause: yours takes {len(policy_text(given)):,}"
        f" of {limits.characters:,} characters, and a clause of one hex about 200 [H8.9.4]."
    )
    told = raided_hexes(page)
    yield "Who would go up now, and be known with his base whether he gets up or not:"
    yield from who_goes(page, page.private.policy, told[:MOST_TOLD], asked=asked_hexes(page, ()))
    yield from price_of_answers(page)
    if more := told[MOST_TOLD:]:
        yield f"More that the enemy can strike: {listed(more, 20)}."
    yield "The enemy hears of no clause, and not of whom you keep back."
    hexes = page.game.asked.get(page.side, ())
    yield (
        f"You are asked for a reply to raids on: {listed(hexes)}; 'asked' names"
        f" {page.charts.answers.asked} hexes at most, each a mail more for both [H8.9.7]."
    )


def _everywhere(page: Page) -> Iterator[str]:
    area = answered_hexes(page.game, page.charts)
    for line in who_goes(page, page.private.policy, area, asked=asked_hexes(page, ())):
        if " up" in line or " away" in line:
            yield line


def _examples(page: Page) -> Examples:
    heavy = tuple(one.id for one in page.charts.answers.classes if one.units[0] > 1)
    strikes = tuple(id_ for id_ in heavy if id_.startswith("h"))
    clause = Clause(classes=strikes, most=6, keep=1, evade="bombers", evade_most=4)
    yield (Answers(clauses=(clause,)),)
    yield from ((Asked(hexes=(hex_,)),) for hex_ in raided_hexes(page)[:1])
