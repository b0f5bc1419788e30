"""The registry of caches that give memory back before something else needs it.

A cache registers the function that releases its memory, and makes its entries again when they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable

Release = Callable[[], None]

_releases: list[Release] = []


def releases_cache(release: Release) -> Release:
    """Register a function that `release_caches` calls. A decorator."""
    _releases.append(release)
    return release


def release_caches() -> None:
    """Call every registered function."""
    for release in _releases:
        release()
