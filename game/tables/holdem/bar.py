"""The action bar of Hold'em for all phases: bets, waiting, the run-out of an all-in, and the result."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from game.rules.holdem import BOARD_CARDS, Street
from game.tables.holdem.bet_panel import BetPanel, BetWords
from game.tables.holdem.scene import HandScene
from game.tables.holdem.streets import HandReview
from game.tables.holdem.view import HoldemView
from game.tables.parts import TablePart
from game.tables.play import PlayScreen
from game.texts import join_sentences, percent, text
from game.window.frame.requests import Thinking
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Row, Space, fixed, grow
from game.window.ui.leaves import Filled, Line, Picture
from game.window.ui.leaves.bands import stacked, upright_rule
from game.window.ui.widgets import Button
from game.window.views import marks
from game.window.views.marks import Equities, sentence_picture

SINGLE_WIDTH, SINGLE_HEIGHT = 200.0, 48.0
RIGHT, BESIDE_WORDS, BESIDE_RESULT = 18.0, 18.0, 26.0
LEFT, NARROW_LEFT = 18.0, 14.0
NARROW_TOP, NARROW_NEXT = 8.0, 40.0
LOW = 120.0
HEIGHTS, LOW_HEIGHTS = (48.0, 42.0), (44.0, 40.0)
WIDEST_BAR = 560.0
BESIDE_EQUITY, AFTER_STREET = 24.0, 16.0


def single(button: Button, told: Box, *, narrow: bool, gap: float = BESIDE_WORDS) -> Box:
    """Return a row with a single button, far from the bet buttons, and the box `told` next to the button."""
    if narrow:
        above = Row(Space(NARROW_LEFT), Filled(button, NARROW_NEXT).sized(fixed(SINGLE_WIDTH)), Space())
        return Column(Space(NARROW_TOP), above, Row(Space(NARROW_LEFT), told.sized(grow())).sized(grow()))
    beside = stacked((button, SINGLE_HEIGHT)).sized(fixed(NARROW_WORDS))
    return Row(Space(LEFT), beside, Space(gap), told.sized(grow()), Space(RIGHT))


def action_bar_result(
    words: tuple[str, str], buttons: Sequence[Button], *, height: float, narrow: bool
) -> Box:
    """Return the bar after a hand: its buttons, and the result of the hand.

    The buttons are at the left end, far from where the bet buttons were, so that an accidental click costs
    nothing. In a narrow window, the buttons are above the text, where the bet sizes were.
    """
    if narrow:
        above = [Filled(button, NARROW_NEXT).sized(fixed(NARROW_WORDS)) for button in buttons]
        told = Row(Space(NARROW_LEFT), sentence_picture(words, "strong"))
        return Column(
            Space(NARROW_TOP), Row(Space(NARROW_LEFT), *above, Space(), gap=GAP), told.sized(grow())
        )
    heights = (SINGLE_HEIGHT,) if len(buttons) == 1 else LOW_HEIGHTS if height < LOW else HEIGHTS
    beside = stacked(*zip(buttons, heights, strict=False)).sized(fixed(NARROW_WORDS))
    return Row(Space(LEFT), beside, Space(BESIDE_RESULT), sentence_picture(words), Space(RIGHT))


def run_out(button: Button, street: str, pot: str, known: Equities | None, *, narrow: bool) -> Box:
    told = Picture(partial(_draw_run_out, street, pot, known))
    return single(button, told, narrow=narrow, gap=BESIDE_EQUITY)


def open_street(scene: HandScene) -> Street:
    """Return the last street whose cards are all on the table and at rest."""
    flying = scene.move is not None and scene.move.what == "board"
    return max(street for street in Street if BOARD_CARDS[street] <= scene.board - flying)


def _draw_run_out(street: str, pot: str, known: Equities | None, painter: Painter, rect: Rect) -> None:
    x, y, w, h = rect
    taken = painter.text(street, x, y + h * 0.28, "h2", fit=w) + AFTER_STREET
    painter.text(pot, x + taken, y + h * 0.28 + 2, "label", "dim", fit=w - taken)
    if known is not None:
        marks.draw_equity_bar(painter, x, y + h * 0.5, min(WIDEST_BAR, w), known)


# ---- the bet panel -------------------------------------------------------------------------------------------
WIDE, WORDS, NARROW_WORDS = 860.0, 190.0, 158.0
LOW_PANEL = 126.0
ROW = 40.0
GAP, SIZES_GAP, ENTRY_GAP = 12.0, 26.0, 24.0
ENTRY = 104.0
SIZES_SHARE, WIDEST_SIZES = 0.47, 330.0
ROOM_FOR_SLIDER = 460.4  # dp, of which 90 are left for the slider
NARROW_BUTTON = 150.0
HURRY, HURRY_WIDTH = 36.0, 150.0


class BetBar:
    """The layout of a bet panel in an action bar of the given width and height.

    If `narrow`, the text next to the controls is left out.
    """

    def __init__(self, panel: BetPanel, width: float, height: float, *, narrow: bool) -> None:
        self._panel, self._narrow = panel, narrow
        low = height < LOW_PANEL
        self._padding, self._edge, self._button = (12.0, 8.0, 44.0) if low else (18.0, 16.0, 48.0)
        self._words = 0.0 if narrow else WORDS if width > WIDE else NARROW_WORDS
        self._inner = width - 2 * self._padding - (0.0 if narrow else self._words + 8)

    def yours(self) -> Box:
        words = Picture(self._panel.draw_words)
        return self._beside(words, Column(self._amounts(), Space(), self._buttons()))

    def theirs(self, move: str, pot: str, thinking: Thinking, hurry: Button) -> Box:
        """Return the bar while the opponent acts: the player to act (`move`), and the thinking time.

        If the opponent has a time limit, the button `hurry` is next to the thinking time.

        `pot` is a text about the pot if a player is all-in, else "".
        """
        left = thinking.seconds_left
        if self._narrow:
            pot_line = Line(pot, "label", "dim", height=24).when(pot)
            words = Column(Space(12), Line(move, "strong", height=32), pot_line).sized(grow())
            press = Column(Space(10), Filled(hurry, HURRY)).sized(fixed(HURRY_WIDTH)).when(left is not None)
            upper = Row(Space(NARROW_LEFT), words, press, Space(NARROW_LEFT))
            return Column(upper, Space())
        bar: Box = Picture(lambda painter, rect: painter.bar(rect, thinking.share, "diagonal"), 8.0)
        above, said_of_it = (
            34 - self._edge,
            text("table.getting_ready" if thinking.prepares else "table.thinking"),
        )
        if left is not None:
            said_of_it = text("table.thinking_left", seconds=max(1, math.ceil(left)))
            if thinking.prepares:
                said_of_it = text("table.preparing_flop")
            middle = Column(Space((HURRY - 8) / 2), bar).sized(grow())
            bar = Row(middle, Space(GAP), Filled(hurry, HURRY).sized(fixed(HURRY_WIDTH)))
            above -= (HURRY - 8) / 2
        parts = Column(Space(above), bar, Space(), Line(pot, "label", "dim", height=32).when(pot), Space(8))
        return self._beside(Picture(partial(_draw_wait, move, said_of_it)), parts)

    def _beside(self, words: Picture, controls: Column) -> Box:
        """Return the text, a dividing line, and the controls. If there is no room, leave out the text."""
        within = Column(Space(self._edge), controls.sized(grow()), Space(self._edge))
        if self._narrow:
            return Row(Space(self._padding), within.sized(grow()), Space(self._padding))
        return Row(
            Space(18),
            words.sized(fixed(self._words - 24)),
            upright_rule(inset=18).sized(fixed(24)),
            Space(self._padding - 10),
            within.sized(grow()),
            Space(self._padding),
        )

    def _amounts(self) -> Box:
        panel = self._panel
        if not panel.words.can_raise:
            return Line(panel.words.no_raise(), "label", "dim", height=ROW)
        roomy = self._inner >= ROOM_FOR_SLIDER
        sizes = min(WIDEST_SIZES, self._inner * SIZES_SHARE) if roomy else self._inner - ENTRY - GAP
        problem = Picture(panel.draw_problem) if self._narrow and panel.problem else None
        first = problem or Filled(panel.sizes)
        slider = (Space(SIZES_GAP), Filled(panel.slider).sized(grow()), Space(ENTRY_GAP))
        row = (first.sized(fixed(sizes)), *(slider if roomy else (Space(GAP),)))
        return Row(*row, Filled(panel.entry).sized(fixed(ENTRY))).sized(fixed(ROW))

    def _buttons(self) -> Row:
        each = (self._inner - 2 * GAP) / 3
        for button in self._panel.buttons:
            button.style = "label_b" if each < NARROW_BUTTON else "strong"
        boxes = (Filled(button, self._button).sized(grow()) for button in self._panel.buttons)
        return Row(*boxes, gap=GAP)


def _draw_wait(move: str, words: str, painter: Painter, rect: Rect) -> None:
    x, y, w, _ = rect
    lines = painter.wrap(move, w, "h2")[:2]
    for i, line in enumerate(lines):
        painter.text(line, x, y + 34 + i * 25, "h2", fit=w)
    painter.text(words, x, y + 42 + len(lines) * 25, "label", "dim", fit=w)


def bet_words(view: HoldemView) -> BetWords:
    return BetWords(view.state.betting, view.amounts)


COUNT_SECONDS = 1.5  # seconds to count from equity 0 to 1
EVEN = 0.5
MAX_WAIT_SECONDS = 3.0


class RunOutEquities(TablePart):
    """The equities of a run-out, animated on the table.

    The displayed equity of the person starts at 50%. It then moves to the equity on each street.

    The worker computes the equities of all streets as soon as both players are all-in. Preflop equities take
    longest, so the pause before the flop is extended by up to 3 seconds until these equities are known.
    """

    def __init__(self, table: PlayScreen, bar: HoldemBar, review: HandReview) -> None:
        self._table, self._bar, self._review = table, bar, review
        self.share: float | None = None
        self._wait_seconds = 0.0

    def on_change(self) -> None:
        self.share, self._wait_seconds = None, 0.0

    def update(self, dt: float) -> bool:
        """Move the displayed equity towards the equity of the current street.

        Return whether the displayed equity is still changing.
        """
        animation_step = self._table.timeline.animation_step
        if not self._bar.runs_out or animation_step is None or not animation_step.scene.other_shown:
            self.share = None
            return False
        known = self._review.equity(BOARD_CARDS[open_street(animation_step.scene)])
        if known is None:
            if animation_step.pause and self._wait_seconds < MAX_WAIT_SECONDS:
                self._wait_seconds += dt
                self._table.timeline.restart()
            return False
        goal, settings = known.share, self._table.app.settings
        if settings.reduced_motion or settings.pace is None:
            self.share = goal
        elif self.share is None:
            self.share = EVEN
        moves = self.share != goal
        step = dt / COUNT_SECONDS
        self.share = min(goal, self.share + step) if self.share < goal else max(goal, self.share - step)
        return moves

    @property
    def texts(self) -> tuple[str, str]:
        """The equities of the opponent and of the person, or two empty texts."""
        if self.share is None:
            return "", ""
        own = round(100 * self.share)
        return percent((100 - own) / 100), percent(own / 100)


class HoldemBar(TablePart):
    """The action bar of a Hold'em table: the bet panel, or the buttons of any other phase."""

    def __init__(self, table: PlayScreen, view: HoldemView, panel: BetPanel, review: HandReview) -> None:
        self._table, self._view, self._panel, self._review = table, view, panel, review
        table.person.moves = panel.buttons
        self._ran_out = False
        space, go_on = table.go_on.cap, text("holdem.run_out.go_on")
        self._next_button = Button("next", "", table.go_on, kind="primary", keycap=space)
        self._run_out_button = Button("run-out", go_on, table.go_on, keycap=space, style="label_b")
        self._hurry_button = Button("hurry", text("table.hurry"), table.hurry, keycap=space, style="label_b")
        self._again_button = Button("again", text("holdem.again"), table.rewind, style="label_b")

    # ---- events ---------------------------------------------------------------------------------------------
    def on_change(self) -> None:
        self._panel.open(bet_words(self._view))

    def update(self, dt: float) -> bool:
        """Lay out the bar again when a run-out begins or ends."""
        if self.runs_out != self._ran_out:
            self._ran_out = self.runs_out
            self._table.relayout()
            if self._ran_out:
                self._table.controls.focus(self._table.first_focus())
        return False

    @property
    def runs_out(self) -> bool:
        """Whether the betting is over because of an all-in while the rest of the hand is still being shown."""
        animation_step = self._table.timeline.animation_step
        return animation_step is not None and animation_step.scene.state.betting.is_all_in

    @property
    def _is_all_in(self) -> bool:
        return not self._view.state.is_terminal() and not self._view.state.stacks_left[self._view.own]

    # ---- layout ---------------------------------------------------------------------------------------------
    def compose(self) -> Box:
        """Return the box for the current phase."""
        table, panel = self._table, self._panel
        narrow, (_, _, width, height) = table.regions.has_drawer, table.regions.action_bar
        their_move = text("table.their_move", name=table.opponent.name)
        panel.use(self._view.amounts)
        if self.runs_out:
            return self._compose_run_out(narrow=narrow)
        if table.phase == "over":
            self._next_button.label = table.next_label
            buttons = [self._next_button, *([self._again_button] if table.teaching else [])]
            result, note = self._view.words.result()
            note = text("holdem.fold_shown") if self._panel.shows_fold else note
            words = result, join_sentences(note, table.result_note)
            return action_bar_result(words, buttons, height=height, narrow=narrow)
        if table.phase == "lost":
            return single(table.try_again, sentence_picture(table.trouble), narrow=narrow)
        if table.phase == "theirs" and table.pace.waits_for_step:
            return single(table.pace.step_button, sentence_picture((their_move, "")), narrow=narrow)
        table.tutor.is_told_in_bar = not narrow
        panel.awaited = () if narrow else table.tutor.statuses
        panel.tells_needs, panel.tells_odds = narrow, table.app.settings.pot_odds
        return self._compose_bets(BetBar(panel, width, height, narrow=narrow), their_move)

    def _compose_bets(self, bets: BetBar, their_move: str) -> Box:
        """Return the bet panel if it is the person's turn, else the bar of the opponent's turn.

        During an animation, the bar is empty.
        """
        if self._table.phase == "yours":
            self._panel.offer(is_offered=True)
            return bets.yours()
        self._panel.offer(is_offered=False)
        if self._table.phase == "moving":
            return Box()
        pot = self._pot_of_all_in() if self._is_all_in else ""
        return bets.theirs(their_move, pot, self._table.thinking, self._hurry_button)

    def _compose_run_out(self, *, narrow: bool) -> Box:
        animation_step = self._table.timeline.animation_step
        assert animation_step is not None
        street = open_street(animation_step.scene)
        name = text(f"holdem.streets.{street.name.lower()}")
        known = self._review.equity(BOARD_CARDS[street]) if animation_step.scene.other_shown else None
        return run_out(self._run_out_button, name, self._pot_of_all_in(), known, narrow=narrow)

    def _pot_of_all_in(self) -> str:
        pot = self._view.state.betting.effective_pot
        return text("holdem.run_out.pot", amount=self._view.amounts.write(pot))
