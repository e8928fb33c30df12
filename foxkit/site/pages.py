"""Pages: an executed chapter as one HTML file that needs no network to be read."""

import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from jinja2 import pass_context
from latex2mathml.converter import convert as mathml
from nbconvert import HTMLExporter
from nbconvert.exporters import TemplateExporter
from nbconvert.filters.highlight import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode, from_dict, v4
from pygments.formatters import HtmlFormatter
from pygments.styles import get_style_by_name
from pygments.token import STANDARD_TYPES, Token
from traitlets.config import Config

from foxkit.exercises import (
    CHECKED_ON_PAGES,
    NEEDS_NOTEBOOK,
    WORK_IN_NOTEBOOK,
    answer_fields,
)
from foxkit.exercises.handouts import exercises_of
from foxkit.exercises.verdict import Verdict
from foxkit.lab.cell_outputs import CLAIMS_MIME
from foxkit.lab.criteria import CONTRADICTED, REPRODUCED, UNDECIDED
from foxkit.lab.ledger import (
    CONTRADICTS_ITSELF,
    DEPENDS,
    LedgerRow,
    ledger_rows,
    verdict_counts,
)
from foxkit.site.chapters import (
    STUDIES,
    TEXTS,
    WIDGET,
    Chapter,
    page_file_name,
    studies_by_chapter,
)
from foxkit.site.compact import compact_page
from foxkit.site.glossary import with_explained_terms
from foxkit.view import live_elements
from foxkit.view.assets import SHAPES, without_comments
from foxkit.view.balance_lab import RUN_CELL_HINT
from foxkit.view.drawing import NARROW_MIME
from foxkit.view.theme import PALETTE

STILL_MIMES = {"text/html", "image/svg+xml", "image/png", "image/jpeg", "text/markdown"}
CODE_COLOURS = {"light": "xcode", "dark": "github-dark"}
"""The colours of code; every one of them can be read on the ground of a cell."""
PICTURES = Path(__file__).with_name("labextensions") / "foxkit-pictures/static"
"""The scripts of pictures that JupyterLab and pages share, `tips.js` and `forms.js`."""
_TEXT_NAMES = {
    "CONTRIBUTING": "How the code is built",
    "CHANGELOG": "What has changed",
    "LICENSE": "Licence",
    "CITATION": "How to cite",
    "API": "All functions",
    "RESEARCH": "For research",
    "TEACHING": "For teaching",
}
"""What links call texts; others have the name of their file."""
_NOTEBOOK_LINK = re.compile(r'href="(\w+\.ipynb)#')
_GAMES = ("01", "03", "04", "05", "06")  # how the chapters of the games begin
_PLAY_FOLDER = Path(__file__).with_name("play")
COMMAND = "python3 workbook.py lab"
LIVE_ONLY = f'<p class="live">In JupyterLab it is live: <code>{COMMAND}</code></p>'
IN_LAB = f"`{COMMAND}` opens JupyterLab."
IN_NOTEBOOK = f"Write your answer in JupyterLab, where `check` runs: `{COMMAND}`."
_NOTEBOOK_OR_PAGE = re.compile(r"(?s)<!--notebook-->(.*?)<!--page:(.*?)-->")
"""Words for a reader of the notebook, then in a comment those for one of the page."""


class _MarkdownRenderer(IPythonRenderer):
    """Markdown with its formulas as MathML and its links leading to other pages."""

    def block_math(self, body: str) -> str:
        pieces = formula_pieces(body)
        kind = "formula chain" if pieces[-1].startswith("<") else "formula"
        parts = (mathml(piece, display="block") for piece in pieces)
        return f'<div class="{kind}">{"".join(parts)}</div>'

    def inline_math(self, body: str) -> str:
        return mathml(body)

    def latex_environment(self, name: str, body: str) -> str:
        return self.block_math(rf"\begin{{{name}}}{body}\end{{{name}}}")

    def block_html(self, html: str) -> str:
        # What one block opens, a later one may close; nbconvert looks for images in it,
        # and shuts every element on the way.
        return super().block_html(html) if "<img" in html else html

    def heading(self, text: str, level: int, **attrs: Any) -> str:
        # Browsers look for an id as links give it, decoded.
        html = super().heading(text, level, **attrs)
        return _ID_ATTRIBUTE.sub(lambda each: f'id="{unquote(each[1])}"', html, count=1)

    def link(self, text: str, url: str, title: str | None = None) -> str:
        file, mark, part = url.partition("#")
        if "://" not in url and file.endswith(_FILES_WITH_PAGES):
            url = page_file_name(Path(self.path, file).resolve()) + mark + part
        elif "://" not in url and file.endswith(".py"):
            return text  # a file of code has no page
        return super().link(text, url, title)


