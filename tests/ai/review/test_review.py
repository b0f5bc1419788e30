"""Reviews: mistakes sorted by cost, every decision graded exactly once, and the command `review`."""

import csv
import io
import json
import multiprocessing
import os
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from ai import catalog
from ai.command_line import main
from ai.commands.log_answers import _line, _row
from ai.evaluation.grading.decisions import judgement_from_dict, judgement_to_dict
from ai.features import judgements, review
from ai.review import analysis, document
from ai.review.analysis import Results, Stored, StoredJudgements, grade_hands
from ai.review.hands import ReviewHands, decisions, read_hands
from game.archive.imported import ImportedHand
from game.archive.store import Archive
from game.core import BadInput, Progress
from game.files import damage
from game.match.acpc import header, to_acpc
from game.match.phh import HandRecord, to_phhs
from game.rules import games
from game.rules.betting import Street
from game.rules.holdem import HoldemInformationState
from game.study.judgements import MARKS, AskJudgement, Judgement, Mark
from game.study.play import AgentKey
from game.study.review import MAX_SHOWN, AskReview, Review, Reviewed, ReviewProgress, ReviewTarget
from tests.ai.asking import get_json, get_refusal
from tests.archive.hands_for_tests import hand
from tests.features.logs.show import TABLE, records, write_log
from tests.histories.plain_hands import WINAMAX, read_hand
from tests.killing import wait_for
from tests.played_hands import make_judgement, make_opponent_values

EDITION = "one"
KILLED_AFTER = 7


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def get_cost(request: AskJudgement) -> float:
    return random.Random(f"{request.info.key}/{request.action}").choice([0.0, 0.1, 0.5, 3.0])


def grade(request: AskJudgement) -> Iterator[Progress | Judgement]:
    yield Progress(0, None, 0.0)
    cost = get_cost(request)
    assert request.action is not None
    other = next(one for one in request.info.legal_actions if one != request.action)
    values = {request.action: -cost, other: 0.0}
    best = request.action if cost == 0 else other
    yield make_judgement(values, best=best, source="solve", equity=0.4, price=0.3)


