"""Doctored clients: every hidden move against the rules is caught and named (E.7, protocol 8).

Each cheat is tried in a game that is otherwise played by chance and by the rules. The cheat's
program seals what it likes; nobody can see it until the audit, or until an item is opened.
"""

import re
from collections.abc import Callable, Iterator, Mapping

import pytest

from pbem.engine.hidden import Breach
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.errors import Refused
from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.cartwheel.orders.check import check
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules.occasion import ELEVENTHS, TASK_FORCES
from pbem.systems.cartwheel.table.orders_operations import Pass, Reply
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.turn import Count
from tests.bychance import Stand
from tests.systems.cartwheel.selfplay import Match
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.walked import walk

Doctor = Callable[[View[Game], Private], Private | None]


class Caught(Value, kw_only=False):
    """A game with one cheat in it: the number of the doctored file, and what the audits found."""

    seq: int
    seat: str
    breaches: list[Breach]

    def by(self, *, check: int) -> list[Breach]:
        """The cheat's breaches of one check in the doctored file."""
        here = [b for b in self.breaches if (b.seq, b.seat) == (self.seq, self.seat)]
        return [breach for breach in here if breach.what.endswith(f"(check {check})")]


def cheated(scenario: str, seat: str, doctor: Doctor, number: int = 1, after: int = 20) -> Caught:
    """Play with `doctor` on the seat's charts in the first file where it finds something to do."""

    def changed(view: View[Game]) -> Private | None:
        mine = view.seat == seat and isinstance(view.private, Private)
        return doctor(view, view.private) if mine else None

    found = when(scenario, number, lambda view: changed(view) is not None)
    play, seq = found.branch(), found.match.links.seq + 1
    play.match.put(replace(found.view, private=changed(found.view)), ())
    while not play.match.is_over and play.match.links.seq < seq + after:
        play.step()
    return Caught(seq=seq, seat=seat, breaches=play.match.audit())


def when(scenario: str, number: int, holds: Callable[[View[Game]], bool]) -> Stand:
    """Where in a game by chance a seat's view is first what is looked for."""
    for stand in walk(scenario, number):
        if not stand.match.is_over and holds(stand.view):
            return stand
    raise AssertionError("it never came to that")


def honest_until(
    scenario: str, number: int, holds: Callable[[View[Game]], bool]
) -> tuple[Match, View[Game]]:
    """A game by chance up to there, to be played on, and the view."""
    stand = when(scenario, number, holds)
    return stand.branch().match, stand.view


def steps(view: View[Game]) -> set[str]:
    return {key.partition("/")[2] for key in view.decision.covers}


def planes(private: Private, *models: str) -> Iterator[Plane]:
    for plane in private.planes.values():
        if CHARTS.air[plane.id].model.id in models:
            yield plane


# --- an honest game ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["bismarck-sea", "toenails", "bougainville"])
def test_honest_games_pass_the_audit(scenario: str) -> None:
    for number in range(3):
        assert walk(scenario, number).end().audit() == []


def test_counts_are_opened_before_anything_else_is_asked_for() -> None:
    """A file that opens no more than counts decides nothing; no hidden change may be made in it."""
    asks = [ask for stand in walk("toenails", 0) for ask in stand.match.fold.table.asks]
    told = [bool(ask.covers) for ask in asks if ask.opens]
    assert told
    assert not any(told)


# --- charts --------------------------------------------------------------------------------------


def test_a_heavy_bomber_at_a_forward_base() -> None:
    """B-24s at Dobodura: heavy bombers stand at Port Moresby alone on the map [6.3.5~]."""

    def doctor(view: View[Game], private: Private) -> Private | None:
        if "4.4" not in steps(view):
            return None
        plane = next(planes(private, "B24"))
        return private.with_planes((replace(plane, base="DOB"),))

    caught = cheated("campaign", "allied", doctor)
    (breach,) = caught.by(check=4)
    assert (breach.rule, breach.gain) == ("6.3.5~", "allied")
    assert breach.subject.startswith("B24-")
    assert "it stands at Dobodura, where it may not" in breach.what


