"""`rank` and `equity` as other programs call them."""

import io
import json

import pytest

from ai.command_line import main


def answered(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main([*words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_rank_names_category_rank_and_the_five_that_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert answered(capsys, "rank", "AsKs", "QsJsTs2d3c") == {
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
    assert rows[1] == {"error": 'card "As" is there twice'}


def test_equity_counts_every_deal(capsys: pytest.CaptureFixture[str]) -> None:
    row = answered(capsys, "equity", "AsKs", "QhQd", "--board", "2c7d9h")
    assert list(row) == ["equity", "win", "tie", "ci95", "exact", "deals"]
    assert row["exact"] is True
    assert row["deals"] == 990


def test_equity_samples_under_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("equity", "22+", "random", "--samples", "20000", "--seed", "4")
    first, second = answered(capsys, *words), answered(capsys, *words)
    assert first == second
    assert first["deals"] == 20_000
    assert 0 < first["ci95"] < 0.01


def test_equity_is_told_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "AsKs", "QhQd", "--board", "2c7d9h3s"]) == 0
    assert capsys.readouterr().out.endswith("44 deals, all of them\n")
    assert main(["equity", "AA", "KK", "--seconds", "0.01"]) == 0
    assert "±" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("rank", "AsKs"), "five, six or seven cards, not 2"),
        (("rank", "AsKsQsJsTx"), 'no card "Tx"'),
        (("equity", "AsAh", "AKx"), '"AKx" is no part of a range'),
        (("equity", "AsAh", "KK", "--board", "2c"), "no, three, four or five different cards, not 2c"),
        (("equity", "AsAh", "KK", "--samples", "1", "--seconds", "1"), "not allowed with"),
    ],
)
def test_bad_input_is_one_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refused(capsys, *words)
