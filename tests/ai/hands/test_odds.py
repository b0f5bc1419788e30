"""The commands `rank` and `equity`, and the worker's answers to the odds page."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest

from ai import service
from ai.command_line import main
from ai.features import odds
from ai.hands import range_equity
from game.core import BadInput, Progress
from game.features.odds import AskOdds, AskParts
from game.request import Request
from game.rules.cards import parse
from game.study.odds import ReadTexts
from tests.ai.asking import get_answer, get_json, get_refusal

ROOT = Path(__file__).parents[3]
FULL = Path("/dev/full")


def test_rank_names_category_rank_and_the_five_that_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert get_json(capsys, "rank", "AsKs", "QsJsTs2d3c") == {
        "category": "straight flush",
        "rank": 1,
        "best_five": ["As", "Ks", "Qs", "Js", "Ts"],
    }
    assert main(["rank", "7s5h4c3d2s"]) == 0
    assert capsys.readouterr().out == "high card, rank 7462 of 7462: 7s 5h 4c 3d 2s\n"


def test_rank_reads_a_hand_a_line_and_goes_on_after_a_bad_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("AsKsQsJsTs\nAsAs2c3c4c\n7s5h4c3d2s\n"))
    assert main(["rank", "-"]) == 2
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row.get("rank") for row in rows] == [1, None, 7462]
    assert rows[1] == {"error": 'Card "As" appears twice.'}


def test_equity_counts_every_deal(capsys: pytest.CaptureFixture[str]) -> None:
    row = get_json(capsys, "equity", "AsKs", "QhQd", "--board", "2c7d9h")
    assert list(row) == ["equity", "win", "tie", "ci95", "exact", "deals"]
    assert row["exact"] is True
    assert row["deals"] == 990


def test_two_aces_against_any_hand_are_counted_to_the_sixth_decimal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    row = get_json(capsys, "equity", "AsAh", "random")
    assert [round(share, 6) for share in row["equity"]] == [0.852037, 0.147963]
    assert round(row["win"][0], 4) == 0.8493
    assert (row["exact"], row["ci95"], row["deals"]) == (True, 0.0, 2_097_572_400)


def test_equity_samples_under_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("equity", "22+", "random", "--samples", "20000", "--seed", "4")
    first, second = get_json(capsys, *words), get_json(capsys, *words)
    assert first == second
    assert first["deals"] == 20_000
    assert 0 < first["ci95"] < 0.01


def test_equity_is_told_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "AsKs", "QhQd", "--board", "2c7d9h3s"]) == 0
    assert capsys.readouterr().out.endswith("44 deals, all of them\n")
    assert main(["equity", "AA", "KK", "--seconds", "0.01"]) == 0
    assert "±" in capsys.readouterr().out


NO_WHOLE_NUMBER = "is not a whole number of at least 1 and at most 1,000,000,000"
NO_NUMBER = "is not a number above 0 and at most 1,000,000"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("rank",), "the following arguments are required: cards"),
        (("rank", ""), "five, six or seven cards, not 0"),
        (("rank", "AsKs"), "five, six or seven cards, not 2"),
        (("rank", "AsKsQsJsTs2d3c4h"), "five, six or seven cards, not 8"),
        (("rank", "AsKsQsJsTx"), 'No card "Tx"'),
        (("rank", "AsKsQsJsT"), 'No card "T"'),
        (("rank", "AsKsQsJsTs", "Js"), 'Card "Js" appears twice'),
        (("equity", "AsAh"), "the following arguments are required: b"),
        (("equity", "", "KK"), "The range is empty"),
        (("equity", "AsAh", "AKx"), '"AKx" is not part of a range'),
        (("equity", "AsAh", "KK,KQ:2"), '"KQ:2" needs a weight from 0.000001 to 1'),
        (("equity", "A" * 1000, "QQ"), f'"{"A" * 40}..." is not part of a range'),
        (
            ("equity", "AsAh", "AsKs"),
            "Every hand of the first range shares a card with every hand of the second",
        ),
        (("equity", "AsAh", "KK", "--board", "2c"), "three, four or five different cards, or none, not 2c"),
        (
            ("equity", "AsAh", "KK", "--board", "2c3c"),
            "three, four or five different cards, or none, not 2c3c",
        ),
        (("equity", "AsAh", "KK", "--board", "2c3c4c5c6c7c"), "or none, not 2c3c4c5c6c7c"),
        (("equity", "AsAh", "KK", "--board", "2c2c3c"), 'Card "2c" appears twice'),
        (("equity", "AsAh", "KK", "--board", "2c3cXx"), 'No card "Xx"'),
        (("equity", "AsAh", "KK", "--board", "As2c3c"), "The board As2c3c leaves no hand of the first range"),
        (("equity", "AsAh", "KsKh", "--board", "Ks2c3c"), "leaves no hand of the second range"),
        (("equity", "AsAh", "KK", "--samples", "0"), NO_WHOLE_NUMBER),
        (("equity", "AsAh", "KK", "--samples", "1e6"), NO_WHOLE_NUMBER),
        (("equity", "AsAh", "KK", "--samples", "9" * 30), NO_WHOLE_NUMBER),
        (("equity", "AsAh", "KK", "--seconds", "0"), NO_NUMBER),
        (("equity", "AsAh", "KK", "--seconds", "nan"), NO_NUMBER),
        (("equity", "AsAh", "KK", "--seconds", "soon"), NO_NUMBER),
        (("equity", "AsAh", "KK", "--samples", "1", "--seconds", "1"), "not allowed with"),
    ],
)
def test_bad_input_is_one_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in get_refusal(capsys, *words)


def test_a_count_that_is_interrupted_ends_at_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(report: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ai.commands.hand_answers.show_progress", interrupted)
    for limit in ((), ("--samples", "1000000000")):
        assert main(["equity", "random", "random", *limit]) == 130
        assert capsys.readouterr() == ("", "Interrupted.\n")


def test_rank_reads_on_where_a_line_is_no_text() -> None:
    done = run("rank", "-", standard_input=b"\xff\xfe\n7s5h4c3d2s\n")
    bad, good = map(json.loads, done.stdout.splitlines())
    assert "No card" in bad["error"]
    assert good["rank"] == 7462
    assert (done.returncode, done.stderr) == (2, b"")


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_a_full_disk_under_the_result_is_said() -> None:
    with FULL.open("w") as full:
        done = run("rank", "7s5h4c3d2s", stdout=full)
    assert done.returncode == 2
    assert done.stderr == b"The result cannot be written: No space left on device.\n"


def test_nobody_who_reads_the_result_is_no_fault() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w") as closed:
        done = run("rank", "7s5h4c3d2s", stdout=closed)
    assert (done.returncode, done.stderr) == (0, b"")


def run(
    *words: str, standard_input: bytes = b"", stdout: IO[str] | int = subprocess.PIPE
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a separate process with strict UTF-8 for its standard streams."""
    return subprocess.run(
        [sys.executable, "main.py", *words],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
        input=standard_input,
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
    )


