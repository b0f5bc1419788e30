"""The current time. The environment variable PARLOUR_NOW sets when it starts, so that a given day can be tried."""

from __future__ import annotations

import os
import time
from datetime import datetime

from game.core import BadInput
from game.quoting import quoted

NOW_VARIABLE = "PARLOUR_NOW"
_started = time.time()


def now() -> float:
    """Return the time in seconds since 1970. Raises `BadInput` if PARLOUR_NOW is not a date."""
    words = os.environ.get(NOW_VARIABLE)
    if words is None:
        return time.time()
    try:
        begin = datetime.fromisoformat(words).timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise BadInput(
            f"{NOW_VARIABLE} is {quoted(words)}: write a date and a time like 2026-11-23T12:00."
        ) from error
    return begin + time.time() - _started
