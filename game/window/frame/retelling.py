"""Translate the texts that open screens hold after a change of the language.

Widgets, options and models keep the texts that they were created with. `retell_all` walks from the open
screens through the objects of the window, and replaces every `Text` by the same text in the current language.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from game.texts import Text, retell

WALKED = ("game.window.", "game.features.", "game.tables.", "game.app.", "game.study.")
MAX_DEPTH = 400
PLAIN = (str, bytes, int, float, complex, type(None), type)


def retell_all(roots: Iterable[object]) -> None:
    """Translate all texts in these objects and in the objects they refer to into the current language."""
    walk = _Walk()
    for root in roots:
        walk.replace(root)


class _Walk:
    """A walk that visits each object once.

    Attributes:
        done: The replacement of each visited object by id. The object is stored too, so that its id is not
            reused.
    """

    def __init__(self) -> None:
        self.done: dict[int, tuple[object, Any]] = {}
        self.depth = 0

    def replace(self, value: Any) -> Any:
        """Return the replacement of a value. Only a text or a tuple of texts is replaced by another object."""
        if isinstance(value, Text):
            return retell(value)
        if isinstance(value, PLAIN) or self.depth > MAX_DEPTH:
            return value
        if id(value) not in self.done:
            self.done[id(value)] = value, value
            self.depth += 1
            self.done[id(value)] = value, self._replace_parts(value)
            self.depth -= 1
        return self.done[id(value)][1]

    def _replace_parts(self, value: Any) -> Any:
        match value:
            case list():
                value[:] = map(self.replace, value)
            case dict():
                for key, held in list(value.items()):
                    if (told := self.replace(held)) is not held:
                        value[key] = told
            case tuple():
                return self._replace_items(value)
            case partial():
                self.replace(value.args)
                self.replace(value.keywords)
            case MethodType():
                self.replace(value.__self__)
            case FunctionType():
                for cell in value.__closure__ or ():
                    self._replace_cell(cell)
            case _ if f"{type(value).__module__}.".startswith(WALKED):
                self._replace_attributes(value)
        return value

    def _replace_items(self, value: tuple[Any, ...]) -> tuple[Any, ...]:
        told = [self.replace(held) for held in value]
        if all(new is old for new, old in zip(told, value, strict=True)):
            return value
        make: Any = getattr(type(value), "_make", type(value))
        return make(told)  # type: ignore[no-any-return]

    def _replace_cell(self, cell: Any) -> None:
        try:
            held = cell.cell_contents
        except ValueError:  # the variable has no value yet
            return
        if (told := self.replace(held)) is not held:
            cell.cell_contents = told

    def _replace_attributes(self, value: object) -> None:
        names = list(getattr(value, "__dict__", ()))
        for kind in type(value).__mro__:
            slots = vars(kind).get("__slots__", ())
            names += (slots,) if isinstance(slots, str) else slots
        for name in names:
            held = getattr(value, name, None) if name != "__weakref__" else None
            if (told := self.replace(held)) is not held:
                object.__setattr__(value, name, told)
