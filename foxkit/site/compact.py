"""Pages with what their drawings share written once.

    each drawing by itself      its style sheet, its pieces, the lines of its board, and
                                a style for every mark of a plot: what can be saved
    the drawings of a page      one style sheet, one piece of a kind, one board of a
                                kind, and a class for each style

Long games of a page, and plots as a phone shows them, are packed as step logs are.
Tables lose the classes that no style sheet names, and end tags that HTML does not need.
The colours of verdicts become classes.
`figures.js` puts together again what is saved from a page.
"""

import base64
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from xml.etree.ElementTree import ParseError, fromstring, tostring

from foxkit.games import all_parts
from foxkit.view import theme
from foxkit.view.assets import SHAPES, picture_style

_MARK = re.compile(r"(?s)<script\b.*?</script>|<svg\b[^>]*>|</svg>")
_STYLE = re.compile(r"(?s)<style>(.*?)</style>")
_PLOT = re.compile(
    r'(?s)(<g class="fk-plot">.*?</g>)\s*(?=<g class="fk-tips">|</svg>|$)'
)
_LEAF = (
    r'(?:<(?:path|circle|rect) class="fk-(?:light|dark|field|place|lines|dot)"[^>]*/>'
    r'|<text class="fk-axis"[^>]*>[^<]*</text>)'
)
_GROUND = re.compile(rf"{_LEAF}{{2,}}")
"""Marks below the pieces of a board, which are the same in each of its positions."""
_PIECE = re.compile(r'<g transform="translate\((\S+) (\S+)\)">(<use [^>]*)/></g>')
_DATA = re.compile(r'(<script type="application/json">)(\{[^<]*)(?=</script>)')
_GAMES = re.compile(r' data-games="([^"]*)"')
_TABLE = re.compile(r'(?s)<table id="(T_\w+)".*?</table>')
_COLUMN = re.compile(r"#(T_\w+) \.(col\d+) ")
_CLASS = re.compile(r'<t[hd][^>]* class="[^"]*\b(col\d+)')
_RIGHT = re.compile(
    r'<style type="text/css">\s*#(T_\w+) \.col0 {\s*text-align: right;\s*}\s*'
    r"(?:#\1 \.col\d+ {\s*text-align: right;\s*}\s*)*</style>"
)
_CELL = re.compile(
    r' class="(?:data|(?:row|col)_heading level\d) (?:row\d+ ?)?(col\d+)?" ?'
)
_FILL = re.compile(
    r'<(b|a) ([^<>]*?)style="(background:#\w+;background:var\([\w-]+\))"'
)
_ENDS = re.compile(
    r"</(?:td|th)>\s*(?=<t[dh]\b|</tr)|</tr>\s*(?=<tr\b|</t(?:head|body|able))"
    r"|</(?:dd|dt)>\s*(?=<d[dt]\b)|</dd>\s*(?=</dl>)|</li>\s*(?=<li\b|</[uo]l>)"
)
"""Ends of cells, rows and items that the next tag ends, too."""
_SHEET = re.compile(r"(?s)<style\b([^>]*)>(.*?)</style>")
_WHOLE = re.compile(r"(?s)<(script|style|pre|textarea|svg)\b.*?</\1>")
_REFERENCE = re.compile(r"#([\w.-]+)")
_LEAST = 200  # letters of what is worth a definition
_LONG = 4_000  # letters of data that is worth packing


def compact_page(html: str) -> str:
    """A page whose drawings share styles, pieces, boards and looks of marks.

    What a drawing shows, and says, does not change.
    """
    all_parts("board_pieces")  # which add what they draw to SHAPES
    html = _plain_tables(_DATA.sub(_compressed_data, _with_shared_games(html)))
    html = _with_shared_fills(_without_needless_ends(html))
    html = _SHEET.sub(
        lambda sheet: f"<style{sheet[1]}>{_short_css(sheet[2])}</style>", html
    )
    drawings = [*_drawing_spans(html)]
    if not drawings:
        return html
    sheets: dict[str, None] = {}
    bodies = [
        _STYLE.sub(lambda sheet: sheets.setdefault(sheet[1]) or "", html[start:end])
        for start, end in drawings
    ]
    definitions: dict[str, str] = {}
    bodies = _with_shared_looks(_with_shared_pieces(bodies, definitions), sheets)
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
    looks = palette + "\n".join(sheets).replace(palette, "")
    looks = looks.replace(".fk .fk-", ":is(.fk,.fk-shared) .fk-")
    looks = looks.replace(".fk text", ":is(.fk,.fk-shared) text")
    head = f'<style class="pictures">{looks}</style>\n</head>'
    # Boards that are lively bring the same palette and rules of drawings.
    if (rules := picture_style("drawing.css")) in "".join(sheets):
        whole = whole.replace(f"<style>{palette}{rules}", "<style>")
    return whole.replace("</head>", head, 1).replace("<body>", body, 1)