_BRACE_OR_BREAK = re.compile(r"\\[{}]|[{}]|\\quad\b|\\(?:begin|left)\b|<")


def formula_pieces(formula: str) -> list[str]:
    r"""The parts of a formula that may stand in rows of their own on a narrow page.

    It is parted at wide spaces, and where three things or more are compared in a chain.

    >>> formula_pieces(r"k = 1, \quad q = 12")
    ['k = 1,', 'q = 12']
    >>> formula_pieces(r"a < b < c")
    ['a', '< b', '< c']
    >>> formula_pieces(r"\frac{a \quad b}{c} < d")
    ['\\frac{a \\quad b}{c} < d']
    """
    depth, breaks, compared = 0, list[tuple[int, int]](), list[tuple[int, int]]()
    for mark in _BRACE_OR_BREAK.finditer(formula):
        if mark[0] in "{}":
            depth += 1 if mark[0] == "{" else -1
        elif mark[0].startswith((r"\begin", r"\left")):
            return [formula]
        elif depth == 0 and mark[0] == "<":
            compared.append((mark.start(), mark.start()))
        elif depth == 0 and mark[0] == r"\quad":
            breaks.append(mark.span())
    cuts = sorted(breaks + (compared if len(compared) > 1 else []))
    ends = [*(start for start, _ in cuts), len(formula)]
    starts = [0, *(end for _, end in cuts)]
    pieces = (formula[a:b].strip() for a, b in zip(starts, ends, strict=True))
    return [piece for piece in pieces if piece]


_FILES_WITH_PAGES = (".ipynb", ".md", "LICENSE", "CITATION.cff")
_ID_ATTRIBUTE = re.compile(r'\bid="([^"]*)"')

_HIGHLIGHTER = Highlight2HTML(pygments_lexer="ipython3")
_HIGHLIGHTED_TOKEN = re.compile(r'<span class="(\w+)">([^<]*)</span>')


@cache
def _plain_tokens() -> set[str]:
    """The classes of tokens that have the colour of all code, in light and in dark."""
    found = []
    for name in CODE_COLOURS.values():
        style = get_style_by_name(name)
        default_colour = style.style_for_token(Token)["color"] or "000000"
        looks = {
            css: style.style_for_token(kind) for kind, css in STANDARD_TYPES.items()
        }
        found.append(
            {
                css
                for css, look in looks.items()
                if (look["color"] or default_colour) == default_colour
                and not (look["bold"] or look["italic"] or look["bgcolor"])
            }
        )
    # Operators, which are many, and spaces, which have nothing to colour, need none.
    return {*set.intersection(*found), "o", "w"}


def without_plain_tokens(html: str) -> str:
    """Highlighted code in which only what has a colour, a small part, has an element.

    >>> without_plain_tokens('<span class="n">a</span><span class="mi">1</span>')
    'a<span class="mi">1</span>'
    """
    plain = _plain_tokens()
    return _HIGHLIGHTED_TOKEN.sub(
        lambda each: each[2] if each[1] in plain else each[0], html
    )


