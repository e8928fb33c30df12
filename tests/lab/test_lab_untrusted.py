"""Notebooks of strangers in JupyterLab: nothing runs, nothing is asked for elsewhere.

One server and one page for all: `stranger.ipynb` is as a friend may send it, and every
attack on pictures is given to the renderer of pictures itself, too, as JupyterLab does
with a trusted notebook.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from chapters import CHAPTERS
from fresh import remembered
from lab_page import READY, lab_server
from nbformat import v4
from playwright.sync_api import Browser, Page, expect

from foxkit.site import lab

SVG, XHTML = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"
RUN = "top.attacked = 1"
OUT = "http://elsewhere.invalid/x"
HTML = f'<img src=x onerror="{RUN}"><script>{RUN}</script>'


def picture(body: str, more: str = "") -> str:
    """A picture that has a body, and more in its first tag."""
    return f'<svg xmlns="{SVG}" class="fk" {more}>{body}<circle r="9"/></svg>'


def style(css: str) -> str:
    return picture(f"<style>{css}</style>")


ATTACKS = {
    "frame": picture(f'<frame xmlns="{XHTML}" src="javascript:{RUN}"/>'),
    "frame-of-a-prefix": picture(f'<h:iframe xmlns:h="{XHTML}" srcdoc="x"/>'),
    "script": picture(f"<script>{RUN}</script>"),
    "script-in-html": picture(f'<script xmlns="{XHTML}">{RUN}</script>'),
    "script-elsewhere": picture(f'<script href="{OUT}"/>'),
    "foreign-object": picture(
        f'<foreignObject><img xmlns="{XHTML}" src="x" onerror="{RUN}"/></foreignObject>'
    ),
    "image-in-html": picture(f'<img xmlns="{XHTML}" src="{OUT}"/>'),
    "meta": picture(f'<meta xmlns="{XHTML}" http-equiv="refresh" content="0;url=/"/>'),
    "link": picture(f'<link xmlns="{XHTML}" rel="stylesheet" href="{OUT}"/>'),
    "base": picture(f'<base xmlns="{XHTML}" href="{OUT}"/>'),
    "form": picture(f'<form xmlns="{XHTML}" action="{OUT}"><button/></form>'),
    "object": picture(f'<object xmlns="{XHTML}" data="{OUT}"/>'),
    "math": picture('<math xmlns="http://www.w3.org/1998/Math/MathML" href="x"/>'),
    "onload": picture("", f'onload="{RUN}"'),
    "onload-in-capitals": picture("", f'ONLOAD="{RUN}" OnClick="{RUN}"'),
    "onfocus": picture(f'<g tabindex="0" onfocus="{RUN}"/>'),
    "onbegin": picture(f'<animate onbegin="{RUN}" attributeName="x" dur="1s"/>'),
    "anchor": picture('<a href="javascript:1"><text>x</text></a>'),
    "anchor-xlink": picture(
        '<a xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="javascript:1"/>'
    ),
    "anchor-target": picture('<a href="#pa-b" target="_top"><text>x</text></a>'),
    "animated-href": picture(
        '<a><animate attributeName="href" values="javascript:1"/><text>x</text></a>'
    ),
    "animated-colour": picture(
        f'<animateTransform attributeName="fill" values="url({OUT})"/>'
    ),
    "set": picture(f'<set attributeName="onclick" to="{RUN}"/>'),
    "image": picture(f'<image href="{OUT}" width="9" height="9"/>'),
    "image-xlink": picture(
        f'<image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="{OUT}"/>'
    ),
    "image-data": picture('<image href="data:image/svg+xml,x"/>'),
    "filter-image": picture(f'<filter id="pa-b"><feImage href="{OUT}"/></filter>'),
    "use-elsewhere": picture(f'<use href="{OUT}#a"/>'),
    "use-data": picture('<use href="data:image/svg+xml,x#a"/>'),
    "paint-elsewhere": picture(f'<g fill="url({OUT}#a)"/>'),
    "clip-elsewhere": picture(f'<g clip-path="url({OUT}#a)"/>'),
    "clip-escaped": picture(rf'<g clip-path="u\72l({OUT}#a)"/>'),
    "mask-elsewhere": picture(f'<g style="mask: url({OUT})"/>'),
    "style-image": picture(f'<g style="background: url({OUT})"/>'),
    "style-escaped": picture(rf'<g style="fill: u\72 l({OUT})"/>'),
    "style-variable": picture(rf'<g style="--x: u\72l({OUT}); fill: var(--x)"/>'),
    "style-over-the-page": picture("", 'style="position: fixed; inset: 0"'),
    "style-image-set": picture(f"<g style=\"cursor: image-set('{OUT}' 1x), auto\"/>"),
    "import": style(f"@import '{OUT}';"),
    "import-in-capitals": style(f"@IMPORT url({OUT});"),
    "import-escaped": style(rf"@\69mport '{OUT}';"),
    "import-behind-a-comment": style(f"/* */@import/* */url({OUT});"),
    "font": style(f"@font-face {{ font-family: x; src: url({OUT}) }}"),
    "namespace": style(f"@namespace url({OUT});"),
    "layer": style("@layer a { body { opacity: 0 } }"),
    "css-of-the-page": style("body { opacity: 0.5 !important }"),
    "css-behind-ours": style(".fk text, body { opacity: 0.5 !important }"),
    "css-in-an-attribute": style('.fk[a="("], body, .fk[a=")"] { opacity: 0.5 }'),
    "css-of-siblings": style(".fk-told ~ *, .fk ~ div { opacity: 0.5 }"),
    "css-nested": style(".fk { body & { opacity: 0.5 } :root:has(&) { opacity: 0 } }"),
    "css-of-media": style("@media all { body { opacity: 0.5 !important } }"),
    "css-image": style(f".fk {{ fill: url({OUT}) }}"),
    "css-content": style(f".fk::before {{ content: url({OUT}) }}"),
    "css-variable": style(f".fk {{ --fk-page: url({OUT}) }}"),
    "css-escaped": style(rf".fk {{ fill: u\72 l({OUT}) }}"),
    "css-position": style(".fk { position: fixed; inset: 0; z-index: 9999 }"),
    "css-in-cdata": style(f"<![CDATA[@import '{OUT}';]]>"),
    "css-in-parts": picture(f"<style>@imp<!-- -->ort '{OUT}';</style>"),
    "css-in-html": picture(f'<style xmlns="{XHTML}">body{{opacity:0.5}}</style>'),
    "entity": f'<!DOCTYPE svg [<!ENTITY a "<script>{RUN}</script>">]>{picture("&a;")}',
    "default": "<!DOCTYPE svg [<!ATTLIST svg onload CDATA 'x'>]>" + picture(""),
    "entities": '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    + picture("<text>&b;</text>"),
    "instruction": f'<?xml-stylesheet href="{OUT}"?>{picture("")}',
    "instruction-inside": picture(f'<?xml-stylesheet href="{OUT}"?>'),
    "name-of-a-script": picture('<g id="jupyterapp"/>'),
    "name-of-the-page": picture('<g id="jp-top-panel"/>'),
    "class-of-the-page": picture('<g class="jp-Dialog"/>'),
    "role": picture("", 'role="dialog"'),
    "base-of-addresses": picture("", f'xml:base="{OUT}"'),
    "html": f'<html xmlns="{XHTML}"><body onload="{RUN}"/></html>',
    "malformed": f"<svg onload='{RUN}'><script>{RUN}</script>",
    "no-picture": f"<img src=x onerror='{RUN}'>",
}
"""Pictures that would run, load, change or hide something, by what they try."""

WIDGETS = {
    "application/vnd.jupyter.widget-state+json": {
        "version_major": 2,
        "version_minor": 0,
        "state": {
            "a" * 32: {
                "model_name": "AnyModel",
                "model_module": "anywidget",
                "model_module_version": "~0.11.0",
                "state": {
                    "_model_name": "AnyModel",
                    "_model_module": "anywidget",
                    "_model_module_version": "~0.11.0",
                    "_view_name": "AnyView",
                    "_view_module": "anywidget",
                    "_view_module_version": "~0.11.0",
                    "_anywidget_id": "x",
                    "_esm": f"{RUN}; export default {{ initialize() {{ {RUN} }} }}",
                    "_css": "",
                },
            }
        },
    }
}

VEGA = {
    "data": {"url": OUT},
    "mark": {"type": "image", "url": OUT, "href": f"javascript:{RUN}"},
    "encoding": {"url": {"value": OUT}, "href": {"value": f"javascript:{RUN}"}},
    "usermeta": {"embedOptions": {"defaultStyle": "body{opacity:0.5}", "ast": False}},
}
OTHERS = {
    "application/vnd.vegalite.v5+json": VEGA,
    "application/vnd.vegalite.v4+json": VEGA,
    "application/vnd.vega.v5+json": {
        "data": [{"name": "a", "url": OUT}],
        "marks": [{"type": "image", "encode": {"enter": {"url": {"value": OUT}}}}],
        "signals": [{"name": "b", "init": f"warn({RUN!r})"}],
    },
    "application/vnd.jupyter.widget-view+json": {"model_id": "a" * 32},
    "application/vnd.jupyter.error": HTML,
    "application/vnd.jupyter.stderr": HTML,
    "application/vnd.jupyter.stdout": HTML,
    "application/vnd.jupyter.es6-rich-output": f"export function render() {{{RUN}}}",
    "application/vnd.dataresource+json": {"data": [{"a": HTML}], "schema": {}},
    "application/vnd.plotly.v1+json": {"data": [], "layout": {"title": {"text": HTML}}},
    "application/vnd.holoviews_load.v0+json": RUN,
    "application/geo+json": {"type": "Point", "coordinates": [HTML]},
    "application/json": {HTML: HTML},
    "application/x-ecmascript": RUN,
    "text/javascript": RUN,
    "application/pdf": f"data:text/html,{HTML}",
    "application/xml": f'<?xml-stylesheet href="{OUT}"?><a/>',
    "application/xhtml+xml": HTML,
    "text/vnd.mermaid": f'graph LR; a["{HTML}"]; click a href "javascript:{RUN}"',
    "text/latex": rf"$\href{{javascript:{RUN}}}{{x}} \style{{position:fixed}}{{y}}$",
    "image/jpeg": f'x" onerror="{RUN}',
    "image/gif": [f'" onload="{RUN}', OUT],
    "image/webp": OUT,
    "audio/wav": OUT,
    "video/mp4": OUT,
}
"""Content of other kinds that JupyterLab, or an extension of it, may know."""

DRAW = """async (source) => {
  const plugin = (await window._JUPYTERLAB["foxkit-pictures"].get())();
  const widget = plugin.rendererFactory.createRenderer();
  document.querySelector("#drawn")?.remove();
  widget.node.id = "drawn";
  document.body.append(widget.node);
  try { await widget.renderModel({ data: { "image/svg+xml": source } }); }
  catch { return null; }
  const shown = widget.node.firstElementChild;
  const { documentElement } = new DOMParser().parseFromString(source, "image/svg+xml");
  const text = (node) => new XMLSerializer().serializeToString(node);
  return [shown.localName, text(shown) === text(documentElement)];
}"""

HARM = """() => [window.attacked ?? 0, document.title.slice(0, 9),
  getComputedStyle(document.body).opacity, document.baseURI === location.href]"""


PLANTED = {
    *("numpy.py", "random.py", "foxkit.py", "runpy.py", "ipykernel_launcher.py"),
    *("sitecustomize.py", "usercustomize.py", "conftest.py", "jupyterlab.py"),
    *("jupyter_config.py", "jupyter_server_config.py", "jupyter_lab_config.py"),
    *("ipython_config.py", "ipython_kernel_config.py", "profile_default/startup/0.py"),
    *(".ipython/profile_default/startup/0.py", ".jupyter/jupyter_server_config.py"),
    ".ipynb_checkpoints/numpy.py",
}
"""Names under which Python, Jupyter or IPython might run a file beside a notebook."""


def plant(folder: Path) -> Path:
    """Leave files that tell when they are run; return the folder where they do."""
    ran = folder.parent / "ran"
    ran.mkdir()
    for name in PLANTED:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        mark = str(ran / name.replace("/", " "))
        (folder / name).write_text(f"import pathlib; pathlib.Path({mark!r}).touch()")
    return ran


def stranger() -> nbformat.NotebookNode:
    """A notebook with all attacks in its outputs and texts, as if it had been run."""
    html = HTML
    data = [{"image/svg+xml": each, "text/plain": "x"} for each in ATTACKS.values()]
    data += [{"text/html": html}, {"application/javascript": RUN}, {"text/latex": html}]
    data += [{"text/markdown": html}, {"image/png": f'x" onerror="{RUN}'}]
    data += [{"text/markdown": f"![]({OUT}) <img src={OUT}> [x](javascript:{RUN})"}]
    data += [{name: content} for name, content in OTHERS.items()]
    outputs = [v4.new_output("display_data", each) for each in data]
    outputs += [v4.new_output("stream", name="stderr", text=html)]
    cells = [
        v4.new_markdown_cell(f"# Hello\n\n{html}\n\n[link](javascript:{RUN})"),
        v4.new_raw_cell(html, metadata={"raw_mimetype": "text/html"}),
        v4.new_code_cell(
            "import numpy, random, foxkit, runpy; print(6 * 7)",
            outputs=outputs,
            metadata={"trusted": True},
        ),
    ]
    cells[0].attachments = {"a.svg": {"image/svg+xml": ATTACKS["script"]}}
    book = v4.new_notebook(cells=cells)
    book.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    book.metadata.widgets = WIDGETS
    return book


@pytest.fixture(scope="module")
def asked() -> list[str]:
    """Addresses that the page asked for."""
    return []


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for a workbook, the reader's home, and what was run."""
    return tmp_path_factory.mktemp("world")


