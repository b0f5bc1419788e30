"""Reads YAML, by the compiled reader of PyYAML where it was built with one: ten times as quick as the plain one.

Whatever a text holds, there is either a document or `NotYaml`, the one error of this reader. An alias is refused:
a few lines of them unfold to more than the memory holds. So is a text that is nested too deeply, for the compiled
reader goes down into it on the stack of C, where it would end the program.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from game import user_files
from game.core import BadInput
from game.quoting import quoted

COMPILED: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEEPEST = 500  # levels; the compiled reader has taken forty times as many
MOST_BYTES = 1_000_000
"""More than any YAML file of this program holds."""
MOST_KEY = 60  # letters of a key that are told
MOST_BITS = 4096
"""Python refuses to write much larger numbers in digits."""
INCOMPLETE = "it is not complete YAML"

_REFUSED = (
    ValueError,
    AttributeError,
    LookupError,
    TypeError,
    ArithmeticError,
    RecursionError,
    yaml.YAMLError,
)
"""What PyYAML raises on a text that is none, and where a tag stands before a value that does not fit it."""
_MAY_NAME = re.compile(r"[&*][0-9A-Za-z_-]")
"""What every anchor and alias looks like, and some plain texts too."""


class NotYaml(BadInput):
    """A text that is no YAML of ours; the message says why, as half a sentence where no file is known.

    `problem` is what is wrong, on the line `line`, from 1, or 0 where no line is known; `repeated` is a key that
    stands twice.
    """

    def __init__(
        self, reason: str = INCOMPLETE, problem: str = INCOMPLETE, line: int = 0, repeated: str = ""
    ) -> None:
        super().__init__(reason)
        self.problem = problem
        self.line = line
        self.repeated = repeated


class Loader(COMPILED):  # type: ignore[misc]
    """The usual reader."""


class UniqueKeys(yaml.SafeLoader):
    """Reads keys as texts, and refuses one that stands twice in one place."""


def _mapping_of_unique_keys(loader: UniqueKeys, node: yaml.MappingNode) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = str(loader.construct_object(key_node, deep=True))
        if key in found:
            line = key_node.start_mark.line + 1
            raise NotYaml(
                problem=f'"{key[:MOST_KEY]}" stands there twice', line=line, repeated=key[:MOST_KEY]
            )
        found[key] = loader.construct_object(value_node, deep=True)
    return found


def _whole_number(loader: Any, node: yaml.ScalarNode) -> int:
    """Return a whole number that Python can write in digits again."""
    number: int = loader.construct_yaml_int(node)
    if number.bit_length() > MOST_BITS:
        raise NotYaml(problem="a whole number is too large", line=node.start_mark.line + 1)
    return number


for _loader in (Loader, UniqueKeys):
    _loader.add_constructor("tag:yaml.org,2002:int", _whole_number)
UniqueKeys.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping_of_unique_keys)


def read_file(file: Path, loader: Any = Loader) -> Any:
    """Return the document in a file; one sentence of `BadInput` says why there is none.

    FileNotFoundError is left to the caller, who knows what was looked for.
    """
    try:
        return read(user_files.read_bytes(file, MOST_BYTES).decode("utf-8"), loader)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise BadInput(f"{file.name} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{file.name} cannot be read: it is not text in UTF-8.") from error
    except NotYaml as error:
        sentence = f"{file.name} cannot be read: {error}."
        raise NotYaml(sentence, error.problem, error.line, error.repeated) from error


def read(text: str, loader: Any = Loader) -> Any:
    """Return the document that `text` holds; `NotYaml` where it is none."""
    try:
        if _MAY_NAME.search(text) or _may_be_deep(text):
            _check_events(text)
        return yaml.load(text, loader)
    except NotYaml:
        raise
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise NotYaml(problem=str(error.problem or INCOMPLETE), line=line) from error
    except _REFUSED as error:
        raise NotYaml from error


def _may_be_deep(text: str) -> bool:
    """Return whether a text could be nested too deeply: a level takes a bracket, or at least a column more."""
    longest = max(map(len, text.splitlines()), default=0)
    return text.count("[") + text.count("{") + longest > DEEPEST


def _check_events(text: str) -> None:
    """Refuse what names a part to use it again, and what is nested too deeply."""
    depth = 0
    for event in yaml.parse(text, COMPILED):
        if anchor := getattr(event, "anchor", None):
            line = event.start_mark.line + 1 if event.start_mark else 0
            problem = f"the name {quoted(anchor)} cannot stand for a value, write the value out"
            raise NotYaml(f"on line {line} {problem}", problem, line)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            problem = f"it is nested more than {DEEPEST} levels deep"
            raise NotYaml(problem, problem)
