"""The worker's answers to the solver page: checks, paused and resumed solves, states, locks, and files."""

import gc
import json
import math
import os
import random
import threading
import time
import tracemalloc
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.features import history as logs  # noqa: F401 - it registers who answers
from ai.features import solver as requests
from ai.features.solver import held_solves
from ai.hands.combos import hand_index, parse_range
from ai.solver import solve_files
from ai.solver.held_solve import HeldSolve
from ai.solver.spot_forms import find_problems, spot_of_texts
from ai.solver.streets import PLAIN, StreetTables, build_streets
from ai.solver.subgame import Limits, Subgame
from game.archive import hands
from game.archive.store import Archive
from game.core import BUILDING, NODES, BadInput, Progress
from game.features.solver import (
    AskComparison,
    AskDecisionSpot,
    AskHeldSolve,
    AskLoggedMix,
    AskRunOuts,
    AskSolved,
    CheckSpot,
    ClearLocks,
    ExportSolved,
    ForgetSolve,
    KeepSolve,
    ListLoggedPlayers,
    ListSolves,
    OpenSolve,
    PlaySpot,
    SetLock,
    SolveSpot,
)
from game.match.session import Session
from game.match.spot_texts import SpotTexts
from game.match.table_spec import TableSpec
from game.rules.betting import CALL, HoldemRules, PublicBetting
from game.rules.cards import parse
from game.study.history import ImportLog
from game.study.solved import MIN_LOGGED_HANDS, LoggedMix, LoggedPlayer, SolveList, SolveState
from tests.ai.asking import get_answer
from tests.ai.solver.oracles import PlainGame
from tests.archive.hands_for_tests import MOMENT
from tests.features.logs.show import write_log

RIVER = SpotTexts("QsJh2h8d5c", "22+,A2s+,KQ", "random", "100", "300", "50%,a", "100%")
TURN = SpotTexts("QsJh2h8d", "AA,KQs,T9s", "QQ,AJ,87s", "100", "200", "66%", "")
FLOP = SpotTexts("QsJh2h", "AA,T9s", "QQ,87s", "100", "66", "66%", "")


@pytest.fixture(autouse=True)
def nothing_held(user_folder: Path) -> Iterator[None]:
    held_solves.solves.clear()
    yield
    held_solves.solves.clear()


def test_a_spot_that_is_wrong_is_told_by_field_and_one_that_is_right_by_its_size() -> None:
    wrong = get_answer(CheckSpot(replace(RIVER, pot="x", oop="KK:2"), 0.5))
    assert set(wrong.problems) == {"pot", "oop"}
    right = get_answer(CheckSpot(RIVER, 0.5))
    assert not right.problems
    assert right.hands == (118, 1081)
    assert 0 < right.memory < right.allowed
    assert right.decisions == 10
    assert 0 < right.seconds < 5


def test_a_solve_reports_exploitability_and_ends_at_its_target() -> None:
    get_answer(SolveSpot(RIVER, 1.0))
    *reports, state = SolveSpot(RIVER, 0.2).run_handler()
    assert state.exploitability <= 0.2
    assert sum(state.ev) == pytest.approx(100, abs=1e-3)
    assert [share for _, share in state.curve] == sorted((share for _, share in state.curve), reverse=True)
    assert all(isinstance(report, Progress) for report in reports)


def test_a_solve_that_was_paused_goes_on_from_where_it_was() -> None:
    items = SolveSpot(replace(TURN, ip="random", oop="random"), 0.01).run_handler()
    while held_solves.solves == {} or not next(iter(held_solves.solves.values())).game.iterations:
        next(items)
    items.close()
    [held] = held_solves.solves.values()
    before = held.game.iterations
    assert before > 0
    get_answer(SolveSpot(held.texts, 50.0))
    assert held.game.iterations > before


def test_a_state_tells_the_way_both_ranges_and_what_is_done() -> None:
    get_answer(SolveSpot(RIVER, 0.5))
    node = get_answer(AskSolved(RIVER, ("check", "bet 50")))
    assert [step.player for step in node.way] == [0, 1, 0]
    assert node.way[1].actions[node.way[1].taken] == "bet 50"
    assert node.here.actions == ("raise 250", "call", "fold")
    assert sum(node.here.shares) == pytest.approx(1)
    assert sum(one.share for one in node.kinds[0]) == pytest.approx(1)
    assert len(node.shares) == 1326 * len(node.here.actions)
    assert sum(side.mean_equity for side in node.sides) == pytest.approx(1, abs=1e-4)
    assert sum(side.mean_ev for side in node.sides) == pytest.approx(node.here.pot, abs=0.01)


