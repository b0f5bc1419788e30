"""Why an equilibrium of Kuhn poker plays as it does: every reason that is told is true."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from ai import catalog
from ai.algorithms.best_response import expected_returns
from game.core import CHANCE, TERMINAL, InformationState, State
from game.match.reasons import INDIFFERENT, information_set
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.kuhn_poker import CARD_LETTERS, KuhnInformationState, KuhnRules
from game.study.drills import DrillQuestion
from game.tables.kuhn.view import KuhnWords
from game.tables.position_view import CardWords
from tests.window.tables import judged

GAMES = [(games.KUHN_POKER, 1), (games.KUHN_HALF_STREET, 1), (games.KUHN_HALF_STREET, 2)]


def balance(game: str, blinds: float, info: InformationState) -> Mapping[int, float]:
    return catalog.load(game, "equilibrium", blinds).strategy(info)  # type: ignore[attr-defined]


def words_of(game: str, blinds: float) -> KuhnWords:
    spec = TableSpec(game, ("you", "equilibrium"), seed=3, first="seat-0", blinds=blinds)
    return KuhnWords(Session(spec), 0, "Vesper")


def information_sets(game: str, blinds: float) -> dict[str, KuhnInformationState]:
    """Every decision of the game, by name."""
    found: dict[str, KuhnInformationState] = {}

    def walk(state: State) -> None:
        player = state.current_player()
        if player == TERMINAL:
            return
        if player == CHANCE:
            actions = [action for action, _ in state.chance_outcomes()]
        else:
            actions = list(state.legal_actions())
            info = state.information_state(player)
            assert isinstance(info, KuhnInformationState)
            found[info.key] = info
        for action in actions:
            walk(state.child(action))

    walk(games.initial_state(game, blinds=blinds))
    return found


def worth(game: str, blinds: float, key: str, action: int) -> float:
    """What the game is worth, in the role of `key`, to who plays the balance but for this action at `key`."""
    player = (len(key) - 1) % 2

    def deviating(info: InformationState) -> Mapping[int, float]:
        return {action: 1.0} if info.key == key else balance(game, blinds, info)

    root = games.initial_state(game, blinds=blinds)
    return expected_returns(root, (deviating, deviating))[player]


@pytest.mark.parametrize(("game", "blinds"), GAMES)
def test_a_mix_makes_the_named_decision_indifferent(game: str, blinds: float) -> None:
    sets = information_sets(game, blinds)
    mixed = [key for key, info in sets.items() if min(balance(game, blinds, info).values()) > 0]
    assert mixed
    for key in mixed:
        theirs = INDIFFERENT[key]
        assert (len(theirs) - len(key)) % 2 == 1, "it is the other player's"
        assert worth(game, blinds, theirs, 0) == pytest.approx(worth(game, blinds, theirs, 1)), key


@pytest.mark.parametrize(("game", "blinds"), GAMES)
def test_every_decision_in_balance_has_its_reason(game: str, blinds: float) -> None:
    words = words_of(game, blinds)
    for key, info in information_sets(game, blinds).items():
        assert words.why(info, balance(game, blinds, info)), key


@pytest.mark.parametrize(("game", "blinds"), GAMES)
def test_a_pure_play_is_no_worse_than_the_other(game: str, blinds: float) -> None:
    for key, info in information_sets(game, blinds).items():
        shares = balance(game, blinds, info)
        if max(shares.values()) == 1:
            played = max(shares, key=lambda action: shares[action])
            assert worth(game, blinds, key, played) >= worth(game, blinds, key, 1 - played) - 1e-12, key


def test_a_mix_is_told_by_the_decision_that_it_makes_indifferent() -> None:
    words = words_of(games.KUHN_POKER, 1)
    said = words.why(information_set("Qp", words.state.rules), {0: 2 / 3, 1: 1 / 3})
    assert said == "Mix, so that Vesper's king, after check and bet, does as well with a fold as with a call."


@pytest.mark.parametrize(("game", "blinds"), GAMES)
def test_drills_and_reviews_tell_the_reason_too(game: str, blinds: float) -> None:
    for key, info in information_sets(game, blinds).items():
        shares = balance(game, blinds, info)
        grade = judged({0: 0.0, 1: 0.0}, 0, shares).grade(0)
        question = DrillQuestion("", "bluffs", game, info, (0, 1), left=0)
        told = words_of(game, blinds).why(info, shares).replace("Vesper", "the opponent")
        assert told in CardWords(question, "Ann").why(grade), key
        against = replace(question, against="station")
        assert told not in CardWords(against, "Ann").why(grade), key


@pytest.mark.parametrize(
    ("bets", "calls", "how"),
    [
        (
            {0: 1.0, 1: 0.0, 2: 1.0},
            {0: 0.0, 1: 0.0, 2: 1.0},
            "bets the ace and the queen, calls with the ace",
        ),
        (
            {0: 0.25, 1: 0.0, 2: 1.0},
            {0: 1.0, 1: 1.0, 2: 1.0},
            "bets the ace and the queen in 25%, calls with every card",
        ),
        ({}, {0: 0.0, 1: 0.0, 2: 0.0}, "never calls"),
    ],
)
def test_a_drill_against_a_character_says_how_it_bets_and_calls(
    bets: dict[int, float], calls: dict[int, float], how: str
) -> None:
    info = information_set("Qp", KuhnRules())
    question = DrillQuestion(
        "", "bluffs", games.KUHN_POKER, info, (0, 1), 0, against="bluffer", bets=bets, calls=calls
    )
    assert CardWords(question, "The Baron").prompt().endswith(f"Your opponent plays like The Baron: {how}.")


def test_a_drill_of_bluffs_says_that_the_opponent_plays_the_best_strategy() -> None:
    question = DrillQuestion("", "bluffs", games.KUHN_POKER, information_set("Qp", KuhnRules()), (0, 1), 0)
    assert CardWords(question, "").prompt().endswith("Your opponent plays the best strategy.")


def test_what_an_odd_balance_does_is_left_unexplained() -> None:
    words = words_of(games.KUHN_POKER, 1)
    assert words.why(information_set("A", words.state.rules), {0: 1.0, 1: 0.0}) == ""
    assert CARD_LETTERS[information_set("A", words.state.rules).card] == "A"
