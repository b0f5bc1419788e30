"""Reports on the public states of a solve, for screens and commands.

`node_report` and `run_outs` describe a public state: each range with its equity and EV, the strategy of the player
to act, and the kinds of hands. `solve_document`, `state_document` and `state_rows` are the output of commands.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from ai.hands.combos import (
    CARDS,
    CLASS_NAMES,
    CLASS_OF,
    HANDS,
    Bools,
    Floats,
    Ints,
    opposing_weight,
    unblocked_hands,
    write_range_as,
)
from ai.hands.equities import equity_curve, quick_equities
from ai.hands.evaluator import ranks
from ai.solver.betting import DEAL, DECISION, FOLD
from ai.solver.solving import Solved
from ai.solver.spot import IP, OOP, SIDES
from ai.solver.subgame import MEGABYTE, Subgame
from ai.solver.walk import SolvedState, Walk
from game.core import BadInput, Progress
from game.rules.cards import DECK, Card, get_rank, get_suit, name, names
from game.rules.cards import RANKS as CARDS_RANKS
from game.rules.hand_rank import WORST_RANK, Category, category_of_rank
from game.study.odds import RangeForm
from game.study.solved import HAND_KINDS, KindSummary, RunOut, RunOuts, SolvedNode, SolvedSide, SolvedStep
from game.texts import text

SUIT_ORDER = "shdc"
DIGITS = 6
STATE_NAMES = {DECISION: "decision", DEAL: "deal", FOLD: "fold"}
SHOWDOWN = "showdown"
Row = list[str | float]

OVERPAIR, TOP_PAIR, PAIR, FLUSH_DRAW, STRAIGHT_DRAW, NOTHING = range(7, 13)
RIVER, DRAWN, RANKS = 5, 4, 13
_CATEGORY = np.array([category_of_rank(max(1, number)) for number in range(WORST_RANK + 1)])
_ACE_LOW = np.array([12, 0, 1, 2, 3])
_STRAIGHTS = np.array(
    [np.isin(np.arange(RANKS), _ACE_LOW if low < 0 else range(low, low + 5)) for low in range(-1, 9)]
)
"""The ranks of each straight, bool[10, 13]."""


def classify_hands(board: Sequence[Card]) -> npt.NDArray[np.int64]:
    """Return the index of each hand's kind in `HAND_KINDS`, int64[1326], -1 for hands with a card of the board.

    The board has three to five cards. A hand is classified as a draw only before the river, and only if it is not a
    made hand.
    """
    live = unblocked_hands(board)
    found = np.full(len(CARDS), -1, np.int64)
    hands = CARDS[live]
    cards = np.hstack([np.tile(np.array(board, np.uint8), (len(hands), 1)), hands.astype(np.uint8)])
    category = _CATEGORY[ranks(cards)]
    kind = np.where(category > Category.TWO_PAIR, Category.STRAIGHT_FLUSH - category, NOTHING)
    pairs = _pairs(hands, board)
    on_board = np.bincount([get_rank(card) for card in board], minlength=RANKS)
    held = hands % RANKS
    pair_twice = (on_board[held] > 0).all(axis=1) & (held[:, 0] != held[:, 1])
    both = (category == Category.TWO_PAIR) & pair_twice
    kind[both] = HAND_KINDS.index("two-pair")
    alone = (kind == NOTHING) | ((category == Category.THREE_OF_A_KIND) & (on_board.max() >= 3))
    kind[alone] = pairs[alone]
    if len(board) < RIVER:
        bare = kind == NOTHING
        kind[bare & _draws_straight(hands, board)] = STRAIGHT_DRAW
        kind[bare & _draws_flush(hands, board)] = FLUSH_DRAW
    found[live] = kind
    return found


def _pairs(hands: Ints, board: Sequence[Card]) -> Ints:
    """Return OVERPAIR, TOP_PAIR or PAIR for hands that make a pair with a hole card, else NOTHING, int64[hands]."""
    board_ranks = np.array([get_rank(card) for card in board])
    ranks_held = hands % RANKS
    pocket = ranks_held[:, 0] == ranks_held[:, 1]
    pairs = np.full(len(hands), NOTHING)
    pairs[pocket | np.isin(ranks_held, board_ranks).any(axis=1)] = PAIR
    pairs[(ranks_held == board_ranks.max()).any(axis=1)] = TOP_PAIR
    pairs[pocket & (ranks_held[:, 0] > board_ranks.max())] = OVERPAIR
    return pairs


def _draws_flush(hands: Ints, board: Sequence[Card]) -> Bools:
    of_suit = np.bincount([get_suit(card) for card in board], minlength=4)
    suits = hands // RANKS
    first, second = suits.T
    alike = first == second
    longest: Ints = np.where(alike, of_suit[first] + 2, np.maximum(of_suit[first], of_suit[second]) + 1)
    return np.asarray(longest == DRAWN)


def _draws_straight(hands: Ints, board: Sequence[Card]) -> Bools:
    """Return for each hand whether one more rank completes a straight with a hole card, bool[hands]."""
    on_board = np.zeros(RANKS, np.bool_)
    on_board[[get_rank(card) for card in board]] = True
    ranks_held = np.tile(on_board, (len(hands), 1))
    np.put_along_axis(ranks_held, hands % RANKS, True, axis=1)
    in_reach = ranks_held.astype(np.int64) @ _STRAIGHTS.T.astype(np.int64) >= DRAWN
    own = (ranks_held & ~on_board).astype(np.int64) @ _STRAIGHTS.T.astype(np.int64) > 0
    return np.asarray((in_reach & own).any(axis=1))


def node_report(
    game: Subgame, walk: Walk, actions: Sequence[str], cards: Sequence[Card], shown: Sequence[Bools]
) -> SolvedNode:
    """Return the report on a public state. `shown` has a mask of the chosen hands of each player, bool[1326].

    Raises:
        BadInput: If there is no such state.
    """
    state = walk.at(actions, cards)
    reach = [np.nan_to_num(one) for one in state.reach]
    kinds = classify_hands(state.board)
    mix = np.nan_to_num(state.strategy)[:, ::-1]
    mixes = [mix if player == state.player else None for player in (OOP, IP)]
    met = [reach[player] * opposing_weight(reach[1 - player]) for player in (OOP, IP)]
    return SolvedNode(
        STATE_NAMES.get(state.node.kind, SHOWDOWN),
        state.board,
        tuple(_line_steps(game, walk, actions, cards)),
        (_side(state, OOP, reach, met[OOP], shown[OOP]), _side(state, IP, reach, met[IP], shown[IP])),
        (
            _kinds(kinds, met[OOP], mixes[OOP], shown[OOP]),
            _kinds(kinds, met[IP], mixes[IP], shown[IP]),
        ),
        _floats(mix) if state.player >= 0 else array("f"),
        _floats(state.action_ev[:, ::-1]),
        _mixes(mix, reach[state.player] * shown[state.player]) if state.player >= 0 else {},
        tuple(state.frequencies(shown[state.player])[::-1]) if state.player >= 0 else (),
    )


def run_outs(
    game: Subgame, walk: Walk, actions: Sequence[str], cards: Sequence[Card]
) -> Iterator[Progress | RunOuts]:
    """Yield progress after each card, and finally a report on every possible next card.

    Raises:
        BadInput: If no card is dealt at this state.
    """
    before = walk.at(actions, cards)
    if before.node.kind != DEAL:
        raise BadInput(text("solver_errors.cards.none"))
    found: list[RunOut] = []
    names: tuple[str, ...] = ()
    left = [card for card in DECK if card not in before.board]
    for number, card in enumerate(left, 1):
        state = walk.at(actions, (*cards, card))
        reach = [np.nan_to_num(one) for one in state.reach]
        met = reach[OOP] * opposing_weight(reach[IP])
        if met.sum() > 0:
            names = state.actions[::-1]
            ev = float(np.nansum(np.nan_to_num(state.ev[OOP]) * met) / met.sum())
            shares = tuple(state.frequencies()[::-1]) if state.player >= 0 else ()
            found.append(RunOut(card, ev, shares))
        yield Progress(number, len(left), 0.0)
    yield RunOuts(names, tuple(found))


def _line_steps(
    game: Subgame, walk: Walk, actions: Sequence[str], cards: Sequence[Card]
) -> Iterator[SolvedStep]:
    """Yield a step for every state of a line. When the betting of a street is over, deal the next card."""
    ahead, dealt = list(cards), 0
    for number in range(len(actions) + 1):
        state = walk.at(actions[:number], cards[:dealt])
        if state.node.kind == DEAL and ahead:
            yield SolvedStep(-1, _pot(game, state), card=ahead.pop(0))
            dealt += 1
            state = walk.at(actions[:number], cards[:dealt])
        names = state.actions[::-1]
        taken = names.index(actions[number]) if number < len(actions) else -1
        shares = tuple(state.frequencies()[::-1]) if state.player >= 0 else ()
        yield SolvedStep(state.player, _pot(game, state), names if state.player >= 0 else (), shares, taken)


def _pot(game: Subgame, state: SolvedState) -> float:
    return game.spot.pot + sum(state.node.put_in)


def _side(
    state: SolvedState, player: int, reach: Sequence[Floats], met_of_all: Floats, shown: Bools
) -> SolvedSide:
    """Return the report on a player's range. Equities are exact on the turn and river, and sampled on the flop."""
    own, other, met = reach[player] * shown, reach[1 - player], met_of_all * shown
    held = other.sum() > 0
    equity = quick_equities(other, state.board) if held else np.full(len(own), np.nan)
    total, of_all = met.sum(), met_of_all.sum()
    ev = np.where(own > 0, state.ev[player], np.nan)
    live = unblocked_hands(state.board)
    whole = np.bincount(CLASS_OF[live], own[live], len(CLASS_NAMES))
    there = np.unique(CLASS_OF[live])
    return SolvedSide(
        _floats(own),
        _floats(ev),
        _floats(equity),
        {CLASS_NAMES[one]: float(whole[one]) for one in there.tolist()},
        _means(ev, met),
        _means(equity, met),
        float(own.sum()),
        float(np.nansum(ev * met) / total) if total > 0 else float("nan"),
        float(np.nansum(equity * met) / total) if total > 0 else float("nan"),
        equity_curve(equity, met),
        float(total / of_all) if of_all > 0 else 0.0,
    )


