"""Matches and leagues on a Dask cluster: the same figures as in one process, even if a worker is killed."""

import argparse
import importlib.util
import json
import logging
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai import catalog, cluster
from ai.cluster import PATIENCE_SECONDS, connected
from ai.command_line import main
from ai.commands import clustering
from ai.commands.executors import pack_agents
from ai.commands.options import INTERRUPTED, OTHER_SIDE
from ai.evaluation.head_to_head import HANDS_A_BATCH, MatchResult, MatchSpec, play_match
from ai.evaluation.league import LeagueTable
from ai.evaluation.league_play import play_league
from ai.review.analysis import Results, grade_hands
from ai.review.hands import ReviewHands, read_hands
from ai.solver.board_solving import BoardTask, solve_board, solve_on_executor, spot_digest
from ai.solver.solving import Goal
from ai.solver.spot_forms import spot_document
from ai.solver.subgame import Limits
from game.core import BadInput, ConnectionFailed, Progress
from game.files import memory_limit
from game.match.spot_texts import SpotTexts
from game.rules.cards import parse
from game.rules.kuhn_poker import KuhnInformationState
from game.study.judgements import AskJudgement, Judgement
from game.study.league import LeagueSettings
from game.study.review import ReviewProgress, ReviewTarget
from tests.ai.asking import Run, run_json
from tests.features.logs.show import write_log
from tests.played_hands import make_judgement

SPEC = MatchSpec("holdem", "rock", "random", hands=8 * HANDS_A_BATCH, seed=3, duplicate=True)
LEAGUE = LeagueSettings("kuhn-poker", seed=3)
ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, str(ROOT / "main.py"))
needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="distributed is not installed"
)


@pytest.fixture
def two_workers() -> Iterator[Any]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, worker_dashboard_address=None
    ) as running:
        yield running


def figures(result: object) -> tuple[object, ...]:
    assert isinstance(result, MatchResult)
    return tuple(getattr(result, name) for name in ("hands", "mean", "ci95", "wins", "draws", "losses"))


def standings(executor: Executor | None) -> list[object]:
    table = LeagueTable(LEAGUE, dict.fromkeys(("equilibrium", "station", "uniform"), "1"), anew=True)
    table.play_to(20)
    for _ in play_league(table, catalog.load, executor):
        pass
    return [replace(pair, seconds=0.0) for pair in table.league().pairs]


@needs_dask
def test_a_worker_that_is_killed_half_way_changes_no_figure(two_workers: Any) -> None:
    first, half = next(iter(two_workers.workers.values())), SPEC.hands // 2
    with connected(two_workers.scheduler_address) as executor:
        loggers = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
        talking = [name for name in loggers if logging.getLogger(name).isEnabledFor(logging.ERROR)]
        assert not talking, "Dask would warn of the work that it does again"
        for item in play_match(SPEC, catalog.load, executor):
            if not isinstance(item, MatchResult) and item.iteration == half:
                os.kill(first.process.process.pid, signal.SIGKILL)
        in_a_league = standings(executor)
    *_, alone = play_match(SPEC, catalog.load)
    assert figures(item) == figures(alone)
    assert in_a_league == standings(None)


@needs_dask
def test_boards_are_solved_again_where_their_worker_is_killed(two_workers: Any) -> None:
    spot = spot_document(SpotTexts("", "22+,A2s+", "22+,KT+", "100", "300", "50%", "100%"))
    rivers = [parse(f"QsJh2h8d{rank}c") for rank in "35679TKA"]
    tasks = [
        BoardTask(spot, board, 1, Goal(target=0.5), 0.5, Limits(), spot_digest(spot, 0.5, None))
        for board in rivers
    ]
    first = next(iter(two_workers.workers.values()))
    found: list[str] = []
    with connected(two_workers.scheduler_address) as executor:
        for line in solve_on_executor(tasks, executor, len(tasks)):
            if line is not None:
                found.append(line.text)
                if len(found) == 2:
                    os.kill(first.process.process.pid, signal.SIGKILL)
    assert [read_figures(line) for line in found] == [read_figures(solve_board(task).text) for task in tasks]


