"""Hold'em hands played for tests, judgements made from values, and information states and drill cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from ai.drills.cards import DrillCard, new_card
from game.core import CHANCE, Action, Agent, Budget, InformationState
from game.match.phh import HandRecord
from game.rules.betting import CALL
from game.rules.cards import DECK, parse
from game.rules.holdem import HoldemInformationState, HoldemRules, HoldemState
from game.rules.kuhn_poker import KuhnInformationState, KuhnRules
from game.rules.tic_tac_toe import TicTacToeInformationState
from game.study.judgements import Judgement, OpponentValues, Source


def decisions_of_hand(
    state: HoldemState, rng: random.Random, act: Callable[[HoldemState], Action]
) -> Iterator[HoldemState]:
    """Play a hand from `state` to its end by `act`, with random cards.

    Yield every state in which a player is to act.
    """
    while not state.is_terminal():
        if state.current_player() == CHANCE:
            state = state.child(rng.choice(state.legal_actions()))
            continue
        yield state
        state = state.child(act(state))


def random_rules(rng: random.Random) -> HoldemRules:
    """Return rules with random blinds, and random stacks of 1 to 316 big blinds. The two stacks may differ."""
    big = rng.choice([2, 10, 100])
    first, second = (max(1, round(big * 10 ** rng.uniform(0, 2.5))) for _ in range(2))
    return HoldemRules(rng.randint(1, big), big, (first, first if rng.random() < 0.5 else second))


def random_move(state: HoldemState, rng: random.Random) -> int:
    actions = state.legal_actions()
    return CALL if rng.random() < 0.6 else actions[min(rng.randrange(len(actions)), rng.randrange(2, 400))]


def random_record(seed: int, names: tuple[str, str] = ("ann", "bob")) -> HandRecord:
    """Play a random hand with random stacks."""
    rng = random.Random(seed)
    rules = HoldemRules(5, 10, (rng.randint(1, 300), rng.randint(1, 300)))
    state, actions = HoldemState(rules), []
    while not state.is_terminal():
        legal = state.legal_actions()
        actions.append(legal[rng.randrange(min(len(legal), rng.choice([2, 4, 60])))])
        state = state.child(actions[-1])
    return HandRecord(rules, tuple(actions), names, seed)


def decisions_against_random(agent: Agent, seed: int, budget: Budget) -> Iterator[HoldemState]:
    """Play a hand against random moves. Yield every state in which the agent is to act."""
    rng, player = random.Random(seed), seed % 2

    def act(state: HoldemState) -> int:
        if state.current_player() != player:
            return random_move(state, rng)
        return agent.decide(state.information_state(player), random.Random(seed), budget).action

    for state in decisions_of_hand(HoldemState(random_rules(rng)), rng, act):
        if state.current_player() == player:
            yield state


def with_other_hidden_cards(state: HoldemState, rng: random.Random) -> HoldemState:
    """Return the state with other hole cards for the opponent. The player to act has the same information."""
    hidden = rng.sample([card for card in DECK if card not in state.dealt], 2)
    first, second = state.hole
    hole = (*first, *hidden) if state.current_player() == 0 else (*hidden, *second)
    return HoldemState(state.rules, (*hole, *state.board), state.betting)


def spot(cards: str, *actions: Action | str) -> HoldemInformationState:
    """Return the information state of the player to act.

    `cards` are the hole cards of both players. An integer in `actions` is an action, and a string deals board
    cards.
    """
    state = HoldemState()
    for card in parse(cards):
        state = state.child(card)
    for one in actions:
        for step in parse(one) if isinstance(one, str) else (one,):
            state = state.child(step)
    return state.information_state(state.current_player())


def make_opponent_values(
    values: Mapping[Action, float],
    error: float = 0.0,
    folds: Mapping[Action, float] | None = None,
) -> OpponentValues:
    return OpponentValues(values, dict.fromkeys(values, error), folds or {})


def make_judgement(
    values: Mapping[Action, float],
    shares: Mapping[Action, float] | None = None,
    *,
    best: Action | None = None,
    source: Source = "exact",
    error: float = 0.0,
    stake: float = 1.0,
    equity: float | None = None,
    price: float | None = None,
) -> Judgement:
    """Return the final judgement of a decision with these values. The best action is the advice."""
    chosen = max(values, key=lambda action: values[action]) if best is None else best
    mix = {chosen: 1.0} if shares is None else shares
    errors = dict.fromkeys(values, error)
    return Judgement(
        values, errors, mix, chosen, source, "sure", stake, equity, price, advice=frozenset({chosen})
    )


MONDAY = datetime(2026, 11, 23, 12, 0).timestamp()
DAY = 86_400.0


INFOS: dict[str, InformationState] = {
    "tic-tac-toe": TicTacToeInformationState(0, (-1, 0, 0, 0, 1, 0, 0, 0, 0)),
    "kuhn": KuhnInformationState(0, 1, "pb"),
    "half-street": KuhnInformationState(1, 2, "b", KuhnRules("half-street", 2.0)),
    "preflop": spot("2c7dAsAh"),
    "river": spot("2c7dAsAh", 300, 1, "AdKc2h", 1, 500, 1, "9s", 1, 1, "3d", 900),
}


def make_card(
    info: InformationState, values: dict[Action, float] | None = None, now: float = MONDAY
) -> DrillCard:
    """Return a new drill card. Its first action is best, unless `values` says otherwise."""
    some = list(info.legal_actions)[:9]
    found = values or {action: float(index == 0) for index, action in enumerate(some)}
    stake = info.pot / info.rules.big_blind if isinstance(info, HoldemInformationState) else 4.0
    return new_card(info, make_judgement(found, stake=stake), now)


def cards(count: int, now: float = MONDAY) -> list[DrillCard]:
    """Return `count` new drill cards with positions of tic-tac-toe."""
    boards = [
        tuple(-1 if cell == first else 1 if cell == second else 0 for cell in range(9))
        for first in range(9)
        for second in range(9)
        if first != second
    ]
    return [make_card(TicTacToeInformationState(0, board), now=now) for board in boards[:count]]
