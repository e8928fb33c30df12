"""Pages: an executed chapter as one HTML file that needs no network to be read."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jinja2 import pass_context
from latex2mathml.converter import convert as mathml
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode, from_dict
from pygments.formatters import HtmlFormatter
from traitlets.config import Config

from foxkit.site.chapters import WIDGET, Chapter, page_name
from foxkit.site.glossary import explained
from foxkit.site.tables import with_headers
from foxkit.view.controls import COMMAND, NEEDS_KERNEL

STILL = {"text/html", "image/svg+xml", "image/png", "image/jpeg", "text/markdown"}
CODE = {"light": "xcode", "dark": "github-dark"}
"""The colours of code; every one of them can be read on the ground of a cell."""
TIPS = Path(__file__).with_name("labextensions") / "foxkit-pictures/static/tips.js"
"""What tells the parts of a picture, in JupyterLab as on pages."""
HERE = Path(__file__).with_name("play") / "here.js"
"""What puts *Play here* under pictures."""
LIVE_ONLY = f'<p class="live">{NEEDS_KERNEL}: <code>{COMMAND}</code></p>'


def _displayed(formula: str) -> str:
    return f'<div class="formula">{mathml(formula, display="block")}</div>'


class Prose(IPythonRenderer):
    """Markdown with its formulas as MathML and its links leading to other pages."""

    def block_math(self, body: str) -> str:
        """Return a displayed formula."""
        return _displayed(body)

    def inline_math(self, body: str) -> str:
        """Return a formula in a line of text."""
        return mathml(body)

    def latex_environment(self, name: str, body: str) -> str:
        """Return a formula written as a LaTeX environment."""
        return _displayed(rf"\begin{{{name}}}{body}\end{{{name}}}")

    def block_html(self, html: str) -> str:
        """Return HTML as it stands: what one block opens, a later one may close.

        nbconvert looks for images in it, and shuts every element on the way.
        """
        return super().block_html(html) if "<img" in html else html

    def link(self, text: str, url: str, title: str | None = None) -> str:
        """Return a link; one to a chapter or a text leads to its page."""
        file, mark, part = url.partition("#")
        if "://" not in url and file.endswith((".ipynb", ".md", "LICENSE")):
            url = page_name(Path(file)) + mark + part
        return super().link(text, url, title)


class PageExporter(HTMLExporter):
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
        """Yield the filters of the template."""
        yield from super().default_filters()
        yield "drawing", drawing

    @pass_context
    def markdown2html(self, context: Any, source: str) -> str:
        """Return Markdown as HTML: the template's filter of that name."""
        prose = Prose(
            escape=False,
            embed_images=True,
            attachments=context.get("cell", {}).get("attachments", {}),
            path=context["resources"]["folder"],
        )
        html = with_headers(MarkdownWithMath(renderer=prose).render(source))
        return explained(html, context["resources"]["known"])


def drawing(svg: str) -> str:
    """Return the SVG element alone, without what a file has before it."""
    return svg[svg.index("<svg") :]


def prepared(notebook: NotebookNode) -> NotebookNode:
    """Return the notebook as its page shows it: tables with headers, widgets still.

    What went to stderr is left out: progress, such as that of tables made for the first
    time, which a page that is kept would show for ever.
    """
    still = from_dict(notebook)
    for cell in still.cells:
        if "outputs" in cell:
            cell.outputs = [o for o in cell.outputs if o.get("name") != "stderr"]
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            panel = str(data.get("text/plain", "")).startswith(NEEDS_KERNEL)
            if (WIDGET in data or panel) and not STILL & data.keys():
                output["data"] = NotebookNode({"text/html": LIVE_ONLY})
            elif "text/html" in data:
                data["text/html"] = with_headers(to_pages(data["text/html"]))
    return still


def to_pages(html: str) -> str:
    """Let links to places in chapters lead to their pages."""

    def found(link: re.Match[str]) -> str:
        return f'href="{page_name(Path(link[1]))}#'

    return re.sub(r'href="(\w+\.ipynb)#', found, html)


def highlighting() -> str:
    """Return the style sheet of code, for light pages and for dark ones."""
    light, dark = (
        HtmlFormatter(style=CODE[name]).get_style_defs(".highlight")
        for name in ("light", "dark")
    )
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}"


def page(chapter: Chapter, chapters: list[Chapter]) -> str:
    """Return a chapter as an HTML page, with links to the others."""
    resources = {
        "chapter": chapter,
        "chapters": chapters,
        "folder": str(chapter.path.parent),
        "known": set(),  # the terms that the page has explained so far
        "highlighting": highlighting(),
        "tips": TIPS.read_text(encoding="utf-8"),
        "here": HERE.read_text(encoding="utf-8"),
    }
    still = prepared(chapter.notebook)
    return PageExporter().from_notebook_node(still, resources)[0]