def test_a_base_over_capacity() -> None:
    """A crowd at Milne Bay, and all of it Ready [6.3.4~]."""
    begun, view = honest_until("campaign", 3, lambda v: v.side == "allied" and "4.4" in steps(v))
    assert isinstance(view.private, Private)
    crowd = [p for p in planes(view.private, "P40", "P38", "KIT") if p.half == "ready"]
    moved = view.private.with_planes(replace(p, base="MIL", staged=True) for p in crowd)
    begun.doctor = lambda items: {
        **items, "MIL/chart": items["MIL/chart"].replace('"flown"', '"ready"')
    }  # fmt: skip
    seq = begun.links.seq + 1
    begun.put(replace(view, private=moved), ())
    found = [b for b in begun.audit() if b.seq == seq and b.what.endswith("(check 3)")]
    assert {b.subject for b in found} >= {plane.id for plane in crowd}
    assert {(b.rule, b.gain) for b in found} == {("6.3.4~", "allied")}


def test_a_unit_that_is_ready_again() -> None:
    """A unit in the Flown half is Ready in the next file, to fly twice [6.4b, 14.2]."""

    def doctor(view: View[Game], private: Private) -> Private | None:
        flown = [p for p in private.planes.values() if p.half == "flown" and p.used]
        if "4.4" not in steps(view) or not flown:
            return None
        return private.with_planes((replace(flown[0], half="ready", used=False),))

    caught = cheated("campaign", "allied", doctor, number=3)
    (again,) = caught.by(check=14)
    assert again.rule == "14.2"
    (unsaid,) = caught.by(check=7)
    assert (unsaid.subject, unsaid.rule) == (again.subject, "6.4b")


def test_a_teleporting_interceptor() -> None:
    """A fighter is on another base's chart just before the raid comes [H9.3]."""

    def doctor(view: View[Game], private: Private) -> Private | None:
        if "4.4" not in steps(view):
            return None
        zero = next(p for p in planes(private, "A6M") if p.base == "RAB")
        return private.with_planes((replace(zero, base="BUI"),))

    caught = cheated("toenails", "japanese", doctor)
    (breach,) = caught.by(check=6)
    assert (breach.rule, breach.gain) == ("H9.3", "japanese")
    assert "it went from Rabaul to Buin/Kahili: it is not shown as staged" in breach.what


def test_a_mark_outside_its_phase() -> None:
    """A Regroup mark made in 4.4, when it is known who was hit [7.2]."""

    def doctor(view: View[Game], private: Private) -> Private | None:
        hurt = [p for p in private.planes.values() if p.disrupted and not p.mark]
        if "4.4" not in steps(view) or not hurt:
            return None
        return private.with_planes((replace(hurt[0], mark=True),))

    caught = cheated("campaign", "japanese", doctor)
    (breach,) = caught.by(check=11)
    assert breach.rule == "7.2"
    assert "it was marked for regrouping outside 7.2" in breach.what


def test_a_mark_on_a_unit_that_needs_none() -> None:
    def doctor(view: View[Game], private: Private) -> Private | None:
        if not {*TASK_FORCES} & {*steps(view)}:
            return None
        whole = next(p for p in planes(private, "P40") if not p.disrupted and p.steps == 2)
        return private.with_planes((replace(whole, mark=True),))

    caught = cheated("campaign", "allied", doctor)
    (breach,) = caught.by(check=11)
    assert "neither disrupted nor reduced" in breach.what


