"""Decks: the positions of each theme, correct answers, and equal decks for equal seeds."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from ai import catalog
from ai.agents.small_games import PerfectAgent
from ai.drills.cards import DrillCard
from ai.drills.decks import (
    SYMMETRIES,
    bluffs,
    equity,
    fork_positions,
    forks,
    opening_raises,
    pot_odds,
    river_calls,
)
from ai.drills.store import DrillStore
from ai.features import drills as handlers
from game.core import Action, Agent, BadInput, Decision, InformationState, Progress
from game.rules import games
from game.rules.betting import CALL, FOLD, Street
from game.rules.cards import get_rank, parse
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import KuhnInformationState
from game.rules.tic_tac_toe import LINES, TicTacToeInformationState
from game.study.drills import AnswerCard, AskDrills, BeginDeck
from game.study.judgements import AskJudgement, Judgement, Mark
from tests.played_hands import MONDAY, make_judgement


def made_by(items: Iterator[Progress | DrillCard], count: int) -> list[DrillCard]:
    return list(islice((item for item in items if isinstance(item, DrillCard)), count))


# ---- forks ------------------------------------------------------------------------------------------------------
def test_every_fork_is_decided_by_a_fork_and_never_by_three_in_a_row_at_once() -> None:
    cards = list(forks(1, MONDAY))
    assert len(cards) >= 20
    for card in cards:
        assert isinstance(card.info, TicTacToeInformationState)
        board = card.info.board
        for line in LINES:
            marks = [board[cell] for cell in line]
            assert not (abs(sum(marks)) == 2 and 0 in marks), board
        assert len(set(card.solution.values.values())) > 1


def test_a_best_move_of_a_fork_keeps_what_perfect_play_has() -> None:
    perfect = catalog.load(games.TIC_TAC_TOE, "perfect")
    assert isinstance(perfect, PerfectAgent)
    for card in forks(2, MONDAY):
        values = perfect.values(card.info)
        assert card.solution.values == values
        assert values[card.solution.best] == max(values.values())
        worst = min(values, key=lambda cell: values[cell])
        assert card.grade(worst).mark in (Mark.MISTAKE, Mark.BLUNDER)


def test_no_fork_is_another_one_turned_or_mirrored() -> None:
    perfect = catalog.load(games.TIC_TAC_TOE, "perfect")
    assert isinstance(perfect, PerfectAgent)
    found = fork_positions(perfect)
    for board in found:
        alike = {tuple(board[cell] for cell in symmetry) for symmetry in SYMMETRIES}
        assert alike & found == {board}


def test_the_eight_symmetries_keep_every_line() -> None:
    lines = {frozenset(line) for line in LINES}
    assert len(set(SYMMETRIES)) == 8
    for symmetry in SYMMETRIES:
        assert {frozenset(symmetry[cell] for cell in line) for line in LINES} == lines


# ---- bluffs -----------------------------------------------------------------------------------------------------
def test_against_who_bluffs_too_much_a_king_calls_and_against_who_never_bluffs_it_folds() -> None:
    found = {
        (card.against, card.info.key): card.solution.best
        for card in bluffs(1, MONDAY)
        if isinstance(card.info, KuhnInformationState) and card.info.rules.street == "classic"
    }
    assert found["bluffer", "Kb"] == CALL
    assert found["honest", "Kb"] == FOLD


def test_the_shares_against_a_character_are_those_of_the_best_answer() -> None:
    against = [card for card in bluffs(1, MONDAY) if card.against]
    assert {"station", "bluffer"} <= {card.against for card in against}
    for card in against:
        assert card.solution.shares == {card.solution.best: 1.0}


def test_a_stored_card_with_the_shares_of_its_opponent_gets_those_of_the_best_answer() -> None:
    card = next(card for card in bluffs(1, MONDAY) if card.against)
    stored = {**card.to_dict(), "shares": [[action, 0.5] for action in card.actions]}
    assert DrillCard.from_dict(stored) == card


def test_every_bluff_costs_something_where_it_is_wrong() -> None:
    cards = list(bluffs(1, MONDAY))
    assert len(cards) >= 16
    assert len({card.name for card in cards}) == len(cards)
    for card in cards:
        worst = min(card.actions, key=lambda action: card.solution.values[action])
        assert card.grade(worst).cost >= 0.05
        assert card.grade(card.solution.best).cost == 0


# ---- pot odds ---------------------------------------------------------------------------------------------------
def test_a_flush_draw_against_a_set_wins_the_hearts_that_pair_nothing() -> None:
    own, other, board = parse("Ah5h"), parse("KsKd"), parse("Kh9h2c7d")
    assert equity(own, other, board) == pytest.approx(len(parse("QhJhTh8h6h4h3h")) / 44)


def test_pot_odds_are_folds_and_calls_by_turns() -> None:
    assert [card.solution.best for card in made_by(pot_odds(3, MONDAY), 6)] == [FOLD, CALL] * 3


def test_a_call_by_pot_odds_is_right_where_the_equity_is_above_the_price() -> None:
    for card in made_by(pot_odds(3, MONDAY), 6):
        assert isinstance(card.info, HoldemInformationState)
        grade = card.solution
        assert grade.equity is not None
        assert grade.price is not None
        assert (grade.best == CALL) == (grade.equity > grade.price)
        pot, price = card.info.betting.pot, card.info.betting.to_call
        share = equity(card.info.hole, card.shown, card.info.board)
        assert grade.values[CALL] * 100 == pytest.approx(share * pot - (1 - share) * price)
        assert card.info.betting.stacks_left[1 - card.info.player] == 0, "nothing is bet afterwards"


# ---- Hold'em ----------------------------------------------------------------------------------------------------
def grade(asked: AskJudgement) -> Iterator[Progress | Judgement]:
    """Judge by a simple rule: a fold is worth 0, a call a tenth of the pot, and a raise less than a call."""
    info = asked.info
    yield Progress(1, None, 0.0)
    assert isinstance(info, HoldemInformationState)
    pot = info.pot / info.rules.big_blind
    values = {FOLD: 0.0, CALL: 0.1 * pot, 300: 0.05 * pot, 500: 0.0}
    kept = {one: value for one, value in values.items() if one in info.legal_actions}
    yield make_judgement(kept, {CALL: 0.9, 300: 0.1}, best=CALL, source="solve", stake=pot)


class Tight:
    """Folds all hands without a pair or an ace. Raises or calls with the other hands."""

    def strategy(self, info: InformationState) -> dict[Action, float]:
        assert isinstance(info, HoldemInformationState)
        ranks = set(map(get_rank, info.hole))
        plays = len(ranks) == 1 or max(ranks) == 12
        return {CALL: 0.3, 300: 0.7} if plays else {FOLD: 1.0}


def as_tight(asked: AskJudgement) -> Iterator[Progress | Judgement]:
    """Judge a decision by the strategy of `Tight`.

    With a hand that `Tight` plays, every action but a fold is worth half a big blind. With a hand that
    `Tight` folds, every action but a fold loses half a big blind.
    """
    info = asked.info
    shares = Tight().strategy(info)
    worth = 0.5 if CALL in shares else -0.5
    values = {FOLD: 0.0, CALL: worth, 300: worth, 500: worth}
    most = max(shares, key=lambda one: shares[one])
    yield make_judgement(values, shares, best=most, source="blueprint", error=0.1, stake=1.5)


def test_openings_are_folded_and_played_by_turns_and_offer_the_usual_raise() -> None:
    found = made_by(opening_raises(as_tight, Tight(), 1, MONDAY), 6)
    assert [card.solution.best == FOLD for card in found] == [True, False] * 3
    for card in found:
        assert isinstance(card.info, HoldemInformationState)
        assert card.actions == (FOLD, CALL, 300)
        assert card.info.betting.history == ((),)
        assert len({card.grade(action).mark for action in card.actions}) > 1, "not every answer is right"


class Caller:
    """Checks and calls before the river. On the river, bets the minimum, and calls bets."""

    name = "caller"

    def decide(self, info, rng, budget=None):  # type: ignore[no-untyped-def]
        legal = info.legal_actions
        bets = info.street == Street.RIVER and not info.to_call and legal.raises
        action = legal.raises[0] if bets else CALL
        return Decision(action, {action: 1.0})


def test_a_river_call_is_a_bet_on_the_river_that_one_folds_to_or_calls() -> None:
    caller: Agent = Caller()
    for card in made_by(river_calls(grade, caller, 1, MONDAY), 3):
        assert isinstance(card.info, HoldemInformationState)
        assert card.info.street == Street.RIVER
        assert card.actions == (FOLD, CALL)
        assert card.info.to_call > 0


@pytest.mark.parametrize(("share", "kept"), [(0.01, False), (0.1, True), (0.5, False)])
def test_a_river_is_a_card_where_the_answer_is_neither_open_nor_plain(share: float, kept: bool) -> None:
    def worth(asked: AskJudgement) -> Iterator[Progress | Judgement]:
        info = asked.info
        assert isinstance(info, HoldemInformationState)
        call = share * info.pot / info.rules.big_blind
        yield Progress(1, None, 0.0)
        yield make_judgement({FOLD: 0.0, CALL: call}, best=CALL, source="solve", stake=call / share)

    met = list(islice(river_calls(worth, Caller(), 1, MONDAY), 20))
    assert any(isinstance(item, DrillCard) for item in met) == kept


def test_a_river_on_which_a_solve_does_not_do_what_it_says_is_worth_most_is_no_card() -> None:
    def torn(asked: AskJudgement) -> Iterator[Progress | Judgement]:
        for item in grade(asked):
            yield item if isinstance(item, Progress) else replace(item, shares={FOLD: 0.85, CALL: 0.15})

    met = islice(river_calls(torn, Caller(), 1, MONDAY), 40)
    assert all(isinstance(item, Progress) for item in met)


@pytest.mark.parametrize("maker", [forks, bluffs, pot_odds])
def test_the_same_seed_gives_the_same_deck_and_another_one_another(maker) -> None:  # type: ignore[no-untyped-def]
    def names(seed: int) -> list[str]:
        return [card.name for card in made_by(maker(seed, MONDAY), 5)]

    assert names(7) == names(7)
    assert names(7) != names(8)


def test_a_deck_is_filled_on_request_and_lies_in_the_folder(user_folder: Path) -> None:
    *_, today = BeginDeck(MONDAY, "forks", 5).run_handler()
    assert not isinstance(today, Progress)
    figures = today.decks[1]
    assert (figures.deck, figures.begun, figures.cards) == ("forks", True, handlers.SIZES["forks"])
    *_, again = BeginDeck(MONDAY, "forks", 6).run_handler()
    assert not isinstance(again, Progress)
    assert again.decks[1].cards == figures.cards, "it is full"


def test_a_deck_whose_filling_was_interrupted_is_not_begun_and_is_filled_on(user_folder: Path) -> None:
    work = BeginDeck(MONDAY, "pot-odds", 5).run_handler()
    while not DrillStore(user_folder).deck("pot-odds").cards:
        next(work)
    work.close()  # type: ignore[attr-defined]
    *_, today = AskDrills(MONDAY).run_handler()
    figures = today.decks[3]
    assert (figures.deck, figures.begun) == ("pot-odds", False)
    assert figures.due == figures.cards > 0
    *_, filled = BeginDeck(MONDAY, "pot-odds", 6).run_handler()
    assert not isinstance(filled, Progress)
    assert (filled.decks[3].begun, filled.decks[3].cards) == (True, handlers.SIZES["pot-odds"])


def test_a_card_that_is_answered_while_its_deck_is_filled_stays_answered(user_folder: Path) -> None:
    work, store = BeginDeck(MONDAY, "pot-odds", 5).run_handler(), DrillStore(user_folder)
    while not store.deck("pot-odds").cards:
        next(work)
    [first] = store.deck("pot-odds").cards
    answered = AnswerCard(MONDAY, "pot-odds", first, store.deck("pot-odds").cards[first].solution.best, 3.0)
    list(answered.run_handler())
    list(work)
    assert store.deck("pot-odds").cards[first].first is not None


def test_a_filling_tells_its_cards_and_how_long_it_takes() -> None:
    now = [0.0]
    clock = handlers.FillingClock(5.0, lambda: now[0])
    assert clock.report(0, 10) == Progress(0, 10, 0.0, None)
    now[0] = 4.0
    clock.heed(Progress(2, None, 0.0))
    assert clock.report(0, 10).seconds_left == pytest.approx(10 * 6.0 * 2.0), (
        "(2 * 5 + 2) / 2 positions a card"
    )
    for graded in range(3, 21):
        now[0] += 2.0
        clock.heed(Progress(graded, None, 0.0))
    [card] = made_by(pot_odds(3, MONDAY), 1)
    for _ in range(5):
        clock.heed(card)
    assert clock.report(5, 10).seconds_left == pytest.approx(5 * 5.0 * 1.6), "35 positions for 7 cards"


def test_the_deck_of_mistakes_cannot_be_filled_by_hand() -> None:
    with pytest.raises(BadInput, match="fills itself"):
        list(BeginDeck(MONDAY, "mistakes", 5).run_handler())
