"""The pieces' shapes: small original drawings, told apart by outline before colour.

Each is SVG around (0, 0) within 40 units, where neighbouring points are 100 apart.
Classes `fk-...` take their colours from `foxkit.view.svg`.
"""

_WOOL = (
    "M-11-33a13 13 0 0 1 22 0a13 13 0 0 1 18 13a13 13 0 0 1 7 21a13 13 0 0 1-9 21"
    "a13 13 0 0 1-19 12a13 13 0 0 1-16 0a13 13 0 0 1-19-12a13 13 0 0 1-9-21"
    "a13 13 0 0 1 7-21a13 13 0 0 1 18-13z"
)
_SHEEP = (
    f'<path class="fk-sheep" d="{_WOOL}"/>'
    '<path class="fk-sheep-face" d="M-12-7q-13-6-19 2q6 9 17 5q1 21 14 25'
    'q13-4 14-25q11 4 17-5q-6-8-19-2z"/>'
    '<path class="fk-wool" d="M-14-5q-4-8 4-10q2-8 10-5q8-3 10 5q8 2 4 10'
    'q-7 4-14 0q-7 4-14 0z"/>'
    '<path class="fk-eye" d="M-9 5a3 3 0 1 0 6 0a3 3 0 1 0-6 0M3 5a3 3 0 1 0 6 0'
    'a3 3 0 1 0-6 0"/>'
)
_FOX = (
    '<g transform="scale(1.15)">'
    '<path class="fk-fox" d="M0 37q-12-4-18-13q-13-5-20-15q7-6 5-16l-3-31q15 4 23 16'
    'q13-4 26 0q8-12 23-16l-3 31q-2 10 5 16q-7 10-20 15q-6 9-18 13z"/>'
    '<path class="fk-fox-ear" d="M-29-28l2 19l11-8q-4-8-13-11zM29-28l-2 19l-11-8'
    'q4-8 13-11z"/>'
    '<path class="fk-fox-cheek" d="M0 36q-11-4-17-13q-11-4-18-13q19-9 29 0q4 6 6 14'
    'q2-8 6-14q10-9 29 0q-7 9-18 13q-6 9-17 13z"/>'
    '<path class="fk-fox-nose" d="M-7 27q7-5 14 0q-2 8-7 10q-5-2-7-10zM-20-1q6-6 12 3'
    'q-8 3-12-3zM20-1q-6-6-12 3q8 3 12-3z"/></g>'
)

_HOUND = (
    '<path class="fk-hound" d="M-17-27q17-9 34 0q6 12 4 25q-2 24-10 33q-11 8-22 0'
    'q-8-9-10-33q-2-13 4-25z"/>'
    '<path class="fk-hound-ear" d="M-17-28q-14 1-18 14q-4 21 6 31q9-4 9-19q-1-14 3-26z'
    'M17-28q14 1 18 14q4 21-6 31q-9-4-9-19q1-14-3-26z"/>'
    '<path class="fk-hound-muzzle" d="M-11 8q11-9 22 0q2 15-4 22q-7 5-14 0'
    'q-6-7-4-22z"/>'
    '<path class="fk-hound-nose" d="M-7 9q7-5 14 0q-1 8-7 10q-6-2-7-10zM-12-8'
    'a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M5-8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0"/>'
)

_WOLF = (
    '<path class="fk-wolf" d="M-28-37q17 7 20 17q8-3 16 0q3-10 20-17q5 22 1 36l8 9l-9 2'
    "l4 9l-11 0q-4 6-10 9l-4 9q-7 5-14 0l-4-9q-6-3-10-9l-11 0l4-9l-9-2l8-9"
    'q-4-14 1-36z"/>'
    '<path class="fk-wolf-ear" d="M-24-30q8 5 11 12l-10 8q-2-11-1-20zM24-30q-8 5-11 12'
    'l10 8q2-11 1-20z"/>'
    '<path class="fk-wolf-muzzle" d="M-7 5q7-4 14 0l4 19l-4 12q-7 5-14 0l-4-12z"/>'
    '<path class="fk-wolf-nose" d="M-7 24q7-4 14 0q-2 8-7 9q-5-1-7-9zM-20-5l13 5'
    'q-9 5-13-5zM20-5l-13 5q9 5 13-5z"/>'
)

SHAPES = {"sheep": _SHEEP, "fox": _FOX, "hound": _HOUND, "wolf": _WOLF}
"""Kind of piece -> SVG markup."""
