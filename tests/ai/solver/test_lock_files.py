"""Lines, hands and filters of hands in the user's notation, and lock files with a strategy for every hand."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from ai.command_line import main
from ai.features.odds import read
from ai.hands.combos import HANDS, hand_index, parse_range
from ai.hands.equities import find_bluff_catchers
from ai.solver import solve_files
from ai.solver.held_solve import HeldSolve
from ai.solver.lines import read_line, select_at, select_hands, write_line
from ai.solver.lock_files import PaintedLock, parse_locks, read_locks
from ai.solver.mixes import Lock
from ai.solver.results import classify_hands, hand_name, node_report
from ai.solver.solving import Goal, solved
from ai.solver.spot import IP, OOP, Spot
from ai.solver.spot_forms import spot_of_texts
from ai.solver.streets import PLAIN, StreetTables, build_streets
from ai.solver.subgame import Limits, Subgame
from ai.solver.walk import Walk
from game.core import BadInput
from game.match.spot_texts import SpotTexts
from game.rules.cards import get_suit, parse
from game.study.odds import ReadTexts
from game.study.solved import HAND_KINDS
from tests.ai.asking import get_json, get_refusal
from tests.ai.solver.oracles import SMALL, PlainGame

RIVER = SpotTexts("QsJh2h8d5c", "AA,KQs,JTs,65s,T9s", "QQ,AJ,T9s,A5s:0.5,KT", "100", "150", "50%,75%", "a")
POT = 100.0
TURN = replace(RIVER, board="QsJh2h8d", bets="75%")


def build(texts: SpotTexts) -> list[StreetTables]:
    spot = spot_of_texts(texts)
    return build_streets(spot, [one > 0 for one in spot.ranges], PLAIN, None)


@pytest.mark.parametrize(
    "line",
    [
        "check, bet 75, call / 5c check",
        "check bet 75 call/board 5c check",
        "c r75 c / 5c c",
        "cr75c/5cc",
        "Check, Bet 75.0, Call / 5c, Check",
        "x bet 75% call / 5c x",
        "check, bet, call / 5c check",
        "r:0:c:b75:c:5c:c",
        " r:0:c:b75:c:5c:c: ",
        "c:b75:c:5c:c",
    ],
)
def test_a_line_has_names_of_actions_or_the_letters_of_whole_hands(line: str) -> None:
    streets = build(TURN)
    actions, cards = read_line(streets, line, POT)
    assert (actions, cards) == (("check", "bet 75", "call", "check"), parse("5c"))
    assert read_line(streets, write_line(actions, cards, streets), POT) == (actions, cards)


def test_an_amount_after_r_is_the_total_since_the_start_of_the_spot() -> None:
    assert read_line(build(RIVER), "r50 all-in", POT)[0] == ("bet 50", "all-in 150")
    assert read_line(build(TURN), "r75 c / 5c r150", POT)[0] == ("bet 75", "call", "all-in 75")
    assert read_line(build(TURN), "r:0:b75:c:5c:b150:f", POT)[0] == ("bet 75", "call", "all-in 75", "fold")
    assert read_line(build(TURN), "r:0", POT) == ((), ())


def test_a_percentage_is_of_the_pot_after_the_call_and_an_open_size_is_refused() -> None:
    streets = build(replace(RIVER, stack="1000", bets="50%,75%", raises="60%"))
    assert read_line(streets, "bet 50%, raise 60%, c", POT)[0] == ("bet 50", "raise 170", "call")
    with pytest.raises(BadInput, match="There is no 'bet' here: the actions are check, bet 50, bet 75"):
        read_line(streets, "bet", POT)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bet 50%", "There is no 'bet 50%' here: the actions are check, bet 75"),
        ("jump", "begins with no action; write it like"),
        ("check / 5c", "5c cannot be dealt here: the street is not over"),
        ("c c / Zz", "after a slash begins with no card"),
        ("bet 80", "There is no 'bet 80' here: the actions are check, bet 75"),
        (
            "r:0:c:b50",
            "There is no 'b50' here: the number is all chips since the start of the spot, so write b75",
        ),
        ("r:0:b75:c:5c:b75", "write b150 (all-in 75)"),
        ("r:0:c:c:5c:c:b", "'b' is no step of a node like r:0:c:b50:c:5c: write c, f, a card, or b and"),
        ("r:0:0:c", "'0' is no step of a node"),
        ("bet 75 f c", "because the betting is over"),
        ("c c / Qs", "Qs is already on the board"),
    ],
)
def test_a_line_that_cannot_be_played_is_refused(line: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_line(build(TURN), line, POT)
    assert said in str(refused.value)


def test_hands_are_ranges_and_kinds_united_intersected_and_negated() -> None:
    board = parse("QsJh2h")
    pairs, aces = classify_hands(board) == HAND_KINDS.index("top-pair"), parse_range("A2s+,A2o+") > 0
    live = classify_hands(board) >= 0
    assert np.array_equal(select_hands("top-pair", board), pairs)
    assert np.array_equal(select_hands("top-pair & !A2+", board), pairs & ~(parse_range("A2+") > 0) & live)
    assert np.array_equal(select_hands("top pair", board), pairs)
    both = select_hands("Top-Pair, A2s+,A2o+", board)
    assert np.array_equal(both, pairs | (aces & live))
    assert select_hands("", board).all()
    assert np.array_equal(select_hands("!" * 20_001 + " AA", board), select_hands("!AA", board))
    with pytest.raises(BadInput, match="neither a range nor a kind of hands"):
        select_hands("top-pair,good ones", board)


# ---- painted locks ----------------------------------------------------------------------------------------
def read_strategy(walk: Walk, spot: Spot):  # type: ignore[no-untyped-def]
    first = len(spot.board)
    return cache(lambda board, path: walk.at(path, board[first:]).strategy)


def check_against_best_response(spot: Spot, locks: list[Lock], locked: int) -> Subgame:
    """Solve a spot in which one player's strategy is locked.

    Check that the free player wins as much as a plain best response, within 0.1 % of the pot.
    """
    game = Subgame(spot, locks=locks)
    found = solved(game, Goal(target=0.02))
    assert found.reached
    plain = PlainGame(spot, read_strategy(Walk(game), spot))
    assert found.ev[1 - locked] == pytest.approx(plain.best(1 - locked), abs=0.001 * spot.pot)
    return game


@pytest.mark.parametrize("name", ["river, narrow", "turn, two tone"])
def test_a_painted_lock_of_one_hand_meets_an_independent_best_response(name: str) -> None:
    spot = SMALL[name]
    hand = {"river, narrow": "JsTs", "turn, two tone": "TsTd"}[name]
    streets = build_streets(spot, [one > 0 for one in spot.ranges], PLAIN, None)
    check, bet = streets[0].trees.nodes[0].actions[:2]
    [painted] = parse_locks({"line": "", "hands": {hand: {check: 0.25, bet: 0.75}}}, spot, streets)
    game = check_against_best_response(spot, [painted.lock], OOP)
    at_root = Walk(game).at().strategy
    assert at_root[hand_index(parse(hand)), :2] == pytest.approx([0.25, 0.75], abs=1e-6)
    assert painted.summary.hands == hand


@pytest.mark.parametrize("name", ["river, narrow", "turn, two tone"])
def test_a_painted_lock_of_all_hands_meets_an_independent_best_response(name: str) -> None:
    spot = SMALL[name]
    streets = build_streets(spot, [one > 0 for one in spot.ranges], PLAIN, None)
    actions = streets[0].trees.nodes[0].at(("check",)).actions
    shares = np.random.default_rng(5).dirichlet(np.ones(len(actions)), 1326)
    hands = np.flatnonzero(spot.ranges[IP] > 0)
    entry = {"line": "check", "hands": {hand_name(hand): shares[hand].tolist() for hand in hands}}
    [painted] = parse_locks(entry, spot, streets)
    game = check_against_best_response(spot, [painted.lock], IP)
    assert Walk(game).at(("check",)).strategy[hands] == pytest.approx(shares[hands], abs=1e-5)
    free = solved(Subgame(spot), Goal(target=0.05))
    assert solved(game, Goal(iterations=1)).ev[OOP] > free.ev[OOP] - 0.001 * spot.pot


def test_several_sizes_are_painted_at_once_and_later_hands_replace_earlier_ones() -> None:
    spot, streets = spot_of_texts(RIVER), build(RIVER)
    document = [
        {"hands": {"all": {"check": 100}, "JTs": [0.5, 0.2, 0.3]}},
        {"line": "", "hands": {"JsTs": [20, 30, 50]}},
        {"line": "bet 50", "hands": {"pair": {"f": 1}, "QQ": {"c": 1}}},
    ]
    root, after = parse_locks(document, spot, streets)
    shares = root.lock.strategy
    assert shares[hand_index(parse("JsTs"))] == pytest.approx([0.2, 0.3, 0.5])
    assert shares[hand_index(parse("JdTd"))] == pytest.approx([0.5, 0.2, 0.3])
    assert shares[hand_index(parse("AsAd"))] == pytest.approx([1, 0, 0])
    assert np.isnan(shares[hand_index(parse("7s7d"))]).all()
    assert after.lock.actions == ("bet 50",)
    assert after.lock.strategy[hand_index(parse("QhQd"))] == pytest.approx([0, 1, 0])


def test_two_locks_of_all_hands_are_told_as_one() -> None:
    document = [{"hands": {"all": [1, 0, 0]}}, {"hands": {"all": [0, 1, 0]}}]
    [painted] = parse_locks(document, spot_of_texts(RIVER), build(RIVER))
    assert painted.summary.hands == ""  # all hands


def test_two_locks_at_one_decision_both_hold_in_a_best_response() -> None:
    spot, streets = spot_of_texts(RIVER), build(RIVER)
    given = [({"AA": {"check": 1}}, "AsAd"), ({"JTs": {"bet 75": 1}}, "JdTd")]
    locks = [parse_locks({"line": "", "hands": hands}, spot, streets)[0].lock for hands, _ in given]
    game = Subgame(spot, locks=locks)
    assert game.streets[0].tables[OOP].locked.any()
    classes = game.streets[0].deals.boards[0].hand_classes[OOP]
    locked = game.streets[0].tables[OOP].locked[: classes.max() + 1]
    assert all(locked[classes[hand_index(parse(hand))]] for _, hand in given)


@pytest.mark.parametrize(
    "shares",
    [
        "check 40%, bet 50 60%",
        "check 40% bet 50 60%",
        "bet 50: 0.6, x: 0.4",
        "40%, 60%, 0",
        {"bet 50": "60%", "x": 0.4},
    ],
)
def test_shares_are_written_with_actions_and_percent(shares: object) -> None:
    [painted] = parse_locks({"hands": {"all": shares}}, spot_of_texts(RIVER), build(RIVER))
    assert painted.lock.strategy[hand_index(parse("AsAd"))] == pytest.approx([0.4, 0.6, 0])


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"hands": {"AA": "check 0.5%, bet 50 0.5%"}}, "'AA': its shares add up to 0.01, not to 1 or 100"),
        ({"hands": {"AA": "check 40, bet 50 60%"}}, "'AA': 40, 60% are mixed units; write all shares with %"),
        ({"hands": {"AA": {"check": "40%", "bet 50": 60}}}, "'AA': 40%, 60 are mixed units"),
        ({"hands": {"AA": "raise 100%"}}, "There is no 'raise' here: the actions are check, bet 50, bet 75"),
        ({"hands": {"AA": "x 70%, bet 50 30%, check 40%"}}, "'AA': 'check' is given twice"),
        ({"hands": {"AA": {"x": 1, "check": 0}}}, "'AA': 'check' is given twice"),
        ({"lin": "check", "hands": {"AA": [1, 0, 0]}}, "unknown key 'lin'"),
        ({"line": False, "hands": {"AA": [1, 0, 0]}}, "its line False is not a text"),
        ({"actions": 5, "hands": {"AA": [1, 0, 0]}}, "those of the decision are check, bet 50, bet 75"),
        ("text", "a lock has a line and its hands"),
        ([], "it holds no lock"),
        ({"line": "check"}, "a lock has a line and its hands"),
        ({"line": "bet 60", "hands": {"all": [1, 0, 0]}}, "There is no 'bet 60' here"),
        ({"line": "c c", "hands": {"all": [1]}}, "nobody acts after 'c c'"),
        ({"hands": {"AA": [0.5, 0.2, 0.2]}}, "'AA': its shares add up to 0.9, not to 1 or 100"),
        ({"hands": {"AA": "all"}}, "There is no 'all' here: the actions are check, bet 50, bet 75"),
        ({"hands": {"AA": [1, 0]}}, "needs a share of each action (check, bet 50, bet 75)"),
        ({"hands": {"AA": [2, -1, 0]}}, "-1 is not a share"),
        ({"hands": {"22": [1, 0, 0]}}, "none of its hands is in the range"),
        ({"actions": ["check"], "hands": {"AA": [1]}}, "those of the decision are check, bet 50, bet 75"),
    ],
)
def test_a_lock_that_does_not_fit_is_refused(document: object, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_locks(document, spot_of_texts(RIVER), build(RIVER))
    assert said in str(refused.value)


def test_what_the_command_prints_for_a_line_is_a_lock(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    free = get_json(capsys, "solve", RIVER.id, "--line", "check, bet 75", "--target", "0.3")
    assert (free["line"], free["board"]) == ("check, bet 75", "QsJh2h8d5c")
    free["hands"]["AsAd"]["strategy"] = [1, 0, 0]
    file = tmp_path / "locks.json"
    file.write_text(json.dumps(free))
    words = ("--line", "check, bet 75", "--lock", str(file))
    locked = get_json(capsys, "solve", RIVER.id, *words, "--target", "0.3")
    assert locked["hands"]["AsAd"]["strategy"] == [1, 0, 0]
    [lock] = locked["locks"]
    assert (lock["player"], lock["line"], lock["board"]) == ("oop", "check, bet 75", "QsJh2h8d5c")
    assert lock["actions"] == free["actions"]
    assert lock["locked_hands"] == len(free["hands"])
    assert lock["frequencies"] == pytest.approx(locked["frequencies"], abs=1e-5)
    assert "locks" not in free
    for hand, answer in free["hands"].items():
        assert locked["hands"][hand]["strategy"] == pytest.approx(answer["strategy"], abs=1e-5)
    assert main(("solve", RIVER.id, "--lock", str(file), "--target", "3")) == 0
    assert "1 locked decision: the exploitability is that of the other decisions" in capsys.readouterr().out
    assert "There is no file of locks" in get_refusal(capsys, "solve", RIVER.id, "--lock", "none.yaml")


def test_chosen_hands_alone_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    row = get_json(capsys, "solve", RIVER.id, "--hands", "pair & !65s,AsAh", "--target", "1")
    main(("solve", RIVER.id, "--hands", "22", "--target", "3"))
    assert "oop has none of the hands '22' here." in capsys.readouterr().out
    kinds = classify_hands(parse(RIVER.board))
    assert "AsAh" in row["hands"]
    assert "AsAd" not in row["hands"]
    assert all(
        hand == "AsAh" or kinds[hand_index(parse(hand))] == HAND_KINDS.index("pair") for hand in row["hands"]
    )
    assert sum(row["of_hands"]["frequencies"]) == pytest.approx(1, abs=1e-5)


def test_a_locked_solution_is_kept_in_a_file_with_its_locks(tmp_path: Path) -> None:
    file = tmp_path / "locks.yaml"
    file.write_text(
        '- {line: "", hands: {AA: {check: 1}}}\n- {line: bet 75, hands: {all: {fold: 0.3, call: 0.7}}}'
    )
    spot, streets = spot_of_texts(RIVER), build(RIVER)
    painted: list[PaintedLock] = read_locks(file, spot, streets)
    held = HeldSolve.start(RIVER, spot, Limits(), [one.lock for one in painted])
    held.locks = tuple(one.summary for one in painted)
    for _ in held.solve_to(Goal(iterations=5)):
        pass
    kept = tmp_path / "kept.npz"
    for _ in solve_files.write(held, kept):
        pass
    *_, again = solve_files.read(kept, Limits())
    assert isinstance(again, HeldSolve)
    assert again.locks == held.locks
    assert [one.hands for one in again.locks] == ["AA", ""]


# ---- filters of hands ---------------------------------------------------------------------------------------
BOARD = parse("Qs7h2h")


@pytest.mark.parametrize(
    ("words", "hands"),
    [
        ("Ah", 48),
        ("A", 186),
        ("suited & A", 45),
        ("Ah & Kh", 1),
        ("hearts & suited", 55),
        ("offsuit & AA", 6),
    ],
)
def test_cards_suits_and_shapes_choose_hands_by_themselves_and_together(words: str, hands: int) -> None:
    assert select_hands(words, BOARD).sum() == hands


def test_no_hand_without_clubs_holds_a_club() -> None:
    clubs = get_suit(parse("2c")[0])
    chosen = select_hands("nothing & !clubs", BOARD)
    held = {get_suit(card) for hand in np.flatnonzero(chosen) for card in HANDS[hand]}
    assert held == {0, 1, 2, 3} - {clubs}


@pytest.mark.parametrize("words", ["sets", "Az", "pair &", "h"])
def test_other_words_are_refused_with_the_words_that_are_known(words: str) -> None:
    with pytest.raises(BadInput, match=r"neither a range nor a kind of hands.*Ah, A or hearts"):
        select_hands(words, BOARD)


# ---- bluff-catchers ---------------------------------------------------------------------------------------
POLAR = SpotTexts("AsKsQhJd2c", "AhAd,4h3h,4d3d", "QdQc,TdTc,5d4c,7h6h", "100", "100", "a", "")
"""Aces and air bet against a straight and hands between aces and air."""


def test_bluff_catchers_beat_the_bluffs_and_lose_to_the_value_hands_against_the_hands_that_continue() -> None:
    board = parse(POLAR.board)
    bets, calls = (parse_range(words).astype(np.float64) for words in (POLAR.oop, "QdQc"))
    caught = find_bluff_catchers(bets, calls, board)
    held = np.flatnonzero(caught & (parse_range(POLAR.ip) > 0))
    assert {hand_name(hand) for hand in held} == {"QdQc", "7h6h", "5d4c"}
    assert not find_bluff_catchers(parse_range("AhAd").astype(np.float64), calls, board).any()


def test_a_value_hand_is_ahead_of_the_hands_that_continue_and_not_of_the_whole_range() -> None:
    board, bets = parse("AsKsQhJd2c"), parse_range("KhKd,4h3h").astype(np.float64)
    all_hands, calls = (parse_range(words).astype(np.float64) for words in ("QdQc,22,AcAd", "AcAd"))
    queens = np.flatnonzero(parse_range("QdQc"))
    assert find_bluff_catchers(bets, all_hands, board)[queens].all()
    assert not find_bluff_catchers(bets, calls, board)[queens].any()


def test_a_filter_of_bluff_catchers_is_read_in_a_solution_and_by_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = Subgame(spot_of_texts(POLAR))
    solved(game, Goal(iterations=100))
    walk = Walk(game)
    bet = walk.at().actions[1]
    chosen = [select_at(walk.at((bet,)), "bluff-catcher & !T", player) for player in (OOP, IP)]
    report = node_report(game, walk, (bet,), (), chosen)
    reach = np.array(report.sides[IP].reach)
    assert {hand_name(hand) for hand in np.flatnonzero(reach > 0)} == {"QdQc", "7h6h", "5d4c"}
    assert report.sides[IP].filter_share == pytest.approx(3 / 4, abs=0.1)
    row = get_json(capsys, "solve", POLAR.id, "--line", bet, "--hands", "Bluff catchers", "--target", "1")
    assert {"QdQc", "7h6h"} <= set(row["hands"])
    assert "TdTc" not in row["hands"]


def test_bluff_catchers_in_odds_are_those_against_the_other_range() -> None:
    question = ReadTexts((POLAR.ip, POLAR.oop), parse(POLAR.board), ("bluff-catcher", ""))
    [found] = read(question)
    assert (found.problem, found.sides[0].problem, found.sides[0].hands) == ("", "", 3)
    [found] = read(ReadTexts((POLAR.ip, "AhAd,"), parse("2c"), ("bluff-catcher", "")))
    assert "deal the flop first" in found.sides[0].problem
    [found] = read(ReadTexts((POLAR.ip, "good ones"), parse(POLAR.board), ("bluff-catcher", "")))
    assert found.sides[0].problem == "Bluff-catchers are known against the other range: write it first."


def test_bluff_catchers_are_unknown_without_a_solution() -> None:
    with pytest.raises(BadInput, match="'bluff-catcher' is known only in a solution"):
        select_hands("bluff-catcher", BOARD)
