"""What an organiser may choose: Diehl's modifications, what is sealed, nations [D0, F.1]."""

from pbem.engine.options import SEAT, WITNESS, Option

NATIONS_WORD = "nations."
SEALED_WORD = "sealed_standing"


def _modification(id_: str, does: str, without: str) -> Option:
    return Option(
        word=id_, rule=id_, values=("on", "off"), usual="on", does=does, without=without
    )  # fmt: skip


DIEHL = (
    _modification(
        "D1",
        "for a ship the Allies pay the lower of their own and the Japanese price of its type, for "
        "a step of a B-29 4 EP",
        "they pay their own prices, and 6 EP for a step of a B-29",
    ),
    _modification(
        "D2",
        "every air unit that bombs, escorts or intercepts in strategic warfare is committed for "
        "the month, every boat of the blockade both committed and activated",
        "only the Allied bombers and fighters are committed, Japanese interceptors are not, and "
        "boats are activated alone",
    ),
    _modification(
        "D3",
        "American and Chinese P-38 and P-47 are fighter-bombers, against ships too; American P-51 "
        "have a range of 10, two areas; land-based American fighters and bombers may ferry from "
        "the West Coast to Oahu, Alaska and Kiska",
        "P-38 and P-47 are fighters that do not bomb, P-51 have a range of 8, one area, and air "
        "units change base within their usual range",
    ),
    _modification(
        "D4",
        "no Japanese aircraft has a quality (QR) above 3, but for the Ohka with 5",
        "each has the QR that is printed",
    ),
    _modification(
        "D5",
        "submarines have ratings by class; those of starred classes, River boats and Dutch ones "
        "are never rebuilt; boats of movement 28 stay at sea for nothing; attack strength counts "
        "against ships with names alone",
        "the same boats are rated 2-7-25, SST and SSV 1-7-25; all can be rebuilt, all pay at sea, "
        "and attack strength counts against every target, and less one in the blockade",
    ),
    _modification(
        "D6",
        "a boat is found on a 6 at any range, by the US from summer 1943 on ever more easily; "
        "boats and escorts attack at the same time, each escort may, and the boat may withdraw "
        "after a round",
        "boats are found as ships are; who intercepts attacks first and survivors answer, and "
        "only one escort attacks",
    ),
    _modification(
        "D7",
        "a searched task force with a committed air unit, or with no air unit, is surprised by a "
        "strike from task forces that were not searched, or from bases without a committed unit: "
        "its defenders attack without their QR, and the strike has +1 on every roll at ships",
        "no strike surprises anybody",
    ),
    _modification(
        "D8",
        "before air combat a side with units of fleet carriers (CV) in it rolls a die with a "
        "modifier by nation and year; where that is less than the number of these units, half of "
        "all that fly from its carriers abort",
        "nobody rolls, and all fight together",
    ),
    _modification(
        "D9",
        "from the air, dice of 10 or more hit a ship with a name whatever its armour, and dice of "
        "12 are two hits",
        "only dice that reach the armour with their modifiers hit, and no hit counts twice",
    ),
    _modification(
        "D10",
        "a task force that was neither searched nor activated before surprises one that was both: "
        "in the first round all its ships fire together with the best enemy ship, before the "
        "others; a Japanese one may then withdraw, if it met an American or Dutch ship other than "
        "a DD",
        "ships fire in the order of their guns from the first round on",
    ),
    _modification(
        "D11",
        "each escort must be met by an interceptor before one goes at the bombers; aircraft of a "
        "moving task force search and strike too; where one strikes while it is struck, both "
        "players divide their aircraft in secret, and both strikes are resolved together",
        "interceptors choose freely; only the side that does not move searches and strikes, the "
        "moving one may meet it; strikes come one after the other",
    ),
    _modification(
        "D12",
        "bombers with bombing strength and QR underlined attack ships in port alone, where their "
        "task force has not been activated",
        "they attack any task force that was searched",
    ),
    _modification(
        "D13",
        "once Japan has attacked anybody but China, two Japanese battleships that move in second "
        "naval movement cost 1 EP, and a sea offensive takes two offensives for each task force "
        "with a battleship that it names",
        "battleships cost no more than other ships",
    ),
    _modification(
        "D14",
        "the guns of Yamato and Musashi are 5",
        "they are 6",
    ),
    _modification(
        "D15",
        "aircraft of carriers do not intercept a strike on ships of another task force than their "
        "own, even in the same area",
        "they meet strikes on any friendly task force in range",
    ),
    _modification(
        "D16",
        "a fighter-bomber, such as every carrier air unit, fights as a fighter and then, if it is "
        "not aborted, attacks as a bomber in the same mission",
        "each is escort or bomber, as ordered; escorts do not bomb, bombers do not fire",
    ),
)
"""Diehl's modifications, in order [D1 to D16]."""

CHOICES = (
    *DIEHL,
    Option(
        word=SEALED_WORD,
        rule="F.1",
        title="Sealed standing orders",
        values=("true", "false"),
        usual="true",
        does="a file seals the standing orders that it gives, and its seat's next file opens them; "
        "this takes one seat a side",
        without="all read them at once, as always where a side has several seats",
    ),
    Option(
        word=f"{NATIONS_WORD}{SEAT}",
        rule="PH15.2",
        title="Nations of a seat",
        does="the seat has these nations, all of one side",
        without="its name says which: japanese or allied all of that side, uk-ne-au those three",
    ),
    WITNESS,
)
"""All that an organiser of this game may choose."""
