"""An index of all pages: what each section is called, and what it says was found.

    headings, bold sentences, titles of figures  -->  find.js, which any page loads

A reader's words are looked up in it by the page itself, without a server.
"""

import json
import re
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import NamedTuple

from foxkit.site.chapters import Chapter

_HEADING = re.compile(r"^(#{1,3}) +(.+?) *$", re.MULTILINE)
_BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_MARKUP = re.compile(r"\[([^]]*)\]\([^)]*\)|<[^>]*>|[*_`$\\]")
_LABEL = re.compile(r'<svg\b[^>]* aria-label="([^"]*)"')
_LONGEST = 120  # letters of a sentence that are kept
_SCRIPT = Path(__file__).with_name("chapter") / "find.js"


class Section(NamedTuple):
    """A section of a page: its heading, and what else can be found in it."""

    heading: str
    words: list[str]  # bold sentences, titles of figures


def sections_of(chapter: Chapter) -> list[Section]:
    """The sections of a page, the first of them under its title."""
    found = [Section(chapter.title, [])]
    for cell in chapter.notebook["cells"]:
        if cell["cell_type"] == "markdown":
            _add_prose(found, "".join(cell["source"]))
            continue
        for output in cell.get("outputs", []):
            drawn = "".join(output.get("data", {}).get("image/svg+xml", ""))
            found[-1].words.extend(unescape(x) for x in _LABEL.findall(drawn)[:1])
    return [each for n, each in enumerate(found) if n == 0 or each.heading]


def _add_prose(found: list[Section], text: str) -> None:
    """Add the headings and the bold sentences of a text to the sections before it."""
    at = 0
    for heading in [*_HEADING.finditer(text), None]:
        part = text[at : heading.start() if heading else len(text)]
        found[-1].words.extend(_without_markup(each) for each in _BOLD.findall(part))
        if heading:
            at = heading.end()
            if len(heading[1]) > 1:
                found.append(Section(heading[2].replace("`", ""), []))


def _without_markup(words: str) -> str:
    """Words without markup, on one line."""
    return " ".join(_MARKUP.sub(r"\1", words).split())[:_LONGEST]


def find_script(chapters: Iterable[Chapter]) -> str:
    """The script that finds words in all pages."""
    index = json.dumps(
        [*_page_entries(chapters)], ensure_ascii=False, separators=(",", ":")
    )
    script = _SCRIPT.read_text(encoding="utf-8")
    return script.replace("/* INDEX */ []", index)


def _page_entries(chapters: Iterable[Chapter]) -> Iterator[list[object]]:
    """Yield of each page its file, its title and the words of its sections."""
    for chapter in chapters:
        sections = [[x.heading, *dict.fromkeys(x.words)] for x in sections_of(chapter)]
        yield [chapter.page, chapter.short_title, sections]
