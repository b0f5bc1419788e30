"""What pip, pipx and uv install: the same packages as the checkout, and every file that the program reads."""

from __future__ import annotations

import configparser
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import main as program

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = ("game", "ai", "assets")
DESKTOP_FILES = ("applications/parlour.desktop", "icons/hicolor/256x256/apps/parlour.png")


def files_of_the_program() -> set[str]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    names = {path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts}
    return {"main.py", *names}


def test_an_install_needs_what_requirements_txt_names_but_pytest():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if line and not line.startswith(("#", "pytest"))]
    assert PROJECT["project"]["dependencies"] == wanted


def test_the_build_takes_the_program_and_nothing_else():
    targets = PROJECT["tool"]["hatch"]["build"]["targets"]
    assert targets["sdist"]["only-include"] == [*FOLDERS, "main.py"]
    assert targets["wheel"]["only-include"] == [*FOLDERS]
    assert targets["wheel"]["sources"] == {name: f"parlour/{name}" for name in FOLDERS}
    assert targets["wheel"]["force-include"] == {"main.py": "parlour/main.py"}


def test_the_desktop_entry_starts_the_installed_command_with_the_icon_of_the_window():
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(ROOT / "assets" / "desktop" / "parlour.desktop", encoding="utf-8")
    desktop = entry["Desktop Entry"]
    assert desktop["Exec"] in PROJECT["project"]["scripts"]
    assert (ROOT / "assets" / "desktop" / f"{desktop['Icon']}.png").is_file()
    assert desktop["StartupWMClass"] == program.WINDOW_CLASS
    assert desktop["Categories"].startswith("Game;")


@pytest.mark.long
def test_an_installed_wheel_holds_every_file_and_runs_outside_the_checkout(tmp_path):
    def call(*words: object) -> str:
        return subprocess.run(
            list(map(str, words)), cwd=tmp_path, check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    call(sys.executable, "-m", "venv", "venv")
    scripts = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    call(scripts / "python", "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, ROOT)
    (wheel,) = tmp_path.glob("parlour-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    held = {name.removeprefix("parlour/") for name in names if name.startswith("parlour/")}
    assert held == files_of_the_program()
    call(scripts / "python", "-m", "pip", "install", "-q", wheel)
    assert "sound" in call(scripts / "parlour", "agents", "--game", "holdem")
    for file in DESKTOP_FILES:
        assert (tmp_path / "venv" / "share" / file).is_file(), "where a desktop looks for it"
    assert call(scripts / "parlour", "rank", "--help").startswith("usage: parlour rank")
    (found,) = (tmp_path / "venv").rglob("site-packages/parlour/main.py")
    (installed,) = call(
        scripts / "python", "-c", f"import runpy; print(runpy.run_path({str(found)!r})['INSTALL'])"
    ).splitlines()
    assert installed == "reinstall Parlour"
