"""A game retold from its chain, moment by moment, for a page: public things alone."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from pbem.engine.events import ALL, Event
from pbem.engine.hidden import Scene, happenings
from pbem.engine.ledger import REFEREE, Fold, Outcome, Rules, Thrown
from pbem.engine.mentions import Speller
from pbem.engine.tabletop import Side, Tabletop
from pbem.engine.titles import title_of
from pbem.errors import refuse
from pbem.frozen import Value, replace
from pbem.game.causes import Blows, sentences, told_with_causes
from pbem.game.eyes import Eyes
from pbem.game.headlines import in_short
from pbem.game.pending import aims
from pbem.game.session import Session
from pbem.game.verify import adjudicate
from pbem.report.blocks import rules_cited
from pbem.report.plot import Column
from pbem.report.replay import Cast, Chapter, Leaf, Moment, Replay, Said
from pbem.report.rulepage import Text, texts_of
from pbem.report.telling import called, headed, runs, step_heading, words_of
from pbem.store.names import file_name
from pbem.store.shelf import rule_texts
from pbem.turnfile import TurnFile


class Act(Value):
    """A scene as all see it, or one seat; `known` are the rolls of its file by label.

    `private` is the hidden state of that seat after it. What is `coming` by orders that wait is
    told with the last act of all.
    """

    seq: int
    scene: Scene[Any]
    known: Mapping[str, int]
    seat: str = ""
    private: object = None
    coming: tuple[str, ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """What may be read of it."""
        return tuple(event for event in self.scene.events if event.to in (ALL, self.seat))


def retold(path: Path, first: int, last: int | None, eyes: Eyes | None = None) -> Replay:
    """The game in a folder from one turn to another (None: the last), as all may see it.

    With `eyes` it is told as their seat sees it: for others only once that seat is laid open.

    Raises `Broken` at the first file that does not hold, `Refused` if there is nothing to tell.
    """
    rules: Rules[Any] | None = None
    leaves: list[Leaf] = []
    casts: list[Cast] = []
    acts: list[Act] = []
    before: Any = None
    private: object = None
    sides: tuple[str, ...] = ()
    fold: Fold[Any] | None = None
    for file, outcome, session in adjudicate(path):
        leaves.append(_leaf(file))
        if rules is None or outcome is None:
            rules, before = session.rules, session.fold.table.game
            found = before
            seats = (seat.side for seat in session.fold.seats if seat.side != REFEREE)
            sides = tuple(dict.fromkeys(seats))
            continue
        known = {one.roll.label: number for number, one in enumerate(outcome.thrown, len(casts))}
        casts += map(cast_of, outcome.thrown)
        seat = eyes.seat if eyes else ""
        for scene, own in _seen(eyes, found, file, outcome, session):
            if scene.turn < first:
                before, private = scene.game, own
            elif last is None or scene.turn <= last:
                act = Act(seq=file.seq, scene=scene, known=known, seat=seat, private=own)
                acts.append(act)
        fold = outcome.fold
        found = fold.table.game
    told = [act for act in acts if act.events]
    if rules is None or not told:
        raise refuse("option", "nothing has happened in these turns", hint="see 'pbem report'")
    if fold and told[-1].scene.turn == fold.table.turn:
        # the rules may have run on to who is next without a word
        now = replace(told[-1].scene, game=found)
        told[-1] = replace(told[-1], scene=now, coming=aims(fold, rules))
    page = page_of(rules, sides, (before, private), told, leaves, casts)
    return page if eyes is None else _as_seen_by(eyes, page)


def _as_seen_by(eyes: Eyes, page: Replay) -> Replay:
    """The page with its name and, at its head, for whom it is."""
    whose = "Laid open by its last file" if eyes.are_open else "For your own eyes only"
    title = f"{page.title}, with the charts of {eyes.seat}"
    return replace(page, title=title, subtitle=f"{whose}: {page.subtitle}")


def _seen(
    eyes: Eyes | None, found: Any, file: TurnFile, outcome: Outcome[Any], session: Session
) -> Iterable[tuple[Scene[Any], object]]:
    """The scenes of a file, each with the hidden state of the seat that looks, None for all."""
    if eyes is None:
        return ((scene, None) for scene in outcome.scenes)
    return eyes.see(found, file, outcome, session)


def _leaf(file: TurnFile) -> Leaf:
    return Leaf(
        seq=file.seq,
        seat=file.seat,
        name=file_name(file.seq, file.seat),
        hash=file.hash,
        reveal=file.dice.reveal or "",
    )


def cast_of(thrown: Thrown) -> Cast:
    """A roll as the page has it, without words yet."""
    return Cast(
        label=thrown.roll.label,
        sides=thrown.roll.sides,
        dice=thrown.roll.dice,
        owner=thrown.seq,
        witness=thrown.witness,
    )


def page_of(
    rules: Rules[Any],
    sides: tuple[str, ...],
    start: tuple[Any, object],
    acts: Sequence[Act],
    leaves: Sequence[Leaf],
    casts: Sequence[Cast],
) -> Replay:
    """The page of what happened from a public state on; `leaves` are all files, `casts` rolls.

    Beside that state stands the hidden one of the seat that looks, None for the page of all.
    """
    system, charts, tabletop = rules.system, rules.charts, rules.system.tabletop
    turns = [tuple(turn) for _, turn in groupby(acts, key=lambda act: act.scene.turn)]
    earlier = (start[0], *(turn[-1].scene.game for turn in turns))
    chapters = tuple(
        _chapter(rules, sides, turn, was) for turn, was in zip(turns, earlier, strict=False)
    )
    blows = Blows()
    moments = tuple(moment for turn in turns for moment in _moments(rules, tabletop, turn, blows))
    casts = _with_words(rules, acts, casts)
    words = [line.text for moment in moments for said in moment.said for line in said.lines]
    cited = {
        *(rule for text in words for rule in rules_cited(text)),
        *(cast.label.partition(" ")[0] for cast in casts),
    }
    return Replay(
        title=title_of(system, start[0]),
        subtitle=f"{chapters[0].column.title} to {chapters[-1].column.title}",
        sides=sides,
        board=tabletop.board(start[0], charts) if tabletop else None,
        key=tabletop.key if tabletop else None,
        opening=tabletop.counters(*start, charts) if tabletop else (),
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
    rules: Rules[Any], sides: tuple[str, ...], acts: tuple[Act, ...], before: Any
) -> Chapter:
    """A turn in a few sentences, with what each side has after it; `before` is the state then."""
    system, charts, last = rules.system, rules.charts, acts[-1].scene
    public = tuple(one for act in acts for one in happenings((act.scene,)) if one.event.to == ALL)
    spell, score = Speller(system.names(last.game, charts)), system.score(last.game, charts)
    short = in_short(rules, public, last.game, last.game, acts[-1].coming)
    points = tuple(score[side] for side in sides if side in score)
    lost = Counter(_losers(rules, acts, before))
    return Chapter(
        turn=last.turn,
        headline=tuple(map(spell, short)),
        column=Column(
            title=called(rules, last.game, last.turn),
            points=points,
            words=tuple(map(system.point_words, points)),
            losses=(lost["first"], lost["second"]),
            others=lost[""],
        ),
    )


def _losers(rules: Rules[Any], acts: tuple[Act, ...], before: Any) -> Iterator[Side]:
    """Whose each loss is that a sentence of these tells of, by what it names first; "": nobody."""
    charts, tabletop = rules.charts, rules.system.tabletop
    states = (acts[-1].scene.game, before) if tabletop else ()
    owners: dict[str, Side] = {}
    for game in states:
        owners.update(tabletop.owners(game, charts) if tabletop else {})
    for act in acts:
        for events in runs(act.events):
            for line in words_of(events, rules.system, charts):
                if line.kind == "loss":
                    yield next((owners[name] for name in _names(line.text) if name in owners), "")


def _names(text: str) -> Iterator[str]:
    """What may be a name in a sentence: up to three words in turn, the longest first."""
    words = [word.strip("⟨⟩,.;:'()") for word in text.split()]
    for first in range(len(words)):
        yield from (" ".join(words[first : first + many]) for many in (3, 2, 1))


def _moments(
    rules: Rules[Any], tabletop: Tabletop[Any, Any] | None, acts: tuple[Act, ...], blows: Blows
) -> Iterator[Moment]:
    """The moments of a turn; things are named in full where its first words mention them."""
    system, charts = rules.system, rules.charts
    spell = Speller(system.names(acts[-1].scene.game, charts), system.described(charts))
    for act in acts:
        scene = act.scene
        yield Moment(
            turn=scene.turn,
            step=step_heading(act.events, system, scene.turn, scene.step),
            file=act.seq,
            said=tuple(_said(rules, act, spell, blows)),
            counters=tabletop.counters(scene.game, act.private, charts) if tabletop else (),
            score=_score(rules, scene.game),
        )


def _said(rules: Rules[Any], act: Act, spell: Speller, blows: Blows) -> Iterator[Said]:
    """The sentences of a scene, those with the same rolls together."""
    blows.next_scene()
    told = told_with_causes(act.events, rules, act.known, blows)
    for rolls, parts in groupby(told, key=lambda one: one.rolls):
        lines = tuple(
            spell.in_full(replace(line, text=_labelled(rules, act, line.text)))
            for part in parts
            for line in part.lines
        )
        if lines:
            yield Said(lines=lines, rolls=rolls)


def _labelled(rules: Rules[Any], act: Act, text: str) -> str:
    """A sentence that begins with the label of a roll, with the label behind it."""
    headed = _headed(rules, act, text)
    return text if headed == text else f"{headed} [{text.partition(':')[0]}]"


def _headed(rules: Rules[Any], act: Act, text: str) -> str:
    """A sentence that begins with the label of a roll, with what that is at its head instead."""
    label, colon, rest = text.partition(":")
    if not colon or label not in act.known:
        return text
    return f"{headed(label, rules.system, rules.charts)}:{rest}"


def _with_words(rules: Rules[Any], acts: Sequence[Act], casts: Sequence[Cast]) -> tuple[Cast, ...]:
    """The rolls, each with the sentence that tells of it alone: its sum, and what it had to be."""
    words: dict[int, str] = {}
    for act in acts:
        spell = Speller(rules.system.names(act.scene.game, rules.charts))
        for label, text in sentences(act.events, rules):
            if label in act.known:
                words[act.known[label]] = spell(_headed(rules, act, text))
    return tuple(replace(cast, words=words.get(number, "")) for number, cast in enumerate(casts))


def _score(rules: Rules[Any], game: Any) -> str:
    """`Allied 3, Japanese 14`; empty where nothing is counted."""
    points = rules.system.score(game, rules.charts).items()
    return ", ".join(f"{side.capitalize()} {rules.system.point_words(n)}" for side, n in points)
