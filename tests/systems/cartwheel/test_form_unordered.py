"""What forms of Cartwheel say of a file without orders is what such a file does (E.3).

Each sentence is held against the charts that an empty file seals and against what comes of it,
both sides ordering nothing until the seat is asked again.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.engine.steps import Spare, View
from pbem.systems.cartwheel.form.form import page_of, parts_of, sections
from pbem.systems.cartwheel.form.page import Page, Part
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules.r11_plan import dropped_among_enemies
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.events_air import Scrambled
from pbem.systems.cartwheel.table.events_charts import BaseStruck, Tf36Arrived
from pbem.systems.cartwheel.table.events_ground import (
    Attacked,
    Fortified,
    GroundVoided,
    Landed,
    Marched,
    Raided,
)
from pbem.systems.cartwheel.table.events_play import (
    BlindGiven,
    PassAnnounced,
    Passed,
    RaidOrdered,
    Replied,
    VoyageOrdered,
)
from pbem.systems.cartwheel.table.events_sea import PutOff, Unloaded, Withdrew
from pbem.systems.cartwheel.table.events_turn import (
    AcePlaced,
    BuildBegun,
    EleventhDecided,
    MobileDismantled,
    RadarPlaced,
    RegroupDeclared,
    ScoutPlaced,
)
from pbem.systems.cartwheel.table.orders_operations import Answers
from pbem.systems.cartwheel.table.state import Game, Ship
from tests.memory import Match
from tests.systems.cartwheel.selfplay import match
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.walked import walk

GAMES = (
    ("campaign", 1, 90),
    ("campaign", 6, 40),
    ("toenails", 2, 400),
    ("bougainville", 3, 150),
    ("bismarck-sea", 4, 400),
)
"""Scenario, seed, files at most."""
ENOUGH = 20
"""So often a sentence is tried; a file that says none but those is passed over."""


def nobody(_: View[Game]) -> tuple[Order, ...]:
    return ()


@dataclass(frozen=True)
class Idle:
    """A file without orders: its page, the charts it sealed, what came, and where it led."""

    page: Page
    sealed: Private
    events: tuple[Event, ...]
    after: Match

    @property
    def game(self) -> Game:
        """The public state when the seat is asked again, or at the end of the game."""
        found = self.after.game if self.after.is_over else self.after.view().game
        assert isinstance(found, Game)
        return found

    def of(self, *kinds: type[Any]) -> list[Any]:
        """Events of some kinds that the side that ordered nothing has brought about."""
        return [e for e in self.events if isinstance(e, kinds) and e.side == self.page.side]

    def planes(self) -> Iterator[tuple[Plane, Plane]]:
        """The side's air units as they stood and as the file has sealed them."""
        for id_, plane in self.page.private.planes.items():
            if id_ in self.sealed.planes:
                yield plane, self.sealed.planes[id_]


def idle(game: Match) -> Idle:
    """The next file without orders, and what comes of it until its seat decides again."""
    ahead, view = game.ahead(), game.view()
    page, play = page_of(view, (), CHARTS), game.branch()
    assert page is not None
    before = len(play.scenes) + len(ahead.scenes)
    play.step(nobody)
    sealed = play.seats[view.seat].private
    while not play.is_over and not (play.seat().name == view.seat and play.view().decision.covers):
        play.step(nobody)
    late = () if play.is_over else play.ahead().scenes
    events = tuple(event for scene in (*play.scenes, *late)[before:] for event in scene.events)
    return Idle(page=page, sealed=sealed, events=events, after=play)


Fact = Callable[[Idle, re.Match[str]], bool]


# --- each sentence -------------------------------------------------------------------------------


def stays_in_base(one: Idle, _: re.Match[str]) -> bool:
    """Those of the 11th go to Truk all the same, unless they are committed."""
    return all(
        old.base == new.base
        for old, new in one.planes()
        if not (one.page.commits and CHARTS.air[old.id].is_eleventh)
    )


