"""Replays real logs with our rules, every payoff compared with the logged one.

    python tests/data/replay_acpc_log.py LOG ... [--count HANDS] [--table SMALL/BIG/STACK]

A LOG is ACPC lines or PHH, plain or packed. Where a log names no table it is --table (50/100/20000). Prints how
many hands were read, how many lines differ, the first of them, and how fast it was; exit code 1 when any does.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from ai.knowledge.logs import BadLine, LogCounts, read_logs
from game.rules.betting import HoldemRules

MAX_SHOWN = 10


def table(text: str) -> HoldemRules:
    small, big, stack = map(int, text.split("/"))
    return HoldemRules(small, big, (stack, stack))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("logs", type=Path, nargs="+")
    parser.add_argument("--count", type=int)
    parser.add_argument("--table", type=table, default="50/100/20000")
    arguments = parser.parse_args()
    counts, began = LogCounts(), time.process_time()
    items = islice(read_logs(arguments.logs, counts, assumed=arguments.table), arguments.count)
    bad = [item for item in items if isinstance(item, BadLine)]
    seconds = time.process_time() - began
    print(f"{counts.hands:,} hands, {counts.bad:,} lines differ, {seconds:.1f} s of one core")
    for line in bad[:MAX_SHOWN]:
        print(f"{line.file.name}, line {line.number}: {line.sentence}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
