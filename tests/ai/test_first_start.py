"""The first start: every kernel that play needs is compiled, and every report is correct."""

import importlib
import subprocess
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from ai import catalog, first_start, kernel_cache
from ai.abstraction import card_abstraction as registry
from ai.abstraction import strengths
from ai.abstraction.bet_menu import load_menu
from ai.abstraction.betting_tree import build
from ai.algorithms.game_tree import flatten
from ai.algorithms.solver import Solver
from ai.algorithms.variants import FAMILY
from ai.compiled import FAST_CODE, MIN_COMPILING_BYTES, book, kernel
from ai.hands import boards, evaluator
from ai.hands.combos import HANDS, parse_range
from ai.hands.equities import equities, sampled_equity, win_and_tie_probabilities
from ai.hands.range_equity import exact_equity, made_hands
from ai.kernel_cache import KernelSet
from ai.preparation import Report
from game.files import memory_limit
from game.files.manifest import SHIPPED_ABSTRACTION
from game.needs import NEEDS, Need, find_need
from game.rules.cards import parse
from game.rules.kuhn_poker import classic
from tests.conftest import ROOT

MAKERS = {"ai.hands.evaluator_table", "ai.hands.preflop_table"}
"""Modules whose kernels only create shipped files."""
BESIDE_MCCFR = {"ai.algorithms.mccfr_kernel"}
"""Modules whose kernels are compiled by `compile_kernels` of ai/algorithms/mccfr.py."""


@kernel
def doubled(number: int) -> int:
    return 2 * number


def small_module() -> ModuleType:
    module = ModuleType(__name__)
    module.compile_kernels = lambda: doubled(3)  # type: ignore[attr-defined]
    return module


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    kernel_cache.folder().mkdir(parents=True)
    monkeypatch.setattr(book, "trouble", "")
    monkeypatch.setattr(book, "after_compiling", None)
    return tmp_path


