"""Why an order came to nothing when its time came, in words [P0.5, F.2.2]."""

from pbem.engine.steps import Line
from pbem.systems.pto.events_play import Voided

REASONS = {
    "D2.1": "its boats were committed in the blockade",
    "D8.3": "its carriers have turned back, uncoordinated",
    "D11.3": "its aircraft have struck already",
    "D13.2": "its nation has no EP left for the fuel",
    "P3.1.2": "nothing loads or stands by so any more",
    "P3.1.6": "it cannot stand by where it is",
    "P3.3.1": "one of the two is lost or elsewhere, or it has countered another in this phase",
    "P4A.2.B": "it is not aboard an STP off that shore any more",
    "P4B.1.C": "no sea offensive of the file moves it any more",
    "P4B.3.1": "one of the two forces is lost or elsewhere",
    "P4C.1.B": "its area is no target of the offensive",
    "P5.1": "an offensive of this month used it",
    "P5.2": "its STP lies off no friendly shore where it could go ashore so",
    "P6.1.1": "the task force is not there any more",
    "P6.1.3": "nobody can go ashore there now",
    "PH1.1": "its way is not open to it any more",
    "PH1.2": "the strait is closed to it",
    "PH1.3": "it does not reach so far",
    "PH1.4": "its movement does not reach so far now",
    "PH1.6": "there is no port or airfield with room for it at the end",
    "PH1.7": "the enemy stands at its nation's source",
    "PH2.3": "its carrier is sunk, damaged or full",
    "PH5.1": "its ships do not reach so far now",
    "PH5.2": "it has fought in this step and stays",
    "PH5.4": "it has fought in this step",
    "PH5.7": "there is no such force any more, or it is not searched",
    "PH6.1": "no ship of it can fire",
    "PH7.2": "its escort is none of fighters any more",
    "PH8.1": "it cannot fly there any more",
    "PH8.3": "nobody is left to strike, or nothing to be struck",
    "PH8.6": "its aircraft cannot attack that",
    "PH8.7": "the enemy does not hold it any more",
    "PH8.8": "it has no base to go to, or none in its range",
    "PH9.3": "it has no DD or DE left to hunt submarines",
    "PH10.1": "it is not there any more, or the enemy stands in its way",
    "PH10.2": "there is nothing to attack with, or nothing to attack",
    "PH10.3": "it has no bombs for that",
    "PH10.8": "the airfield was taken this month",
    "PH10.9": "no drop is possible there from where it is",
    "PH10.10": "it has been in an offensive this month",
    "PH11.2": "its cargo is not there any more, or cannot fly",
    "PH12.1": "the reserve holds no more",
    "PH12.2": "nobody has the EP for it any more",
    "PH12.3": "it cannot enter there now",
    "PH12.4": "nothing is there to be repaired so",
    "PH12.6": "the line is cut, or has carried all that it can",
    "PH13.1": "no offensive of its nation takes place there",
    "PH14.1": "no open way leads to a port of its side there",
    "PH14.2": "who was to pay has no EP left",
    "PH14.3": "no such unit can come back this month",
    "PH14.4": "nothing of the kind is damaged there, or the area is contested",
    "S2.3": "the EP do not suffice",
    "S2.3.b": "the force pool has no more of it",
    "W1.4.a": "the weather grounds it",
}
"""The reason behind each rule that voids orders."""


def void_line(event: Voided) -> Line:
    """The sentence for an order that came to nothing: what, and why."""
    subject = f" of {event.subject}" if event.subject else ""
    reason = REASONS.get(event.cited, "")
    why = f": {reason}" if reason else ""
    text = f"{event.seat}: '{event.order}'{subject} is void{why} [{event.cited}]"
    return Line(text=text, kind="note")
