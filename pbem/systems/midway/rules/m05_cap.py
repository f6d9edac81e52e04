"""CAP attacks on the enemy's Ready to Attack box [M5, M6]."""

from collections.abc import Iterable, Iterator, Mapping

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.engine.steps import Result
from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import JAPANESE, other
from pbem.systems.midway.rules.answers import Answers, absent, given, voided
from pbem.systems.midway.rules.losses import (
    bereaved,
    by_list,
    destroyed,
    leading_seat,
    ranks,
    shared,
)
from pbem.systems.midway.table.events import (
    BombersHit,
    CapAttacked,
    CapHeld,
    CapMovedOut,
    Dogfought,
)
from pbem.systems.midway.table.orders import CapAttack
from pbem.systems.midway.table.state import Game, Squadron, strength

JAPANESE_DICE = ("M5.5", "M5.5", "M5.7")
AMERICAN_DICE = ("M6.1", "M6.1", "M6.1")


class Clash(Value):
    """A CAP attack as it begins: who attacks what, and the SP of each attacker in the dogfight."""

    game: Game
    side: str
    attackers: tuple[Squadron, ...]
    engaged: Mapping[str, int]
    fighters: tuple[Squadron, ...]
    bombers: tuple[Squadron, ...]

    @property
    def in_fight(self) -> Mapping[str, int]:
        """Those of the attackers that must fight escorts, each with its SP [M5.4]."""
        return {id_: sp for id_, sp in self.engaged.items() if sp}

    @property
    def free(self) -> int:
        """SP that need not fight escorts [M5.3]."""
        return strength(self.attackers) - sum(self.engaged.values())

    @property
    def rules(self) -> tuple[str, str, str]:
        """The rules that label the CAP's, the escorts' and the bombing dice."""
        return JAPANESE_DICE if self.side == JAPANESE else AMERICAN_DICE


def attack(game: Game, side: str, answers: Answers, charts: Charts, dice: Dice) -> Result[Game]:
    """A side's CAP attack: dogfight and bombers at once, then one ring out [M5.1-M5.12]."""
    attackers, events = _attackers(game, side, answers)
    targets = tuple(game.squadrons_in(other(side), "ready"))
    if not attackers or not targets:
        return Result(game=game, events=(*events, *_held(game, side, targets)))
    fighters = tuple(squadron for squadron in targets if not squadron.is_bomber)
    clash = Clash(
        game=game,
        side=side,
        attackers=attackers,
        engaged=engage(game, attackers, strength(fighters)),
        fighters=fighters,
        bombers=tuple(squadron for squadron in targets if squadron.is_bomber),
    )
    fight = _dogfight(clash, charts, dice)
    raid = _raid(clash, dict(given(answers, CapAttack)), charts, dice)
    game, rings = _move_out(bereaved(game, _losses((*fight, *raid))), _fought(clash), charts)
    return Result(game=game, events=(*events, _told(clash), *fight, *raid, *rings))


def _held(game: Game, side: str, targets: tuple[Squadron, ...]) -> Iterator[CapHeld]:
    """That CAP attacks nobody, where there are targets and some flies [M5.1]."""
    flying = tuple(squadron.id for squadron in game.squadrons_in(side, "cap"))
    if targets and flying:
        yield CapHeld(to=ALL, side=side, squadrons=flying)


def _told(clash: Clash) -> CapAttacked:
    return CapAttacked(
        to=ALL,
        side=clash.side,
        squadrons=tuple(squadron.id for squadron in clash.attackers),
        sp=strength(clash.attackers),
        escorts=strength(clash.fighters),
        engaged=FrozenMap(clash.in_fight),
        bombing=clash.free,
    )


def _fought(clash: Clash) -> frozenset[str]:
    """The attackers that put at least one SP into a fight [M5.11]."""
    return frozenset(
        squadron.id
        for squadron in clash.attackers
        if clash.engaged[squadron.id] or (clash.bombers and squadron.sp)
    )


# --- who attacks whom ----------------------------------------------------------------------------


def _attackers(
    game: Game, side: str, answers: Answers
) -> tuple[tuple[Squadron, ...], tuple[Event, ...]]:
    """The CAP squadrons that attack: as ordered, else by doctrine [M5.1, MB1]."""
    ordered = dict(given(answers, CapAttack))
    flying = tuple(game.squadrons_in(side, "cap"))
    attackers = tuple(squadron for squadron in flying if attacks(game, squadron, ordered))
    ready = any(game.squadrons_in(other(side), "ready"))  # without it there is nobody to attack
    void: list[Event] = []
    for seat, order in ordered.items():
        if ready:
            there = {squadron.id for squadron in flying}
            gone = tuple(id_ for id_ in order.squadrons if id_ not in there)
            void += absent(game, seat, order, gone, "M5.1")
        elif order.squadrons:
            void.append(voided(seat, order, order.squadrons, "M5.1"))
    return attackers, tuple(void)


def attacks(game: Game, squadron: Squadron, ordered: Mapping[str, CapAttack]) -> bool:
    """Whether a squadron that flies CAP attacks: as its seat has ordered, else by doctrine."""
    order = ordered.get(squadron.seat)
    return squadron.id in order.squadrons if order else _by_doctrine(game, squadron)


