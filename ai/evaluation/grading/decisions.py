"""List and judge the decisions of played hands, rank error rates, and store judgements as JSON.

Decisions of tic-tac-toe and Kuhn poker are judged exactly, by enumeration of the game tree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

from game.archive.hands import PlayedHand, whole
from game.archive.imported import ImportedHand
from game.archive.statistics import Rank, Tally
from game.core import CHANCE, Action, InformationState, KnownStrategy, Player, Progress, Seat
from game.files import yaml_text
from game.match.series import MIN_CERTAIN_SAMPLES
from game.match.session import is_known_decision
from game.rules import games
from game.rules.kuhn_poker import KuhnState, Move
from game.study.judgements import (
    EQUAL,
    AskJudgement,
    Judgement,
    OpponentValues,
    Source,
    question_at,
    shipped_marks,
)
from game.study.play import AgentKey

Judge = Callable[[AskJudgement], Iterator[Progress | Judgement]]
"""A function that judges a decision. It yields progress and finally the exact judgement."""
DecisionMade = tuple[AskJudgement, Action]
"""A decision and the chosen action. The request contains the action, so that the judgement has its value."""


def decisions_by_seat(hand: PlayedHand | ImportedHand) -> Iterator[tuple[Seat, DecisionMade]]:
    """Yield every decision of a hand, with the seat of the player to act.

    Each decision has a request for its judgement. The request contains only the information of the player to act.
    At a teaching table of poker, the request also names the user's opponent, as the request for a hint does.
    Decisions of a player with unknown cards are left out. If the hand begins on the flop, decisions before the flop
    are left out as well.

    Raises:
        BadInput: If the hand is against the rules.
    """
    session, blinds = hand.session(), hand.spec.blinds
    before = games.initial_state(hand.game, blinds=blinds)
    is_coached = hand.game != games.TIC_TAC_TOE and hand.spec.teaching
    for step in session.steps:
        if step.player != CHANCE and is_known_decision(session, before, step.player):
            info, seat = before.information_state(step.player), session.get_seat(step.player)
            is_against = is_coached and seat == hand.own_seat
            opponent = AgentKey(hand.game, hand.spec.seats[1 - seat], blinds) if is_against else None
            yield seat, (question_at(hand.game, info, step.action, opponent), step.action)
        before = step.state


def own_decisions(hand: PlayedHand) -> Iterator[DecisionMade]:
    """Yield every decision of the user in a hand.

    Raises:
        BadInput: If the hand is against the rules.
    """
    return (made for seat, made in decisions_by_seat(hand) if seat == hand.own_seat)


RANKS_FILE = Path(__file__).parents[2] / "configs" / "grading" / "error-ranks.yaml"
RANKS_NAME = "the file of the ranks"


@cache
def shipped_ranks() -> ErrorRanks:
    return ErrorRanks(yaml_text.read_file(RANKS_FILE))


class ErrorRanks:
    """Ranks of error rates. The upper bound of each rank is a fraction of a random player's error rate."""

    def __init__(self, stored: object) -> None:
        found = yaml_text.section(stored, ("ranks", "random"), RANKS_NAME)
        self._ends = yaml_text.positive_numbers(found["ranks"], tuple(Rank), RANKS_NAME)
        self._random = yaml_text.positive_numbers(found["random"], games.NAMES, RANKS_NAME)
        yaml_text.check_rising([self._ends[rank] for rank in Rank], RANKS_NAME)

    def of(self, game: str, rate: float) -> Rank:
        return next(rank for rank in Rank if rate <= self._ends[rank] * self._random[game])

    def certain_rank(self, game: str, costs: Tally) -> Rank | None:
        """Return the rank of the mean cost, or None if the rank is too uncertain.

        The rank is too uncertain if there are fewer than `MIN_CERTAIN_SAMPLES` decisions, or if the 95 % interval
        of the mean extends beyond the adjacent ranks.
        """
        if costs.hands < MIN_CERTAIN_SAMPLES or costs.ci95 is None:
            return None
        order = list(Rank)
        low, rank, high = (
            order.index(self.of(game, costs.mean + part * costs.ci95)) for part in (-1.0, 0.0, 1.0)
        )
        return order[rank] if high - rank <= 1 and rank - low <= 1 else None


FORMER_SOURCES: Mapping[str, Source] = {"solved": "solve", "trained": "blueprint", "counted": "equity"}
"""Sources of judgements by their names in files of earlier versions."""


