"""Grades of the decisions of a finished hand, judgements in Hold'em and small games, and ranks by error rate."""

import math
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ai import catalog, service
from ai.agents.small_games import by_name
from ai.algorithms.best_response import best_response
from ai.commands.playing import PlayGrades
from ai.drills.mistakes import collect_mistakes
from ai.drills.store import DrillStore
from ai.evaluation.grading.decisions import (
    RANKS_FILE,
    ErrorRanks,
    decisions_by_seat,
    exact_values,
    judge_in_kuhn,
    judge_position,
    judgement_from_dict,
    judgement_to_dict,
    own_decisions,
    shipped_ranks,
    values_against,
)
from ai.features import judgements
from ai.features.judgements import (
    MAX_SOLVE_BYTES,
    HeldJudgements,
    forget_stored,
    held_judgements,
    is_gamble,
)
from ai.hands.combos import hand_index
from ai.review.analysis import FOLDER as REVIEWS
from ai.review.hands import decisions as hands_decisions
from game.archive.statistics import Rank, Tally
from game.archive.store import Archive
from game.core import CHANCE, Action, BadInput, InformationState, KnownStrategy, Player, Progress
from game.features.solver import AskHeldSolve, AskSolved, SolveSpot
from game.files import user_files, yaml_text
from game.match import terminal
from game.match.spot_texts import SpotTexts
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import KuhnRules, KuhnState
from game.rules.tic_tac_toe import TicTacToeState
from game.study.judgements import (
    AskJudgement,
    Judgement,
    JudgementProgress,
    Mark,
    OpenJudgedSolve,
    OpponentValues,
)
from game.study.play import AgentKey, Decide
from game.study.words import format_source, information_set
from tests.archive.hands_for_tests import hand
from tests.played_hands import make_judgement, make_opponent_values, spot


@pytest.mark.parametrize("game", games.NAMES)
def test_every_decision_of_a_hand_is_asked_with_what_its_player_knew(game: str) -> None:
    played = hand(game, seed=3, blinds=2.0 if game == games.KUHN_HALF_STREET else 1.0)
    session, found = played.session(), list(decisions_by_seat(played))
    steps = [step for step in session.steps if step.player != CHANCE]
    assert [(session.get_player(seat), action) for seat, (asked, action) in found] == [
        (step.player, step.action) for step in steps
    ]
    for seat, (asked, action) in found:
        assert asked.info.player == session.get_player(seat)
        assert asked.action == action
        assert action in asked.info.legal_actions
        assert (asked.game, asked.blinds) == (game, played.spec.blinds)


@pytest.mark.parametrize("game", games.NAMES)
def test_review_and_drills_grade_the_same_decisions(user_folder: Path, game: str) -> None:
    played = hand(game, seed=3, blinds=2.0 if game == games.KUHN_HALF_STREET else 1.0)
    Archive(user_folder).append(played)
    graded: list[AskJudgement] = []

    def judge(asked: AskJudgement) -> Iterator[Progress | Judgement]:
        graded.append(asked)
        assert asked.action is not None
        yield make_judgement({asked.action: 0.0})

    list(collect_mistakes(user_folder, DrillStore(user_folder), judge, played.at))
    assert (
        graded
        == [asked for asked, _ in own_decisions(played)]
        == [made.request for made in hands_decisions(played)]
    )
    assert graded


@pytest.mark.parametrize("game", [games.HOLDEM, *games.KUHN_GAMES])
@pytest.mark.parametrize("teaching", [True, False])
def test_review_and_drills_judge_against_the_opponent_that_the_hint_knew(teaching: bool, game: str) -> None:
    played = hand(game, seed=3, seats=("you", "station"), teaching=teaching)
    coached = AgentKey(game, "station") if teaching else None
    decided = list(decisions_by_seat(played))
    assert {asked.opponent for seat, (asked, _) in decided if seat == 0} == {coached}
    assert {asked.opponent for seat, (asked, _) in decided if seat == 1} <= {None}


def test_an_opponent_that_is_gone_or_that_searches_leaves_the_judgement_in_theory() -> None:
    decision = ask_judgement(("2c2dJh3c", CALL, CALL, "5s7s9s", CALL))
    for name in ("nobody", "guest", "architect-thinks"):
        assert answers(replace(decision, opponent=AgentKey(games.HOLDEM, name))).against is None


