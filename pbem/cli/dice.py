"""`pbem dice`: every roll with its file, witness and label, and how it came about."""

from typing import TYPE_CHECKING

import click

from pbem.cli.common import game_option, look_at_game
from pbem.cli.output import print_json, say
from pbem.counting import count
from pbem.errors import refuse

if TYPE_CHECKING:
    from pbem.game.session import Session


@click.command(epilog='Example:  pbem dice --explain "M7.2 AA soryu"')
@click.argument("label", required=False)
@click.option("--explain", is_flag=True, help="Derive the roll step by step, with the numbers.")
@click.option(
    "--file", "seq", metavar="NUMBER", type=int, help="Only rolls that belong to file NUMBER."
)
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
@game_option
def dice(
    label: str | None, explain: bool, seq: int | None, as_json: bool, folder: str | None
) -> None:
    """Every roll, or those in whose label LABEL begins a word: file, witness, label, dice."""
    from pbem.game.dicebook import explanation, rolls

    session = look_at_game(folder)
    if seq is not None:
        session.file(seq)  # of a file that is still to come nobody knows whether it brings dice
    found = [
        one
        for one in rolls(session)
        if (not label or _is_called(one.roll.label, label)) and seq in (None, one.seq)
    ]
    if label and not found:
        hint = "; ".join(filter(None, ("see all of them with 'pbem dice'", _early(session))))
        raise refuse("option", f"no roll has a label like '{label[:80]}'", hint=hint)
    if as_json:
        print_json(
            [
                {
                    "seq": one.seq,
                    "witness": one.witness,
                    "label": one.roll.label,
                    "sides": one.roll.sides,
                    "dice": list(one.roll.dice),
                }
                for one in found
            ]
        )
        return
    early = "" if label or seq is not None else _early(session)
    if not found:
        none = "no dice have been rolled yet" if seq is None else f"no dice belong to file {seq}"
        say(early or none)
        return
    if explain:
        for one in found:
            say("\n".join(explanation(session, one)))
            say()
        return
    lines = ["file  witness  roll"]
    for one in found:
        faces = " ".join(str(die) for die in one.roll.dice)
        lines.append(f"{one.seq:4}  {one.witness:7}  {one.roll.label}: {faces} (d{one.roll.sides})")
    say("\n".join((*lines, *filter(None, (early,)))))


def _is_called(label: str, wanted: str) -> bool:
    """Whether a label is meant, or a part of it as reports have it: `M7.2 AA`, `roll 4.2`."""
    return f" {wanted}".casefold() in f" {label}".casefold()


def _early(session: "Session") -> str:
    """That the reader knows rolls which no file has opened yet: his own next one does."""
    rolls = session.ahead().thrown
    if not rolls:
        return ""
    are = "stands" if len(rolls) == 1 else "stand"
    return f"{count(len(rolls), 'roll')} that you read first {are} here once your next file is sent"