def _by_doctrine(game: Game, squadron: Squadron) -> bool:
    """Whether its seat's CAP doctrine sends a squadron in [M5.1, MB1]; C counts the whole CAP."""
    standing = game.standing[squadron.seat]
    targets = tuple(game.squadrons_in(other(squadron.side), "ready"))
    escorts = strength(s for s in targets if not s.is_bomber)
    match standing.cap or "if-bombers":
        case "always":
            return True
        case "never":
            return False
        case "if-outnumbering":
            cap = strength(game.squadrons_in(squadron.side, "cap"))
            return cap >= standing.cap_ratio * escorts
    return any(s.is_bomber for s in targets)


def engage(game: Game, attackers: Iterable[Squadron], escorts: int) -> dict[str, int]:
    """The SP of each attacker that must fight `escorts` SP of fighters, one for one [M5.2, M5.4].

    The order is that of the leading seat's `dogfight_first`, then the largest first; the last
    squadron needed is split [MH13, MH24].
    """
    attackers = tuple(attackers)
    first = game.standing[leading_seat(game, attackers)].dogfight_first
    rank = by_list(first)
    engaged = dict.fromkeys((squadron.id for squadron in attackers), 0)
    left = min(strength(attackers), escorts)
    for squadron in sorted(attackers, key=lambda s: (rank(s), -s.sp, s.id)):
        engaged[squadron.id] = min(left, squadron.sp)
        left -= engaged[squadron.id]
    return engaged


# --- the two fights ------------------------------------------------------------------------------


def _dogfight(clash: Clash, charts: Charts, dice: Dice) -> tuple[Dogfought, ...]:
    """Both sides throw a die for each SP engaged; losses are simultaneous [M5.5, M5.6]."""
    game, count = clash.game, sum(clash.engaged.values())
    if not count:
        return ()
    sides, hit = charts.combat.sides, charts.combat.dogfight
    cap = dice.roll(clash.rules[0], "cap", count=count, sides=sides)
    escort = dice.roll(clash.rules[1], "escort", count=count, sides=sides)
    rank = ranks(game, lambda seat: by_list(game.standing[seat].fighter_losses))
    present = {squadron.id: squadron.sp for squadron in clash.fighters}
    cap_losses = shared(game, clash.in_fight, escort.at_least(hit), rank)
    escort_losses = shared(game, present, cap.at_least(hit), rank)
    fought = Dogfought(
        to=ALL,
        cap=cap,
        escort=escort,
        cap_losses=cap_losses,
        escort_losses=escort_losses,
        destroyed=(*destroyed(game, escort_losses), *destroyed(game, cap_losses)),
    )
    return (fought,)


def _raid(
    clash: Clash, ordered: Mapping[str, CapAttack], charts: Charts, dice: Dice
) -> tuple[BombersHit, ...]:
    """What is not engaged shoots at bombers, which do not fire back [M5.3, M5.7-M5.10]."""
    game = clash.game
    if not clash.free or not clash.bombers:
        return ()
    roll = dice.roll(clash.rules[2], "bombers", count=clash.free, sides=charts.combat.sides)
    on_tb, on_db = _split(clash, ordered, roll.at_least(charts.combat.cap))
    rank = ranks(game, lambda seat: by_list(game.standing[seat].bomber_losses))
    losses: dict[str, int] = {}
    for kind, hits in (("TB", on_tb), ("DB", on_db)):
        losses |= shared(game, {s.id: s.sp for s in clash.bombers if s.kind == kind}, hits, rank)
    lost = FrozenMap(losses)
    return (BombersHit(to=ALL, roll=roll, losses=lost, destroyed=destroyed(game, lost)),)


def _split(clash: Clash, ordered: Mapping[str, CapAttack], hits: int) -> tuple[int, int]:
    """Hits on torpedo bombers and on dive bombers, as the leading seat has it [M5.8, MH24]."""
    seat = leading_seat(clash.game, clash.attackers)
    tb = strength(s for s in clash.bombers if s.kind == "TB")
    db = strength(clash.bombers) - tb
    hits = min(hits, tb + db)
    if seat in ordered and ordered[seat].tb_hits >= 0:
        wanted = ordered[seat].tb_hits
    else:
        split = clash.game.standing[seat].bomb_split or "TB"
        wanted = {"TB": hits, "DB": 0, "even": (hits + 1) // 2}[split]
    on_tb = max(min(wanted, hits, tb), hits - db)
    return on_tb, hits - on_tb


def _losses(events: Iterable[Dogfought | BombersHit]) -> dict[str, int]:
    losses: dict[str, int] = {}
    for event in events:
        if isinstance(event, Dogfought):
            losses |= {**event.cap_losses, **event.escort_losses}
        else:
            losses |= event.losses
    return losses


# --- afterwards ----------------------------------------------------------------------------------


def moved_out(squadron: Squadron, charts: Charts) -> Squadron:
    """A CAP squadron after a fight: one ring out, from the last one to Waiting to Land [M5.11]."""
    if squadron.ring < charts.cap_rings:
        return replace(squadron, ring=squadron.ring + 1)
    return squadron.moved("waiting")


def _move_out(
    game: Game, fought: frozenset[str], charts: Charts
) -> tuple[Game, tuple[CapMovedOut, ...]]:
    """Squadrons that fought go one ring out, from the last one to Waiting to Land [M5.11]."""
    survivors = [game.squadrons[id_] for id_ in sorted(fought) if id_ in game.squadrons]
    if not survivors:
        return game, ()
    moved = [moved_out(squadron, charts) for squadron in survivors]
    rings = FrozenMap({squadron.id: squadron.ring for squadron in moved})
    return game.with_squadrons(moved), (CapMovedOut(to=ALL, rings=rings),)