def test_who_watched_two_others_decided_nothing() -> None:
    watched = hand(seats=("ada-20", "ada-20"))
    assert not list(own_decisions(watched))
    assert len(list(decisions_by_seat(watched))) == len(hands_decisions(watched)) > 0


NUTS = ("2c7dAsAh", CALL, CALL, "AdAc2h", CALL, CALL, "9s", CALL, CALL, "3d", 300)
RIVER = ("2c7dAsAh", CALL, CALL, "AdKc2h", CALL, CALL, "9s", CALL, CALL, "3d", CALL)


def ask_judgement(line: tuple[Action | str, ...], action: Action | None = None) -> AskJudgement:
    return AskJudgement(games.HOLDEM, spot(*line), action=action)


def answers(request: Any) -> Any:
    *_, last = service.answer(request)
    return last


@cache
def judgement(line: tuple[Action | str, ...], action: Action | None = None) -> Judgement:
    found: Judgement = answers(ask_judgement(line, action))
    return found


def page_values(texts: SpotTexts, info: HoldemInformationState) -> list[float]:
    """Return the values on the solver page for a hand, in big blinds, in ascending order."""
    node = answers(AskSolved(texts))
    count = len(node.here.actions)
    begin = count * hand_index(info.hole)
    held = node.action_ev[begin : begin + count]
    return sorted(value / info.rules.big_blind for value in held)


def forget() -> None:
    for file in (user_files.home() / REVIEWS).glob("table-*"):
        file.unlink()
    forget_stored()
    held_judgements.judgements.clear()
    held_judgements.solves.clear()
    held_judgements.release()


@cache
def judged_river() -> tuple[Mapping[Any, Judgement], Mapping[Any, Any]]:
    """Judge the decision RIVER with empty caches, and return the cached judgements and solves."""
    forget()
    answers(ask_judgement(RIVER))
    return dict(held_judgements.judgements), dict(held_judgements.solves)


def begin_with_river() -> Judgement:
    """Fill the caches with the judgement of the decision RIVER and its solve, and return the judgement."""
    judgements_before, solves_before = judged_river()
    forget()
    held_judgements.judgements.update(judgements_before)
    held_judgements.solves.update(solves_before)
    [found] = judgements_before.values()
    return found


def test_to_fold_the_nuts_to_a_bet_is_a_blunder() -> None:
    found = judgement(NUTS)
    assert (found.source, found.stage, found.grade(FOLD).mark) == ("solve", "sure", Mark.BLUNDER)
    assert found.best > FOLD
    assert found.equity == pytest.approx(1.0)
    assert found.price == pytest.approx(200 / 600)
    assert found.values[FOLD] == 0.0


def test_an_estimate_comes_first_and_its_best_action_is_no_mistake_later() -> None:
    forget()
    *reports, sure = service.answer(ask_judgement(RIVER))
    estimates = [one.estimate for one in reports if isinstance(one, JudgementProgress) and one.estimate]
    assert isinstance(sure, Judgement)
    assert {one.stage for one in estimates} == {"estimate"}
    assert all(not sure.grade(one.best).is_mistake() for one in estimates)


def test_the_same_decision_is_judged_alike_with_empty_caches_and_never_twice_with_full_ones() -> None:
    first = begin_with_river()
    assert answers(ask_judgement(RIVER)) is first
    forget()
    assert answers(ask_judgement(RIVER)) == first


def test_an_action_beside_the_menu_is_judged_with_the_advice_from_before() -> None:
    forget()
    first = answers(ask_judgement(RIVER))
    assert 237 not in first.values
    second = answers(ask_judgement(RIVER, 237))
    assert first.values.keys() < second.values.keys()
    assert first.advice <= second.advice
    assert (first.is_extended, second.is_extended) == (False, True)
    assert "Solved again with your bet" in format_source(second, "Steady")
    assert judgement_from_dict(judgement_to_dict(second)) == second
    assert answers(ask_judgement(RIVER)) is second
    forget()
    assert answers(ask_judgement(RIVER, 237)) == second


