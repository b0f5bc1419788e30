"""The tic-tac-toe table: to play, and to see what a learner believes.

The screen joins a session to its view, to `square_values` (what is thought of the squares, on demand), to `words`
(what is said) and `panel` (what stands beside the board).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from game.core import Action
from game.match.session import HandResult, Session
from game.match.table_spec import First, TableSpec
from game.rules.tic_tac_toe import EMPTY, MARKS, TicTacToeState
from game.screens.dialogs.question import Question, Reply, nothing
from game.screens.models.opponents import Opponent, gallery, stage_names, strength_in_full
from game.screens.tables.boxes import said, stacked
from game.screens.tables.game_view import capitalized
from game.screens.tables.play import PlayScreen
from game.screens.tables.tic_tac_toe.board_widget import BoardWidget
from game.screens.tables.tic_tac_toe.made_moves import Made, MadeMoves, made_by
from game.screens.tables.tic_tac_toe.panel import Controls, Shown, Thoughts, panel_band, panel_column
from game.screens.tables.tic_tac_toe.square_values import (
    SquareValues,
    View,
    are_equal,
    best_squares,
    verdict,
)
from game.screens.tables.tic_tac_toe.view import BoardView
from game.screens.tables.tic_tac_toe.words import TicTacToeWords
from game.screens.ui.input import Key
from game.screens.ui.layout.box import Box, Row, Space
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.choice import Option, Segmented
from game.screens.ui.widgets.widget import Act, Rect, Widget
from game.screens.views import regions
from game.screens.views.board import BoardPicture, SquareValue

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

BESIDE_BOARD, BELOW_BOARD, ABOVE_BOARD = 120.0, 10.0, 4.0
BUTTON_WIDTH, BUTTON_SHARE, BUTTON = 196.0, 0.45, 44.0
WIDE_DOCK = 440.0  # dp; a smaller board has the whole column below it
DOCK_GAP, BESIDE_BUTTON, LOW_DOCK = 8.0, 20.0, 70.0


class PlayTicTacToe(PlayScreen):
    """Tic-tac-toe against a learner, or between two people at one board."""

    name: ClassVar[str] = "play-tic-tac-toe"
    sizes: ClassVar[regions.Sizes] = regions.Sizes(84, 60, (316, 348, 400), band=(236, 260))
    view: BoardView

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, session)
        texts = self.texts
        self.values = SquareValues(self.requests, self._views)
        self._thought = MadeMoves(self.requests, learnt=self.against_learner)
        self.board = BoardWidget(texts("tic_tac_toe.board"), self.act, texts.many("tic_tac_toe.squares"))
        self.values_button = Button("values", "", self.next_view, keycap="V", style="label_b")
        self.stages = Segmented("stages", texts("tic_tac_toe.stages"), (), "", self._meet)
        swap, rematch = texts("tic_tac_toe.swap"), texts("tic_tac_toe.rematch")
        self.swap_button = Button("swap", swap, self.swap_seats, keycap="X", style="label_b")
        self.rematch_button = Button("rematch", rematch, self.rematch, keycap="N", style="label_b")

    # ---- the game -------------------------------------------------------------------------------------------
    @property
    def state(self) -> TicTacToeState:
        """The position."""
        return self.view.state

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

    @property
    def _views(self) -> tuple[View, ...]:
        """What V goes round; nothing but "off" where the table does not teach."""
        if not self.teaching:
            return ("off",)
        return ("theirs", "truth", "off") if self.against_learner else ("truth", "off")

    @property
    def _opponent(self) -> Opponent | None:
        """The character across the table; None for a person."""
        known = gallery(self.agents, self.game)
        return next((one for one in known if self.entry in one.entries), None)

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
        self._thought.forget()

    def _meet(self, agent: str) -> None:
        """Play against the same learner at another stage."""
        spec = self.session.spec
        seats = [agent if seat == self.other_seat else name for seat, name in enumerate(spec.seats)]
        self.stages.chosen = spec.seats[self.other_seat]
        self.leave_for(replace(spec, seats=(seats[0], seats[1])))

    # ---- what is thought ------------------------------------------------------------------------------------
    def update(self, dt: float) -> bool:
        """Ask for values on a person's turn where they are shown, and for those behind a finished game."""
        moving = super().update(dt)
        seat = self.session.seat_to_act
        if self.phase == "yours" and seat is not None:
            info, spec = self.session.info(seat), self.session.spec
            advice = {"game": self.game, "blinds": spec.blinds, "info": info}
            values = {**self.agent_payload(self.other_seat), "info": info}
            self.values.ask(self.state.number, values, advice)
        elif self.phase == "over":
            payload = self.agent_payload(self.other_seat)
            self._thought.ask(self._made(), lambda info: {**payload, "info": info})
        return moving

    def _made(self) -> list[Made]:
        """The moves of an agent in a game that is over."""
        told = self.against_agent and self.phase == "over"
        return made_by(self.session, 1 - self.own_player) if told else []

    @property
    def shown_values(self) -> Mapping[int, float] | None:
        """The values that show now: only on a person's move."""
        return self.values.shown if self.phase == "yours" else None

    # ---- the board and its dock -----------------------------------------------------------------------------
    def first_focus(self) -> str:
        """The board while there is something to play, then the rematch."""
        return {"over": "rematch", "lost": "try-again"}.get(self.phase, "board")

    def lay_out_table(self) -> list[Widget]:
        """Place the board at the upper edge, with room for its frame."""
        x, y, w, h = self.regions.table
        side = min(w, h) if self.regions.has_drawer else min(w - BESIDE_BOARD, h - BELOW_BOARD)
        self.view.place = self.board.rect = (x + (w - side) / 2, y + ABOVE_BOARD, side, side)
        return [self.board]

    @property
    def dock_place(self) -> Rect:
        """The row below the board: as wide as the board, or as the column where the board is small."""
        x, y, w, h = self.regions.dock
        left, top, side, _ = self.board.rect
        if not self.regions.has_drawer:
            below = top + side + DOCK_GAP
            h, y = min(h, y + h - below), below
        return (left, y, side, h) if side >= WIDE_DOCK else (x, y, w, h)

    def panels(self) -> Sequence[Rect]:
        """The dock lies on the table itself."""
        return () if self.regions.has_drawer else self.regions.sides[:1]

    def compose_dock(self) -> Box:
        """Return the sentence about the position, and the one button that the moment needs."""
        button, (_, _, w, h) = self._button(), self.dock_place
        headline, note = self.sentences()
        low = self.regions.has_drawer and h < LOW_DOCK
        sentence = said((headline, "" if low else note), "strong")
        if button is None:
            return Row(sentence)
        beside = stacked((button, BUTTON), width=min(BUTTON_WIDTH, w * BUTTON_SHARE))
        return Row(sentence, Space(BESIDE_BUTTON), beside)

    def _button(self) -> Button | None:
        if self.phase == "lost":
            return self.try_again
        if self.phase == "theirs" and self.waits_for_step:
            return self.step_button
        if self.phase == "over" and self.regions.has_drawer:
            return self.rematch_button
        self.values_button.label = self.texts(f"tic_tac_toe.view.{self.values.view}", name=self.opponent.name)
        return self.values_button if self.teaching and self.phase != "over" else None

    def sentences(self) -> tuple[str, str]:
        """Return one true sentence about the position, and a note."""
        match self.phase:
            case "lost":
                return self.trouble, self.trouble_note
            case "over":
                results = [result.returns[self.below] for result in self.session.results]
                return self.words.result(), self.words.score(results)
            case "yours":
                return self._turn_in_words()
            case "theirs":
                return self.texts("table.their_move", name=self.opponent.name), ""
            case _ if not (self.against_agent or self.session.hand_over):
                return self.words.turn(), ""
            case _:
                return "", ""

    def _turn_in_words(self) -> tuple[str, str]:
        """Say whose move it is, and at a table that teaches what is to be seen: no more than the view shows."""
        words, keys = self.words, self.texts("tic_tac_toe.keys")
        if not self.teaching:
            return words.turn(), keys
        values, view = self.shown_values, self.values.view
        true = values if view == "truth" else None
        comment, note = words.comment(true), words.why(true) if true else ""
        if view == "theirs" and values is not None and are_equal(values):
            note = self.texts("tic_tac_toe.all_equal", name=self.opponent.name)
        if self.against_agent:
            return comment or words.turn(), note or keys
        return words.turn(), " ".join(filter(None, (comment, note))) or keys

    # ---- the side column ------------------------------------------------------------------------------------
    def compose_sides(self) -> Sequence[Box]:
        """Return the panel; the rematch stands in the dock where the panel is a drawer."""
        over, opponent = self.phase == "over", self._opponent
        self.rematch_button.kind = "primary" if over else "plain"
        in_dock = over and self.regions.has_drawer
        controls = Controls(self._stages(), self.swap_button, None if in_dock else self.rematch_button)
        strength = self.entry.strength if self.entry is not None else None
        shown = Shown(
            opponent=self.opponent,
            character=opponent.line if opponent is not None and not self._made() else "",
            strength=capitalized(strength_in_full(strength)) if self.against_agent else "",
            score=() if self.against_agent else self.score(),
            thoughts=self._thoughts(),
        )
        return ((panel_band if self.regions.kind == "tall" else panel_column)(shown, controls),)

    def _stages(self) -> Segmented | None:
        """The choice between the stages of a learner, where there are several."""
        opponent = self._opponent
        if opponent is None or len(opponent.entries) < 2:
            return None
        names, _ = stage_names(opponent.entries)
        self.stages.options = tuple(
            Option(entry.name, name.replace(",000,000", " M"))
            for entry, name in zip(opponent.entries, names, strict=True)
        )
        self.stages.chosen = self.session.spec.seats[self.other_seat]
        return self.stages

    def _thoughts(self) -> Thoughts:
        values, texts, name = self.shown_values, self.texts, self.opponent.name
        if values is None:
            caption, words = self._instead_of_values()
            rows = self._thought.rows(self._made(), self.board.names)
            valued = self._thought.are_valued
            return Thoughts(caption, words, made=rows, made_by=name, made_are_valued=valued)
        equal = ""
        if are_equal(values):
            found = verdict(next(iter(values.values())))
            theirs = self.values.view == "theirs"
            equal = (
                texts("tic_tac_toe.all_equal", name=name)
                if theirs
                else texts(f"tic_tac_toe.squares_{found}.every")
            )
        return Thoughts(self._caption(), values=values, equal=equal, squares=self.board.names)

    def _instead_of_values(self) -> tuple[str, str]:
        """Return a caption and a sentence for when no values show."""
        texts, view = self.texts, self.values.view
        if self.phase == "over":
            record, stages = self.record, len(self._opponent.entries) if self._opponent is not None else 1
            counts = {"won": record.wins, "drawn": record.draws, "lost": record.losses}
            key = "record_of_two" if not self.against_agent else "record_of_all" if stages > 1 else "record"
            words = texts(f"tic_tac_toe.{key}", name=self.opponent.name, **counts)
            return texts("tic_tac_toe.record_caption"), words
        if not self.teaching:
            return texts("tic_tac_toe.serious_caption"), texts("tic_tac_toe.values_in_teaching")
        if view == "off":
            return texts("tic_tac_toe.values_caption"), texts("tic_tac_toe.values_hidden")
        key = "no_values" if self.values.missing else "values_on_your_move"
        return self._caption(), texts(f"tic_tac_toe.{key}")

    def _caption(self) -> str:
        """Say whose values are shown."""
        key = {"theirs": "what_they_think", "truth": "what_is_true", "off": "values_caption"}[
            self.values.view
        ]
        return self.texts(f"tic_tac_toe.{key}", name=self.opponent.name)

    def score(self) -> list[tuple[str, int]]:
        """Return what each of two people has won at this table, and the draws."""
        won = [result.returns[self.below] for result in self.shown_results]
        own, other = (
            self.texts(
                "tic_tac_toe.who_with_mark", name=self.portrait_of(seat).name, mark=self.view.role(seat)
            )
            for seat in (self.below, self.other_seat)
        )
        wins, losses = sum(one > 0 for one in won), sum(one < 0 for one in won)
        return [(own, wins), (other, losses), (self.texts("tic_tac_toe.draws"), len(won) - wins - losses)]

    # ---- drawing --------------------------------------------------------------------------------------------
    def picture(self) -> BoardPicture:
        """Return what lies on the board now: at rest with the values, and the square that is pointed at."""
        picture: BoardPicture = super().picture()
        if self.timeline.beat is not None:
            return picture
        yours = self.phase == "yours"
        return replace(
            picture,
            values=self._square_values(),
            focus=self.board.cursor if self.board.focused and yours else None,
            hover=self.board.under if self.board.hovered and yours else None,
            hover_mark=MARKS[self.state.current_player()] if yours else EMPTY,
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