def _means(values: Floats, met: Floats) -> dict[str, float]:
    """Return the mean of `values`, float64[1326], over each of the 169 hand classes.

    `met`, float64[1326], has the weights: the reach of a hand times the reach of the other player's compatible
    hands.
    """
    weights = np.bincount(CLASS_OF, met, len(CLASS_NAMES))
    sums = np.bincount(CLASS_OF, met * np.nan_to_num(values), len(CLASS_NAMES))
    return {CLASS_NAMES[one]: float(sums[one] / weights[one]) for one in np.flatnonzero(weights > 0).tolist()}


def _kinds(
    kinds: npt.NDArray[np.int64], met: Floats, mix: Floats | None, shown: Bools
) -> tuple[KindSummary, ...]:
    total = met.sum()
    found = []
    for number, kind in enumerate(HAND_KINDS):
        weights = met * shown * (kinds == number)
        if (share := weights.sum()) > 0:
            done = () if mix is None else tuple(((mix * weights[:, None]).sum(axis=0) / share).tolist())
            found.append(KindSummary(kind, float(share / total), done))
    return tuple(found)


def _mixes(mix: Floats, reach: Floats) -> dict[str, tuple[float, ...]]:
    """Return the mean strategy of each of the 169 hand classes, weighted by reach.

    Classes with reach 0 are left out.
    """
    weights = np.bincount(CLASS_OF, reach, len(CLASS_NAMES))
    done = np.array([np.bincount(CLASS_OF, reach * one, len(CLASS_NAMES)) for one in mix.T]).T
    return {
        CLASS_NAMES[one]: tuple((done[one] / weights[one]).tolist())
        for one in np.flatnonzero(weights).tolist()
    }


