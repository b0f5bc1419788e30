"""What only a person starts is not left behind: every module here loads, and all that it imports is there."""

import ast
import importlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).parent
OURS = ("ai", "game", "main", "tests")
MODULES = sorted(file.stem for file in HERE.glob("*.py") if not file.stem.startswith(("test_", "__")))


def imported(file: Path) -> Iterator[tuple[str, str]]:
    """Yield module and name of everything that a file imports anywhere; no name where it takes a whole module."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from ((node.module, alias.name) for alias in node.names)


def is_there(module: str, name: str) -> bool:
    """Return whether a module, or a name in it, is there; peers that are not installed are taken to be complete."""
    root = module.partition(".")[0]
    if root not in OURS and find_spec(root) is None:
        return True
    found = importlib.import_module(module)
    is_package = hasattr(found, "__path__")
    return not name or hasattr(found, name) or (is_package and find_spec(f"{module}.{name}") is not None)


@pytest.mark.parametrize("module", MODULES)
def test_a_benchmark_finds_all_that_it_imports(module: str) -> None:
    importlib.import_module(f"tests.benchmarks.{module}")
    assert [where for where in imported(HERE / f"{module}.py") if not is_there(*where)] == []


def test_a_name_that_has_gone_is_found(tmp_path: Path) -> None:
    file = tmp_path / "stale.py"
    file.write_text("def late():\n    from game.core import Action, NoSuchName\n    import ai.catalog\n")
    assert [name for module, name in imported(file) if not is_there(module, name)] == ["NoSuchName"]
