"""Movements of a hand: every scene holds all chips, ends in the resting scene, and hides what is hidden."""

import random
from collections.abc import Iterator

import pytest

from game.core import CHANCE, TERMINAL
from game.match.session import Step
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemRules, HoldemState
from game.tables.holdem.scene import HandScene, animate, last_actions, payouts, resting_scene
from game.window.ui.animation import AnimationStep


def play(state: HoldemState, rng: random.Random) -> Iterator[tuple[HoldemState, Step]]:
    """Play a hand at random, with many all-ins."""
    while (player := state.current_player()) != TERMINAL:
        legal = state.legal_actions()
        if player == CHANCE or rng.random() < 0.75:
            passive = [action for action in (CALL,) if action in legal] if player != CHANCE else []
            action = passive[0] if passive and rng.random() < 0.5 else legal[rng.randrange(len(legal))]
        else:
            action = legal[-1]
        after = state.child(action)
        yield state, Step(player, action, None, after)
        state = after


def total(scene: HandScene) -> int:
    """All chips of the hand; `won` only shows before the winner what the stack behind already holds."""
    moving = sum(scene.move.amounts) if scene.move is not None else 0
    return scene.pot + sum(scene.bets) + sum(scene.behind) + moving


@pytest.mark.parametrize("seed", range(60))
def test_every_scene_holds_all_chips(seed: int) -> None:
    rng = random.Random(seed)
    stacks = (rng.randint(1, 4000), rng.randint(1, 4000))
    rules = HoldemRules(rng.randint(1, 50), 100, stacks)
    own = seed % 2
    for before, step in play(HoldemState(rules), rng):
        for animation_step in animate(before, step, own):
            assert total(animation_step.scene) == sum(stacks), animation_step.scene.move
            assert (
                min(
                    *animation_step.scene.bets,
                    *animation_step.scene.behind,
                    animation_step.scene.pot,
                    *animation_step.scene.won,
                )
                >= 0
            )
        assert isinstance(step.state, HoldemState)
        assert total(resting_scene(step.state)) == sum(stacks)


@pytest.mark.parametrize("seed", range(40))
def test_hidden_cards_are_turned_only_at_a_showdown_or_an_all_in(seed: int) -> None:
    rng = random.Random(seed)
    state = HoldemState(HoldemRules(50, 100, (2000, 2000)))
    for before, step in play(state, rng):
        assert isinstance(step.state, HoldemState)
        betting = step.state.betting
        shows = betting.folded is None and (step.state.is_terminal() or betting.is_all_in)
        for animation_step in animate(before, step, 0):
            turned = animation_step.scene.other_shown or (
                animation_step.scene.move is not None and animation_step.scene.move.what == "other"
            )
            assert shows or not turned


def state_after(
    *actions: int, stacks: tuple[int, int] = (2000, 2000)
) -> tuple[HoldemState, HoldemState, Step]:
    """Deal the deck in order and play; return the states around the last action."""
    state = HoldemState(HoldemRules(50, 100, stacks))
    before, step = state, None
    script = list(actions)
    while script or state.current_player() == CHANCE:
        if state.current_player() == CHANCE:
            if not script and len(state.dealt) >= 4:
                break
            state = state.child(state.legal_actions()[0])
            continue
        player, action = state.current_player(), script.pop(0)
        before, state = state, state.child(action)
        step = Step(player, action, None, state)
    assert step is not None
    return before, state, step


def what(animation_steps: list[AnimationStep[HandScene]]) -> list[str]:
    return [
        animation_step.scene.move.what
        for animation_step in animation_steps
        if animation_step.scene.move is not None
    ]


def test_a_call_that_closes_the_round_moves_the_bets_to_the_pot() -> None:
    before, after, step = state_after(300, CALL)
    animation_steps = animate(before, step, 0)
    assert what(animation_steps) == ["bet", "gather"]
    assert animation_steps[-1].scene.move is not None
    assert animation_steps[-1].scene.move.amounts == (300, 300)
    assert resting_scene(after).pot == 600


def test_an_uncalled_bet_goes_back_before_the_pot_is_paid() -> None:
    before, after, step = state_after(300, 900, FOLD)
    assert what(animate(before, step, 1)) == ["fold", "back", "gather", "result", "award"]
    assert payouts(after) == (600, 0)
    assert resting_scene(after).behind == (2300, 1700)


def test_an_all_in_call_turns_the_cards_before_the_board_comes() -> None:
    before, _, step = state_after(2000, CALL)
    assert what(animate(before, step, 0)) == ["bet", "gather", "other"]


def test_a_check_moves_nothing() -> None:
    before, _, step = state_after(CALL, CALL, CALL)
    animation_steps = animate(before, step, 0)
    assert what(animation_steps) == []
    assert animation_steps[0].sound == "check"


def test_a_showdown_turns_lifts_and_pays() -> None:
    before, _, step = state_after(*([CALL] * 8))
    assert what(animate(before, step, 0)) == ["other", "result", "award"]


def test_words_say_what_was_done_in_this_round() -> None:
    def words(*actions: int) -> tuple[str, str]:
        state = HoldemState(HoldemRules(50, 100, (2000, 2000)))
        for card in range(4):
            state = state.child(card)
        betting = state.betting
        for action in actions:
            betting = (
                betting.child(action) if betting.actor is not None else betting.next_round().child(action)
            )
        return last_actions(betting)

    assert words() == ("big_blind", "small_blind")
    assert words(CALL) == ("big_blind", "call")
    assert words(CALL, CALL) == ("check", "call")
    assert words(300) == ("big_blind", "raise")
    assert words(CALL, 300) == ("raise", "call")
    assert words(CALL, 300, CALL) == ("raise", "call")
    assert words(300, 700, CALL) == ("raise", "call")
    assert words(CALL, CALL, CALL, 300) == ("check", "bet")
    assert words(CALL, CALL, CALL, 300, 700) == ("raise", "bet")
    assert words(CALL, CALL, CALL, 300, CALL) == ("call", "bet")
