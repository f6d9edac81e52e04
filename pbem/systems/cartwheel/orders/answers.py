"""The orders `answers` and `asked`: what answers raids in advance, where one is asked [H8.9]."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.engine.kinds import ANY, TAKE_IT_OUT, Claim, Kind, Part, Refusal, refuse
from pbem.engine.orders import Order
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.orders.sight import Sight, afterwards, not_asked
from pbem.systems.cartwheel.own.answers import Policy, Situation, answers_on, situation, too_much
from pbem.systems.cartwheel.own.entries import drawn_in
from pbem.systems.cartwheel.own.sorties import returning
from pbem.systems.cartwheel.rules.asks import LATE_TASK_FORCE
from pbem.systems.cartwheel.rules.r05_events import entered
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.rules.r06_havens import own_bases
from pbem.systems.cartwheel.rules.r08_answers import answered_hexes, as_meant
from pbem.systems.cartwheel.rules.r08_spoiled import strike_targets
from pbem.systems.cartwheel.table.answers import Answer
from pbem.systems.cartwheel.table.orders_operations import Answers, Asked
from pbem.systems.cartwheel.table.state import Game, other
from pbem.systems.cartwheel.words import ordered
from pbem.systems.cartwheel.words.names import all_of, class_name, class_words

NOBODY = "nobody, whatever comes"
"""Who answers raids on a hex that nobody reaches or guards."""


def _policy_faults(sight: Sight, order: Answers) -> Iterator[Refusal]:
    """A policy within its limits, of hexes, classes and bases that there are [H8.9.4]."""
    if not sight.decides:
        yield not_asked(order)
        return
    for what in too_much(as_meant(order.clauses, sight.game), sight.charts.answers):
        hint = "" if "clause " in what else "take out what the default policy says as well"
        yield refuse("H8.9.4", "clauses", what, hint)
    classes = [one.id for one in sight.charts.answers.classes]
    ports = (f"{PORT}{hex_}" for hex_, one in sight.charts.hexes.items() if one.port)
    bases = frozenset((*sight.charts.bases, *sight.game.ships, *ports))
    known = (
        ("hexes", _hexes(sight, order), "a hex in play"),
        ("classes", frozenset(classes), f"a class of raids: {', '.join(classes)}"),
        ("bases", bases, f"an airbase, a carrier or a Rufe's port such as {PORT}1203"),
    )
    for number, clause in enumerate(order.clauses, 1):
        for key, there, noun in known:
            for name in getattr(clause, key):
                if name not in there:
                    what = f"clause {number}: {name[:40]!r} in {key} is not {noun}"
                    hint = classes_told(sight.charts) if key == "classes" else TAKE_IT_OUT
                    yield refuse("H8.9.4", "clauses", what, hint)


def _hexes(sight: Sight, order: Answers) -> frozenset[str]:
    """What may stand in `hexes`: in a policy that names airbases these too, for their hexes.

    A printed name means one thing in a whole policy: the airbase, where some clause needs one.
    """
    area = frozenset(answered_hexes(sight.game, sight.charts))
    if not any(base in sight.charts.bases for clause in order.clauses for base in clause.bases):
        return area
    return area | {base.id for base in sight.game.bases.values() if base.hex in area}


def classes_told(charts: Charts) -> str:
    """What each class of raids is, for who reads their ids [H8.9.2]."""
    return "; ".join(f"{one.id} {class_name(one)}" for one in charts.answers.classes)


def who_goes(
    sight: Sight,
    policy: Policy,
    hexes: Sequence[str],
    when: Situation | None = None,
    asked: Sequence[str] = (),
) -> Iterator[str]:
    """Who would go up against what, hex by hex, by the own charts as they are now [H8.9.5].

    Or `when` a file has drawn its orders into them. About those in `asked` one is asked. Classes
    that are answered alike stand together, and so do hexes.
    """
    now = when or situation(sight.own, sight.game, sight.charts)
    alike: dict[str, list[str]] = {}
    reply = [hex_ for hex_ in hexes if hex_ in asked]
    for hex_ in hexes:
        if hex_ in reply:
            continue
        found = _by_class(answers_on(policy, now, hex_), sight.charts)
        alike.setdefault(found, []).append(sight.charts.full_name(hex_))
    nowhere = alike.pop(NOBODY, [])
    yield from (f"{all_of(places)}: {told}." for told, places in alike.items())
    if nowhere:
        yield f"{all_of(nowhere)}: {NOBODY}."
    if reply:
        yield f"{all_of(map(sight.charts.full_name, reply))}: you are asked for a reply [H8.9.7]."


def _by_class(answers: Mapping[str, Answer], charts: Charts) -> str:
    """`sweeps: nobody; strikes: A6M-201 up`: what answers each class of raids on a hex."""
    alike: dict[str, list[str]] = {}
    for class_, one in answers.items():
        alike.setdefault(_in_words(one), []).append(class_)
    if len(alike) == 1:
        return f"{next(iter(alike))}, whatever comes"
    return "; ".join(f"{class_words(of, charts)}: {words}" for words, of in alike.items())


def who_rises(sight: Sight, policy: Policy) -> frozenset[str]:
    """Units that would intercept a raid of some class somewhere, by the charts as they are now."""
    now = situation(sight.own, sight.game, sight.charts)
    return rising(policy, now, now.hexes)


Rising = Mapping[str, frozenset[str]]
"""Units that intercept a raid, by its class."""


def rising(policy: Policy, now: Situation, hexes: Iterable[str]) -> frozenset[str]:
    """Units that would intercept a raid of some class on one of some hexes [H8.9.5]."""
    found = (up for hex_ in hexes for up in rising_against(policy, now, hex_).values())
    return frozenset(unit for up in found for unit in up)


def rising_against(policy: Policy, now: Situation, hex_: str) -> Rising:
    """Units that would intercept a raid on a hex, by its class [H8.9.5]."""
    found = answers_on(policy, now, hex_)
    return {
        class_: frozenset(unit for unit, _ in one.interceptors) for class_, one in found.items()
    }


def sealed(sight: Sight, file: tuple[Order, ...]) -> Situation:
    """What answers follow from when a file with these orders is sealed [H8.9.5]."""
    own = drawn_in(sight.own, file, sight.steps, sight.game, sight.charts)
    return situation(own, _entered(sight, file), sight.charts, returning(file, sight.own))


def _entered(sight: Sight, file: tuple[Order, ...]) -> Game:
    """The game with TF-36 where the file commits it, if no other file opens whether it comes."""
    is_open = LATE_TASK_FORCE in sight.steps
    return entered(sight.game, file, sight.charts) if is_open else sight.game


def asked_hexes(sight: Sight, file: tuple[Order, ...]) -> tuple[str, ...]:
    """Hexes about which a side is asked when a file of these orders is taken [H8.9.7]."""
    stand = sight.game.asked.get(sight.side, ())
    return next((order.hexes for order in file if isinstance(order, Asked)), stand)


def _in_words(one: Answer) -> str:
    """`A6M-201 and A6M-202 up, G4M-702 away`: whom the enemy would hear of."""
    told = ((one.interceptors, "up"), (one.evaders, "away"))
    parts = (f"{all_of(u for u, _ in pairs)} {where}" for pairs, where in told if pairs)
    return ", ".join(parts) or "nobody"


def raided_hexes(sight: Sight) -> tuple[str, ...]:
    """Hexes where the enemy has something to strike behind the file, by number [H9.1.2]."""
    game, foe = afterwards(sight), other(sight.side)
    area = answered_hexes(game, sight.charts)
    return tuple(h for h in area if strike_targets(game, foe, h, sight.charts))


def _policy_words(sight: Sight, order: Answers) -> Iterator[str]:
    """What a policy says, and who would go up by it where the enemy has something to strike."""
    yield from ordered.answers(sight, order)
    if sight.private is not None:
        file = sight.among(order)
        told = raided_hexes(sight)[:MOST_TOLD]
        yield "Who tries to go up, each until it is up once this turn [H8.9.2, H9.4.5]:"
        asked = asked_hexes(sight, file)
        when = sealed(sight, file)
        yield from who_goes(sight, as_meant(order.clauses, sight.game), told, when, asked)


MOST_TOLD = 12
"""So many hexes are told when a policy is ordered; the form has them all."""


def _policy_parts(sight: Sight) -> Iterator[Part]:
    """What a clause may name."""
    yield Part(key="clauses", words=f"classes are {classes_told(sight.charts)}")
    yield Part(key="clauses.classes", values=tuple(o.id for o in sight.charts.answers.classes))
    yield Part(key="clauses.bases", values=tuple(own_bases(sight.game, sight.side)))


def _asked_faults(sight: Sight, order: Asked) -> Iterator[Refusal]:
    """At most four hexes in play, each once [H8.9.7]."""
    if not sight.decides:
        yield not_asked(order)
        return
    most, area = sight.charts.answers.asked, answered_hexes(sight.game, sight.charts)
    if len(order.hexes) > most:
        what = f"{len(order.hexes)} hexes, and you may be asked about {most}"
        yield refuse("H8.9.7", "hexes", what, "all others are answered in advance")
    for hex_ in order.hexes:
        if hex_ not in area:
            yield refuse("H8.9.7", "hexes", f"{hex_[:40]!r} is no hex in play")
    if len(set(order.hexes)) < len(order.hexes):
        yield refuse("H8.9.7", "hexes", "it names a hex twice", "name each once")


def _asked_options(sight: Sight) -> Iterator[Asked]:
    """To be asked about each hex by itself, or about nothing."""
    if sight.decides:
        yield Asked(hexes=())
        yield from (Asked(hexes=(hex_,)) for hex_ in answered_hexes(sight.game, sight.charts))


def _once(subject: str, rule: str) -> Claim:
    return Claim(subject=subject, refusal=refuse(rule, "", "a file says it once"))


ANSWERS = Kind(
    order=Answers,
    steps=(ANY,),
    faults=_policy_faults,
    claims=lambda *_: [_once("answers", "H8.9.4")],
    parts=_policy_parts,
    words=_policy_words,
)
ASKED = Kind(
    order=Asked,
    steps=(ANY,),
    faults=_asked_faults,
    claims=lambda *_: [_once("asked", "H8.9.7")],
    options=_asked_options,
    words=ordered.asked,
)
