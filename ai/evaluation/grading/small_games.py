"""Grades of decisions in the small games, by enumeration: nothing is estimated."""

from __future__ import annotations

from collections.abc import Mapping

from game.core import CHANCE, Action, InformationState, KnownStrategy, Player
from game.messages.grades_answers import Grade
from game.messages.marks import shipped
from game.rules import games
from game.rules.kuhn_poker import KuhnState

EQUAL = 1e-9


def grade_position(values: Mapping[Action, float], action: Action) -> Grade:
    """Grade a move of a game without hidden information, by the points of every move against perfect play."""
    most = max(values.values())
    best = [move for move, value in values.items() if value == most]
    share = 1 / len(best)
    kept = action if action in best else best[0]
    return _grade(action, kept, values, dict.fromkeys(best, share), shipped().stakes[games.TIC_TAC_TOE])


def grade_in_kuhn(root: KuhnState, info: InformationState, action: Action, strategy: KnownStrategy) -> Grade:
    """Grade an action of Kuhn poker by what each is worth where both go on as a strategy does.

    Against an equilibrium, a decision that the equilibrium takes at times costs nothing, and what another one costs
    is exactly what a best reply to the equilibrium does not get.

    Classic Kuhn poker has a family of equilibria: the first player bluffs the worst card with probability alpha,
    from 0 to 1/3, bets the best with 3 alpha, and calls with the middle one with alpha + 1/3 (Kuhn, "A simplified
    two-person poker", 1950). The program plays alpha = 1/6 (`ai.agents.kuhn_tables`). The second player has one
    equilibrium strategy, so a first player's costs are the same for every alpha; a second player's costs are exact
    against an opponent at this alpha.
    """
    values, pot = exact_values(root, info, strategy)
    shares = strategy.strategy(info)
    most = max(values.values())
    best = max((one for one in values if values[one] >= most - EQUAL), key=lambda one: shares.get(one, 0.0))
    return _grade(action, best, values, shares, pot)


def _grade(
    action: Action, best: Action, values: Mapping[Action, float], shares: Mapping[Action, float], stake: float
) -> Grade:
    mark = shipped().of(max(values.values()) - values[action], stake)
    return Grade(action, best, values, shares, mark, "exact", held_back=shipped().holds_back(mark))


def exact_values(
    root: KuhnState, info: InformationState, strategy: KnownStrategy
) -> tuple[dict[Action, float], float]:
    """Return what each action is worth on average over what the other may hold, in chips, and the mean pot.

    The other has come here as the strategy plays; where it never does, with any card alike.
    """
    met = _met(root, info, strategy, reach=True) or _met(root, info, strategy, reach=False)
    total = sum(weight for _, weight in met)
    values = {
        action: sum(weight * _value(state.child(action), info.player, strategy) for state, weight in met)
        / total
        for action in info.legal_actions
    }
    return values, sum(weight * state.pot for state, weight in met) / total


def _met(
    root: KuhnState, info: InformationState, strategy: KnownStrategy, *, reach: bool
) -> list[tuple[KuhnState, float]]:
    """Return the states in which a player knows just this, each with what chance and the other give to it."""
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
