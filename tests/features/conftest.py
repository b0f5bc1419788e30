"""The features' tests share the fixtures of the window's tests."""

from tests.window.conftest import (
    drawn_when_read,
    lasting_display,
    open_window,
    opened,
    own_clipboard,
    quick_sound,
)

__all__ = ["drawn_when_read", "lasting_display", "open_window", "opened", "own_clipboard", "quick_sound"]