class _PageExporter(HTMLExporter):
    """nbconvert's HTML, with this folder's template and without anything remote."""

    def __init__(self) -> None:
        kinds = "text/html text/markdown image/svg+xml text/latex image/png image/jpeg"
        config = Config()
        config.NbConvertBase.display_data_priority = [*kinds.split(), "text/plain"]
        super().__init__(
            config=config,
            template_name="chapter",
            extra_template_basedirs=[str(Path(__file__).parent)],
        )

    def default_filters(self) -> Iterator[tuple[str, Any]]:
        yield from super().default_filters()
        yield "plain_script", without_comments
        yield "drawing", lambda svg: svg[svg.index("<svg") :]  # without its file's head
        # Highlighting has escaped the code: to parse and write it again takes a third
        # of a page's time.
        yield "clean_html", lambda html: html

    def from_notebook_node(  # type: ignore[override]
        self, nb: NotebookNode, resources: Any = None, **options: Any
    ) -> tuple[str, Any]:
        """The page of a notebook.

        HTMLExporter would parse the whole page once more, to give pictures without an
        alternative text one that says nothing.
        """
        self.register_filter(
            "highlight_code",
            lambda *source, **how: without_plain_tokens(_HIGHLIGHTER(*source, **how)),
        )
        return TemplateExporter.from_notebook_node(self, nb, resources, **options)

    @pass_context
    def markdown2html(self, context: Any, source: str) -> str:
        prose = _MarkdownRenderer(
            escape=False,
            embed_images=True,
            attachments=context.get("cell", {}).get("attachments", {}),
            path=context["resources"]["folder"],
        )
        html = with_header_scopes(MarkdownWithMath(renderer=prose).render(source))
        html = without_plain_tokens(html)
        return with_explained_terms(html, context["resources"]["known"])


def page_markdown(text: str) -> str:
    """Markdown with the words for a page in the place of a notebook's.

    >>> page_markdown("Play it<!--notebook-->: run the cell<!--page: here-->.")
    'Play it here.'
    """
    text = text.replace("*Change something:*", "*Change something, in JupyterLab:*")
    return _NOTEBOOK_OR_PAGE.sub(r"\2", text)


def notebook_for_page(notebook: NotebookNode) -> NotebookNode:
    """The notebook as its page shows it: tables with headers, widgets still.

    The cells of exercises are marked, whose answers a page can check, and where they
    need the notebook, the page says so below the question.
    """
    still, known = from_dict(notebook), set[str]()
    for exercise in exercises_of(still):
        name = exercise.name
        if name in CHECKED_ON_PAGES:
            exercise.cell.metadata["write"] = name
            exercise.cell.metadata["fields"] = answer_fields(name)
        for words in (NEEDS_NOTEBOOK.get(name), WORK_IN_NOTEBOOK.get(name)):
            if words:
                exercise.question.source += f"\n\n*On this page:* {words} {IN_LAB}"
        if exercise.is_blank:
            empty = Verdict(name, "empty", IN_NOTEBOOK)._repr_html_()
            data = {"text/html": empty}
            exercise.cell.outputs = [v4.new_output("display_data", data=data)]
    for cell in still.cells:
        if cell.cell_type == "markdown":
            cell.source = page_markdown(cell.source)
        if cell.cell_type == "code":
            if not _NUMBERED_ID.fullmatch(cell.id):
                cell.metadata["named"] = cell.id
            cell.outputs = [
                x
                for each in cell.outputs
                for x in _with_repetition_warnings_folded(each)
            ]
            if cell.metadata.get("jupyter", {}).get("source_hidden"):
                cell.outputs = [x for x in cell.outputs if not _only_warns(x)]
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if WIDGET in data and not STILL_MIMES & data.keys():
                output["data"] = NotebookNode({"text/html": LIVE_ONLY})
            elif "text/html" in data:
                html = _NOTEBOOK_LINK.sub(
                    lambda link: f'href="{page_file_name(Path(link[1]))}#',
                    data["text/html"],
                )
                html = live_elements.with_current_scripts(html).replace(
                    RUN_CELL_HINT, LIVE_ONLY
                )
                html = without_repetitions(with_header_scopes(html), known)
                data["text/html"] = verdicts_for_display(html, data.get(CLAIMS_MIME))
    return still


