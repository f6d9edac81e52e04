"""The texts that retell a system's rules, for the tests that read them."""

import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

from pbem.store.shelf import rule_texts, rule_titles

HEADING = re.compile(r"^## (\S+) (.+)$", re.MULTILINE)


def headings(system: str) -> list[tuple[str, str]]:
    """Id and title of each rule, as the texts have them."""
    return [pair for text in rule_texts(system) for pair in HEADING.findall(text)]


def parts(system: str) -> list[str]:
    """What stands under each heading, with it."""
    return [part for text in rule_texts(system) for part in re.split(r"^## ", text, flags=re.M)[1:]]


def cited(text: str, rule_id: re.Pattern[str]) -> set[str]:
    """Rule ids in brackets, and those of events, orders and problems."""
    places = re.findall(r"\[[^\[\]\n]*\]|rule: ClassVar\[str\] = \"[^\"]+\"", text)
    return {id_ for place in places for id_ in rule_id.findall(place)}


def out_of_order(system: str, natural: Callable[[str], tuple[Any, ...]]) -> list[list[str]]:
    """Ids of one kind that the program's titles do not have in their natural order."""
    kinds = groupby(rule_titles(system), key=lambda id_: natural(id_)[0])
    found = [list(ids) for _, ids in kinds]
    return [ids for ids in found if ids != sorted(ids, key=natural)]
