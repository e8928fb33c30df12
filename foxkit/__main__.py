"""`python -m foxkit`, the same as the command `foxkit`."""

import sys

from foxkit.cli import main

sys.exit(main())
