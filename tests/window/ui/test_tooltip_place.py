"""The position of a tooltip."""

from game.window.ui.widgets.button import Button
from game.window.ui.widgets.controls import Controls
from game.window.ui.widgets.tooltip import Tooltip
from tests.window.conftest import Open
from tests.window.driver import LoggingPainter


def test_a_tooltip_covers_no_other_control_if_there_is_room_above(open_window: Open) -> None:
    painter = open_window(painter=LoggingPainter).app.painter
    upper = Button("upper", "Upper", lambda: None)
    lower = Button("lower", "Lower", lambda: None)
    upper.rect, lower.rect = (100.0, 300.0, 200.0, 40.0), (100.0, 345.0, 200.0, 40.0)
    upper.disabled = "Not now."
    for others, is_above in (([upper, lower], True), ([upper], False)):
        controls, tooltip = Controls(), Tooltip()
        controls.place(others)
        controls.focus("upper")
        assert tooltip.follow(controls, 1.0)
        painter.log = []
        tooltip.draw(painter, (0.0, 0.0, 900.0, 600.0))
        [mark] = [one for one in painter.log if one.words]
        assert (mark.rect.centery / painter.u < 300) == is_above
