"""What the bet panel says: what is to be called and at which odds, what its buttons would do, what is legal."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import BadInput
from game.rules.betting import PublicBetting
from game.screens.models.amounts import Amounts
from game.screens.tables.holdem.bet_sizes import Size
from game.screens.ui.texts import number, percent, text


@dataclass(frozen=True, slots=True)
class BetWords:
    """Tells one decision; amounts of raises are over the whole hand, and are written as chips of this street."""

    betting: PublicBetting
    amounts: Amounts

    @property
    def can_raise(self) -> bool:
        """Whether a bet or raise is possible."""
        return self.betting.min_raise_to is not None

    def written(self, raise_to: int) -> str:
        """Write an amount."""
        return self.amounts.write(raise_to - self.betting.round_start)

    def bare(self, raise_to: int) -> str:
        """Write an amount as it is typed; nothing where no raise is possible."""
        return self.amounts.bare(raise_to - self.betting.round_start) if self.can_raise else ""

    def headline(self) -> str:
        """Say what is to be called."""
        if not self.betting.to_call:
            return text("holdem.check_or_bet" if self.can_raise else "holdem.nothing_to_call")
        return text("holdem.to_call", amount=self.amounts.write(self.betting.to_call))

    def odds(self) -> tuple[str, ...]:
        """Return pot odds and the share that a call needs; the pot where nothing is to be called."""
        if not self.betting.to_call:
            return (text("holdem.pot_is", amount=self.amounts.write(self.betting.pot)),)
        needed = self.betting.pot_odds
        ratio = number((1 - needed) / needed, 1).removesuffix(".0")
        return (
            text("holdem.pot_odds", ratio=ratio),
            text("holdem.needed", share=percent(needed, 1)),
        )

    def needs(self) -> str:
        """Say on the button of a call what it needs; nothing for a check."""
        return text("holdem.needs", share=percent(self.betting.pot_odds, 1)) if self.betting.to_call else ""

    def call(self, *, asks_again: bool) -> str:
        """Label the button of a check or call; of all chips, asked for once more, as all-in."""
        to_call = self.betting.to_call
        if not to_call and not asks_again:
            return text("holdem.check")
        key = "all_in_amount" if asks_again else "call_amount"
        return text(f"holdem.{key}", amount=self.amounts.write(to_call))

    def raise_to(self, raise_to: int) -> str:
        """Label the button of a bet or raise."""
        written = self.written(raise_to)
        if not self.can_raise:
            return self.raise_or_bet()
        if raise_to == self.betting.max_raise_to:
            return text("holdem.all_in_amount", amount=written)
        return text("holdem.bet_amount" if self._opens else "holdem.raise_amount", amount=written)

    def size(self, size: Size) -> str:
        """Name a size: "2.5 bb", "3x", "1/2", "Pot"."""
        if size.unit == "pot":
            return text("holdem.sizes.pot") if size.count == 1 else str(size.count)
        return text(f"holdem.sizes.{size.unit}", count=f"{float(size.count):g}")

    def no_raise(self) -> str:
        """Say why nothing can be raised: the opponent is all-in, or a call takes all chips."""
        actor = self.betting.actor
        theirs = actor is None or self.betting.stacks_left[1 - actor] == 0
        return text("holdem.no_raise" if theirs else "holdem.no_raise_short")

    def raise_or_bet(self) -> str:
        """Label the button of a bet or raise without an amount."""
        return text("holdem.bet" if self._opens else "holdem.raise")

    def read(self, typed: str) -> int:
        """Read an amount of this street as an amount over the hand; BadInput says why it cannot be bet."""
        low, high = self._bounds
        if not typed or not low <= (raise_to := self.amounts.read(typed) + self.betting.round_start) <= high:
            raise BadInput(self.legal_range())
        return raise_to

    def legal_range(self) -> str:
        """Say which amounts are legal."""
        low, high = self._bounds
        if low == high:
            return text("holdem.only_all_in", amount=self.written(high))
        return text("holdem.legal_range", low=self.written(low), high=self.written(high))

    def bounds(self) -> str:
        """Say which amounts are legal in the room of a button."""
        low, high = self._bounds
        if low == high:
            return text("holdem.all_in_amount", amount=self.written(high))
        return text("holdem.bounds", low=self.bare(low), high=self.written(high))

    @property
    def _bounds(self) -> tuple[int, int]:
        """The least and the largest legal raise."""
        return self.betting.min_raise_to or 0, self.betting.max_raise_to or 0

    @property
    def _opens(self) -> bool:
        """Whether nobody has bet on this street."""
        return not any(self.betting.street_committed)
