"""`pbem dice`: every roll with its file, witness and label, and how it came about."""

import click

from pbem.cli.common import game_option, look_at_game
from pbem.cli.output import print_json, say
from pbem.errors import refuse


@click.command(epilog='Example:  pbem dice --explain "M7.2 AA soryu"')
@click.argument("label", required=False)
@click.option("--explain", is_flag=True, help="Derive the roll step by step, with the numbers.")
@click.option("--file", "seq", type=int, help="Only rolls that belong to file SEQ.")
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
@game_option
def dice(
    label: str | None, explain: bool, seq: int | None, as_json: bool, folder: str | None
) -> None:
    """Every roll, or those whose label begins with LABEL: file, witness, label, dice."""
    from pbem.game.dicebook import explanation, rolls

    session = look_at_game(folder)
    found = [
        one
        for one in rolls(session)
        if one.roll.label.startswith(label or "") and seq in (None, one.seq)
    ]
    if label and not found:
        hint = "see all of them with 'pbem dice'"
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
    if not found:
        say("no dice have been rolled yet" if seq is None else f"no dice belong to file {seq}")
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
    say("\n".join(lines))
