"""Judge decisions of tic-tac-toe and Kuhn poker exactly, by enumeration of the game tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.core import CHANCE, Action, InformationState, KnownStrategy, Player
from game.rules import games
from game.rules.kuhn_poker import KuhnState
from game.study.judgements import Judgement, shipped_marks

EQUAL = 1e-9


def judge_position(values: Mapping[Action, float]) -> Judgement:
    """Judge a position of a game of perfect information by the minimax value of each move."""
    highest = max(values.values())
    best = [move for move, value in values.items() if value == highest]
    shares = dict.fromkeys(best, 1 / len(best))
    return exact_judgement(values, shares, best[0], shipped_marks().stakes[games.TIC_TAC_TOE])


def judge_in_kuhn(root: KuhnState, info: InformationState, strategy: KnownStrategy) -> Judgement:
    """Judge a decision of Kuhn poker by the value of each action if both players then follow `strategy`.

    In an equilibrium, an action with positive probability costs nothing. The cost of another action is exactly the
    loss of that action against the equilibrium.

    Classic Kuhn poker has a family of equilibria: the first player bluffs the worst card with probability alpha,
    from 0 to 1/3, bets the best with 3 alpha, and calls with the middle one with alpha + 1/3 (Kuhn, "A simplified
    two-person poker", 1950). The program plays alpha = 1/6 (`ai.agents.kuhn_tables`). The second player has one
    equilibrium strategy, so the first player's costs are the same for every alpha. The second player's costs are
    exact against an opponent with this alpha.
    """
    values, pot = exact_values(root, info, strategy)
    shares = strategy.strategy(info)
    highest = max(values.values())
    equal = [action for action in values if values[action] >= highest - EQUAL]
    return exact_judgement(values, shares, max(equal, key=lambda action: shares.get(action, 0.0)), pot)


def exact_judgement(
    values: Mapping[Action, float], shares: Mapping[Action, float], best: Action, stake: float
) -> Judgement:
    """Return the sure judgement of exact values."""
    errors = dict.fromkeys(values, 0.0)
    return Judgement(
        dict(values), errors, dict(shares), best, "exact", "sure", stake, advice=frozenset({best})
    )


def values_against(root: KuhnState, info: InformationState, strategy: KnownStrategy) -> dict[Action, float]:
    """Return the value of each action against a strategy, in chips, if the player then plays a best response."""
    met = _states(root, info, strategy, reach=True) or _states(root, info, strategy, reach=False)
    total = sum(weight for _, weight in met)
    return {
        action: _best_response(
            [(state.child(action), weight) for state, weight in met], info.player, strategy
        )
        / total
        for action in info.legal_actions
    }


def _best_response(met: Sequence[tuple[KuhnState, float]], player: Player, strategy: KnownStrategy) -> float:
    """Return the player's winnings of a best response, summed over weighted states."""
    won = 0.0
    own: dict[str, list[tuple[KuhnState, float]]] = {}
    for state, weight in met:
        if state.is_terminal():
            won += weight * state.returns()[player]
        elif state.current_player() == player:
            own.setdefault(str(state.information_state(player).key), []).append((state, weight))
        else:
            shares = strategy.strategy(state.information_state(state.current_player()))
            after = [(state.child(action), weight * share) for action, share in shares.items() if share > 0]
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

    The cards are weighted by the opponent's reach. If that is 0, all cards have equal weight.
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