def judge_slowly(request: AskJudgement) -> Iterator[Progress | Judgement]:
    """After a pause, return a random judgement that depends only on the decision's key and the action.

    The pause keeps the worker busy until a test kills it.
    """
    time.sleep(0.02)
    assert request.action is not None
    cost = random.Random(f"{request.info.key}/{request.action}").choice([0.0, 0.1, 3.0])
    other = next(one for one in request.info.legal_actions if one != request.action)
    values = {request.action: -cost, other: 0.0}
    yield make_judgement(
        values, best=other if cost else request.action, source="solve", equity=0.4, price=0.3
    )


@needs_dask
def test_a_review_grades_every_decision_again_that_a_killed_worker_had(
    two_workers: Any, tmp_path: Path
) -> None:
    target = ReviewTarget("log", str(write_log(tmp_path / "evening.log", 16)))
    *_, hands = read_hands(target)
    assert isinstance(hands, ReviewHands)
    first, killed = next(iter(two_workers.workers.values())).process.process.pid, False
    with connected(two_workers.scheduler_address) as executor:
        for item in grade_hands(hands, Results(tmp_path / "there", target, "one"), judge_slowly, executor):
            if isinstance(item, ReviewProgress) and item.iteration and not killed:
                os.kill(first, signal.SIGKILL)
                killed = True
    *_, alone = grade_hands(hands, Results(tmp_path / "alone", target, "one"), judge_slowly)
    assert killed
    assert item == alone


def read_figures(line: str) -> dict[str, object]:
    return {key: value for key, value in json.loads(line).items() if key != "seconds"}


@needs_dask
def test_where_nobody_answers_or_works_the_sentence_says_so() -> None:
    with pytest.raises(ConnectionFailed, match="No scheduler answers"), connected("tcp://127.0.0.1:1", 0.3):
        pass
    with pytest.raises(BadInput, match="not a scheduler address"), connected("nowhere://x:y", 0.3):
        pass
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=0, processes=False, protocol="tcp", dashboard_address=None) as empty,
        pytest.raises(ConnectionFailed, match="has no workers"),
        connected(empty.scheduler_address, 0.3),
    ):
        pass


GARBAGE = random.Random(4).randbytes(100_000)
WEB = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"
LONG = (1 << 40).to_bytes(8, "little")
OTHER_MESSAGE = (64).to_bytes(8, "little") + bytes(64)


