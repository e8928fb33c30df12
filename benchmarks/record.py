"""Measure everything on an idle machine, and write it down with what it ran on.

    pip install open_spiel easyAI && python benchmarks/record.py

`measured.json`, beside this file, has the speeds and ratios of `foxkit bench`, those of
`peers.py` (without the peers, ours alone), the processor and the versions.
"""

import json
import platform
from importlib.metadata import packages_distributions, version
from pathlib import Path

import peers
from bench import measure

from foxkit.core.caching import DIGEST
from foxkit.lab.match import versions_and_machine

MEASURED_FILE = Path(__file__).with_name("measured.json")


def processor_name() -> str:
    """The processor's name, so far as the system tells it."""
    page = Path("/proc/cpuinfo")
    lines = page.read_text().splitlines() if page.exists() else []
    models = (line for line in lines if line.startswith("model name"))
    return next(models, f":{platform.processor()}").partition(":")[2].strip()


def main() -> None:
    """Measure and write."""
    found = measure()
    there = packages_distributions()
    names = [there[each][0] for each in ("pyspiel", "easyAI") if each in there]
    on = versions_and_machine(DIGEST[:16]) | {"processor": processor_name()}
    on |= {name: version(name) for name in names}
    page = {"made_with": on, "speed": found["speed"], "ratio": found["ratio"]}
    page |= {"peers": peers.all_speeds()}
    MEASURED_FILE.write_text(json.dumps(page, indent=1) + "\n", encoding="utf-8")
    print(MEASURED_FILE)


if __name__ == "__main__":
    main()
