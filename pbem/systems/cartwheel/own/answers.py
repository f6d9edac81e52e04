"""Answers in advance as their side seals them [H8.9]: what follows from policy and charts.

The same function makes what a file seals, what is rebuilt from an annex, and what the audit
compares with (E.7, check 21).
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

from pbem.decode import decode
from pbem.errors import Refused
from pbem.frozen import FrozenMap, Value
from pbem.narrow import write_pair
from pbem.systems.cartwheel.book import hexes
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.figures import Answers
from pbem.systems.cartwheel.own.basing import exists, is_over_full
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.own.entries import moved
from pbem.systems.cartwheel.own.readiness import cannot_scramble
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.rules.r08_answers import answer_id, answered_hexes
from pbem.systems.cartwheel.rules.r09_scramble import base_terms, has_radar
from pbem.systems.cartwheel.table.answers import Answer, Clause
from pbem.systems.cartwheel.table.state import Game

KEPT = 256
"""Files whose answers are remembered: an audit asks for those of a whole game a second time."""
LISTS_KEPT = 8
"""Lists of ids that are remembered: one for each scenario."""
HEXES_KEPT = 4096
"""Hexes whose answers are remembered, by who reaches them and who stands there."""

Policy = tuple[Clause, ...]
NOBODY_FLIES: Mapping[str, str] = FrozenMap()


# --- the policy ----------------------------------------------------------------------------------


class _Page(Value):
    """The policy as it is sealed."""

    clauses: tuple[Clause, ...]


def policy_text(policy: Policy) -> str:
    """The `policy` item: every clause with all of its keys [H8.9.4]."""
    rows = [{key: getattr(clause, key) for key in Clause.__struct_fields__} for clause in policy]
    return f"{write_pair('clauses', rows)}\n"


def read_policy(table: Mapping[str, Any] | None, limits: Answers) -> Policy:
    """The policy of an item; none, so that the default holds, where it is not of its form."""
    try:
        page = decode(_Page, table or {}, code="item", where="policy")
    except Refused:
        return ()
    return () if next(too_much(page.clauses, limits), "") else page.clauses


def too_much(policy: Policy, limits: Answers) -> Iterator[str]:
    """What in a policy is beyond its limits [H8.9.4], in words."""
    if len(policy) > limits.clauses:
        yield f"{len(policy)} clauses, and {limits.clauses} are the most"
    if len(text := policy_text(policy)) > limits.characters:
        yield f"{len(text):,} characters, and {limits.characters:,} are the most"
    most = max(one.units[1] for one in limits.classes)
    for number, clause in enumerate(policy, 1):
        bounds = (
            ("most", most), ("keep", limits.most_kept), ("within", limits.furthest),
            ("evade_most", limits.most_gone),
        )  # fmt: skip
        for key, highest in bounds:
            if not 0 <= getattr(clause, key) <= highest:
                yield f"clause {number}: {key} is {getattr(clause, key)}, and 0 to {highest} may be"


@lru_cache(KEPT)
def default_policy(limits: Answers) -> Policy:
    """What holds where no clause does [H8.9.6]."""
    return tuple(
        Clause(classes=(one.id,), most=one.most, keep=limits.keep, within=limits.within)
        for one in limits.classes
    )


def clause_for(policy: Policy, hex_: str, class_: str, limits: Answers) -> Clause:
    """The first clause that holds a raid's hex and class [H8.9.5]."""
    return _first_of(_clauses_on(policy, hex_, limits), class_)


def _clauses_on(policy: Policy, hex_: str, limits: Answers) -> Policy:
    """The clauses that hold a hex, those of the default last."""
    given = (one for one in policy if not one.hexes or hex_ in one.hexes)
    return (*given, *default_policy(limits))


def _first_of(clauses: Policy, class_: str) -> Clause:
    for one in clauses:
        if not one.classes or class_ in one.classes:
            return one
    raise KeyError(class_)


# --- who could go --------------------------------------------------------------------------------


class Fighter(Value):
    """A fighter that may intercept, as far as its place lets it.

    `anchor` is the hex from which its way is counted, `out` the hexes to there; `terms` what its
    chart adds to its die wherever it goes, but for a Radar where it stands (`seen_from`).
    """

    unit: str
    base: str
    anchor: str
    out: int
    reach: int
    terms: int
    seen_from: bool
    marked: bool
    ace: bool
    merit: tuple[int, int, str]