_NUMBERED_ID = re.compile("[0-9a-f]{8}")
"""The id of a cell to which nobody gave a name."""
_REPETITION_WARNINGS = re.compile(r"(?m)^.* games in only [\d,]+ lines of play\n?")
"""What `play` prints of a match, or of several, whose games repeat themselves."""


def _only_warns(output: NotebookNode) -> bool:
    """Whether an output has nothing but warnings, which a figure above has as well."""
    text = output.get("text") or output.get("data", {}).get("text/html", "")
    is_folded = 'class="repeats"' in text
    return is_folded or bool(text and not _REPETITION_WARNINGS.sub("", text))


def _with_repetition_warnings_folded(output: NotebookNode) -> list[NotebookNode]:
    """An output; several warnings that games repeat themselves are folded below it."""
    text = output.get("text", "")
    warnings = _REPETITION_WARNINGS.findall(text)
    if len(warnings) < 2:
        return [output]
    line = f"{len(warnings)} warnings that games repeat themselves"
    warnings_html = f"<pre>{escape(''.join(warnings))}</pre>"
    html = (
        f'<details class="repeats"><summary>{line}</summary>{warnings_html}</details>'
    )
    rest = _REPETITION_WARNINGS.sub("", text)
    rest_output = [v4.new_output("stream", name="stdout", text=rest)] if rest else []
    return [*rest_output, v4.new_output("display_data", data={"text/html": html})]


_MAX_UNFOLDED_LINES = 12  # rows, and further lines within them
_CLAIMS_TABLE_HEAD = re.compile(r"<th[^>]*>asked</th>")
"""A head of a table with a line for each sentence, which a phone shows otherwise."""


def verdicts_for_display(html: str, claims: Any) -> str:
    """The HTML of an output; a long table of verdicts is folded behind them.

    Args:
        html: of a table, or of anything else.
        claims: what the output claims, a list of dicts with the ids of ledger rows, or
            None.
    """
    if not claims:
        return html
    if _CLAIMS_TABLE_HEAD.search(html):
        html = f'<div class="claims">{html}</div>'
    if html.count("<tr") + html.count("<br") <= _MAX_UNFOLDED_LINES:
        return html
    ids = {each["id"] for each in claims}
    words = verdicts_in_words([row for row in ledger_rows() if row.id in ids])
    words = words or "All published values"
    return f"<details><summary>{escape(words)}</summary>{html}</details>"


_PARTICIPLES = {
    REPRODUCED: "reproduced",
    CONTRADICTED: "contradicted",
    CONTRADICTS_ITSELF: "contradicted by the document itself",
    UNDECIDED: "undecided",
}
"""What a value *is*, by its verdict."""


def verdicts_in_words(rows: list[LedgerRow]) -> str:
    """The verdicts on some rows of the ledger in a line; "" where there are none.

    What depends on the reading is told by the number of readings that reproduce it.
    """
    counts = {verdict: n for verdict, n in verdict_counts(rows).items() if n}
    told = []
    for verdict, n in counts.items():
        if verdict == DEPENDS:
            own = (row for row in rows if row.verdict == verdict)
            each = [[x.verdict for x in row.readings if x.decides] for row in own]
            asked = sorted({len(verdicts) for verdicts in each})
            agree = sorted({verdicts.count(REPRODUCED) for verdicts in each})
            under = f"{_range(agree)} of {asked[0]} readings"
            if len(asked) > 1:
                under = "some of their readings"
            depend = f"{'depends' if n == 1 else 'depend'} on the reading"
            told.append((n, f"{depend} (reproduced under {under})"))
        else:
            told.append(
                (
                    n,
                    f"{'is' if n == 1 else 'are'} {_PARTICIPLES.get(verdict, verdict)}",
                )
            )
    if len(told) < 2:
        several = f"All {len(rows)} published values" if len(rows) > 1 else "The value"
        return "".join(f"{several} {words}" for _, words in told)
    parts = [f"{n} {words}" for n, words in told]
    return f"Of {len(rows)} published values {', '.join(parts[:-1])} and {parts[-1]}"


