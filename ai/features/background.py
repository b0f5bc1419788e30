"""Answer the request to prepare Hold'em: compiled kernels and computed tables."""

from __future__ import annotations

from collections.abc import Iterator

from ai.preparation import prepare
from game.core import Progress
from game.study.background import Prepare


@Prepare.handler
def _prepare(request: Prepare) -> Iterator[Progress | bool]:
    return prepare()
