"""What the other process tells of experts and spots, as the page keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core import Action
from game.screens.pages.odds.expert.rule_list import ShownRule


@dataclass(frozen=True, slots=True)
class ShownExpert:
    """An expert: the names of its rules and of its agent, and where the rules lie if they are one's own."""

    rules: str
    agent: str
    path: str

    @property
    def own(self) -> bool:
        """Whether its rules can be edited."""
        return bool(self.path)


@dataclass(frozen=True, slots=True)
class ShownRules:
    """The rules of an expert, or all that is wrong with them."""

    description: str
    rules: Sequence[ShownRule]
    problems: Sequence[str]

    @staticmethod
    def of(found: Mapping[str, Any]) -> ShownRules:
        """Take an answer."""
        rules = [ShownRule(**rule) for rule in found["rules"]]
        return ShownRules(found["description"], rules, found["problems"])


@dataclass(frozen=True, slots=True)
class ShownHand:
    """What is done with the one hand that was asked about, by which rule, and the equity that it goes by."""

    rule: int
    mix: Mapping[Action, float]
    equity: float


@dataclass(frozen=True, slots=True)
class ShownSpot:
    """What an expert does in a spot: by class of hands, and for how many of all hands each rule fires."""

    classes: Mapping[str, Mapping[Action, float]]
    fired: Mapping[int, float]
    whole: Mapping[Action, float]
    hand: ShownHand | None

    @staticmethod
    def of(found: Mapping[str, Any]) -> ShownSpot:
        """Take an answer."""
        hands = sum(found["fired"].values())
        fired = {rule: count / hands for rule, count in found["fired"].items()}
        hand = ShownHand(**found["hand"]) if found["hand"] is not None else None
        return ShownSpot(found["classes"], fired, found["whole"], hand)

    @property
    def actions(self) -> list[Action]:
        """The actions that anybody takes, the largest bet first."""
        return sorted((action for action, share in self.whole.items() if share > 0), reverse=True)
