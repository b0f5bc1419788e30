"""Work in a thread of its own: its items come in order, its errors are raised, and closing it ends it."""

import threading
import time
from collections.abc import Iterator

import pytest

from ai.steps import run_in_steps
from game.core import BadInput


def test_items_come_in_order_with_none_while_they_are_waited_for() -> None:
    def work() -> Iterator[int]:
        yield 1
        time.sleep(0.2)
        yield 2

    found = list(run_in_steps(work()))
    assert [item for item in found if item is not None] == [1, 2]
    assert found.count(None) >= 2


def test_what_it_raises_is_raised_after_what_it_has_yielded() -> None:
    def work() -> Iterator[int]:
        yield 1
        raise BadInput("no more")

    items = run_in_steps(work())
    assert next(item for item in items if item is not None) == 1
    with pytest.raises(BadInput, match="no more"):
        list(items)


def test_closing_it_ends_the_work_and_cleans_up_after_it() -> None:
    ended = threading.Event()

    def work() -> Iterator[int]:
        try:
            for number in range(1_000_000):
                time.sleep(0.01)
                yield number
        finally:
            ended.set()

    items = run_in_steps(work())
    next(items)
    items.close()
    assert ended.wait(5)
