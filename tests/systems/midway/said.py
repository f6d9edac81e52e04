"""What is said of events: each with its facts, and the lines with their kinds."""

from typing import Any

from pbem.dice import Roll
from pbem.frozen import FrozenMap


def roll(label: str, *dice: int) -> Roll:
    return Roll(label=label, sides=6, dice=dice)


def losses(**sp: int) -> FrozenMap[int]:
    return FrozenMap({name.replace("_", "-"): lost for name, lost in sp.items()})


SAID: list[tuple[str, dict[str, Any], list[tuple[str, str]]]] = [
    (
        "Landed",
        {"carrier": "akagi", "squadrons": ("Akagi-DB", "Akagi-F", "Kaga-DB")},
        [("fact", "Akagi lands Akagi-DB, Akagi-F and Kaga-DB [M1.4].")],
    ),
    (
        "Waited",
        {"marks": losses(VB_6=2, VS_6=1)},
        [
            (
                "note",
                "VB-6 does not land: 2 of 3 landings missed, with the next it ditches [M1.5].",
            ),
            ("note", "VS-6 does not land: 1 of 3 landings missed [M1.5]."),
        ],
    ),
    (
        "Ditched",
        {"squadrons": ("VB-6",), "no_carrier": False},
        [("loss", "VB-6 ditches: no deck in time [M1.5].")],
    ),
    (
        "Ditched",
        {"squadrons": ("VB-6", "VF-6"), "no_carrier": True},
        [("loss", "VB-6 and VF-6 ditch: no carrier is afloat [M1.6].")],
    ),
    (
        "Moved",
        {"squadrons": ("VB-6", "VF-6"), "origin": "moving", "target": "ready"},
        [("fact", "VB-6 and VF-6 move on to Ready to Attack [M3.1].")],
    ),
    (
        "Moved",
        {"squadrons": ("VF-6",), "origin": "cap", "target": "waiting"},
        [("fact", "VF-6 leaves CAP for Waiting to Land [M3.4].")],
    ),
    (
        "Searched",
        {
            "groups": (("VB-3",), ("VB-6", "VS-8"), ("VT-3",), ()),
            "rolls": (roll("M16.3 search", 5), roll("M16.3 search #2", 2)),
            "lucky": 2,
        },
        [
            (
                "fact",
                "The American strike searches in 4 groups [M16.1]:"
                " 1: VB-3; 2: VB-6, VS-8; 3: VT-3; 4: nobody.",
            ),
            ("roll", "M16.3 search: 5, no such group, rolled again"),
            ("roll", "M16.3 search #2: 2, group 2 arrives"),
            (
                "fact",
                "VB-6 and VS-8 find the enemy and are Ready to Attack;"
                " the others stay in Moving to Attack [M16.3].",
            ),
        ],
    ),
    (
        "Searched",
        {"groups": (("VB-6",), (), (), ()), "rolls": (roll("M16.3 search", 4),), "lucky": 4},
        [
            (
                "fact",
                "The American strike searches in 4 groups [M16.1]:"
                " 1: VB-6; 2: nobody; 3: nobody; 4: nobody.",
            ),
            ("roll", "M16.3 search: 4, group 4"),
            (
                "fact",
                "Group 4 is empty: nobody arrives this turn [M16.4]. The search is over, next turn"
                " all may advance [M16.5].",
            ),
        ],
    ),
    (
        "CapAttacked",
        {
            "side": "japanese",
            "squadrons": ("Akagi-F", "Kaga-F"),
            "sp": 10,
            "escorts": 5,
            "engaged": FrozenMap({"Akagi-F": 3, "Kaga-F": 2}),
            "bombing": 5,
        },
        [
            (
                "fact",
                "Japanese CAP, Akagi-F and Kaga-F with 10 SP, attacks the American planes in"
                " Ready to Attack, escorted by 5 SP [M5.1].",
            ),
            (
                "fact",
                "Akagi-F with 3 SP and Kaga-F with 2 SP fight the escorts one for one,"
                " 5 SP are free for bombers [M5.2-M5.4].",
            ),
        ],
    ),
    (
        "CapAttacked",
        {
            "side": "american",
            "squadrons": ("VF-3",),
            "sp": 5,
            "escorts": 0,
            "engaged": FrozenMap(),
            "bombing": 5,
        },
        [
            (
                "fact",
                "American CAP, VF-3 with 5 SP, attacks the Japanese planes in Ready to Attack;"
                " they have no escort [M5.1].",
            ),
        ],
    ),
    (
        "CapHeld",
        {"side": "japanese", "squadrons": ("Akagi-F", "Kaga-F")},
        [
            (
                "fact",
                "Akagi-F and Kaga-F on CAP hold: nobody attacks the American planes in Ready to"
                " Attack [M5.1].",
            ),
        ],
    ),
    (
        "Dogfought",
        {
            "cap": roll("M5.5 cap", 4, 4, 1, 2, 6),
            "escort": roll("M5.5 escort", 5, 3, 3, 6, 1),
            "cap_losses": losses(Akagi_F=2),
            "escort_losses": losses(VF_6=3),
        },
        [
            ("roll", "M5.5 cap: 4 4 1 2 6, needs 4 or more: 3 of 5 hit"),
            ("roll", "M5.5 escort: 5 3 3 6 1, needs 4 or more: 2 of 5 hit"),
            ("loss", "The escorts lose 3 SP: VF-6 3."),
            ("loss", "CAP loses 2 SP: Akagi-F 2."),
        ],
    ),
    (
        "Dogfought",
        {
            "cap": roll("M5.5 cap", 1),
            "escort": roll("M5.5 escort", 2),
            "cap_losses": losses(),
            "escort_losses": losses(),
        },
        [
            ("roll", "M5.5 cap: 1, needs 4 or more: 0 of 1 hit"),
            ("roll", "M5.5 escort: 2, needs 4 or more: 0 of 1 hit"),
            ("fact", "Nobody is shot down in the dogfight."),
        ],
    ),
    (
        "BombersHit",
        {"roll": roll("M5.7 bombers", 4, 4, 5, 6, 1), "losses": losses(VB_8=2)},
        [
            ("roll", "M5.7 bombers: 4 4 5 6 1, needs 4 or more: 4 of 5 hit"),
            ("loss", "The bombers lose 2 SP: VB-8 2."),
            ("note", "2 hits found nobody left [M5.10]."),
        ],
    ),
    (
        "BombersHit",
        {"roll": roll("M5.7 bombers", 1, 2), "losses": losses()},
        [
            ("roll", "M5.7 bombers: 1 2, needs 4 or more: 0 of 2 hit"),
            ("fact", "The bombers come through unharmed."),
        ],
    ),
    (
        "CapMovedOut",
        {"rings": losses(Akagi_F=2, Kaga_F=0)},
        [("fact", "CAP moves out: Akagi-F to ring 2; Kaga-F to Waiting to Land [M5.11].")],
    ),
    (
        "CapMovedOut",
        {"rings": FrozenMap({"Akagi-F": 2, "Hiryu-F": 3, "Kaga-F": 2})},
        [("fact", "CAP moves out: Akagi-F and Kaga-F to ring 2; Hiryu-F to ring 3 [M5.11].")],
    ),
    (
        "FlakFired",
        {
            "carrier": "soryu",
            "squadrons": ("VT-8",),
            "sp": 4,
            "roll": roll("M7.2 AA soryu", 4, 5, 6, 1, 2, 6),
            "losses": losses(VT_8=4),
        },
        [
            ("fact", "VT-8 attacks Soryu with 4 SP [M7.1]."),
            ("roll", "M7.2 AA soryu: 4 5 6 1 2 6, needs 4 or more: 4 of 6 hit"),
            ("loss", "AA fire shoots down 4 SP: VT-8 4."),
            ("loss", "Nothing is left of the wave."),
        ],
    ),
    (
        "Bombed",
        {
            "carrier": "kaga",
            "kind": "DB",
            "rolls": (
                roll("M7.4 DB kaga g0", 6, 5, 3, 1, 6),
                roll("M7.4 DB kaga g1", 6, 5),
                roll("M7.4 DB kaga g2", 2),
            ),
            "hits": 4,
        },
        [
            ("roll", "M7.4 DB kaga g0: 6 5 3 1 6, needs 5 or more: 3 of 5 hit"),
            ("roll", "M7.4 DB kaga g1: 6 5, needs 6: 1 of 2 hit"),
            ("roll", "M7.4 DB kaga g2: 2, needs 6: 0 of 1 hit"),
            ("fact", "Dive bombers score 4 hits on Kaga."),
        ],
    ),
    (
        "Bombed",
        {
            "carrier": "akagi",
            "kind": "TB",
            "rolls": (roll("M7.5 TB akagi g0", 6, 6, 1), roll("M7.5 TB akagi g1", 6, 4)),
            "hits": 5,
        },
        [
            ("roll", "M7.5 TB akagi g0: 6 6 1, needs 6, each for 2 hits: 4 hits"),
            ("roll", "M7.5 TB akagi g1: 6 4, needs 6: 1 of 2 hit"),
            ("fact", "Torpedo bombers score 5 hits on Akagi."),
        ],
    ),
    (
        "Bombed",
        {"carrier": "akagi", "kind": "TB", "rolls": (roll("M7.5 TB akagi g0", 1),), "hits": 0},
        [
            ("roll", "M7.5 TB akagi g0: 1, needs 6, each for 2 hits: no hits"),
            ("fact", "Torpedo bombers miss Akagi."),
        ],
    ),
    (
        "Damaged",
        {"carrier": "kaga", "hits": 4, "damage": 6},
        [("loss", "Kaga takes 4 hits: damage 6 of 10 [M15.1].")],
    ),
    (
        "Crippled",
        {"carrier": "kaga"},
        [("loss", "Kaga is crippled and can neither launch nor land [M15.2].")],
    ),
    (
        "Sunk",
        {"carrier": "kaga", "squadrons": ("Kaga-DB", "Kaga-F")},
        [
            (
                "loss",
                "Kaga SINKS with Kaga-DB and Kaga-F aboard: 15 points for the American side"
                " [M15.3, MH28].",
            )
        ],
    ),
    (
        "Sunk",
        {"carrier": "yorktown", "squadrons": ()},
        [("loss", "Yorktown SINKS: 15 points for the Japanese side [M15.3, MH28].")],
    ),
    (
        "WentHome",
        {"squadrons": ("VB-6", "VT-6"), "attacked": True},
        [("fact", "VB-6 and VT-6 head home [M7.7].")],
    ),
    (
        "WentHome",
        {"squadrons": ("VB-6", "VF-6"), "attacked": False},
        [
            ("fact", "VF-6 heads home; fighters have no part here [M7.8]."),
            ("fact", "VB-6 heads home without a target [M7.9]."),
        ],
    ),
    (
        "Launched",
        {"carrier": "kaga", "strike": ("Kaga-DB", "Kaga-TB1"), "cap": ("Kaga-F",)},
        [
            (
                "fact",
                "Kaga launches Kaga-DB and Kaga-TB1 to Moving to Attack; Kaga-F to CAP ring 1"
                " [M9.3].",
            )
        ],
    ),
    (
        "Planned",
        {"carrier": "kaga", "deck": ("Kaga-DB",)},
        [("fact", "Kaga spots Kaga-DB [M11.1].")],
    ),
    (
        "Planned",
        {"carrier": "kaga", "deck": ()},
        [("fact", "Kaga clears the deck for landing [M11.1].")],
    ),
    ("PlanSealed", {"seat": "cardiv-1"}, [("note", "The plan of cardiv-1 is sealed [M11.5].")]),
    (
        "PlanBroken",
        {"seat": "cardiv-1"},
        [
            (
                "breach",
                "The sealed plan of cardiv-1 is against the rules: the old decks stay"
                " [M11.1, M11.5].",
            )
        ],
    ),
    (
        "RepairTried",
        {
            "carrier": "yorktown",
            "roll": roll("M13.1 repair yorktown", 4),
            "repaired": True,
            "damage": 6,
        },
        [
            ("roll", "M13.1 repair yorktown: 4, needs 4 or more: repaired"),
            (
                "fact",
                "Yorktown repairs 1 hit: damage 6 of 10, no longer crippled [M13.2, M15.2].",
            ),
        ],
    ),
    (
        "RepairTried",
        {
            "carrier": "hornet",
            "roll": roll("M13.1 repair hornet", 5),
            "repaired": True,
            "damage": 2,
        },
        [
            ("roll", "M13.1 repair hornet: 5, needs 5 or more: repaired"),
            ("fact", "Hornet repairs 1 hit: damage 2 of 10 [M13.2]."),
        ],
    ),
    (
        "RepairTried",
        {"carrier": "kaga", "roll": roll("M13.1 repair kaga", 5), "repaired": False, "damage": 2},
        [("roll", "M13.1 repair kaga: 5, needs 6: not repaired")],
    ),
    (
        "OrderVoided",
        {
            "seat": "tf-16",
            "order": "move",
            "ids": ("VB-6", "VS-6"),
            "cited": "M3.1",
            "why": "elsewhere",
        },
        [
            (
                "note",
                "The move of tf-16 with VB-6 and VS-6 comes to nothing: "
                "in a box from which no move leads there [M3.1].",
            )
        ],
    ),
    (
        "OrderVoided",
        {
            "seat": "cardiv-2",
            "order": "land",
            "ids": ("soryu", "Hiryu-DB", "Soryu-F"),
            "cited": "M15.2",
            "why": "",
        },
        [
            (
                "note",
                "The landing of cardiv-2 on Soryu with Hiryu-DB and Soryu-F comes to nothing: the"
                " carrier is crippled [M15.2].",
            )
        ],
    ),
    (
        "WaitsForFewer",
        {
            "seat": "tf-16",
            "squadrons": ("VT-6",),
            "until": ("VB-6",),
            "gone": ("VS-6", "VS-5"),
        },
        [
            (
                "note",
                "By the standing-move of tf-16 VT-6 now waits for VB-6 alone, for VS-6 and VS-5"
                " are lost [MB1].",
            )
        ],
    ),
    (
        "StandingEnded",
        {
            "seat": "tf-16",
            "order": "standing-losses",
            "squadrons": (),
            "keys": ("fighters", "bombers"),
            "gone": ("VF-6", "VB-6"),
        },
        [
            (
                "note",
                "The standing-losses of tf-16 no longer names who loses SP first in dogfights and"
                " who falls first to enemy fighters, for VF-6 and VB-6 are lost [MB1].",
            )
        ],
    ),
    (
        "StandingEnded",
        {
            "seat": "american",
            "order": "standing-targets",
            "squadrons": (),
            "keys": (),
            "gone": ("akagi",),
        },
        [
            (
                "note",
                "The standing-targets of the American side ends, for Akagi is sunk [MB1].",
            )
        ],
    ),
    (
        "GameEnded",
        {
            "winner": "american",
            "grade": "decisive",
            "reason": "points",
            "points": FrozenMap({"american": 49, "japanese": 11}),
            "sp_lost": FrozenMap({"american": 30, "japanese": 41}),
        },
        [
            ("fact", "American decisive victory: on points, 49 to 11 [MH28]."),
            ("fact", "Japanese points: 11; aircraft lost: 41 SP."),
            ("fact", "American points: 49; aircraft lost: 30 SP."),
        ],
    ),
    (
        "GameEnded",
        {
            "winner": "",
            "grade": "draw",
            "reason": "carriers",
            "points": FrozenMap({"american": 60, "japanese": 45}),
            "sp_lost": FrozenMap({"american": 30, "japanese": 41}),
        },
        [
            ("fact", "A draw: no carrier is afloat on either side [MH27]."),
            ("fact", "Japanese points: 45; aircraft lost: 41 SP."),
            ("fact", "American points: 60; aircraft lost: 30 SP."),
        ],
    ),
]
