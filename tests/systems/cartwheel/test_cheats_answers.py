"""Cheats with answers in advance: files that all take, and what the audit names (E.7, check 21)."""

from collections.abc import Callable, Mapping

import pytest

from pbem.errors import Refused
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.own.answers import policy_text
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.events_air import Scrambled, ScrambleVoided
from pbem.systems.cartwheel.table.events_charts import MissionOver, Stated
from pbem.systems.cartwheel.table.events_openings import ItemBroken
from pbem.systems.cartwheel.table.events_play import AnswerBreached
from pbem.systems.cartwheel.table.orders_operations import AirMission, Answers, Asked, Pass, Reply
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, Recon
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

ON_RABAUL = AirMission(
    kind="strike", hex="1203", band="high", strikers=("B24-319",), mode="precision",
    target="base:RAB",
)  # fmt: skip
CALM = {"5.1 event": 7, "7.5 missions": 9}
HIT = {"9.9 aa t1m1 B24-319": 1, "9.10 bomb t1m1 B24-319": 4, "9.10 ground t1m1 RAB #1": 7,
       "9.10 pick t1m1 RAB #1": 2, "9.4 scramble t1m1 A6M-201": 10}  # fmt: skip
"""Nobody rises, and one ground strike at Rabaul disrupts the second there by id."""
CALLED = "raid/1203/l0"
Texts = Callable[[Mapping[str, str]], Mapping[str, str]]


def text_of(*interceptors: tuple[str, str]) -> str:
    """An answer as it is sealed."""
    pairs = ", ".join(f'["{unit}", "{base}"]' for unit, base in interceptors)
    doctrine = 'go_for = "bombers"\ndisengage_at = "half"\nace = ""\n'
    return f"interceptors = [{pairs}]\nevaders = []\n{doctrine}"


def raided(change: Texts) -> Play:
    """The Japanese file before the Allied raid is doctored; the next opens what it sealed."""
    game = before_the_last(JAPANESE)
    game.match.doctor = change
    game.file()
    game.match.doctor = None
    return game.until(ALLIED, "4.4").file(ON_RABAUL).file()


def before_the_last(side: str) -> Play:
    """The campaign at a side's last file before the first Allied mission."""
    plain = play("campaign", {}, asked=False).until(ALLIED, "4.4")
    last = max(file.seq for file in plain.match.files if file.seat == side)
    game = play("campaign", {}, asked=False)
    while game.match.links.seq + 1 < last:
        game.file()
    return game


def answering(text: str) -> Texts:
    return lambda items: {**items, CALLED: text}


def named(game: Play) -> list[tuple[str, str, str]]:
    """Rule, subject and who gained of each breach."""
    return [(one.rule, one.subject, one.gain) for one in game.match.audit()]


@pytest.mark.parametrize(
    "nonsense",
    [
        "nonsense",
        text_of(("A6M-201", "RAB")).replace(', "RAB"', ""),
        text_of(("A6M-201", "RAB")).replace('"RAB"', '"RAB", "RAB"'),
        text_of(("A6M-201", "RAB")).replace('ace = ""', 'ace = "A6M-251"'),
    ],
    ids=["no item", "a unit without a base", "a unit with two", "an Ace who does not go up"],
)
def test_h8_9_10_by_nonsense_nobody_takes_off_and_the_raid_flies(
    loaded: dict[str, int], nonsense: str
) -> None:
    loaded |= CALM
    game = raided(answering(nonsense))
    assert [one.item for one in game.events(ItemBroken)] == [CALLED]
    assert game.events(Scrambled) == []
    assert named(game) == [("H8.9.5", "1203/l0", JAPANESE)]


def test_21_h8_9_5_another_answer_than_the_policy_makes_is_named(loaded: dict[str, int]) -> None:
    """Two would rise where the default policy sends one; they fly, and the audit names it."""
    loaded |= CALM
    game = raided(answering(text_of(("A6M-201", "RAB"), ("A6M-251", "RAB"))))
    assert [one.unit for one in game.events(Scrambled)] == ["A6M-201", "A6M-251"]
    assert named(game) == [("H8.9.5", "1203/l0", JAPANESE)]


def test_h8_9_5_to_no_gain_where_no_raid_called_for_it(loaded: dict[str, int]) -> None:
    loaded |= CALM
    game = raided(lambda items: {**items, "raid/0705/w0": text_of()[:-1] + "\n\n"})
    assert named(game) == [("H8.9.5", "0705/w0", "")]