def stand_in_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the modules of each `Need` by one small module, and skip the computation of river strengths."""

    def small_stage(need: Need) -> first_start.PreparationStage:
        return real(need)._replace(modules=[small_module()])

    real = first_start._plan_stage
    monkeypatch.setattr(first_start, "MODULES", {need: {} for need in NEEDS})
    monkeypatch.setattr(first_start, "_plan_stage", small_stage)
    monkeypatch.setattr(strengths, "compute_rivers", lambda folder: iter([None] * 3))


def test_every_module_with_kernels_says_how_they_are_called() -> None:
    names = set(kernel_cache.kernel_modules()) - MAKERS - BESIDE_MCCFR | {first_start.MCCFR}
    assert [name for name in names if not hasattr(importlib.import_module(name), "compile_kernels")] == []


@pytest.mark.parametrize("prefix", first_start.TRAINED_ONLY)
def test_what_is_left_to_training_holds_kernels(prefix: str) -> None:
    assert any(name.startswith(prefix) for name in kernel_cache.kernel_modules())


def test_of_the_abstraction_only_what_looks_hands_up_is_compiled_for_everybody() -> None:
    found = {module.__name__ for module in first_start.modules_to_compile()}
    here = {name.removeprefix("ai.abstraction.") for name in found if name.startswith("ai.abstraction.")}
    assert here == {"betting_tree", "card_abstraction", "isomorphism", "strengths"}
    assert not found & {module.__name__ for module in first_start.modules_to_compile(KernelSet.TRAINING)}


def test_what_tells_which_hands_are_alike_is_a_part_of_its_own(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernels = set(kernel_cache.kernel_modules())
    assert {module.__name__ for module in first_start.modules_to_compile(KernelSet.ABSTRACTION)} <= kernels
    assert not kernel_cache.has(KernelSet.ABSTRACTION)
    monkeypatch.setattr(first_start, "modules_to_compile", lambda part: [])
    reports: list[Report] = []
    first_start.make_ready(first_start.plan_stages(KernelSet.ABSTRACTION), reports.append)
    assert kernel_cache.has(KernelSet.ABSTRACTION)
    assert not kernel_cache.met_needs()
    assert reports[-1] == Report(1, 1, 1.0, ends=[1.0], met=1)


@pytest.mark.parametrize("words", [["trainig"], ["play", "training"]])
def test_a_part_that_there_is_not_is_refused(words: list[str]) -> None:
    with pytest.raises(
        SystemExit, match="is not part of the kernels: name one of play, training, abstraction"
    ):
        first_start.main(words)


def test_after_it_nothing_is_compiled_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in first_start.modules_to_compile():
        module.compile_kernels()
    compiled = set(book.compiled_kernels)
    monkeypatch.setattr(book, "after_compiling", lambda: pytest.fail("a kernel was compiled"))
    evaluator.rank(parse("AsKsQsJsTs"))
    evaluator.rank(parse("AsKsQsJsTs2c3d"))
    boards.rivers(np.array([parse("AsKsQsJsTs")], np.uint8))
    for one, other in (("AsAh", "KdKc"), ("AsAh", "random"), ("22+", "random")):
        list(exact_equity(parse_range(one), parse_range(other), parse("2c7d9hJs")))
    made = made_hands(parse_range("22+"), parse_range("random"), parse("2c7d9h"), np.random.default_rng(0))
    next(made)
    for board in ("2c7d9h", "2c7d9hJs4s"):
        equities(np.ones(len(HANDS)), parse(board))
        win_and_tie_probabilities(0, np.ones(len(HANDS)), parse(board))
    next(sampled_equity(parse_range("22+"), parse_range("random"), (), np.random.default_rng(0)))
    build(load_menu("half-pot"), 3)
    for board in ("", "2c7d9h", "2c7d9hJs", "2c7d9hJs4s"):
        registry.opened(registry.find_file(SHIPPED_ABSTRACTION)).buckets(parse(board))
    for variant in FAMILY.values():
        run = Solver(flatten(classic()), variant)
        run.iterate(1)
        run.track(2, every=1)
        run.exploitability()
    assert book.compiled_kernels == compiled


def test_needs_are_met_in_order_and_each_is_stamped_before_it_is_told(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in_modules(monkeypatch)
    reports: list[Report] = []

    def tell(report: Report) -> None:
        reports.append(report)
        assert kernel_cache.met_needs()[: report.met] == NEEDS[: report.met]
        assert len(kernel_cache.met_needs()) <= report.met + 1

    first_start.make_ready(first_start.plan_stages(KernelSet.PLAY), tell)
    assert [report.ready for report in reports] == sorted(report.ready for report in reports)
    assert [report.share for report in reports] == sorted(report.share for report in reports)
    assert reports[0].ready == 0
    assert {report.met for report in reports} == set(range(len(NEEDS) + 1))
    assert (reports[-1].ready, reports[-1].share) == (reports[-1].total, 1.0)
    assert kernel_cache.is_prepared()


def test_a_table_is_kept_when_the_preparation_ends_before_the_rest(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in_modules(monkeypatch)

    def end(report: Report) -> None:
        if report.met == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        first_start.make_ready(first_start.plan_stages(KernelSet.PLAY), end)
    assert kernel_cache.met_needs() == (Need.TABLE,)
    left = first_start.plan_stages(KernelSet.PLAY)
    assert [len(stage.modules) for stage in left] == [0, 1, 1, 1, 1, 1, 1]
    reports: list[Report] = []
    first_start.make_ready(left, reports.append)
    assert kernel_cache.is_prepared()
    assert min(report.met for report in reports) == 1


def test_every_kernel_of_play_belongs_to_one_need_and_the_table_comes_first() -> None:
    listed = [name for names in first_start.MODULES.values() for name in names]
    assert tuple(first_start.MODULES) == NEEDS == (Need.TABLE, *NEEDS[1:])
    assert len(listed) == len(set(listed))
    left_out = MAKERS | BESIDE_MCCFR
    for name in kernel_cache.kernel_modules():
        later = name.startswith(first_start.TRAINED_ONLY) or name in first_start.HAND_TABLE
        assert (name in listed) != (later or name in left_out), name


def test_every_table_comes_before_the_pages_that_no_table_needs() -> None:
    """In `NEEDS`, everything that an opponent needs comes before anything that only a page needs.

    No `Need` includes the hash table of hands, because the program builds this table when its page opens.
    """
    needs = {find_need(entry) for entry in catalog.agents("holdem")}
    assert max(NEEDS.index(need) for need in needs if need) < NEEDS.index(Need.SOLVER)
    assert NEEDS[-2:] == (Need.ODDS, Need.LAB)
    assert not {*first_start.HAND_TABLE} & {name for names in first_start.MODULES.values() for name in names}


def test_the_work_of_a_need_is_that_of_its_modules(own_cache: Path) -> None:
    stages = first_start.plan_stages(KernelSet.PLAY)
    reports: list[Report] = []
    first_start._Meter(stages, reports.append).tell()
    listed = [sum(map(sum, works.values())) for works in first_start.MODULES.values()]
    listed[NEEDS.index(Need.BLUEPRINT)] += first_start.RIVERS_WORK
    found = [0.0, *reports[0].ends]
    assert [later - before for before, later in pairwise(found)] == pytest.approx(
        [work / sum(listed) for work in listed], abs=0.01
    )


def test_each_compilation_counts_as_measured_and_a_cached_module_at_once(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = small_module()
    monkeypatch.setattr(first_start, "MODULES", {Need.TABLE: {module.__name__: (1.0, 3.0)}})
    reports: list[Report] = []
    meter = first_start._Meter(
        [first_start.PreparationStage([module, module], 2.0, lambda: iter(()))], reports.append
    )
    meter.tell()
    for _ in range(3):
        meter.note_compilation()
    meter.finish_module()
    meter.finish_module()
    meter.tell(0.5)
    meter.finish_stage()
    assert [(10 * one.share, 10 * one.step, one.ready) for one in reports] == [
        pytest.approx(expected)
        for expected in [
            (0, 1, 0),
            (1, 3, 1),
            (4, 1, 2),
            (4, 1, 2),
            (4, 1, 2),
            (8, 2, 4),
            (9, 1, 4),
            (10, 0, 5),
        ]
    ]


def test_trouble_ends_it_and_is_told(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    def write_stamp(need: Need) -> None:
        if need == Need.ODDS:
            raise OSError(28, "No space left on device")
        written(need)

    written = kernel_cache.write_stamp
    monkeypatch.setattr(kernel_cache, "write_stamp", write_stamp)
    stand_in_modules(monkeypatch)
    reports: list[Report] = []
    first_start.make_ready(first_start.plan_stages(KernelSet.PLAY), reports.append)
    assert reports[-1].trouble == "No space left on device"
    assert kernel_cache.met_needs() == NEEDS[: NEEDS.index(Need.ODDS)]


def test_too_little_memory_for_a_kernel_ends_it_and_is_told(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_limit, "bytes_under_limit", lambda: 300 * memory_limit.MEGABYTE)
    module = small_module()
    module.compile_kernels = partial(memory_limit.check_memory, FAST_CODE, MIN_COMPILING_BYTES)  # type: ignore[attr-defined]
    stages = [first_start.PreparationStage([module], 0.0, lambda: iter(()))]
    reports: list[Report] = []
    first_start.make_ready(stages, reports.append)
    assert reports[-1].trouble.startswith(
        "Fast code needs 512 MB more, and the limit of this terminal leaves 300"
    )


def test_a_kernel_that_cannot_be_kept_stops_before_the_tables(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in_modules(monkeypatch)
    monkeypatch.setattr(book, "trouble", "No space left on device")
    monkeypatch.setattr(kernel_cache, "write_stamp", lambda *_: pytest.fail("a need was stamped"))
    reports: list[Report] = []
    first_start.make_ready(first_start.plan_stages(KernelSet.PLAY), reports.append)
    assert reports[-1].trouble == "No space left on device"


PLAYED = """
import sys
import random
from ai import first_start, service
from ai.compiled import book
from ai.evaluation.grading import holdem as grading
from ai.solver.solving import Goal
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.study.holdem import AskDuel, AskEquity
from game.study.judgements import AskJudgement
from game.study.play import AgentKey, Decide
from game.needs import NEEDS, Need

