"""The narrow form means the same to every parser of TOML (protocol 4): ours against tomlkit."""

import tomllib
from typing import Any

import pytest
import tomlkit
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tomlkit.exceptions import TOMLKitError

from pbem.codec import LARGEST
from pbem.narrow import (
    MOST_HEADERS,
    is_narrow,
    line_of_long_key,
    parse_item,
    write_pair,
    write_table,
)

WORDS = st.text(alphabet="ab-_1", min_size=1, max_size=3)
SCALARS = st.one_of(
    st.booleans(),
    st.integers(min_value=-(2**53 - 1), max_value=2**53 - 1),
    st.text(max_size=8),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=8,
)
TABLES = st.dictionaries(WORDS, VALUES, max_size=3)
PIECES = st.sampled_from(
    ["a = 1\n", "[a]\n", "[[a]]\n", "[a.b]\n", "a = [", "]", "{ ", " }", ",", ", ", " ", "b = 2",
     "\n", '"x"', '"\\u00e9"', '"\\ud800"', "true", "-0", "[annex]\n", "\t", "0", '"\\e"', "'x'"]
)  # fmt: skip


def parsed(text: str) -> Any:
    """What the other parser makes of a text; None where it refuses it."""
    try:
        return tomlkit.parse(text).unwrap()
    except (TOMLKitError, ValueError):
        return None


def ours(text: str) -> Any:
    try:
        return tomllib.loads(text)
    except ValueError:
        return None


@settings(max_examples=150, deadline=None)
@given(TABLES, st.lists(st.tuples(WORDS, TABLES), max_size=3))
def test_what_we_write_means_the_same_to_others(top: dict[str, Any], more: list[Any]) -> None:
    lines = [write_pair(key, value) for key, value in top.items()]
    for name, table in more:
        lines += write_table(f"[[x{name}]]", table)
    text = "\n".join(lines) + "\n"
    assert ours(text) is not None
    assert parsed(text) == ours(text)


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=12).map("".join))
@example("a = { b = 1, }\n")
@example("a = [1, ]\n")
@example("a = -0\n")
def test_what_passes_the_scan_means_the_same_to_others(text: str) -> None:
    if is_narrow(text.encode("utf-8", "surrogatepass")) and ours(text) is not None:
        assert parsed(text) == ours(text)


@settings(max_examples=200, deadline=None)
@given(st.lists(SCALARS, min_size=1, max_size=4), st.sampled_from(["", " ", "\t"]))
def test_no_comma_before_a_closing_bracket_or_brace(values: list[Any], blank: str) -> None:
    """TOML 1.1 takes it in a table, TOML 1.0 does not: nobody's program may."""
    items = [write_pair("a", value).removeprefix("a = ") for value in values]
    pairs = [f"k{number} = {item}" for number, item in enumerate(items)]
    for opened, closed, parts in (("[", "]", items), ("{", "}", pairs)):
        whole = f"a = {opened}{', '.join(parts)}{closed}\n"
        assert is_narrow(whole.encode("utf-8", "surrogatepass"))
        comma = f"a = {opened}{', '.join(parts)},{blank}{closed}\n"
        assert not is_narrow(comma.encode("utf-8", "surrogatepass"))
        assert not is_narrow(f"b = [{comma[4:-1]}]\n".encode("utf-8", "surrogatepass"))


@given(st.integers(-(10**17), 10**17) | st.integers(-1_000, 1_000).map(lambda n: LARGEST + n))
@example(LARGEST)
@example(-LARGEST)
@example(LARGEST + 1)
@example(-LARGEST - 1)
def test_integers_that_every_parser_holds_are_taken_and_no_others(number: int) -> None:
    for line in (f"a = {number}\n", f"a = [{number}]\n", f"a = {{ b = {number} }}\n"):
        assert is_narrow(line.encode()) == (abs(number) <= LARGEST)


@pytest.mark.parametrize("header", ["[[a]]\n", "[[a.b]]\n"])
def test_a_sealed_item_has_no_more_tables_than_a_file(header: str) -> None:
    assert parse_item(header * MOST_HEADERS) is not None
    assert parse_item(header * (MOST_HEADERS + 1)) is None


# --- TOML that people write ----------------------------------------------------------------------

EIGHT = "a.b.c.d.e.f.g.h"
NINE = f"{EIGHT}.i"
KEYS = {
    f"{EIGHT} = 1\n": 0,
    f"{NINE} = 1\n": 1,
    f"x = 1\n[{NINE}]\n": 2,
    f"x = {{ {NINE} = 1 }}\n": 1,
    "a . b\t.c.d.e.f.g.h. i = 1\n": 1,
    'a."b".\'c\'.d."".f.g.h.i = 1\n': 1,
    f'x = "{NINE}"\n': 0,
    f"x = '{NINE}'  # {NINE}\n": 0,
    f'x = """\n{NINE}\n\\"""\n{NINE}"""\n': 0,
    f"x = '''\n{NINE}\n'''\n": 0,
    f'x = ["""y"""", {{ {NINE} = 1 }}]\n': 1,
    f'x = ["""y""""", {{ {NINE} = 1 }}]\n': 1,
    f"x = ['''y'''', {{ {NINE} = 1 }}]\n": 1,
    f'x = ["\\\\", {{ {NINE} = 1 }}]\n': 1,
    f"x = ['\\', {{ {NINE} = 1 }}]\n": 1,
    f'x = ["", {{ {NINE} = 1 }}]  # "\n': 1,
    f'x = [ # "\n{{ {NINE} = 1 }}]\n': 2,
}


@pytest.mark.parametrize("text", KEYS)
def test_a_key_of_many_names_is_found_and_nothing_else(text: str) -> None:
    tomllib.loads(text)
    assert line_of_long_key(text) == KEYS[text]


@pytest.mark.parametrize("char", ["a", ".", "a.", " ", "a .", '"', '\\"', "'", '"""', "#", "_"])
def test_looking_for_keys_costs_no_more_than_reading(char: str) -> None:
    """The square of this many letters would take hours."""
    assert line_of_long_key("x = [" + char * 250_000) in (0, 1)


@pytest.mark.parametrize("most", [10**15 - 1, 10**15, LARGEST, -LARGEST])
@pytest.mark.parametrize(
    "form", ["a = {}\n", "a = [{}]\n", "a = [[1, {}]]\n", "a = {{ b = {} }}\n"]
)
def test_integers_are_taken_to_the_limit_and_no_further(form: str, most: int) -> None:
    beyond = LARGEST + 1 if most > 0 else -LARGEST - 1
    assert is_narrow(form.format(most).encode())
    assert not is_narrow(form.format(beyond).encode())
    assert not is_narrow((form.format(most) + form.format(beyond)).encode())
