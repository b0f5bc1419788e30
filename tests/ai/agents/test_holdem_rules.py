"""Rule-based Hold'em characters: their files, single decisions, and strategies for whole ranges."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from ai.agents.holdem_rules import SHIPPED, HoldemRulePlayer, characters, load, read_characters
from ai.hands.combos import HANDS, hand_index, unblocked_hands
from ai.hands.range_strategy import PublicState, RangeMix, RangeStrategy
from game.core import CHANCE, BadInput, Budget
from game.rules.betting import PublicBetting
from game.rules.cards import DECK, parse
from game.rules.holdem import BIG_BLIND, BUTTON, CALL, FOLD, HoldemInformationState, HoldemRules, HoldemState
from game.texts import text
from tests.played_hands import decisions_of_hand

DEEP = HoldemRules(50, 100, (20_000, 20_000))


def spot(
    player: int, hole: str, *actions: int, board: str = "", rules: HoldemRules = DEEP
) -> HoldemInformationState:
    """Return the information state of `player`, who has the hand `hole` and is to act after `actions`."""
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
    """Middle pair folds less often to a bet of a sixth of the pot than to a bet of three times the pot."""
    small, large = (
        player("sound").strategy(spot(BIG_BLIND, "9s8s", 300, CALL, CALL, to, board="Kd9c4h"))
        for to in (400, 2100)
    )
    assert small.get(FOLD, 0.0) < large[FOLD]


def test_station_calls_what_the_rock_folds() -> None:
    spots = [spot(BIG_BLIND, "Js9s", 300, CALL, CALL, 700, board="Kd8c4h")]
    assert all(player("station").strategy(one)[CALL] > 0.9 for one in spots)
    assert all(player("rock").strategy(one)[FOLD] > 0.9 for one in spots)


@pytest.mark.parametrize("name", ["station", "splash"])
def test_nobody_is_said_to_call_everything_who_folds_some_hands(name: str) -> None:
    mix = player(name).range_strategy(PublicState(BUTTON, (), PublicBetting.start(DEEP)))
    assert 0 < mix.of_action(FOLD).mean() < 0.1
    said = f"{text(f'agents.{name}.kind')} {text(f'agents.{name}.line')}".lower()
    assert not {"every", "everything", "always", "never"} & set(said.replace(".", " ").split())


def test_position_is_worth_something() -> None:
    """A character with a positive `position` folds more often in the big blind than with `position` 0.

    Out of position, the character subtracts its setting `position` from its equity.
    """
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


def read_shipped() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load(SHIPPED.read_text())
    return document


def get_refusal(tmp_path: Path, document: dict[str, Any]) -> str:
    file = tmp_path / "mine.yaml"
    file.write_text(yaml.safe_dump(document))
    with pytest.raises(BadInput) as refusal:
        read_characters(file)
    return str(refusal.value)


def test_shipped_file_holds_the_five_characters() -> None:
    _, characters = read_characters()
    assert list(characters) == ["rock", "splash", "maniac", "station", "sound"]
    assert characters["rock"].open < characters["sound"].open < characters["maniac"].open
    assert all(character.description.endswith(".") for character in characters.values())


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("opens", 0.5, "mine.yaml, rock has no setting 'opens': the settings are bluff, "),
        ("bluff", 1.5, "mine.yaml, rock: bluff must be a number from 0 to 1, not 1.5"),
        ("bluff", "often", "mine.yaml, rock: bluff must be a number from 0 to 1, not 'often'"),
        ("bluff", True, "mine.yaml, rock: bluff must be a number from 0 to 1, not True"),
        ("bluff", float("nan"), "mine.yaml, rock: bluff must be a number from 0 to 1, not nan"),
        ("open_size", 1, "mine.yaml, rock: open_size must be a number from 2 to 10, not 1"),
        (
            "sizes",
            {"huge": 2},
            "mine.yaml, rock, sizes: sizes are some of third, half, two-thirds, pot, all-in",
        ),
        ("sizes", "half", "mine.yaml, rock, sizes: sizes are some of third"),
        ("sizes", {"half": 0}, "mine.yaml, rock, sizes: at least one weight is above 0"),
    ],
)
def test_setting_that_does_not_fit_is_named_with_its_place(
    tmp_path: Path, key: str, value: object, reason: str
) -> None:
    document = read_shipped()
    document["characters"]["rock"][key] = value
    assert get_refusal(tmp_path, document).startswith(reason)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("readings", {}, "mine.yaml has no setting 'readings': the settings are characters, reading."),
        ("reading", {"doubt": 0.5}, "mine.yaml, reading lacks 'share_of_bets'"),
        ("reading", None, "mine.yaml, reading must be a section with doubt, "),
        ("characters", "all", "mine.yaml: characters holds a section for each name"),
        ("characters", {"rock": 7}, "mine.yaml, rock must be a section with bluff, "),
    ],
)
def test_section_that_does_not_fit_is_named(tmp_path: Path, key: str, value: object, reason: str) -> None:
    document = read_shipped()
    document[key] = value
    assert get_refusal(tmp_path, document).startswith(reason)


def test_no_hand_may_be_ruled_out(tmp_path: Path) -> None:
    document = read_shipped()
    document["reading"]["doubt"] = 0
    assert "doubt must be a number from 0.01 to 1, not 0" in get_refusal(tmp_path, document)


def test_text_that_is_no_yaml_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("reading: [")
    with pytest.raises(
        BadInput, match=r"mine\.yaml cannot be read: line 2: a value is missing or a bracket is not closed"
    ):
        read_characters(file)


def test_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nowhere\.yaml cannot be read"):
        read_characters(tmp_path / "nowhere.yaml")


ASKED = 8  # hands a spot


def spots(seed: int, stack: int, name: str) -> list[HoldemInformationState]:
    """Return the decisions of a hand in which the character plays itself. Calls replace all folds."""
    rng, agent = random.Random(seed), load(name)

    def act(state: HoldemState) -> int:
        action = agent.decide(state.information_state(state.current_player()), rng).action
        return CALL if action == FOLD else action

    hand = HoldemState(HoldemRules(50, 100, (stack, stack)))
    return [state.information_state(state.current_player()) for state in decisions_of_hand(hand, rng, act)]


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@pytest.mark.parametrize("name", characters())
@pytest.mark.parametrize("stack", [800, 20_000])
def test_every_hand_gets_the_mix_that_the_agent_has_for_it_alone(name: str, stack: int) -> None:
    rng, agent = random.Random(4), load(name)
    assert isinstance(agent, RangeStrategy)
    for info in spots(len(name), stack, name):
        left = np.flatnonzero(unblocked_hands(info.board))
        mix = agent.range_strategy(PublicState.of(info))
        assert mix.shares.shape == (len(HANDS), len(mix.actions))
        assert mix.shares[left].sum(axis=1) == pytest.approx(1.0)
        assert not np.delete(mix.shares, left, axis=0).any()
        for index in [hand_index(info.hole), *rng.sample(left.tolist(), ASKED)]:
            alone = agent.strategy(PublicState.of(info).with_hand(index))
            found = dict(zip(mix.actions, mix.shares[index].tolist(), strict=True))
            assert found == pytest.approx({**dict.fromkeys(mix.actions, 0.0), **alone}, abs=1e-6)


def test_a_mix_is_zero_where_an_action_is_never_taken() -> None:
    columns = {300: np.zeros(2), FOLD: np.array([0.0, 0.25]), CALL: np.array([1.0, 0.75])}
    mix = RangeMix.of(columns, np.array([0, 7]))
    assert mix.actions == (FOLD, CALL)
    assert mix.of_action(FOLD)[[0, 7]].tolist() == [0.0, 0.25]
    assert mix.of_action(CALL).sum() == 1.75
    assert not mix.of_action(300).any()


def test_all_hands_have_their_place() -> None:
    assert [hand_index(hand) for hand in HANDS] == list(range(1326))
