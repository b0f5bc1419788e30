"""A Hold'em hand that is over, seen from both sides: cards, equities, and what was decided on every street.

Each decision of the opponent shows the mix behind it and the die that chose. The review is a list of blocks, each
with its height.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from game.core import Action, Decision
from game.match.session import Step
from game.rules.betting import CALL, FOLD, Street
from game.rules.cards import high_first
from game.rules.holdem import HoldemState
from game.screens.pen import Pen, Rect
from game.screens.tables.die import in_percent
from game.screens.tables.holdem.moments import board_of
from game.screens.tables.holdem.odds import Odds
from game.screens.tables.mixes import MOST_ROWS, likeliest
from game.screens.texts import percent
from game.screens.views import equity_bar, mix
from game.screens.views.cards import code_of
from game.screens.views.equity_bar import Equities
from game.screens.views.hand_log import CARD_SIZE
from game.screens.views.mix import MixRow

if TYPE_CHECKING:
    from game.screens.tables.holdem.screen import PlayHoldem

HAND = 48.0
STREET, LINE = 28.0, 23.0
ROW = 21.0
INDENT = 14.0
DIE_LINE, DIE_ICON = 19.4, 22.0
DECISION_GAP, STREET_GAP = 7.0, 12.0
COLUMN_GAP = 32.0
LABEL_SHARE, MOST_LABEL = 0.42, 120.0

Made = tuple[HoldemState, Step]


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the review: its height in dp, and how it is drawn from (x, y) on in a width."""

    height: float
    draw: Callable[[Pen, float, float, float], None]


