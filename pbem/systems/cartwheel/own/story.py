"""What may have to be learnt again: all since a strike whose victims are not stated yet [H8.9.11].

Whoever is named to intercept after a strike on his base stood by, and another was hit. Who fled,
evaded or staged since may hang on that. So nothing is mended by hand: charts and facts are kept as
they were, and the facts are learnt once more with the strike as it is known now.
"""

from collections.abc import Iterable, Mapping

from pbem.engine.events import Event
from pbem.frozen import names, replace
from pbem.systems.cartwheel.own.charts import Fact, Page, Private, Story
from pbem.systems.cartwheel.table import events_charts as facts
from pbem.systems.cartwheel.table.events_sea import BattleOver, SubmarineAttacked
from pbem.systems.cartwheel.table.events_turn import FloatplaneEvacuated
from pbem.systems.cartwheel.table.state import Game

KEYS: Mapping[type[Event], str] = {
    facts.BaseStruck: "struck",
    facts.MissionOver: "over",
    facts.BaseLost: "fell",
    FloatplaneEvacuated: "left",
    BattleOver: "battle",
    SubmarineAttacked: "submarine",
}
"""The keys of facts (`Fact`). Others come before or after the air/naval phase."""


def continued(private: Private, events: tuple[Event, ...], game: Game) -> Story | None:
    """The story of a side's charts with one scene more, `private` being what they were before it.

    It begins with a strike on one of its bases, and is over when nobody can be named any more.
    """
    story = private.story
    if story is None and any(_strikes(event, private.side) for event in events):
        story = Story(start=replace(private, story=None))
    if story is None or game.operations.over:
        return None
    told = tuple(replace(Fact(), **{KEYS[type(e)]: e}) for e in events if type(e) in KEYS)
    return replace(story, pages=(*story.pages, Page(game=game, facts=told))) if told else story


def amended(private: Private, events: Iterable[Event]) -> Story | None:
    """The story in which some more stood by; None if events tell of nobody who did."""
    alerts = [e for e in events if isinstance(e, facts.OnAlert) and e.side == private.side]
    if private.story is None or not alerts:
        return None
    pages = tuple(
        replace(page, facts=tuple(_spared(fact, alerts) for fact in page.facts))
        for page in private.story.pages
    )
    return replace(private.story, pages=pages)


def events_of(page: Page) -> tuple[Event, ...]:
    """The events of a page."""
    told = (getattr(fact, name) for fact in page.facts for name in names(Fact))
    return tuple(event for event in told if event is not None)


def _strikes(event: Event, side: str) -> bool:
    return isinstance(event, facts.BaseStruck) and event.owner == side and any(event.effects)


def _spared(fact: Fact, alerts: Iterable[facts.OnAlert]) -> Fact:
    """A strike with all who stood by; other facts as they are."""
    struck = fact.struck
    if struck is None:
        return fact
    about = (struck.base, struck.mission)
    more = (unit for one in alerts if (one.base, one.mission) == about for unit in one.units)
    safe = tuple(sorted({*struck.airborne, *more}))
    return replace(fact, struck=replace(struck, airborne=safe))
