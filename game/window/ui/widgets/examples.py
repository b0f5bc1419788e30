"""Buttons that lead to examples, so that a page is never empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol, TypeVar

from game.texts import text
from game.window.ui.widgets.button import Button


class Example(Protocol):
    """Something to start from."""

    @property
    def name(self) -> str:
        """Its name in the texts."""


E = TypeVar("E", bound=Example)


def example_buttons(key: str, examples: Iterable[E], start: Callable[[E], None]) -> list[Button]:
    """Return a button for each example, with its digit as a shortcut; {} in `key` stands for the example's name."""
    return [
        Button(
            f"example-{one.name}",
            text(key.format(one.name)),
            partial(start, one),
            kind="outline",
            style="label",
            keycap=str(place),
        )
        for place, one in enumerate(examples, 1)
    ]
