"""One order more in the orders of the next turn file: kept there, told, or sent with all others."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ParamSpec

import click

from pbem.cli.output import done
from pbem.errors import raise_if
from pbem.frozen import replace
from pbem.shell import command as quoted

if TYPE_CHECKING:
    from pbem.game.session import Session
    from pbem.game.write import Draft

P = ParamSpec("P")
Tell = Callable[["Session", "Draft", str], None]
"""Tells what became of a draft that lies in the file of that name."""

SEND, DRY_RUN = "send", "dry-run"


def send_option(command: Callable[P, None]) -> Callable[P, None]:
    """`--send`: the orders are sent at once; `--dry-run`: it is told what that would sign."""
    told = "Tell the file that --send would sign, and keep nothing."
    dry = click.option("--dry-run", "then", flag_value=DRY_RUN, help=told)
    sent = click.option("--send", "then", flag_value=SEND, help="Send your orders now.")
    return sent(dry(command))


def queue(session: "Session", order: Mapping[str, object], then: str | None, tell: Tell) -> None:
    """Put an order behind those in the orders file of the next turn file, and judge them all."""
    from pbem.cli.drafts import begun_draft
    from pbem.cli.play import may_sign, print_foretold, send_draft
    from pbem.game.drafts import add, not_added, with_new
    from pbem.game.forms import form_path
    from pbem.game.write import check_owed

    check_owed(session)
    path = form_path(session)
    raw, text = begun_draft(session, path)
    new = with_new(session, text, str(path), (order,))
    raise_if((*new.standing, *(replace(one, where="") for one in not_added(new))))
    if then == DRY_RUN:
        print_foretold(session, new.draft)
        may_sign(asks=False, dry_run=True)
    elif then == SEND:
        send_draft(session, new.draft)
    else:
        add(session, raw, text, new)
        with done(f"your order stands in {quoted(path)}"):
            tell(session, new.draft, str(path))