def test_the_other_commands_load_no_compiler() -> None:
    asked = "import sys; from ai import command_line; code = command_line.main(['agents']); "
    asked += "print(code, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 False"


FLOP = parse("Qs7h2h")


def ask(
    kind: type[Request[Any]], texts: tuple[str, str], board: tuple[int, ...] = FLOP, **more: Any
) -> list[Any]:
    make: Any = kind
    return list(service.answer(make(texts, board, **more)))


def last(kind: type[Request[Any]], texts: tuple[str, str], board: tuple[int, ...] = FLOP, **more: Any) -> Any:
    return ask(kind, texts, board, **more)[-1]


def test_a_range_is_told_by_class_and_in_short() -> None:
    one, other = last(ReadTexts, ("AA:0.5, QhJh", "random")).sides
    assert one.weights["AA"] == 0.5
    assert one.weights["QJs"] == 0.25
    assert one.parts == {"AA": "AA:0.5", "QJs": "QhJh"}
    assert one.hands == 7
    assert other.text == "random"
    assert other.hands == 49 * 48 // 2


def test_cards_of_one_hand_are_none_of_the_other_sides() -> None:
    one, other = last(ReadTexts, ("AhKh", "TT-QQ,AQ,KQs,JTs"), parse("Qs7h2h")).sides
    assert one.hands == 1
    assert other.hands == 6 + 6 + 3 + 3 * 3 + 2 + 4


def test_a_wrong_token_is_named_with_its_place() -> None:
    one, other = last(ReadTexts, ("AA, KxKs ,22", "AA:2")).sides
    assert one.span == (4, 8)
    assert '"KxKs" is not part of a range' in one.problem
    assert other.span == (0, 4)


def test_an_empty_range_is_a_sentence() -> None:
    assert "empty" in last(ReadTexts, ("", "AA")).sides[0].problem


def test_ranges_that_cannot_meet_are_a_sentence() -> None:
    assert "shares a card" in last(ReadTexts, ("AsAh", "AsKs")).problem
    assert last(ReadTexts, ("AsAh", "KK")).problem == ""


