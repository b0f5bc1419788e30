"""Public functions whose body has more than two lines say in a docstring what they do."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAX_PLAIN_LINES = 2
"""A body of this length is read as fast as a docstring."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def public_functions(node: ast.Module | ast.ClassDef) -> Iterator[Function]:
    """Yield the functions of a module and the methods of its classes that other modules may call."""
    for child in node.body:
        if isinstance(child, Function | ast.ClassDef) and child.name.startswith("_"):
            continue
        if isinstance(child, Function):
            yield child
        elif isinstance(child, ast.ClassDef):
            yield from public_functions(child)


def has_long_body(function: Function) -> bool:
    body = function.body
    lines = (body[-1].end_lineno or 0) - body[0].lineno + 1
    return lines > MAX_PLAIN_LINES


@pytest.mark.parametrize("folder", ["game", "ai"])
def test_a_public_function_with_more_than_two_lines_has_a_docstring(folder: str) -> None:
    silent = [
        f"{file.relative_to(ROOT)}:{function.lineno} {function.name}"
        for file in sorted((ROOT / folder).rglob("*.py"))
        for function in public_functions(ast.parse(file.read_text("utf-8")))
        if ast.get_docstring(function) is None and has_long_body(function)
    ]
    assert silent == []
