"""No two modules import each other, directly or around a corner."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import game

ROOT = Path(game.__file__).parents[1]
Graph = Mapping[str, set[str]]


def name_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> dict[str, Path]:
    return {name_of(file): file for folder in ("game", "ai") for file in (ROOT / folder).rglob("*.py")}


def imports_of(file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """Yield the modules of ours that a file imports: when it runs, inside functions too, and for types alone."""
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


def test_no_modules_import_each_other() -> None:
    known = modules()
    assert len(known) > 500
    assert circles({name: set(imports_of(file, known)) for name, file in known.items()}) == []


def test_a_circle_is_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}
    assert circles(graph) == [["a", "b", "c"]]