@pytest.fixture(scope="module")
def page(world: Path, browser: Browser, asked: list[str]) -> Iterator[Page]:
    """A stranger's notebook, opened, with a kernel that is ready."""
    folder, home = world / "workbook", world / "home"
    folder.mkdir()
    home.mkdir()
    plant(folder)
    nbformat.write(stranger(), folder / "stranger.ipynb")
    own = remembered(world / "remembered") | {"HOME": str(home)}
    with lab_server(folder, *lab.jupyterlab_options(), **own) as address:
        tab = browser.new_page()
        tab.on("request", lambda request: asked.append(request.url))
        tab.on("dialog", lambda dialog: dialog.dismiss())
        tab.goto(f"{address}/doc/tree/stranger.ipynb", wait_until="domcontentloaded")
        tab.wait_for_function(READY, timeout=180_000)
        yield tab
        tab.close()


def elsewhere(page: Page, asked: list[str]) -> list[str]:
    """What was asked for that no page of this server has."""
    own = page.evaluate("location.origin")
    return [url for url in asked if not url.startswith((own, "data:", "blob:", "ws"))]


def test_a_stranger_s_notebook_is_shown_and_does_nothing(page, asked):
    expect(page.locator(".jp-Notebook h1")).to_have_text("Hello¶", timeout=60_000)
    expect(page.locator(".jp-OutputArea-output")).not_to_have_count(0)
    page.wait_for_timeout(3_000)  # for what runs a little later
    assert page.evaluate(HARM)[0] == 0
    assert page.locator(".jp-OutputArea-output svg circle").count() == 0
    assert elsewhere(page, asked) == []