def judgement_to_dict(judgement: Judgement) -> dict[str, Any]:
    """Return an exact judgement as JSON-compatible values.

    Mappings become lists of [action, number], sorted by action.
    """
    against = judgement.against
    return {
        "values": sorted(judgement.values.items()),
        "errors": sorted(judgement.errors.items()),
        "shares": sorted(judgement.shares.items()),
        "best": judgement.best,
        "source": judgement.source,
        "stake": judgement.stake,
        "equity": judgement.equity,
        "price": judgement.price,
        "bounds": sorted(judgement.bounds),
        "advice": sorted(judgement.advice),
        "is_extended": judgement.is_extended,
        "theory_alone": judgement.theory_alone,
        "opponent_values": against and {
            "values": sorted(against.values.items()),
            "errors": sorted(against.errors.items()), "folds": sorted(against.folds.items()),
            "replies": sorted(against.replies.items()),
            "noise": sorted(against.noise.items()),
            "gambles": sorted(against.gambles),
        },
    }  # fmt: skip


def judgement_from_dict(stored: Mapping[str, Any]) -> Judgement:
    """Read a judgement that `judgement_to_dict` wrote, or that an earlier version stored in a drill card.

    Earlier versions stored a single error for all values.

    Raises:
        ValueError: If `stored` is not a judgement. Depending on the damage, another error of
            game.files.damage.PARTS is raised instead.
    """
    values, shares = _by_action(stored["values"]), _by_action(stored["shares"])
    is_former = "errors" not in stored
    errors = (
        dict.fromkeys(values, finite_float(stored["margin"])) if is_former else _by_action(stored["errors"])
    )
    best = whole(stored["best"])
    bounds = frozenset(map(whole, stored.get("bounds", ())))
    advice = frozenset(map(whole, stored.get("advice", (best,))))
    source, stake = FORMER_SOURCES.get(stored["source"], stored["source"]), finite_float(stored["stake"])
    is_whole = errors.keys() == values.keys() and bounds <= values.keys() and best in values
    if source not in get_args(Source) or not is_whole or stake <= 0 or min(errors.values()) < 0:
        raise ValueError(stored)
    equity, price = (
        None if stored[name] is None else finite_float(stored[name]) for name in ("equity", "price")
    )
    against = _opponent_values(stored.get("opponent_values"), values, best)
    return Judgement(
        values, errors, shares, best, source, "sure", stake, equity, price, bounds, advice, against,
        is_extended=stored.get("is_extended") is True,
        theory_alone="unsure" if stored.get("theory_alone") == "unsure" else "",
    )  # fmt: skip


def _opponent_values(stored: Any, judged: Mapping[Action, float], best: Action) -> OpponentValues | None:
    """Read the values against the opponent. `judged` and `best` are the values and the best action in theory."""
    if stored is None:
        return None
    values = _by_action(stored["values"])
    folds, replies = (_by_action(stored.get(name, ())) for name in ("folds", "replies"))
    is_former = "errors" not in stored
    errors = (
        dict.fromkeys(values, finite_float(stored["error"])) if is_former else _by_action(stored["errors"])
    )
    noise = {whole(action): tuple(map(finite_float, one)) for action, one in stored.get("noise", ())}
    is_share = all(0 <= share <= 1 for share in (*folds.values(), *replies.values()))
    gambles = frozenset(map(whole, stored.get("gambles", ())))
    named = folds.keys() | replies.keys() | errors.keys() | noise.keys() | gambles
    is_judged = best in values and values.keys() <= judged.keys() and named <= values.keys()
    if not is_judged or not is_share or min(errors.values(), default=0.0) < 0:
        raise ValueError(stored)
    return OpponentValues(values, errors, folds, replies, noise, gambles)