class HandReview:
    """What the review shows about a finished hand."""

    def __init__(self, table: PlayHoldem) -> None:
        self._table = table
        self._odds = Odds(table)

    # ---- equities -------------------------------------------------------------------------------------------
    def follow(self) -> None:
        """Ask for the equities of every street once nothing can be decided any more."""
        if self._table.state.is_terminal():
            self._odds.follow()

    def equity(self, board: int) -> Equities | None:
        """Return the player's equity on the first `board` cards, and both in words; None until it is known."""
        table = self._table
        share = self._odds.of(table.own_seat, table.state.board[:board])
        if share is None:
            return None
        named = ((table.texts("seats.you"), share), (table.opponent.name, 1 - share))
        yours, theirs = (
            table.texts("holdem.review.equity", name=name, share=percent(equity, 1)) for name, equity in named
        )
        return Equities(share, (yours, theirs))

    # ---- how it is arranged ---------------------------------------------------------------------------------
    def height(self, w: float, columns: int = 1) -> float:
        """Return the height that the review needs in so many columns of a place `w` wide."""
        shares = self._shared_out(_column(w, columns), columns)
        return max(sum(block.height for block in share) for share in shares)

    def draw(self, pen: Pen, r: Rect, columns: int = 1) -> float:
        """Draw the review; returns where its longest column ends."""
        x, y, w, _ = r
        column = _column(w, columns)
        ends = [y]
        for place, share in enumerate(self._shared_out(column, columns)):
            top = y
            for block in share:
                block.draw(pen, x + place * (column + COLUMN_GAP), top, column)
                top += block.height
            ends.append(top)
        return max(ends)

    def _shared_out(self, width: float, columns: int) -> list[list[Block]]:
        """Fill columns of about equal height, in order."""
        blocks = self.blocks(width)
        goal = sum(block.height for block in blocks) / columns
        shares: list[list[Block]] = [[] for _ in range(columns)]
        filled, place = 0.0, 0
        for block in blocks:
            if filled + block.height / 2 > goal * (place + 1) and place < columns - 1:
                place += 1
            shares[place].append(block)
            filled += block.height
        return shares

    def blocks(self, width: float) -> list[Block]:
        """Return both hands, then street by street what was decided."""
        by_street = groupby(self._table.words.actions(), key=lambda made: made[0].street)
        made = {street: list(decisions) for street, decisions in by_street}
        board = self._table.state.board
        blocks = [Block(2 * HAND + STREET_GAP, self._draw_hands)]
        for street in Street:
            cards = board_of(street, board)
            if street == Street.PREFLOP or len(cards) > street + 1:
                blocks += self._street(street, made.get(street, []), width)
        return blocks

    def _street(self, street: Street, made: Sequence[Made], width: float) -> Iterator[Block]:
        known = self.equity(len(board_of(street, self._table.state.board)))
        yield Block(STREET, partial(self._draw_street, street))
        yield Block(equity_bar.HEIGHT, partial(_draw_equities, known))
        for decision in made:
            yield Block(self._decision_height(decision, width), partial(self._draw_decision, decision))
        yield Block(STREET_GAP, _nothing)

    # ---- both hands -----------------------------------------------------------------------------------------
    def _draw_hands(self, pen: Pen, x: float, y: float, w: float) -> None:
        table, state = self._table, self._table.state
        names = {table.own_player: table.texts("seats.you"), 1 - table.own_player: table.opponent.name}
        for place, (player, name) in enumerate(names.items()):
            top = y + place * HAND
            cards = [code_of(card) for card in high_first(state.hole[player])]
            cards_width = pen.inline_cards(cards, x + w, top + 12, CARD_SIZE, "r")
            pen.text(pen.short_name(name, w - cards_width - 12, "label_b"), x, top + 12, "label_b")
            words = table.words.hand_in_words(player, len(state.board))
            pen.text(words, x, top + 33, "small", "dim", fit=w)

    # ---- a street -------------------------------------------------------------------------------------------
    def _draw_street(self, street: Street, pen: Pen, x: float, y: float, w: float) -> None:
        pen.line(x, y, x + w, y)
        name = self._table.texts(f"holdem.streets.{street.name.lower()}")
        pen.caps(name, x, y + 16, "brass")
        pen.inline_cards(self._table.words.cards_of(street), x + w, y + 16, CARD_SIZE, "r")

    def _decision_height(self, made: Made, width: float) -> float:
        decision = self._mixed(made)
        if decision is None:
            return LINE
        rows = len(self._rows(made[0], decision))
        return LINE + rows * ROW + len(self._die_lines(made, width)) * DIE_LINE + DECISION_GAP

    def _mixed(self, made: Made) -> Decision | None:
        """Return the mix behind a decision; None where it was the player's own, or none is known."""
        step = made[1]
        theirs = step.player != self._table.own_player
        return step.decision if theirs and step.decision is not None and step.decision.strategy else None

    def _draw_decision(self, made: Made, pen: Pen, x: float, y: float, w: float) -> None:
        before, step = made
        words, own = self._table.words, step.player == self._table.own_player
        name = self._table.texts("seats.you") if own else self._table.opponent.name
        action_words = words.told(before, step.action, own=own)
        style = "label_b" if own else "label"
        name_width = pen.text(pen.short_name(name, w * 0.5, style), x, y + 11, style)
        after_name = x + name_width + 8
        pen.text(action_words, after_name, y + 11, "label", "text" if own else "dim", fit=x + w - after_name)
        decision = self._mixed(made)
        if decision is None:
            return
        left, inner = x + INDENT, w - INDENT
        rows = self._rows(before, decision)
        label = min(MOST_LABEL, inner * LABEL_SHARE)
        y = mix.draw_rows(pen, left, y + LINE + ROW / 2, inner, rows, label_width=label, pitch=ROW) - ROW / 2
        for place, line in enumerate(self._die_lines(made, w)):
            if not place:
                pen.icon("dice", left + 7, y + DIE_LINE / 2, 15, "brass")
            pen.text(line, left + DIE_ICON, y + (place + 0.5) * DIE_LINE, "small", "dim")

    def _die_lines(self, made: Made, width: float) -> Sequence[str]:
        """Return what the die said, as it fits below the bars."""
        decision = self._mixed(made)
        words = self._table.words.die(made[0], decision) if decision is not None else ""
        return self._table.app.pen.wrap(words, width - INDENT - DIE_ICON, "small") if words else ()

    def _rows(self, before: HoldemState, decision: Decision) -> list[MixRow]:
        """Return a bar for each action; where there are more than fit the last one sums up the least likely."""
        shown, rest = likeliest(decision)
        rows = [self._row(before, decision, action) for action in shown]
        if rest:
            share = sum(decision.strategy[action] for action in rest)
            label = self._table.texts("watch.more", count=len(rest))
            rows.append(MixRow(label, share, in_percent(decision, *rest), colour="dim"))
        return rows[:MOST_ROWS]

    def _row(self, before: HoldemState, decision: Decision, action: Action) -> MixRow:
        words = self._table.words.short(before, action)
        share, chosen = decision.strategy[action], action == decision.action
        pattern = mix.pattern_of(is_fold=action == FOLD, is_bet=action > CALL)
        colour = "brass" if chosen else "dim"
        label = words[:1].upper() + words[1:]
        return MixRow(label, share, in_percent(decision, action), pattern, colour, chosen=chosen)


def _draw_equities(known: Equities | None, pen: Pen, x: float, y: float, w: float) -> None:
    """Draw the equities of a street; until they are known their place stays empty."""
    if known is not None:
        equity_bar.draw(pen, x, y, w, known)


def _nothing(pen: Pen, x: float, y: float, w: float) -> None:
    """Leave a gap."""


def _column(w: float, columns: int) -> float:
    return (w - COLUMN_GAP * (columns - 1)) / columns