def test_each_card_that_may_come_tells_what_it_changes() -> None:
    get_answer(SolveSpot(TURN, 0.5))
    found = get_answer(AskRunOuts(TURN, ("check", "check")))
    assert len(found.cards) == 48
    assert len({round(one.ev, 3) for one in found.cards}) > 10
    with pytest.raises(BadInput, match="No card is dealt here"):
        get_answer(AskRunOuts(TURN, ()))


def test_walking_through_a_solved_turn_solves_nothing_and_comes_back_to_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wide = replace(TURN, oop="random", ip="random", bets="50%,a", raises="100%")
    solved = get_answer(SolveSpot(wide, 20.0))
    ways = [("check",), ("check", "check"), ("bet 50",), ("bet 50", "call")]
    rivers = [(("check", "check"), parse(card)) for card in ("2c", "Ah", "8h", "Ks")]
    steps = [((), ()), *((way, ()) for way in ways), *rivers]
    monkeypatch.setattr(Subgame, "iterate", None)
    first = [get_answer(AskSolved(wide, actions, cards)) for actions, cards in steps]
    again = [get_answer(AskSolved(wide, actions, cards)) for actions, cards in reversed(steps)]
    assert [node.shares for node in again[::-1]] == [node.shares for node in first]
    assert {node.here.pot for node in first} == {100.0, 150.0, 200.0}
    assert solved.iterations > 0


def test_a_lock_is_solved_around_and_cleared_again() -> None:
    free = get_answer(SolveSpot(RIVER, 0.2))
    state = get_answer(SetLock(RIVER, ("bet 50",), (), "fold", 20.0))
    assert state.iterations == 0
    assert [one.action for one in state.locks] == ["fold"]
    with pytest.raises(BadInput, match="Nothing is solved yet"):
        get_answer(AskSolved(RIVER))
    locked = get_answer(SolveSpot(RIVER, 0.2))
    assert locked.equilibrium == free.ev
    assert locked.ev[0] > free.ev[0]
    assert get_answer(ClearLocks(RIVER)).ev == free.ev


def test_painted_hands_keep_their_shares_and_the_opponent_answers_best() -> None:
    get_answer(SolveSpot(RIVER, 0.1))
    before = get_answer(AskSolved(RIVER, ("bet 50",)))
    actions = before.here.actions
    painted = "random: 10 60 30; top-pair & !AQ: 0 50 50; AsKs: 1 0 1"
    locked = get_answer(SetLock(RIVER, ("bet 50",), (), "", 0.0, shares=painted))
    assert [one.hands for one in locked.locks] == [painted]
    state = get_answer(SolveSpot(RIVER, 0.05))
    shares = get_answer(AskSolved(RIVER, ("bet 50",))).shares
    width = len(actions)

    def played(hand: str) -> list[float]:
        index = hand_index(parse(hand))
        return list(shares[index * width : (index + 1) * width])

    assert played("AsKs") == pytest.approx([0.5, 0.0, 0.5], abs=1e-5)
    assert played("KsQd") == pytest.approx([0.0, 0.5, 0.5], abs=1e-5)
    assert played("AsQd") == pytest.approx([0.1, 0.6, 0.3], abs=1e-5)
    [held] = held_solves.solves.values()
    answer = PlainGame(held.game.spot, lambda board, path: held.walk.at(path).strategy).best(0)
    assert state.ev[0] == pytest.approx(answer, abs=0.1)
    with pytest.raises(BadInput, match="write hands and shares"):
        get_answer(SetLock(RIVER, ("bet 50",), (), "", 0.0, shares="AA"))


