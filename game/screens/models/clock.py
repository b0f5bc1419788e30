"""The time of day: the computer's, or one that begins when PARLOUR_NOW says, so that a day can be tried out."""

from __future__ import annotations

import os
import time
from datetime import datetime

from game.core import BadInput
from game.quoting import quoted

NOW_VARIABLE = "PARLOUR_NOW"
_started = time.time()


def now() -> float:
    """Return seconds since 1970; `BadInput` where PARLOUR_NOW is no date."""
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
