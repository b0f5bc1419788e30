"""Node locking: decisions with a fixed strategy, and the computation of strategies for locks.

A locked decision, or a locked hand at a decision, plays its fixed strategy in every iteration. The regrets of a
locked decision are not updated. A best response also plays the fixed strategy of a locked decision. The solve
gives the equilibrium of the game in which these decisions are fixed.

The strategy of a lock can be the strategy of an agent. An agent needs a complete hand, so `table_betting`
adds plausible betting before the spot. The agent's bet sizes are translated to sizes of the spot by the
pseudo-harmonic mapping (Ganzfried and Sandholm, IJCAI 2013).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ai.abstraction.tree_walk import translate_size
from ai.hands.combos import HANDS, Floats
from ai.hands.range_strategy import PublicState, RangeStrategy
from ai.solver.betting import DECISION, Path
from ai.solver.deals import NO_MOVES, Symmetry, symmetry
from ai.solver.forest import MAX_LEVEL, Bools, Float32s, Int16s
from ai.solver.spot import Spot
from ai.solver.streets import StreetTables, find_state
from game.core import Action, BadInput
from game.match.betting_line import BettingLine, parse_line
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting
from game.rules.cards import Card, names
from game.study.solved import LoggedMix
from game.texts import text

Strategy = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Lock:
    """A fixed strategy at the decision after `actions` and the `cards` dealt since the root.

    Attributes:
        strategy: float64[1326, actions]. Rows add up to 1, and rows of hands without a lock are NaN.
    """

    actions: Path
    cards: tuple[Card, ...]
    strategy: Strategy = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class LockedEntries:
    """The entries of a locked decision in the tables of its player.

    Attributes:
        tables: The regrets and the strategy sums, as views of the player's tables, [actions, classes] each.
        scales: If the tables have 16 bits, the scales of both tables, float32[actions] each. Otherwise empty.
        fixed: float32[actions, classes], the locked strategy.
        which: bool[classes], a mask of the locked classes.
    """

    tables: tuple[Float32s | Int16s, Float32s | Int16s]
    scales: tuple[Float32s, ...]
    fixed: Float32s
    which: Bools

    def hold(self) -> None:
        """Write the locked strategy into the tables."""
        for number, table in enumerate(self.tables):
            if self.scales:
                self._pack(table, self.scales[number])
            else:
                table[:, self.which] = self.fixed[:, self.which]

    def _pack(self, table: Float32s | Int16s, scales: Float32s) -> None:
        """Write the strategy into a table in 16 bits.

        The locked strategy is scaled by the largest absolute entry of the classes without a lock, so that all
        entries of a row have a similar scale.
        """
        numbers = table * scales[:, None]
        largest = np.abs(numbers[:, ~self.which]).max(initial=0.0)
        numbers[:, self.which] = self.fixed[:, self.which] * (largest or 1.0)
        scales[:] = np.abs(numbers).max(axis=1) / MAX_LEVEL
        table[:] = np.rint(numbers / np.where(scales > 0, scales, 1.0)[:, None])


def moves_under(spot: Spot, locks: Sequence[Lock]) -> Symmetry | None:
    """Return the suit permutations that leave a spot and its locks unchanged, or None if there are no locks.

    If a lock is on a later street than the first, only the identity is returned.
    """
    if not locks:
        return None
    if any(lock.cards for lock in locks):
        return NO_MOVES
    weights = [one.astype(float) for one in spot.ranges]
    for lock in locks:
        weights += list(np.nan_to_num(lock.strategy, nan=-1.0).T)
    return symmetry(spot.board, weights)


def same_locks(first: Sequence[Lock], second: Sequence[Lock]) -> bool:
    """Return whether two lists of locks are the same."""
    return len(first) == len(second) and all(
        (one.actions, one.cards) == (other.actions, other.cards)
        and np.array_equal(one.strategy, other.strategy, equal_nan=True)
        for one, other in zip(first, second, strict=True)
    )


def held_in(streets: Sequence[StreetTables], locks: Sequence[Lock]) -> list[LockedEntries]:
    """Mark the entries of the locks as locked in the tables of a subgame, and return these entries.

    Raises:
        BadInput: If a lock is not at a decision, or doesn't have one column for each action of the decision.
    """
    found: list[LockedEntries] = []
    for lock in locks:
        state = find_state(streets, lock.actions, lock.cards)
        street, player = streets[state.street], state.player(streets)
        node = street.trees.nodes[state.node]
        if node.kind != DECISION or lock.strategy.shape[1] != len(node.actions):
            raise BadInput(text("solver_errors.locks.no_fit"))
        entries, shape = state.entries(streets)
        table = street.tables[player]
        if not len(table.locked):
            table = table._replace(locked=np.zeros(street.entries(player), np.bool_))
            tables = list(street.tables)
            tables[player] = table
            street.tables = (tables[0], tables[1])
        hand_classes = street.deals.boards[state.board].hand_classes[player][state.hands]
        fixed, which = _by_class(lock, hand_classes, shape[1])
        table.locked[entries].reshape(shape)[:] |= which
        held = table.packed or table
        scales: tuple[Float32s, ...] = ()
        if table.packed is not None:
            rows = state.rows(streets)
            scales = table.packed.regret_scale[rows], table.packed.total_scale[rows]
        views = held.regret[entries].reshape(shape), held.total[entries].reshape(shape)
        found.append(LockedEntries(views, scales, fixed, which))
    return found


def _by_class(lock: Lock, hand_classes: npt.NDArray[np.int32], classes: int) -> tuple[Float32s, Bools]:
    """Return a lock's strategy by class (float32[actions, classes]) and the locked classes (bool[classes]).

    Args:
        lock: The lock.
        hand_classes: int32[1326], the class of each hand on the board, or -1.
        classes: The number of classes.
    """
    fixed = np.zeros((lock.strategy.shape[1], classes), np.float32)
    which = np.zeros(classes, np.bool_)
    given = np.flatnonzero((hand_classes >= 0) & np.isfinite(lock.strategy).all(axis=1))
    fixed[:, hand_classes[given]] = lock.strategy[given].T
    which[hand_classes[given]] = True
    return fixed, which


TABLE_POT = 10_000
"""The pot of a spot in whole chips at the table, if the betting before it is not known."""
DEEP = 1_000_000
"""Stacks that are deep enough for any betting before a spot, in chips."""
PASSIVE = {"fold": FOLD, "check": CALL, "call": CALL}
PASSIVE_ACTIONS = ("check", "call")
FLOP_CARDS = 3


def table_betting(spot: Spot, line: Sequence[str], blinds: int, before: str = "") -> PublicBetting:
    """Return the betting at a table after the actions of a street.

    At a table, chips are integers. A bet or raise that is not legal at the table becomes the nearest legal
    bet or raise.

    Args:
        spot: The spot.
        line: All actions from the start of the street, including the actions before the spot begins.
        blinds: The pot of the spot in big blinds. This number is needed only if the betting before the spot
            is not known.
        before: The betting before the spot, street by street, such as `r250 c / c c` for a spot on the turn.
            If `before` is empty, the following betting is assumed: the button raised to half the pot, the big
            blind called, and both checked up to the street of the spot.

    Raises:
        BadInput: If `before` does not lead to the street of the spot, or if no player is to act after the actions.
    """
    betting = table_start(spot, blinds, before)
    pot = betting.pot
    for action in line:
        betting = _next_round_if_over(betting.child(table_action(spot, betting, action, pot)))
    if betting.actor is None:
        raise BadInput(text("solver_errors.actions.nobody"))
    return betting


def table_start(spot: Spot, blinds: int, before: str = "") -> PublicBetting:
    """Return the betting at a table at the start of the street of a spot. See `table_betting`.

    Raises:
        BadInput: If `before` does not lead to the street of the spot.
    """
    if before.strip():
        return _start_after(spot, before)
    half, big = TABLE_POT // 2, max(1, TABLE_POT // blinds)
    stack = half + max(1, round(spot.stack / spot.pot * TABLE_POT))
    betting = PublicBetting.start(HoldemRules(max(1, big // 2), big, (stack, stack)))
    betting = betting.child(half).child(CALL).next_round()
    for _ in range(len(spot.board) - FLOP_CARDS):
        betting = betting.child(CALL).child(CALL).next_round()
    return betting


def _start_after(spot: Spot, before: str) -> PublicBetting:
    """Return the betting at the start of a spot.

    `before` is the betting line from the start of the hand, without a board.

    The ratio of stacks to pot is the same as in the spot.
    """
    parts, streets = before.split("/"), len(spot.board) - FLOP_CARDS + 1
    if len(parts) != streets:
        example = " / ".join(["r250 c", *["c c"] * (streets - 1)])
        raise BadInput(text("solver_errors.locks.betting_before", streets=streets, example=example))
    dealt = [spot.board[:FLOP_CARDS], *([card] for card in spot.board[FLOP_CARDS:])]
    boards = [f" / board {names(cards)} " for cards in dealt]
    words = "".join(part + board for part, board in zip(parts, boards, strict=True))
    line = parse_line(words, HoldemRules(stacks=(DEEP, DEEP)))
    start = line.betting
    stack = start.committed[0] + max(1, round(spot.stack / spot.pot * start.pot))
    return BettingLine(HoldemRules(stacks=(stack, stack)), line.actions).betting


def table_action(spot: Spot, betting: PublicBetting, action: str, pot: int = TABLE_POT) -> Action:
    """Return the action at the table for an action of a spot.

    `pot` is the pot at the start of the spot, in table chips.

    Raises:
        BadInput: If the action is a bet or raise, and no bet or raise is legal.
    """
    kind, _, chips = action.partition(" ")
    if kind in PASSIVE:
        return PASSIVE[kind]
    low, high, actor = betting.min_raise_to, betting.max_raise_to, betting.actor
    if low is None or high is None or actor is None:
        raise BadInput(text("solver_errors.actions.not_at_table", action=action))
    if kind == "all-in":
        return high
    total = betting.committed[actor] + round(float(chips) / spot.pot * pot)
    return min(high, max(low, total))


def _next_round_if_over(betting: PublicBetting) -> PublicBetting:
    goes_on = betting.actor is None and betting.folded is None and not betting.is_all_in
    return betting.next_round() if goes_on else betting


POT_BLINDS = 5
"""The pot of the spot in big blinds, as after one raise to 2.5 big blinds."""


def agent_mix(
    spot: Spot,
    strategy: RangeStrategy,
    line: Sequence[str],
    board: Sequence[Card],
    actions: Sequence[str],
    *,
    before: str = "",
) -> Strategy:
    """Return the strategy of an agent after a line, float64[1326, actions].

    Rows of hands without a strategy are NaN.

    `before` is the betting before the spot, as in `table_betting`.

    Raises:
        BadInput: If no player is to act after the line.
    """
    pot = table_start(spot, POT_BLINDS, before).pot
    betting = table_betting(spot, line, POT_BLINDS, before)
    assert betting.actor is not None
    mix = strategy.range_strategy(PublicState(betting.actor, tuple(board), betting))
    bets = [index for index, action in enumerate(actions) if action not in PASSIVE]
    table_bets = {index: table_action(spot, betting, actions[index], pot) for index in bets}
    fractions = {betting.raise_fraction(bet): index for index, bet in table_bets.items()}
    sizes = dict(sorted(fractions.items()))
    found = np.zeros((len(HANDS), len(actions)))
    for action, shares in zip(mix.actions, mix.shares.T, strict=True):
        for index, part in _translate(betting, action, actions, sizes):
            found[:, index] += part * shares
    total = found.sum(axis=1, keepdims=True)
    mixes: Strategy = np.divide(found, total, out=np.full(found.shape, np.nan), where=total > 0)
    return mixes


def _translate(
    betting: PublicBetting, action: Action, actions: Sequence[str], sizes: dict[float, int]
) -> Sequence[tuple[int, float]]:
    """Translate an action at the table into the actions of the spot. `sizes` has the index of each bet size.

    Return pairs (index of an action of the spot, share of this action).
    """
    if action == FOLD and "fold" in actions:
        return [(actions.index("fold"), 1.0)]
    if action in PASSIVE.values() or not sizes:
        return [(next(index for index, name in enumerate(actions) if name in PASSIVE_ACTIONS), 1.0)]
    on_offer = list(sizes)
    return [
        (sizes[on_offer[index]], part)
        for index, part in translate_size(betting.raise_fraction(action), on_offer)
    ]


def shifted_mix(strategy: np.ndarray, weights: np.ndarray, action: int, points: float) -> np.ndarray:
    """Return a strategy with the frequency of an action shifted by `points`, float64[1326, actions].

    The frequency is the mean over the hands, weighted by `weights`. The change is divided among the hands in
    proportion to the largest possible change of each hand. The other actions of a hand keep their proportions.

    >>> shifted_mix(np.array([[0.5, 0.5], [1.0, 0.0]]), np.ones(2), 0, 0.125).tolist()
    [[0.75, 0.25], [1.0, 0.0]]
    """
    share = float((strategy[:, action] * weights).sum() / weights.sum())
    goal = min(1.0, max(0.0, share + points))
    before = strategy[:, action]
    after = before * (goal / share) if goal < share else 1 - (1 - before) * (1 - goal) / max(1 - share, 1e-12)
    after = np.clip(after, 0.0, 1.0)
    others = np.delete(strategy, action, axis=1)
    total = others.sum(axis=1, keepdims=True)
    even = np.full(others.shape, 1 / max(1, others.shape[1]))
    kept = np.divide(others, total, out=even, where=total > 0) * (1 - after)[:, None]
    return np.insert(kept, action, after, axis=1)


def mix_as_logged(strategy: Floats, weights: Floats, actions: Sequence[str], logged: LoggedMix) -> Floats:
    """Return a strategy with the frequencies of folds, calls and raises of a logged player, float64[1326, actions].

    A logged action that is not possible at the decision counts as a check or a call. The proportions between
    a hand's bets and raises stay the same.

    >>> before, thrice = np.full((2, 3), 1 / 3), LoggedMix("ada", 40, 0.5, 0.4, 0.1)
    >>> mix_as_logged(before, np.ones(2), ("fold", "call", "raise 50"), thrice).round(6).tolist()
    [[0.5, 0.4, 0.1], [0.5, 0.4, 0.1]]
    """
    folds = np.zeros(len(strategy))
    continuing = strategy
    if "fold" in actions:
        fold = actions.index("fold")
        folded = shifted_mix(strategy, weights, fold, logged.folds - _share(strategy[:, fold], weights))
        folds, continuing = folded[:, fold], np.delete(folded, fold, axis=1)
    left = (1 - folds)[:, None]
    others = [action for action in actions if action != "fold"]
    if len(others) > 1 and (done := logged.calls + logged.raises) > 0 and (weights @ left).sum() > 0:
        even = np.full(continuing.shape, 1 / len(others))
        mix = np.divide(continuing, left, out=even, where=left > 0)
        call = next(index for index, action in enumerate(others) if action in PASSIVE_ACTIONS)
        points = logged.calls / done - _share(mix[:, call], weights * left[:, 0])
        continuing = shifted_mix(mix, weights * left[:, 0], call, points) * left
    return np.insert(continuing, actions.index("fold"), folds, axis=1) if "fold" in actions else continuing


def _share(shares: Floats, weights: Floats) -> float:
    return float(shares @ weights / weights.sum())