def test_solves_of_one_tree_are_compared_if_they_are_locked_differently(user_folder: Path) -> None:
    get_answer(SolveSpot(RIVER, 1.0))
    get_answer(SetLock(RIVER, ("bet 50",), (), "fold", 30.0))
    get_answer(SolveSpot(RIVER, 1.0))
    kept = get_answer(KeepSolve(RIVER, "folds more"))
    get_answer(ClearLocks(RIVER))
    get_answer(SetLock(RIVER, ("bet 50",), (), "call", 20.0))
    get_answer(SolveSpot(RIVER, 1.0))
    found = get_answer(AskComparison(RIVER, ("bet 50",), (), kept.name))
    folds = found.actions.index("fold")
    every = found.hands[0]
    assert every.change(folds) < -0.3  # the other solve folds 30 points more, and this one less
    first = get_answer(AskComparison(RIVER, (), (), kept.name)).hands[0]
    assert first.ev_change < 0  # less is won from a player who folds less


def test_what_is_held_is_told_with_its_locks_and_what_is_not_is_none() -> None:
    assert get_answer(AskHeldSolve()) is None
    free = get_answer(SolveSpot(RIVER, 5.0))
    assert get_answer(AskHeldSolve()) == get_answer(AskHeldSolve(RIVER)) == free
    assert get_answer(AskHeldSolve(TURN)) is None
    locked = get_answer(SetLock(RIVER, ("bet 50",), (), "fold", 20.0))
    held = get_answer(AskHeldSolve(RIVER))
    assert (held.iterations, held.locks) == (0, locked.locks)


def test_a_solve_in_a_file_opens_as_it_was(user_folder: Path) -> None:
    get_answer(SolveSpot(RIVER, 0.5))
    get_answer(SetLock(RIVER, ("bet 50",), (), "fold", 20.0, "AKo"))
    locked = get_answer(SolveSpot(RIVER, 0.5))
    before = get_answer(AskSolved(RIVER, ("bet 50",)))
    kept = get_answer(KeepSolve(RIVER, "river 1"))
    assert kept.texts == RIVER
    held_solves.solves.clear()
    opened = get_answer(OpenSolve("river 1"))
    assert (opened.ev, opened.locks, opened.iterations) == (locked.ev, locked.locks, locked.iterations)
    assert opened.equilibrium == locked.equilibrium is not None
    assert get_answer(AskSolved(RIVER, ("bet 50",))).shares == before.shares
    assert [(one.name, one.locks) for one in get_answer(ListSolves()).solves] == [("river 1", 1)]
    get_answer(ForgetSolve("river 1"))
    assert get_answer(ListSolves()).solves == ()


def test_locks_of_a_solve_from_a_file_are_cleared(user_folder: Path) -> None:
    get_answer(SolveSpot(RIVER, 0.5))
    get_answer(SetLock(RIVER, (), (), "check", 20.0, "", "sound"))
    get_answer(SolveSpot(RIVER, 0.5))
    get_answer(KeepSolve(RIVER, "locked"))
    held_solves.solves.clear()
    [lock] = get_answer(OpenSolve("locked")).locks
    assert lock.agent == "sound"
    free = get_answer(ClearLocks(RIVER))
    assert (free.locks, free.iterations, free.equilibrium) == ((), 0, None)


def test_a_lock_to_an_agent_counts_the_bets_before_the_spot() -> None:
    facing_a_bet = replace(RIVER, begun="bet 50")
    get_answer(SolveSpot(facing_a_bet, 5.0))
    get_answer(SetLock(facing_a_bet, (), (), "", 0.0, agent="rock"))
    get_answer(SolveSpot(facing_a_bet, 5.0))
    here = get_answer(AskSolved(facing_a_bet, (), ())).here
    assert here.shares[here.actions.index("fold")] > 0.2, "only an agent that faces the bet folds"


def test_building_trees_reports_its_nodes_and_ends_when_it_is_cancelled() -> None:
    large = replace(FLOP, stack="2000", bets="20%,33%,50%,75%,a", raises="50%,100%,a")
    work = SolveSpot(large, 0.5).run_handler()
    reports = [next(work) for _ in range(3)]
    assert all(isinstance(one, Progress) and one.doing == BUILDING for one in reports)
    nodes = [one.metrics[NODES] for one in reports if isinstance(one, Progress)]
    assert nodes == sorted(nodes)
    assert nodes[-1] > 0
    running = threading.active_count()
    work.close()  # type: ignore[attr-defined]
    until = time.monotonic() + 20
    while threading.active_count() >= running and time.monotonic() < until:
        time.sleep(0.02)
    assert threading.active_count() < running
    assert not held_solves.solves