def test_h8_9_5_another_policy_than_the_answers_follow_from_is_named(
    loaded: dict[str, int],
) -> None:
    """He would say at the end that his policy was to send nobody anywhere."""
    loaded |= CALM
    game = raided(lambda items: {**items, "policy": policy_text((Clause(most=0),))})
    breaches = named(game)
    assert ("H8.9.5", "1203/l0", JAPANESE) in breaches


@pytest.mark.parametrize(
    ("unit", "base", "cited"),
    [
        ("A6M-201", "BUI", "H9.4.1"), ("G4M-702", "RAB", "H9.4.1"), ("B24-319", "RAB", "H8.9.10"),
        ("KI-999", "RAB", "H8.9.10"), ("KI61-68b", "WEW", "H9.4.1"),
    ],
    ids=["another base", "no fighter", "the enemy's", "no unit", "too far away"],
)  # fmt: skip
def test_h8_9_10_whom_his_own_item_forbids_stays_and_is_named(
    loaded: dict[str, int], unit: str, base: str, cited: str
) -> None:
    loaded |= CALM
    game = raided(answering(text_of((unit, base))))
    assert [(one.unit, one.cited) for one in game.events(AnswerBreached)] == [(unit, cited)]
    assert game.events(Scrambled) == []
    assert named(game) == [("H8.9.5", "1203/l0", JAPANESE)]


SWEEP = AirMission(kind="sweep", hex="1106", band="high", escorts=("A6M-201",))


def flown_by_a_mission() -> Play:
    """A6M-201 has swept, for all to see; the Japanese write, and Rabaul is raided after that."""
    game = play("campaign", {}, asked=False).until(JAPANESE, "4.4").file(SWEEP)
    game.until(ALLIED, "4.4").file(Pass()).until(JAPANESE, "4.4")
    assert game.game.air["A6M-201"].is_flown(1)
    return game


def disrupted_by_a_raid() -> Play:
    """A6M-251 has been hit on the ground, as its owner has stated; the rest is the same."""
    game = play("campaign", {}, asked=False).until(ALLIED, "4.4").file(ON_RABAUL).file()
    assert [e.disrupted for e in game.events(Stated)] == [("A6M-251",)]
    return game.until(JAPANESE, "4.4")


@pytest.mark.parametrize(
    ("unit", "before", "lie", "cited"),
    [
        ("A6M-201", flown_by_a_mission, ('"flown"', '"ready"'), "6.4b"),
        ("A6M-251", disrupted_by_a_raid, ("disrupted = true", "disrupted = false"), "H9.4.1"),
    ],
)
def test_h8_9_10_whom_all_had_seen_otherwise_when_his_item_was_sealed_stays_and_is_named(
    loaded: dict[str, int], unit: str, before: Callable[[], Play], lie: tuple[str, str], cited: str
) -> None:
    """His item says that he could rise, and so it could not be told by that alone."""
    loaded |= {**CALM, "7.5 missions": 1, "7.4 initiative": 1, **HIT}
    game = before()

    def lied(items: Mapping[str, str]) -> Mapping[str, str]:
        item = items[f"unit/{unit}"]
        assert lie[0] in item
        changed = {CALLED: text_of((unit, "RAB")), f"unit/{unit}": item.replace(*lie)}
        return {**items, **changed}

    game.match.doctor = lied
    game.file()
    game.match.doctor = None
    game.until(ALLIED, "4.4").file(replace(ON_RABAUL, strikers=("B24-320",))).file()
    (told,) = game.events(AnswerBreached)
    assert (told.unit, told.cited) == (unit, cited)
    assert unit not in {one.unit for one in game.events(Scrambled)}
    assert {one[:2] for one in named(game)} == {("E.2", unit), ("H8.9.5", "1203/l0")}


# --- public facts against a hostile item ---------------------------------------------------------


def waiting() -> Play:
    """The campaign as the Japanese are about to seal what answers the first raid."""
    return before_the_last(JAPANESE)


def committed() -> Play:
    """The 11th is committed, all of it in Truk."""
    game = play("campaign", {}, asked=False).until(JAPANESE, "5.2")
    return game.file(CommitEleventh(commit=True)).file()


def stated_lost() -> Play:
    """A6M-251 was lost on the ground in turn 1, as its owner has stated; turn 2 has begun."""
    game = play("campaign", {}, asked=False)
    game.until(JAPANESE, "5.2").file(Answers(clauses=(Clause(most=0),)))
    game.until(ALLIED, "4.4").file(replace(ON_RABAUL, strikers=("B24-319", "B24-320"))).file()
    assert [one.lost for one in game.events(Stated)] == [("A6M-251",)]
    while game.game.now == 1 or game.seat != JAPANESE:
        game.file()
    return game


