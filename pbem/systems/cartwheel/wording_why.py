"""Why an order came to nothing: the rule that it broke when its turn came, in words."""

WHY = {
    "2.2.2f~": "fighters strafe ground targets alone",
    "2.2.3b~": "garrisons only defend",
    "2.2b": "it has not so many steps",
    "3.0c": "it has flown this turn",
    "5.2d": "the 11th is not committed",
    "6.3.6~": "it has flown or is disrupted at its port",
    "6.4b": "it has flown this turn",
    "6.6.1~": "off-board bases cannot be attacked",
    "E.6": "its side must first state who was hit",
    "H10.1": "a ship of it is lost, has sailed this turn, or is elsewhere",
    "H10.2": "a ship of it is disrupted",
    "H10.3": "the way is too long, or there is no room at its end",
    "H10.3.1": "the cargo cannot be loaded there any more",
    "H10.5": "its carrier is disrupted",
    "H10.6": "the submarine cannot do that",
    "H10.7": "nothing is left there to bombard",
    "H11.2": "a unit is lost, disrupted or elsewhere, or the hex is not free to enter",
    "H11.3": "the hex holds no more steps",
    "H11.4": "nobody is left to attack or to defend, or the odds are too low",
    "H11.5": "the ship or its cargo is lost or elsewhere",
    "H11.6": "the paratroops cannot jump there",
    "H11.7": "the base is no target of a raid any more",
    "H11.8": "no fit Japanese unit that has rested holds the hex",
    "H12.2": "the ships are lost or elsewhere, or the port is closed or barred",
    "H13.3": "a unit has no supply",
    "H13.4": "no more supply units find room there",
    "H14.5": "it is a general regroup turn",
    "H17.1": "in this scenario ground units only land",
    "H2.1": "there is no such hex",
    "H2.6": "ships cannot cross a hexside of the way",
    "H2.7": "no land way leads there",
    "H2.8": "a box is left and entered by its entry hexes alone",
    "H5.1.1": "it carries no Ace",
    "H5.3.3": "TF-36 leaves by itself",
    "H8.2": "no mission of the turn is left",
    "H9.1": "it is of no type for that part",
    "H9.1.1": "it is lost, disrupted or not in play",
    "H9.1.2": "nothing of the enemy's is left there to strike",
    "H9.1.3": "it is not as it was announced",
    "H9.10.1": "it does not attack so from that height",
    "H9.4.1": "it is lost, disrupted without a mark, or its base is lost",
    "H9.4.5": "it has flown this turn",
    "H9.5": "it is lost, or its base is",
    "H9.6": "its target is none in that hex, or one too many",
}
"""The reason for which an order falls, by the rule that it breaks."""


def because(rule: str) -> str:
    """`: <reason>`, for the end of a sentence; nothing where the rule says it all."""
    return f": {WHY[rule]}" if rule in WHY else ""