@contextmanager
def server_that_says(first: bytes) -> Iterator[str]:
    """Yield the address of a server that sends `first` to every client, and nothing else."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        held = []

        def serve() -> None:
            with suppress(OSError):
                while True:
                    held.append(server.accept()[0])
                    held[-1].sendall(first)

        threading.Thread(target=serve, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"
        for connection in held:
            connection.close()


@needs_dask
@pytest.mark.parametrize("first", [b"", b"S", GARBAGE, WEB, LONG, OTHER_MESSAGE])
def test_a_server_that_is_no_scheduler_is_refused_before_dask_trusts_it(first: bytes) -> None:
    began = time.monotonic()
    with (
        server_that_says(first) as address,
        pytest.raises(ConnectionFailed, match="is not a Dask scheduler"),
        connected(address, 0.3),
    ):
        pass
    assert time.monotonic() - began < PATIENCE_SECONDS / 2


@needs_dask
@pytest.mark.parametrize(
    "address",
    [
        "",
        "tcp://",
        "127.0.0.1",
        "tcp://127.0.0.1:x",
        "127.0.0.1:99999",
        "tcp://:²",
        "http://a/b",
        "tls://a:8786",
    ],
)
def test_what_is_no_address_is_bad_input(address: str) -> None:
    before = threading.active_count()
    with pytest.raises(BadInput, match="is not a scheduler address"), connected(address, 0.3):
        pass
    assert threading.active_count() == before, "a client that began to connect would hold up the end"


@needs_dask
def test_a_cluster_without_memory_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_limit, "bytes_under_limit", lambda: 300 * memory_limit.MEGABYTE)
    with pytest.raises(BadInput, match=r"^A cluster needs 384 MB more"), connected("h ttp://a/b"):
        pass


@needs_dask
def test_a_connection_that_falls_silent_on_the_way_is_lost_and_not_without_workers() -> None:
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=1, processes=False, protocol="tcp", dashboard_address=None) as running,
        pytest.raises(ConnectionFailed, match="was lost while it worked"),
        connected(running.scheduler_address),
    ):
        raise TimeoutError


def test_without_the_package_the_sentence_names_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    words = ("match", "kuhn-poker", "equilibrium", "station", "--cluster", "tcp://127.0.0.1:8786")
    assert main(words) == 2
    assert capsys.readouterr().err.startswith("--cluster needs the package distributed")


def test_a_cluster_stands_in_the_place_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("match", "kuhn-poker", "a", "b", "--workers", "2", "--cluster", "x")) == 2
    assert "not allowed with" in capsys.readouterr().err


@contextmanager
def started(
    folder: Path, command: Sequence[str], *, quiet: bool = True, until: str = "", by: int = signal.SIGINT
) -> Iterator[None]:
    """Run a command in a folder during the block. After the block, wait until the command's log contains `until`.

    Then end the command with the signal `by`. If `quiet` is True, check that the log contains no traceback and the
    exit code is `INTERRUPTED`.
    """
    log = folder / f"{random.getrandbits(64)}.log"
    with (
        log.open("wb") as stream,
        subprocess.Popen(command, cwd=folder, stderr=stream, start_new_session=True) as process,
    ):
        try:
            yield
            end = time.monotonic() + PATIENCE_SECONDS
            while until not in log.read_text("utf-8"):
                assert time.monotonic() < end
                time.sleep(0.01)
            os.killpg(process.pid, by)  # as a terminal does, to the worker processes too
            process.wait(PATIENCE_SECONDS)
            if quiet:
                assert "Traceback" not in log.read_text("utf-8")
                assert process.returncode == INTERRUPTED
        finally:
            process.kill()


MINE = """
class Mine:
    def strategy(self, info):
        return {action: 1 / len(info.legal_actions) for action in info.legal_actions}