def scouting() -> Play:
    """DIN-6 is over Port Moresby; since then the Japanese have flown a mission."""
    game = play("campaign", {}, asked=False)
    game.until(JAPANESE, "5.2").file(Recon(unit="DIN-6", hex="0707", base="PM"))
    game.until(JAPANESE, "4.4").file(SWEEP)
    game.until(ALLIED, "4.4").file(Pass()).until(JAPANESE, "4.4")
    assert "DIN-6" in game.game.turn.scouts
    return game


LOST = {
    "7.4 initiative": 10, "9.9 aa t1m1 B24-319": 1, "9.9 aa t1m1 B24-320": 1,
    "9.10 bomb t1m1 B24-319": 7, "9.10 bomb t1m1 B24-320": 7,
    "9.10 ground t1m1 RAB #1": 10, "9.10 ground t1m1 RAB #2": 10, "9.10 ground t1m1 RAB #3": 1,
    "9.10 pick t1m1 RAB #1": 2, "9.10 pick t1m1 RAB #2": 2,
}  # fmt: skip
UP, AWAY = "interceptors", "evaders"


@pytest.mark.parametrize(
    ("before", "key", "unit", "base", "cited"),
    [
        pytest.param(stated_lost, UP, "A6M-251", "RAB", "H9.4.1", id="dead"),
        pytest.param(stated_lost, AWAY, "A6M-251", "RAB", "H9.5", id="dead-away"),
        pytest.param(waiting, UP, "A6M-ZU", "RAB", "5.2d", id="11th not committed"),
        pytest.param(waiting, AWAY, "A6M-ZU", "RAB", "5.2d", id="11th not committed-away"),
        pytest.param(committed, UP, "RUF-802", "RAB", "6.3.6~", id="Rufe on land"),
        pytest.param(committed, AWAY, "RUF-802", "RAB", "6.3.6~", id="Rufe on land-away"),
        pytest.param(waiting, UP, "KI61-78a", "RAB", "H9.4.1", id="not arrived"),
        pytest.param(waiting, AWAY, "KI61-78a", "RAB", "H9.5", id="not arrived-away"),
        pytest.param(waiting, UP, "A6M-201", "PM", "H9.4.1", id="the enemy's base"),
        pytest.param(waiting, UP, "A6M-201", "TOR", "H9.4.1", id="destroyed base"),
        pytest.param(waiting, UP, "A6M-201", "MJ1", "H9.4.1", id="base in hand"),
        pytest.param(waiting, UP, "A6M-201", "port:1203", "6.3.6~", id="Zero at a port"),
        pytest.param(scouting, AWAY, "DIN-6", "RAB", "7.3.3~", id="on recon"),
    ],
)
def test_h8_9_10_whom_all_knew_to_be_elsewhere_or_nowhere_stays_and_is_named(
    loaded: dict[str, int], before: Callable[[], Play], key: str, unit: str, base: str, cited: str
) -> None:
    """Item and answer agree that the unit is Ready there; what is public says otherwise."""
    loaded |= {**CALM, "7.3 recon DIN-6": 1, **(LOST if before is stated_lost else {})}
    loaded |= {"7.5 missions": 1, "7.4 initiative": 1} if before is scouting else {}
    game = before()
    known, since = game.game.air[unit], game.match.links.seq
    text = text_of().replace(f"{key} = []", f'{key} = [["{unit}", "{base}"]]')
    item = f'base = "{base}"\nhalf = "ready"\nsteps = {1 if unit == "DIN-6" else 2}\n'
    game.match.doctor = lambda items: (
        {**items, CALLED: text, f"unit/{unit}": item}
        if game.seat == JAPANESE and CALLED in items
        else items
    )
    game.file().until(ALLIED, "4.4")
    game.match.doctor = lambda items: items
    game.file(replace(ON_RABAUL, strikers=("B24-321",))).file()
    assert [(one.unit, one.cited) for one in game.events(AnswerBreached)] == [(unit, cited)]
    assert unit not in {one.unit for one in game.events(Scrambled)}
    assert game.game.air[unit].steps <= known.steps, "nobody is called back to life"
    found = {(one.rule, one.subject) for one in game.match.audit() if one.seq > since}
    assert ("H8.9.5", "1203/l0") in found


