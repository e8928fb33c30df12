"""Print every quotation of `data/published` that is not a line of its document.

    python tests/check_quotations.py FOLDER_OF_THE_DOCUMENTS

The documents are not part of the workbook. A quotation that joins lines is to be read
again: the break may have stood for something, such as the end of an item.
"""

import re
import sys
from pathlib import Path

from foxkit.lab.claims import claims


def place_of(quoted: str, text: str) -> str:
    """Return the words as the document has them, with its line breaks; "" if not."""
    words = map(re.escape, quoted.split())
    found = re.search(r"\s+".join(words), text)
    return found.group() if found else ""


def main(folder: str) -> None:
    """Print the ids of the rows, what is wrong, and the quotation."""
    for claim in claims().values():
        text = (Path(folder) / claim.document).read_text(encoding="utf-8")
        text = text.replace("\\_", "_")  # a copy's mark before an underscore
        place = place_of(claim.quoted, text)
        if "\n" in place or not place:
            told = "joins lines" if place else "is not in the document"
            print(f"{claim.id} {told}: {place or claim.quoted!r}")


if __name__ == "__main__":
    main(*sys.argv[1:])
