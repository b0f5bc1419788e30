"""The tic-tac-toe table: to play, and to see what a learner believes.

Values come from the worker on demand (V): what the opponent thinks of the squares that are free to the player,
or, where two people play, what perfect play makes of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import State
from game.match.session import Session, Step
from game.match.table_spec import First
from game.rules.tic_tac_toe import CELLS, EMPTY, LINES, MARKS, TicTacToeState, X
from game.screens.input import ENTER, Key
from game.screens.opponents import gallery, strength_in_full
from game.screens.pen import Pen, Rect
from game.screens.play import PlayScreen
from game.screens.question import Question, Reply, nothing
from game.screens.tables.board_picture import BoardScene, moving_picture, story
from game.screens.tables.playback import Beat
from game.screens.texts import number
from game.screens.views import board, regions
from game.screens.views.board import BoardPicture, SquareValue
from game.screens.widgets.button import Button
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.app import App

WINS, HOLDS = 0.75, 0.25  # a value above the first wins, above the second holds
BUTTON_WIDTH = 196.0
ARROW_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
PADDING = 24.0
ROW, LEAST_ROW = 32.0, 22.0


class BoardWidget(Widget):
    """The board as one control: arrows walk the squares, Enter or a click plays one."""

    role: ClassVar[str] = "board"

    def __init__(self, label: str, play: Callable[[int], None], names: Sequence[str]) -> None:
        super().__init__("board", label)
        self.play = play
        self.names = names
        self.cursor = CELLS // 2
        self.under: int | None = None
        self.ring = False

    @property
    def value(self) -> str:
        """The square that the arrows are on."""
        return self.names[self.cursor]

    @property
    def hand(self) -> bool:
        """Whether the mouse is on a square."""
        return self.enabled and self.under is not None

    def key(self, event: Key) -> bool:
        """Walk or play."""
        if event.name in ARROW_STEPS:
            dx, dy = ARROW_STEPS[event.name]
            column, row = self.cursor % 3 + dx, self.cursor // 3 + dy
            if 0 <= column < 3 and 0 <= row < 3:
                self.cursor = row * 3 + column
            self.ring = True
            return True
        if event.name in ENTER and not event.repeat:
            self.play(self.cursor)
        return event.name in ENTER

    def hover(self, x: float, y: float) -> bool:
        """Follow the mouse."""
        before, self.under = self.under, board.cell_at(self.rect, x, y)
        return before != self.under

    def release(self, x: float, y: float) -> bool:
        """Play the square under the mouse."""
        cell = board.cell_at(self.rect, x, y)
        if cell is not None:
            self.cursor, self.ring = cell, False
            self.play(cell)
        return True


class PlayTicTacToe(PlayScreen[BoardScene]):
    """Tic-tac-toe against a learner, or between two people at one board."""

    name: ClassVar[str] = "play-tic-tac-toe"
    sizes: ClassVar[regions.Sizes] = regions.Sizes(84, 60, (316, 348, 400), band=(236, 260))

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app, session)
        self.shows_values = self.teaching
        self._values: Mapping[int, float] | None = None
        self._truth: Mapping[int, float] | None = None
        self._no_values = ""
        self._asked_for: int | None = None
        self._tickets: list[int] = []
        texts = self.texts
        self.board = BoardWidget(texts("tic_tac_toe.board"), self.act, texts.many("tic_tac_toe.squares"))
        self.values_button = Button("values", "", self.toggle_values, keycap="V")
        self.swap_button = Button(
            "swap", texts("tic_tac_toe.swap"), self.swap_seats, keycap="X", style="label_b"
        )
        self.rematch_button = Button(
            "rematch", texts("tic_tac_toe.rematch"), self.rematch, keycap="N", style="label_b"
        )
        self.stages = Segmented("stages", texts("tic_tac_toe.stages"), self._stage_options(), "", self.meet)

    # ---- what is played -------------------------------------------------------------------------------------
    @property
    def state(self) -> TicTacToeState:
        """The position."""
        state = self.session.state
        assert isinstance(state, TicTacToeState)
        return state

    @property
    def against_agent(self) -> bool:
        """Whether an agent sits across the table."""
        return not self.session.is_person(self.other_seat)

    def first_state(self) -> State:
        """Return the empty board."""
        return TicTacToeState()

    @property
    def subtitle(self) -> str:
        """Who plays which mark against whom."""
        if not self.against_agent:
            return self.texts("tic_tac_toe.two_people")
        mark = self._mark_word(self.session.player_of(self.own_seat))
        portrait = self.opponent
        key = "tic_tac_toe.you_are_stage" if portrait.stage else "tic_tac_toe.you_are"
        return self.texts(key, mark=mark, name=portrait.name, stage=portrait.stage)

    @property
    def ended(self) -> bool:
        """A finished game is nothing to come back to."""
        return self.session.hand_over

    def rematch(self) -> None:
        """Play another game; one that is in play is taken back to its start."""
        if self.session.hand_over:
            self.next_hand()
            return
        while self.session.can_undo:
            self.session.undo()
        self._jump(nothing)

    def swap_seats(self) -> None:
        """Start a game in which the other one begins; a game in play is left only after a question."""
        if not self.in_play:
            self._start_swapped()
            return
        self._ask_to_leave(self._start_swapped)

    def meet(self, agent: str) -> None:
        """Play against the same learner at another stage."""
        seats = list(self.session.spec.seats)
        self.stages.chosen = seats[self.other_seat]
        if agent == seats[self.other_seat]:
            return
        seats[self.other_seat] = agent
        spec = replace(self.session.spec, seats=(seats[0], seats[1]))
        if self.in_play:
            self._ask_to_leave(lambda: self.app.sit_down(spec))
        else:
            self.app.sit_down(spec)

    def _start_swapped(self) -> None:
        first: First = "seat-1" if self.session.seat_of(0) == 0 else "seat-0"
        seed = self.session.spec.seed + self.session.hand_number
        self.app.sit_down(replace(self.session.spec, first=first, seed=seed))

    def _ask_to_leave(self, act: Callable[[], None]) -> None:
        stay = Reply("stay", self.texts("tic_tac_toe.leave.stay"), nothing, "primary")
        leave = Reply("leave", self.texts("tic_tac_toe.leave.leave"), act)
        title, body = self.texts("tic_tac_toe.leave.title"), self.texts("tic_tac_toe.leave.body")
        self.app.overlay(Question(self.app, title, body, (stay, leave)))

    # ---- values ---------------------------------------------------------------------------------------------
    def toggle_values(self) -> None:
        """Show or hide what is thought of the squares."""
        self.shows_values = not self.shows_values
        self.relayout()

    def changed(self) -> None:
        """Forget what was thought of the last position."""
        for ticket in self._tickets:
            self.requests.drop(ticket)
        self._tickets.clear()
        self._values = self._truth = None
        self._asked_for, self._no_values = None, ""

    def update(self, dt: float) -> bool:
        """Ask for values when they are to be shown and it is a person's turn."""
        moving = super().update(dt)
        wanted = self.shows_values and self.phase == "yours"
        if wanted and self._asked_for != self.state.number:
            self._ask_for_values()
        return moving

    def _ask_for_values(self) -> None:
        self._asked_for = self.state.number
        seat = self.session.seat_to_act
        assert seat is not None
        info = self.session.info(seat)
        if self.against_agent:
            payload = {**self.agent_payload(self.other_seat), "info": info}
            self._tickets.append(self.ask("values", payload, self._got_values))
        advice = {"game": self.game, "blinds": self.session.spec.blinds, "info": info}
        self._tickets.append(self.ask("advice", advice, self._got_truth))

    def _got_values(self, value: Any, sentence: str) -> None:
        self._values = value if isinstance(value, Mapping) else None
        self._no_values = self.texts("tic_tac_toe.no_values") if sentence or self._values is None else ""

    def _got_truth(self, value: Any, sentence: str) -> None:
        values = value.get("values") if isinstance(value, Mapping) else None
        self._truth = values
        if not self.against_agent:
            self._values = values
            self._no_values = "" if values else self.texts("tic_tac_toe.no_values")

    @property
    def square_values(self) -> dict[int, SquareValue] | None:
        """What lies over the squares now."""
        if not self.shows_values or self.phase != "yours" or not self._values:
            return None
        best = max(self._values.values())
        return {
            cell: SquareValue(value, self.texts(f"tic_tac_toe.{_verdict(value)}"), value == best)
            for cell, value in self._values.items()
        }

    # ---- how it moves ---------------------------------------------------------------------------------------
    def story(self, before: State, step: Step) -> Sequence[Beat[BoardScene]]:
        """Set the mark; draw the line of a win."""
        state = step.state
        assert isinstance(state, TicTacToeState)
        own = state.winner == self.session.player_of(self.own_seat)
        return story(step, "win" if own or not self.against_agent else "loss")

    # ---- layout ---------------------------------------------------------------------------------------------
    def side_needs(self) -> float:
        """Return what the panel needs; a band below the board is high enough."""
        return 0.0 if self.regions.kind == "tall" else 520.0

    def first_focus(self) -> str:
        """The board while there is something to play, then the rematch."""
        return {"over": "rematch", "lost": "try-again"}.get(self.phase, "board")

    def arrange(self) -> list[Widget]:
        """Place the board and what stands below it."""
        x, y, w, h = self.regions.table
        roomy = not self.regions.has_drawer
        side = min(w - (120 if roomy else 0), h - (10 if roomy else 0))
        self.board.rect = (x + (w - side) / 2, y + 4, side, side)
        self.board.disabled = ""
        dock_x, dock_y, dock_w, dock_h = self._dock()
        row = dock_y + dock_h / 2 - 22
        right = dock_x + dock_w
        self.values_button.label = self.texts(
            "tic_tac_toe.hide_values" if self.shows_values else "tic_tac_toe.show_values"
        )
        width = min(BUTTON_WIDTH, dock_w * 0.45)
        self.values_button.rect = self.try_again.rect = self.step_button.rect = (
            right - width,
            row,
            width,
            44,
        )
        self.rematch_button.kind = "primary" if self.phase == "over" else "plain"
        widgets: list[Widget] = [self.board]
        if self.phase == "lost":
            return [*widgets, self.try_again]
        if self.phase == "theirs" and self.waits_for_step:
            return [*widgets, self.step_button]
        if self.phase == "over" and self.regions.has_drawer:
            self.rematch_button.rect = (right - width, row, width, 44)
            return [*widgets, self.rematch_button]
        return [*widgets, self.values_button]

    def _dock(self) -> Rect:
        """The row below the board: as wide as the board, or the column where the board is small."""
        x, y, w, h = self.regions.dock
        bx, by, side, _ = self.board.rect
        below = by + side + 8
        height = min(h, self.regions.dock[1] + h - below) if not self.regions.has_drawer else h
        top = below if not self.regions.has_drawer else y
        return (bx, top, side, height) if side >= 440 else (x, y, w, h)

    def arrange_side(self, areas: Sequence[Rect]) -> list[Widget]:
        """Place stages and the two buttons."""
        x, y, w, h = self._last_column(areas[0])
        self.stages.options = tuple(self._stage_options())
        self.stages.chosen = self.session.spec.seats[self.other_seat]
        foot = y + h - PADDING - 44
        half = (w - 12) / 2
        self.swap_button.rect = (x, foot, half, 44)
        buttons: list[Widget] = [self.swap_button]
        if not (self.phase == "over" and self.regions.has_drawer):
            self.rematch_button.rect = (x + half + 12, foot, half, 44)
            buttons.append(self.rematch_button)
        if len(self.stages.options) < 2:
            return buttons
        self.stages.rect = (x, foot - 20 - 24 - 38, w, 38)
        return [self.stages, *buttons]

    def _last_column(self, area: Rect) -> Rect:
        """Where stages and buttons stand: the panel, or the last third of a band."""
        x, y, w, h = area
        if self.regions.kind == "tall":
            third = (w - 2 * PADDING) / 3
            return x + w - PADDING - third + 12, y, third - 12, h
        return x + PADDING, y, w - 2 * PADDING, h

    def _stage_options(self) -> list[Option]:
        """The stages of the learner across the table; none where there is only one."""
        name = self.session.spec.seats[self.other_seat]
        for opponent in gallery(self.agents, self.game):
            if name in (entry.name for entry in opponent.entries) and len(opponent.entries) > 1:
                return [Option(entry.name, entry.stage or entry.name) for entry in opponent.entries]
        return []

    # ---- drawing --------------------------------------------------------------------------------------------
    def paint_ground(self, pen: Pen) -> None:
        """Draw room, board and panel."""
        pen.room()
        board.draw_ground(pen, self.board.rect)
        if not self.regions.has_drawer:
            pen.panel(self.regions.sides[0])

    def draw_table(self, pen: Pen) -> None:
        """Draw the marks and what lies over the squares."""
        board.draw(pen, self.board.rect, self._picture())

    def _picture(self) -> BoardPicture:
        beat = self.timeline.beat
        if beat is not None:
            return moving_picture(beat.scene, self.timeline.share)
        state = self.state
        focused = self.board.focused and self.phase == "yours"
        hover = self.board.under if self.board.hovered and self.may_act else None
        mark = EMPTY if state.is_terminal() else MARKS[state.current_player()]
        return BoardPicture(
            state.board,
            values=self.square_values,
            line=state.line,
            focus=self.board.cursor if focused else None,
            hover=hover,
            hover_mark=mark,
        )

    def draw_dock(self, pen: Pen) -> None:
        """Draw the sentence about the position."""
        x, y, w, h = self._dock()
        room = w - self.values_button.rect[2] - 20
        said, note = self.sentences()
        lines = pen.wrap(said, room, "strong")[:2]
        middle = y + h / 2
        low = self.regions.has_drawer and h < 70
        if len(lines) == 2 or not note or low:
            for i, line in enumerate(lines):
                pen.text(line, x, middle + (i - (len(lines) - 1) / 2) * 23, "strong", fit=room)
            return
        pen.text(lines[0], x, middle - 12, "strong", fit=room)
        pen.text(note, x, middle + 12, "label", "dim", fit=room)

    def sentences(self) -> tuple[str, str]:
        """Return one true sentence about the position, and a note."""
        phase, texts = self.phase, self.texts
        if phase == "lost":
            return self.trouble, texts("table.kept")
        if self.state.is_terminal():
            return self._result(), self._score()
        if phase == "theirs":
            return texts("table.their_move", name=self.opponent.name), ""
        if all(mark == EMPTY for mark in self.state.board):
            return texts("tic_tac_toe.any_square"), texts("tic_tac_toe.keys")
        said = " ".join(filter(None, (self._threat(), self._holding())))
        return said or texts(
            "tic_tac_toe.your_move", mark=self._mark_word(self.state.current_player())
        ), texts("tic_tac_toe.keys")

    def _result(self) -> str:
        winner, line = self.state.winner, self.state.line
        if winner is None or line is None:
            return self.texts("tic_tac_toe.drawn")
        words = {"mark": self._mark_word(winner), "line": self._line_word(line)}
        if not self.against_agent:
            return self.texts("tic_tac_toe.mark_wins", **words)
        own = winner == self.session.player_of(self.own_seat)
        return self.texts(f"tic_tac_toe.{'you_win' if own else 'they_win'}", name=self.opponent.name, **words)

    def _score(self) -> str:
        results = [result.returns[self.own_seat] for result in self.session.results]
        won, lost = sum(result > 0 for result in results), sum(result < 0 for result in results)
        return self.texts("tic_tac_toe.score", won=won, lost=lost, drawn=len(results) - won - lost)

    def _record(self) -> str:
        record = self.app.saves.record_against(self.game, self.session.spec.seats[self.other_seat])
        counts = {"won": record.wins, "drawn": record.draws, "lost": record.losses}
        return self.texts("tic_tac_toe.record", name=self.opponent.name, **counts)

    def _threat(self) -> str:
        """Say where whoever is not to move would complete a line."""
        player = self.state.current_player()
        threats = threatened_lines(self.state, 1 - player)
        mark = self._mark_word(1 - player)
        if not threats:
            return ""
        if len(threats) > 1:
            return self.texts("tic_tac_toe.threatens_twice", mark=mark)
        return self.texts("tic_tac_toe.threatens", mark=mark, line=self._line_word(threats[0]))

    def _holding(self) -> str:
        """Say how many squares keep the best result, once values are shown."""
        if not self.shows_values or not self._truth:
            return ""
        best = max(self._truth.values())
        count = sum(value == best for value in self._truth.values())
        if count == len(self._truth) and best == HALF:
            return ""
        how_many = "one" if count == 1 else "many"
        words = self.texts.many("common.counts")
        written = words[count] if count < len(words) else str(count)
        return self.texts(f"tic_tac_toe.squares_{_verdict(best)}.{how_many}", count=written.capitalize())

    def _line_word(self, line: Sequence[int]) -> str:
        return self.texts.many("tic_tac_toe.lines")[[tuple(one) for one in LINES].index(tuple(line))]

    def _mark_word(self, player: int) -> str:
        return self.texts("tic_tac_toe.x" if MARKS[player] == X else "tic_tac_toe.o")

    # ---- the panel ------------------------------------------------------------------------------------------
    def draw_side(self, pen: Pen, areas: Sequence[Rect]) -> None:
        """Draw who she is, what she thinks, how good she is."""
        if self.regions.kind == "tall":
            self._draw_band(pen, areas[0])
            return
        x, y, w, h = areas[0]
        x, w = x + PADDING, w - 2 * PADDING
        top = self._draw_opponent(pen, (x, y + PADDING, w, h))
        foot = y + h - PADDING - 44 - 20
        pen.line(x, foot, x + w, foot)
        if self.stages in self.controls:
            foot -= 92
            pen.caps(self.texts("tic_tac_toe.stages"), x, foot + 2, fit=w)
        if self.against_agent:
            foot = self._draw_strength(pen, (x, top, w, foot - top))
        self._draw_thoughts(pen, (x, top, w, foot - top))

    def _draw_band(self, pen: Pen, area: Rect) -> None:
        """Three columns: who she is, what she thinks, what can be done."""
        x, y, w, h = area
        third = (w - 2 * PADDING) / 3
        left = x + PADDING
        top = self._draw_opponent(pen, (left, y + 20, third - 24, h))
        if self.against_agent:
            pen.para(self._strength(), left, top + 22, third - 24, "label", col="dim", limit=4)
        self._draw_thoughts(pen, (left + third, y + 4, third - 12, h - 12))
        if self.stages in self.controls:
            sx, sy, sw, _ = self.stages.rect
            pen.caps(self.texts("tic_tac_toe.stages"), sx, sy - 18, fit=sw)

    def _draw_opponent(self, pen: Pen, r: Rect) -> float:
        """Draw name and kind; returns the y of the line below."""
        x, y, w, _ = r
        portrait = self.opponent
        pen.medallion(x + 26, y + 28, 26, portrait.device)
        pen.text(portrait.name, x + 68, y + 18, "h2", fit=w - 68)
        pen.text(portrait.kind, x + 68, y + 41, "label", "dim", fit=w - 68)
        pen.line(x, y + 72, x + w, y + 72)
        return y + 72

    def _strength(self) -> str:
        entry = self.entry
        words = strength_in_full(entry.strength if entry is not None else None)
        return words[:1].upper() + words[1:]

    def _draw_strength(self, pen: Pen, r: Rect) -> float:
        """Draw how good she is, at the foot of `r`; returns the y of the line above."""
        x, y, w, h = r
        lines = pen.wrap(self._strength(), w, "label")[:3]
        top = y + h - 26 - len(lines) * 21
        pen.line(x, top - 18, x + w, top - 18)
        pen.caps(self.texts("tic_tac_toe.how_good", name=self.opponent.name), x, top + 2, fit=w)
        for i, line in enumerate(lines):
            pen.text(line, x, top + 28 + i * 21, "label", "text" if not i else "dim")
        return top - 18

    def _draw_thoughts(self, pen: Pen, r: Rect) -> None:
        """Draw the values as bars, the best first; or how to see them."""
        x, y, w, h = r
        key = "what_they_think" if self.against_agent else "what_is_true"
        pen.caps(self.texts(f"tic_tac_toe.{key}", name=self.opponent.name), x, y + 24, fit=w)
        values = self.square_values
        if values is None:
            self._draw_no_thoughts(pen, (x, y + 52, w, h - 52))
            return
        rows = sorted(values.items(), key=lambda item: (-item[1].value, item[0]))
        legend = 26.0
        pitch = max(LEAST_ROW, min(ROW, (h - 46 - legend) / len(rows)))
        shown = rows[: max(1, int((h - 46 - legend) / pitch))]
        top = y + 34 + pitch / 2
        label = min(122.0, w * 0.4)
        for i, (cell, value) in enumerate(shown):
            middle = top + i * pitch
            good = value.value > HOLDS
            pen.text(
                self.board.names[cell], x, middle, "label", "text" if value.best else "dim", fit=label - 8
            )
            bar = (x + label, middle - 5, w - label - 50, 10)
            pen.bar(bar, value.value, "solid" if good else "dots", "good" if good else "bad")
            pen.text(number(value.value, 2), x + w, middle, "label_b", al="r")
        pen.text(self.texts("tic_tac_toe.scale"), x, top + len(shown) * pitch, "small", "faint", fit=w)

    def _draw_no_thoughts(self, pen: Pen, r: Rect) -> None:
        x, y, w, _ = r
        if self.phase == "over" and self.against_agent:
            words = self._record()
        elif self._no_values:
            words = self._no_values
        elif self.shows_values:
            words = self.texts("tic_tac_toe.values_on_your_move")
        else:
            words = self.texts("tic_tac_toe.values_hidden")
        pen.para(words, x, y, w, "label", col="dim", limit=4)

    # ---- keys and tests -------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Take the keys of this table beside those of all."""
        if event.repeat or event.ctrl:
            return False
        acts = {"v": self.toggle_values, "x": self.swap_seats, "n": self.rematch}
        if event.text and event.text in "123456789":
            cell = int(event.text) - 1
            self.board.cursor, self.board.ring = cell, False
            self.act(cell)
        elif event.name in acts:
            acts[event.name]()
        else:
            return super().key(event)
        return True

    def trace(self) -> dict[str, Any]:
        """Add the board and what is shown over it."""
        values = self.square_values
        return {
            **super().trace(),
            "board": list(self.state.board),
            "values": None if values is None else {str(cell): value.value for cell, value in values.items()},
        }


HALF = 0.5


def threatened_lines(state: TicTacToeState, player: int) -> list[tuple[int, int, int]]:
    """Return the lines that `player` would complete with one more mark."""
    mark = MARKS[player]
    return [
        line for line in LINES if sorted(state.board[cell] for cell in line) == sorted((EMPTY, mark, mark))
    ]


def _verdict(value: float) -> str:
    return "wins" if value > WINS else "holds" if value > HOLDS else "loses"