"""


@needs_dask
@pytest.mark.skipif(sys.platform == "win32", reason="signals end the processes")
def test_a_cluster_of_the_program_gives_the_figures_of_one_process(tmp_path: Path, run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    empty = tmp_path / "empty"
    empty.mkdir()
    words = ("match", "kuhn-poker", f"{tmp_path}/mine.py:Mine", "station", "--hands", "200", "--duplicate")
    with (
        started(empty, [*PROGRAM, "cluster", "scheduler", address]),
        started(empty, [*PROGRAM, "cluster", "worker", address, "--workers", "2", "--unprepared"]),
    ):
        wait_for_workers(address, 2)
        there = run_json(run, *words, "--cluster", address)
    assert {**there, "seconds": 0} == {**run_json(run, *words), "seconds": 0}


@needs_dask
@pytest.mark.skipif(sys.platform == "win32", reason="signals end the processes")
def test_ctrl_c_while_workers_start_prints_no_traceback(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    worker = [*PROGRAM, "cluster", "worker", address, "--workers", "2", "--unprepared"]
    with (
        started(tmp_path, [*PROGRAM, "cluster", "scheduler", address]),
        started(tmp_path, worker, until="Start Nanny"),
    ):
        pass


@needs_dask
@pytest.mark.skipif(sys.platform == "win32", reason="signals end the processes")
def test_workers_whose_scheduler_is_terminated_end_with_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    program, log = [*PROGRAM, "cluster"], tmp_path / "worker.log"
    with log.open("wb") as stream, started(tmp_path, [*program, "scheduler", address], by=signal.SIGTERM):
        worker = subprocess.Popen([*program, "worker", address, "--unprepared"], stderr=stream)
        wait_for_workers(address, 1)
    try:
        assert worker.wait(PATIENCE_SECONDS) == OTHER_SIDE
    finally:
        worker.kill()
    said = log.read_text("utf-8")
    assert said.endswith(f"\nThe scheduler at {address} has ended, and the workers with it.\n")
    assert "Traceback" not in said


@needs_dask
@pytest.mark.parametrize("is_there", [False, True])
def test_a_worker_whose_scheduler_ends_while_it_starts_says_so(
    monkeypatch: pytest.MonkeyPatch, *, is_there: bool
) -> None:
    def fail(*_: object) -> None:
        if not is_there:
            scheduler.close()
        raise ConnectionFailed("It did not start.")

    monkeypatch.setattr(clustering, "_run", fail)
    with socket.create_server(("127.0.0.1", 0)) as scheduler:
        address = f"tcp://127.0.0.1:{scheduler.getsockname()[1]}"
        options = argparse.Namespace(address=address, unprepared=True, workers=1)
        with pytest.raises(ConnectionFailed, match="did not start" if is_there else "has ended"):
            clustering.run_worker(options)


@needs_dask
@pytest.mark.skipif(sys.platform == "win32", reason="the reason is the system's")
def test_a_scheduler_on_a_port_that_is_taken_says_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        done = subprocess.run(
            [*PROGRAM, "cluster", "scheduler", address],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.stderr.endswith(f"\nThe scheduler cannot run at {address}: Address already in use.\n")
    assert (done.returncode, "Traceback" in done.stderr) == (OTHER_SIDE, False)


def test_an_exception_in_the_log_of_dask_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("distributed")
    log.addHandler(caplog.handler)
    try:
        cluster.shorten_tracebacks()
        try:
            raise OSError("the stream is closed")
        except OSError:
            log.critical("Lost %s", "a worker", exc_info=True)
    finally:
        log.removeHandler(caplog.handler)
        caplog.handler.filters.clear()
    assert caplog.messages[-1] == "Lost a worker: the stream is closed"
    assert "Traceback" not in caplog.text


def test_an_error_of_a_class_that_was_sent_has_the_name_that_was_typed(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Mine:\n    def decide(self, info, rng, budget):\n        1 / 0\n"
    )
    name = f"{tmp_path}/mine.py:Mine"
    load, files = pack_agents(argparse.Namespace(cluster="tcp://127.0.0.1:1"), "kuhn-poker", [name])
    cluster.store_files(files)
    info = KuhnInformationState(0, 1, "")
    with pytest.raises(BadInput, match=rf"^{re.escape(name)} failed in mine.py, line 3: ZeroDivisionError"):
        load("kuhn-poker", name).decide(info, random.Random(0))


def wait_for_workers(address: str, count: int) -> None:
    from distributed import Client

    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with Client(address, timeout=1, set_as_default=False) as client:
                client.wait_for_workers(count, timeout=PATIENCE_SECONDS)
                return
        except OSError:
            assert time.monotonic() < until


@needs_dask
def test_a_cluster_that_cannot_import_the_program_says_how_to_start_it(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = [
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--no-dashboard",
        "--dashboard-address",
        "127.0.0.1:0",
    ]
    plain = [sys.executable, "-m", "distributed.cli.dask_scheduler", *words]
    worker = [
        sys.executable,
        "-m",
        "distributed.cli.dask_worker",
        f"tcp://127.0.0.1:{port}",
        "--no-dashboard",
    ]
    with (
        started(tmp_path, plain, quiet=False),
        started(tmp_path, [*worker, "--no-nanny"], quiet=False),
    ):
        wait_for_workers(f"tcp://127.0.0.1:{port}", 1)
        with (
            pytest.raises(ConnectionFailed, match="cannot import this program: start its scheduler"),
            connected(f"tcp://127.0.0.1:{port}"),
        ):
            pass


@needs_dask
def test_another_version_of_the_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr(cluster, "CODE_VERSION", "0.9.0")
    with (
        LocalCluster(
            n_workers=1, processes=True, dashboard_address=None, worker_dashboard_address=None
        ) as running,
        pytest.raises(ConnectionFailed, match=r"runs version 1\.0\.0 of this program, and this is 0\.9\.0"),
        connected(running.scheduler_address),
    ):
        pass
