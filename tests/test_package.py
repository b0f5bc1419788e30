"""The installed packages and files, and imports without cycles."""

from __future__ import annotations

import ast
import configparser
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import game
import hatch_build
import main as program
from ai import cluster

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = ("game", "ai", "assets")
DESKTOP_FILES = ("applications/parlour.desktop", "icons/hicolor/256x256/apps/parlour.png")


def files_of_the_program() -> set[str]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    names = {path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts}
    return {"main.py", "__init__.py", "py.typed", *names}


def test_an_install_needs_what_requirements_txt_names_but_pytest():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if line and not line.startswith(("#", "pytest"))]
    assert PROJECT["project"]["dependencies"] == wanted


def test_the_build_takes_the_program_and_nothing_else():
    targets = PROJECT["tool"]["hatch"]["build"]["targets"]
    assert targets["sdist"]["only-include"] == [*FOLDERS, "main.py", "hatch_build.py"]
    assert targets["wheel"]["only-include"] == ["assets"]
    assert targets["wheel"]["sources"] == {"assets": "parlour/assets"}
    assert targets["wheel"]["hooks"] == {"custom": {}}, "hatch_build.py adds the other folders"
    assert set(FOLDERS) == {*hatch_build.FOLDERS, "assets"}


def test_the_cluster_of_an_install_is_the_version_that_the_program_knows():
    assert PROJECT["project"]["optional-dependencies"]["cluster"] == [f"distributed=={cluster.VERSION}"]


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
    assert "0.82" in call(scripts / "python", "-c", "import parlour; print(parlour.equity('AsAd', 'KsKd'))")
    examples = ROOT / "assets" / "examples"
    for example in ("train_kuhn.py", "solve_river.py"):
        assert "exploitability" in call(scripts / "python", examples / example)
    match = ("match", "kuhn-poker", f"{examples / 'my_agent.py'}:MyAgent", "station", "--hands", "20")
    assert "20 hands" in call(scripts / "parlour", *match)
    strict = (sys.executable, "-m", "mypy", "--strict", "--python-executable", scripts / "python")
    for file in sorted(examples.glob("*.py")):
        assert "Success" in call(*strict, file), file
    (found,) = (tmp_path / "venv").rglob("site-packages/parlour/main.py")
    (installed,) = call(
        scripts / "python", "-c", f"import runpy; print(runpy.run_path({str(found)!r})['INSTALL'])"
    ).splitlines()
    assert installed == "reinstall Parlour"


SOURCE_ROOT = Path(game.__file__).parents[1]
Graph = Mapping[str, set[str]]


def get_module_name(file: Path) -> str:
    parts = file.relative_to(SOURCE_ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> dict[str, Path]:
    return {
        get_module_name(file): file
        for folder in ("game", "ai")
        for file in (SOURCE_ROOT / folder).rglob("*.py")
    }


def list_imports(file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """Yield the modules of this project that a file imports, including imports in functions and for types only."""
    nodes: list[ast.AST] = [ast.parse(file.read_text("utf-8"))]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield from (name for name in (inner if inner in known else node.module,) if name in known)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        nodes += ast.iter_child_nodes(node)


def circles(graph: Graph) -> list[list[str]]:
    """Return the groups of modules that reach each other (Tarjan's strongly connected components)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        path.append(module)
        for other in graph[module]:
            if other not in order:
                visit(other)
            if other in path:
                lowest[module] = min(lowest[module], lowest[other])
        if lowest[module] == order[module]:
            group = [path.pop()]
            while group[-1] != module:
                group.append(path.pop())
            if len(group) > 1:
                found.append(sorted(group))

    for module in graph:
        if module not in order:
            visit(module)
    return found


def test_rules_and_matches_load_no_yaml_until_they_need_a_text() -> None:
    script = """
import sys
import game.histories.reading, game.match.worker, game.rules.games
assert not {"numpy", "yaml", "platformdirs"} & set(sys.modules)
try:
    game.rules.games.checked("chess")
except ValueError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("There is no game 'chess': the games are tic-tac-toe, ")


def test_no_modules_import_each_other() -> None:
    known = modules()
    assert len(known) > 400
    assert circles({name: set(list_imports(file, known)) for name, file in known.items()}) == []


def test_a_circle_is_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}
    assert circles(graph) == [["a", "b", "c"]]
