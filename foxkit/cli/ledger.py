"""foxkit ledger: every published number and claim, ours beside it, and the verdict."""

import json
from dataclasses import asdict

from foxkit.cli.lines import Json


def ledger(document: str = "", /, *, as_json: Json = False) -> None:
    """Print what the documents say, what we found, and whether the two agree.

    Args:
        document: only documents whose file name begins so, such as `000`.
        as_json: print one array of all rows with all fields.
    """
    from foxkit.documents.ledger import entries
    from foxkit.lab.ledger import as_text

    rows = entries(document)
    if as_json:
        print(json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=1))
    else:
        print(as_text(rows))
