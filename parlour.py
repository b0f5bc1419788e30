"""The library in a checkout: `import parlour` from this folder, or by `path.py:Class`, gives ai/library.

The wheel does not hold this file: there the package `parlour` is the library.
"""

from __future__ import annotations

from typing import Any

from ai import library


def __getattr__(name: str) -> Any:
    return getattr(library, name)


def __dir__() -> list[str]:
    return dir(library)
