"""What a border says reaches stderr, or nobody."""

import io
import sys

import pytest

from game.borders import say


def test_a_sentence_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    say("A folder is full.")
    assert capsys.readouterr().err == "A folder is full.\n"


@pytest.mark.parametrize("closed", [True, False])
def test_without_stderr_a_sentence_goes_nowhere(closed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    stream.close()
    monkeypatch.setattr(sys, "stderr", stream if closed else None)
    say("A folder is full.")