def _compressed_data(data: re.Match[str]) -> str:
    """The data of an element, packed if it is long."""
    if len(data[2]) < _LONG:
        return data[0]
    packed = base64.b64encode(zlib.compress(data[2].encode(), 9)).decode()
    return f'{data[1]}"{packed}"'


def _with_shared_games(html: str) -> str:
    """A page whose points refer to the games of several of them by a number."""
    many = Counter(_GAMES.findall(html))
    several = [games for games, number in many.items() if number > 1]
    if not several:
        return html
    number = {games: f"#{n}" for n, games in enumerate(several)}
    html = _GAMES.sub(lambda x: f' data-games="{number.get(x[1], x[1])}"', html)
    data = f'<script type="application/json" class="fk-games">{json.dumps(several)}'
    return html.replace("</main>", f"{data}</script>\n</main>", 1)


def _plain_tables(html: str) -> str:
    """Tables of pandas with the classes of those columns alone that have a style.

    Where that is the same for all columns, it needs no classes.
    """
    styled: dict[str, set[str]] = {}
    for table, column in _COLUMN.findall(html):
        styled.setdefault(table, set()).add(column)

    def plain(table: re.Match[str]) -> str:
        columns = styled.setdefault(table[1], set())
        if columns >= {*_CLASS.findall(table[0])}:
            columns.clear()

        def kept(cell: re.Match[str]) -> str:
            return f' class="{cell[1]}"' if cell[1] in columns else ""

        return re.sub(r">\s*\n\s*<", "><", _CELL.sub(kept, table[0]))

    def rules(style: re.Match[str]) -> str:
        if styled[style[1]]:
            return style[0]
        cells = f"#{style[1]} :is(td, thead th:not([class]))"
        return f"<style>{cells} {{ text-align: right }}</style>"

    html = _TABLE.sub(plain, html)
    return _RIGHT.sub(rules, html)


def _short_css(css: str) -> str:
    """CSS without comments and without line breaks.

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
    for whole in _WHOLE.finditer(html):
        parts += [_ENDS.sub("", html[at : whole.start()]), whole[0]]
        at = whole.end()
    return "".join([*parts, _ENDS.sub("", html[at:])])


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
    for mark in _MARK.finditer(html):
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
    """Drawings that refer to pieces and boards, which go to `definitions`."""
    grounds = Counter(each for body in bodies for each in _GROUND.findall(body))

    def use(drawn: str) -> str:
        name = definitions.setdefault(drawn, f"fk-{len(definitions)}")
        return f'<use href="#{name}"/>'

    def ground(found: re.Match[str]) -> str:
        drawn = found[0]
        if grounds[drawn] < 2 or len(drawn) < _LEAST:
            return drawn
        return (
            f'<use href="#{definitions.setdefault(drawn, f"fk-{len(definitions)}")}"/>'
        )

    done = []
    for body in bodies:
        for drawn in SHAPES.values():
            if drawn in body:
                body = body.replace(drawn, use(drawn))
        body = _PIECE.sub(r'\3 x="\1" y="\2"/>', body)
        done.append(_GROUND.sub(ground, body))
    return done


def _with_shared_looks(bodies: list[str], sheets: dict[str, None]) -> list[str]:
    """Drawings whose plots have classes for the looks of their marks."""
    names, looks = count(), dict[str, str]()

    def plot(found: re.Match[str]) -> str:
        return _slim_plot(found[1], lambda: f"part-{next(names)}", looks)

    done = [_PLOT.sub(plot, body) for body in bodies]
    if looks:
        sheets["".join(f".fk .{name}{{{said}}}" for said, name in looks.items())] = None
    return done


def _slim_plot(markup: str, name: Callable[[], str], looks: dict[str, str]) -> str:
    """A plot with short ids, and with classes for its styles."""
    try:
        root = fromstring(markup)
    except ParseError:  # a picture of a reader, who may write anything
        return markup
    known = {own: name() for part in root.iter() if (own := part.get("id", ""))}
    for part in root.iter():
        if own := part.get("id", ""):
            part.set("id", known[own])
        if style := part.attrib.pop("style", ""):
            part.set("class", looks.setdefault(style, f"look-{len(looks)}"))
        for key in ("href", "clip-path"):
            if key in part.attrib:
                part.set(
                    key,
                    _REFERENCE.sub(
                        lambda each: f"#{known.get(each[1], each[1])}", part.attrib[key]
                    ),
                )
    return tostring(root, "unicode").replace(" />", "/>")
