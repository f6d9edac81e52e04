"""Why an order came to nothing when its time came, in words [P0.5, F.2.2]."""

from pbem.engine.steps import Line
from pbem.systems.pto.events_play import Voided

REASONS = {
    "D13.2": "its nation has no EP left for the fuel",
    "P4A.2.B": "it is not aboard an STP off that shore any more",
    "P5.1": "an offensive of this month used it",
    "P5.2": "its STP lies off no friendly shore where it could go ashore so",
    "P6.1.1": "the task force is not there any more",
    "PH1.4": "its movement does not reach so far now",
    "PH1.7": "the enemy stands at its nation's source",
    "PH5.1": "its ships do not reach so far now",
    "PH5.7": "there is no such force any more, or it is not searched",
    "PH8.1": "it cannot fly there any more",
    "PH8.3": "nobody is left to strike, or nothing to be struck",
    "PH10.1": "it is not there any more, or the enemy stands in its way",
    "PH10.2": "there is nothing to attack with, or nothing to attack",
    "PH10.3": "it has no bombs for that",
    "PH10.8": "the airfield was taken this month",
    "PH10.9": "no drop is possible there from where it is",
    "PH10.10": "it has been in an offensive this month",
    "PH12.1": "the reserve holds no more",
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
}
"""The reason behind each rule that voids orders."""


def void_line(event: Voided) -> Line:
    """The sentence for an order that came to nothing: what, and why."""
    subject = f" of {event.subject}" if event.subject else ""
    reason = REASONS.get(event.cited, "")
    why = f": {reason}" if reason else ""
    text = f"{event.seat}: '{event.order}'{subject} is void{why} [{event.cited}]"
    return Line(text=text, kind="note")
