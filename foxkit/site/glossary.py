"""The words of the field, explained where a page uses them first."""

import csv
import re
from functools import cache

from bs4 import BeautifulSoup

from foxkit.data import WORKBOOK

_TAGS_WITHOUT_TERMS = (
    "a",
    "code",
    "pre",
    "math",
    "h1",
    "h2",
    "h3",
    "h4",
    "th",
    "summary",
)


@cache
def glossary() -> dict[str, str]:
    """The terms and what they mean, from `data/glossary.csv`."""
    with (WORKBOOK / "glossary.csv").open(encoding="utf-8", newline="") as lines:
        return {row["term"]: row["meaning"] for row in csv.DictReader(lines)}


@cache
def _terms_pattern() -> re.Pattern[str]:
    """The pattern of all terms, the longest first, with their plurals."""
    longest = sorted(glossary(), key=len)[::-1]
    return re.compile(rf"(?i)(?<!\w)({'|'.join(map(re.escape, longest))})s?\b")


def with_explained_terms(html: str, known: set[str]) -> str:
    """HTML in which the first use of each term that is not in `known` has its meaning.

    Those that are explained here are added to `known`.
    """
    tree = BeautifulSoup(html, "html.parser")
    meanings = {term.lower(): meaning for term, meaning in glossary().items()}
    for text in tree.find_all(string=_terms_pattern()):
        new = (x for x in _terms_pattern().finditer(text) if x[1].lower() not in known)
        if text.find_parent(_TAGS_WITHOUT_TERMS) or not (found := next(new, None)):
            continue
        term = found[1].lower()
        known.add(term)
        more = {"data-meaning": meanings[term], "aria-description": meanings[term]}
        word = tree.new_tag("span", attrs={"class": "term", "tabindex": "0", **more})
        word.string = found[0]
        text.replace_with(text[: found.start()], word, text[found.end() :])
    return str(tree)