@pytest.mark.parametrize("name", ATTACKS)
def test_a_picture_does_nothing_in_a_trusted_notebook_either(name, page, asked):
    """It is drawn as an image, in which nothing runs and nothing is loaded."""
    before = page.evaluate(HARM)
    shown = page.evaluate(DRAW, ATTACKS[name])
    page.wait_for_timeout(100)
    assert shown is None or shown[0] == "img"
    assert page.evaluate(HARM) == before
    assert elsewhere(page, asked) == []


def test_every_picture_of_the_chapters_is_drawn_as_it_stands(page):
    outputs = [
        output["data"]["image/svg+xml"]
        for chapter in CHAPTERS
        for cell in chapter.notebook.cells
        for output in cell.get("outputs", [])
        if "image/svg+xml" in output.get("data", {})
    ]
    assert len(outputs) > 100
    drawn = [page.evaluate(DRAW, each) for each in dict.fromkeys(outputs)]
    assert {json.dumps(each) for each in drawn} == {'["svg", true]'}


def test_no_file_beside_a_notebook_is_run_and_the_home_is_left_alone(page, world):
    """Not when JupyterLab starts, nor its kernel, nor by what a cell imports."""
    page.evaluate("void window.jupyterapp.commands.execute('notebook:run-all-cells')")
    shown = page.locator(".jp-OutputArea-output").first
    expect(shown).to_have_text("42", timeout=120_000)
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_timeout(3_000)  # until the workspace is saved
    assert [each.name for each in (world / "ran").iterdir()] == []
    assert [each.name for each in (world / "home").rglob("*")] == []
    kept = {each.name for each in (world / "remembered").iterdir()}
    assert kept >= {"data", "ipython", "workspaces"}
