"""The table of a hand that is played against a solution."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from game.core import CHANCE, Player
from game.features.solver.asks import SpotHand
from game.features.solver.labels import action_label, player_name
from game.rules.cards import Card, high_first
from game.rules.holdem import BUTTON
from game.study.solver_words import chips
from game.texts import text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box
from game.window.views import poker_table
from game.window.views.cards import CardPicture, code_of
from game.window.views.poker_table import BetPicture, TablePicture
from game.window.views.seats import SeatPicture

CHIPS_OF_POT = 10_000
"""The pot of a spot as chips in the picture, whatever it is counted in."""


class HandTable(Box):
    """The table in its place; `pot` is that of the beginning, in chips of the spot."""

    def __init__(self, hand: SpotHand, pot: float, *, least: float) -> None:
        self._hand, self._least, self._scale = hand, least, CHIPS_OF_POT / pot
        self.background_key: Hashable = "poker table"

    def measure(self, painter: Painter, width: float) -> float:
        """Return the least height."""
        return self._least

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        """Draw the empty table."""
        poker_table.draw_background(painter, poker_table.layout(rect))

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw what is on the table now."""
        poker_table.draw(painter, poker_table.layout(rect), self._picture())

    def _picture(self) -> TablePicture:
        hand = self._hand
        players = (1 - hand.player, hand.player)
        first, second = (self._bet(player) for player in players)
        there = hand.pot - sum(hand.bets)
        hidden = [CardPicture(code_of(0), turned=0.0)] * 2
        return TablePicture(
            seats=(self._seat(players[0]), self._seat(players[1])),
            hole=(_open(hand.other) if hand.other else hidden, _open(hand.hole)),
            board=[CardPicture(code_of(card)) for card in hand.board],
            bets=(first, second),
            pot_chips=round(there * self._scale),
            pot_written=chips(round(hand.pot, 2)),
            pot_word=text("table.pot"),
            button=players.index(BUTTON),
        )

    def _seat(self, player: Player) -> SeatPicture:
        hand, own = self._hand, player == self._hand.player
        behind = chips(round(hand.behind[player], 2))
        who = text("solver.play.you" if own else "solver.play.solution")
        return SeatPicture(
            player_name(player), who, behind, "owl" if own else "compass", own and not hand.is_over
        )

    def _bet(self, player: Player) -> BetPicture:
        bet = self._hand.bets[player]
        return BetPicture(round(bet * self._scale), chips(round(bet, 2)) if bet else "")


def summary_of(hand: SpotHand) -> str:
    """Tell a hand: "OOP Check · IP Bet 50"."""
    said = []
    for step in hand.steps:
        if step.card is not None:
            said.append(text("solver.walk.dealt", card=code_of(step.card)))
        elif step.player != CHANCE:
            said.append(f"{player_name(step.player)} {action_label(step.action)}")
    return " · ".join(said)


def _open(cards: Sequence[Card]) -> list[CardPicture]:
    return [CardPicture(code_of(card)) for card in high_first(tuple(cards))]
