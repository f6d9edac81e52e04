"""The orders `move`, `stay` and `search-groups`: why not, and what is legal [M3, M4, M16]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.kinds import Claim, Kind, Part, Refusal
from pbem.systems.midway.orders import words
from pbem.systems.midway.orders.sight import Sight, absent, once
from pbem.systems.midway.rules.m03_move import NEXT, from_box, is_searching, must_search
from pbem.systems.midway.rules.m16_search import is_even
from pbem.systems.midway.table.orders import Move, SearchGroups, Stay
from pbem.systems.midway.table.state import Squadron
from pbem.systems.midway.words.names import BOXES, all_of, carrier_name

# --- move ----------------------------------------------------------------------------------------


def _move_faults(sight: Sight, order: Move) -> Iterator[Refusal]:
    """M3.1-M3.4, M4.3."""
    own = {squadron.id: squadron for squadron in sight.own(*NEXT)}
    lacking = "is nothing of yours that can move"
    yield from _not_flying(sight, order, "M3.2", lacking)
    named = [own[id_] for id_ in order.squadrons if id_ in own]
    for squadron in named:
        if order.to != (to := NEXT[squadron.box]):
            what = f"{squadron.id} stands in {BOXES[squadron.box]}, and goes on to {BOXES[to]}"
            yield Refusal(rule="M3.1", key="to", what=what, hint=f'to = "{to}"')
        elif squadron.box == "moving" and _must_wait(sight, named):
            what = f"{squadron.id} cannot leave Moving before bombers have searched for the enemy"
            hint = "order a bomber squadron forward with it, or let it stay"
            yield Refusal(rule="M4.3", key="squadrons", what=what, hint=hint)


def _not_flying(sight: Sight, order: Move | Stay, rule: str, lacking: str) -> Iterator[Refusal]:
    """Squadrons that are in no box to be left, of which some might be launched before [M9.3]."""
    aboard = sight.own("deck") if sight.launches_before else ()
    able = {one.id: one.carrier for one in aboard if sight.flies(one)}
    for id_ in order.squadrons:
        if id_ in able:
            name = carrier_name(able[id_])
            what = f"{id_} is still on {name}'s deck"
            hint = f"name it in the strike of a launch from {name}"
            yield Refusal(rule="M9.3", key="squadrons", what=what, hint=hint)
    rest = (id_ for id_ in order.squadrons if id_ not in able)
    yield from absent(sight, "squadrons", rule, rest, sight.own(*NEXT), lacking)


def _must_wait(sight: Sight, squadrons: Iterable[Squadron]) -> bool:
    """Whether these leave Moving with no bombers that search for the enemy [M4.3].

    Partners who write later may still send some [MH36].
    """
    if not must_search(sight.game, sight.side) or not sight.is_last:
        return False
    return not is_searching(sight.game, sight.side, (*sight.going, *squadrons))


def _move_options(sight: Sight) -> Iterator[Move]:
    """Each squadron on to its next box."""
    for squadron in sight.own(*NEXT):
        if squadron.box != "moving" or not _must_wait(sight, (squadron,)):
            yield Move(squadrons=(squadron.id,), to=NEXT[squadron.box])


# --- stay ----------------------------------------------------------------------------------------


def _stay_faults(sight: Sight, order: Stay) -> Iterator[Refusal]:
    """M3.1."""
    lacking = "is nothing of yours that could stay"
    return _not_flying(sight, order, "M3.1", lacking)


def _stay_options(sight: Sight) -> Iterator[Stay]:
    """Each squadron where it is."""
    return (Stay(squadrons=(squadron.id,)) for squadron in sight.own(*NEXT))


def _moved_once(sight: Sight, order: Move | Stay) -> Iterator[Claim]:
    return once(sight, order, squadrons=order.squadrons)


# --- search groups -------------------------------------------------------------------------------


def _group_faults(sight: Sight, order: SearchGroups) -> Iterator[Refusal]:
    """M16.1, M16.2, MH22, MH36."""
    if sight.game.search_done:
        what = "the search is over: all move as they are ordered, without groups"
        yield Refusal(rule="M16.5", key="groups", what=what, hint="take it out")
        return
    if not is_searching(sight.game, sight.side, sight.going):
        what = "no bombers search for the enemy in this phase"
        yield Refusal(rule="M16.1", key="groups", what=what, hint="take it out")
        return
    if not sight.is_last:
        what = "the last American seat to write forms the search groups"
        yield Refusal(
            rule="MH36", key="groups", what=what, hint="take it out, and tell your partner"
        )
        return
    ids = _searchers(sight)
    wrong = "; ".join(_astray([id_ for group in order.groups for id_ in group], ids))
    if wrong:
        what = f"the groups do not hold each advancing squadron once: {wrong}"
        stay = f"who is not to search is ordered to stay{_held(sight, order, ids)}"
        hint = f"divide these: {', '.join(ids)}; {stay}"
        yield Refusal(rule="M16.1", key="groups", what=what, hint=hint)
    if not is_even(order.groups, sight.charts):
        what = f"there must be {_count(sight)} groups whose sizes differ by at most one"
        hint = f"{len(ids)} squadrons: {_sizes(len(ids), _count(sight))}"
        yield Refusal(rule="M16.2", key="groups", what=what, hint=hint)


def _held(sight: Sight, order: SearchGroups, ids: Sequence[str]) -> str:
    """Who of a group is kept back by a standing order, and the way to send him [M3.1, MB1]."""
    moving = {one.id: one for one in sight.game.squadrons_in(sight.side, "moving")}
    named = [id_ for group in order.groups for id_ in group if id_ in moving and id_ not in ids]
    own = [
        id_ for id_ in named
        if moving[id_].seat == sight.seat and id_ in sight.game.standing[sight.seat].moves
    ]  # fmt: skip
    if not own:
        return ""
    whom = "it" if len(own) == 1 else "them"
    return f"; your standing-move holds {all_of(own)}: order {whom} to move, too"


def _astray(named: Sequence[str], ids: Sequence[str]) -> Iterator[str]:
    """Who of the squadrons that search is in no group, or in several, and who in one is none."""
    lacking = [id_ for id_ in ids if id_ not in named]
    twice = [id_ for id_ in ids if named.count(id_) > 1]
    strange = dict.fromkeys(id_[:40] for id_ in named if id_ not in ids)
    if lacking:
        yield f"they lack {all_of(lacking)}"
    if twice:
        yield f"{all_of(twice)} more than once"
    if strange:
        yield f"not advancing: {all_of(strange)}"


def _group_parts(sight: Sight) -> Iterator[Part]:
    """Who searches, and in how many groups of what sizes."""
    if sight.is_last and is_searching(sight.game, sight.side, sight.going):
        ids = tuple(_searchers(sight))
        words = f"{len(ids)} squadrons in groups of {_sizes(len(ids), _count(sight))}"
        yield Part(key="groups", values=ids, words=words)


def _divisions(sight: Sight) -> Iterator[SearchGroups]:
    """One division of those who search, as they stand, and each that puts another first."""
    if sight.is_last and is_searching(sight.game, sight.side, sight.going):
        ids = _searchers(sight)
        for first in range(len(ids)):
            turned = (*ids[first:], *ids[:first])
            groups = tuple(turned[n :: _count(sight)] for n in range(_count(sight)))
            yield SearchGroups(groups=groups)


def _searchers(sight: Sight) -> list[str]:
    """The squadrons that leave Moving by the orders given [M16.1]."""
    return sorted(squadron.id for squadron in from_box(sight.going, "moving"))


def _count(sight: Sight) -> int:
    return sight.charts.limits.search_groups


def _sizes(squadrons: int, groups: int) -> str:
    each, over = divmod(squadrons, groups)
    return ", ".join(str(each + (group < over)) for group in range(groups))


def _grouped_once(sight: Sight, order: SearchGroups) -> Iterator[Claim]:
    return once(sight, order, carrier=("the search",))


MOVE = Kind(
    order=Move,
    steps=Move.steps(),
    faults=_move_faults,
    claims=_moved_once,
    options=_move_options,
    words=words.moving,
)
STAY = Kind(
    order=Stay,
    steps=Stay.steps(),
    faults=_stay_faults,
    claims=_moved_once,
    options=_stay_options,
    words=words.staying,
)
SEARCH_GROUPS = Kind(
    order=SearchGroups,
    steps=SearchGroups.steps(),
    faults=_group_faults,
    claims=_grouped_once,
    simplest=_divisions,
    parts=_group_parts,
    words=words.searching,
)
