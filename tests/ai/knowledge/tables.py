"""Random decisions at the table, and small logs of random hands."""

import functools
import random
from pathlib import Path

import numpy as np

from ai.hands.range_strategy import PublicState
from ai.knowledge.decisions import DecisionCollector, Decisions
from game.core import Action
from game.match.acpc import to_acpc
from game.match.phh import HandRecord
from game.rules.betting import HoldemRules, PublicBetting
from game.rules.cards import parse
from game.rules.holdem import HoldemState


def at(words: str, board: str = "", rules: HoldemRules | None = None) -> PublicState:
    """Return the state on `board` after the betting `words`, such as `r300 c / c`."""
    betting = PublicBetting.start(rules or HoldemRules())
    for word in words.split():
        betting = betting.next_round() if word == "/" else betting.child(_action(word))
    assert betting.actor is not None
    return PublicState(betting.actor, parse(board), betting)


def random_hands(number: int, seed: int = 0, names: tuple[str, str] = ("ann", "bob")) -> list[HandRecord]:
    rng = random.Random(seed)
    return [_random_hand(rng, names if index % 2 else names[::-1], index) for index in range(number)]


def random_decisions(number: int, seed: int = 0) -> Decisions:
    collector = DecisionCollector(lambda name: True)
    for record in random_hands(number, seed):
        collector.add(record)
    return collector.take().of(np.arange(number))


def _random_hand(rng: random.Random, names: tuple[str, str], number: int) -> HandRecord:
    state, actions = HoldemState(HoldemRules()), []
    while not state.is_terminal():
        action = _draw_action(rng, state)
        actions.append(action)
        state = state.child(action)
    return HandRecord(state.rules, tuple(actions), names, number)


def _draw_action(rng: random.Random, state: HoldemState) -> Action:
    legal = state.legal_actions()
    if state.current_player() < 0:
        return rng.choice(legal)
    bet = state.betting.raise_to_for_fraction(rng.choice((0.4, 0.8, 1.5, 9.0)))
    actions = [1, 1, 1, *([0] if 0 in legal else []), *([bet] if bet is not None else [])]
    return rng.choice(actions)


def _action(word: str) -> Action:
    return "fc".index(word) if word in "fc" else int(word[1:])


@functools.cache
def log_text(hands: int, seed: int = 0, names: tuple[str, str] = ("ann", "bob")) -> str:
    lines = [to_acpc(record) for record in random_hands(hands, seed, names)]
    return "# sb=50 bb=100 stack=20000\n" + "\n".join(lines) + "\n"


def write_log(file: Path, hands: int = 60, seed: int = 0, names: tuple[str, str] = ("ann", "bob")) -> Path:
    file.write_text(log_text(hands, seed, names))
    return file
