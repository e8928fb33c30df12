"""The roof: the chapters, executed and written as pages to read in a browser."""

import sys

# With this package, jsonschema builds 38 parsers of international addresses whenever
# nbformat is imported, which takes over a second; no notebook has such addresses to
# check. It does without where it cannot be imported.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
