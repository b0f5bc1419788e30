"""The clock of the window: the computer's, or one that begins when PARLOUR_NOW says and goes on from there."""

import time
from datetime import datetime

import pytest

from game.core import BadInput
from game.study import play as clock


def test_the_time_is_that_of_the_computer() -> None:
    assert clock.now() == pytest.approx(time.time(), abs=5.0)


def test_a_day_can_be_tried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(clock.NOW_VARIABLE, "2026-12-24T18:00")
    begin = datetime(2026, 12, 24, 18).timestamp()
    passed = time.time() - clock._started
    assert clock.now() - begin == pytest.approx(passed, abs=5.0)


@pytest.mark.parametrize("words", ["", "tomorrow", "2026-13-40"])
def test_what_is_no_date_is_refused_in_a_sentence(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(clock.NOW_VARIABLE, words)
    with pytest.raises(BadInput, match=r"PARLOUR_NOW is .* write a date"):
        clock.now()
