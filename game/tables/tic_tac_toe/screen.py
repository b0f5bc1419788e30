"""The screen of a tic-tac-toe table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from game.core import Action
from game.match.session import HandResult, Session
from game.match.table_spec import First, TableSpec
from game.rules import games
from game.rules.tic_tac_toe import CELLS, EMPTY, MARKS
from game.study.judgements import Grade
from game.study.opponents import Opponent, gallery, strength_in_full
from game.tables.play import PlayScreen, coach_key
from game.tables.tic_tac_toe.panel import (
    MadeMoves,
    PanelContent,
    SquareValues,
    Thoughts,
    instead_of_thoughts,
    panel_band,
    panel_column,
    stage_options,
    view_thoughts,
)
from game.tables.tic_tac_toe.view import (
    BoardView,
    BoardWidget,
    TicTacToeWords,
    View,
    mark_name,
    own_moves_summary,
)
from game.texts import capitalize, current, text
from game.window.frame import table_frame
from game.window.frame.actions import action, control_keys
from game.window.frame.pages import page
from game.window.frame.screen import Services
from game.window.frame.table_frame import TableBox
from game.window.ui.layout import Box, Column, Row, Space, Squared, Stack, fixed, share
from game.window.ui.leaves import Filled
from game.window.ui.leaves.bands import stacked
from game.window.ui.widgets import Button, Rect, Segmented
from game.window.views.board import BoardPicture
from game.window.views.marks import sentence_picture

ABOVE_BOARD, BESIDE_BOARD, BELOW_BOARD, ABOVE_FOOT = 4.0, 120.0, 8.0, 6.0
WIDE_BOARD = 440.0  # dp: with a smaller board, the action bar is as wide as the column
BUTTON_WIDTH, BUTTON = 196.0, 44.0
BUTTON_SHARE = {1: 0.45, 2: 0.33}
"""Number of buttons -> the share of the action bar for each."""
BETWEEN_BUTTONS, BESIDE_BUTTON, LOW_ACTION_BAR = 8.0, 20.0, 70.0


@page(games.TIC_TAC_TOE)
class PlayTicTacToe(PlayScreen):
    """The table of tic-tac-toe against a learner, or between two people."""

    name: ClassVar[str] = "play-tic-tac-toe"
    keys: ClassVar[str] = "tic-tac-toe"
    sizes: table_frame.Sizes = table_frame.Sizes(84, 60, (316, 348, 400), band=(236, 260))
    view: BoardView

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        views: tuple[View, ...] = ("theirs", "truth", "off") if self.against_learner else ("truth", "off")
        self.values = SquareValues(self, views if self.teaching else ("off",))
        self._made_moves = MadeMoves(self, learnt=self.against_learner)
        self.parts = (*self.parts, self.values, self._made_moves)
        self.board = BoardWidget(text("tic_tac_toe.board"), self.act, current().many("tic_tac_toe.squares"))
        self.stages = Segmented("stages", text("tic_tac_toe.stages"), (), "", self.meet)

    # ---- players --------------------------------------------------------------------------------------------
    @property
    def against_agent(self) -> bool:
        return not self.session.is_person(self.other_seat)

    @property
    def is_graded(self) -> bool:
        return self.against_agent

    @property
    def against_learner(self) -> bool:
        learnt = self.entry.kind == "learned" if self.entry is not None else True
        return self.against_agent and learnt

    @property
    def character(self) -> Opponent | None:
        """The opponent with all its training stages. None if the opponent is a person."""
        known = gallery(self.agents, self.game)
        return next((one for one in known if self.entry in one.entries), None)

    @property
    def words(self) -> TicTacToeWords:
        own = self.own_player if self.against_agent else None
        return TicTacToeWords(self.view.state, own, self.opponent.name)

    @property
    def subtitle(self) -> str:
        """The text about the marks of both players."""
        if not self.against_agent:
            own, other = (mark_name(player) for player in (self.own_player, 1 - self.own_player))
            return text("tic_tac_toe.two_people", own=own, other=other)
        mark, portrait = mark_name(self.own_player), self.opponent
        key = "tic_tac_toe.you_are_stage" if portrait.stage else "tic_tac_toe.you_are"
        return text(key, mark=mark, name=portrait.name, stage=portrait.stage)

    @property
    def may_take_back(self) -> bool:
        return self.teaching or not self.against_agent

    def score(self) -> list[tuple[str, int]]:
        """Return the wins of each player and the draws at a table of two people."""
        won = [result.returns[self.below] for result in self.record.shown_results]
        own, other = (
            text("tic_tac_toe.who_with_mark", name=self.portrait(seat).name, mark=self.view.role(seat))
            for seat in (self.below, self.other_seat)
        )
        wins, losses = sum(one > 0 for one in won), sum(one < 0 for one in won)
        return [(own, wins), (other, losses), (text("tic_tac_toe.draws"), len(won) - wins - losses)]

    # ---- actions of the person ------------------------------------------------------------------------------
    @action(*map(str, range(1, CELLS + 1)), cap=f"1 – {CELLS}")
    def play_square(self, cell: int) -> None:
        self.board.choose(cell)

    walk = control_keys("← → ↑ ↓")

    def act(self, action: Action) -> None:
        """Play a square.

        At a table of two people, the next player need not wait for the animation of the mark.

        If the square is occupied, play a sound and show a message.
        """
        if self.phase == "yours" and self.view.state.board[action] != EMPTY:
            self.app.sound.play("taken")
            self.app.say(text("tic_tac_toe.taken", square=self.board.names[action]))
            return
        if not self.against_agent and action in self.view.state.legal_actions():
            self.timeline.finish()
        super().act(action)

    def hint(self, held: Action | None = None) -> None:
        """Show the true value of every square, if the table allows hints."""
        while self.teaching and self.values.view != "truth":
            self.values.turn()
        self.relayout()

    @action("v", control="values", style="label_b")
    def next_view(self) -> None:
        """Switch between the opponent's values, the true values and no values, if the table allows hints."""
        if self.teaching and self.phase != "over":
            self.values.turn()
            self.relayout()
        elif not self.teaching:
            self.app.say(text("tic_tac_toe.values_in_teaching"))

    @next_view.label
    def _view_label(self) -> str:
        return text(f"tic_tac_toe.view.{self.values.view}", name=self.opponent.name)

    ask_coach = coach_key
    go_on, undo, redo = PlayScreen.go_on, PlayScreen.undo, PlayScreen.redo

    # ---- the next game --------------------------------------------------------------------------------------
    @action("x", control="swap", style="label_b")
    def swap_seats(self) -> None:
        """Start a game in which the other player begins."""
        first: First = "seat-1" if self.session.get_seat(0) == 0 else "seat-0"
        seed = self.session.spec.seed + self.session.hand_number
        self.leave_for(replace(self.session.spec, first=first, seed=seed), self.session.results)

    @action("n", style="label_b")
    def rematch(self) -> None:
        """Play another game.

        If the game is unfinished, go back to its start. At a table without undo, show a message instead.
        """
        if self.session.hand_over:
            self.next_hand()
        elif self.may_take_back:
            self.rewind()
        else:
            self.app.say(text("tic_tac_toe.finish_first"))

    retry, look_again = PlayScreen.retry, PlayScreen.look_again
    step_or_speed, show_log = PlayScreen.step_or_speed, PlayScreen.show_log

    def leave_for(self, spec: TableSpec, past: Sequence[HandResult] = ()) -> None:
        """Move to another table. The results `past` count towards the score of that table.

        If the game is unfinished, ask first.
        """
        if spec == self.session.spec:
            return

        def leave() -> None:
            self.app.saves.forget(self.session)
            self.app.sit_down(spec, past)

        if not self.session.hand_in_play:
            leave()
        else:
            self.ask_to_leave("tic_tac_toe.leave", text("tic_tac_toe.leave.body"), leave)

    def meet(self, agent: str) -> None:
        """Play against another training stage of the same learner."""
        spec = self.session.spec
        seats = [agent if seat == self.other_seat else name for seat, name in enumerate(spec.seats)]
        self.leave_for(replace(spec, seats=(seats[0], seats[1])))

    def explain(self, grade: Grade) -> str:
        return self.words.comment(None)

    # ---- grades ---------------------------------------------------------------------------------------------
    def _own_grades(self) -> list[Grade]:
        return self.grades.all() if self.phase == "over" else []

    # ---- the board and its action bar ----------------------------------------------------------------------
    def first_focus(self) -> str:
        return {"over": "rematch", "lost": "try-again"}.get(self.phase, "board")

    def compose_middle(self) -> Sequence[tuple[Box, Rect]]:
        """Return the board at the top with the action bar directly below it.

        In a window with a drawer, the action bar is at the bottom.
        """
        drawer, high = self.regions.has_drawer, self.regions.action_bar[3]
        gap = ABOVE_FOOT if drawer else BELOW_BOARD
        values = self.words.on_board(self.values.visible_values or {}, self.values.view)
        marks = {
            cell: mark_name(MARKS.index(mark))
            for cell, mark in enumerate(self.view.state.board)
            if mark != EMPTY
        }
        self.board.contents = {cell: value.word for cell, value in values.items()} | marks
        table = Squared(
            Stack(TableBox(self.view.table, self.picture), Filled(self.board)),
            Column(Space(gap), self.compose_action_bar().sized(fixed(high))),
            strip=gap + high,
            margins=(ABOVE_BOARD, 0.0, 0.0) if drawer else (ABOVE_BOARD, BESIDE_BOARD, BELOW_BOARD),
            whole_from=WIDE_BOARD,
            low=drawer,
        )
        return ((table, self.regions.middle),)

    def panels(self) -> Sequence[Rect]:
        """Return the panels. The action bar is not a panel, because it is drawn on the table."""
        return () if self.regions.has_drawer else self.regions.sides[:1]

    def compose_action_bar(self) -> Box:
        """Return the sentence about the position, and the buttons of the current phase."""
        x, y, width, height = self.regions.action_bar
        square = min(width, self.regions.table[3])  # the bar is about as wide as the board
        if (warning := self.tutor.compose((x, y, square, height))) is not None:
            return warning
        buttons, low = self._in_the_action_bar(), self.regions.action_bar[3] < LOW_ACTION_BAR
        headline, note = self.sentences()
        sentence = sentence_picture((headline, "" if low and self.regions.has_drawer else note), "strong")
        if not buttons:
            return Row(sentence)
        size = share(BUTTON_SHARE[len(buttons)], most=BUTTON_WIDTH)
        placed = [stacked((button, BUTTON)).sized(size) for button in buttons]
        between = [box for button in placed[1:] for box in (Space(BETWEEN_BUTTONS), button)]
        return Row(sentence, Space(BESIDE_BUTTON), placed[0], *between)

    def _in_the_action_bar(self) -> tuple[Button, ...]:
        if self.phase == "lost":
            return (self.try_again,)
        if self.phase == "theirs" and self.pace.waits_for_step:
            return (self.pace.step_button,)
        if self.phase == "over":
            retry = (self.retry.button,) if self.can_retry else ()
            return (*retry, self._rematch_button()) if self.regions.has_drawer else retry
        return (self.next_view.button,) if self.teaching else ()

    def _rematch_button(self) -> Button:
        """Return the button for another game. A disabled button shows the reason."""
        button, fair = self.rematch.button, self.session.hand_over or self.may_take_back
        button.kind = "primary" if self.phase == "over" else "plain"
        button.disabled = "" if fair else text("tic_tac_toe.finish_first")
        return button

    def sentences(self) -> tuple[str, str]:
        """Return a sentence about the position, and a note."""
        match self.phase:
            case "lost":
                return self.trouble
            case "over":
                results = [result.returns[self.below] for result in self.session.results]
                return self.words.result(), self.result_note or self.words.score(results)
            case "yours":
                return self.words.at_turn(
                    self.values.visible_values, self.values.view, teaching=self.teaching
                )
            case "theirs":
                return text("table.their_move", name=self.opponent.name), ""
        return "" if self.against_agent or self.session.hand_over else self.words.turn(), ""

    # ---- the side column ------------------------------------------------------------------------------------
    def compose_sides(self) -> Sequence[Box]:
        """Return the side panel.

        In an open drawer, which hides the action bar, the panel includes the retry button.
        """
        opponent = self.character
        retry = self.retry.button if self.regions.has_drawer and self.can_retry else None
        self.stages.options = stage_options(opponent)
        self.stages.chosen = self.session.spec.seats[self.other_seat]
        strength = self.entry.strength if self.entry is not None else None
        shown = PanelContent(
            opponent=self.opponent,
            character=self._character(opponent),
            strength=capitalize(strength_in_full(strength)) if self.against_agent else "",
            score=() if self.against_agent else self.score(),
            thoughts=self._thoughts(),
            stages=self.stages if self.stages.options else None,
            buttons=(self.swap_seats.button, self._rematch_button()),
            retry=retry,
        )
        return ((panel_band if self.regions.kind == "tall" else panel_column)(shown),)

    def _character(self, opponent: Opponent | None) -> str:
        """Return the text on the opponent's character, or after the game a summary of the person's moves."""
        if self.against_agent and self.phase == "over":
            return own_moves_summary(self._own_grades(), self.board.names)
        return opponent.line if opponent is not None else ""

    def _thoughts(self) -> Thoughts:
        values, name, squares = self.values.visible_values, self.opponent.name, self.board.names
        if values is not None:
            return view_thoughts(values, self.values.view, name, squares)
        if self.phase == "over":
            record = self.words.record(self.record.against_opponent, stages=len(self.stages.options))
            return self._made_moves.thoughts(record, name, squares)
        return instead_of_thoughts(self.values, name, teaching=self.teaching)

    # ---- drawing --------------------------------------------------------------------------------------------
    def picture(self) -> BoardPicture:
        """Return the picture of the board.

        If nothing moves, the picture includes the values and the hovered square.
        """
        picture: BoardPicture = super().picture()
        if self.timeline.animation_step is not None:
            return picture
        yours = self.phase == "yours"
        return replace(
            picture,
            values=self.words.on_board(self.values.visible_values or {}, self.values.view),
            grades={grade.action: grade.shown_mark for grade in self._own_grades()},
            focus=self.board.cursor if self.board.focused and yours else None,
            hover=self.board.under if self.board.hovered and yours else None,
            hover_mark=MARKS[self.view.state.current_player()] if yours else EMPTY,
        )
