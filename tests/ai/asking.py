"""Helpers that send requests to the service as the window does, and run commands as other programs do."""

import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from ai import service
from ai.command_line import main
from game.core import Progress
from game.request import Request

Run = Callable[..., tuple[int, str, str]]
"""Runs a command in this process and returns exit code, stdout and stderr."""


def ask(request: Request[Any]) -> Any:
    return ask_with_reports(request)[1]


def ask_with_reports(request: Request[Any]) -> tuple[list[Progress], Any]:
    *reports, answer = service.answer(request)
    assert all(isinstance(report, Progress) for report in reports)
    return reports, answer


def get_last(items: Iterable[Any]) -> Any:
    """Return the last item, which is the answer. All other items must be reports."""
    *reports, last = items
    assert all(isinstance(report, Progress) for report in reports)
    return last


def get_answer(request: Request[Any]) -> Any:
    *_, last = request.run_handler()
    return last


def run_json(run: Run, *words: str) -> dict[str, Any]:
    code, out, err = run(*words, "--json")
    assert (code, err) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    return answer


def get_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    return run_json(lambda *all_words: (main(all_words), *capsys.readouterr()), *words)


def get_refusal(capsys: pytest.CaptureFixture[str], *words: str, code: int = 2) -> str:
    """Run a command with bad input, and return its error message, which must be a single line."""
    assert main(words) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err
