"""Requests for equities, the table of all hands, and the rules of the experts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.core import Action, Player
from game.request import Request
from game.rules.betting import PublicBetting
from game.rules.cards import Card
from game.study.odds import (
    NO_FILTERS,
    CardLookup,
    EquityParts,
    HandTableStatistics,
    RangeEquity,
    RangeForm,
    ThreeWayEquity,
)
from game.study.play import Board


@dataclass(frozen=True, slots=True)
class Expert:
    """An expert: the name of its rules, the name of its agent, and the path of its file of rules.

    The path is empty for a built-in expert, because only the user's experts have such a file.
    """

    rules: str
    agent: str
    path: str = ""

    @property
    def own(self) -> bool:
        return bool(self.path)


@dataclass(frozen=True, slots=True)
class ExpertRule:
    """A rule as text: its public conditions, its hands, and its mixed strategy."""

    name: str
    where: str
    written: Mapping[str, str]
    does: str


@dataclass(frozen=True, slots=True)
class ExpertRules:
    """The rules of an expert. If they are invalid, `problems` has a sentence for each error."""

    description: str = ""
    rules: Sequence[ExpertRule] = ()
    problems: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class ExpertHand:
    """The mixed strategy of one hand, the number of the rule that fired, and the equity that the rule used."""

    rule: int
    mix: Mapping[Action, float]
    equity: float


@dataclass(frozen=True, slots=True)
class ExpertSpot:
    """An expert's strategy in a spot: its action frequencies by class of hands ("AKs") and over all hands.

    `fired` maps the number of a rule to the share of all hands for which this rule fires.
    """

    classes: Mapping[str, Mapping[Action, float]]
    fired: Mapping[int, float]
    whole: Mapping[Action, float]
    hand: ExpertHand | None

    @property
    def actions(self) -> list[Action]:
        return sorted((action for action, share in self.whole.items() if share > 0), reverse=True)


@dataclass(frozen=True, slots=True)
class ListExperts(Request[tuple[Expert, ...]]):
    """Return all experts, the built-in experts first."""


@dataclass(frozen=True, slots=True)
class ReadExpertRules(Request[ExpertRules]):
    """Return the rules of an expert. A rule file that the user has edited is read again."""

    rules: str


@dataclass(frozen=True, slots=True)
class AskExpert(Request[ExpertSpot]):
    """Return an expert's strategy in a spot for every class of hands, and for the hand `hole` if it is given."""

    rules: str
    player: Player
    board: tuple[Card, ...]
    betting: PublicBetting
    hole: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class CopyExpert(Request[Expert]):
    """Copy the rules of an expert into the user's folder, and create an agent that plays by the copy."""

    rules: str


@dataclass(frozen=True, slots=True)
class AskOdds(Request[RangeEquity]):
    """Return the equity of two ranges.

    A report with `metrics` is an estimate. A report without `metrics` is the progress of the exact count.

    `filters` limit the hands of each range, in the notation of the command `solve --hands`.
    """

    texts: tuple[str, str]
    board: Board
    filters: tuple[str, str] = NO_FILTERS


@dataclass(frozen=True, slots=True)
class AskThreeWay(Request[ThreeWayEquity]):
    """Return the equities of three ranges. Reports with `metrics` are estimates.

    `filters` limit the hands of each range, in the notation of the command `solve --hands`.
    """

    texts: tuple[str, str, str]
    board: Board
    filters: tuple[str, str, str] = ("", "", "")


@dataclass(frozen=True, slots=True)
class AskParts(Request[EquityParts]):
    """Return the parts of an equity: by class, by next card, and by made hand.

    If `quick`, all parts are sampled.
    """

    texts: tuple[str, str]
    board: Board
    filters: tuple[str, str] = NO_FILTERS
    quick: bool = False


@dataclass(frozen=True, slots=True)
class CountHandTable(Request[HandTableStatistics]):
    """Return statistics of the hash table of all hands."""


@dataclass(frozen=True, slots=True)
class LookUpHand(Request[CardLookup]):
    """Return the lookup of one to seven cards in the hash table, step by step."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class WriteRange(Request[str]):
    """Write a typed range in the notation of another program."""

    text: str
    form: RangeForm
