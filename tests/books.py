"""Rule books for tests: the files of those that ship, and what is wrong with changed ones."""

from functools import cache

from pbem.engine.bookcheck import Checked, check_book
from pbem.report.rulepage import Text, texts_of
from pbem.store import shelf
from pbem.systems import OURS, find_system

SYSTEMS = sorted(OURS)


@cache
def files_of(system: str) -> dict[str, bytes]:
    return shelf.read_book_files(shelf.shipped_folder(system))


def checked(system: str, files: dict[str, bytes]) -> Checked:
    return check_book(
        files,
        shelf.shipped_book(system),
        find_system(system).read_charts,
        shelf.scenario_tables(system),
        shelf.rule_titles(system),
    )


def text_of(chart: str) -> str:
    return files_of("midway")[f"{chart}.toml"].decode()


def head(chart: str, rule: str = "M0") -> str:
    return (
        f'[chart]\nid = "{chart}"\ntitle = "T"\nrule = "{rule}"\n'
        'provenance = "house"\nsource = "S"\n'
    )


def texts(system: str) -> dict[str, Text]:
    return texts_of(shelf.rule_texts(system))
