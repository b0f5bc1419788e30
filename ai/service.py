"""What the other process answers the window: `answer` finds the module of a request and lets it answer.

Each module of `ai.requests` answers the requests of its namesake in `game.messages`, and is loaded when one of them
is first asked, so that the first answer comes soon.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import TypeVar

from game.core import Progress
from game.request import Request

A = TypeVar("A")

MESSAGES, ANSWERED_BY = "game.messages.", "ai.requests."


def answer(request: Request[A]) -> Iterator[Progress | A]:
    """Yield progress, and last the answer to a request; what cannot be answered is `BadInput`, one sentence."""
    importlib.import_module(type(request).__module__.replace(MESSAGES, ANSWERED_BY))
    return request.answered()
