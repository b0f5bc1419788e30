"""Training sets from logs, and the command `foretell`."""

import json
import os
import tracemalloc
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from ai import command_line
from ai.commands.log_answers import describe_baseline
from ai.knowledge import dataset, log_store
from ai.knowledge.dataset import NOT_LBR, gather, is_wanted
from ai.knowledge.log_store import PLAYED_HERE, imported_logs, sources, to_learn_from
from ai.steps import run_to_end
from game.core import BadInput
from game.files import user_files
from tests.ai.knowledge.tables import write_log
from tests.window.samples import holdem, keep


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))


def read(*files, learn_from=NOT_LBR):
    return run_to_end(gather(sources(",".join(map(str, files))), learn_from))


def cached_files():
    return sorted((user_files.cache_folder() / "decisions").glob("*"))


def test_decisions_of_several_logs_are_gathered(tmp_path):
    first = write_log(tmp_path / "a.log")
    second = write_log(tmp_path / "b.log", seed=1, names=("bob", "eve"))
    found = read(first, second)
    assert [(log.name, log.hands, log.bad) for log in found.logs] == [("a.log", 60, 0), ("b.log", 60, 0)]
    assert found.players == ("bob", "ann", "eve")
    assert set(found.decisions.player.tolist()) == {0, 1, 2}
    assert sum(found.net_bb) == pytest.approx(0)
    assert found.hands == 120


def test_what_was_read_once_is_read_from_the_cache(tmp_path, monkeypatch):
    file = write_log(tmp_path / "a.log")
    first = read(file)
    assert len(cached_files()) == 1
    monkeypatch.setattr(log_store, "read_logs", lambda *_: pytest.fail("the log is read again"))
    again = read(file)
    assert again.logs == first.logs
    assert again.net_bb == first.net_bb
    assert np.array_equal(again.decisions.cards, first.decisions.cards)
    assert np.array_equal(again.decisions.strength, first.decisions.strength)


def test_a_torn_cache_is_read_anew(tmp_path):
    file = write_log(tmp_path / "a.log")
    first = read(file)
    cached_files()[0].write_bytes(cached_files()[0].read_bytes()[:2000])
    assert len(read(file).decisions) == len(first.decisions)


def test_a_reading_that_is_stopped_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("ai.knowledge.dataset.DECISIONS_A_PART", 20)
    reading = gather(sources(str(write_log(tmp_path / "a.log", 120))), NOT_LBR)
    for _ in range(3):
        next(reading)
    assert len(cached_files()) == 1
    reading.close()
    assert cached_files() == []


def test_what_a_process_that_was_killed_has_left_goes_with_the_next_log(tmp_path):
    folder = user_files.cache_folder() / "decisions"
    folder.mkdir(parents=True)
    left = folder / f".abc.x1y2z3_4{user_files.PART}"
    left.write_bytes(b"half")
    os.utime(left, (0, 0))
    read(write_log(tmp_path / "a.log"))
    assert left not in cached_files()


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path, monkeypatch):
    (tmp_path / "blocked").write_text("")
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "blocked"))
    assert len(read(write_log(tmp_path / "a.log")).decisions) > 0


def test_bad_lines_are_counted(tmp_path):
    file = write_log(tmp_path / "a.log")
    file.write_text(file.read_text() + "STATE:7:x\n")
    assert read(file).logs[0].bad == 1


def test_players_are_chosen_by_patterns():
    assert is_wanted(NOT_LBR, "Hyperborean")
    assert not is_wanted(NOT_LBR, "LBR-fcpa")
    assert [is_wanted("P*, ann", name) for name in ("P01", "ann", "bob")] == [True, True, False]
    assert not is_wanted("P*, !P1*", "P12")


def test_winners_are_learnt_from_and_everybody_is_held_out(tmp_path):
    found = read(write_log(tmp_path / "a.log", 120))
    winner = int(np.argmax(found.net_bb))
    learnt = found.decisions.of(found.training(winners_only=True))
    held_out = found.decisions.of(found.held_out())
    set_aside = found.decisions.of(found.set_aside(winners_only=True))
    assert set(learnt.player.tolist()) == set(set_aside.player.tolist()) == {winner}
    assert set(held_out.player.tolist()) == {0, 1}
    deals = [set(part.deal.tolist()) for part in (learnt, set_aside, held_out)]
    assert sum(map(len, deals)) == len(set.union(*deals))