def test_h8_9_10_who_rose_by_the_dice_of_the_file_that_sealed_his_item_is_not_named(
    loaded: dict[str, int],
) -> None:
    """Nobody had seen it then: his side replied in that file, and the other opened the dice."""
    loaded |= {**CALM, "9.4 scramble t1m1 A6M-201": 1}
    game = play("campaign", loaded, asked=False)
    kavieng = game.game.bases["KAV"].hex
    while not (game.seat == JAPANESE and game.asked()):
        game.file()
    game.file(Asked(hexes=(kavieng,))).until(ALLIED, "4.4")
    game.file(replace(ON_RABAUL, hex=kavieng, target="base:KAV")).until(JAPANESE, "4.4")
    game.file(Reply(mission="t1m1", interceptors=FrozenMap({"A6M-201": "RAB"})))
    game.until(ALLIED, "4.4").file(replace(ON_RABAUL, strikers=("B24-320",))).file()
    assert [one.unit for one in game.events(Scrambled)] == ["A6M-201"]
    (void,) = game.events(ScrambleVoided)
    assert (void.unit, void.mission, void.cited) == ("A6M-201", "t1m2", "H9.4.5")
    assert game.events(AnswerBreached) == []
    assert game.match.audit() == []


@pytest.mark.parametrize("text", ["nonsense", 'base = "RAB"\nsteps = 9\n', 'base = "none"\n'])
def test_h8_9_10_by_an_item_that_means_nothing_its_unit_stays(
    loaded: dict[str, int], text: str
) -> None:
    """It is opened once, and the raid flies on."""
    loaded |= CALM
    game = before_the_last(JAPANESE)
    game.match.doctor = lambda items: {
        **items, CALLED: text_of(("A6M-201", "RAB")), "unit/A6M-201": text
    }  # fmt: skip
    game.file()
    game.match.doctor = None
    game.until(ALLIED, "4.4").file(ON_RABAUL)
    assert [one.item for one in game.events(ItemBroken)] == ["unit/A6M-201"]
    found = [(one.unit, one.cited) for one in game.events(AnswerBreached)]
    assert found == [("A6M-201", "H8.9.10")]
    assert [one.mission for one in game.events(MissionOver)] == ["t1m1"]


@pytest.mark.parametrize("place", ["xy", "9999", "1302", "TRK", "²203", ""])
def test_h8_9_10_from_a_port_that_there_is_not_nobody_takes_off(
    loaded: dict[str, int], place: str
) -> None:
    """Item and answer agree on it; the raid flies on, and who takes the file is not stopped."""
    loaded |= CALM
    game, port = before_the_last(JAPANESE), f"port:{place}"
    item = f'base = "{port}"\nhalf = "ready"\nsteps = 2\n'
    game.match.doctor = lambda items: {
        **items, CALLED: text_of(("A6M-201", port)), "unit/A6M-201": item
    }  # fmt: skip
    game.file()
    game.match.doctor = None
    game.until(ALLIED, "4.4").file(ON_RABAUL)
    found = [(one.unit, one.cited) for one in game.events(AnswerBreached)]
    assert found == [("A6M-201", "H9.4.1")]
    assert [one.mission for one in game.events(MissionOver)] == ["t1m1"]


def test_h8_9_8_units_are_not_hidden_where_nothing_can_answer_them(
    loaded: dict[str, int],
) -> None:
    """The form of the order follows from what is public; the other is refused."""
    loaded |= CALM
    game = play("campaign", loaded, asked=False).until(ALLIED, "4.4")
    match = game.match
    view = match.view()
    public, items = match.rules.system.seal(view, (ON_RABAUL,), match.rules.charts)
    (order,) = public
    assert isinstance(order, AirMission)
    hidden = AirMission(
        id=order.id, kind=order.kind, hex=order.hex, band=order.band, striker_count=1
    )
    with pytest.raises(Refused) as caught:
        match.write((hidden,), items)
    assert {problem.code for problem in caught.value.problems} == {"E12"}


def test_h8_9_8_units_are_sealed_where_a_reply_is_asked_for(loaded: dict[str, int]) -> None:
    loaded |= CALM
    game = play("campaign", loaded).until(ALLIED, "4.4")
    match = game.match
    view = match.view()
    (order,), items = match.rules.system.seal(view, (ON_RABAUL,), match.rules.charts)
    plain = replace(order, strikers=("B24-319",))
    with pytest.raises(Refused) as caught:
        match.write((plain,), items)
    assert {problem.rule for problem in caught.value.problems} == {"H8.9.8"}


def test_21_a_policy_changes_in_files_that_decide_alone(loaded: dict[str, int]) -> None:
    """A file that only opens seals another policy, and the answers that follow from it."""
    loaded |= CALM
    game = play("campaign", loaded, asked=False).until(ALLIED, "4.4")
    game.file(ON_RABAUL)
    match = game.match
    view = match.view()
    assert not view.decision.covers
    own = replace(view.private, policy=(Clause(most=0),))
    public, items = match.rules.system.seal(replace(view, private=own), (), match.rules.charts)
    match.write(public, items)
    breaches = [(one.rule, one.subject) for one in match.audit()]
    assert breaches == [("H8.9.4", "policy")]
