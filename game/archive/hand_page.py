"""A piece of a long list of hands, as the window asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

HandT = TypeVar("HandT")


@dataclass(frozen=True, slots=True)
class HandPage(Generic[HandT]):
    """Some hands in the order of the list; `total` counts all that the filter lets through."""

    hands: tuple[HandT, ...]
    total: int
    warnings: tuple[str, ...] = ()
