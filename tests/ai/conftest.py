"""A fixture that runs commands of the program within the process of the test."""

import pytest

from ai.command_line import main
from tests.ai.asking import Run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return lambda *words: (main(words), *capsys.readouterr())