@pytest.mark.parametrize("action", [None, 237])
def test_the_solver_page_shows_the_values_of_the_judgement_and_solves_on(action: Action | None) -> None:
    forget()
    found, info = answers(ask_judgement(RIVER, action)), spot(*RIVER)
    opened = answers(OpenJudgedSolve(ask_judgement(RIVER, action)))
    assert answers(AskHeldSolve(opened.texts)).exploitability <= 0.003
    values = sorted(found.values.values())
    assert page_values(opened.texts, info) == pytest.approx(values, abs=1e-4)
    assert answers(SolveSpot(opened.texts, 0.001)).exploitability <= 0.001
    errors = [found.errors[one] for one in sorted(found.values, key=lambda one: found.values[one])]
    after = page_values(opened.texts, info)
    assert all(abs(one - on) <= error for one, on, error in zip(values, after, errors, strict=True))


def test_what_costs_more_is_known_less_and_a_fold_exactly() -> None:
    found = judgement(NUTS)
    assert found.errors[FOLD] == 0.0
    others = sorted(found.values.keys() - {FOLD}, key=lambda action: -found.values[action])
    errors = [found.errors[action] for action in others]
    assert errors == sorted(errors)
    assert errors[0] == pytest.approx(0.003 * found.stake)


def test_the_latest_solve_outlives_a_decision_of_an_agent() -> None:
    begin_with_river()
    [solve] = held_judgements.solves.values()
    answers(Decide(AgentKey(games.HOLDEM, "station"), spot("2c7dAsAh"), "1/1/0"))
    assert list(held_judgements.solves.values()) == [solve]


def test_the_solves_of_a_long_session_stay_within_their_memory() -> None:
    held, judged_once = HeldJudgements(), judgement(RIVER)
    for number in range(60):
        size = MAX_SOLVE_BYTES * (1 + number % 5) // 4
        game = SimpleNamespace(memory_needed=size)
        held._keep(number, spot(*RIVER), judged_once, SimpleNamespace(held=SimpleNamespace(game=game)))  # type: ignore[arg-type]
        assert next(reversed(held.solves)) == number
        assert held._used <= max(MAX_SOLVE_BYTES, size)
        if number % 3 == 2:
            held.release()
            assert list(held.solves) == ([number] if size <= MAX_SOLVE_BYTES else [])


def test_play_in_the_terminal_takes_the_cached_judgement_and_its_solve() -> None:
    begin_with_river()
    [solve] = held_judgements.solves.values()
    grades = PlayGrades(games.HOLDEM, terminal.speaker(games.HOLDEM))
    first = grades.grade(spot(*RIVER), CALL)
    assert first.judgement is grades.grade(spot(*RIVER), CALL).judgement
    assert first.judgement is held_judgements.judgements[next(iter(held_judgements.judgements))]
    assert list(held_judgements.solves.values()) == [solve]


def test_what_the_hand_of_the_opponent_is_changes_nothing() -> None:
    forget()
    assert answers(ask_judgement(("KcQdAsAh", *NUTS[1:]))) == judgement(NUTS)


def test_to_fold_aces_before_the_flop_is_a_blunder_by_training() -> None:
    found = judgement(("2c7dAsAh",))
    assert (found.source, found.grade(FOLD).mark, found.price) == ("blueprint", Mark.BLUNDER, 0.25)
    assert found.error > 0


def test_against_an_opponent_who_never_folds_no_bet_with_nothing_is_advised() -> None:
    decision = ask_judgement(("2c2dJh3c", CALL, CALL, "5s7s9s", CALL))
    met = replace(decision, opponent=AgentKey(games.HOLDEM, "station"))
    assert answers(met).choice == CALL
    found = answers(met).against
    assert all(value < found.values[CALL] for action, value in found.values.items() if action > CALL)
    assert answers(met).against.values is found.values, "they are computed once"
    assert answers(decision).against is None, "the judgement in theory stays as it is"
    more = answers(replace(met, action=333)).against
    assert more.values == {**found.values, 333: more.values[333]}, "only the new action is searched"


def test_no_deep_all_in_before_the_flop_is_advised_although_it_wins_most_against_a_station() -> None:
    forget()
    met = replace(ask_judgement(("2c2dQh7c",)), opponent=AgentKey(games.HOLDEM, "station"))
    hint, judged = answers(met), answers(replace(met, action=20_000))
    assert judged.against.gambles == {20_000}
    assert max(judged.against.values, key=judged.against.values.__getitem__) == 20_000
    assert judged.choice == hint.choice != 20_000
    assert judged.grade(20_000).shown_mark == Mark.GOOD
    assert judged.grade(CALL).sure_cost < judged.stake, "it is not compared with the all-in"
    assert answers(met).choice == hint.choice, "the hint stays the same after the grade"
    assert judgement_from_dict(judgement_to_dict(judged)) == judged