grading.ADVICE = Goal(iterations=2)  # calls every kernel of a longer solve
agent, need, coached = sys.argv[1], Need(sys.argv[2]), sys.argv[3] == "coached"
for met in NEEDS[: NEEDS.index(need) + 1]:
    for module in first_start._plan_stage(met).modules:
        module.compile_kernels()

def ask(request):
    *_, value = service.answer(request)
    return value

compiled, judged, save = [], set(), book.note
book.note = lambda kernel: compiled.append(f"{kernel.__module__}.{kernel.__name__}") or save(kernel)
die, session = random.Random(1), Session(TableSpec("holdem", ("you", agent), seed=5))
for hand in range(8):
    while not session.hand_over:
        state, player = session.state, session.state.current_player()
        info = state.information_state(player)
        if session.seat_to_act == 1:
            seed = f"0/{hand}/{len(session.steps)}"
            action = ask(Decide(AgentKey("holdem", agent), info, seed)).action
        else:
            ask(AskEquity(info.hole, info.board))
            kind = len(state.board), state.legal_actions()[0] == 0  # the street, and whether there is a bet
            if coached and kind not in judged:
                judged.add(kind)
                ask(AskJudgement("holdem", info))
            action = die.choice([action for action in state.legal_actions() if action][:3])
        session.act(action)
    for cards in (0, 3, 4, 5):
        if cards <= len(session.state.board):
            ask(AskDuel(session.state.hole, session.state.board[:cards]))
    session.next_hand()
print(*compiled)
"""


@pytest.mark.parametrize(
    ("agent", "need", "coached"),
    [
        ("sound", Need.TABLE, ""),
        ("expert-sound", Need.EXPERT, ""),
        ("blueprint-200", Need.BLUEPRINT, "coached"),
        ("search-network-all", Need.SEARCH, ""),
    ],
)
def test_a_table_calls_no_kernel_beyond_its_need(agent: str, need: Need, coached: str) -> None:
    [entry] = [entry for entry in catalog.agents("holdem") if entry.name == agent]
    assert find_need(entry) == need
    words = [sys.executable, "-c", PLAYED, agent, need, coached]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
