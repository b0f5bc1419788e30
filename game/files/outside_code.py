"""Outside code that the program may run: classes of installed packages, and commands that the user allowed.

A class of an installed package declares its games as `games = ("kuhn-poker",)` in its own body or in the body of a
base class. The window lists all agents but imports none of them. So the source of the class is parsed, and names
are resolved through assignments and `from` imports. If the class computes its games, they are not known until the
class is loaded.

Before the window starts a command for the first time, it asks the user for consent. The consent is stored as a
digest of the command and the path of its folder, so the window asks again if the command changes. A user of the
terminal consents by naming the agent. So `CONSENT_REQUIRED` is only set in the worker process of the window.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from itertools import accumulate
from pathlib import Path
from typing import Any

from game.agent_entries import AGENT_NAME, CONSENT_REQUIRED
from game.core import BadInput
from game.files import user_files

GROUP = "parlour.agents"
"""The group of entry points with which installed packages offer classes as agents."""
ATTRIBUTE = "games"
MAX_STEPS = 8
"""The maximum number of imports, assignments and base classes that are followed in a row."""


@cache
def installed_classes() -> Mapping[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP) if AGENT_NAME.fullmatch(entry.name)}


@cache
def read_games(entry: EntryPoint) -> frozenset[str] | None:
    """Return the games that a class declares in its source, or None if it computes them or declares none."""
    module, _, name = entry.value.partition("[")[0].partition(":")
    return _games_of_class(module.strip(), name.strip(), MAX_STEPS)


def _games_of_class(module: str, name: str, steps: int) -> frozenset[str] | None:
    home, kind = _find(module, name, steps) or (module, None)
    if not isinstance(kind, ast.ClassDef):
        return None
    for target, value in _assignments(kind):
        if target == ATTRIBUTE:
            return _texts(home, value, steps)
    bases = (_games_of_class(home, base.id, steps - 1) for base in kind.bases if isinstance(base, ast.Name))
    return next((declared for declared in bases if declared is not None), None)


def _texts(module: str, value: ast.AST, steps: int) -> frozenset[str] | None:
    """Return the strings in the expression `value` of a module, or None if an expression has another form.

    The expression can be a string, a tuple, list or set of such expressions, or a global name.
    """
    match value:
        case ast.Constant(value=str(word)):
            return frozenset((word,))
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            every = [_texts(module, part, steps) for part in parts]
            known = [words for words in every if words is not None]
            return frozenset().union(*known) if len(known) == len(every) else None
        case ast.Name(id=name):
            found = _find(module, name, steps)
            return None if found is None else _texts(*found, steps - 1)
    return None


def _find(module: str, name: str, steps: int) -> tuple[str, ast.AST] | None:
    """Return the module that defines a global name, and the class or the value, or None if the name is not found.

    `steps` is the number of imports, assignments and base classes that may still be followed.
    """
    tree = _parse(module) if steps > 0 else None
    found: tuple[str, ast.AST] | None = None
    for node in tree.body if tree is not None else ():
        if isinstance(node, ast.ClassDef) and node.name == name:
            found = module, node
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if name == (alias.asname or alias.name):
                    found = _find(_absolute(module, node), alias.name, steps - 1)
        else:
            found = next(((module, value) for target, value in _assignments(node) if target == name), found)
    return found


def _assignments(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield each name that a statement, or the body of a class, assigns, and its value."""
    match node:
        case ast.ClassDef(body=body):
            for statement in body:
                if not isinstance(statement, ast.ClassDef):
                    yield from _assignments(statement)
        case ast.Assign(targets=targets, value=value):
            yield from ((target.id, value) for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            yield name, value


def _absolute(module: str, node: ast.ImportFrom) -> str:
    """Return the absolute name of the module in a `from` import of `module`, which may be relative."""
    if not node.level:
        return node.module or ""
    file = _find_source(module)
    is_package = file is not None and file.name == "__init__.py"
    parents = module.split(".")
    base = parents[: len(parents) - node.level + is_package]
    return ".".join((*base, *filter(None, (node.module,))))


@cache
def _parse(module: str) -> ast.Module | None:
    file = _find_source(module)
    try:
        return ast.parse(user_files.read_bytes(file, user_files.MAX_BYTES)) if file is not None else None
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _find_source(module: str) -> Path | None:
    """Return the source file of a module, without importing the packages that contain the module."""
    folders = None
    origin: str | None = None
    for name in accumulate(module.split("."), "{}.{}".format):
        specs = (finder.find_spec(name, folders) for finder in sys.meta_path)
        spec = next((spec for spec in specs if spec is not None), None)
        if spec is None:
            return None
        folders, origin = spec.submodule_search_locations, spec.origin
    return Path(origin) if origin is not None and origin.endswith(".py") else None


KIND, VERSION = "allowed commands", 1


def check(name: str, command: Sequence[str], folder: Path) -> None:
    """Check that the agent `name` may run its command.

    Raises:
        BadInput: If consent is required and the user has not given it.
    """
    if os.environ.get(CONSENT_REQUIRED) and not is_allowed(command, folder):
        raise BadInput(
            f"{name} runs a command of its own, which you have not allowed: choose it in New game."
        )


def is_allowed(command: Sequence[str], folder: Path) -> bool:
    return digest(command, folder) in _read()


def allow(command: Sequence[str], folder: Path) -> None:
    known = _read() | {digest(command, folder): " ".join(command)}
    user_files.write_versioned(_file(), KIND, VERSION, known)


def digest(command: Sequence[str], folder: Path) -> str:
    return hashlib.sha256(json.dumps([str(folder.absolute()), *command]).encode()).hexdigest()


def _file() -> Path:
    return user_files.home() / "allowed-commands.json"


def _read() -> dict[str, str]:
    found = user_files.read_versioned(_file(), KIND, VERSION, _decode)
    return dict(found.content or {})


def _decode(content: Mapping[str, Any]) -> Mapping[str, str]:
    if not all(isinstance(value, str) for value in content.values()):
        raise BadInput("its commands are texts")
    return {key: str(value) for key, value in content.items()}