@pytest.mark.parametrize(
    ("equity", "share", "action", "is_found"),
    [
        (0.52, 0.0, 20_000, True),
        (0.8, 0.0, 20_000, False),
        (0.52, 0.3, 20_000, False),
        (0.52, 0.0, 300, False),
        (None, 0.0, 20_000, False),
    ],
)
def test_a_gamble_is_a_deep_all_in_without_a_favourite_that_theory_does_not_play(
    equity: float | None, share: float, action: Action, is_found: bool
) -> None:
    judged = make_judgement({CALL: 0.5, 300: 0.6, 20_000: 0.1}, {CALL: 1 - share, 20_000: share})
    info = ask_judgement(("2c2dQh7c",)).info
    assert is_gamble(info, replace(judged, equity=equity), action) == is_found


@pytest.mark.parametrize(
    ("cost", "error", "mark"),
    [
        (2.5, 0.2, Mark.BLUNDER),
        (2.5, 0.6, Mark.MISTAKE),
        (2.5, 2.4, Mark.GOOD),
        (0.7, 0.2, Mark.INACCURACY),
        (0.7, 0.8, Mark.BEST),
    ],
)
def test_a_mark_is_the_one_that_the_cost_deserves_less_its_error(
    cost: float, error: float, mark: Mark
) -> None:
    values, errors = {CALL: 1.0, 300: 1.0 + cost}, {CALL: error, 300: 0.0}
    shares = {CALL: 0.1, 300: 0.9}
    judged = replace(make_judgement(values), best=300, errors=errors, shares=shares, stake=10.0)
    against = make_opponent_values(values, error)
    met = replace(judged, best=CALL, advice=frozenset(), against=against)
    for one in (judged, met):
        grade = one.grade(CALL)
        assert grade.mark == mark
        assert bool(grade.sure_cost) == (mark != Mark.BEST), "what costs is not called best"