class Counting:
    """A judge of decisions that counts how often it has judged each decision."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, int]] = []

    def __call__(self, request: AskJudgement) -> Iterator[Progress | Judgement]:
        assert request.action is not None
        self.requests.append((request.info.key, request.action))
        return grade(request)


def make_target(folder: Path, count: int = 20) -> ReviewTarget:
    return ReviewTarget("log", str(write_log(folder / "evening.log", count)))


def gather_hands(target: ReviewTarget) -> ReviewHands:
    *_, hands = read_hands(target)
    assert isinstance(hands, ReviewHands)
    return hands


def make_review(target: ReviewTarget, home: Path, work: object = grade) -> Review:
    *_, found = grade_hands(gather_hands(target), Results(home, target, EDITION), work)  # type: ignore[arg-type]
    assert isinstance(found, Review)
    return found


def keys_in(file: Path) -> list[str]:
    return [line.split(b'"key":"')[1][:16].decode() for line in file.read_bytes().splitlines()]


def test_mistakes_come_by_their_cost_the_most_costly_first(tmp_path: Path, home: Path) -> None:
    found = make_review(make_target(tmp_path), home)
    costs = [one.grade.sure_cost for one in found.mistakes if one.grade]
    assert costs == sorted(costs, reverse=True)
    assert {0.1, 0.5, 3.0} == set(costs)
    assert all(
        one.grade and MARKS.index(one.grade.mark) >= MARKS.index(Mark.INACCURACY) for one in found.mistakes
    )


def test_both_players_of_a_log_are_graded_and_only_one_where_one_is_named(tmp_path: Path, home: Path) -> None:
    target = make_target(tmp_path)
    everybody = {one.player for one in make_review(target, home).mistakes}
    assert everybody == {"Hyperborean", "Slumbot", "Ann"}
    only_ann = ReviewTarget("log", target.name, player="Ann")
    assert {one.player for one in make_review(only_ann, home).mistakes} == {"Ann"}


def test_a_grade_is_asked_with_no_card_that_the_player_did_not_see() -> None:
    seen = 0
    for number, one in enumerate(records(40)):
        final = one.final_state()
        for made in decisions(ImportedHand(number + 1, one, 0, 0, 0)):
            info = made.request.info
            assert isinstance(info, HoldemInformationState)
            assert info.hole == final.hole[info.player]
            assert info.board == final.board[: len(info.board)]
            assert len(info.board) == (0, 3, 4, 5)[info.street]
            seen += 1
    assert seen > 40


def test_another_card_of_the_opponent_changes_no_grade(tmp_path: Path, home: Path) -> None:
    one = next(one for one in records(40) if one.final_state().betting.folded is not None)
    dealt = list(one.final_state().dealt)
    unused = next(card for card in range(52) if card not in dealt)
    other_cards = HandRecord(
        one.rules, (unused, *one.actions[1:]), one.names, one.number
    )  # card 0 is the big blind's
    costs = []
    for number, record in enumerate((one, other_cards)):
        file = tmp_path / f"{number}.log"
        file.write_text(f"{header(TABLE)}\n{to_acpc(record)}\n")
        made = decisions(gather_hands(ReviewTarget("log", str(file))).hands[0])
        costs.append([get_cost(each.request) for each in made if each.player == one.names[1]])
    assert costs[0] == costs[1]


def test_what_is_graded_is_not_graded_again(tmp_path: Path, home: Path) -> None:
    target, first, second = make_target(tmp_path), Counting(), Counting()
    once = make_review(target, home, first)
    again = make_review(target, home, second)
    assert first.requests
    assert second.requests == []
    assert again == once


def test_a_hand_that_another_review_has_graded_is_not_graded_again(tmp_path: Path, home: Path) -> None:
    whole, counted = make_target(tmp_path), Counting()
    make_review(whole, home)
    one = ReviewTarget("log", whole.name, place=3)
    assert make_review(one, home, counted) == make_review(one, tmp_path / "elsewhere")
    assert counted.requests == []
    only_ann = ReviewTarget("log", whole.name, player="Ann")
    make_review(only_ann, home, counted)
    assert counted.requests


def test_decisions_against_an_opponent_that_has_changed_are_graded_again(tmp_path: Path, home: Path) -> None:
    target = make_target(tmp_path)
    graded = []
    for version in ("first", "first", "second"):
        judge, results = Counting(), Results(home, target, EDITION, lambda _, name=version: name)  # type: ignore[misc]
        list(grade_hands(gather_hands(target), results, judge))
        graded.append(len(judge.requests))
    assert graded[0] == graded[2] > 0
    assert graded[1] == 0


def test_a_grade_without_the_opponent_that_was_asked_for_is_shown_but_not_stored(
    tmp_path: Path, home: Path
) -> None:
    def judge_alone(request: AskJudgement) -> Iterator[Progress | Judgement]:
        for item in grade(request):
            yield replace(item, theory_alone="silent") if isinstance(item, Judgement) else item

    target, again = make_target(tmp_path), Counting()
    found = make_review(target, home, judge_alone)
    assert found.mistakes
    assert make_review(target, home, again).mistakes
    assert len(again.requests) == found.decisions


def test_a_cancelled_review_goes_on_from_where_it_was(tmp_path: Path, home: Path) -> None:
    target, first, second = make_target(tmp_path), Counting(), Counting()
    hands = gather_hands(target)
    results = Results(home, target, EDITION)
    work = grade_hands(hands, results, first)
    for report in work:
        assert isinstance(report, Progress)
        if report.iteration == KILLED_AFTER:
            break
    work.close()  # type: ignore[attr-defined]
    assert len(keys_in(results.file)) == KILLED_AFTER
    assert make_review(target, home, second) == make_review(target, tmp_path / "elsewhere")
    every = [made for one in hands.hands for made in decisions(one)]
    assert len(keys_in(results.file)) == len(set(keys_in(results.file))) == len(every)
    assert len(second.requests) == len(every) - KILLED_AFTER


def test_progress_tells_how_much_is_done_and_how_long_it_takes_yet(tmp_path: Path, home: Path) -> None:
    target = make_target(tmp_path)
    *reports, _ = grade_hands(gather_hands(target), Results(home, target, EDITION), grade)
    progress = [one for one in reports if isinstance(one, Progress)]
    assert [one.iteration for one in progress] == sorted(one.iteration for one in progress)
    every = sum(len(decisions(one)) for one in gather_hands(target).hands)
    assert progress[-1].iteration == progress[-1].total == every
    assert progress[-1].seconds_left == 0
    assert progress[0].seconds_left is None


SECONDS = (0.5, 0.3, 1.0, 12.0)
"""The seconds of a judgement before the flop, on flop, river and turn."""


def test_time_left_is_forecast_by_the_kinds_of_decisions(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(analysis, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(analysis, "HANDS_IN_BLOCK", 25)

    def judge_in_seconds(request: AskJudgement) -> Iterator[Progress | Judgement]:
        nonlocal now
        assert isinstance(request.info, HoldemInformationState)
        now += SECONDS[(0, 1, 3, 2)[request.info.street]] if now else 60.0  # the first one loads the agent
        yield from grade(request)

    target = make_target(tmp_path, 100)
    *reports, _ = grade_hands(gather_hands(target), Results(home, target, EDITION), judge_in_seconds)
    forecasts = [
        (one.seconds_left, now - one.seconds)
        for one in reports
        if isinstance(one, Progress) and one.seconds_left is not None
    ]
    assert forecasts[0][1] > 0.9 * (now - 60.0), "a forecast comes early"
    for forecast, left in forecasts[:-1]:
        assert forecast == pytest.approx(left, rel=0.6, abs=60.0)
    assert all(
        one.seconds_left is None
        for one in reports
        if isinstance(one, Progress) and one.iteration < analysis.MIN_GRADED
    )


def test_the_forecast_stays_while_a_decision_is_judged(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(analysis, "time", SimpleNamespace(monotonic=lambda: now))

    def judge_in_steps(request: AskJudgement) -> Iterator[Progress | Judgement]:
        nonlocal now
        for _ in range(3):
            now += 5.0
            yield Progress(0, None, 0.0)
        yield from grade(request)

    target = make_target(tmp_path)
    *reports, _ = grade_hands(gather_hands(target), Results(home, target, EDITION), judge_in_steps)
    forecasts: dict[int, set[float | None]] = {}
    for one in reports:
        if isinstance(one, ReviewProgress):
            forecasts.setdefault(one.iteration, set()).add(one.seconds_left)
    assert all(len(told) == 1 for told in forecasts.values())
    assert len(set[float | None]().union(*forecasts.values())) > analysis.MIN_GRADED


def test_mistakes_are_told_as_they_are_found_each_once_and_at_last_in_the_same_order(
    tmp_path: Path, home: Path
) -> None:
    target = make_target(tmp_path)
    work = grade_hands(gather_hands(target), Results(home, target, EDITION), grade)
    told: list[Reviewed] = []
    for report in work:
        if isinstance(report, ReviewProgress) and report.found is not None:
            told += report.found.mistakes
            assert report.found.decisions == report.iteration
            assert report.found.mistakes_found == len(told)
        if isinstance(report, Progress) and report.iteration == KILLED_AFTER:
            break
    work.close()  # type: ignore[attr-defined]
    assert told
    first, *later = [
        report.found
        for report in grade_hands(gather_hands(target), Results(home, target, EDITION), grade)
        if isinstance(report, ReviewProgress) and report.found is not None
    ]
    assert first.decisions == KILLED_AFTER
    assert sorted(told, key=lambda one: one.order) == list(first.mistakes)
    told += [one for found in later for one in found.mistakes]
    whole = make_review(target, home)
    assert sorted(told, key=lambda one: one.order) == list(whole.mistakes)
    assert (later[-1].decisions, later[-1].hands) == (whole.decisions, whole.hands)
    assert later[-1].cost == pytest.approx(whole.cost)
    costs: dict[tuple[int, str], float] = {}
    for one in (*whole.mistakes, *whole.good):
        assert one.grade is not None
        key = one.hand, one.player
        costs[key] = max(costs.get(key, 0.0), one.grade.sure_cost)
    assert whole.cost == pytest.approx(sum(costs.values())), "a gain missed on every street counts once"


def _slowly(request: AskJudgement) -> Iterator[Progress | Judgement]:
    time.sleep(0.01)
    return grade(request)


def _review_slowly(name: str, home: str) -> None:
    target = ReviewTarget("log", name)
    for _ in grade_hands(gather_hands(target), Results(Path(home), target, EDITION), _slowly):
        pass


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system kills in another way")
@pytest.mark.parametrize("torn", [False, True])
def test_a_killed_review_goes_on_with_nothing_twice_and_nothing_lost(
    tmp_path: Path, home: Path, torn: bool
) -> None:
    target = make_target(tmp_path, 40)
    file = Results(home, target, EDITION).file
    victim = multiprocessing.get_context("spawn").Process(
        target=_review_slowly, args=(target.name, str(home))
    )
    victim.start()
    try:
        wait_for(lambda: file.exists() and file.read_bytes().count(b"\n") >= KILLED_AFTER, "some hands")
    finally:
        victim.kill()
        victim.join()
    assert victim.exitcode == -signal.SIGKILL
    if torn:
        os.truncate(file, file.stat().st_size - 5)
    whole = file.read_bytes().count(b"\n")
    assert KILLED_AFTER - 1 <= whole < 40
    counted = Counting()
    found = make_review(target, home, counted)
    assert found == make_review(target, tmp_path / "elsewhere")
    every = sum(len(decisions(one)) for one in gather_hands(target).hands)
    assert len(keys_in(file)) == len(set(keys_in(file))) == every
    assert len(counted.requests) == every - whole


def test_two_do_not_review_the_same_at_once(tmp_path: Path, home: Path) -> None:
    target = make_target(tmp_path)
    work = grade_hands(gather_hands(target), Results(home, target, EDITION), grade)
    next(work)
    with pytest.raises(BadInput, match="being reviewed already"):
        next(grade_hands(gather_hands(target), Results(home, target, EDITION), grade))
    work.close()  # type: ignore[attr-defined]


def test_a_grader_that_cannot_go_on_ends_the_review_and_leaves_no_hand_out(
    tmp_path: Path, home: Path
) -> None:
    def failing(request: AskJudgement) -> Iterator[Progress | Judgement]:
        raise BadInput("The solver cannot be compiled.")
        yield

    target = make_target(tmp_path)
    with pytest.raises(BadInput, match="cannot be compiled"):
        list(grade_hands(gather_hands(target), Results(home, target, EDITION), failing))
    assert make_review(target, home).left_out == 0


def test_a_judgement_is_read_back_as_it_was() -> None:
    judgement = make_judgement(
        {0: 1.5, 1: -0.25}, {0: 1.0, 1: 0.0}, source="blueprint", error=0.3, equity=0.4
    )
    stored = json.loads(json.dumps(judgement_to_dict(judgement)))
    assert judgement_from_dict(stored) == judgement
    met = replace(judgement, against=make_opponent_values({0: 1.0, 1: 2.0}, 0.1, {1: 0.25}))
    assert met.against is not None
    met = replace(
        met, against=replace(met.against, replies={0: 0.5, 1: 0.0}, noise={0: (0.5, -0.5), 1: (0.25,)})
    )
    assert judgement_from_dict(json.loads(json.dumps(judgement_to_dict(met)))) == met
    unsure = replace(judgement, theory_alone="unsure")
    assert judgement_from_dict(json.loads(json.dumps(judgement_to_dict(unsure)))) == unsure
    opponent = {"values": [[0, 1.0]], "errors": [[0, 0.1]], "folds": []}
    assert judgement_from_dict(stored | {"opponent_values": opponent}).against is not None
    for field, value in (
        ("errors", [[0, float("nan")], [1, 0.0]]),
        ("best", 7),
        ("source", "guessed"),
        ("values", [[0, None]]),
        ("opponent_values", opponent | {"values": []}),
        ("opponent_values", {"values": [[1, 1.0]], "errors": [[1, 0.1]]}),
        ("opponent_values", opponent | {"values": [[0, 1.0], [9, 1.0]]}),
        ("opponent_values", opponent | {"errors": [[0, -0.1]]}),
        ("opponent_values", opponent | {"errors": [[1, 0.1]]}),
        ("opponent_values", opponent | {"folds": [[0, 1.5]]}),
        ("opponent_values", opponent | {"folds": [[1, 0.5]]}),
        ("opponent_values", opponent | {"replies": [[0, 1.5]]}),
        ("opponent_values", opponent | {"replies": [[1, 0.5]]}),
        ("opponent_values", opponent | {"noise": [[1, [0.5]]]}),
        ("opponent_values", opponent | {"noise": [[0, [float("nan")]]]}),
    ):
        with pytest.raises(damage.PARTS):
            judgement_from_dict(stored | {field: value})


def test_streets_are_graded_by_turns_the_largest_pots_first(tmp_path: Path, home: Path) -> None:
    target = make_target(tmp_path)
    first = next(iter(grade_hands(gather_hands(target), Results(home, target, EDITION), grade)))
    assert isinstance(first, ReviewProgress)
    assert first.found is not None
    ungraded = first.found.ungraded
    assert len(ungraded) == sum(len(decisions(one)) for one in gather_hands(target).hands)
    streets = [one.info.street for one in ungraded if isinstance(one.info, HoldemInformationState)]
    counts = Counter(streets)
    assert streets[:4] == [Street.PREFLOP, Street.FLOP, Street.RIVER, Street.TURN]
    least = min(counts.values())
    assert Counter(streets[: 4 * least]) == dict.fromkeys(counts, least)
    for street in counts:
        pots = [
            one.info.betting.child(one.action).pot
            for one in ungraded
            if isinstance(one.info, HoldemInformationState) and one.info.street == street
        ]
        assert pots == sorted(pots, reverse=True)


def test_the_number_of_decisions_is_known_from_the_start(tmp_path: Path, home: Path) -> None:
    target = make_target(tmp_path, 250)
    *reports, _ = grade_hands(gather_hands(target), Results(home, target, EDITION), grade)
    totals = {one.total for one in reports if isinstance(one, ReviewProgress)}
    assert totals == {sum(len(decisions(one)) for one in gather_hands(target).hands)}
    found = [one.found for one in reports if isinstance(one, ReviewProgress) and one.found is not None]
    assert len(found[0].ungraded) == MAX_SHOWN
    assert sum(len(one.ungraded) for one in found) == totals.pop(), "those that do not fit follow"


def test_every_graded_decision_is_told_the_good_ones_beside_the_mistakes(tmp_path: Path, home: Path) -> None:
    target = make_target(tmp_path)
    told: list[Reviewed] = []
    for item in grade_hands(gather_hands(target), Results(home, target, EDITION), grade):
        if isinstance(item, ReviewProgress) and item.found is not None:
            told += item.found.good
    assert isinstance(item, Review)
    assert sorted(told, key=lambda one: one.order) == list(item.good)
    assert item.good
    assert len(item.good) + len(item.mistakes) == item.decisions


def test_an_executor_finds_what_one_process_finds(tmp_path: Path, home: Path) -> None:
    target = make_target(tmp_path, 60)
    with ThreadPoolExecutor(2) as executor:
        *_, found = grade_hands(gather_hands(target), Results(home, target, EDITION), grade, executor)
    assert found == make_review(target, tmp_path / "elsewhere")


def test_other_graders_do_not_take_old_grades(tmp_path: Path, home: Path) -> None:
    target, counted = make_target(tmp_path), Counting()
    make_review(target, home)
    list(grade_hands(gather_hands(target), Results(home, target, "two"), counted))
    assert counted.requests


def test_a_session_is_reviewed_whole_and_only_the_players_decisions(home: Path) -> None:
    archive = Archive(home)
    played = [hand("holdem", seed=7, skip=number) for number in range(4)]
    for one in (*played, hand("holdem", seed=8)):
        archive.append(one)
    target = ReviewTarget("session", played[2].id)
    hands = gather_hands(target)
    assert [one.number for one in hands.hands] == [1, 2, 3, 4]
    assert {made.player for one in hands.hands for made in decisions(one)} == {"you"}
    assert len(gather_hands(ReviewTarget("hand", played[2].id)).hands) == 1


def test_a_hand_at_a_table_with_a_tutor_is_reviewed_once(home: Path) -> None:
    archive = Archive(home)
    played = [hand("holdem", seed=7, skip=number, teaching=True, tutor=True) for number in range(2)]
    for one in played:
        archive.append(one)
    assert [one.number for one in gather_hands(ReviewTarget("session", played[0].id)).hands] == [1, 2]


def test_a_summary_counts_marks_in_the_singular_and_plural() -> None:
    marks = {Mark.BEST: 1, Mark.MISSED: 2, Mark.INACCURACY: 1, Mark.BLUNDER: 2}
    found = Review("kuhn-poker", "", 1, 1, 0, 6, 5, 1.0, (), marks=marks)
    assert "1 best move, 2 missed gains, 1 inaccuracy, 2 blunders." in document.review_summary(found)


def test_the_page_names_every_best_action(tmp_path: Path, home: Path) -> None:
    def alike(request: AskJudgement) -> Iterator[Progress | Judgement]:
        assert request.action is not None
        first, second = [one for one in (0, 1, 5_000) if one != request.action][:2]
        values = {request.action: -3.0, first: 0.0, second: 0.0}
        yield make_judgement(
            values, best=first, shares={first: 0.6, second: 0.4}, source="solve", equity=0.4, price=0.3
        )

    found = make_review(make_target(tmp_path), home, alike)
    assert re.search("Best: <b>[^<]+ or [^<]+</b>", document.review_html(found))
    row = next(csv.DictReader(io.StringIO(document.review_csv(found))))
    assert row["best actions"].startswith(f"{row['best']} or ")
    listed = _row(found.mistakes[0])
    assert listed["best_actions"] == row["best actions"].split(" or ")
    assert listed["best"] == row["best"]
    assert _line(found.mistakes[0]).endswith(f"; best: {row['best actions']}")


def test_the_page_escapes_names_and_fetches_nothing(tmp_path: Path, home: Path) -> None:
    bad = '<script>alert("x")</script>&'
    file = tmp_path / "names.phhs"
    file.write_text(to_phhs([HandRecord(one.rules, one.actions, (bad, "B'b"), 1) for one in records(12)]))
    found = make_review(ReviewTarget("log", str(file)), home)
    page = document.review_html(found)
    assert "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;" in page
    assert "<script" not in page
    assert "http" not in page
    assert "src=" not in page
    assert page.count("<article") == len(found.mistakes)
    assert page.count('class="bar"') == len(found.mistakes)
    assert "aria-label=" in page


def test_the_table_has_a_line_for_every_mistake_and_its_columns(tmp_path: Path, home: Path) -> None:
    found = make_review(make_target(tmp_path), home)
    rows = list(csv.DictReader(io.StringIO(document.review_csv(found))))
    assert tuple(rows[0]) == document.CSV_COLUMNS
    assert len(rows) == len(found.mistakes)
    assert [float(row["cost"]) for row in rows] == [
        one.grade.sure_cost for one in found.mistakes if one.grade
    ]
    assert {row["unit"] for row in rows} == {"bb"}
    assert {row["position"] for row in rows} == {"button", "big blind"}
    for row, one in zip(rows, found.mistakes, strict=True):
        assert isinstance(one.info, HoldemInformationState)
        assert len(row["cards"]) == 4
        assert len(row["board"]) == 2 * len(one.info.board)


def test_a_decision_is_written_with_the_number_of_the_room(tmp_path: Path) -> None:
    hand = read_hand(tmp_path, WINAMAX)
    _, made = decisions(hand)[:2]
    results = Results(tmp_path, ReviewTarget("log", "one"), EDITION)
    results.add_judgement(made, make_judgement({0: 1.0, 1: 0.0} | {made.action: 0.0}))
    (one,) = results.decisions.values()
    found = Review("", games.HOLDEM, 1, 1, 0, 1, 1, 0.0, (one,))
    assert next(csv.DictReader(io.StringIO(document.review_csv(found))))["hand"] == "7-22-17700000"
    assert "<span>Hand 7-22-17700000, " in document.review_html(found)
    assert _row(one)["room_number"] == "7-22-17700000"
    assert one.at == hand.at


def test_names_of_strangers_are_safe_in_every_output(tmp_path: Path, home: Path) -> None:
    log = tmp_path / "evil.phhs"
    names = ("=cmd|' /C calc'!A0", "<script>\x1b[2J\u202egnp")
    log.write_text(to_phhs([replace(one, names=names) for one in records(6)]))
    found = make_review(ReviewTarget("log", str(log)), home)
    rows = list(csv.DictReader(io.StringIO(document.review_csv(found))))
    assert {row["player"][:2] for row in rows} == {"'=", "<s"}
    page = document.review_html(found)
    assert "&lt;script&gt;" in page
    assert not {"\x1b", "\u202e"} & set(page)
    assert "<script" not in page


def test_a_session_of_kuhn_poker_is_graded_exactly(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    archive = Archive(home)
    played = [hand("kuhn-poker", seed=3, skip=number, seats=("you", "bluffer")) for number in range(30)]
    for one in played:
        archive.append(one)
    found = get_json(capsys, "review", played[0].id, "--session")
    assert (found["hands"], found["game"], found["unit"]) == (30, "kuhn-poker", "chips")
    listed = found["listed"]
    assert isinstance(listed, list)
    assert listed
    assert all(one["player"] == "you" and one["cost"] > 0 for one in listed)
    alone = get_json(capsys, "review", played[0].id)
    assert alone["hands"] == 1


def test_a_log_is_graded_and_written_as_html_and_csv(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log, page, table = write_log(tmp_path / "evening.log", 3), tmp_path / "a.html", tmp_path / "a.csv"
    found = get_json(capsys, "review", str(log), "--html", str(page), "--csv", str(table), "--list", "1")
    assert found["hands"] == 3
    assert page.read_text().startswith("<!DOCTYPE html>")
    rows = list(csv.DictReader(table.open()))
    assert len(rows) == found["mistakes"]
    assert get_json(capsys, "review", str(log), "--list", "1") == found


def test_where_stderr_is_piped_it_tells_now_and_then_how_long_it_still_takes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def grade_hands(*work: object) -> Iterator[Progress | Review]:
        yield ReviewProgress(0, 40, 0.0)
        yield ReviewProgress(1, 40, 1.0, 39.0)
        yield ReviewProgress(3, 40, 20.0, 247.0)
        yield ReviewProgress(9, 40, 60.0, 206.0)
        yield ReviewProgress(40, 40, 266.0, 0.0)
        yield Review("holdem", "evening", 40, 40, 0, 90, 0, 0.0, ())

    monkeypatch.setattr("ai.commands.log_answers.grade_hands", grade_hands)
    log = str(write_log(tmp_path / "evening.log", 1))
    assert main(["review", log]) == 0
    assert capsys.readouterr().err == "About 4 minutes left.\nAbout 3 minutes left.\n"
    assert get_json(capsys, "review", log)["hands"] == 40


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["nowhere.log"], "There is no log nowhere.log"),
        (["nowhere.log", "--session"], "--session is for the id of a hand"),
        (["LOG", "--html", "no/folder/a.html"], "There is no folder"),
        (["LOG", "--player", "Nobody"], "Nobody"),
        (["LOG", "--csv", "x" * 250], "File name too long"),
    ],
)
def test_what_cannot_be_reviewed_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str], reason: str
) -> None:
    log = str(write_log(tmp_path / "evening.log", 1))
    assert reason in get_refusal(capsys, "review", *(log if word == "LOG" else word for word in words))


STARS = "PokerStars Hand #30:  Hold'em No Limit ($0.50/$1.00 USD)\nTable 'Alpha' 2-max\n"


@pytest.mark.parametrize("words", [["review"], ["foretell", "search-network-professionals"]])
def test_a_history_of_another_program_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str]
) -> None:
    file = tmp_path / "stars.txt"
    file.write_text(STARS)
    assert main([*words, str(file)]) == 2
    said = capsys.readouterr().err
    assert (
        "stars.txt: This is a PokerStars hand history. Bring it into your history: Import hands in Look back"
        in said
    )
    assert "LBR" not in said


PHH = """
variant = "NT"
antes = [{ante}, {ante}]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ["d dh p1 {cards}", "d dh p2 AhKd", "p2 cbr 6", "p1 f"]
"""


@pytest.mark.parametrize("words", [["review"], ["foretell", "search-network-professionals"]])
@pytest.mark.parametrize("fields", [("0.0", "KcQc"), ("0", "????")])
def test_a_phh_hand_that_only_the_import_reads_is_sent_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str], fields: tuple[str, str]
) -> None:
    file = tmp_path / "odd.phh"
    file.write_text(PHH.format(ante=fields[0], cards=fields[1]))
    said = get_refusal(capsys, *words, str(file))
    assert "Line 1 of odd.phh" in said
    assert said.endswith("Import hands in Look back, or the command import, reads more kinds of PHH.\n")


@pytest.mark.parametrize(
    ("right", "wrong", "reason"),
    [
        ("cbr 6", "cbr 3", '"p2 raise": raise to 150: minimum is 200.'),
        ("d dh p1 KcQc", "d dh p1 AhQc", "The card Ah is dealt twice."),
        ('"p1 f"', '"p1 cc"', "The hand ends before the river without a winner."),
    ],
)
def test_a_phh_hand_that_is_wrong_is_told_with_its_line_and_without_advice(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, right: str, wrong: str, reason: str
) -> None:
    text = f"[1]\n{PHH.format(ante='0', cards='KcQc').replace(right, wrong)}"
    assert wrong in text
    file = tmp_path / "odd.phhs"
    file.write_text(text)
    line = next(number for number, one in enumerate(text.splitlines(), 1) if wrong in one)
    assert get_refusal(capsys, "review", str(file)).endswith(f"Line {line} of odd.phhs: {reason}\n")


def test_a_line_that_is_left_out_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = write_log(tmp_path / "evening.log", 2)
    with log.open("a") as file:
        file.write("some odd line\n")
    assert main(["review", str(log), "--list", "0"]) == 0
    number = len(log.read_text().splitlines())
    assert f"Left out: Line {number} of evening.log: Not an ACPC hand" in capsys.readouterr().err


def test_an_interrupted_review_writes_and_counts_what_is_graded(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Results.add

    def interrupted(results: Results, stored: Stored) -> None:
        add(results, stored)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Results, "add", interrupted)
    log, table = str(write_log(tmp_path / "evening.log", 3)), tmp_path / "a.csv"
    assert main(["review", log, "--csv", str(table)]) == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert "Interrupted. 1 decision so far, graded and kept, also in " in err
    assert table.read_text().startswith("hand,player,")


def test_a_review_takes_what_the_table_has_graded_also_after_a_new_start(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = hand("holdem", seed=7)
    Archive(home).append(played)
    at_table = Counting()
    monkeypatch.setattr(judgements, "judge", at_table)
    graded = []
    for made in decisions(played):
        for _ in range(2):
            answering = judgements.judge_once(made.request)
            judgement = next(item for item in answering if isinstance(item, Judgement))
            answering.close()  # as the worker does it
        graded.append(judgement.grade(made.action))
    assert len(at_table.requests) == len(graded) > 0
    judgements.forget_stored()
    monkeypatch.setattr(review, "judge", None)  # a decision that is judged again raises an error
    first, *_, found = AskReview(ReviewTarget("hand", played.id)).run_handler()
    assert isinstance(first, ReviewProgress)
    assert first.iteration == first.total == len(graded)
    assert isinstance(found, Review)
    by_index = sorted((*found.mistakes, *found.good), key=lambda one: one.index)
    assert [one.grade for one in by_index] == graded


def test_values_against_an_opponent_that_lack_its_folds_are_judged_again(home: Path) -> None:
    opponent = AgentKey("holdem", "station")
    asked = replace(decisions(hand("holdem", seed=7))[0].request, opponent=opponent)
    *_, judgement = grade(asked)
    assert isinstance(judgement, Judgement)
    store = StoredJudgements(home, judgements.edition("holdem"))
    version = catalog.find(*astuple(opponent)).version
    store.add(asked, f"station/{version}", judgement)
    judgements.forget_stored()
    assert judgements.find_stored(asked) is None
    store.add(asked, f"station/{version}/{judgements.OPPONENT_EDITION}", judgement)
    judgements.forget_stored()
    assert judgements.find_stored(asked) == judgement


def test_a_damaged_stored_judgement_is_judged_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (decisions(hand("holdem", seed=seed))[0].request for seed in (7, 8))
    store = StoredJudgements(home, EDITION)
    for request in (first, second):
        *_, judgement = grade(request)
        assert isinstance(judgement, Judgement)
        store.add(request, "", judgement)
    whole = store.file.read_bytes()
    store.file.write_bytes(whole.replace(b"values", b"value5", 1) + b"torn")
    known = StoredJudgements(home, EDITION)
    assert known.find(first, "") is None
    assert known.find(second, "") == judgement
    assert known.find(second, "station/2") is None
    assert StoredJudgements(home, "another").find(second, "") is None
    monkeypatch.setattr(analysis, "MAX_BYTES", 1)
    store.add(first, "station/2", judgement)
    assert StoredJudgements(home, EDITION).find(second, "") == judgement
    assert len(store.file.read_bytes().splitlines()) == 2
    monkeypatch.setattr(analysis, "MAX_READ_BYTES", 1)
    assert StoredJudgements(home, EDITION).find(second, "") is None
    assert not store.file.exists()