def finite_float(value: Any) -> float:
    """Return `value` as a float.

    Raises:
        ValueError: If `value` is not a number, or is infinite or NaN.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(value)
    return float(value)


def _by_action(pairs: Any) -> dict[int, float]:
    return {whole(action): finite_float(number) for action, number in pairs}


def judge_position(values: Mapping[Action, float]) -> Judgement:
    """Judge a position of a game of perfect information by the minimax value of each move."""
    highest = max(values.values())
    best = [move for move, value in values.items() if value == highest]
    shares = dict.fromkeys(best, 1 / len(best))
    return exact_judgement(values, shares, best[0], shipped_marks().stakes[games.TIC_TAC_TOE])


def judge_in_kuhn(root: KuhnState, info: InformationState, strategy: KnownStrategy) -> Judgement:
    """Judge a decision of Kuhn poker by the value of each action if both players then follow `strategy`.

    In an equilibrium, an action with positive probability costs nothing. The cost of any other action is exactly
    its expected loss against the equilibrium.

    Classic Kuhn poker has a family of equilibria with a parameter alpha from 0 to 1/3. The first player bluffs the
    worst card with probability alpha, bets the best card with probability 3 alpha, and calls with the middle card
    with probability alpha + 1/3 (Kuhn, "A simplified two-person poker", 1950). The program plays alpha = 1/6
    (`ai.agents.small_games`). The first player's costs depend only on the second player's strategy, which is the
    same in every equilibrium. The second player's costs are exact against an opponent with alpha = 1/6.
    """
    values, pot = exact_values(root, info, strategy)
    shares = strategy.strategy(info)
    highest = max(values.values())
    equal = [action for action in values if values[action] >= highest - EQUAL]
    return exact_judgement(values, shares, max(equal, key=lambda action: shares.get(action, 0.0)), pot)


def exact_judgement(
    values: Mapping[Action, float], shares: Mapping[Action, float], best: Action, stake: float
) -> Judgement:
    """Return the judgement of a decision from exact values.

    `shares` is the best strategy, and `stake` is the pot. `values` and `stake` have the same unit.
    """
    errors = dict.fromkeys(values, 0.0)
    return Judgement(
        dict(values), errors, dict(shares), best, "exact", "sure", stake, advice=frozenset({best})
    )


def values_against(root: KuhnState, info: InformationState, strategy: KnownStrategy) -> OpponentValues:
    """Return the value of each action in chips if the player then plays a best response to `strategy`.

    A learned strategy is only close to an equilibrium, so each value has an error. As a fraction of the pot, the
    error is `Marks.equal`.
    """
    met = _states(root, info, strategy, reach=True) or _states(root, info, strategy, reach=False)
    total = sum(weight for _, weight in met)
    values = {
        action: _best_response(
            [(state.child(action), weight) for state, weight in met], info.player, strategy
        )
        / total
        for action in info.legal_actions
    }
    errors = dict.fromkeys(values, shipped_marks().equal * float(met[0][0].pot))
    replies = {}
    for action in info.legal_actions:
        after = [(state.child(action), weight / total) for state, weight in met]
        if not after[0][0].is_terminal():
            bets = (
                weight * strategy.strategy(state.information_state(state.current_player())).get(Move.BET, 0.0)
                for state, weight in after
            )
            replies[action] = min(1.0, sum(bets))
    return OpponentValues(values, errors, replies=replies)


def _best_response(met: Sequence[tuple[KuhnState, float]], player: Player, strategy: KnownStrategy) -> float:
    """Return the winnings of the player's best response, as a weighted sum over the states in `met`."""
    won = 0.0
    own: dict[str, list[tuple[KuhnState, float]]] = {}
    after: list[tuple[KuhnState, float]] = []
    for state, weight in met:
        if state.is_terminal():
            won += weight * state.returns()[player]
        elif state.current_player() == player:
            own.setdefault(str(state.information_state(player).key), []).append((state, weight))
        else:
            shares = strategy.strategy(state.information_state(state.current_player()))
            after += [(state.child(action), weight * share) for action, share in shares.items() if share > 0]
    if after:  # of all cards of the opponent together: the player does not see them
        won += _best_response(after, player, strategy)
    for states in own.values():
        won += max(
            _best_response([(state.child(action), weight) for state, weight in states], player, strategy)
            for action in states[0][0].legal_actions()
        )
    return won


def exact_values(
    root: KuhnState, info: InformationState, strategy: KnownStrategy
) -> tuple[dict[Action, float], float]:
    """Return the value of each action in chips, averaged over the opponent's cards, and the mean pot.

    The weights of the cards are the opponent's reach. If the reach is 0 for all cards, the cards have equal
    weights.
    """
    met = _states(root, info, strategy, reach=True) or _states(root, info, strategy, reach=False)
    total = sum(weight for _, weight in met)
    values = {
        action: sum(weight * _value(state.child(action), info.player, strategy) for state, weight in met)
        / total
        for action in info.legal_actions
    }
    return values, sum(weight * state.pot for state, weight in met) / total


def _states(
    root: KuhnState, info: InformationState, strategy: KnownStrategy, *, reach: bool
) -> list[tuple[KuhnState, float]]:
    """Return the states of an information set, each with the reach probability of chance and the opponent."""
    found: list[tuple[KuhnState, float]] = []

    def look(state: KuhnState, weight: float) -> None:
        if state.is_terminal() or weight <= 0.0:
            return
        player = state.current_player()
        if player == CHANCE:
            for outcome, share in state.chance_outcomes():
                look(state.child(outcome), weight * share)
            return
        here = state.information_state(player)
        if player == info.player and here.key == info.key:
            found.append((state, weight))
            return
        shares = strategy.strategy(here) if player != info.player and reach else {}
        for action in state.legal_actions():
            look(state.child(action), weight * (shares.get(action, 0.0) if shares else 1.0))

    look(root, 1.0)
    return found


def _value(state: KuhnState, player: Player, strategy: KnownStrategy) -> float:
    if state.is_terminal():
        return state.returns()[player]
    actor = state.current_player()
    if actor == CHANCE:
        return sum(
            share * _value(state.child(one), player, strategy) for one, share in state.chance_outcomes()
        )
    shares = strategy.strategy(state.information_state(actor))
    return sum(
        share * _value(state.child(one), player, strategy) for one, share in shares.items() if share > 0.0
    )