def marker_is_lost(one: Idle, _: re.Match[str]) -> bool:
    """Nobody carries it, no base has it, and the seat is not offered it again."""
    radars = [base.id for base in one.page.game.bases.values() if base.radar]
    offered = one.after.is_over or any("random event" in part.title for part in parts(one.after))
    return (
        not one.of(AcePlaced, RadarPlaced)
        and all(old.ace == new.ace for old, new in one.planes())
        and [base.id for base in one.game.bases.values() if base.radar] == radars
        and not offered
    )


def eleventh_stays(one: Idle, _: re.Match[str]) -> bool:
    decided = [event.commit for event in one.events if isinstance(event, EleventhDecided)]
    units = [new for _, new in one.planes() if CHARTS.air[new.id].is_eleventh]
    return decided == [False] and all(
        (unit.base, unit.half, unit.disrupted) == ("TRK", "flown", False) for unit in units
    )


def nobody_takes_off(one: Idle, found: re.Match[str]) -> bool:
    """Whom the reply leaves on the ground is there when the bombs fall."""
    mine = {plane.id for plane, _ in one.planes()}
    replies = one.of(Replied)
    up = [e for e in one.events if isinstance(e, Scrambled) and e.unit in mine]
    struck = [e for e in one.events if isinstance(e, BaseStruck) and e.owner == one.page.side]
    sweeps = {reply.mission for reply in replies if reply.kind == "sweep"}
    return (
        bool(replies)
        and not any(reply.interceptors or reply.evaders for reply in replies)
        and not up
        and not any(mine & {*event.airborne} for event in struck)
        and ("sweep" not in found[0] or not any(e.mission in sweeps for e in struck))
    )


def passes_once(one: Idle, _: re.Match[str]) -> bool:
    """Whatever else is a pass of his then is for want of missions [H8.2]."""
    first, *more = [event.why for event in one.of(Passed)]
    return not first and {*more} <= {"cap"} and not one.of(PassAnnounced, *MISSIONS)


def asked_again(one: Idle, _: re.Match[str]) -> bool:
    covers = () if one.after.is_over else one.after.view().decision.covers
    return covers[0].endswith("/4.4") and not one.of(BlindGiven, Passed, *MISSIONS)


def not_yet_ashore(one: Idle, _: re.Match[str]) -> bool:
    """Nothing has been decided for 4.5 and 4.6 [H8.10.2]."""
    return one.game.operations.ashore != one.page.side


def nobody_attacks(one: Idle, _: re.Match[str]) -> bool:
    """But paratroops that have come down among enemies, who must."""
    forced = dropped_among_enemies(one.page.game, one.page.side, CHARTS)
    return not one.of(Marched, GroundVoided) and {e.hex for e in one.of(Attacked)} <= {*forced}


def cargo_stays(one: Idle, _: re.Match[str]) -> bool:
    return not one.of(Landed, Unloaded) and all(
        one.game.ships[ship.id].cargo == ship.cargo for ship in own_ships(one)
    )


def ships_stay(one: Idle, _: re.Match[str]) -> bool:
    """But Task Force 36, which leaves by itself [H5.3.3]."""
    by_itself = CHARTS.tf36.ships if one.page.game.turn.tf36 else ()
    return not one.of(Withdrew, Unloaded) and all(
        (one.game.ships[ship.id].at, one.game.ships[ship.id].cargo) == (ship.at, ship.cargo)
        for ship in own_ships(one)
        if ship.id not in by_itself
    )


def bases_stay(one: Idle, _: re.Match[str]) -> bool:
    """None of the side's mobile bases is taken away, now or in the Regroup phase."""
    gone = [event.base for event in one.events if isinstance(event, MobileDismantled)]
    owner = {base.id: base.owner for base in one.page.game.bases.values()}
    return all(owner[base] != one.page.side for base in (*gone, *one.game.turn.dismantle))


