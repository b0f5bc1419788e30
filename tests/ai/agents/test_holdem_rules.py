"""Hold'em characters: sensible play, spot by spot."""

import random
from dataclasses import replace

import pytest

from ai.agents.holdem_rules import HoldemRulePlayer, characters, load
from ai.hands.range_strategy import PublicState
from game.core import CHANCE, BadInput, Budget
from game.rules.betting import PublicBetting
from game.rules.cards import DECK, parse
from game.rules.holdem import BIG_BLIND, BUTTON, CALL, FOLD, HoldemInformationState, HoldemRules, HoldemState

DEEP = HoldemRules(50, 100, (20_000, 20_000))


def spot(
    player: int, hole: str, *actions: int, board: str = "", rules: HoldemRules = DEEP
) -> HoldemInformationState:
    """Return what `player`, holding `hole`, knows when it is to act after `actions`."""
    own, shared = parse(hole), parse(board)
    others = [card for card in DECK if card not in own and card not in shared][:2]
    deck = iter([*(own if player == 0 else others), *(others if player == 0 else own), *shared])
    bets = iter(actions)
    state = HoldemState(rules)
    while True:
        action = next(deck if state.current_player() == CHANCE else bets, None)
        if action is None:
            break
        state = state.child(action)
    assert state.current_player() == player
    return state.information_state(player)


def player(name: str) -> HoldemRulePlayer:
    agent = load(name)
    assert isinstance(agent, HoldemRulePlayer)
    return agent


def raises(strategy: dict[int, float]) -> float:
    return sum(probability for action, probability in strategy.items() if action > CALL)


def opened(name: str) -> float:
    """Return the share of all hands with which the character raises first in."""
    mix = player(name).range_strategy(PublicState(BUTTON, (), PublicBetting.start(DEEP)))
    return float(sum(mix.of_action(action).mean() for action in mix.actions if action > CALL))


def test_characters_are_known_by_name() -> None:
    assert list(characters()) == ["random", "rock", "splash", "maniac", "station", "sound"]
    assert [load(name).name for name in characters()] == list(characters())


def test_unknown_character_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match="no Hold'em character 'shark': the characters are random, rock"):
        load("shark")


def test_sound_player_opens_most_buttons_the_rock_few_the_maniac_nearly_all() -> None:
    assert 0.3 < opened("rock") < 0.5
    assert 0.7 < opened("sound") < 0.95
    assert opened("maniac") > 0.9
    assert opened("station") < 0.15


def test_sound_player_reraises_aces_and_never_folds_them_before_the_flop() -> None:
    strategy = player("sound").strategy(spot(BIG_BLIND, "AsAh", 300))
    assert raises(strategy) > 0.9
    assert FOLD not in strategy
    assert FOLD not in player("sound").strategy(spot(BUTTON, "AsAh", 300, 900, 2700, 20_000))


def test_sound_player_folds_rubbish_to_a_reraise() -> None:
    assert player("sound").strategy(spot(BUTTON, "7s2h", 300, 1200))[FOLD] > 0.9


def test_sound_player_does_not_call_all_in_with_air() -> None:
    info = spot(BIG_BLIND, "6c5d", 300, CALL, CALL, 20_000, board="AsKhQs")
    assert player("sound").strategy(info)[FOLD] > 0.95


def test_sound_player_bets_the_nuts_on_the_river() -> None:
    info = spot(BUTTON, "AsKs", 300, CALL, *[CALL] * 5, board="QsJsTs2h3d")
    assert raises(player("sound").strategy(info)) > 0.95


def test_sound_player_bluffs_some_of_its_worst_hands() -> None:
    info = spot(BUTTON, "3c2d", 300, CALL, *[CALL] * 5, board="KsQs9h8d7h")
    assert 0.05 < raises(player("sound").strategy(info)) < 0.6


def test_calls_follow_the_pot_odds() -> None:
    """A middling pair calls a small bet more often than a bet of three pots."""
    small, large = (
        player("sound").strategy(spot(BIG_BLIND, "9s8s", 300, CALL, CALL, to, board="Kd9c4h"))
        for to in (400, 2100)
    )
    assert small.get(FOLD, 0.0) < large[FOLD]


def test_station_calls_what_the_rock_folds() -> None:
    spots = [spot(BIG_BLIND, "Js9s", 300, CALL, CALL, 700, board="Kd8c4h")]
    assert all(player("station").strategy(one)[CALL] > 0.9 for one in spots)
    assert all(player("rock").strategy(one)[FOLD] > 0.9 for one in spots)


def test_position_is_worth_something() -> None:
    """Without it the big blind would defend more hands."""
    sound = player("sound")
    nowhere = replace(sound, character=replace(sound.character, position=0.0))
    info = spot(BIG_BLIND, "9c3d", 300)
    assert sound.strategy(info)[FOLD] > nowhere.strategy(info).get(FOLD, 0.0)


@pytest.mark.parametrize("big_blinds", [3, 8])
def test_short_stacks_go_all_in_or_fold(big_blinds: int) -> None:
    rules = HoldemRules(50, 100, (100 * big_blinds, 100 * big_blinds))
    aces = player("sound").strategy(spot(BUTTON, "AsAh", rules=rules))
    assert aces == {100 * big_blinds: 1.0}
    assert set(player("sound").strategy(spot(BUTTON, "3s2h", rules=rules))) <= {FOLD, 100 * big_blinds}


def test_fewer_big_blinds_push_more_hands() -> None:
    pushed = [
        raises(
            player("rock").strategy(
                spot(BUTTON, "Jh6d", rules=HoldemRules(50, 100, (100 * blinds, 100 * blinds)))
            )
        )
        for blinds in (2, 9)
    ]
    assert pushed[0] > pushed[1]


def test_against_a_big_blind_who_is_all_in_the_button_calls_by_the_odds() -> None:
    info = spot(BUTTON, "7s2h", rules=HoldemRules(50, 100, (70, 20_000)))
    assert player("sound").strategy(info) == {CALL: 1.0}


def test_with_equal_blinds_what_would_fold_checks() -> None:
    info = spot(BUTTON, "7s2h", rules=HoldemRules(100, 100, (20_000, 20_000)))
    assert player("rock").strategy(info) == {CALL: 1.0}


def test_a_bet_that_commits_the_stack_is_all_in() -> None:
    rules = HoldemRules(50, 100, (1000, 20_000))
    info = spot(BUTTON, "KsKh", 300, CALL, CALL, board="Kd7s2s", rules=rules)
    strategy = player("sound").strategy(info)
    assert max(action for action in strategy) == 1000


def test_random_player_takes_every_usual_action_alike() -> None:
    strategy = load("random").strategy(spot(BIG_BLIND, "AsAh", 300))
    assert set(strategy) >= {FOLD, CALL, 900, 20_000}
    assert len(set(strategy.values())) == 1


def test_random_player_does_not_fold_for_free() -> None:
    assert FOLD not in load("random").strategy(spot(BIG_BLIND, "AsAh", CALL))


def test_more_work_changes_nothing_about_an_exact_decision() -> None:
    info = spot(BIG_BLIND, "AsAh", 300)
    decisions = [player("sound").decide(info, random.Random(1), Budget(work=work)) for work in (20, 2000)]
    assert decisions[0] == decisions[1]
