"""Find the value of each action of a turn or river decision by two subgame solves with discounted CFR.

The first solve starts at the beginning of the street with the ranges of a blueprint, in a tree that contains the
actual bets. This solve gives both ranges at the decision. The second solve starts at the decision with these
ranges, so its values are precise even if play rarely reaches the decision. Before the second solve, the decision is
converted to the text of a spot. The solver page reads the same text, so it shows the same tree with the same
ranges.

If the strategy of the first solve takes an action of the line with a probability below 1%, the range after this
action is unreliable. The range is then mixed with the range after a tremble (Selten's trembling hand, 1975).
In a tremble, each hand takes the action as often as in the blueprint. If the blueprint never takes the
action, all hands take it. The rarer the action, the larger the share of the tremble.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ai.hands.combos import Floats, hand_index, write_range
from ai.hands.range_strategy import PublicState, RangeStrategy, Shares, action_likelihood
from ai.search.starting_ranges import StartingRanges
from ai.search.street_line import (
    BET_TOLERANCE_CHIPS,
    StreetLine,
    nearest_table_action,
    sizes_in_play,
    street_subgame,
    whole_street,
)
from ai.solver.betting import Begin, Menu
from ai.solver.held_solve import HeldSolve
from ai.solver.sizes import written_sizes
from ai.solver.solving import Foresight, Goal, solve
from ai.solver.spot_forms import spot_of_texts
from ai.solver.subgame import Limits, Subgame
from ai.solver.walk import Walk
from game.core import Action, Player, Progress
from game.match.spot_texts import SpotTexts
from game.rules.betting import CALL, FOLD, USUAL_POTS, PublicBetting, Street
from game.rules.cards import Card, names
from game.rules.holdem import HoldemInformationState

RARE = 0.01
"""Below this frequency in the solve, an action is rare, and the range after it includes a tremble.