def _floats(values: npt.NDArray[np.floating]) -> array[float]:
    return array("f", np.ascontiguousarray(values, np.float32).tobytes())


def solve_document(
    game: Subgame,
    found: Solved,
    target: float,
    state: SolvedState | None = None,
    chosen: Bools | None = None,
    *,
    hands: bool = True,
) -> dict[str, object]:
    """Return the results of a solve and of a decision.

    If the spot has rake, the results include the rake and the gain of each player's best response.

    Args:
        game: The solved game.
        found: The result of its solve.
        target: The exploitability, in percent of the pot, at which the spot counts as solved.
        state: The decision, by default the first decision of the spot.
        chosen: bool[1326], the hands to list, by default all.
        hands: Whether hands are listed.
    """
    decision = state_document(state or Walk(game).at(), chosen)
    if not hands:
        del decision["hands"]
    raked: dict[str, object] = {}
    if found.gains is not None:
        raked["rake"] = round(game.spot.pot - sum(found.ev), DIGITS)
        raked["gains_pct"] = [round(gain, DIGITS) for gain in found.gains]
    return {
        "ev": [round(ev, DIGITS) for ev in found.ev],
        "exploitability_pct": round(found.exploitability, DIGITS),
        "reached": found.exploitability <= target,
        "iterations": found.iterations,
        "seconds": round(found.seconds, 4),
        "memory_mb": solve_megabytes(game),
        "bits": game.bits,
        **raked,
        **decision,
    }


