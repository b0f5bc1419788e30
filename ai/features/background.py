"""Answers when what Hold'em needs is compiled and built."""

from __future__ import annotations

from collections.abc import Iterator

from ai.preparation import prepare
from game.core import Progress
from game.study.background import Prepare


@Prepare.handler
def _prepare(request: Prepare) -> Iterator[Progress | bool]:
    """Yield how far it is, and last that all is ready."""
    return prepare()
