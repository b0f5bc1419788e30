"""The expert's answers: for all hands at once, legal wherever it is asked, by the first rule that matches."""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from ai.hands.combos import left_by, place_of
from ai.hands.range_strategy import PublicState, RangeStrategy
from ai.knowledge.rule_file import STYLES, ExpertStrategy, read_rules, rule_file_names
from ai.knowledge.rules import BLOCKED_HAND
from game.core import CHANCE
from game.rules.betting import CALL, FOLD
from game.rules.cards import parse
from game.rules.holdem import HoldemInformationState, HoldemRules, HoldemState

HEAD = """
description: A test.
respect: 1
reading: {share_of_opens: 0.8, share_of_reraises: 0.2, share_of_bets: 0.8, share_of_raises: 0.4,
          share_of_calls: 1, doubt: 0.4, slow_play: 0.6}
"""
REST = """
  - {facing: limp, do: check}
  - {facing: [nothing, check], do: check}
  - {do: fold}
"""


def expert(folder: Path, rules: str) -> ExpertStrategy:
    file = folder / "test.yaml"
    file.write_text(HEAD + "rules:" + rules + REST, encoding="utf-8")
    return ExpertStrategy(read_rules(file))


def dealt(hole: str, big_blind: str = "2c7d", board: str = "", actions: tuple[int, ...] = ()) -> HoldemState:
    """Return the state where the button holds `hole`, after some actions; the board comes in between."""
    state = HoldemState()
    for card in (*parse(big_blind), *parse(hole)):
        state = state.child(card)
    cards = list(parse(board))
    for action in actions:
        state = state.child(action)
        while state.current_player() == CHANCE and cards:
            state = state.child(cards.pop(0))
    return state


def info_of(state: HoldemState) -> HoldemInformationState:
    return state.information_state(state.current_player())


def public_states(seeds: range) -> Iterator[PublicState]:
    """Yield every decision of hands played at random, with stacks of all kinds."""
    for seed in seeds:
        rng = random.Random(seed)
        stacks = (rng.choice([60, 900, 5_000, 20_000]), rng.choice([60, 900, 5_000, 20_000]))
        state = HoldemState(HoldemRules(50, 100, stacks))
        while not state.is_terminal():
            actions = state.legal_actions()
            if state.current_player() == CHANCE:
                state = state.child(rng.choice(actions))
                continue
            yield PublicState.of(info_of(state))
            state = state.child(
                CALL if rng.random() < 0.5 else actions[min(len(actions) - 1, rng.randrange(300))]
            )


@pytest.mark.parametrize("style", STYLES)
def test_every_hand_has_a_mix_of_legal_actions_and_a_rule_that_fired(style: str) -> None:
    strategy = rule_file_names(style)
    assert isinstance(strategy, RangeStrategy)
    for public in public_states(range(12)):
        found = strategy.consult(public)
        left = left_by(public.board)
        assert all(action in public.betting.legal_actions() for action in found.mix.actions)
        np.testing.assert_allclose(found.mix.shares[left].sum(axis=1), 1.0, atol=1e-5)
        assert not found.mix.shares[~left].any()
        assert ((found.fired != BLOCKED_HAND) == left).all()


def test_the_first_rule_that_matches_decides(tmp_path: Path) -> None:
    strategy = expert(
        tmp_path,
        """
  - {name: aces, street: preflop, facing: first in, hand: AA, do: raise 4bb}
  - {name: pairs, street: preflop, facing: first in, hand: 22+, do: {raise 3bb: 50%, call: 50%}}""",
    )
    assert strategy.fired(info_of(dealt("AsAh"))).name == "aces"
    assert strategy.fired(info_of(dealt("KsKh"))).name == "pairs"
    mix = strategy.range_strategy(PublicState.of(info_of(dealt("AsAh"))))
    assert mix.actions == (FOLD, CALL, 300, 400)
    assert mix.shares[place_of(parse("KsKh"))].tolist() == [0.0, 0.5, 0.5, 0.0]
    assert mix.shares[place_of(parse("AsKh"))].tolist() == [1.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("move", "raises_to"),
    [("raise 3x", 900), ("raise pot", 900), ("raise 50%", 600), ("raise min", 500), ("raise 4.5bb", 500)],
)
def test_sizes_are_in_bets_of_the_opponent_in_pots_or_in_big_blinds(
    move: str, raises_to: int, tmp_path: Path
) -> None:
    strategy = expert(tmp_path, f"\n  - {{street: preflop, facing: raise, do: {move}}}")
    public = PublicState.of(info_of(dealt("AsAh", actions=(300,))))
    assert strategy.range_strategy(public).actions == (raises_to,)


def test_an_all_in_cannot_be_raised_and_is_called(tmp_path: Path) -> None:
    strategy = expert(tmp_path, "\n  - {street: preflop, facing: raise, do: raise all-in}")
    public = PublicState.of(info_of(dealt("AsAh", actions=(20_000,))))
    assert strategy.range_strategy(public).actions == (CALL,)


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ((), ("preflop", "button", "first in", "nobody")),
        ((CALL,), ("preflop", "big blind", "limp", "nobody")),
        ((300,), ("preflop", "big blind", "raise", "nobody")),
        ((300, 900, 2_700), ("preflop", "big blind", "another raise", "nobody")),
        ((300, CALL), ("flop", "big blind", "nothing", "theirs")),
        ((300, CALL, CALL), ("flop", "button", "check", "mine")),
        ((CALL, CALL, 300), ("flop", "button", "bet", "nobody")),
        ((CALL, CALL, 300, 900), ("flop", "big blind", "raise", "nobody")),
        ((300, CALL, CALL, CALL), ("turn", "big blind", "nothing", "theirs")),
        ((300, CALL, 600, CALL, CALL), ("turn", "button", "check", "theirs")),
    ],
)
def test_public_situations_are_told_in_words(actions: tuple[int, ...], words: tuple[str, ...]) -> None:
    public = PublicState.of(info_of(dealt("AsAh", board="KsQd3c8d", actions=actions)))
    described = rule_file_names("sound").situation(public).words
    assert (described["street"], described["position"], described["facing"], described["initiative"]) == words


def test_public_situations_are_told_in_numbers() -> None:
    public = PublicState.of(info_of(dealt("AsAh", board="KsQd3c", actions=(300, CALL, 600))))
    numbers = rule_file_names("sound").situation(public).numbers
    assert numbers == pytest.approx({"bet": 0.5, "odds": 0.25, "stack": 19_700 / 900, "depth": 200})


def test_asking_again_gives_the_same_answer_without_working_it_out_again() -> None:
    strategy = rule_file_names("sound")
    public = PublicState.of(info_of(dealt("AsAh", board="KsQd3c", actions=(300, CALL))))
    assert strategy.range_strategy(public) is strategy.range_strategy(public)
