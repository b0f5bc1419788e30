"""What the other process answers the window: `answer` finds the module of a request and lets it answer.

Each module of `ai.features` answers the requests of its namesakes in `game.features` and `game.study`, and is
loaded when one of them is first asked, so that the first answer comes soon.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import TypeVar

from game.core import Progress
from game.request import Request

A = TypeVar("A")

ANSWERED_BY = "ai.features"


def answered_by(module: str) -> str:
    """Return the module that answers the requests of a module of the window.

    >>> answered_by("game.features.solver.asks"), answered_by("game.study.play")
    ('ai.features.solver', 'ai.features.play')
    """
    return f"{ANSWERED_BY}.{module.removesuffix('.asks').rpartition('.')[2]}"


def answer(request: Request[A]) -> Iterator[Progress | A]:
    """Yield progress, and last the answer to a request; what cannot be answered is `BadInput`, one sentence."""
    importlib.import_module(answered_by(type(request).__module__))
    return request.run_handler()
