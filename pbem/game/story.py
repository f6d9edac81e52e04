"""A game retold from its chain, moment by moment, for a page: public things alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from pbem.dice import Roll
from pbem.engine.events import ALL, Event
from pbem.engine.ledger import REFEREE, Rules, Thrown
from pbem.engine.mentions import Speller
from pbem.engine.sheets import Line
from pbem.engine.steps import Scene, happenings
from pbem.engine.tabletop import Tabletop
from pbem.engine.titles import title_of
from pbem.errors import refuse
from pbem.frozen import Value, fields
from pbem.game.tables import tabletop_of
from pbem.game.verify import adjudicate
from pbem.report.blocks import called, rule_ids, runs, words_of
from pbem.report.replay import Cast, Chapter, Leaf, Moment, Replay, Said
from pbem.report.rulepage import Text, texts_of
from pbem.store.folder import file_name
from pbem.store.shelf import rule_texts
from pbem.turnfile import TurnFile


class Act(Value):
    """A scene that all may see something of; `known` are the rolls of its file by label."""

    seq: int
    scene: Scene[Any]
    known: Mapping[str, int]

    @property
    def events(self) -> tuple[Event, ...]:
        """What all may read of it."""
        return tuple(event for event in self.scene.events if event.to == ALL)


def retold(path: Path, first: int, last: int | None) -> Replay:
    """The game in a folder from one turn to another (None: the last), as all may see it.

    Raises `Broken` at the first file that does not hold, `Refused` if there is nothing to draw or
    to tell.
    """
    rules: Rules[Any] | None = None
    leaves: list[Leaf] = []
    casts: list[Cast] = []
    acts: list[Act] = []
    before: Any = None
    sides: tuple[str, ...] = ()
    for file, outcome, session in adjudicate(path):
        leaves.append(_leaf(file))
        if rules is None or outcome is None:
            rules, before = session.rules, session.fold.table.game
            seats = (seat.side for seat in session.fold.seats if seat.side != REFEREE)
            sides = tuple(dict.fromkeys(seats))
            continue
        known = {one.roll.label: number for number, one in enumerate(outcome.thrown, len(casts))}
        casts += map(_cast, outcome.thrown)
        for scene in outcome.scenes:
            if scene.turn < first:
                before = scene.game
            elif last is None or scene.turn <= last:
                acts.append(Act(seq=file.seq, scene=scene, known=known))
    told = [act for act in acts if act.events]
    if rules is None or not told:
        raise refuse("option", "nothing has happened in these turns", hint="see 'pbem report'")
    return _page(rules, sides, before, told, leaves, casts)


def _leaf(file: TurnFile) -> Leaf:
    return Leaf(
        seq=file.seq,
        seat=file.seat,
        name=file_name(file.seq, file.seat),
        hash=file.hash,
        reveal=file.dice.reveal or "",
    )


def _cast(thrown: Thrown) -> Cast:
    return Cast(
        label=thrown.roll.label,
        sides=thrown.roll.sides,
        dice=thrown.roll.dice,
        owner=thrown.seq,
        witness=thrown.witness,
    )


def _page(
    rules: Rules[Any],
    sides: tuple[str, ...],
    before: Any,
    acts: Sequence[Act],
    leaves: list[Leaf],
    casts: list[Cast],
) -> Replay:
    system, charts, tabletop = rules.system, rules.charts, tabletop_of(rules)
    chapters = tuple(
        _chapter(rules, sides, turn, tuple(of_turn))
        for turn, of_turn in groupby(acts, key=lambda act: act.scene.turn)
    )
    moments = tuple(
        moment
        for _, of_turn in groupby(acts, key=lambda act: act.scene.turn)
        for moment in _moments(rules, tabletop, tuple(of_turn))
    )
    cited = {
        rule
        for moment in moments
        for said in moment.said
        for line in said.lines
        for rule in rule_ids(line.text)
    }
    return Replay(
        title=title_of(system, before),
        subtitle=f"{chapters[0].title} to {chapters[-1].title}",
        sides=sides,
        board=tabletop.board(before, charts),
        opening=tabletop.counters(before, None, charts),
        moments=moments,
        chapters=chapters,
        leaves=tuple(leaves),
        casts=tuple(casts),
        rules=_texts(system.name, cited),
    )


def _texts(system: str, cited: set[str]) -> dict[str, Text]:
    texts = texts_of(rule_texts(system))
    return {id_: text for id_, text in texts.items() if id_ in cited}


def _chapter(
    rules: Rules[Any], sides: tuple[str, ...], turn: int, acts: tuple[Act, ...]
) -> Chapter:
    """A turn in a few sentences, with what each side has after it."""
    system, charts, last = rules.system, rules.charts, acts[-1].scene
    public = tuple(one for act in acts for one in happenings((act.scene,)) if one.event.to == ALL)
    spell, score = Speller(system.names(last.game, charts)), system.score(last.game, charts)
    return Chapter(
        turn=turn,
        title=called(rules, last.game, turn),
        headline=tuple(map(spell, system.headline(public, last.game, charts))),
        points=tuple(score[side] for side in sides if side in score),
    )


def _moments(
    rules: Rules[Any], tabletop: Tabletop[Any, Any], acts: tuple[Act, ...]
) -> Iterator[Moment]:
    """The moments of a turn; things are named in full where its first words mention them."""
    system, charts = rules.system, rules.charts
    spell = Speller(system.names(acts[-1].scene.game, charts))
    for number, act in enumerate(acts, 1):
        scene = act.scene
        yield Moment(
            turn=scene.turn,
            number=number,
            step=system.step_title(scene.turn, scene.step),
            file=act.seq,
            said=tuple(_said(rules, act, spell)),
            counters=tabletop.counters(scene.game, None, charts),
            score=_score(rules, scene.game),
        )


def _said(rules: Rules[Any], act: Act, spell: Speller) -> Iterator[Said]:
    for events in runs(act.events):
        lines = tuple(words_of(events, rules.system, rules.charts))
        rolls = dict.fromkeys(
            act.known[roll.label] for roll in rolls_in(events) if roll.label in act.known
        )
        if lines:
            spelled = (Line(text=spell(line.text), kind=line.kind) for line in lines)
            yield Said(lines=tuple(spelled), rolls=tuple(rolls))


def rolls_in(value: object) -> Iterator[Roll]:
    """Every roll that an event holds, however deep."""
    if isinstance(value, Roll):
        yield value
    elif isinstance(value, Value):
        for field in fields(type(value)):
            yield from rolls_in(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from rolls_in(tuple(value.values()))
    elif isinstance(value, Iterable) and not isinstance(value, str):
        for one in value:
            yield from rolls_in(one)


def _score(rules: Rules[Any], game: Any) -> str:
    """`Allied 3, Japanese 14`; empty where nothing is counted."""
    points = rules.system.score(game, rules.charts).items()
    return ", ".join(f"{side.capitalize()} {rules.system.point_words(n)}" for side, n in points)
