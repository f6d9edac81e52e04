"""Questions to a player at a terminal, fitted to it; what is no answer is told, and asked again."""

import sys
from collections.abc import Sequence

import click

from pbem.cli.fit import fitted
from pbem.cli.output import complain
from pbem.errors import refuse
from pbem.report.clean import short


def ask(question: str, default: str | None = None) -> str:
    """What is typed; the Enter key alone means `default`, if there is one."""
    shown = f" [{default}]" if default else ""
    words = fitted(f"{question}{shown}:", sys.stderr)
    given: str = click.prompt(
        words, default=default, show_default=False, prompt_suffix=" ", err=True
    )
    return given


def choose(question: str, answers: Sequence[str]) -> str:
    """One of some answers, in either case; the Enter key alone means the first."""
    while True:
        word = ask(question, answers[0]).strip().casefold()
        if word in answers:
            return word
        known = f"{', '.join(answers[:-1])} or {answers[-1]}"
        complain(_no_answer(word, f"type {known}; Enter alone is {answers[0]}"))


def confirm(question: str) -> bool:
    """Whether the player says yes; the Enter key alone means no."""
    while True:
        word = ask(f"{question} [y/N]", "").strip().casefold()
        if word in ("y", "yes", "n", "no", ""):
            return word.startswith("y")
        complain(_no_answer(word, "type y or n; Enter alone is n"))


def _no_answer(word: str, hint: str) -> Exception:
    return refuse("option", f"'{short(word)}' is no answer to that", hint=hint)
