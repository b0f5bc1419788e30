"""The tic-tac-toe table: to play, and to see what a learner believes.

The screen joins a session to the board, to `square_values` (what is thought of the squares, on demand), to
`tic_tac_toe_words` (what is said) and `tic_tac_toe_panel` (what stands beside the board).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from game.core import Action, State
from game.match.session import HandResult, Session, Step
from game.match.table_spec import First, TableSpec
from game.rules.tic_tac_toe import EMPTY, MARKS, TicTacToeState
from game.screens.dialogs.question import Question, Reply, nothing
from game.screens.input import Key
from game.screens.pen import Pen, Rect
from game.screens.tables.play import PlayScreen
from game.screens.tables.playback import Beat
from game.screens.tables.tic_tac_toe.board_widget import BoardWidget
from game.screens.tables.tic_tac_toe.dock import TicTacToeDock
from game.screens.tables.tic_tac_toe.made_moves import MadeMoves
from game.screens.tables.tic_tac_toe.panel import TicTacToePanel
from game.screens.tables.tic_tac_toe.picture import BoardScene, moving_picture, story
from game.screens.tables.tic_tac_toe.square_values import SquareValues, best_squares
from game.screens.tables.tic_tac_toe.words import TicTacToeWords
from game.screens.views import board, regions
from game.screens.views.board import BoardPicture, SquareValue
from game.screens.widgets.button import Button
from game.screens.widgets.widget import Act, Widget

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

BESIDE_BOARD, BELOW_BOARD = 120.0, 10.0


class PlayTicTacToe(PlayScreen[BoardScene]):
    """Tic-tac-toe against a learner, or between two people at one board."""

    name: ClassVar[str] = "play-tic-tac-toe"
    sizes: ClassVar[regions.Sizes] = regions.Sizes(84, 60, (316, 348, 400), band=(236, 260))

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        texts = self.texts
        self.values = SquareValues(self)
        self.made_moves = MadeMoves(self)
        self.board = BoardWidget(texts("tic_tac_toe.board"), self.act, texts.many("tic_tac_toe.squares"))
        self.panel = TicTacToePanel(self)
        self.dock = TicTacToeDock(self)
        self.values_button = Button("values", "", self.next_view, keycap="V", style="label_b")

    # ---- the game -------------------------------------------------------------------------------------------
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

    @property
    def against_learner(self) -> bool:
        """Whether the one across the table has learnt what squares are worth."""
        learnt = self.entry.kind == "learned" if self.entry is not None else True
        return self.against_agent and learnt

    @property
    def words(self) -> TicTacToeWords:
        """How the position is told."""
        own = self.own_player if self.against_agent else None
        return TicTacToeWords(self.texts, self.state, own, self.opponent.name)

    @property
    def subtitle(self) -> str:
        """Who plays which mark against whom."""
        if not self.against_agent:
            own, other = (self.words.mark(player) for player in (self.own_player, 1 - self.own_player))
            return self.texts("tic_tac_toe.two_people", own=own, other=other)
        mark, portrait = self.words.mark(self.own_player), self.opponent
        key = "tic_tac_toe.you_are_stage" if portrait.stage else "tic_tac_toe.you_are"
        return self.texts(key, mark=mark, name=portrait.name, stage=portrait.stage)

    @property
    def unit(self) -> Literal["hand", "game"]:
        """A game is one board."""
        return "game"

    @property
    def ended(self) -> bool:
        """A finished game is nothing to come back to, nor is an empty board."""
        return not self.session.hand_in_play

    def first_state(self) -> State:
        """Return the empty board."""
        return TicTacToeState()

    def story(self, before: State, step: Step) -> Sequence[Beat[BoardScene]]:
        """Set the mark; draw the line of a win."""
        state = step.state
        assert isinstance(state, TicTacToeState)
        lost = self.against_agent and state.winner != self.own_player
        return story(step, "loss" if lost else "win")

    # ---- what people do -------------------------------------------------------------------------------------
    def act(self, action: Action) -> None:
        """Play a square; where two people play, the next one need not wait until a mark is drawn."""
        if not self.against_agent and action in self.state.legal_actions():
            self.timeline.finish()
        super().act(action)

    def rematch(self) -> None:
        """Play another game; one that is in play is taken back to its start."""
        if self.session.hand_over:
            self.next_hand()
            return
        while self.session.can_undo:
            self.session.undo()
        self._jump(nothing)

    def swap_seats(self) -> None:
        """Start a game in which the other one begins."""
        first: First = "seat-1" if self.session.seat_of(0) == 0 else "seat-0"
        seed = self.session.spec.seed + self.session.hand_number
        self.leave_for(replace(self.session.spec, first=first, seed=seed), self.session.results)

    def leave_for(self, spec: TableSpec, past: Sequence[HandResult] = ()) -> None:
        """Sit down at another table, where `past` games count; one in play is left only after a question."""
        if spec == self.session.spec:
            return
        if not self.in_play:
            self.app.sit_down(spec, past)
            return
        stay = Reply("stay", self.texts("tic_tac_toe.leave.stay"), nothing, "primary")
        leave = Reply("leave", self.texts("tic_tac_toe.leave.leave"), partial(self.app.sit_down, spec, past))
        title, body = self.texts("tic_tac_toe.leave.title"), self.texts("tic_tac_toe.leave.body")
        self.app.overlay(Question(self.app, title, body, (stay, leave)))

    def next_view(self) -> None:
        """Show the opponent's values, the truth, or neither, in turn; only where the table teaches."""
        if self.teaching and self.phase != "over":
            self.values.turn()
            self.relayout()
        elif not self.teaching:
            self.app.say(self.texts("tic_tac_toe.values_in_teaching"))

    def changed(self) -> None:
        """Forget what was thought of the last position."""
        self.values.forget()
        self.made_moves.forget()

    def update(self, dt: float) -> bool:
        """Ask for values on a person's turn where they are shown, and for those behind a finished game."""
        moving = super().update(dt)
        if self.phase == "yours":
            self.values.ask()
        self.made_moves.follow()
        return moving

    @property
    def shown_values(self) -> Mapping[int, float] | None:
        """The values that show now: only on a person's move."""
        return self.values.shown if self.phase == "yours" else None

    # ---- layout ---------------------------------------------------------------------------------------------
    def first_focus(self) -> str:
        """The board while there is something to play, then the rematch."""
        return {"over": "rematch", "lost": "try-again"}.get(self.phase, "board")

    def arrange(self) -> list[Widget]:
        """Place the board and the button below it."""
        x, y, w, h = self.regions.table
        drawer = self.regions.has_drawer
        side = min(w, h) if drawer else min(w - BESIDE_BOARD, h - BELOW_BOARD)
        self.board.rect = (x + (w - side) / 2, y + 4, side, side)
        view = self.values.view
        self.values_button.label = self.texts(f"tic_tac_toe.view.{view}", name=self.opponent.name)
        self.panel.rematch_button.kind = "primary" if self.phase == "over" else "plain"
        return [self.board, *self.dock.arrange()]

    def side_needs(self) -> float:
        """Return what the panel needs."""
        return self.panel.needs()

    def arrange_side(self, areas: Sequence[Rect]) -> list[Widget]:
        """Place stages and buttons."""
        return self.panel.arrange(areas[0])

    # ---- drawing --------------------------------------------------------------------------------------------
    def paint_ground(self, pen: Pen) -> None:
        """Draw room, board and panel."""
        pen.room()
        board.draw_ground(pen, self.board.rect)
        if not self.regions.has_drawer:
            pen.panel(self.regions.sides[0])

    def draw_table(self, pen: Pen) -> None:
        """Draw the marks and what lies over the squares."""
        board.draw(pen, self.board.rect, self.picture())

    def picture(self) -> BoardPicture:
        """Return what lies on the board now."""
        beat = self.timeline.beat
        if beat is not None:
            return moving_picture(beat.scene, self.timeline.share)
        state = self.state
        yours = self.phase == "yours"
        return BoardPicture(
            state.board,
            values=self._square_values(),
            line=state.line,
            focus=self.board.cursor if self.board.focused and yours else None,
            hover=self.board.under if self.board.hovered and yours else None,
            hover_mark=MARKS[state.current_player()] if yours else EMPTY,
        )

    def _square_values(self) -> dict[int, SquareValue] | None:
        values = self.shown_values
        if not values:
            return None
        best, words, believed = best_squares(values), self.words, self.values.view == "theirs"
        return {
            cell: SquareValue(value, words.verdict(value, believed=believed), cell in best)
            for cell, value in values.items()
        }

    def draw_dock(self, pen: Pen) -> None:
        """Draw the sentence about the position."""
        self.dock.draw(pen)

    def draw_side(self, pen: Pen, areas: Sequence[Rect]) -> None:
        """Draw the panel."""
        self.panel.draw(pen, areas[0])

    # ---- keys and tests -------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Take the keys of this table beside those of all."""
        if event.repeat or event.ctrl:
            return super().key(event)
        acts: dict[str, Act] = {"v": self.next_view, "x": self.swap_seats, "n": self.rematch}
        if event.text and event.text in "123456789":
            self.board.cursor = int(event.text) - 1
            self.act(self.board.cursor)
        elif event.name in acts:
            acts[event.name]()
        else:
            return super().key(event)
        return True

    def trace(self) -> dict[str, Any]:
        """Add the board and what is shown over it."""
        values = self.shown_values
        shown = None if values is None else {str(cell): value for cell, value in values.items()}
        board, view = list(self.state.board), self.values.view
        return {**super().trace(), "board": board, "values": shown, "view": view}