def goes_to(one: Idle, found: re.Match[str]) -> bool:
    """Each unit that is named stands at its base in the charts of this very file."""
    goals = dict(
        re.findall(r"(\S+) (?:lands at|goes to) (.+?)(?=, \S+ (?:lands|goes|finds)|\.$)", found[0])
    )
    lost = re.findall(r"(\S+) finds no base", found[0])
    return (
        len(goals) + len(lost) > 0
        and all(one.page.name(one.sealed.planes[u].base) == base for u, base in goals.items())
        and not any(unit in one.sealed.planes for unit in lost)
    )


def own_ships(one: Idle) -> list[Ship]:
    return [ship for ship in one.page.game.ships.values() if ship.side == one.page.side and ship.at]


def none_of(*kinds: type[Event]) -> Fact:
    """A fact that the side has brought about no such event."""
    return lambda one, _: not one.of(*kinds)


MISSIONS = (RaidOrdered, VoyageOrdered)
SAID: dict[str, Fact] = {
    r"they stay\. Nobody but you sees where they go\.": stays_in_base,
    r"the marker is lost\.": marker_is_lost,
    r"it is not committed\. All its units stand at Truk, Flown and undisrupted,"
    r" and none of them flies this turn \[5\.2d\]\.": eleventh_stays,
    r"it does not come\.": lambda one, _: not any(isinstance(e, Tf36Arrived) for e in one.events),
    r"none is begun\.": none_of(BuildBegun),
    r"the next turn is none of general regroup\.": lambda one, _: (
        not any(isinstance(event, RegroupDeclared) and event.declared for event in one.events)
    ),
    r"nobody is marked\. Nobody but you sees who is\.": lambda one, _: (
        not any(new.mark for _, new in one.planes())
    ),
    r"What no order names stays at its base\.": lambda one, _: (
        not one.of(ScoutPlaced) and not any(new.away for _, new in one.planes())
    ),
    r"nobody takes off, and .*\.": nobody_takes_off,
    r"you pass once\.": passes_once,
    r"you are asked again when the outcome is known\.": asked_again,
    r"all stays aboard\.": cargo_stays,
    r"nobody marches, and nobody(?: but they)? attacks\.": nobody_attacks,
    r"there is no raid\.": none_of(Raided),
    r"none is put down\.": none_of(Fortified),
    r"what follows holds, as far as the fights ashore leave it possible\.": none_of(PutOff),
    r"ships stay where they are, with what they carry\.": ships_stay,
    r"\S+ (?:lands at|finds no base) .*\.": goes_to,
    r"\S+ goes to .*\.": goes_to,
    r"they stay\.": bases_stay,
    r"without ashore = true you are asked again when operations are over\.": not_yet_ashore,
}
"""What a form may say comes of a file without orders, and how that is seen."""


def parts(game: Match) -> tuple[Part, ...]:
    """The parts of the next form in which something can be decided."""
    page = page_of(game.view(), (), CHARTS)
    return () if page is None else tuple(part for part in parts_of(page) if not part.idle)


def sentences(game: Match) -> Iterator[tuple[str, re.Match[str]]]:
    """What the next form says of a file without orders, each sentence with its pattern."""
    for part in parts(game):
        lines = [part.left] if part.left else []
        if not part.left and part.rule in OF_UNITS:
            lines = [
                one for line in part.choices for one in BESIDE.findall(line) for one in one if one
            ]
            assert lines, part.title
        for line in lines:
            (pattern,) = (one for one in SAID if re.fullmatch(one, line))
            whole = re.fullmatch(pattern, line)
            assert whole
            yield pattern, whole


OF_UNITS = ("7.3", "7.3.5~", "H15")
"""The parts that say it unit by unit, in words of their own."""
BESIDE = re.compile(r"If nothing is ordered: (.*)|(?:.*\] |.*\. )?(What no order names .*)")


def held(scenario: str, number: int, most: int, told: Counter[str]) -> None:
    """Play a game by chance, and hold the sentences of its forms against empty files."""
    for stand in islice(walk(scenario, number), most):
        game = stand.match
        if game.is_over:
            return
        said = list(sentences(game)) if game.view().decision.covers else []
        if any(told[pattern] < ENOUGH for pattern, _ in said):
            one = idle(game)
            for pattern, found in said:
                assert SAID[pattern](one, found), (scenario, len(game.files), found[0])
                told[pattern] += 1


