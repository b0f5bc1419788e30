"""Whole processes survive damaged files and odd command lines: a few of each, with a fixed seed."""

import subprocess
import sys

import pytest

from tests.killing import ROOT


@pytest.mark.parametrize(("kind", "cases"), [("commands", 15), ("files", 5)])
def test_no_process_breaks(kind: str, cases: int) -> None:
    words = [
        sys.executable,
        "-m",
        "tests.attack.processes",
        "--kind",
        kind,
        "--cases",
        str(cases),
        "--seed",
        "41",
    ]
    ended = subprocess.run(words, check=False, cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert f"{cases} cases, 0 failed" in ended.stdout