def _range(numbers: list[int]) -> str:
    """Numbers in order as one, or as the first and the last."""
    first, last = numbers[0], numbers[-1]
    return f"{first}" if first == last else f"{first} to {last}"


_LONG_STYLE_OR_SCRIPT = re.compile(
    r"(?s)<svg\b.*?</svg>|<(style|script)>.{1000,}?</\1>"
)


def without_repetitions(html: str, known: set[str]) -> str:
    """HTML without long styles and scripts that are `known`, to which it adds.

    What stands in a picture stays: a script may take the picture away.
    """

    def kept(part: re.Match[str]) -> str:
        again = bool(part[1]) and part[0] in known
        known.add(part[0])
        return "" if again else part[0]

    return _LONG_STYLE_OR_SCRIPT.sub(kept, html)


def icon_address() -> str:
    """The address of the pages' icon, a fox."""
    parts = {"fox": "fox", "fox-cheek": "fox-cheek"}
    parts |= dict.fromkeys(("fox-ear", "fox-nose"), "outline")
    rules = "".join(f".fk-{n}{{fill:{PALETTE[role][0]}}}" for n, role in parts.items())
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-40 -40 80 80">'
    svg = f"{head}<style>{rules}</style>{SHAPES['fox']}</svg>"
    return f"data:image/svg+xml,{quote(svg)}"


def _python_scripts(still: NotebookNode) -> str:
    """The scripts that bring Python: to pictures, points of plots, cells to write."""
    names = ["load.js", "here.js"]
    outputs = str([c.get("outputs") for c in still.cells])
    if any("write" in cell.metadata for cell in still.cells):
        names.append("write.js")
    if "data-games=" in outputs:
        names.append("points.js")
    each = ((_PLAY_FOLDER / name).read_text(encoding="utf-8") for name in names)
    return f"(() => {{\n{chr(10).join(each)}}})();"


def page_html(chapter: Chapter, chapters: list[Chapter]) -> str:
    """A chapter as an HTML page, with links to the others."""
    light, dark = (_code_colours(name) for name in ("light", "dark"))
    pages = [each for each in chapters if each.path.parent.name != STUDIES]
    games = [each for each in pages if each.path.stem[:2] in _GAMES]
    resources = {
        "chapter": chapter,
        "chapters": chapters,
        "pages": pages,
        "groups": {
            "Games": games,
            "Workshop": [each for each in pages[1:] if each not in games],
        },
        "studies": studies_by_chapter(chapters),
        "folder": str(chapter.path.parent),
        "known": set(),  # the terms that the page has explained so far
        "highlighting": f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}",
        "icon": icon_address(),
        "narrow": NARROW_MIME,
        "texts": {_text_name(path): page_file_name(path) for path in TEXTS},
        "pictures": [
            (PICTURES / name).read_text(encoding="utf-8")
            for name in ("tips.js", "forms.js")
        ],
    }
    still = notebook_for_page(chapter.notebook)
    resources["python"] = _python_scripts(still)
    html = _with_known_places(_exporter().from_notebook_node(still, resources)[0])
    return with_security_policy(compact_page(html))


@cache
def _code_colours(ground: str) -> str:
    """The rules of the tokens that have a colour, on a light or a dark ground."""
    rules = HtmlFormatter(style=CODE_COLOURS[ground]).get_style_defs(".highlight")
    plain = {f".{name}" for name in _plain_tokens()}
    each = (rule.split() for rule in rules.splitlines())
    return "\n".join(
        " ".join(x)
        for x in each
        if x[1:2] and x[1] not in plain and x[0] == ".highlight"
    )


def _with_known_places(html: str) -> str:
    """A page whose links to its own headings are spelt as the headings' ids are.

    Texts spell them as GitHub does, in small letters and without punctuation.

    >>> _with_known_places('<h2 id="What-is-it?"></h2><a href="#what-is-it"></a>')
    '<h2 id="What-is-it?"></h2><a href="#What-is-it%3F"></a>'
    """
    ids = _ID_ATTRIBUTE.findall(html)
    known = {_as_github_spells(unescape(each)): each for each in reversed(ids)}
    known |= {unescape(each): each for each in ids}

    def spelt(link: re.Match[str]) -> str:
        place = unquote(link[1])
        own = known.get(place) or known.get(_as_github_spells(place))
        return f'href="#{quote(unescape(own))}"' if own and own != place else link[0]

    return re.sub(r'href="#([^"]+)"', spelt, html)


