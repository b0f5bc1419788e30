"""The request that prepares the first start: compiles and builds what Hold'em needs."""

from __future__ import annotations

from dataclasses import dataclass

from game.request import Request


@dataclass(frozen=True, slots=True)
class Prepare(Request[bool]):
    """Compile the kernels and build the hand table; the reports are `NeedsProgress`, the answer is true."""