def test_a_log_without_a_chosen_player_is_refused(tmp_path):
    with pytest.raises(BadInput, match="nobody"):
        read(write_log(tmp_path / "a.log"), learn_from="nobody")


def test_a_log_is_held_out_whole_and_changes_nothing_that_is_learnt(tmp_path):
    learnt, other = write_log(tmp_path / "a.log", 120), write_log(tmp_path / "b.log", seed=1)
    alone, beside = read(learnt), read(learnt, f"!{other}")
    assert [log.held_out for log in beside.logs] == [False, True]
    assert (beside.hands, beside.net_bb) == (alone.hands, alone.net_bb)
    for part in ("training", "set_aside"):
        places = [getattr(one, part)(winners_only=True) for one in (alone, beside)]
        assert np.array_equal(*places)
    more = len(read(other).decisions)
    assert len(beside.held_out()) == len(alone.held_out()) + more
    assert set(np.flatnonzero(beside.in_held_out_log)) <= set(beside.held_out())


def test_deals_that_are_learnt_are_not_held_out_whatever_log_repeats_them(tmp_path):
    log = write_log(tmp_path / "a.log", 120)
    alone, twice = read(log), read(log, f"!{log}")
    held_out = twice.decisions.of(twice.held_out())
    assert held_out.held_out.all()
    assert len(held_out) == 2 * len(alone.held_out())


def test_logs_too_short_for_a_part_are_refused(tmp_path):
    found = read(write_log(tmp_path / "a.log", 1))
    learnt_alone = replace(found, decisions=replace(found.decisions, deal=found.decisions.deal * 0 + 7))
    with pytest.raises(BadInput, match="no deals are left for validation"):
        learnt_alone.set_aside(winners_only=False)
    with pytest.raises(BadInput, match="held out"):
        learnt_alone.held_out()


def test_a_log_without_winners_is_refused(tmp_path):
    found = read(write_log(tmp_path / "a.log", names=("ann", "ann")))
    with pytest.raises(BadInput, match="nobody has won"):
        found.training(winners_only=True)


def test_files_are_named_by_a_comma_list(tmp_path):
    file = write_log(tmp_path / "a.log", 1)
    assert [log.file for log in sources(f"{file}, {file}")] == [file, file]
    assert [log.held_out for log in sources(f"{file}, !{file}, ! {file}")] == [False, True, True]
    for words, said in (
        ("", "Which logs"),
        (f"{file},{tmp_path / 'none.log'}", "There is no log"),
        ("~nobody-here/none.log", "There is no log"),
        (f"{file}, !", "has no log after it"),
    ):
        with pytest.raises(BadInput, match=said):
            sources(words)


def test_logs_that_are_all_held_out_are_judged_and_not_learnt_from(tmp_path):
    words = f"!{write_log(tmp_path / 'a.log', 1)}"
    assert [log.held_out for log in sources(words)] == [True]
    with pytest.raises(BadInput, match="Every log is held out"):
        to_learn_from(words)


def test_imported_logs_are_learnt_from_by_their_ids(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "home"))
    file = write_log(tmp_path / "a.log")
    *_, imported = log_store.import_logs(tmp_path / "home", [file])
    assert imported_logs() == [(imported.id, "a.log")]
    ours, theirs = read(imported.id), read(file)
    assert ours.logs[0].name == "a.log"
    assert np.array_equal(ours.decisions.cards, theirs.decisions.cards)


def test_hands_that_were_played_here_are_learnt_from(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "home"))
    keep(tmp_path / "home", holdem(12))
    assert imported_logs() == [(PLAYED_HERE, "")]
    found = read(PLAYED_HERE)
    assert len(found.decisions) > 0
    assert cached_files() == []


def test_a_hand_in_the_history_that_the_rules_refuse_is_passed_over(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "home"))
    [first, *others] = holdem(12)
    keep(tmp_path / "home", [replace(first, actions=(*first.actions, 1), decisions=()), *others])
    assert [(log.hands, log.bad) for log in read(PLAYED_HERE).logs] == [(11, 1)]


def test_only_the_latest_logs_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("ai.knowledge.dataset.FILES_KEPT", 1)
    read(write_log(tmp_path / "a.log"), write_log(tmp_path / "b.log", seed=1))
    assert len(cached_files()) == 1


