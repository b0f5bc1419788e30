"""The menu entry of this user starts the program that wrote it."""

from __future__ import annotations

import configparser
import sys
from pathlib import Path

import pytest

from ai.commands import desktop
from tests.ai.asking import Run, run_json


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="other menus")
def test_the_entry_starts_this_program_with_its_icon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["/opt/parlour/bin/parlour"])
    for _ in range(2):
        row = run_json(run, "install-desktop")
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(row["entry"], encoding="utf-8")
    assert Path(row["entry"]) == tmp_path / "applications" / "parlour.desktop"
    assert entry["Desktop Entry"]["Exec"] == "/opt/parlour/bin/parlour"
    assert Path(row["icon"]).name == f"{entry['Desktop Entry']['Icon']}.png"
    assert Path(row["icon"]).read_bytes() == (desktop.FILES / desktop.ICON).read_bytes()


def test_a_checkout_is_started_by_its_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")
    assert desktop.starting_command(Path("/src/a $b/main.py")) == '/usr/bin/python3 "/src/a \\\\$b/main.py"'


def test_other_systems_get_a_sentence(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    code, out, err = run("install-desktop")
    assert (code, out) == (2, "")
    assert err == "Menu entries of this kind are for desktops on Linux: pin the program by hand here.\n"
