"""Dispatch the requests of the window in the worker process.

A module of `ai.features` handles the requests that the module of the same name in `game.features` or `game.study`
defines. The module is imported when the first of these requests arrives, so that the worker starts quickly.
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
    """Return the name of the module that handles the requests defined in `module`.

    >>> answered_by("game.features.solver"), answered_by("game.study.play")
    ('ai.features.solver', 'ai.features.play')
    """
    return f"{ANSWERED_BY}.{module.rpartition('.')[2]}"


def answer(request: Request[A]) -> Iterator[Progress | A]:
    """Yield progress and finally the answer to a request.

    Raises:
        BadInput: If the request cannot be answered. The error is one sentence.
    """
    importlib.import_module(answered_by(type(request).__module__))
    return request.run_handler()