@pytest.mark.slow
def test_a_file_without_orders_does_what_the_form_says() -> None:
    told = Counter[str]()
    for game in GAMES:
        held(*game, told)
    assert [pattern for pattern in SAID if not told[pattern]] == []


def test_a_short_game_without_orders_does_what_the_form_says() -> None:
    told = Counter[str]()
    held("bismarck-sea", 4, 30, told)
    assert len(told) > 6, told


# --- standing orders in force --------------------------------------------------------------------


def stands(game: Match) -> str:
    """What the next form, be it short, says of standing orders in force."""
    form = sections(game.view(), CHARTS)
    found = (one for one in form if one.title in IN_FORCE and not isinstance(one, Spare))
    return " ".join(line for one in found for line in one.choices)


IN_FORCE = ("The situation", "Standing orders in force")


def test_h8_9_the_policy_that_answers_raids_is_named_and_goes_on() -> None:
    """Until a file changes it; an empty one seals it anew."""
    game = match("toenails")
    seat = game.seat().name
    default, own = (f"By 'answers' {whose} policy answers" for whose in ("the default", "your"))
    assert default in stands(game)
    policy = (Clause(keep=1),)
    game.step(lambda _: (Answers(clauses=policy),))
    for orders in ((), (Answers(),)):
        while game.seat().name != seat or not game.view().decision.covers:
            game.step(nobody)
        assert own in stands(game)
        assert default not in stands(game)
        assert game.view().private.policy == policy
        game.step(lambda _, orders=orders: orders)
    while game.seat().name != seat or not game.view().decision.covers:
        game.step(nobody)
    assert default in stands(game)


def test_h8_9_4_the_form_says_how_much_of_a_policy_s_room_is_taken() -> None:
    """All keys of its one clause are written out."""
    game = match("toenails")
    seat = game.seat().name
    game.step(lambda _: (Answers(clauses=(Clause(keep=2),)),))
    while game.seat().name != seat or not game.view().decision.covers:
        game.step(nobody)
    said = [line for one in parts(game) for line in one.choices if "H8.9.4" in line]
    assert (
        "A policy is sealed with all keys of every clause: yours takes 176 of 4,000 characters, and"
        " a clause of one hex about 200 [H8.9.4]."
    ) in said


def test_standing_orders_go_on_as_the_form_names_them() -> None:
    """Lists, hexes of a reply, standing down, what recon counts as: an empty file keeps them."""
    named = Counter[str]()
    for number, stand in enumerate(walk("toenails", 2)):
        if number % 4 == 0 and not stand.match.is_over and stand.view.decision.covers:
            held_on(stand.match, named)
    assert {"policy", "evacuate", "asked", "stand-down"} <= {*named}, named


def held_on(game: Match, named: Counter[str]) -> None:
    """The standing orders of the next seat are in its form, and in force after an empty file."""
    view, said, play = game.view(), stands(game), game.branch()
    play.step(nobody)
    before, after = view.private, play.seats[view.seat].private
    assert (after.policy, after.evacuate) == (before.policy, before.evacuate)
    for id_, plane in after.planes.items():
        assert plane.counts_as == before.planes[id_].counts_as or before.planes[id_].due
    file = view.game.stand_down.get(view.side)
    assert play.game.stand_down.get(view.side) == file
    assert play.game.asked.get(view.side) == view.game.asked.get(view.side)
    assert ("your policy answers" in said) == bool(before.policy and not file)
    assert (f"Your side has stood down in file {file}:" in said) == bool(file)
    lists = {base for base in before.evacuate if view.game.bases[base].owner == view.side}
    assert all(f"{CHARTS.base_to_write(base)} to " in said for base in lists)
    hexes = view.game.asked.get(view.side, ())
    assert ("You are asked for a reply to raids on" in said) == bool(hexes and not file)
    force = {
        "policy": before.policy, "evacuate": before.evacuate, "asked": hexes, "stand-down": file,
    }  # fmt: skip
    named.update(name for name, there in force.items() if there)