def _as_github_spells(heading_id: str) -> str:
    """The id that GitHub gives to a heading with this id."""
    return re.sub(r"[^\w-]", "", heading_id).lower()


def _text_name(path: Path) -> str:
    """What links call a text."""
    name = "Data" if path.parent.name == "data" else path.stem
    return _TEXT_NAMES.get(name, name)


@cache
def _exporter() -> _PageExporter:
    """The exporter of all pages, whose templates are compiled once."""
    return _PageExporter()


_CHARSET_TAG = re.compile(r'<meta charset="utf-8" ?/?>')


class _ScriptCollector(HTMLParser):
    """Collects the texts of a page's scripts, as a browser reads them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "script"
        if self._inside:
            self.found.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found[-1] += data


def security_policy(html: str) -> str:
    """The policy by which a page runs only the scripts that it was built with.

    It asks no server for anything, obeys no attribute `on...`, and sends no form. What
    its scripts load (`play.js`, and Python in a worker that begins as a `data:`
    address) is theirs to answer for. Styles may stand anywhere: pictures have their
    own, and parts of pages attributes, for which no digests count.
    """
    reader = _ScriptCollector()
    reader.feed(html)
    each = (sha256(text.encode()).digest() for text in reader.found)
    digests = dict.fromkeys(f"'sha256-{b64encode(x).decode()}'" for x in each)
    rules = {
        "default-src": "'none'",
        "script-src": f"'strict-dynamic' 'wasm-unsafe-eval' {' '.join(digests)}",
        "worker-src": "data:",
        "style-src": "'unsafe-inline'",
        "img-src": "data:",
        "form-action": "'none'",
        "base-uri": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def with_security_policy(html: str) -> str:
    """A page with its security policy, placed right after its encoding.

    A page has no server of its own that could tell it: it is opened from a disk.
    """
    html = html.replace("\r\n", "\n").replace("\r", "\n")  # as browsers read scripts
    policy_tag = (
        f'<meta http-equiv="Content-Security-Policy" content="{security_policy(html)}">'
    )
    html, replaced = _CHARSET_TAG.subn(
        lambda head: f"{head[0]}\n{policy_tag}", html, count=1
    )
    if not replaced:
        raise ValueError("a page that does not say its letters has no policy either")
    return html


_SCOPES_BY_TABLE_PART = {"thead": ("col", "colspan"), "tbody": ("row", "rowspan")}
_EMPTY_HEADER_CELL = re.compile(r"<th\b([^>]*)>((?:\s|&nbsp;)*)</th>")
_HEADER_CELL_WITHOUT_SCOPE = re.compile(r"<th\b(?![^>]*\bscope=)([^>]*)>")
_TABLE_PART = re.compile(r"(?s)<(thead|tbody)\b.*?</\1>")


def with_header_scopes(html: str) -> str:
    """HTML whose header cells say what they head, and are not empty.

    >>> with_header_scopes("<thead><tr><th></th><th>n</th></tr></thead>")
    '<thead><tr><td></td><th scope="col">n</th></tr></thead>'
    """
    return _TABLE_PART.sub(_with_scopes, _EMPTY_HEADER_CELL.sub(r"<td\1>\2</td>", html))


def _with_scopes(part: re.Match[str]) -> str:
    """The head or the body of a table with a scope in each header cell."""
    scope, span = _SCOPES_BY_TABLE_PART[part[1]]

    def head(cell: re.Match[str]) -> str:
        group = "group" if span in cell[1] else ""
        return f'<th scope="{scope}{group}"{cell[1]}>'

    return _HEADER_CELL_WITHOUT_SCOPE.sub(head, part[0])
