"""Memory that is held only so that answers come sooner: whoever needs it more lets all of it go.

Who holds much says how to let it go, and gets it anew when it is asked again. This knows none of them.
"""

from __future__ import annotations

from collections.abc import Callable

Release = Callable[[], None]

_releases: list[Release] = []


def releases_cache(release: Release) -> Release:
    """Have `release` called whenever room is made; a decorator."""
    _releases.append(release)
    return release


def release_caches() -> None:
    """Let everything go that can be had again."""
    for release in _releases:
        release()
