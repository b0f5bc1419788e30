"""What the window asks of the experts: their rules, what they do in a spot, and a copy that one may edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.core import Action, Player
from game.request import Request
from game.rules.betting import PublicBetting
from game.rules.cards import Card


@dataclass(frozen=True, slots=True)
class Expert:
    """An expert: the names of its rules and of its agent, and where the rules lie if they are one's own."""

    rules: str
    agent: str
    path: str = ""

    @property
    def own(self) -> bool:
        """Whether its rules can be edited."""
        return bool(self.path)


@dataclass(frozen=True, slots=True)
class ExpertRule:
    """A rule: where it applies and for which hands, as it is written, and what it does, in words."""

    name: str
    where: str
    written: Mapping[str, str]
    does: str


@dataclass(frozen=True, slots=True)
class ExpertRules:
    """The rules of an expert, or all that is wrong with them, in sentences."""

    description: str = ""
    rules: Sequence[ExpertRule] = ()
    problems: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class ExpertHand:
    """What is done with one hand, by which rule (its number), and the equity that it goes by."""

    rule: int
    mix: Mapping[Action, float]
    equity: float


@dataclass(frozen=True, slots=True)
class ExpertSpot:
    """What an expert does in a spot: its mix by class of hands ("AKs") and over all hands.

    `fired` is the share of all hands for which a rule fires, by its number.
    """

    classes: Mapping[str, Mapping[Action, float]]
    fired: Mapping[int, float]
    whole: Mapping[Action, float]
    hand: ExpertHand | None

    @property
    def actions(self) -> list[Action]:
        """The actions that anybody takes, the largest bet first."""
        return sorted((action for action, share in self.whole.items() if share > 0), reverse=True)


@dataclass(frozen=True, slots=True)
class ListExperts(Request[tuple[Expert, ...]]):
    """All experts, those that ship first."""


@dataclass(frozen=True, slots=True)
class ReadExpertRules(Request[ExpertRules]):
    """The rules of an expert in words; an edited file counts from now on."""

    rules: str


@dataclass(frozen=True, slots=True)
class AskExpert(Request[ExpertSpot]):
    """What an expert does in a spot with every class of hands, and with one hand, if given."""

    rules: str
    player: Player
    board: tuple[Card, ...]
    betting: PublicBetting
    hole: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class CopyExpert(Request[Expert]):
    """Copy the rules of an expert into the user's folder, and make an agent of them."""

    rules: str
