"""What is known of the end of a line, as the panels show it, in words and as columns of the strip.

Amounts are big blinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core import Action, Player
from game.match.betting_line import Line
from game.rules.betting import BUTTON, CALL, FOLD, PublicBetting
from game.study.amounts import Amounts
from game.study.ranges import RangeDecision, RangeNode
from game.texts import english, percents, text
from game.window.views.action_style import ActionLook, Ink, looks_of
from game.window.views.betting_path import PathColumn, PathRow

TENTH = 0.0005


@dataclass(frozen=True, slots=True)
class Acting:
    """What the one to act does: who it is, the betting, the actions from all-in to the fold, and their looks."""

    player: Player
    betting: PublicBetting
    actions: Sequence[int]
    looks: Sequence[ActionLook]

    @property
    def names(self) -> list[str]:
        """The actions in words."""
        return [action_name(self.betting, action) for action in self.actions]

    @property
    def inks(self) -> list[Ink]:
        """The colours of the actions."""
        return [look.ink for look in self.looks]

    @property
    def heads(self) -> list[list[str]]:
        """The actions in words, the kind and the amount apart."""
        return [action_parts(self.betting, action) for action in self.actions]


@dataclass(frozen=True, slots=True)
class Shown:
    """A node with the line that leads to it; `acting` is None where nobody is to act."""

    node: RangeNode
    line: Line
    acting: Acting | None

    @staticmethod
    def of(node: RangeNode, line: Line) -> Shown:
        """Return the answer about a line with the actions of the player to act."""
        if line.player is None:
            return Shown(node, line, None)
        actions = node.decisions[-1].actions
        return Shown(node, line, Acting(line.player, line.betting, actions, looks_of(line.betting, actions)))

    def acting_of(self, player: Player) -> Acting | None:
        """Return what a player does here; None where it is not this player's turn."""
        return self.acting if self.acting is not None and self.acting.player == player else None


# ---- the way to a decision ------------------------------------------------------------------------------------
def columns_of(node: RangeNode, line: Line) -> tuple[PathColumn, ...]:
    """Return a column for every decision, and if nobody is to act a last one that says why."""
    bettings = [*(betting for betting, _ in line.steps), line.betting]
    columns = []
    for place, decision in enumerate(node.decisions):
        taken = line.actions[place] if place < len(line.actions) else None
        opens = place > 0 and bettings[place].street != bettings[place - 1].street
        columns.append(_column(bettings[place], decision, taken, opens=opens))
    if line.player is None:
        columns.append(_end(line))
    return tuple(columns)


def likeliest(node: RangeNode) -> int:
    """Return the index of the action, other than fold, that the range takes most often at the last decision."""
    decision = node.decisions[-1]
    options = zip(decision.actions, decision.shares, strict=True)
    shares = [share * (action != FOLD) for action, share in options]
    return shares.index(max(shares))


def _column(betting: PublicBetting, decision: RangeDecision, taken: int | None, *, opens: bool) -> PathColumn:
    actions = decision.actions
    options = zip(actions, shares_written(decision.shares), looks_of(betting, actions), strict=True)
    rows = tuple(PathRow(one, action_name(betting, one), written, look) for one, written, look in options)
    who = player_name(decision.player)
    title = text("lab.ranges.opens", street=street_name(betting.street), player=who) if opens else who
    pot = text("lab.ranges.pot", bb=big_blinds(betting, betting.pot))
    return PathColumn(title, pot, rows, None if taken is None else actions.index(taken), opens)


def _end(line: Line) -> PathColumn:
    """Say which cards are missing, or that the hand is over."""
    pot = text("lab.ranges.pot", bb=big_blinds(line.betting, line.betting.pot))
    if line.missing:
        deal = text("lab.ranges.deal", street=street_name(line.betting.street))
        return PathColumn(deal, pot, opens_street=True)
    key = "folded" if line.betting.folded is not None else "showdown"
    return PathColumn(text(f"lab.ranges.{key}"), pot)


# ---- in words ---------------------------------------------------------------------------------------------------
def action_name(betting: PublicBetting, action: Action) -> str:
    """Name an action with what it puts in on this street: "Raise 2.5"."""
    return " ".join(action_parts(betting, action))


def action_parts(betting: PublicBetting, action: Action) -> list[str]:
    """Name the kind of an action, and the amount of a bet or a raise that is not all-in."""
    if action == FOLD:
        return [text("lab.ranges.acts.fold")]
    if action == CALL:
        return [text("lab.ranges.acts.call" if betting.to_call else "lab.ranges.acts.check")]
    if action == betting.max_raise_to:
        return [text("lab.ranges.acts.all_in")]
    key = "raise" if any(betting.street_committed) else "bet"
    return [text(f"lab.ranges.acts.{key}"), big_blinds(betting, action - betting.round_start)]


def big_blinds(betting: PublicBetting, chips: int) -> str:
    """Write an amount: "2.25", "13"."""
    return Amounts(True, betting.rules.big_blind).bare(chips)


def player_name(player: Player) -> str:
    """Name a player by the seat."""
    return text("lab.ranges.button" if player == BUTTON else "lab.ranges.big_blind")


def street_name(street: int) -> str:
    """Name a street."""
    return english().many("lab.ranges.streets")[street]


def share(part: float) -> str:
    """Write a share to a tenth of a percent; what is less but happens says so."""
    return shares_written([part])[0]


def shares_written(parts: Sequence[float]) -> list[str]:
    """Write the shares of a whole to a tenth of a percent; what is less but happens says so."""
    written = zip(parts, percents(parts, 1), strict=True)
    return [text("lab.ranges.hardly") if 0 < part < TENTH else words for part, words in written]
