"""The bar of a league: how much is played, what the rest will cost, and what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.screens.arena.standings import Standings
from game.screens.texts import number, text
from game.screens.train.words import left_in_words, percent_done
from game.screens.widgets.button import Button
from game.screens.widgets.widget import Act, Rect

if TYPE_CHECKING:
    from game.screens.pen import Pen

PADDING, GAP = 16.0, 8.0
BUTTON = 42.0
FIRST_ROW, SECOND_ROW = 23.0, 44.0
TRACK = 4.0
RUN_WORDS = {"playing": "pause", "paused": "go_on", "done": "more", "lost": "try_again"}


class LeagueBar:
    """The words of the bar and its buttons."""

    def __init__(self, standings: Standings, toggle: Act, more: Act) -> None:
        self._standings = standings
        self._run = Button("run", "", toggle, kind="primary", keycap=text("keys.space"), style="label_b")
        self._more = Button("more", text("arena.more"), more, keycap="R", style="label_b")
        self._rect: Rect = (0.0, 0.0, 0.0, 0.0)
        self._narrow = False
        self.follow()

    @property
    def buttons(self) -> list[Button]:
        """The buttons in the order of focus."""
        return [self._run, self._more]

    def follow(self) -> None:
        """Let the buttons say what they do now."""
        phase = self._standings.phase
        self._run.label = text(f"arena.run.{RUN_WORDS.get(phase, 'begin')}")
        for button in self.buttons:
            button.visible = phase not in ("waiting", "nobody")
        self._more.disabled = "" if phase in ("paused", "done") else text("arena.more_not_yet")

    def place(self, pen: Pen, rect: Rect, *, narrow: bool) -> None:
        """Place the buttons at the right, or below the words in a narrow window."""
        self._rect, self._narrow = rect, narrow
        x, y, width, height = rect
        if narrow:
            each = (width - 2 * PADDING - GAP) / 2
            for place, button in enumerate(self.buttons):
                button.rect = (x + PADDING + place * (each + GAP), y + height - BUTTON - 16, each, BUTTON)
            return
        right = x + width - PADDING
        for button in reversed(self.buttons):
            wide = button.natural_width(pen) + 6
            right -= wide
            button.rect = (right, y + 11, wide, BUTTON)
            right -= GAP

    def draw(self, pen: Pen) -> None:
        """Draw the figure, the words and the track."""
        x, y, width, height = self._rect
        standings = self._standings
        right = x + width - PADDING if self._narrow else self._run.rect[0] - PADDING
        total = standings.total
        share = standings.done / total if total else 0.0
        pen.text(percent_done(share), x + PADDING, y + 34, "figure", "brass")
        left = x + PADDING + pen.width("100%", "figure") + 20
        first, second = self._words()
        pen.text(first, left, y + FIRST_ROW, "label_b", fit=right - left)
        pen.text(
            second, left, y + SECOND_ROW, "small", "bad" if standings.problem else "dim", fit=right - left
        )
        track = (x + PADDING, y + height - 10, width - 2 * PADDING, TRACK)
        pen.rect(track, "line", TRACK / 2)
        if share > 0:
            pen.rect((*track[:2], max(TRACK, track[2] * min(1.0, share)), TRACK), "brass", TRACK / 2)

    def _words(self) -> tuple[str, str]:
        standings = self._standings
        league = standings.league
        if league is None or not league.pairs:
            phase = standings.phase
            return text("arena.title"), standings.problem or text(f"arena.{phase}")
        counted = text("arena.counted", done=number(standings.done), total=number(standings.total))
        if standings.problem or league.warning:
            return counted, standings.problem or str(league.warning)
        begun = text("arena.begun", begun=number(league.begun), pairs=number(len(league.pairs)))
        if standings.phase == "new":
            return counted, text("arena.cost_unknown")
        if standings.phase == "done":
            return counted, text("arena.done")
        left = left_in_words(standings.seconds_left)
        return counted, text("arena.cost", begun=begun, left=left)
