"""Pages with what their drawings share written once.

    each drawing by itself      its style sheet, its pieces, the lines of its board, and
                                a style for every mark of a plot: what can be saved
    the drawings of a page      one style sheet, one piece of a kind, one board of a
                                kind, and a class for each style

Long games of a page, and plots as a phone shows them, are packed as walkthroughs are.
The lines of a grid, its ticks and the whiskers of its points become one path of a kind.
Tables and cells lose the classes that no style sheet names, and end tags that HTML does
not need. The colours of verdicts become classes.
`figures.js` puts together again what is saved from a page.
"""

import base64
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, fromstring, tostring

from foxkit.games import all_parts
from foxkit.view import theme
from foxkit.view.assets import SHAPES, picture_style

_TAG_AROUND_DRAWINGS = re.compile(r"(?s)<script\b.*?</script>|<svg\b[^>]*>|</svg>")
_STYLE_ELEMENT = re.compile(r"(?s)<style>(.*?)</style>")
_PLOT_GROUP = re.compile(
    r'(?s)(<g class="fk-plot">.*?</g>)\s*(?=<g class="fk-tips">|</svg>|$)'
)
_GROUND_SHAPE = (
    r'(?:<(?:path|circle|rect) class="fk-(?:light|dark|field|place|lines|dot)"[^>]*/>'
    r'|<text class="fk-axis"[^>]*>[^<]*</text>)'
)
_BOARD_GROUND = re.compile(rf"{_GROUND_SHAPE}{{2,}}")
"""Marks below the pieces of a board, which are the same in each of its positions."""
_PLACED_PIECE = re.compile(
    r'<g transform="translate\((\S+) (\S+)\)">(<use [^>]*)/></g>'
)
_JSON_DATA = re.compile(r'(<script type="application/json">)(\{[^<]*)(?=</script>)')
_GAMES_ATTRIBUTE = re.compile(r' data-games="([^"]*)"')
_PANDAS_TABLE = re.compile(r'(?s)<table id="(T_\w+)".*?</table>')
_STYLED_COLUMN = re.compile(r"#(T_\w+) \.(col\d+) ")
_COLUMN_CLASS = re.compile(r'<t[hd][^>]* class="[^"]*\b(col\d+)')
_RIGHT_ALIGNED_STYLE = re.compile(
    r'<style type="text/css">\s*#(T_\w+) \.col0 {\s*text-align: right;\s*}\s*'
    r"(?:#\1 \.col\d+ {\s*text-align: right;\s*}\s*)*</style>"
)
_CELL_CLASSES = re.compile(
    r' class="(?:data|(?:row|col)_heading level\d) (?:row\d+ ?)?(col\d+)?" ?'
)
_FILL = re.compile(
    r'<(b|a) ([^<>]*?)style="(background:#\w+;background:var\([\w-]+\))"'
)
_NEEDLESS_ENDS = re.compile(
    r"</(?:td|th)>\s*(?=<t[dh]\b|</tr)|</tr>\s*(?=<tr\b|</t(?:head|body|able))"
    r"|</(?:dd|dt)>\s*(?=<d[dt]\b)|</dd>\s*(?=</dl>)|</li>\s*(?=<li\b|</[uo]l>)"
)
"""Ends of cells, rows and items that the next tag ends, too."""
_STYLE_SHEET = re.compile(r"(?s)<style\b([^>]*)>(.*?)</style>")
_KEPT_AS_IT_IS = re.compile(r"(?s)<(script|style|pre|textarea|svg)\b.*?</\1>")
_ID_REFERENCE = re.compile(r"#([\w.-]+)")
_LINE_PATH = re.compile(r"M(-?[\d.]+) (-?[\d.]+)L(-?[\d.]+) (-?[\d.]+)")
_DIV_CLASSES = re.compile(r'(?<=<div class=")[^"]*(?=")|(?<=" class=")cell [^"]*(?=">)')
_UNNAMED_CLASSES = {"border-box-sizing", "rendered_html", "rendered", "hl-ipython3"}
"""Classes of cells and outputs that only the style sheets of nbconvert name."""
_MIN_SHARED_LENGTH = 200  # letters of what is worth a definition
_MIN_COMPRESSED_LENGTH = 4_000  # letters of data that is worth packing