class Bystander(Value):
    """A unit that stands in a hex and might evade: its kind, and its BF as it is now.

    A fighter-bomber is no bomber here, though it can fly as one: `evade` takes B, D, P, S and T.
    """

    unit: str
    base: str
    hex: str
    is_bomber: bool
    bf: int


class Situation(Value):
    """All that answers are made of besides the policy [H8.9.5]."""

    fighters: tuple[Fighter, ...]
    bystanders: tuple[Bystander, ...]
    watched: tuple[str, ...]
    hexes: tuple[str, ...]
    radar: int
    distances: tuple[int, ...]
    limits: Answers


def situation(
    private: Private, game: Game, charts: Charts, away: Mapping[str, str] = NOBODY_FLIES
) -> Situation:
    """What stands on charts and map; `away` are units that missions of the file take along.

    Each with the base to which it returns. Who is to stage when the raids are over that the file
    replies to is gone before any other comes [H8.8].
    """
    legs = (leg for flight in private.flights.values() for leg in flight.legs)
    flying = {**away, **{leg.unit: leg.returns for leg in legs}}
    here = [p for p in private.planes.values() if p.id not in flying and not (p.away or p.due)]
    standing = [plane for plane in here if exists(game, plane.base)]
    crowded = _over_filled(private, game, flying, charts)
    up = (
        plane
        for plane in standing
        if plane.base not in crowded and _may_rise(private, game, plane, charts)
    )
    table, area = charts.scramble, answered_hexes(game, charts)
    return Situation(
        fighters=tuple(_fighter(private.side, game, plane, charts) for plane in up),
        bystanders=tuple(_bystander(game, plane, charts) for plane in standing if not plane.to),
        watched=tuple(hex_ for hex_ in area if has_radar(game, private.side, hex_)),
        hexes=area,
        radar=table.radar,
        distances=tuple(table.distance.at(far).drm for far in range(charts.answers.furthest + 1)),
        limits=charts.answers,
    )


def _over_filled(
    private: Private, game: Game, flying: Mapping[str, str], charts: Charts
) -> frozenset[str]:
    """Bases that what comes there by the same file over-fills before any raid does [CR81].

    Their units are Flown then, which nobody else can tell [6.3.4~].
    """
    staging = {plane.id: plane.to for plane in private.planes.values() if plane.to}
    coming = {**flying, **staging}
    later = moved(private, FrozenMap(coming))
    bases = {*coming.values()}
    return frozenset(base for base in bases if is_over_full(later, game, base, charts))


def _may_rise(private: Private, game: Game, plane: Plane, charts: Charts) -> bool:
    """Whether a unit may intercept in its range by its own charts [H9.4.1, H10.5]."""
    if not charts.air[plane.id].model.is_fighter or plane.to:
        return False
    return cannot_scramble(private, game, plane, charts) is None


def _fighter(side: str, game: Game, plane: Plane, charts: Charts) -> Fighter:
    model, place = charts.air[plane.id].model, place_of(game, plane.base)
    box = charts.boxes.get(place)
    terms = sum(base_terms(game, plane.base, charts).values())
    return Fighter(
        unit=plane.id,
        base=plane.base,
        anchor=box.anchor if box else place,
        out=box.distance if box else 0,
        reach=model.range,
        terms=terms + (charts.scramble.marked if plane.mark else 0),
        seen_from=has_radar(game, side, place),
        marked=plane.mark,
        ace=plane.ace,
        merit=(-model.sr, -plane.steps, plane.id),
    )


def _bystander(game: Game, plane: Plane, charts: Charts) -> Bystander:
    model = charts.air[plane.id].model
    return Bystander(
        unit=plane.id, base=plane.base, hex=place_of(game, plane.base),
        is_bomber=model.is_bomber and not model.is_fighter, bf=model.factors(plane.steps).bf,
    )  # fmt: skip


# --- derivation ----------------------------------------------------------------------------------

Ranked = tuple[tuple[int, Fighter], ...]
"""Fighters in the order in which they are taken, each with its hexes to the target."""


