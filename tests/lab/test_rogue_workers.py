"""What a worker of a cluster answers is data: nothing of it is run where it is read.

The worker is a process of its own, as somebody else may have started it: it has foxkit,
and answers what it likes. Each answer, unpickled here, would leave a file.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest
from fresh import environment, wait_until
from small_play import CHANCE

from foxkit.lab.match_files import MatchFiles
from foxkit.lab.match_run import MatchRun
from foxkit.lab.play import play_missing
from foxkit.lab.settings import PlaySettings
from foxkit.lab.stopping_rule import StoppingRule
from foxkit.lab.workers import open_workers

pytestmark = [pytest.mark.usefixtures("own_data"), pytest.mark.slow]

ROGUE = """
import os, sys, pickle
import distributed, foxkit.lab.workers as workers
from distributed.cli.dask_worker import main

MARK, KIND, ADDRESS = sys.argv[1:4]
HERE = os.getpid()


def leave(mark, here):
    if os.getpid() != here:  # dask tries each pickle at home first
        with open(mark, "a") as file:
            file.write(f"{os.getpid()} ")
    return Exception("a rogue")


class Rogue:
    def __reduce__(self):
        return leave, (MARK, HERE)


class RogueError(Exception):
    def __reduce__(self):
        return leave, (MARK, HERE)


class Kind(type):
    pass


import copyreg
copyreg.pickle(Kind, lambda kind: (leave, (MARK, HERE)))
OfRogueKind = Kind("OfRogueKind", (), {})


def answer(match, seed, blocks, twice):
    if KIND == "an object":
        return Rogue()
    if KIND == "an object of a kind":
        return OfRogueKind()
    if KIND == "an exception":
        raise RogueError()
    if KIND == "an event":
        distributed.get_worker().log_event("warn", {"message": pickle.dumps(Rogue())})
        import time
        time.sleep(1)
        return b"{}"
    if KIND == "a pickle as bytes":
        return pickle.dumps(Rogue())
    if KIND == "deep JSON":
        return b"[" * 10**6
    if KIND == "no games":
        return b'{"games": [], "seconds": 0.5, "made_with": [{"code": ""}]}'
    if KIND == "other JSON":
        return b'{"games": 5, "seconds": 1e400, "made_with": []}'


workers._play_on_cluster = answer
sys.argv = ["dask", ADDRESS, "--no-nanny", "--no-dashboard", "--nthreads", "1"]
main()
"""
ANSWERS = {
    "an object": ".",
    "an object of a kind": ".",
    "an exception": "could not run foxkit",
    "an event": "something else than games",
    "a pickle as bytes": "something else than games",
    "deep JSON": "nested more than 50 levels",
    "no games": "it has no games",
    "other JSON": "no finite number",
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Yield the address of a scheduler, in a process of its own."""
    pytest.importorskip(
        "distributed", reason="a cluster needs: pip install 'foxkit[cluster]'"
    )
    words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    with subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", *words],
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as scheduler:
        assert scheduler.stderr is not None
        line = ""
        while "Scheduler at:" not in line:
            line = scheduler.stderr.readline()
            assert line
        yield line.split()[-1]
        scheduler.kill()


@pytest.mark.parametrize("kind", ANSWERS)
def test_nothing_of_a_rogue_s_answer_runs_here(
    kind: str, address: str, tmp_path: Path
) -> None:
    """The run ends with a sentence, or goes on; it does not hang, and keeps nothing."""
    script, mark = tmp_path / "rogue.py", tmp_path / "mark"
    script.write_text(ROGUE)
    worker = subprocess.Popen(
        [sys.executable, str(script), str(mark), kind, address],
        stderr=subprocess.DEVNULL,
        env=environment(),
    )
    try:
        with open_workers(address) as workers:
            wait_until(workers.pool._client.nthreads, "the worker comes", 60)  # type: ignore[attr-defined]

            class AtThese(PlaySettings):
                def open_pool(self) -> Any:
                    from contextlib import nullcontext

                    return nullcontext(workers)

            with pytest.raises(
                (ValueError, RuntimeError, TypeError), match=ANSWERS[kind]
            ):
                play_missing(
                    [MatchRun(MatchFiles(CHANCE), StoppingRule(max_blocks=4))],
                    AtThese(seconds=inf, raises_interruptions=True),
                )
    finally:
        worker.kill()
        worker.wait()
    who = mark.read_text() if mark.exists() else ""
    assert str(os.getpid()) not in who.split()
    assert MatchFiles(CHANCE).read().blocks == 0
