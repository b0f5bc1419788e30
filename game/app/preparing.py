"""Something was chosen before it is ready: says how long that takes, and then opens it, unless one goes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from game.needs import Need
from game.texts import text
from game.window.dialogs.dialog import Dialog
from game.window.ui.layout import Box, Row, Space, grow
from game.window.ui.leaves import Bar, Line, Words
from game.window.ui.leaves.bands import ButtonRow
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.window.frame.screen import Services
    from game.window.ui.canvas.painter import Painter

BAR_ROW = 30.0
STEPS = 480  # of the bar that can be told apart
PATIENCE = 0.4  # seconds for the answer that all is ready, before anything is shown


class Preparing(Dialog):
    """Waits over the page until what was chosen there has what it needs, and then does it."""

    name: ClassVar[str] = "preparing"
    widest: float = 540.0
    fades: ClassVar[bool] = False

    def __init__(self, app: Services, act: Act, need: Need) -> None:
        super().__init__(app, text("preparation.page.title"))
        self._act = act
        self._need = need
        self._seconds_waited = 0.0
        self._drawn: tuple[bool, str, int] = (False, "", 0)
        self._back = Button(
            "back", text("common.back"), self.escape, keycap=text("keys.escape"), style="label_b"
        )

    @property
    def _shows(self) -> bool:
        return self.app.models.preparation.working or self._seconds_waited > PATIENCE

    @property
    def _words(self) -> str:
        return self.app.models.preparation.in_words("left", self._need)

    @property
    def _share(self) -> float:
        return self.app.models.preparation.get_share(self._need)

    def parts(self) -> Sequence[Box]:
        """A sentence, and the bar with the time left."""
        bar = Bar(self._share, height=10.0, pattern="diagonal").sized(grow())
        left = Line(self._words, "label_b", height=BAR_ROW, right=True)
        return [Words(text("preparation.page.body"), "body", "dim", 4), Row(bar, left, gap=16), Space(22)]

    def buttons(self) -> list[Button]:
        return [self._back]

    def foot(self) -> Box:
        return ButtonRow(self.buttons())

    def layout(self, width: float, height: float) -> None:
        """Place it all, and take the way back once it is seen."""
        super().layout(width, height)
        if not self._shows:
            self.place([])

    def background_changed(self) -> None:
        """Lay the page out again if the displayed progress has changed."""
        now = self._shows, self._words, round(self._share * STEPS)
        if now != self._drawn:
            self._drawn = now
            self.relayout()

    def update(self, dt: float) -> bool:
        """Continue as soon as the need is met or can't be met."""
        if not self.app.models.preparation.holds_up(self._need):
            self.app.back()
            self._act()
            return True
        shown = self._shows
        self._seconds_waited += dt
        if shown != self._shows:
            self.relayout()
        return not shown

    def darken(self, painter: Painter) -> None:
        """Darken the page below once there is something to say."""
        if self._shows:
            super().darken(painter)

    def draw(self, painter: Painter) -> None:
        if self._shows:
            super().draw(painter)