def solve_megabytes(game: Subgame) -> int:
    return -(-game.memory_needed // MEGABYTE)


def state_document(state: SolvedState, chosen: Bools | None = None) -> dict[str, object]:
    """Return the actions with their frequencies, and the EV and strategy of each hand of the player to act.

    `chosen`, bool[1326], limits the hands.
    """
    ev = state.ev[state.player]
    return {
        "actions": list(state.actions),
        "frequencies": [round(part, DIGITS) for part in state.frequencies()],
        "hands": {
            hand_name(hand): {
                "ev": round(float(ev[hand]), DIGITS),
                "strategy": [round(float(part), DIGITS) for part in state.strategy[hand]],
            }
            for hand in np.flatnonzero(np.isfinite(ev) & (True if chosen is None else chosen)).tolist()
        },
    }


def state_columns(state: SolvedState) -> list[str]:
    return ["hand", "weight", "ev", *state.actions, *(f"ev of {action}" for action in state.actions)]


def state_rows(state: SolvedState) -> Iterator[Row]:
    """Yield a row for each hand of the player to act: weight, EV, and the frequency and EV of each action."""
    ev, reach = state.ev[state.player], state.reach[state.player]
    for hand in np.flatnonzero(np.isfinite(ev) & (np.nan_to_num(reach) > 0)).tolist():
        figures = [reach[hand], ev[hand], *state.strategy[hand], *state.action_ev[hand]]
        yield [hand_name(hand), *(round(float(figure), DIGITS) for figure in figures)]


RANGE_PROGRAMS: Mapping[RangeForm, str] = {
    "pio": "PioSOLVER",
    "gto-plus": "GTO+",
    "wasm-postflop": "WASM Postflop",
}


def write_ranges(state: SolvedState) -> str:
    """Return the ranges of both players at a state, in a notation that other programs can read.

    Raises:
        BadInput: If a player has no hands at this state.
    """
    lines = [names(state.board)]
    for side, reach in zip(SIDES, state.reach, strict=True):
        weights = np.nan_to_num(reach).astype(np.float32)
        for form, program in RANGE_PROGRAMS.items():
            lines += ["", f"{side}, for {program}:", write_range_as(weights, form)]
    return "\n".join([*lines, ""])


def hand_name(hand: int) -> str:
    """Return the name of a hand, given by its index into `HANDS`, with the higher card first.

    >>> [hand_name(hand) for hand in (0, 38, 1325)]
    ['3s2s', '2s2d', 'AdKd']
    """
    written = [name(card) for card in HANDS[hand]]
    return "".join(sorted(written, key=lambda card: (-CARDS_RANKS.index(card[0]), SUIT_ORDER.index(card[1]))))