It is also the mean probability of the action in the tremble.
"""
ANY_HAND = 0.0001
"""The minimum probability that a hand trembles."""
SAME_BET = 0.01
"""Two bets count as the same action if their sizes differ by at most this part of the pot."""
MAX_STREETS = 4
"""The maximum number of cached solves of a street."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The goals of the solves of a decision.

    Attributes:
        turn: The goal of a decision on the turn.
        river: The goal of a decision on the river.
        street: The goal of the solve from the start of the street. If None, the goal of the decision is used.
    """

    turn: Goal
    river: Goal
    street: Goal | None = None

    def goal(self, street: Street) -> Goal:
        return self.river if street == Street.RIVER else self.turn


@dataclass(frozen=True, slots=True, eq=False)
class DecisionSolve:
    """The solve of a decision, and the action at the table that each action name of the tree stands for."""

    held: HeldSolve
    actions: Mapping[str, Action]


@dataclass(frozen=True, slots=True)
class DecisionSolver:
    """Solves decisions. The ranges at the start of the street come from the strategy `blueprint`.

    Recent solves of streets are cached.
    """

    blueprint: RangeStrategy
    _streets: OrderedDict[Hashable, Walk] = field(default_factory=OrderedDict)

    def solve_decision(
        self,
        info: HoldemInformationState,
        action: Action | None,
        effort: Effort,
        before: DecisionSolve | None = None,
    ) -> Generator[Progress, None, DecisionSolve]:
        """Yield progress, and return the solve of a decision in a tree that contains `action`.

        The hand of `info` is part of the solve, even if this hand rarely reaches the decision. `before` may be a
        solve of the same spot with less effort. Such a solve is continued.
        """
        goal = effort.goal(info.street)
        texts = yield from self._spot(info, action, effort.street or goal)
        if before is not None and before.held.texts == texts:
            held = before.held
        else:
            held = HeldSolve.start(texts, spot_of_texts(texts), Limits(1))
        yield from _reports(held.solve_to(goal), goal)
        return DecisionSolve(held, _actions_at(held, info, action))

    def _spot(
        self, info: HoldemInformationState, action: Action | None, goal: Goal
    ) -> Generator[Progress, None, SpotTexts]:
        """Solve the street, and return the spot of the decision. Yield progress."""
        public, betting, hand = PublicState.of(info), info.betting, hand_index(info.hole)
        starting = StartingRanges(self.blueprint, hand)
        line = whole_street(betting, sizes_in_play(betting), betting.street == Street.RIVER)
        ranges = starting.by_blueprint(public.board, line.root).ranges
        if line.path:
            key = public.board, line.tree, hand, goal
            whole = street_subgame(line, public.board, ranges)
            street = yield from self._street(key, whole, goal)
            first, second = (self._reach(street, line, public, player, ranges[player]) for player in (0, 1))
            ranges = starting.by_solve((first, second), public.board).ranges
        return spot_texts(public.board, betting, ranges, action)

    def _street(self, key: Hashable, game: Subgame, goal: Goal) -> Generator[Progress, None, Walk]:
        """Yield progress, and return the solve from the start of a street."""
        if key not in self._streets:
            yield from _reports(solve(game, goal), goal)
            self._streets[key] = Walk(game)
            if len(self._streets) > MAX_STREETS:
                self._streets.popitem(last=False)
        self._streets.move_to_end(key)
        return self._streets[key]

    def with_action(
        self, solve: DecisionSolve, info: HoldemInformationState, action: Action
    ) -> DecisionSolve:
        return DecisionSolve(solve.held, _actions_at(solve.held, info, action))

    def forget(self) -> None:
        self._streets.clear()

    def _reach(
        self, street: Walk, line: StreetLine, public: PublicState, player: Player, weights: Shares
    ) -> Floats:
        """Return the reach of each hand of a player at a decision, including trembles, float64[1326]."""
        betting, reach = public.betting, weights.astype(np.float64)
        for number, (before, action) in enumerate(_street_steps(betting)):
            if before.actor == player:
                state = street.at(line.path[:number])
                taken_as = state.actions.index(line.path[number])
                known = min(1.0, state.frequencies()[taken_as] / RARE) ** 2
                taking = known * np.nan_to_num(state.strategy[:, taken_as])
                if known < 1.0:
                    asked = PublicState(player, public.board, before)
                    likely = action_likelihood(self.blueprint, asked, action) + ANY_HAND
                    tremble: Floats = RARE * likely / np.average(likely, weights=reach)
                    taking += (1.0 - known) * tremble
                reach *= taking
        return reach


def _reports(items: Iterator[object], goal: Goal) -> Iterator[Progress]:
    """Yield the reports of a solve. If the goal has a target, add the remaining time to the reports."""
    reports = (item for item in items if isinstance(item, Progress))
    return reports if goal.target is None else map(Foresight(goal.target).heed, reports)


def spot_texts(
    board: tuple[Card, ...],
    betting: PublicBetting,
    ranges: tuple[Shares, Shares],
    action: Action | None = None,
) -> SpotTexts:
    """Return the text of a spot whose tree contains `action`. The ranges are rounded as in the notation of ranges.

    On the river, the tree also contains the bets that a table offers, so the tree rarely lacks the bet of a player.

    Args:
        board: The board.
        betting: The betting at the decision.
        ranges: The range of each player at the decision, float32[1326].
        action: An action that the tree must contain.
    """
    sizes = sizes_in_play(betting)
    bets, raises = written_sizes(sizes.bets), written_sizes(sizes.raises)
    if betting.street < Street.RIVER:
        bets += f" / river {written_sizes(sizes.later_bets)}"
        raises += f" / river {written_sizes(sizes.later_raises)}"
    oop, ip = map(write_range, ranges)
    pot, stack = 2 * betting.round_start, min(betting.rules.stacks) - betting.round_start
    begun = ", ".join(_action_name(before, action) for before, action in _street_steps(betting))
    texts = SpotTexts(names(board), oop, ip, str(pot), str(stack), bets, raises, begun)
    added = _usual_bets(betting)
    if action is not None and beside_menu(betting, action):
        added.append(action)
    if not added:
        return texts
    return replace(texts, begun=f"{begun} / {', '.join(_action_name(betting, bet) for bet in added)}")


def beside_menu(betting: PublicBetting, action: Action) -> bool:
    """Return whether an action is a bet or raise that the default tree of a decision lacks."""
    if action <= CALL or not _is_beside_sizes(betting, action):
        return False
    return all(abs(bet - action) > _tolerance(betting) for bet in _usual_bets(betting))


def _usual_bets(betting: PublicBetting) -> list[Action]:
    """Return the usual bets of a table that are missing in a tree with only the sizes of `sizes_in_play`.

    Before the river, the result is empty.
    """
    if betting.street < Street.RIVER:
        return []
    bets = (betting.raise_to_for_fraction(float(part)) for part in USUAL_POTS)
    possible = sorted(
        {bet for bet in bets if bet is not None and betting.effective(bet) < min(betting.rules.stacks)}
    )
    return [bet for bet in possible if _is_beside_sizes(betting, bet)]


def _is_beside_sizes(betting: PublicBetting, action: Action) -> bool:
    """Return whether the bet or raise `action` is missing in a tree with only the sizes of `sizes_in_play`."""
    sizes, root = sizes_in_play(betting), betting.round_start
    stack = float(min(betting.rules.stacks) - root)
    menu = Menu(2.0 * root, stack, sizes.bets, sizes.raises)
    first, second = betting.committed
    begin = Begin(betting.actor or 0, (float(first - root), float(second - root)))
    start = menu.street(begin, betting.street == Street.RIVER)
    return not _name_in(start.actions, betting, action)


def _street_steps(betting: PublicBetting) -> Iterator[tuple[PublicBetting, Action]]:
    return (step for step in betting.steps() if step[0].street == betting.street)


def _action_name(betting: PublicBetting, action: Action) -> str:
    """Return the name of an action in the tree of the subgame, such as `bet 150`."""
    if action == FOLD:
        return "fold"
    if action == CALL:
        return "call" if betting.to_call else "check"
    all_in = betting.effective(action) == min(betting.rules.stacks)
    kind = "all-in" if all_in else "raise" if betting.to_call else "bet"
    return f"{kind} {_chips(betting, action)}"


def _chips(betting: PublicBetting, action: Action) -> int:
    assert betting.actor is not None
    return betting.effective(action) - betting.committed[betting.actor]


def _name_in(tree: Sequence[str], betting: PublicBetting, action: Action) -> str:
    """Return the name of the tree's action that is nearest to `action`.

    If the two do not count as the same action, return "".
    """
    if action <= CALL:
        return _action_name(betting, action)
    chips = _chips(betting, action)
    apart = {
        name: abs(float(name.partition(" ")[2]) - chips)
        for name in tree
        if name.partition(" ")[0] in ("bet", "raise", "all-in")
    }
    nearest = min(apart, key=lambda name: apart[name], default="")
    return nearest if nearest and apart[nearest] <= _tolerance(betting) else ""


def _tolerance(betting: PublicBetting) -> float:
    """Return the largest difference, in chips, at which two bets count as the same action."""
    return max(BET_TOLERANCE_CHIPS, SAME_BET * (betting.pot + betting.to_call))


def _actions_at(held: HeldSolve, info: HoldemInformationState, action: Action | None) -> Mapping[str, Action]:
    """Return the table action for each action of the tree at the decision.

    The action of the tree that is nearest to `action` maps to `action` itself.
    """
    tree = held.game.streets[0].trees.nodes[0].actions
    found = {name: nearest_table_action(name, info.betting) for name in tree}
    if action is not None:
        found[_name_in(tree, info.betting, action)] = action
    return found