def test_samples_come_first_and_the_count_last() -> None:
    *reports, found = ask(AskOdds, ("AhKh", "QQ-TT,AQs,KQs,AQo,JTs"))
    sampled = [report for report in reports if report.metrics]
    assert sampled[0].iteration == odds.FEW_SAMPLES
    widths = [report.metrics["ci95"] for report in sampled]
    assert widths[-1] < widths[0] / 5
    assert found.exact
    assert found.equity[0] == pytest.approx(0.5178451178)
    near = sampled[-1]
    assert abs(near.metrics["equity"] - found.equity[0]) < 2 * near.metrics["ci95"]


def test_what_would_take_too_long_is_sampled_until_it_is_narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "BEARABLE_SECONDS", 0.0)
    monkeypatch.setattr(odds, "TRIED_SECONDS", 0.0)
    monkeypatch.setattr(odds, "NARROW_ENOUGH", 0.002)
    found = last(AskOdds, ("AsAh", "random"), ())
    assert not found.exact
    assert found.ci95 < 0.002
    assert found.equity[0] == pytest.approx(0.852037, abs=0.003)


def test_the_parts_are_seen_at_a_glance() -> None:
    [found] = ask(AskParts, ("AhKh", "QQ,JJ"), quick=True)
    assert set(found.classes[0]) == {"AKs"}
    assert set(found.classes[1]) == {"QQ", "JJ"}
    assert len(found.next) == 52 - 3 - 2
    assert [sum(shares) for shares in found.made] == pytest.approx([1, 1])


def test_after_the_flop_all_parts_are_counted() -> None:
    *reports, found = ask(AskParts, ("AhKh", "QQ,JJ"))
    assert all(isinstance(report, Progress) for report in reports)
    assert found.exact == ("classes", "next", "made")
    glance = last(AskParts, ("AhKh", "QQ,JJ"), quick=True)
    assert glance.exact == ()
    for counted, seen in zip(found.classes, glance.classes, strict=True):
        assert seen == pytest.approx(counted, abs=0.03)
    assert glance.next == pytest.approx(found.next, abs=0.15)


@pytest.mark.parametrize(("texts", "counted"), [(("AA", "KK"), True), (("AsAh", "KK"), False)])
def test_before_the_flop_classes_are_counted_where_their_hands_are_alike(
    texts: tuple[str, str], counted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "LONGEST_DEALS", 40_000)
    monkeypatch.setattr(range_equity, "MAX_RANKINGS", 0)
    monkeypatch.setattr(range_equity, "DRAWN_BOARDS", 2_000)
    found = last(AskParts, texts, ())
    assert ("classes" in found.exact) == counted
    assert "made" not in found.exact
    assert found.classes[0]["AA"] == pytest.approx(0.8194, abs=0.015)


@pytest.mark.parametrize("board", [(), parse("Qs7h2hAc2d")])
def test_without_one_next_card_there_is_no_equity_after_it(board: tuple[int, ...]) -> None:
    assert ask(AskParts, ("AhKh", "JJ"), board, quick=True)[-1].next == {}


def test_nonsense_is_refused() -> None:
    with pytest.raises(BadInput, match="not part of a range"):
        ask(AskOdds, ("AA", "nonsense"))


def test_a_filter_limits_the_hands_of_its_range() -> None:
    board = parse("Qs7h2h")
    texts, filters = ("AhKh", "QQ,AQ,JTs,9h8h"), ("", "top-pair & !hearts")
    filtered = get_answer(AskOdds(texts, board, filters))
    plain = get_answer(AskOdds(("AhKh", "AsQc,AsQd,AcQc,AcQd,AdQc,AdQd"), board))
    assert filtered.equity == pytest.approx(plain.equity)
    assert get_answer(AskParts(texts, board, filters=filters)).classes[1].keys() == {"AQo", "AQs"}
    assert get_answer(ReadTexts(texts, board, filters)).sides[1].hands == 6


@pytest.mark.parametrize(
    ("words", "board", "sentence"),
    [
        ("straight-flush", "Qs7h2h", "leaves no hand of the range"),
        ("top-pear", "Qs7h2h", "neither a range nor a kind of hands"),
        ("top-pair", "", "deal the flop first"),
        ("top-pair", "Qs7h", "deal the flop first"),
    ],
)
def test_a_filter_that_is_wrong_is_said(words: str, board: str, sentence: str) -> None:
    found = get_answer(ReadTexts(("AK", "QQ"), parse(board), (words, "")))
    assert sentence in found.sides[0].problem


def test_the_curve_of_a_range_has_its_mean_equity() -> None:
    texts, board = ("AhKh,77,A5s", "QQ-TT,KQs"), parse("Qs7h2h")
    parts = get_answer(AskParts(texts, board))
    equity = get_answer(AskOdds(texts, board)).equity
    for curve, mean in zip(parts.curves, equity, strict=True):
        assert list(curve) == sorted(curve)
        assert sum(curve[:-1]) / (len(curve) - 1) == pytest.approx(mean, abs=0.02)