def test_a_unit_that_heals_by_itself() -> None:
    """Disruption vanishes, or a step comes back, without 14.1 [H14.1]."""

    def doctor(view: View[Game], private: Private) -> Private | None:
        hurt = [p for p in private.planes.values() if p.disrupted or p.steps == 1]
        hurt = [p for p in hurt if CHARTS.air[p.id].model.steps == 2]
        if "4.4" not in steps(view) or not hurt:
            return None
        return private.with_planes((replace(hurt[0], disrupted=False, steps=2),))

    caught = cheated("campaign", "japanese", doctor)
    found = caught.by(check=13)
    assert found
    assert {breach.rule for breach in found} == {"H14.1"}
    assert {breach.gain for breach in found} == {"japanese"}


def test_a_transport_that_comes_back() -> None:
    """A C-47 has one step: once lost it is on no chart again [2.2.2j~]."""

    def doctor(view: View[Game], private: Private) -> Private | None:
        if "4.4" not in steps(view):
            return None
        ghost = Plane(id="C47-22", base="AUS", steps=1)
        return replace(private, planes=private.planes.set(ghost.id, ghost))

    caught = cheated("campaign", "allied", doctor, number=2)
    (breach,) = caught.by(check=2)
    assert (breach.subject, breach.gain) == ("C47-22", "allied")
    assert "it stands at Australia, and is dead or has not arrived" in breach.what


def test_a_unit_that_is_left_out() -> None:
    """A unit on no chart is told to no recon, and cannot be hit on the ground."""

    def doctor(view: View[Game], private: Private) -> Private | None:
        if "4.4" not in steps(view):
            return None
        return private.without(next(planes(private, "G4M")).id)

    caught = cheated("toenails", "japanese", doctor)
    (breach,) = caught.by(check=2)
    assert breach.gain == "japanese"
    assert "it is on no chart, and nothing has happened to it" in breach.what


def test_the_11th_is_kept_forward_without_commitment() -> None:
    """Points saved: the 11th stays at Rabaul though it is not committed [5.2d]."""

    begun, view = honest_until(
        "toenails", 4, lambda v: bool({*ELEVENTHS} & {*steps(v)}) and v.turn > 1
    )

    def forward(items: Mapping[str, str]) -> Mapping[str, str]:
        chart = items["RAB/chart"]
        unit = '{ id = "A6M-ZU", half = "ready", steps = 2 }'
        opened = chart.replace("units = [", f"units = [{unit}, ", 1).replace(", ]", "]")
        left = re.sub(r'\{ id = "A6M-ZU"[^}]*\}(, )?', "", items["TRK/chart"])
        left = left.replace(", ]", "]")
        return {**items, "RAB/chart": opened, "TRK/chart": left}

    begun.doctor = forward
    seq = begun.links.seq + 1
    begun.put(view, ())
    found = [b for b in begun.audit() if b.seq == seq]
    assert [b.rule for b in found if b.what.endswith("(check 9)")] == ["5.2d"]
    assert {b.subject for b in found if b.what.endswith("(check 9)")} == {"A6M-ZU"}


# --- lies ----------------------------------------------------------------------------------------


def lying(items: Mapping[str, str]) -> Mapping[str, str]:
    return {**items, "RAB/counts": "fighters = 0\nbombers = 0\n"}


def test_counts_that_lie() -> None:
    """Recon is told of an empty base; the chart sealed beside it says otherwise [7.3.4~]."""
    begun, view = honest_until("toenails", 5, lambda v: "5.2" in steps(v))
    begun.doctor = lying
    seq = begun.links.seq + 1
    begun.put(view, ())
    (breach,) = [b for b in begun.audit() if b.seq == seq]
    assert (breach.subject, breach.rule, breach.gain) == ("RAB", "7.3.4~", "japanese")
    assert breach.name == "Rabaul"
    assert "the item 'RAB/counts' does not say what the chart of the same file says" in breach.what


