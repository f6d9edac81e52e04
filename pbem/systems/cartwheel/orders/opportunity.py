"""What a side does with its opportunity, whatever the mission: why not, what is legal [4.4b, H8].

Orders are judged on the state as their author finds it. What only an outcome can spoil is no
defect: such a mission is cancelled when its turn comes [H8.4], a blind order void [H8.7].
"""

from collections.abc import Iterator

from pbem.counting import count
from pbem.engine.kinds import ANY, Claim, Kind, Refusal, refuse
from pbem.frozen import replace
from pbem.systems.cartwheel.orders.sight import Sight, not_asked
from pbem.systems.cartwheel.rules.r08_ashore import holds_ground, is_last
from pbem.systems.cartwheel.rules.r08_blind import comes_next
from pbem.systems.cartwheel.rules.r08_missions import Mission, missions_of, next_ids
from pbem.systems.cartwheel.rules.r08_operations import OPERATIONS
from pbem.systems.cartwheel.rules.r08_passes import stood_down
from pbem.systems.cartwheel.rules.r08_spoiled import missions_left
from pbem.systems.cartwheel.table.orders_operations import Pass, StandDown
from pbem.systems.cartwheel.words import ordered, ordered_missions

# --- missions ------------------------------------------------------------------------------------


def untimely(sight: Sight, order: Mission) -> Iterator[Refusal]:
    """Why a mission is none of this opportunity, and the id that it has [4.4b, H8.1-H8.3, H8.7]."""
    if refusal := _not_ahead(sight):
        yield refusal
        return
    number = len(missions_of(sight.file[: sight.place(order)]))
    yield from _one_too_many(sight, order, number)
    id_ = next_ids(sight.game, number + 1)[number]
    if order.id != id_ and (order.id or sight.private is None):
        what = f"this mission is {id_}, not {order.id[:40]!r}"
        yield refuse("H0.7", "id", what, "leave the id out")


def _not_ahead(sight: Sight) -> Refusal | None:
    """Why a reply holds no next opportunity, if it cannot [H8.7]."""
    if not sight.replies:
        return None
    if sight.side in sight.game.operations.out:
        return refuse("H8.3", "", "you have passed out: you are asked for replies alone")
    if not missions_left(sight.game, sight.side, sight.charts):
        what = "all your missions of the turn are made: you are asked for replies alone"
        return refuse("H8.2", "", what)
    if not comes_next(sight.game, sight.charts):
        what = "the enemy's run goes on after your reply: your opportunity does not come next"
        return refuse("H8.7", "", what)
    return None


def _one_too_many(sight: Sight, order: Mission, before: int) -> Iterator[Refusal]:
    """More missions than the run has left [H8.1], or than the cap allows [H8.2, H14.5].

    Of those that are too many the first is refused.
    """
    run = 1 if sight.replies else sight.game.operations.run
    left = missions_left(sight.game, sight.side, sight.charts)
    many = len(missions_of(sight.among(order)))
    if many > left:
        rule = "H14.5" if sight.game.turn.regroup == "yes" else "H8.2"
        what = f"{many} ordered, and this turn has {count(left, 'mission')} left for you"
        if before == left:
            yield refuse(rule, "", what, f"give {left} at most, or pass")
    elif many > run and before == run:
        rule = "H8.7" if sight.replies else "H8.1"
        what = f"{many} ordered, and you have {count(run, 'mission')} now"
        yield refuse(rule, "", what, f"give {run} at most, and the others when you are asked again")


# --- passes --------------------------------------------------------------------------------------


def _pass_faults(sight: Sight, order: Pass) -> Iterator[Refusal]:
    """One pass, alone or behind the missions [H8.3]."""
    if refusal := _not_ahead(sight):
        yield refusal
        return
    if missions_of(sight.file[sight.place(order) :]):
        what = "a pass is your next opportunity, so that it stands behind the missions"
        yield refuse("H8.3", "", what, "put it last, or take it out")
    if order.rest and order.times > 1:
        what = "rest = true is every pass from now on, so that nothing is left to count"
        yield refuse("H8.3", "times", what, "leave times out, or rest")
    if order.ashore:
        yield from _not_ashore(sight, order)


def _not_ashore(sight: Sight, order: Pass) -> Iterator[Refusal]:
    """Why ground orders and conclusion stand in no file with these missions and passes [H8.10]."""
    file = sight.among(order)
    if holds_ground(sight.game, sight.side, file, sight.charts):
        return
    if sight.side != sight.game.turn.first_ashore:
        what, hint = "the enemy acts first ashore", TAKE_ASHORE_OUT
    elif not is_last(sight.game, sight.side, file, sight.charts):
        what = "air and naval operations may go on after this file"
        hint = "if the enemy has no opportunity left, give rest = true or all your missions"
        if order.rest:
            hint = f"the enemy still has an opportunity: {TAKE_ASHORE_OUT}"
    else:
        what, hint = "you have nothing to order ashore as things stand", TAKE_ASHORE_OUT
    yield refuse("H8.10.2", "ashore", what, hint)


TAKE_ASHORE_OUT = "leave ashore out"


def _pass_claims(_: Sight, __: Pass) -> Iterator[Claim]:
    hint = "times = 2 is this pass and your next, rest = true all of the phase"
    yield Claim(subject="pass", refusal=refuse("H8.3", "", "a file holds one pass", hint))


def _passes(sight: Sight) -> Iterator[Pass]:
    """One pass, two, and all that are left of the phase; with ground orders where they may be."""
    if _not_ahead(sight):
        return
    for order in (Pass(), Pass(times=2), Pass(rest=True)):
        yield order
        last = replace(order, ashore=True)
        if holds_ground(sight.game, sight.side, (last,), sight.charts):
            yield last


def _told(sight: Sight, order: Pass) -> Iterator[str]:
    """A pass that stands alone, or behind missions of the file [H8.3]."""
    return ordered_missions.passing(sight, order, len(missions_of(sight.file)))


PASS = Kind(
    order=Pass,
    steps=(OPERATIONS,),
    faults=_pass_faults,
    claims=_pass_claims,
    options=_passes,
    words=_told,
)


# --- standing down -------------------------------------------------------------------------------


def _stand_down_faults(sight: Sight, order: StandDown) -> Iterator[Refusal]:
    """Standing down changes something [H8.6]."""
    if not sight.decides:
        yield not_asked(order)
    elif order.on == (sight.side in sight.game.stand_down):
        what = f"your side {'has stood down already' if order.on else 'has not stood down'}"
        yield refuse("H8.6", "on", what)


def _stand_downs(sight: Sight) -> Iterator[StandDown]:
    """To stand down, or to stand ready again."""
    if sight.decides:
        yield StandDown(on=sight.side not in sight.game.stand_down)


def _stood_down(sight: Sight, order: StandDown) -> Sight:
    """The game as the replies of the same file find it."""
    return replace(sight, game=stood_down(sight.game, sight.side, order.on))


SAID_ONCE = refuse("H8.6", "", "a file says it once")
STAND_DOWN = Kind(
    order=StandDown,
    steps=(ANY,),
    faults=_stand_down_faults,
    claims=lambda *_: [Claim(subject="stand-down", refusal=SAID_ONCE)],
    options=_stand_downs,
    then=_stood_down,
    words=ordered.stand_down,
)
