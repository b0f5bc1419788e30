"""Measure whether an agent that solves keeps its time limits on a busy machine.

    python -m tests.benchmarks.budgets [--decisions 300] [--seconds 0.5 1 3] [--spinning N] [--empty]

Hands are played against random actions, while N processes keep the processors busy. The worker process gets
the requests of the window: to prepare when a hand is dealt, and to decide within the given seconds. The
measured time is from the request to the answer. This time excludes the loading of the agent, for which the
first decision waits.

With `--empty`, the cache is empty, and a first start compiles at the same time. Decisions then begin when the
kernels for the table are ready.

The output for each time limit is the share of decisions within the limit plus 0.3 s, and the longest excess.
The output also has the share of solved decisions among an agent's first decisions on a flop.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import count

from game.core import Budget, Decision, Progress
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.match.worker import Worker
from game.needs import Need, NeedsProgress
from game.request import Request
from game.rules.betting import FOLD, Street
from game.rules.holdem import HoldemInformationState
from game.study.play import AgentKey, Decide, GetReady, Prepare
from tests.benchmarks.first_start import empty_folders, spin
from tests.e2e.drivers import ROOT

AGENT = AgentKey("holdem", "architect-thinks")
TOLERANCE = 0.3
SEEDS = 100_000
"""The seed offset between two time limits, so that no solve is cached from an earlier limit."""
POLL_SECONDS, DEAL_SECONDS = 0.005, 1.0
"""The pause between polls of the worker, and the time of a deal before the first decision."""


class Table:
    """A worker process that gets the requests of a table."""

    def __init__(self) -> None:
        self.worker = Worker("ai.service:answer")
        self.worker.start()
        self.unmet: Mapping[Need, float | None] = {}
        self.reports: list[Progress] = []

    def prepare(self, *, wholly: bool) -> None:
        """Begin the preparation of a first start, and wait until the agent can play.

        If `wholly` is True, wait until everything is prepared.
        """
        self.unmet = dict.fromkeys(Need)
        self.worker.ask(Prepare(), self._end, self._hear)
        while self.unmet if wholly else Need.BLUEPRINT in self.unmet:
            self.rest(POLL_SECONDS)

    def _end(self, answer: object) -> None:
        self.unmet = {}

    def _hear(self, report: Progress) -> None:
        if isinstance(report, NeedsProgress):
            self.unmet = report.unmet

    def rest(self, seconds: float) -> None:
        """Receive the reports of the worker for some seconds."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self.worker.poll()
            time.sleep(POLL_SECONDS)

    def ask(self, request: Request[Decision]) -> tuple[object, float]:
        """Return the answer to a request, and the seconds until the answer arrived.

        The reports before the answer are stored in `reports`.
        """
        answers: list[object] = []
        self.reports = []
        began = time.perf_counter()
        self.worker.ask(request, answers.append, self.reports.append)
        while not answers:
            self.worker.poll()
            time.sleep(POLL_SECONDS)
        return answers[0], time.perf_counter() - began


def decisions(table: Table, seconds: float, first_seed: int) -> Iterator[tuple[float, bool | None]]:
    """Yield for each decision of the agent the seconds beyond the limit, and whether the flop is solved.

    The second item is None except for the agent's first decision on a flop.
    """
    for seed in count(first_seed):
        session = Session(TableSpec("holdem", ("you", AGENT.name), seed=seed))
        die = random.Random(seed)
        ticket = table.worker.ask(GetReady(AGENT, session.info(1)), lambda _: None)
        table.rest(DEAL_SECONDS)
        first = True
        while not session.hand_over:
            info = session.info(session.seat_to_act or 0)
            assert isinstance(info, HoldemInformationState)
            if session.seat_to_act == 0:
                calm = [action for action in info.legal_actions if action != FOLD][:3]
                session.act(die.choice(calm))
                continue
            request = Decide(AGENT, info, session.decision_seed, Budget(seconds=seconds))
            decision, taken = table.ask(request)
            assert isinstance(decision, Decision), decision
            solved = any(report.iteration and not report.doing for report in table.reports)
            flop = info.betting.street == Street.FLOP and first
            first = first and info.betting.street < Street.FLOP
            loading = [one.seconds for one in table.reports if one.doing and one.seconds_left is None]
            yield taken - seconds - max(loading, default=0.0), solved if flop else None
            session.act(decision.action)
        table.worker.drop(ticket)


def measure(wanted: int, times: Sequence[float], *, empty: bool) -> None:
    """Measure `wanted` decisions with each time limit, and print a JSON object for each limit."""
    table = Table()
    table.prepare(wholly=not empty)
    for number, seconds in enumerate(times):
        found: list[tuple[float, bool | None]] = []
        compiling = 0
        for one in decisions(table, seconds, number * SEEDS):
            found.append(one)
            compiling += bool(table.unmet)
            if len(found) == wanted:
                break
        over = [excess for excess, _ in found]
        flops = [solved for _, solved in found if solved is not None]
        within = sum(excess <= TOLERANCE for excess in over) / len(over)
        figures = {
            "seconds": seconds,
            "decisions": len(found),
            "while_compiling": compiling,
            "within_0.3_s_pct": round(100 * within, 1),
            "longest_excess_seconds": round(max(over), 2),
            "first_flops": len(flops),
            "flops_solved_pct": round(100 * sum(flops) / len(flops), 1) if flops else None,
        }
        print(json.dumps(figures), flush=True)
    table.worker.close()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure in a separate process while other processes keep the processors busy."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decisions", type=int, default=300, metavar="N", help="for each thinking time")
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.5, 1.0, 3.0])
    parser.add_argument("--spinning", type=int, default=0, metavar="N")
    parser.add_argument("--empty", action="store_true", help="measure while a first start compiles")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.inside:
        measure(chosen.decisions, chosen.seconds, empty=chosen.empty)
        return
    command = [
        sys.executable,
        "-m",
        "tests.benchmarks.budgets",
        "--inside",
        "--decisions",
        str(chosen.decisions),
    ]
    command += ["--seconds", *map(str, chosen.seconds), *(["--empty"] if chosen.empty else [])]
    one_thread = {"OPENBLAS_NUM_THREADS": "1"}  # as main.py sets it
    folders = empty_folders() if chosen.empty else nullcontext({**os.environ})
    with folders as environment, spin(chosen.spinning):
        subprocess.run(command, env={**environment, **one_thread}, cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