def answers(
    private: Private, game: Game, charts: Charts, away: Mapping[str, str] = NOBODY_FLIES
) -> Mapping[str, str]:
    """The contents of all answers of a side, by id [H8.9.5]."""
    return _contents(private.policy, situation(private, game, charts, away))


def answer(policy: Policy, now: Situation, hex_: str, class_: str) -> Answer:
    """Who takes off against a class of raids on a hex [H8.9.5]."""
    return answers_on(policy, now, hex_)[class_]


def answers_on(policy: Policy, now: Situation, hex_: str) -> Mapping[str, Answer]:
    """Who takes off against raids of each class on a hex [H8.9.5]."""
    clauses = _clauses_on(policy, hex_, now.limits)
    return _answers(clauses, _ranked(now, hex_), _here(now, hex_), now.limits)


@lru_cache(KEPT)
def _contents(policy: Policy, now: Situation) -> Mapping[str, str]:
    found = (answers_on(policy, now, hex_).values() for hex_ in now.hexes)
    texts = map(_text, chain.from_iterable(found))
    return dict(zip(answer_ids(now.hexes, now.limits), texts, strict=True))


@lru_cache(LISTS_KEPT)
def answer_ids(area: tuple[str, ...], limits: Answers) -> tuple[str, ...]:
    """The ids of all answers of a side, hex by hex [H8.9.1]: the same texts in every file."""
    return tuple(answer_id(hex_, one.id) for hex_ in area for one in limits.classes)


def _ranked(now: Situation, hex_: str) -> Ranked:
    """Who reaches a hex: least DRM first, then SR, steps, id [H8.9.5]."""
    watched = now.radar if hex_ in now.watched else 0
    found: list[tuple[tuple[int, tuple[int, int, str]], int, Fighter]] = []
    for one in now.fighters:
        far = one.out + hexes.distance(one.anchor, hex_)
        if far <= one.reach and far < len(now.distances):
            radar = watched or (now.radar if one.seen_from else 0)
            found.append(((now.distances[far] + radar + one.terms, one.merit), far, one))
    found.sort(key=lambda row: row[0])
    return tuple((far, one) for _, far, one in found)


def _here(now: Situation, hex_: str) -> tuple[Bystander, ...]:
    """Who stands in a hex: highest BF first, then id [H8.9.5]."""
    here = (one for one in now.bystanders if one.hex == hex_)
    return tuple(sorted(here, key=lambda one: (-one.bf, one.unit)))


@lru_cache(HEXES_KEPT)  # most hexes are out of everybody's reach, or stay as they are
def _answers(
    clauses: Policy, ranked: Ranked, here: tuple[Bystander, ...], limits: Answers
) -> Mapping[str, Answer]:
    return {one.id: _answer(_first_of(clauses, one.id), ranked, here) for one in limits.classes}


def _answer(clause: Clause, ranked: Ranked, here: tuple[Bystander, ...]) -> Answer:
    up = _taken(clause, ranked)
    names = {one.unit for one in up}
    kinds = {"none": (), "bombers": (True,), "all": (True, False)}[clause.evade]
    gone = [one for one in here if one.unit not in names and one.is_bomber in kinds]
    return Answer(
        interceptors=tuple((one.unit, one.base) for one in up),
        evaders=tuple((one.unit, one.base) for one in gone[: clause.evade_most]),
        go_for=clause.go_for,
        disengage_at=clause.disengage_at,
        ace=next((one.unit for one in up if one.ace), ""),
    )


def _taken(clause: Clause, ranked: Ranked) -> list[Fighter]:
    """The first of those who could go, while `keep` of them stay at each base [H8.9.5]."""
    able = [
        one
        for far, one in ranked
        if far <= clause.within
        and (not clause.bases or one.base in clause.bases)
        and (clause.marked or not one.marked)
    ]
    if not able:
        return able
    left: dict[str, int] = {}
    for one in able:
        left[one.base] = left.get(one.base, 0) + 1
    taken: list[Fighter] = []
    for one in able:
        if len(taken) < clause.most and left[one.base] > clause.keep:
            left[one.base] -= 1
            taken.append(one)
    return taken


@lru_cache(4096)  # most answers of a file are alike
def _text(one: Answer) -> str:
    pairs = {key: getattr(one, key) for key in Answer.__struct_fields__}
    return "".join(f"{write_pair(key, value)}\n" for key, value in pairs.items())