def test_a_solve_that_is_refused_leaves_no_boards_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "limits", lambda: Limits(1, 2**20))
    gc.collect()
    before = {id(one) for one in gc.get_objects() if isinstance(one, StreetTables)}  # of solves that are held
    gc.disable()  # boards in a cycle of references would wait for it
    try:
        with pytest.raises(BadInput, match="1 MB may be used"):
            get_answer(SolveSpot(FLOP, 0.5))
        assert {id(one) for one in gc.get_objects() if isinstance(one, StreetTables)} <= before
    finally:
        gc.enable()


def test_a_lock_to_an_agent_that_there_is_not_is_refused() -> None:
    get_answer(SolveSpot(RIVER, 0.5))
    with pytest.raises(BadInput, match="nobody"):
        get_answer(SetLock(RIVER, (), (), "", 0.0, "", "nobody"))


def test_what_cannot_be_opened_is_said_in_a_sentence(user_folder: Path) -> None:
    for name in ("", "../up", "a" * 99, ".", ".hidden", "-x"):
        with pytest.raises(BadInput, match="is not a name"):
            get_answer(OpenSolve(name))
    with pytest.raises(BadInput, match="There is no solve"):
        get_answer(OpenSolve("nobody"))
    solve_files.folder().mkdir(parents=True)
    (solve_files.folder() / "bad.npz").write_bytes(b"PK\x03\x04 and then nothing")
    with pytest.raises(BadInput, match="damaged"):
        get_answer(OpenSolve("bad"))
    assert get_answer(ListSolves()).solves == ()


def test_a_damaged_solve_is_listed_in_a_sentence_and_moved_aside(user_folder: Path) -> None:
    solve_files.folder().mkdir(parents=True)
    (solve_files.folder() / "bad.npz").write_bytes(b"PK\x03\x04 and then nothing")
    [sentence] = get_answer(ListSolves()).warnings
    assert sentence == "The solve 'bad' is damaged: it was set aside as bad.npz.broken-1."
    assert get_answer(ListSolves()) == SolveList(())


def test_a_solve_is_not_moved_aside_if_memory_is_short(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*words: object) -> None:
        raise MemoryError

    solve_files.folder().mkdir(parents=True)
    file = solve_files.folder() / "mine.npz"
    np.savez(file, about=np.array("{}"))
    monkeypatch.setattr(solve_files, "read_array", fail)
    with pytest.raises(MemoryError):
        get_answer(ListSolves())
    assert file.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_in_place_of_a_solve_is_refused_without_waiting(user_folder: Path) -> None:
    solve_files.folder().mkdir(parents=True)
    os.mkfifo(solve_files.folder() / "pipe.npz")
    assert get_answer(ListSolves()) == SolveList((), ("pipe.npz cannot be read: it is not a plain file.",))
    with pytest.raises(BadInput, match=r"pipe.npz cannot be read: it is not a plain file"):
        get_answer(OpenSolve("pipe"))


def test_a_small_archive_that_unpacks_to_a_giant_is_refused_without_memory(user_folder: Path) -> None:
    solve_files.folder().mkdir(parents=True)
    file = solve_files.folder() / "giant.npz"
    with (
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("about.npy", "w") as member,
    ):
        np.lib.format.write_array(member, np.array("x" * 2**24))
    assert file.stat().st_size < 2**18
    tracemalloc.start()
    try:
        [sentence] = get_answer(ListSolves()).warnings
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert "is damaged" in sentence
    assert peak < 2**24


def test_a_spot_that_is_not_held_is_said_so() -> None:
    with pytest.raises(BadInput, match="no longer held"):
        get_answer(AskSolved(RIVER))


def play_actions(*actions: int | str) -> PublicBetting:
    """Return the betting after these actions. "/" opens the next round."""
    betting = PublicBetting.start(HoldemRules())
    for action in actions:
        betting = betting.next_round() if isinstance(action, str) else betting.child(action)
    return betting


