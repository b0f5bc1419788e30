"""What the Hold'em table shows of a scene: hands that are hidden stay so, the five that win are lifted."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import Player
from game.rules.cards import high_first
from game.rules.holdem import HOLE_CARDS
from game.screens.models.amounts import Amounts
from game.screens.models.opponents import Portrait
from game.screens.tables.holdem.animation import HandScene
from game.screens.tables.holdem.labels import HandWords
from game.screens.views.cards import CardPicture, code_of
from game.screens.views.poker_table import BOTTOM, TOP, BetPicture, Flight, TablePicture
from game.screens.views.seats import SeatPicture

BUTTON: Player = 1
WHOLE_BOARDS = (0, 3, 4, 5)
WAYS = {
    "bet": ("seat {}", "bet {}"),
    "back": ("bet {}", "seat {}"),
    "gather": ("bet {}", "pot"),
    "award": ("pot", "bet {}"),
}
"""Where chips go in a move: from, to."""


@dataclass(frozen=True, slots=True)
class HoldemTableView:
    """How the person in the role `own` sees the table; `portraits` are of (own, other).

    A spectator looks from there too, and sees the cards of the `known` players from the deal on.
    """

    own: Player
    words: HandWords
    amounts: Amounts
    portraits: tuple[Portrait, Portrait]
    hands_in_words: bool
    known: frozenset[Player] | None = None

    def picture(self, scene: HandScene, share: float, *, resting: bool) -> TablePicture:
        """Return what lies on the table in a scene of which `share` has passed."""
        players = (1 - self.own, self.own)
        return TablePicture(
            seats=(self._seat(players[TOP], scene, resting), self._seat(players[BOTTOM], scene, resting)),
            hole=(self._hole(players[TOP], scene, share), self._hole(players[BOTTOM], scene, share)),
            board=_board(scene, share),
            bets=(self._bet(players[TOP], scene), self._bet(players[BOTTOM], scene)),
            pot_chips=scene.pot,
            pot_written="" if any(scene.won) else self.amounts.write(_pot(scene)),
            pot_word=self.words.texts("table.pot"),
            button=players.index(BUTTON),
            flights=self._flights(scene, share),
        )

    def _sees(self, player: Player) -> bool:
        return player == self.own if self.known is None else player in self.known

    def _seat(self, player: Player, scene: HandScene, resting: bool) -> SeatPicture:
        own = player == self.own
        portrait = self.portraits[0 if own else 1]
        waits = resting and scene.state.current_player() == player
        all_in = not scene.behind[player] and not scene.state.is_terminal()
        return SeatPicture(
            name=portrait.name,
            note=self._note(player, scene, waits=waits) or portrait.kind,
            stack=self.amounts.write(scene.behind[player]),
            device=portrait.device,
            active=waits or (resting and scene.won[player] > 0),
            tag=self.words.texts("holdem.all_in") if all_in else "",
        )

    def _note(self, player: Player, scene: HandScene, *, waits: bool) -> str:
        """The hand in words where it is known, else what was done last."""
        known = scene.own_shown if self._sees(player) else scene.other_shown
        dealt = len(scene.state.dealt) >= HOLE_CARDS and scene.board in WHOLE_BOARDS
        if known and dealt and self.hands_in_words:
            return self.words.hand_in_words(player, scene.board)
        if waits and not (self.known is None and player == self.own):
            return self.words.texts("table.thinking")
        return self.words.does(scene.words[player])

    def _hole(self, player: Player, scene: HandScene, share: float) -> list[CardPicture]:
        own, move, count = self._sees(player), scene.move, scene.hole[player]
        what = (move.what, move.player) if move is not None else ("", 0)
        shown = scene.own_shown if own else scene.other_shown
        turns = what[0] == ("own" if own else "other")
        folded = scene.state.betting.folded == player
        best = _best_five(scene) if _wins(player, scene) else set()
        cards = high_first(scene.state.hole[player][:count]) or (0,) * count
        return [
            CardPicture(
                code_of(card),
                lit=card in best,
                veiled=own and folded,
                turned=share if turns else float(shown),
                arrived=share if what == ("hole", player) and place == count - 1 else 1.0,
                gone=share if what == ("fold", player) else float(folded and not own),
            )
            for place, card in enumerate(cards)
        ]

    def _bet(self, player: Player, scene: HandScene) -> BetPicture:
        """What lies in front of a player: a bet, or after the hand what was won, with the gain in figures."""
        if scene.won[player]:
            return BetPicture(scene.won[player], self.amounts.signed(round(scene.state.returns()[player])))
        amount = scene.bets[player]
        return BetPicture(amount, self.amounts.write(amount), self.words.below_bet(scene.words[player]))

    def _flights(self, scene: HandScene, share: float) -> list[Flight]:
        if scene.move is None or scene.move.what not in WAYS:
            return []
        source, target = WAYS[scene.move.what]
        seats = [BOTTOM if player == self.own else TOP for player in (0, 1)]
        return [
            Flight(amount, source.format(seat), target.format(seat), share)
            for seat, amount in zip(seats, scene.move.amounts, strict=True)
            if amount
        ]


def _pot(scene: HandScene) -> int:
    """Everything that was put in, chips on their way to the middle included."""
    moving = scene.move is not None and scene.move.what in ("bet", "gather", "award")
    return scene.pot + sum(scene.bets) + (sum(scene.move.amounts) if scene.move and moving else 0)


def _board(scene: HandScene, share: float) -> list[CardPicture]:
    """The shared cards; one that is being dealt flies first and is turned over then."""
    best = _best_five(scene)
    dealing = scene.move is not None and scene.move.what == "board"
    pictures = []
    for place, card in enumerate(scene.state.board[: scene.board]):
        new, lit = dealing and place == scene.board - 1, card in best
        pictures.append(
            CardPicture(
                code_of(card),
                lit=lit,
                veiled=scene.verdict and not lit,
                turned=max(0.0, 2 * share - 1) if new else 1.0,
                arrived=min(1.0, 2 * share) if new else 1.0,
            )
        )
    return pictures


def _best_five(scene: HandScene) -> set[int]:
    """The five cards that win; of both players where they share the pot."""
    showdown = scene.state.showdown() if scene.verdict else None
    if showdown is None:
        return set()
    winners = (0, 1) if showdown.winner is None else (showdown.winner,)
    return {card for winner in winners for card in showdown.best_five[winner]}


def _wins(player: Player, scene: HandScene) -> bool:
    showdown = scene.state.showdown() if scene.verdict else None
    return showdown is not None and showdown.winner in (None, player)