@pytest.mark.parametrize("worth", [3.0, 1.0])
def test_a_hint_on_a_deep_river_lists_the_all_in_if_it_wins_most_against_the_opponent(
    worth: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    def steps(asked: AskJudgement, *_: object) -> Iterator[JudgementProgress]:
        added = {} if asked.action is None else {asked.action: 0.5}
        yield JudgementProgress(0, None, 0.0)
        return make_judgement({CALL: 1.0, 300: 2.0, **added}), None

    def values(asked: AskJudgement, agent: Any, actions: Any) -> Iterator[OpponentValues]:
        against = {CALL: 1.0, 300: 2.0, 20_000: worth, 333: 1.5}
        found = {action: against[action] for action in actions}
        yield make_opponent_values(found)

    monkeypatch.setattr(judgements, "_steps", steps)
    monkeypatch.setattr(judgements, "values_against_agent", values)
    monkeypatch.setattr(judgements, "held_judgements", HeldJudgements())
    asked = replace(ask_judgement(RIVER), opponent=AgentKey(games.HOLDEM, "station"))
    *_, hint = judgements.judge(asked)
    assert (20_000 in hint.values, hint.choice) == ((True, 20_000) if worth == 3.0 else (False, 300))
    for action in (300, 333, 20_000):
        *_, grade = judgements.judge(replace(asked, action=action))
        assert grade.choice == hint.choice
        assert {action, *hint.values} <= grade.values.keys() == grade.against.values.keys()


def test_a_judgement_tells_how_long_it_takes_with_the_values_against_the_opponent() -> None:
    asked = replace(ask_judgement(RIVER), opponent=AgentKey(games.HOLDEM, "station"))
    *reports, judgement = judgements.judge(asked)
    assert judgement.against is not None
    known = [one.seconds_left is not None for one in reports]
    assert True in known
    assert sorted(known) == known, "once known, the time left stays known"
    seconds = [one.seconds for one in reports]
    assert sorted(seconds) == seconds, "the seconds count from the start of the judgement"


@pytest.mark.parametrize("game", games.NAMES)
def test_no_errors_are_world_class_and_chance_is_a_beginner(game: str) -> None:
    ranks, chance = shipped_ranks(), yaml_text.read_file(RANKS_FILE)["random"][game]
    assert ranks.of(game, 0.0) == Rank.WORLD_CLASS
    assert ranks.of(game, chance) == ranks.of(game, math.inf) == Rank.BEGINNER


@pytest.mark.parametrize("game", games.NAMES)
def test_a_higher_rate_is_never_called_better(game: str) -> None:
    order, chance = list(Rank), yaml_text.read_file(RANKS_FILE)["random"][game]
    found = [shipped_ranks().of(game, chance * step / 200) for step in range(201)]
    assert found == sorted(found, key=order.index)
    assert set(found) == set(order)


def tally(*costs: float) -> Tally:
    found = Tally()
    for cost in costs:
        found.add(cost)
    return found


def test_a_rank_is_told_only_where_the_interval_leaves_it_to_the_next_names() -> None:
    ranks, game = shipped_ranks(), games.KUHN_POKER
    assert ranks.certain_rank(game, tally(*[0.0] * 30)) == Rank.WORLD_CLASS
    assert ranks.certain_rank(game, tally(*[0.0] * 29)) is None
    assert ranks.certain_rank(game, tally(*[0.0] * 59, 1.0)) is None
    assert ranks.certain_rank(game, tally(*[0.1, 0.2] * 30)) == Rank.BEGINNER


def costs_at_random(state: KuhnState, player: Player, weight: float) -> Iterator[tuple[float, float]]:
    """Yield the probability and the cost of each decision of `player`, who plays at random against equilibrium."""
    perfect, root = by_name("equilibrium", state.rules), KuhnState(state.rules)
    if state.is_terminal():
        return
    actor = state.current_player()
    if actor == CHANCE:
        shares = dict(state.chance_outcomes())
    elif actor == player:
        shares = dict.fromkeys(state.legal_actions(), 0.5)
    else:
        shares = dict(perfect.strategy(state.information_state(actor)))
    for action, share in shares.items():
        if share > 0.0:
            if actor == player:
                info = state.information_state(player)
                yield weight * share, judge_in_kuhn(root, info, perfect).grade(action).cost
            yield from costs_at_random(state.child(action), player, weight * share)


@pytest.mark.parametrize(
    ("game", "rules"),
    [(games.KUHN_POKER, KuhnRules()), (games.KUHN_HALF_STREET, KuhnRules("half-street", 1))],
)
def test_what_chance_costs_at_kuhn_poker_is_as_the_file_says(game: str, rules: KuhnRules) -> None:
    found = [one for player in (0, 1) for one in costs_at_random(KuhnState(rules), player, 1.0)]
    rate = sum(weight * cost for weight, cost in found) / sum(weight for weight, _ in found)
    assert rate == pytest.approx(yaml_text.read_file(RANKS_FILE)["random"][game], abs=5e-4)


def without_a_rank(stored: Any) -> None:
    del stored["ranks"]["casual"]


def with_another_key(stored: Any) -> None:
    stored["names"] = {}


def with_words(stored: Any) -> None:
    stored["random"]["holdem"] = "much"


def out_of_order(stored: Any) -> None:
    stored["ranks"]["expert"] = 0.5


def with_an_end(stored: Any) -> None:
    stored["ranks"]["beginner"] = 1.0


@pytest.mark.parametrize("spoil", [without_a_rank, with_another_key, with_words, out_of_order, with_an_end])
def test_a_file_that_is_wrong_is_refused_in_a_sentence(spoil: Any) -> None:
    stored = deepcopy(yaml_text.read_file(RANKS_FILE))
    spoil(stored)
    with pytest.raises(BadInput, match=r"^[A-Zh].*\.$"):
        ErrorRanks(stored)


KUHN = [(games.KUHN_POKER, 1.0), (games.KUHN_HALF_STREET, 1.0), (games.KUHN_HALF_STREET, 2.0)]


@cache
def points(state: TicTacToeState) -> float:
    """Return the value of a position to X: 0, 1/2 or 1."""
    if state.is_terminal():
        return (1 + state.returns()[0]) / 2
    best = max if state.current_player() == 0 else min
    return best(points(state.child(cell)) for cell in state.legal_actions())


def positions() -> Iterator[TicTacToeState]:
    seen, ahead = set[TicTacToeState](), [TicTacToeState()]
    while ahead:
        state = ahead.pop()
        if state not in seen and not state.is_terminal():
            seen.add(state)
            ahead += [state.child(cell) for cell in state.legal_actions()]
            yield state


def test_every_move_of_tic_tac_toe_costs_the_points_that_it_gives_away() -> None:
    perfect = catalog.load(games.TIC_TAC_TOE, "perfect")
    graded = 0
    for state in positions():
        player = state.current_player()
        results = {cell: points(state.child(cell)) for cell in state.legal_actions()}
        mine = {cell: share if player == 0 else 1 - share for cell, share in results.items()}
        values = perfect.values(state.information_state(player))  # type: ignore[attr-defined]
        for cell, kept in mine.items():
            grade = judge_position(values).grade(cell)
            lost = max(mine.values()) - kept
            assert grade.cost == lost
            assert grade.mark == {0.0: Mark.BEST, 0.5: Mark.MISTAKE, 1.0: Mark.BLUNDER}[lost]
            assert mine[grade.judgement.best] == max(mine.values())
            graded += 1
    assert graded == 16_167


class Steered:
    """A player that follows a strategy, except for fixed actions in some information states."""

    def __init__(self, strategy: KnownStrategy, actions: Mapping[str, Action]) -> None:
        self.base, self.actions = strategy, actions

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        action = self.actions.get(info.key)
        return self.base.strategy(info) if action is None else {action: 1.0}


def expectation(state: KuhnState, player: int, seats: tuple[KnownStrategy, KnownStrategy]) -> float:
    if state.is_terminal():
        return state.returns()[player]
    actor = state.current_player()
    shares = (
        dict(state.chance_outcomes())
        if actor == CHANCE
        else seats[actor].strategy(state.information_state(actor))
    )
    return sum(share * expectation(state.child(one), player, seats) for one, share in shares.items())


def get_reach(state: KuhnState, info: InformationState, seats: tuple[KnownStrategy, KnownStrategy]) -> float:
    if state.is_terminal():
        return 0.0
    actor = state.current_player()
    if actor != CHANCE and state.information_state(actor).key == info.key and actor == info.player:
        return 1.0
    shares = (
        dict(state.chance_outcomes())
        if actor == CHANCE
        else seats[actor].strategy(state.information_state(actor))
    )
    return sum(share * get_reach(state.child(one), info, seats) for one, share in shares.items())


def decisions(root: KuhnState) -> dict[tuple[int, str], tuple[InformationState, dict[str, Action]]]:
    """Return every information state, and the earlier actions of its player that lead to the state."""
    found: dict[tuple[int, str], tuple[InformationState, dict[str, Action]]] = {}

    def look(state: KuhnState, own: tuple[dict[str, Action], dict[str, Action]]) -> None:
        if state.is_terminal():
            return
        actor = state.current_player()
        for action in state.legal_actions():
            if actor == CHANCE:
                look(state.child(action), own)
                continue
            info = state.information_state(actor)
            found[actor, info.key] = info, own[actor]
            after = ({**own[0]}, {**own[1]})
            after[actor][info.key] = action
            look(state.child(action), after)

    look(root, ({}, {}))
    return found


@pytest.mark.parametrize(("game", "blinds"), KUHN)
def test_every_decision_of_kuhn_poker_costs_what_it_loses_in_expectation(game: str, blinds: float) -> None:
    strategy = catalog.load(game, "equilibrium", blinds)
    root = games.initial_state(game, blinds=blinds)
    assert isinstance(root, KuhnState)
    compared = 0
    for info, own in decisions(root).values():
        lost: dict[Action, float] = {}
        for action in info.legal_actions:
            steered = Steered(strategy, {**own, info.key: action})  # type: ignore[arg-type]
            seats = (steered, strategy) if info.player == 0 else (strategy, steered)
            often = get_reach(root, info, seats)  # type: ignore[arg-type]
            if often > 0:
                lost[action] = expectation(root, info.player, seats) / often  # type: ignore[arg-type]
        for action in info.legal_actions:
            grade = judge_in_kuhn(root, info, strategy).grade(action)  # type: ignore[arg-type]
            assert (grade.judgement.source, grade.judgement.error) == ("exact", 0.0)
            if lost:
                assert grade.cost == pytest.approx(max(lost.values()) - lost[action], abs=1e-9)
                compared += 1
    assert compared >= 8


def test_an_equilibrium_gives_nothing_away() -> None:
    strategy = catalog.load(games.KUHN_POKER, "equilibrium")
    root = games.initial_state(games.KUHN_POKER)
    assert isinstance(root, KuhnState)
    for info, _ in decisions(root).values():
        for action, share in strategy.strategy(info).items():  # type: ignore[attr-defined]
            if share > 0:
                judgement = judge_in_kuhn(root, info, strategy)  # type: ignore[arg-type]
                assert judgement.grade(action).mark == Mark.BEST


def test_where_the_other_never_comes_with_any_card_all_cards_count_alike() -> None:
    root = games.initial_state(games.KUHN_POKER)
    assert isinstance(root, KuhnState)

    class NeverBets:
        def strategy(self, info: InformationState) -> Mapping[Action, float]:
            return {info.legal_actions[0]: 1.0}

    facing = next(info for info, _ in decisions(root).values() if getattr(info, "facing_bet", False))
    values, pot = exact_values(root, facing, NeverBets())
    assert set(values) == set(facing.legal_actions)
    assert pot > 2


def test_a_bluff_against_an_opponent_who_always_calls_loses_its_bet() -> None:
    root = games.initial_state(games.KUHN_POKER)
    assert isinstance(root, KuhnState)

    class AlwaysCalls:
        def strategy(self, info: InformationState) -> Mapping[Action, float]:
            return {int(getattr(info, "facing_bet", False)): 1.0}

    opening = {info.key: info for info, _ in decisions(root).values() if info.player == 0}
    worst = next(info for key, info in opening.items() if getattr(info, "card", -1) == 0 and not info.betting)  # type: ignore[attr-defined]
    known = values_against(root, worst, AlwaysCalls())
    assert known.values == pytest.approx({0: -1.0, 1: -2.0})
    assert known.replies == pytest.approx({0: 0.0, 1: 1.0})
    after_check = information_set("Qp", KuhnRules())
    assert values_against(root, after_check, AlwaysCalls()).replies == {1: 1.0}, (
        "a second check ends the hand"
    )


@pytest.mark.parametrize("name", ["bluffer", "station", "honest", "uniform", "vesper-3"])
def test_the_values_of_the_first_move_are_those_of_a_best_response_that_does_not_see_the_cards(
    name: str,
) -> None:
    """Regression: a best response that knew the opponent's card valued a check with the king at 0.5 chips."""
    root, strategy = (
        games.initial_state(games.KUHN_POKER),
        cast(KnownStrategy, catalog.load("kuhn-poker", name)),
    )
    assert isinstance(root, KuhnState)
    first = [values_against(root, information_set(card, KuhnRules()), strategy) for card in "AKQ"]
    mean = sum(max(known.values.values()) for known in first) / 3
    assert mean == pytest.approx(best_response(root, 0, strategy.strategy).value)


def test_the_frequency_of_a_reply_is_at_most_one_however_the_cards_are_weighted() -> None:
    """Regression: weights of cards that sum to 1 + 2e-16 made a judgement that could not be read back."""

    class Caller:
        def strategy(self, info: InformationState) -> Mapping[Action, float]:
            if getattr(info, "facing_bet", False):
                return {1: 1.0}
            bets = {"Q": 0.165, "K": 0.041, "A": 0.808}[info.key[0]]
            return {0: 1 - bets, 1: bets}

    root = games.initial_state(games.KUHN_POKER)
    assert isinstance(root, KuhnState)
    replies = values_against(root, information_set("Kp", KuhnRules()), Caller()).replies
    assert replies == {1: 1.0}


def test_against_a_learner_near_the_equilibrium_both_actions_of_a_mix_are_best() -> None:
    def met(key: str) -> Judgement:
        info = information_set(key, KuhnRules())
        return answers(
            AskJudgement(games.KUHN_POKER, info, opponent=AgentKey(games.KUHN_POKER, "vesper-10000"))
        )

    ace = met("A")
    assert ace.against is not None
    assert 0 < ace.against.values[1] - ace.against.values[0] < 1e-4
    assert len(ace.best_actions) == 2
    assert [ace.grade(action).mark for action in (0, 1)] == [Mark.BEST] * 2
    assert met("K").best_actions == [0], "a bet of the king is a real mistake"
