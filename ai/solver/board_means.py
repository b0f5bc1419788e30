"""Mean strategies of groups of hands: in one solve, in two solves of one tree, and over the boards of a report.

The results for the boards of a report are read from the report's file, and averaged over all boards, by texture,
and by kind of hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from ai.hands.combos import CLASS_NAMES, CLASS_OF, HANDS, Bools, Floats, opposing_weight
from ai.solver.flops import classify_texture
from ai.solver.results import DIGITS, classify_hands
from ai.solver.spot import OOP
from ai.solver.walk import SolvedState, Walk
from game.core import BadInput
from game.files import damage
from game.rules.cards import Card, parse
from game.study.reports import TEXTURES, BoardMeans, BoardRow, DecisionMeans, KindMeans, Texture
from game.study.solved import ALL_HANDS, HAND_KINDS, ComparedHands, Comparison, GroupMix
from game.texts import text


def compare_solves(
    walks: tuple[Walk, Walk], actions: Sequence[str], cards: Sequence[Card], chosen: Bools
) -> Comparison:
    """Compare the strategies of two solves at a decision.

    The strategies are means over all chosen hands, over each kind of hands, and over each of the 169 hand classes.

    Args:
        walks: The two solves.
        actions: The actions before the decision.
        cards: The cards dealt before the decision.
        chosen: bool[1326], the hands to include.

    Raises:
        BadInput: If no player is to act after the actions, or if the solves have different actions at the decision.
    """
    first, second = (walk.at(actions, cards) for walk in walks)
    if first.player < 0:
        raise BadInput(text("solver_errors.actions.nobody"))
    if first.actions != second.actions:
        raise BadInput(text("solver_errors.solves.different_trees"))
    groups = {ALL_HANDS: np.ones(len(HANDS), np.bool_)} | kind_groups(first.board)
    groups |= {name: np.equal(CLASS_OF, number) for number, name in enumerate(CLASS_NAMES)}
    mine, other = (mix_groups(state, groups, chosen) for state in (first, second))
    hands = [
        ComparedHands(name, weight / mine[ALL_HANDS][0], (mix, other[name][1]))
        for name, (weight, mix) in mine.items()
        if name in other
    ]
    return Comparison(first.actions[::-1], tuple(hands))


def kind_groups(board: Sequence[Card]) -> dict[str, Bools]:
    """Return a mask of the hands of each kind on a board, bool[1326] each."""
    kinds = classify_hands(board)
    return {kind: kinds == number for number, kind in enumerate(HAND_KINDS)}


def mix_groups(
    state: SolvedState, groups: Mapping[str, Bools], chosen: Bools | None = None
) -> dict[str, tuple[float, GroupMix]]:
    """Return the weight and the mean strategy of each group of hands at a decision.

    The actions of a strategy are ordered with the largest bet first.

    The weight of a hand is its reach times the total reach of the opponent's hands that share no card with
    the hand. Groups of weight 0 are left out.

    Args:
        state: The decision.
        groups: The hands of each group, bool[1326].
        chosen: bool[1326], the hands to include, by default all.
    """
    reach = [np.nan_to_num(one) for one in state.reach]
    met = reach[state.player] * opposing_weight(reach[1 - state.player])
    if chosen is not None:
        met = met * chosen
    mix, ev = np.nan_to_num(state.strategy)[:, ::-1], np.nan_to_num(state.ev[state.player])
    action_ev = np.nan_to_num(state.action_ev)[:, ::-1]
    found = {}
    for name, held in groups.items():
        weights = met[held]
        if (total := float(weights.sum())) > 0:
            shares, values = (weights @ figures[held] / total for figures in (mix, action_ev))
            mean = GroupMix(tuple(shares.tolist()), float(weights @ ev[held] / total), tuple(values.tolist()))
            found[name] = total, mean
    return found


@dataclass(frozen=True, slots=True)
class BoardDecision:
    """A decision on a board.

    Attributes:
        actions: The actions, the largest bet first.
        shares: The frequency of each action.
        kinds: The weight and the strategy of each kind of hands. The key "" stands for all hands. The mapping is
            empty if an earlier version of the program wrote the board.
    """

    actions: tuple[str, ...]
    shares: tuple[float, ...]
    kinds: Mapping[str, tuple[float, GroupMix]]


@dataclass(frozen=True, slots=True)
class SolvedBoard:
    """A board of a report.

    Attributes:
        decisions: The first decision of `oop`, and the decision of `ip` after a check. Empty if the board was not
            solved.
    """

    row: BoardRow
    decisions: tuple[BoardDecision, ...] = ()


def kind_documents(state: SolvedState, times: int) -> dict[str, dict[str, object]]:
    """Return the results at a decision for all hands and for each kind of hands.

    The key "" stands for all hands. Results are in the order of the actions.

    `times` is the number of isomorphic boards that the board represents. The weights are multiplied by `times`.
    """
    groups = {ALL_HANDS: np.ones(len(HANDS), np.bool_)} | kind_groups(state.board)
    return {
        name: {
            "weight": round(times * weight, DIGITS),
            "frequencies": [round(one, DIGITS) for one in mix.shares[::-1]],
            "ev": round(mix.ev, DIGITS),
            "action_ev": [round(one, DIGITS) for one in mix.action_ev[::-1]],
        }
        for name, (weight, mix) in mix_groups(state, groups).items()
    }


def parse_board(line: Mapping[str, Any]) -> SolvedBoard:
    """Return the results of a board.

    Raises:
        BadInput: If the line was not written by this program.
    """
    try:
        board = parse(line["board"])
        row = BoardRow(board, classify_texture(board), int(line["times"]))
        if "error" in line:
            return SolvedBoard(replace(row, problem=str(line["error"])))
        oop, ip = map(float, line["ev"])
        decisions = _parse_decision(line), _parse_decision(line["after_check"])
        first, second = (1.0 - decision.shares[-1] for decision in decisions)
        row = replace(
            row,
            weight=float(line["weight"]),
            bets=(first, second),
            ev=(oop, ip),
            equity=float(line["equity"]),
            exploitability=float(line["exploitability_pct"]),
        )
        return SolvedBoard(row, decisions)
    except (BadInput, *damage.PARTS) as error:
        raise BadInput(text("solver_errors.reports.damaged")) from error


def _parse_decision(document: Mapping[str, Any]) -> BoardDecision:
    actions = tuple(map(str, document["actions"][::-1]))
    for action in actions:
        _read_amount(action)
    kinds = {
        str(name): (
            float(found["weight"]),
            GroupMix(
                _parse_figures(found["frequencies"], actions),
                float(found["ev"]),
                _parse_figures(found["action_ev"], actions),
            ),
        )
        for name, found in document.get("kinds", {}).items()
    }
    return BoardDecision(actions, _parse_figures(document["frequencies"], actions), kinds)


def _parse_figures(figures: Sequence[Any], actions: Sequence[str]) -> tuple[float, ...]:
    """Return the number for each action, the largest bet first.

    Raises:
        BadInput: If there are more or fewer numbers than actions.
    """
    if len(figures) != len(actions):
        raise BadInput(f"{len(figures)} figures for {len(actions)} actions")
    return tuple(map(float, figures[::-1]))


def _read_amount(action: str) -> float:
    """Return the chips of a bet, 0 for a check.

    Raises:
        ValueError: If the action ends with a text that is not a number.
    """
    return float(action.partition(" ")[2] or 0)


KIND_COLUMNS = ("texture", "player", "hands", "share", "boards", "ev")
DECISIONS = ("oop", "ip after check")
ALL = "all"


def kind_table(means: Sequence[BoardMeans]) -> list[list[str | float]]:
    """Return a row of column names, and then a row for each mean, decision and kind of hands.

    An action has two columns: its frequency, and the EV after it. Both columns are empty if the action is not
    possible at the decision.
    """
    offered = {action for mean in means for decision in mean.decisions for action in decision.actions}
    actions = sorted(offered, key=lambda action: (_read_amount(action), action))
    named = [name for action in actions for name in (action, f"ev {action}")]
    rows: list[list[str | float]] = [[*KIND_COLUMNS, *named]]
    for mean in means:
        for player, decision in zip(DECISIONS, mean.decisions, strict=True):
            for kind in decision.kinds:
                both = zip(kind.mix.shares, kind.mix.action_ev, strict=True)
                known = dict(zip(decision.actions, both, strict=True))
                cells = [round(kind.share, DIGITS), kind.boards, round(kind.mix.ev, DIGITS)]
                row: list[str | float] = [mean.texture or ALL, player, kind.name or ALL, *cells]
                for action in actions:
                    row += [round(one, DIGITS) for one in known[action]] if action in known else ["", ""]
                rows.append(row)
    return rows


def texture_means(
    boards: Sequence[SolvedBoard], shares: Mapping[Texture, float] = MappingProxyType({})
) -> Iterator[BoardMeans]:
    """Yield the means over all boards, then the means over the boards of each texture that occurs.

    Args:
        boards: The boards.
        shares: The weight of each texture in the means over all boards. By default, this is the texture's
            share of the solved boards.
    """
    solved = [board for board in boards if not board.row.problem]
    total = sum(board.row.weight for board in solved)
    if total <= 0:
        return
    yield _means("", solved, total)
    for texture in TEXTURES:
        if alike := [board for board in solved if board.row.texture == texture]:
            found = _means(texture, alike, total)
            yield replace(found, share=shares.get(texture, found.share))


def _means(texture: Texture | Literal[""], boards: Sequence[SolvedBoard], total: float) -> BoardMeans:
    """Return the means of boards with this texture. `total` is the weight of all boards of the report.

    `ip` decides after a check, so the weights of the boards for `ip` are multiplied by the check frequency of
    `oop`.
    """
    rows = [board.row for board in boards]
    weights = np.array([row.weight for row in rows])
    bets, values = np.array([row.bets for row in rows]), np.array([[*row.ev, row.equity] for row in rows])
    reached = np.array([weights, weights * (1 - bets[:, OOP])])
    totals = reached.sum(axis=1)
    bet, bet_after = np.divide(
        (reached * bets.T).sum(axis=1), totals, out=np.zeros(2), where=totals > 0
    ).tolist()
    oop, ip, equity = (weights @ values / weights.sum()).tolist()
    share = float(weights.sum()) / total
    by_player = zip(*(board.decisions for board in boards), strict=True)
    decisions = tuple(_decision_means(of, weights) for of, weights in zip(by_player, reached, strict=True))
    return BoardMeans(texture, len(rows), share, (bet, bet_after), (oop, ip), equity, decisions)


def _decision_means(decisions: Sequence[BoardDecision], weights: Floats) -> DecisionMeans:
    """Return the means of a decision. The boards may be of different streets, and so have different bets.

    `weights`, float64[boards], is the weight of each board at the decision.
    """
    offered = {action for decision in decisions for action in decision.actions}
    actions = sorted(offered, key=_read_amount, reverse=True)
    shares = dict.fromkeys(actions, 0.0)
    for decision, weight in zip(decisions, weights.tolist(), strict=True):
        for action, often in zip(decision.actions, decision.shares, strict=True):
            shares[action] += weight * often / (weights.sum() or 1.0)
    return DecisionMeans(tuple(actions), tuple(shares.values()), _kind_means(decisions, actions))


def _kind_means(decisions: Sequence[BoardDecision], actions: Sequence[str]) -> tuple[KindMeans, ...]:
    """Return the means over all hands, then over each kind of hands, the strongest kind first."""
    found: list[KindMeans] = []
    whole = 0.0
    for name in (ALL_HANDS, *HAND_KINDS):
        held = [(decision.actions, *decision.kinds[name]) for decision in decisions if name in decision.kinds]
        weights = np.array([weight for _, weight, _ in held])
        if (total := float(weights.sum())) <= 0:
            continue
        whole = whole or total
        shares, values, known = np.zeros((3, len(held), len(actions)))
        for row, (offered, _, mix) in enumerate(held):
            columns = [actions.index(action) for action in offered]
            shares[row, columns], values[row, columns], known[row, columns] = mix.shares, mix.action_ev, 1.0
        reached = weights @ known
        action_ev = np.divide(weights @ values, reached, out=np.zeros(len(actions)), where=reached > 0)
        ev = float(weights @ np.array([mix.ev for _, _, mix in held])) / total
        mean = GroupMix(tuple((weights @ shares / total).tolist()), ev, tuple(action_ev.tolist()))
        found.append(KindMeans(name, total / whole, len(held), mean))
    return tuple(found)
