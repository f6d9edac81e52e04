"""What somebody may have meant by a word that nobody knows."""

from collections.abc import Iterable

MOST = 3
"""So many words are suggested at most."""


def meant(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known words that look like `word`, whatever its case.

    Those that begin so come first, then those of the same letters, which somebody has transposed.
    """
    from difflib import get_close_matches  # noqa: PLC0415 - slow to load, and seldom needed

    spelled = {one.casefold(): one for one in known}
    wanted = word[:80].casefold()
    begun = sorted(one for one in spelled if len(wanted) > 1 and one.startswith(wanted))
    swapped = [one for one in spelled if wanted.isalpha() and sorted(one) == sorted(wanted)]
    alike = get_close_matches(wanted, spelled, n=len(spelled) or 1, cutoff=0.7)
    alike.sort(key=lambda one: sorted(one) != sorted(wanted))
    return tuple(spelled[one] for one in dict.fromkeys((*begun, *swapped, *alike)))[:MOST]


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """A hint that names what was meant; `otherwise` if nothing looks like it."""
    found = meant(word, known)
    return f"did you mean {' or '.join(found)}?" if found else otherwise