def compact_page(html: str) -> str:
    """A page whose drawings share styles, pieces, boards and styles of marks.

    What a drawing shows, and says, does not change.
    """
    all_parts("board_pieces")  # which add what they draw to SHAPES
    html = _plain_tables(_JSON_DATA.sub(_compressed_data, _with_shared_games(html)))
    html = _with_shared_fills(_without_needless_ends(html))
    html = _DIV_CLASSES.sub(_named_classes, html)
    html = _STYLE_SHEET.sub(
        lambda sheet: f"<style{sheet[1]}>{_short_css(sheet[2])}</style>", html
    )
    drawings = [*_drawing_spans(html)]
    if not drawings:
        return html
    sheets: dict[str, None] = {}
    bodies = [
        _STYLE_ELEMENT.sub(
            lambda sheet: sheets.setdefault(sheet[1]) or "", html[start:end]
        )
        for start, end in drawings
    ]
    definitions: dict[str, str] = {}
    bodies = _with_shared_mark_styles(_with_shared_pieces(bodies, definitions), sheets)
    parts, at = list[str](), 0
    for (start, end), body in zip(drawings, bodies, strict=True):
        parts += [html[at:start], body]
        at = end
    whole = "".join([*parts, html[at:]])
    shared = "".join(
        f'<g id="{name}" class="fk-shared">{drawn}</g>'
        for drawn, name in definitions.items()
    )
    hidden = '<svg class="fk-defs" width="0" height="0" aria-hidden="true"><defs>'
    body = f"<body>\n{hidden}{shared}</defs></svg>" if shared else "<body>"
    palette = theme.palette_css(".fk")
    css = palette + "\n".join(sheets).replace(palette, "")
    css = css.replace(".fk .fk-", ":is(.fk,.fk-shared) .fk-")
    css = css.replace(".fk text", ":is(.fk,.fk-shared) text")
    head = f'<style class="pictures">{css}</style>\n</head>'
    # Boards that are lively bring the same palette and rules of drawings.
    if (rules := picture_style("drawing.css")) in "".join(sheets):
        whole = whole.replace(f"<style>{palette}{rules}", "<style>")
    return whole.replace("</head>", head, 1).replace("<body>", body, 1)


def _named_classes(classes: re.Match[str]) -> str:
    """The classes of an element without those that no style sheet of a page names."""
    return " ".join(x for x in classes[0].split() if x not in _UNNAMED_CLASSES)


def _compressed_data(data: re.Match[str]) -> str:
    """The data of an element, packed if it is long."""
    if len(data[2]) < _MIN_COMPRESSED_LENGTH:
        return data[0]
    packed = base64.b64encode(zlib.compress(data[2].encode(), 9)).decode()
    return f'{data[1]}"{packed}"'


def _with_shared_games(html: str) -> str:
    """A page whose points refer to the games of several of them by a number."""
    many = Counter(_GAMES_ATTRIBUTE.findall(html))
    several = [games for games, number in many.items() if number > 1]
    if not several:
        return html
    number = {games: f"#{n}" for n, games in enumerate(several)}
    html = _GAMES_ATTRIBUTE.sub(
        lambda x: f' data-games="{number.get(x[1], x[1])}"', html
    )
    data = f'<script type="application/json" class="fk-games">{json.dumps(several)}'
    return html.replace("</main>", f"{data}</script>\n</main>", 1)


def _plain_tables(html: str) -> str:
    """Tables of pandas with the classes of those columns alone that have a style.

    Where that is the same for all columns, it needs no classes.
    """
    styled: dict[str, set[str]] = {}
    for table, column in _STYLED_COLUMN.findall(html):
        styled.setdefault(table, set()).add(column)

    def plain(table: re.Match[str]) -> str:
        columns = styled.setdefault(table[1], set())
        if columns >= {*_COLUMN_CLASS.findall(table[0])}:
            columns.clear()

        def kept(cell: re.Match[str]) -> str:
            return f' class="{cell[1]}"' if cell[1] in columns else ""

        return re.sub(r">\s*\n\s*<", "><", _CELL_CLASSES.sub(kept, table[0]))

    def rules(style: re.Match[str]) -> str:
        if styled[style[1]]:
            return style[0]
        cells = f"#{style[1]} :is(td, thead th:not([class]))"
        return f"<style>{cells} {{ text-align: right }}</style>"

    html = _PANDAS_TABLE.sub(plain, html)
    return _RIGHT_ALIGNED_STYLE.sub(rules, html)