def test_more_fighters_rise_than_were_told() -> None:
    """What public facts contradict is refused at once [7.3.4~, E.7]."""
    begun, view = honest_until("toenails", 2, lambda v: _is_raid_on(v, "japanese"))
    raid = next(iter(view.game.operations.raids.values()))
    private = view.private
    assert isinstance(private, Private)
    game, up = view.game, _ready_fighters(view, raid.hex)
    counts = FrozenMap(
        {base: Count(fighters=0, bombers=0) for base in {p.base for p in private.planes.values()}}
    )
    told = replace(game, turn=replace(game.turn, counts=counts))
    fold = begun.fold
    begun.fold = replace(fold, table=replace(fold.table, game=told))
    view = begun.view()
    with pytest.raises(Refused, match=r"were told to recon"):
        begun.put(view, (Reply(mission=raid.id, interceptors=up),))


def _is_raid_on(view: View[Game], side: str) -> bool:
    if view.side != side or "4.4" not in steps(view):
        return False
    waiting = [r for r in view.game.operations.raids.values() if r.response is None]
    return bool(waiting) and bool(_ready_fighters(view, waiting[0].hex))


def _ready_fighters(view: View[Game], hex_: str) -> FrozenMap[str]:
    """Fighters that could rise against a raid: at a base in its hex or in their range of it."""
    assert isinstance(view.private, Private)
    raid = next(r for r in view.game.operations.raids.values() if r.response is None)
    found = {}
    for plane in view.private.planes.values():
        one = FrozenMap({plane.id: plane.base})
        if CHARTS.air[plane.id].model.is_fighter and not any(
            check(view, (Reply(mission=raid.id, interceptors=one),), CHARTS)
        ):
            found[plane.id] = plane.base
    return FrozenMap(dict(list(found.items())[:3]))


def test_an_interceptor_from_where_it_is_not() -> None:
    """The unit's item of the last file says where it was: another base is refused at once [E.7]."""
    begun, view = honest_until("toenails", 7, lambda v: _is_raid_on(v, "japanese"))
    raid = next(r for r in view.game.operations.raids.values() if r.response is None)
    unit, base = next(iter(_ready_fighters(view, raid.hex).items()))
    elsewhere = "BUI" if base != "BUI" else "RAB"
    reply = Reply(mission=raid.id, interceptors=FrozenMap({unit: elsewhere}))
    with pytest.raises(Refused, match=rf"{unit} is not at '{elsewhere}' on its owner's chart"):
        begun.put(view, (reply,))


def test_a_false_number_of_units_flown() -> None:
    """The 11th flew, and its owner states that it did not [5.2e]."""
    for number in range(20):
        try:
            begun, view = honest_until("toenails", number, _owes_flown)
        except AssertionError:
            continue
        private = view.private
        assert isinstance(private, Private)
        due = tuple(
            replace(one, number=0) if one.kind == "eleventh" else one for one in private.due
        )
        seq = begun.links.seq + 1
        lie = replace(view, private=replace(private, due=due))
        begun.put(lie, ())
        (breach,) = [b for b in begun.audit() if b.seq == seq]
        assert (breach.subject, breach.rule) == ("eleventh", "5.2e")
        assert breach.name == "units of the 11th that flew"
        assert "it stated: 0 (check 10)" in breach.what
        return
    raise AssertionError("the 11th never flew")


def _owes_flown(view: View[Game]) -> bool:
    private = view.private
    return isinstance(private, Private) and any(
        one.kind == "eleventh" and one.number for one in private.due
    )


def test_a_statement_that_is_missing_is_refused() -> None:
    """Nobody can keep a result to himself: the file without the statement is not taken (E.6)."""
    begun, view = honest_until(
        "toenails", 8, lambda v: isinstance(v.private, Private) and bool(v.private.due)
    )
    assert isinstance(view.private, Private)
    silent = replace(view, private=replace(view.private, due=()))
    orders: tuple[Order, ...] = (Pass(),) if "4.4" in steps(view) else ()
    with pytest.raises(Refused, match=r"the statement '.*' is missing"):
        begun.put(silent, orders)