@pytest.mark.parametrize(
    ("betting", "board", "actions"),
    [
        (play_actions(300, CALL, "/"), "QsJh2h", ()),
        (play_actions(300, CALL, "/", CALL, 500, 1_100), "QsJh2h", ("check", "bet 200", "raise 800")),
        (play_actions(300, CALL, "/", CALL, CALL, "/", 20_000), "QsJh2h8d", ("all-in 19700",)),
        (
            play_actions(CALL, CALL, "/", CALL, CALL, "/", 237, CALL, "/", 337, 900),
            "QsJh2h8d5c",
            ("bet 100", "raise 663"),
        ),
    ],
)
def test_the_street_of_a_decision_is_a_spot_in_whose_tree_it_lies(
    betting: PublicBetting, board: str, actions: tuple[str, ...]
) -> None:
    found = get_answer(AskDecisionSpot(parse(board), betting))
    assert find_problems(found.texts) == {}
    assert found.actions == actions
    spot = spot_of_texts(found.texts)
    assert (spot.pot, spot.stack) == (2 * betting.round_start, 20_000 - betting.round_start)
    if len(board) == 10:
        [street] = build_streets(spot, [one > 0 for one in spot.ranges], PLAIN, None)
        assert street.trees.nodes[0].at(found.actions).player == len(actions) % 2


@pytest.mark.parametrize(
    ("bet", "bets"),
    [(356, "33%,75%,a / river 33%,a,75.105485%"), (357, "33%,75%,a / river 33%,75%,a,75.316456%")],
)
def test_a_bet_of_a_usual_size_stands_in_its_place(bet: int, bets: str) -> None:
    betting = play_actions(CALL, CALL, "/", CALL, CALL, "/", 237, CALL, "/", 237 + bet)
    assert get_answer(AskDecisionSpot(parse("QsJh2h8d5c"), betting)).texts.bets == bets


def test_before_the_flop_there_is_no_spot() -> None:
    with pytest.raises(BadInput, match="begins on the flop"):
        get_answer(AskDecisionSpot((), play_actions(300)))


