"""What is known of the end of a line, as the panels show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core import Player
from game.match.betting_line import Line
from game.messages.ranges_answers import RangeNode
from game.rules.betting import PublicBetting
from game.screens.pages.lab.ranges.labels import action_name, action_parts
from game.screens.views.action_style import ActionLook, looks_of


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
        """Put together what was told of a line."""
        if line.player is None:
            return Shown(node, line, None)
        actions = node.decisions[-1].actions
        return Shown(node, line, Acting(line.player, line.betting, actions, looks_of(line.betting, actions)))

    def acting_of(self, player: Player) -> Acting | None:
        """Return what a player does here; None where it is not this player's turn."""
        return self.acting if self.acting is not None and self.acting.player == player else None