def test_a_small_cache_that_unpacks_to_a_giant_takes_little_memory(tmp_path):
    file = write_log(tmp_path / "a.log")
    read(file)
    [cached] = cached_files()
    with zipfile.ZipFile(cached, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.json", '{"parts": 1, "hands": 1, "bad": 0, "players": [], "net_bb": []}')
        with archive.open("cards-0.npy", "w") as member:
            np.lib.format.write_array(member, np.zeros(dataset.MAX_ARRAY_BYTES + 1, np.uint8))
    parts = dataset.read(cached.stem)
    tracemalloc.start()
    try:
        assert list(parts) == []
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()
    assert len(read(file).decisions) > 0


AGENT = "search-network-professionals"


def run_foretell(capsys, *words):
    code = command_line.main(["foretell", *map(str, words)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_network_is_judged_on_a_log(capsys, tmp_path):
    log = write_log(tmp_path / "evening.log", 120)
    code, out, _ = run_foretell(capsys, AGENT, log, "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["agent"], found["logs"], found["hands"]) == (AGENT, ["evening.log"], 120)
    assert found["decisions"] == sum(row["decisions"] for row in found["streets"].values())
    assert 0 < found["accuracy"] < 1 < 3 * found["log_loss"]


@pytest.mark.parametrize("more", [(), ("--held-out",)])
def test_a_table_of_frequencies_stands_beside_the_network(capsys, tmp_path, more):
    log = write_log(tmp_path / "evening.log", 120)
    found = json.loads(run_foretell(capsys, AGENT, log, "--json", *more)[1])
    assert found["table"]["decisions"] == found["decisions"]
    assert 0 < found["table"]["log_loss"] != found["log_loss"]


def test_held_out_deals_and_single_players_can_be_asked_for(capsys, tmp_path):
    log = write_log(tmp_path / "evening.log", 120)
    counts = [
        json.loads(run_foretell(capsys, AGENT, log, "--json", *more)[1])["decisions"]
        for more in ((), ("--held-out",), ("--players", "ann"))
    ]
    assert 0 < counts[1] < counts[0] / 4
    assert counts[0] / 4 < counts[2] < counts[0]


def test_a_log_that_is_held_out_is_judged_like_any(capsys, tmp_path):
    log = write_log(tmp_path / "evening.log", 60)
    one, held_out = (
        json.loads(run_foretell(capsys, AGENT, words, "--json")[1]) for words in (log, f"! {log}")
    )
    assert held_out == one
    assert held_out["hands"] == 60


def test_people_get_a_line_a_street(capsys, tmp_path):
    _, out, _ = run_foretell(capsys, AGENT, write_log(tmp_path / "evening.log"))
    *rows, baseline = out.splitlines()
    assert baseline.startswith("table: how often each action was chosen, counted on these same decisions.")
    assert [line.split()[0] for line in rows] == ["all", "table", "preflop", "flop", "turn", "river"]


@pytest.mark.parametrize(
    ("ours", "compared"), [(0.4, "better than"), (0.6, "worse than"), (0.5, "as well as")]
)
def test_people_are_told_whether_the_network_beats_the_table(ours, compared):
    sentence = describe_baseline({"log_loss": ours, "table": {"log_loss": 0.5}}, held_out=True)
    assert sentence.endswith(f"the network predicts {compared} the table.")
    assert "counted on all other deals" in sentence


@pytest.mark.parametrize(
    ("agent", "log", "said"),
    [
        (AGENT, "none.log", "There is no log"),
        (AGENT, "", "Which logs"),
        ("sound", "evening.log", "has no network"),
        ("nobody", "evening.log", "no agent"),
    ],
)
def test_what_cannot_be_judged_is_said(capsys, tmp_path, agent, log, said):
    write_log(tmp_path / "evening.log", 5)
    code, out, err = run_foretell(capsys, agent, log and tmp_path / log)
    assert (code, out) == (2, "")
    assert said in err


def test_a_log_without_held_out_deals_is_said(capsys, tmp_path):
    log = write_log(tmp_path / "evening.log", 1)
    code, _, err = run_foretell(capsys, AGENT, log, "--held-out")
    assert code == 2
    assert "held out" in err
