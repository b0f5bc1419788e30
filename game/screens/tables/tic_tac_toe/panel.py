"""The panel beside the tic-tac-toe board: who the learner is, what she thinks, how good she is, her stages."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from game.screens.models.opponents import Opponent, gallery, stage_names, strength_in_full
from game.screens.pen import Pen, Rect
from game.screens.tables.band import columns_of
from game.screens.tables.tic_tac_toe import made_moves
from game.screens.tables.tic_tac_toe.square_values import are_equal, best_squares, verdict
from game.screens.texts import number
from game.screens.views import value_row
from game.screens.views.value_row import valued
from game.screens.widgets.button import Button
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.tables.tic_tac_toe.screen import PlayTicTacToe

PADDING = 24.0
BUTTON, STAGES = 44.0, 38.0
FOOT = PADDING + BUTTON + 20.0
STAGES_BLOCK = 104.0
ROW, LEAST_ROW = 32.0, 22.0
LEGEND = 26.0
LEAST_HEIGHT = 530.0
LINE = 21.0
BAND_PADDING = 20.0
AFTER_GAME = 24.0
COLUMN_GAP, FIGURE = 16.0, 34.0
STRENGTH, RECORD = 108.0, 92.0


class TicTacToePanel:
    """What stands beside one board."""

    def __init__(self, table: PlayTicTacToe) -> None:
        self._table = table
        texts = table.texts
        self.stages = Segmented("stages", texts("tic_tac_toe.stages"), (), "", self._meet)
        self.swap_button = Button(
            "swap", texts("tic_tac_toe.swap"), table.swap_seats, keycap="X", style="label_b"
        )
        self.rematch_button = Button(
            "rematch", texts("tic_tac_toe.rematch"), table.rematch, keycap="N", style="label_b"
        )

    @property
    def _banded(self) -> bool:
        return self._table.regions.kind == "tall"

    def needs(self) -> float:
        """Return the height that all of it needs; a band is high enough."""
        return 0.0 if self._banded else LEAST_HEIGHT + (AFTER_GAME if self._table.made_moves.shown else 0.0)

    # ---- the stages of a learner ----------------------------------------------------------------------------
    def _stage_options(self) -> tuple[Option, ...]:
        opponent = self._opponent
        if opponent is None or len(opponent.entries) < 2:
            return ()
        family = opponent.entries
        names, _ = stage_names(family)
        short = [name.replace(",000,000", " M") for name in names]
        return tuple(Option(entry.name, name) for entry, name in zip(family, short, strict=True))

    def _meet(self, agent: str) -> None:
        """Play against the same learner at another stage."""
        table, spec = self._table, self._table.session.spec
        seats = [agent if seat == table.other_seat else name for seat, name in enumerate(spec.seats)]
        self.stages.chosen = spec.seats[table.other_seat]
        table.leave_for(replace(spec, seats=(seats[0], seats[1])))

    # ---- how it is arranged ---------------------------------------------------------------------------------
    def arrange(self, area: Rect) -> list[Widget]:
        """Place stages and buttons; the rematch stands in the dock where the panel is a drawer."""
        table = self._table
        x, y, w, h = self._columns(area)[-1]
        self.stages.options = self._stage_options()
        self.stages.chosen = table.session.spec.seats[table.other_seat]
        row, half = y + h - PADDING - BUTTON, (w - 12) / 2
        self.stages.rect = (x, row - 44 - STAGES, w, STAGES)
        self.swap_button.rect = (x, row, half, BUTTON)
        widgets: list[Widget] = [self.stages] if self.stages.options else []
        widgets.append(self.swap_button)
        if not (table.phase == "over" and table.regions.has_drawer):
            self.rematch_button.rect = (x + half + 12, row, half, BUTTON)
            widgets.append(self.rematch_button)
        return widgets

    def _columns(self, area: Rect) -> tuple[Rect, Rect, Rect]:
        return columns_of(area, PADDING, BAND_PADDING, banded=self._banded)

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, pen: Pen, area: Rect) -> None:
        """Draw the words."""
        first, second, last = self._columns(area)
        if self._banded:
            self._draw_band(pen, first, second)
        else:
            self._draw_column(pen, last)
        if self.stages.options:
            x, y, w, _ = self.stages.rect
            pen.caps(self._table.texts("tic_tac_toe.stages"), x, y - 18, fit=w)

    def _draw_column(self, pen: Pen, column: Rect) -> None:
        x, y, w, h = column
        top = self._draw_opponent(pen, (x, y + PADDING, w, h))
        told = self._table.made_moves.shown
        if self._table.shown_values is None and not told:
            top = self._draw_character(pen, (x, top, w, h))
        foot = y + h - FOOT
        pen.line(x, foot, x + w, foot)
        if self.stages.options:
            foot -= STAGES_BLOCK
        if not told or foot - top >= RECORD + made_moves.NEEDS + STRENGTH:
            draw_foot = self._draw_strength if self._table.against_agent else self._draw_score
            foot = draw_foot(pen, (x, top, w, foot - top))
        self._draw_thoughts(pen, (x, top, w, foot - top))

    def _draw_band(self, pen: Pen, first: Rect, second: Rect) -> None:
        x, y, w, h = first
        top = self._draw_opponent(pen, (x, y + BAND_PADDING, w, h))
        if self._table.against_agent:
            pen.para(self._strength(), x, top + 22, w, "label", col="dim", limit=4)
        else:
            self._draw_score(pen, (x, top, w, y + h - BAND_PADDING - top))
        x, y, w, h = second
        self._draw_thoughts(pen, (x, y + 4, w, h - 12))

    def _draw_opponent(self, pen: Pen, r: Rect) -> float:
        """Draw name and kind; returns the y of the line below."""
        x, y, w, _ = r
        portrait = self._table.opponent
        pen.medallion(x + 26, y + 28, 26, portrait.device)
        pen.text(pen.short_name(portrait.name, w - 68, "h2"), x + 68, y + 18, "h2")
        pen.text(portrait.kind, x + 68, y + 41, "label", "dim", fit=w - 68)
        pen.line(x, y + 72, x + w, y + 72)
        return y + 72

    def _draw_character(self, pen: Pen, r: Rect) -> float:
        """Draw what sort of player this is, while no values need the room; returns the y of the line below."""
        x, y, w, _ = r
        opponent = self._opponent
        if opponent is None:
            return y
        below = pen.para(opponent.line, x, y + 24, w, "label", limit=3)
        pen.line(x, below, x + w, below)
        return below

    @property
    def _opponent(self) -> Opponent | None:
        """The character across the table; None for a person."""
        entry, table = self._table.entry, self._table
        known = gallery(table.agents, table.game)
        return next((opponent for opponent in known if entry in opponent.entries), None)

    def _strength(self) -> str:
        entry = self._table.entry
        words = strength_in_full(entry.strength if entry is not None else None)
        return words[:1].upper() + words[1:]

    def _draw_strength(self, pen: Pen, r: Rect) -> float:
        """Draw how good she is at the foot of `r`; returns the y of the line above."""
        x, y, w, h = r
        lines = pen.wrap(self._strength(), w, "label")[:3]
        top = y + h - 26 - len(lines) * LINE
        pen.line(x, top - 18, x + w, top - 18)
        pen.caps(self._table.texts("tic_tac_toe.how_good", name=self._table.opponent.name), x, top + 2, fit=w)
        for i, line in enumerate(lines):
            pen.text(line, x, top + 28 + i * LINE, "label", "dim" if i else "text")
        return top - 18

    def _draw_score(self, pen: Pen, r: Rect) -> float:
        """Draw at the foot of `r` what each of two people has won here; returns the y of the line above."""
        x, y, w, h = r
        rows = self.score()
        top = y + h - 26 - len(rows) * LINE
        if not self._banded:
            pen.line(x, top - 18, x + w, top - 18)
        pen.caps(self._table.texts("tic_tac_toe.score_caption"), x, top + 2, fit=w)
        for i, (who, count) in enumerate(rows):
            pen.text(who, x, top + 28 + i * LINE, "label", fit=w - FIGURE)
            pen.text(number(count), x + w, top + 28 + i * LINE, "label_b", al="r")
        return top - 18

    def score(self) -> list[tuple[str, int]]:
        """Return what each of two people has won at this table, and the draws."""
        table, texts = self._table, self._table.texts
        won = [result.returns[table.own_seat] for result in table.shown_results]
        seats = {seat: table.words.mark(table.session.player_of(seat)) for seat in (0, 1)}
        own, other = (
            texts("tic_tac_toe.who_with_mark", name=table.portrait_of(seat).name, mark=seats[seat])
            for seat in (table.own_seat, table.other_seat)
        )
        wins, losses = sum(one > 0 for one in won), sum(one < 0 for one in won)
        return [(own, wins), (other, losses), (texts("tic_tac_toe.draws"), len(won) - wins - losses)]

    def _draw_thoughts(self, pen: Pen, r: Rect) -> None:
        """Draw the values as bars, the best first; or how to see them."""
        x, y, w, h = r
        table, texts = self._table, self._table.texts
        values = table.shown_values
        if values is None:
            caption, words = self._instead_of_values()
            pen.caps(caption, x, y + 24, fit=w)
            told = table.made_moves.shown
            bottom = pen.para(words, x, y + 52, w, "label", col="dim", limit=2 if told else 4)
            if told:
                table.made_moves.draw(pen, (x, bottom, w, y + h - bottom))
            return
        pen.caps(self._caption(), x, y + 24, fit=w)
        if are_equal(values):
            bottom = pen.para(self._equal_in_words(values), x, y + 52, w, "label", limit=3)
        else:
            bottom = self._draw_values(pen, (x, y + 34, w, h - 46 - LEGEND), values)
        pen.text(texts("tic_tac_toe.scale"), x, bottom + LEGEND / 2, "small", "faint", fit=w)

    def _draw_values(self, pen: Pen, r: Rect, values: Mapping[int, float]) -> float:
        """Draw every square, in two columns without bars where they are too many; returns the y below."""
        x, y, w, h = r
        squares = sorted(values.items(), key=lambda item: (-item[1], item[0]))
        best = best_squares(values)
        columns = 1 if len(squares) * LEAST_ROW <= h else 2
        rows = math.ceil(len(squares) / columns)
        pitch = min(ROW, h / rows)
        width = (w - (columns - 1) * COLUMN_GAP) / columns
        for place, (cell, value) in enumerate(squares):
            column, line = divmod(place, rows)
            area = (x + column * (width + COLUMN_GAP), y + (line + 0.5) * pitch, width, 0)
            row = valued(self._table.board.names[cell], value, best=cell in best)
            value_row.draw(pen, area, row, bar=columns == 1)
        return y + rows * pitch

    def _equal_in_words(self, values: Mapping[int, float]) -> str:
        """Say that all squares are worth the same: what the learner thinks, or what is true of every one."""
        table = self._table
        if table.values.view == "theirs":
            return table.texts("tic_tac_toe.all_equal", name=table.opponent.name)
        return table.texts(f"tic_tac_toe.squares_{verdict(next(iter(values.values())))}.every")

    def _instead_of_values(self) -> tuple[str, str]:
        """Return a caption and a sentence for when no values show."""
        table, texts = self._table, self._table.texts
        if table.phase == "over":
            record, name = table.record, table.opponent.name
            counts = {"won": record.wins, "drawn": record.draws, "lost": record.losses}
            key = (
                "record_of_two"
                if not table.against_agent
                else "record_of_all"
                if self._stages > 1
                else "record"
            )
            return texts("tic_tac_toe.record_caption"), texts(f"tic_tac_toe.{key}", name=name, **counts)
        if not table.teaching:
            return texts("tic_tac_toe.serious_caption"), texts("tic_tac_toe.values_in_teaching")
        if table.values.view == "off":
            return texts("tic_tac_toe.values_caption"), texts("tic_tac_toe.values_hidden")
        missing = table.values.missing
        return self._caption(), texts(f"tic_tac_toe.{'no_values' if missing else 'values_on_your_move'}")

    def _caption(self) -> str:
        """Say whose values are shown."""
        key = {"theirs": "what_they_think", "truth": "what_is_true", "off": "values_caption"}
        view, name = self._table.values.view, self._table.opponent.name
        return self._table.texts(f"tic_tac_toe.{key[view]}", name=name)

    @property
    def _stages(self) -> int:
        return len(self._opponent.entries) if self._opponent is not None else 1
