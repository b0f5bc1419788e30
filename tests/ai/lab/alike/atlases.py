"""The abstraction that ships, opened once for all tests, and all hands on a few of its flops."""

from __future__ import annotations

from functools import cache
from typing import TypeVar
from unittest.mock import patch

import numpy as np

from ai.abstraction import isomorphism
from ai.lab.alike import atlas, crowd
from ai.lab.alike.atlas import Atlas
from ai.lab.alike.crowd import Crowd, Gathering
from ai.steps import finished
from game.files.manifest import SHIPPED_ABSTRACTION

Value = TypeVar("Value")

FLOPS = slice(600, 1755, 110)


@cache
def shipped() -> Atlas:
    return finished(atlas.opened(SHIPPED_ABSTRACTION))


@cache
def small_crowd() -> Crowd:
    """Return the hands on every hundredth flop or so."""
    few = tuple(np.ascontiguousarray(each[FLOPS]) for each in isomorphism.boards(3))  # as kernels know them
    with patch.object(crowd, "boards", lambda cards: few):
        return finished(Gathering(shipped()).gathered())