def _short_css(css: str) -> str:
    r"""CSS without comments and without line breaks.

    >>> _short_css("/* red */  .a { color:  red; }")
    '.a { color: red; }'
    """
    return re.sub(r"\s+", " ", re.sub(r"(?s)/\*.*?\*/", "", css)).strip()


def _without_needless_ends(html: str) -> str:
    """A page without the end tags of cells, rows and items, which the next tag ends.

    >>> _without_needless_ends("<tr><td>1</td><td>2</td></tr></table>")
    '<tr><td>1<td>2</table>'
    """
    parts, at = list[str](), 0
    for whole in _KEPT_AS_IT_IS.finditer(html):
        parts += [_NEEDLESS_ENDS.sub("", html[at : whole.start()]), whole[0]]
        at = whole.end()
    return "".join([*parts, _NEEDLESS_ENDS.sub("", html[at:])])


def _with_shared_fills(html: str) -> str:
    """A page whose verdicts have classes for their colours."""
    fills: dict[str, str] = {}

    def named(mark: re.Match[str]) -> str:
        name = fills.setdefault(mark[3], f"v{len(fills)}")
        return f'<{mark[1]} {mark[2]}class="{name}"'

    html = _FILL.sub(named, html)
    rules = "".join(f".fk-ledger .{name}{{{said}}}" for said, name in fills.items())
    return (
        html.replace("</head>", f"<style>{rules}</style>\n</head>", 1)
        if rules
        else html
    )


def _drawing_spans(html: str) -> Iterator[tuple[int, int]]:
    """The ends of each drawing of a page; drawings side by side count as one."""
    depth = start = 0
    for mark in _TAG_AROUND_DRAWINGS.finditer(html):
        if mark[0].startswith("<svg"):
            if not depth and 'class="fk"' not in mark[0]:
                continue
            start = start if depth else mark.start()
            depth += 1
        elif mark[0] == "</svg>" and depth:
            depth -= 1
            if not depth:
                yield start, mark.end()


def _with_shared_pieces(bodies: list[str], definitions: dict[str, str]) -> list[str]:
    """Drawings that refer to pieces and boards by their ids in `definitions`.

    Args:
        bodies: the drawings.
        definitions: markup of a piece or a board -> its id; new ones are added.
    """
    counts_of_grounds = Counter(
        each for body in bodies for each in _BOARD_GROUND.findall(body)
    )

    def reference_to(markup: str) -> str:
        name = definitions.setdefault(markup, f"fk-{len(definitions)}")
        return f'<use href="#{name}"/>'

    def shared_ground(matched: re.Match[str]) -> str:
        markup = matched[0]
        is_shared = counts_of_grounds[markup] > 1 and len(markup) >= _MIN_SHARED_LENGTH
        return reference_to(markup) if is_shared else markup

    shared_bodies = []
    for body in bodies:
        for piece in SHAPES.values():
            if piece in body:
                body = body.replace(piece, reference_to(piece))
        body = _PLACED_PIECE.sub(r'\3 x="\1" y="\2"/>', body)
        shared_bodies.append(_BOARD_GROUND.sub(shared_ground, body))
    return shared_bodies


def _with_shared_mark_styles(bodies: list[str], sheets: dict[str, None]) -> list[str]:
    """Drawings whose plots have classes for the styles of their marks.

    The classes are added to `sheets`, the style sheets of the page.
    """
    names, classes = count(), dict[str, str]()

    def plot(matched: re.Match[str]) -> str:
        return _slim_plot(matched[1], lambda: f"part-{next(names)}", classes)

    done = [_PLOT_GROUP.sub(plot, body) for body in bodies]
    if classes:
        rules = (f".fk .{name}{{{style}}}" for style, name in classes.items())
        sheets["".join(rules)] = None
    return done


