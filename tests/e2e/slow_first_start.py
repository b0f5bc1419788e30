"""A simulated slow first start that needs no processor time. Each of five steps writes a file to the cache folder.

This module can run as the preparing process (`main`), as the worker that starts this process (`answer`), and
as the window (`window`).
"""

import json
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from ai import first_start, kernel_cache, preparation, service
from ai.preparation import Report
from game.files import user_files
from game.needs import NEEDS
from game.request import Request

NAME = "tests.e2e.slow_first_start"
STEPS = 5
STEP_SECONDS = 0.15
MADE = "made.txt"
"""The file with a line for each completed step. A repeated step adds another line."""


def answer(request: Request[Any]) -> Iterator[Any]:
    preparation.MAKER = NAME
    yield from service.answer(request)


def window() -> None:
    """Open the window and run it until it is killed."""
    from tests.e2e.victims import opened_with

    app = opened_with(user_files.home(), f"{NAME}:answer")
    while True:
        app.step([], 0.05)
        time.sleep(0.01)


def main() -> None:
    """Complete the missing steps."""
    threading.Thread(target=first_start.end_with_starter, daemon=True).start()
    folder = user_files.cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    for step in range(STEPS):
        tell(step)
        if not (folder / f"step-{step}").exists():
            time.sleep(STEP_SECONDS)
            with (folder / MADE).open("a") as made:
                made.write(f"{step}\n")
            user_files.atomic_write(folder / f"step-{step}", b"kept")
    for need in NEEDS:
        kernel_cache.write_stamp(need, [folder / f"step-{step}" for step in range(STEPS)])
    tell(STEPS)


def tell(ready: int) -> None:
    print(json.dumps(asdict(Report(ready, STEPS, ready / STEPS))), flush=True)


if __name__ == "__main__":
    window() if sys.argv[1:] == ["window"] else main()
