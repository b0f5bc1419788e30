"""What happens if a limit of the process leaves little memory: fewer threads, or one sentence. No file is moved."""

import errno
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NoReturn
from unittest.mock import patch

import numpy as np
import pytest

from ai.abstraction.parallel import blocks, in_turns
from ai.knowledge import log_store
from ai.solver import solve_files
from ai.solver.solving import Goal, solved
from ai.solver.spot_forms import spot_of_texts
from ai.solver.subgame import Limits, Subgame
from ai.steps import in_thread, run_in_steps
from game.core import BadInput
from game.files import memory_limit
from game.files.memory_limit import MEGABYTE
from game.match.spot_texts import SpotTexts

TURN = SpotTexts("QsJh2h8d", "AA,KQs", "QQ,AJ", "100", "150", "75%")


@pytest.fixture
def leave(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Return a function that lets the limit leave so many MB."""

    def limit(megabytes: int) -> None:
        monkeypatch.setattr(memory_limit, "bytes_under_limit", lambda: megabytes * MEGABYTE)

    return limit


@pytest.mark.parametrize(("megabytes", "threads"), [(0, 0), (143, 0), (144, 1), (304, 3), (10_000, 8)])
def test_as_many_threads_start_as_the_limit_has_memory_for(
    megabytes: int, threads: int, leave: Callable[[int], None]
) -> None:
    leave(megabytes)
    assert memory_limit.threads_under_limit(8) == threads


def test_a_thread_without_memory_is_one_sentence(leave: Callable[[int], None]) -> None:
    leave(100)
    for begun in (in_thread(lambda: None), run_in_steps(number for number in (1, 2))):
        with pytest.raises(
            BadInput, match=r"^A thread needs 144 MB more, .* leaves 100 MB: raise it with ulimit"
        ):
            list(begun)


def test_blocks_are_worked_on_without_threads_if_there_is_no_memory_for_them(
    leave: Callable[[int], None],
) -> None:
    leave(100)
    numbers = np.arange(10)
    assert list(in_turns(lambda block: int(numbers[block].sum()), blocks(10, 4), 2)) == [6, 22, 17]


def test_a_solve_without_memory_for_threads_gives_the_same_solution(leave: Callable[[int], None]) -> None:
    threaded_game, plain = (Subgame(spot_of_texts(TURN), limits=Limits(2)) for _ in range(2))
    before = solved(threaded_game, Goal(iterations=3))
    leave(100)
    after = solved(plain, Goal(iterations=3))
    assert after.ev == pytest.approx(before.ev, abs=1e-5)


def test_a_solve_without_memory_for_its_boards_is_refused_before_they_are_built(
    leave: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(deals: object) -> NoReturn:
        raise AssertionError("built")

    monkeypatch.setattr("ai.solver.streets.next_deals", build)
    leave(65)
    with pytest.raises(
        BadInput, match=r"^Solving this needs \d+ MB more, and the limit of this terminal leaves 65 MB"
    ):
        Subgame(spot_of_texts(replace(TURN, oop="random", ip="random")))


def test_a_log_or_a_solve_is_not_set_aside_if_memory_or_open_files_are_short(user_folder: Path) -> None:
    files = [user_folder / log_store.FOLDER / "a.sqlite", solve_files.folder() / f"a{solve_files.SUFFIX}"]
    for file in files:
        file.parent.mkdir(parents=True)
        file.write_bytes(b"some")
    short = OSError(errno.EMFILE, "Too many open files")
    with patch("sqlite3.connect", side_effect=MemoryError), pytest.raises(MemoryError):
        log_store.all_logs(user_folder)
    with patch("zipfile.ZipFile", side_effect=short), pytest.raises(OSError, match="Too many open files"):
        solve_files.list_solves()
    assert all(file.read_bytes() == b"some" for file in files)