def _slim_plot(markup: str, new_id: Callable[[], str], classes: dict[str, str]) -> str:
    """A plot with short ids, and with classes for its styles."""
    try:
        root = fromstring(markup)
    except ParseError:  # a picture of a reader, who may write anything
        return markup
    new_ids = {
        old_id: new_id() for part in root.iter() if (old_id := part.get("id", ""))
    }
    _join_lines(root, {part.get("id", ""): part for part in root.iter()})
    _drop_unused_shapes(root)
    for part in root.iter():
        if old_id := part.get("id", ""):
            part.set("id", new_ids[old_id])
        if style := part.attrib.pop("style", ""):
            part.set("class", classes.setdefault(style, f"look-{len(classes)}"))
        for key in ("href", "clip-path"):
            if key in part.attrib:
                part.set(
                    key,
                    _ID_REFERENCE.sub(
                        lambda each: f"#{new_ids.get(each[1], each[1])}",
                        part.attrib[key],
                    ),
                )
    return tostring(root, "unicode").replace(" />", "/>")


def _join_lines(group: Element, shapes: dict[str, Element]) -> None:
    """Make one path of lines that look alike and follow one another in a plot.

    Words may stand between them, and other such lines: ticks stand beside the lines of
    a grid. What is drawn before or after them is drawn so still.

    Args:
        group: an element of the plot, whose parts are joined in place.
        shapes: the plot's elements by id, which others refer to.
    """
    joined: dict[tuple[str, str], tuple[Element, list[str]]] = {}
    for part in [*group]:
        line = _line_of(part, shapes)
        if line is None:
            if part.tag not in ("text", "defs"):
                joined.clear()
            _join_lines(part, shapes)
            continue
        look = line.style, part.get("clip-path", "")
        if look in joined:
            path, drawn = joined[look]
            drawn.append(line.geometry)
            path.set("d", "".join(drawn))
            group.remove(part)
        else:
            drawn = [line.geometry]
            attributes = {"d": drawn[0], "style": line.style, "clip-path": look[1]}
            path = Element("path", {k: x for k, x in attributes.items() if x})
            group[[*group].index(part)] = path
            joined[look] = path, drawn


def _drop_unused_shapes(plot: Element) -> None:
    """Take away the shapes of a plot to which nothing refers any more."""
    used = {part.get("href", "").removeprefix("#") for part in plot.iter("use")}
    for parent in [*plot.iter()]:
        for defs in parent.findall("defs"):
            for shape in defs.findall("path"):
                if shape.get("id") not in used:
                    defs.remove(shape)
            if not len(defs):
                parent.remove(defs)


class _Line(NamedTuple):
    """A straight line of a plot: how it looks, and where it is, as a path says it."""

    style: str
    geometry: str


def _line_of(part: Element, shapes: dict[str, Element]) -> _Line | None:
    """The straight line that a part of a plot is; None if it is something else."""
    style = part.get("style", "")
    if part.tag == "path" and part.attrib.keys() <= {"d", "style", "clip-path"}:
        path, x, y = part, 0.0, 0.0
    elif part.tag == "use" and part.attrib.keys() <= {"x", "y", "href", "style"}:
        shape = shapes.get(part.get("href", "").removeprefix("#"))
        if shape is None or not shape.attrib.keys() <= {"id", "d", "style"}:
            return None
        path, x, y = shape, float(part.get("x", 0)), float(part.get("y", 0))
        # What the shape says of itself goes before what it would inherit.
        own = shape.get("style", "")
        inherited = [each for each in style.split(";") if each not in own.split(";")]
        style = ";".join(filter(None, [*inherited, own]))
    else:
        return None
    ends = _LINE_PATH.fullmatch(path.get("d", ""))
    if ends is None:
        return None
    x1, y1, x2, y2 = (
        f"{round(float(end) + by, 2):g}"
        for end, by in zip(ends.groups(), (x, y, x, y), strict=True)
    )
    to = f"V{y2}" if x1 == x2 else f"H{x2}" if y1 == y2 else f"L{x2} {y2}"
    return _Line(style, f"M{x1} {y1}{to}")
