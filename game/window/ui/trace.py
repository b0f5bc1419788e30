"""What a test outside the process can read: a line of JSON on stdout for every change of state.

PARLOUR_TRACE=1 prints the state; PARLOUR_TRACE=controls adds every control with its place in pixels, so that a
script can click by name. The first line says "ready": from then on the window takes events.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from game.window.ui.widgets.controls import ControlInfo

VARIABLE = "PARLOUR_TRACE"


class StateTrace:
    """Prints what has changed since the last frame; silent unless the variable is set."""

    def __init__(self, print_line: Callable[[str], None] | None = None) -> None:
        self._mode = os.environ.get(VARIABLE, "")
        self._print = print_line or (lambda line: print(line, flush=True))
        self._last = ""

    def follow(
        self, state: Callable[[], dict[str, Any]], controls: Callable[[], Sequence[ControlInfo]]
    ) -> None:
        """Print a line if anything differs from the last one."""
        if not self._mode:
            return
        entry = state()
        if self._mode == "controls":
            entry["controls"] = [asdict(control) for control in controls()]
        line = json.dumps(entry)
        if line != self._last:
            self._print(json.dumps({"ready": True, **entry}) if not self._last else line)
            self._last = line
