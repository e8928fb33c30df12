"""An index of all pages: what each section is called, and what it says was found.

    headings, bold sentences, titles of figures,
    meanings of words, findings of the ledger     -->  find.js, which any page loads

A reader's words are looked up in it by the page itself, without a server.
"""

import json
import re
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import NamedTuple

from foxkit.lab.claims import document_titles
from foxkit.lab.ledger import findings, ledger_rows
from foxkit.site.chapters import Chapter
from foxkit.site.glossary import glossary

_HEADING = re.compile(r"^(#{1,3}) +(.+?) *$", re.MULTILINE)
_BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_MARKUP = re.compile(r"\[([^]]*)\]\([^)]*\)|<[^>]*>|[*_`$\\]")
_LABEL = re.compile(r'<svg\b[^>]* aria-label="([^"]*)"')
_BOARD = re.compile(r'<svg\b[^>]* data-name="([^"]*)"')
"""A board among several, which can be played."""
_MAX_SENTENCE_LETTERS = 120  # letters of a sentence that are kept
_MEANINGS = "What the marked words mean"
"""The heading of the section that shows the glossary."""
_SCRIPT = Path(__file__).with_name("chapter") / "find.js"


class Section(NamedTuple):
    """A section of a page: its heading, and what else can be found in it."""

    heading: str
    words: list[str]  # bold sentences, titles of figures


def sections_of(chapter: Chapter) -> list[Section]:
    """The sections of a page, the first of them under its title."""
    sections = [Section(chapter.title, [])]
    for cell in chapter.notebook["cells"]:
        if cell["cell_type"] == "markdown":
            _add_prose(sections, "".join(cell["source"]))
            continue
        for output in cell.get("outputs", []):
            drawn = "".join(output.get("data", {}).get("image/svg+xml", ""))
            boards = [f"Play here: {name}" for name in _BOARD.findall(drawn)]
            words = boards or _LABEL.findall(drawn)[:1]
            sections[-1].words.extend(unescape(each) for each in words)
    return [each for n, each in enumerate(sections) if n == 0 or each.heading]


def _add_prose(sections: list[Section], text: str) -> None:
    """Add the headings and the bold sentences of a text to the sections before it."""
    at = 0
    for heading in [*_HEADING.finditer(text), None]:
        part = text[at : heading.start() if heading else len(text)]
        sections[-1].words.extend(_without_markup(each) for each in _BOLD.findall(part))
        if heading:
            at = heading.end()
            if len(heading[1]) > 1:
                sections.append(Section(heading[2].replace("`", ""), []))


def _without_markup(words: str) -> str:
    """Words without markup, on one line."""
    return " ".join(_MARKUP.sub(r"\1", words).split())[:_MAX_SENTENCE_LETTERS]


def find_js(chapters: Iterable[Chapter]) -> str:
    """The text of `find.js`, the script that finds words in all pages."""
    script = _SCRIPT.read_text(encoding="utf-8")
    for name, lists in (("PAGES", _page_entries(chapters)), ("VERDICTS", _verdicts())):
        data = json.dumps([*lists], ensure_ascii=False, separators=(",", ":"))
        script = script.replace(f"/* {name} */ []", data)
    return script


def _page_entries(chapters: Iterable[Chapter]) -> Iterator[list[object]]:
    """Yield of each page its file, its title and the words of its sections."""
    meanings = [f"{term}: {meaning}" for term, meaning in glossary().items()]
    for chapter in chapters:
        sections = sections_of(chapter)
        for each in sections:
            each.words.extend(meanings if each.heading == _MEANINGS else ())
        lists = [[x.heading, *dict.fromkeys(x.words)] for x in sections]
        yield [chapter.page_file_name, chapter.short_title, lists]


def _verdicts() -> Iterator[tuple[str, str]]:
    """The row and the words of each finding of the ledger that has a verdict."""
    for each in findings(ledger_rows()):
        first, *others = each.rows
        words = f"{len(each.rows)} cells" if others else first.statement
        where = f"{document_titles()[each.document]}, {each.place}"
        if each.verdict != "not judged":
            yield first.id, f"{where}: {words}: {each.verdict}"