def test_a_solve_that_takes_long_is_kept_meanwhile_and_goes_on_after_a_kill(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(requests, "AUTOSAVE_SECONDS", 0.0)
    items = SolveSpot(replace(TURN, bets="66%,a", raises="100%"), 0.0001).run_handler()
    while not get_answer(ListSolves()).solves:
        next(items)
    held_solves.solves.clear()  # the process is gone
    [kept] = get_answer(ListSolves()).solves
    opened = get_answer(OpenSolve(kept.name))
    assert opened.iterations > 0
    assert opened.texts == kept.texts
    assert get_answer(SolveSpot(opened.texts, 100.0)).iterations > opened.iterations


def test_a_solve_whose_writing_was_cut_off_leaves_the_former_file(user_folder: Path) -> None:
    get_answer(SolveSpot(RIVER, 5.0))
    get_answer(KeepSolve(RIVER, "mine"))
    before = (solve_files.folder() / "mine.npz").read_bytes()
    writing = KeepSolve(RIVER, "mine").run_handler()
    next(writing)
    writing.close()
    assert (solve_files.folder() / "mine.npz").read_bytes() == before
    assert [file.name for file in solve_files.folder().iterdir()] == ["mine.npz"]


def test_a_decision_is_written_as_the_command_prints_it_and_as_lines(tmp_path: Path) -> None:
    get_answer(SolveSpot(RIVER, 0.5))
    node = get_answer(AskSolved(RIVER, ("check",)))
    files = [tmp_path / f"node.{kind}" for kind in ("json", "csv")]
    for file in files:
        assert get_answer(ExportSolved(RIVER, ("check",), (), str(file))) == str(file)
    document = json.loads(files[0].read_text())
    assert document["spot"] == RIVER.id
    assert document["actions"] == [*reversed(node.here.actions)]
    assert document["frequencies"] == pytest.approx(node.here.shares[::-1], abs=1e-5)
    lines = files[1].read_text().splitlines()
    assert lines[0].startswith("hand,weight,ev,check,bet 50")
    assert len(lines) == 1 + 1081
    with pytest.raises(BadInput, match="Nobody acts here"):
        get_answer(ExportSolved(RIVER, ("check", "check"), (), str(files[0])))


def test_both_ranges_at_a_state_are_written_as_other_programs_read_them(tmp_path: Path) -> None:
    get_answer(SolveSpot(RIVER, 0.5))
    for way in (("check",), ("check", "check")):
        node = get_answer(AskSolved(RIVER, way))
        file = tmp_path / "ranges.txt"
        get_answer(ExportSolved(RIVER, way, (), str(file)))
        board, *parts = file.read_text().split("\n\n")
        assert board == RIVER.board
        heads, ranges = zip(*(part.strip().split("\n") for part in parts), strict=True)
        programs = ("PioSOLVER", "GTO+", "WASM Postflop")
        assert heads == tuple(f"{side}, for {program}:" for side in ("oop", "ip") for program in programs)
        for index, words in enumerate(ranges):
            reach = np.array(node.sides[index // len(programs)].reach)
            assert parse_range(words) == pytest.approx(reach, abs=0.0011)


def test_a_player_of_the_history_or_a_log_is_counted_locked_and_kept(user_folder: Path) -> None:
    archive, rng = Archive(user_folder), random.Random(1)
    for number in range(300):
        session = Session(TableSpec("holdem", ("you", "tight"), seed=number, skip=number))
        while not session.hand_over:
            session.act(rng.choice([CALL, CALL, *session.state.legal_actions()[:3]]))
        archive.append(hands.of(session, MOMENT + number))
    log = get_answer(ImportLog(str(write_log(user_folder / "evening.log", 800))))
    players = get_answer(ListLoggedPlayers())
    assert {(one.name, one.log) for one in players} >= {("you", ""), ("tight", ""), ("Ann", log.id)}
    get_answer(SolveSpot(FLOP, 5.0))
    for player in (LoggedPlayer("tight", 300), next(one for one in players if one.name == "Ann")):
        mix = get_answer(AskLoggedMix(FLOP, ("check",), player))
        assert mix.name == player.name
        assert mix.folds == 0
        assert mix.calls + mix.raises == pytest.approx(1.0)
        assert MIN_LOGGED_HANDS <= mix.hands <= player.hands
        locked = get_answer(SetLock(FLOP, ("check",), (), "", 0.0, logged=mix))
        assert locked.locks[-1].logged == mix
        get_answer(SolveSpot(FLOP, 5.0))
        node = get_answer(AskSolved(FLOP, ("check",)))
        assert node.here.actions == ("all-in 66", "check")
        assert node.here.shares == pytest.approx((mix.raises, mix.calls), abs=0.02)
    get_answer(KeepSolve(FLOP, "as they played"))
    held_solves.solves.clear()
    assert get_answer(OpenSolve("as they played")).locks == locked.locks


def test_a_mix_of_too_few_hands_is_told_and_not_locked(user_folder: Path) -> None:
    mix = get_answer(AskLoggedMix(TURN, ("bet 66",), LoggedPlayer("nobody", 40)))
    assert mix == LoggedMix("nobody", 0, 0.0, 0.0, 0.0)
    get_answer(SolveSpot(TURN, 5.0))
    with pytest.raises(BadInput, match="nobody made such decisions in too few hands"):
        get_answer(SetLock(TURN, ("bet 66",), (), "", 0.0, logged=mix))


def measured_now(held: HeldSolve) -> float:
    """Return the exploitability of the current strategy, in percent of the pot."""
    measuring = held.game.exploitability()
    while True:
        try:
            next(measuring)
        except StopIteration as end:
            return 100 * float(end.value)


def autosave(held: HeldSolve) -> None:
    for _ in solve_files.autosave(held):
        pass


def test_an_autosave_is_replaced_only_by_a_better_solve_of_its_spot(user_folder: Path) -> None:
    get_answer(SolveSpot(RIVER, 0.5))
    held = held_solves.find(RIVER)
    autosave(held)
    [first] = get_answer(ListSolves()).solves
    assert first.exploitability == held.exploitability
    for worse in (0.76, math.nan):
        held.exploitability = worse
        autosave(held)
        assert get_answer(ListSolves()).solves == (first,)
    held.exploitability = first.exploitability / 2
    autosave(held)
    [better] = get_answer(ListSolves()).solves
    assert (better.name, better.exploitability) == (first.name, first.exploitability / 2)


def test_each_spot_and_its_locks_have_an_autosave_of_their_own_bounded_in_number_and_bytes(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, pot in enumerate(("100", "120", "140")):
        spot = replace(RIVER, pot=pot)
        get_answer(SolveSpot(spot, 5.0))
        autosave(held_solves.find(spot))
        [newest] = [file for file in solve_files.folder().iterdir() if file.stat().st_mtime > 10]
        os.utime(newest, (number, number))
    assert sorted(one.texts.pot for one in get_answer(ListSolves()).solves) == ["100", "120", "140"]
    last = replace(RIVER, pot="140")
    get_answer(SetLock(last, (), (), "check", 20.0))
    get_answer(SolveSpot(last, 5.0))
    monkeypatch.setattr(solve_files, "MAX_AUTOSAVES", 3)
    autosave(held_solves.find(last))
    assert sorted(one.texts.pot for one in get_answer(ListSolves()).solves) == ["120", "140", "140"]
    monkeypatch.setattr(solve_files, "MAX_AUTOSAVE_BYTES", 1)
    held_solves.find(last).exploitability /= 2
    autosave(held_solves.find(last))
    [left] = get_answer(ListSolves()).solves
    assert left.texts.pot == "140"


def test_a_long_solve_is_autosaved_at_its_measures_and_at_its_end(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "AUTOSAVE_SECONDS", 0.0)
    written: list[float] = []
    plain = solve_files.write

    def noted(held: HeldSolve, file: Path) -> Iterator[Progress]:
        assert measured_now(held) == pytest.approx(held.exploitability, rel=1e-6)
        written.append(held.exploitability)
        yield from plain(held, file)

    monkeypatch.setattr(solve_files, "write", noted)
    items = requests.solve(SolveSpot(RIVER, 0.3))
    state = next(item for item in items if not isinstance(item, Progress))  # the worker takes no further item
    items.close()
    assert isinstance(state, SolveState)
    assert written == sorted(written, reverse=True)
    assert written[-1] == state.exploitability
    [kept] = get_answer(ListSolves()).solves
    assert kept.exploitability == state.exploitability


def test_the_values_of_a_solve_that_never_ended_are_measured_when_it_is_opened_or_locked(
    user_folder: Path,
) -> None:
    ended = get_answer(SolveSpot(RIVER, 0.5))
    held = held_solves.find(RIVER)
    held.ev = (math.nan, math.nan)
    for _ in solve_files.write(held, solve_files.folder() / "paused.npz"):
        pass
    assert get_answer(OpenSolve("paused")).ev == pytest.approx(ended.ev, abs=1e-4)
    held_solves.find(RIVER).ev = (math.nan, math.nan)
    locked = get_answer(SetLock(RIVER, ("bet 50",), (), "fold", 20.0, ""))
    assert locked.equilibrium == pytest.approx(ended.ev, abs=1e-4)


def test_a_solve_is_kept_with_the_exploitability_of_what_is_written(user_folder: Path) -> None:
    get_answer(SolveSpot(RIVER, 5.0))
    held = held_solves.find(RIVER)
    before = held.exploitability
    for _ in range(40):
        for _ in held.game.iterate():
            pass
    held.is_just_measured = False
    kept = get_answer(KeepSolve(RIVER, "further"))
    assert kept.exploitability < before
    assert kept.exploitability == pytest.approx(measured_now(held), rel=1e-6)


def test_a_solve_without_a_measurement_is_measured_before_it_grades_a_hand() -> None:
    get_answer(SolveSpot(RIVER, 0.5))
    held = held_solves.find(RIVER)
    held.exploitability, held.is_just_measured = math.nan, False
    hand = get_answer(PlaySpot(RIVER, 0, 3, 0))
    assert hand.offered
    assert held.exploitability == pytest.approx(measured_now(held), rel=1e-6)


def test_a_running_solve_is_not_kept_and_the_names_of_autosaves_are_reserved(user_folder: Path) -> None:
    items = SolveSpot(replace(TURN, ip="random", oop="random"), 0.01).run_handler()
    while not held_solves.solves or not next(iter(held_solves.solves.values())).game.iterations:
        next(items)
    [held] = held_solves.solves.values()
    with pytest.raises(BadInput, match="Pause it to keep it"):
        get_answer(KeepSolve(held.texts, "running"))
    items.close()
    with pytest.raises(BadInput, match="Choose another name"):
        get_answer(KeepSolve(held.texts, "Autosave 1"))
