"""Replays hands of a real ACPC log with our rules, and compares every payoff with the logged one.

    python tests/data/replay_acpc_log.py LOG [COUNT] [--table SMALL/BIG/STACK]

LOG is plain text or .xz. The table comes from the log's `#` header, else from --table (50/100/20000). Prints how
many lines were read and how many differ, and the first differences; exit code 1 when any does.
"""

from __future__ import annotations

import argparse
import lzma
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from game.core import BadInput
from game.match.acpc import from_acpc, rules_from_header
from game.rules.betting import HoldemRules


def table(text: str) -> HoldemRules:
    small, big, stack = map(int, text.split("/"))
    return HoldemRules(small, big, (stack, stack))


def hands(log: Path, rules: HoldemRules) -> Iterator[tuple[str, HoldemRules]]:
    """Yield every hand's line with the table that it was played at."""
    with lzma.open(log, "rt") if log.suffix == ".xz" else log.open() as lines:
        for line in lines:
            if line.startswith("#"):
                rules = rules_from_header(line) or rules
            elif line.startswith("STATE:"):
                yield line, rules


def difference(line: str, rules: HoldemRules) -> str | None:
    try:
        from_acpc(line, rules)
    except BadInput as error:
        return f"{line.strip()}: {error}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("log", type=Path)
    parser.add_argument("count", type=int, nargs="?")
    parser.add_argument("--table", type=table, default="50/100/20000")
    arguments = parser.parse_args()
    started = time.monotonic()
    found = [difference(*hand) for hand in islice(hands(arguments.log, arguments.table), arguments.count)]
    differences = [text for text in found if text is not None]
    print(f"{len(found)} hands, {len(differences)} differ, {time.monotonic() - started:.1f} s")
    print(*differences[:10], sep="\n", end="")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
