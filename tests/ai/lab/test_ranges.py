"""The range view: strategies that equal the agent's decisions, and consistent reach and frequencies."""

import csv
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai import catalog, service
from ai.abstraction import card_abstraction
from ai.agents import blueprint
from ai.agents.blueprint import BlueprintAgent
from ai.command_line import main
from ai.hands import combos
from ai.hands.combos import HANDS
from ai.hands.range_strategy import PublicState, RangeMix
from ai.lab import ranges
from ai.steps import relay, run_to_end
from game.core import BadInput, Progress
from game.match.betting_line import BettingLine, parse_line
from game.rules.betting import BIG_BLIND, BUTTON, CALL, FOLD, HoldemRules
from game.rules.cards import get_rank, parse
from game.rules.holdem import HoldemState
from game.study import ranges as ranges_answers
from game.study.ranges import (
    AskPreflopPot,
    AskRange,
    ExportRange,
    ListRangeAgents,
    RangeAgent,
    RangeNode,
    class_indices,
)
from tests.ai.abstraction.oracles import StrengthBuckets
from tests.ai.agents.test_blueprint_agents import saved
from tests.ai.asking import ask

CARDS = StrengthBuckets()
DEPTH = 20
RULES = HoldemRules(stacks=(100 * DEPTH, 100 * DEPTH))
FLOP = "r200 c / Qs7h2d c"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved(tmp_path_factory.mktemp("models") / "tiny.npz", DEPTH, "half-pot", 400)


@pytest.fixture
def file(model: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(card_abstraction, "with_digest", lambda digest, beside, named: CARDS)
    blueprint.open_blueprint.cache_clear()
    return str(model)


@pytest.fixture
def agent(file: str) -> BlueprintAgent:
    return blueprint.load(Path(file), HoldemState(RULES))


def at(file: str, text: str) -> tuple[BettingLine, RangeNode]:
    line = parse_line(text, RULES)
    return line, ask(AskRange(agent=file, line=line))


def mean_by_hand(node: RangeNode, name: str, weights: Mapping[int, float], action: int) -> float:
    """Compute the weighted mean frequency of an action over the hands of a class, hand by hand."""
    places = [index for index in class_indices(name) if index in weights]
    total = sum(weights[index] for index in places)
    return sum(weights[index] * node.get_mix(index)[action] for index in places) / total


def test_hands_come_in_the_order_that_arrays_over_them_have() -> None:
    assert ranges_answers.HANDS == combos.HANDS


def test_before_the_flop_it_is_exactly_what_the_agent_plays(file: str, agent: BlueprintAgent) -> None:
    line, node = at(file, "")
    [decision] = node.decisions
    public = PublicState(BUTTON, (), line.betting)
    mix = agent.range_strategy(public)
    assert decision.player == BUTTON
    assert set(mix.actions) <= set(decision.actions)
    for index in (0, 500, 1325):
        played = agent.strategy(public.with_hand(index))
        shares = dict(zip(decision.actions, node.get_mix(index), strict=True))
        assert {action: share for action, share in shares.items() if share} == pytest.approx(played, abs=1e-6)
        mix_of_class = node.mixes[combos.CLASSES[index]]
        assert mix_of_class == pytest.approx(node.get_mix(index), abs=1e-6)
    assert decision.shares == pytest.approx([mix.of_action(action).mean() for action in decision.actions])
    assert node.sides[0].combos == node.sides[1].combos == 1326
    assert len(node.mixes) == 169


def test_on_a_board_a_class_is_the_mean_of_its_hands_by_reach(file: str, agent: BlueprintAgent) -> None:
    line, node = at(file, FLOP)
    decision = node.decisions[-1]
    before = PublicState(BUTTON, (), line.steps[0][0])
    reach = agent.range_strategy(before).of_action(200)
    board = set(parse("Qs7h2d"))
    held = {
        index: float(reach[index]) for index, hole in enumerate(combos.HANDS) if not board.intersection(hole)
    }
    side = node.sides[BUTTON]
    assert side.combos == pytest.approx(sum(held.values()), rel=1e-5)
    coming = {combos.CLASSES[index] for index, weight in held.items() if weight}
    assert len(coming) > 40
    for name in coming:
        indices = [index for index in class_indices(name) if index in held]
        assert side.classes[name] == pytest.approx(np.mean([held[index] for index in indices]), rel=1e-5)
        for index in range(len(decision.actions)):
            assert node.mixes[name][index] == pytest.approx(mean_by_hand(node, name, held, index), abs=1e-5)
    assert len(class_indices("QQ")) == 6
    assert sum(1 for index in class_indices("QQ") if index in held) == 3
    assert list(node.buckets) == agent.buckets(PublicState(BUTTON, line.dealt_board, line.betting)).tolist()
    assert node.buckets[class_indices("QQ")[0]] == -1


def test_the_shares_along_a_line_are_how_often_it_is_played(file: str, agent: BlueprintAgent) -> None:
    """The product of the action frequencies along a line is the line's frequency over all compatible hands."""
    line, node = at(file, "r200 c / Qs7h2d")
    shares = [
        dict(zip(one.actions, one.shares, strict=True))[action]
        for one, action in zip(node.decisions, line.actions, strict=False)
    ]
    raised = agent.range_strategy(PublicState(BUTTON, (), line.steps[0][0])).of_action(200).astype(float)
    called = agent.range_strategy(PublicState(0, (), line.steps[1][0])).of_action(1).astype(float)
    apart = combos.apart()
    assert shares[0] * shares[1] == pytest.approx(raised @ apart @ called / apart.sum(), rel=1e-5)


def test_an_action_that_it_never_takes_is_shown_and_goes_on(file: str) -> None:
    _, node = at(file, "r333")
    first = node.decisions[0]
    assert first.shares[first.actions.index(333)] == 0
    assert node.sides[BUTTON].combos > 0
    assert node.decisions[1].player == 0


def test_a_line_that_nobody_plays_shows_all_hands() -> None:
    node = ask(AskRange(agent="station", line=BettingLine(actions=(300,))))
    assert [side.comes for side in node.sides] == [True, False]
    assert node.sides[BUTTON].combos == 1326
    assert sum(node.decisions[-1].shares) == pytest.approx(1)


def test_where_the_hand_is_over_the_ranges_are_told(file: str) -> None:
    _, node = at(file, "all-in c")
    assert len(node.decisions) == 2
    assert not node.shares
    assert node.sides[0].combos < 1326


def test_where_cards_are_missing_only_the_ranges_are_told(file: str) -> None:
    line, node = at(file, "r200 c /")
    assert len(node.decisions) == 2
    assert not node.shares
    assert not node.mixes
    with pytest.raises(BadInput, match="lacks 3 cards"):
        ask(ExportRange(agent=file, line=line, file="unwritten.csv"))


def test_every_decision_is_reported_on_the_way(file: str) -> None:
    line = parse_line(FLOP, RULES)
    items = list(service.answer(AskRange(agent=file, line=line)))
    assert [item.iteration for item in items if isinstance(item, Progress)] == [1, 2, 3]


def test_characters_and_experts_can_be_looked_at_too() -> None:
    found = ask(ListRangeAgents())
    assert RangeAgent("sound", 200) in found
    assert RangeAgent("expert-tight", 200) in found
    assert not any(agent.name.startswith("search") for agent in found)
    node = ask(AskRange(agent="rock", line=BettingLine()))
    assert not node.buckets
    assert len(node.mixes) == 169


def test_blueprints_come_first_each_with_the_depth_it_was_made_for(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    folder = tmp_path / "agents" / "holdem"
    folder.mkdir(parents=True)
    for suffix in (".npz", ".yaml"):
        shutil.copy(Path(file).with_suffix(suffix), folder / f"tiny{suffix}")
    assert RangeAgent("tiny", DEPTH, is_blueprint=True) in ask(ListRangeAgents())
    kinds = [agent.is_blueprint for agent in ask(ListRangeAgents())]
    assert kinds == sorted(kinds, reverse=True)
    assert catalog.find("holdem", "tiny").depth == DEPTH
    assert catalog.find("holdem", "sound").depth is None


def test_what_it_takes_an_action_for_is_asked_once(
    agent: BlueprintAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, mixes, asked_for = parse_line("r333 c / Qs7h2d c", RULES), ranges.Mixes(), []
    likelihood = BlueprintAgent.likelihood

    def counted(self: BlueprintAgent, public: PublicState, action: int) -> Any:
        asked_for.append(action)
        return likelihood(self, public, action)

    monkeypatch.setattr(BlueprintAgent, "likelihood", counted)
    for _ in range(2):
        list(ranges.range_node(agent, "tiny", line, mixes))
    assert asked_for == [333]


def test_who_searches_does_not_tell_its_ranges() -> None:
    with pytest.raises(BadInput, match="cannot give its strategy for every hand"):
        ask(AskRange(agent="search-expert", line=BettingLine()))


# ---- CSV and the command ----------------------------------------------------------------------------------------
def read(file: Path) -> tuple[list[str], dict[str, list[float]]]:
    with file.open(encoding="utf-8", newline="") as lines:
        columns, *rows = csv.reader(lines)
    return columns, {row[0]: [float(cell) for cell in row[1:]] for row in rows}


def test_before_the_flop_a_row_of_csv_is_a_class(file: str, tmp_path: Path) -> None:
    line, node = at(file, "r200")
    written = tmp_path / "classes.csv"
    assert ask(ExportRange(agent=file, line=line, file=str(written))) == str(written)
    columns, rows = read(written)
    assert columns[:4] == ["hand", "reach", "f", "c"]
    assert list(rows)[:3] == ["AA", "AKs", "AQs"]
    assert len(rows) == 169
    assert rows["72o"] == pytest.approx([1.0, *node.mixes["72o"]], rel=1e-6)


def test_on_a_board_a_row_of_csv_is_a_hand(file: str, tmp_path: Path) -> None:
    line, node = at(file, FLOP)
    written = tmp_path / "hands.csv"
    ask(ExportRange(agent=file, line=line, file=str(written)))
    _, rows = read(written)
    assert len(rows) == 49 * 48 // 2
    index = combos.hand_index(parse("AsKs"))
    assert rows["AsKs"] == pytest.approx([node.sides[BUTTON].reach[index], *node.get_mix(index)], rel=1e-6)
    assert all(sum(row[1:]) == pytest.approx(1, abs=1e-5) for row in rows.values())


def test_the_command_prints_a_grid_for_every_action(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategy", "holdem", file, "--line", "r200"]) == 0
    printed = capsys.readouterr().out
    assert "r200: the big blind is to act, 1,326 combos" in printed
    assert "suited hands at the upper right" in printed
    assert '"-" is not in the range' in printed
    assert "fold (f):" in printed
    grid = printed.partition("call (c):")[2].splitlines()[1:15]
    assert grid[0].split() == list("AKQJT98765432")
    assert [row.split()[0] for row in grid[1:]] == list("AKQJT98765432")
    assert all(len(row.split()) == 14 for row in grid[1:])


def test_the_command_writes_csv_and_answers_json(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "node.csv"
    assert main(["strategy", "holdem", file, "--line", FLOP, "--csv", str(written), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    _, rows = read(written)
    assert document["board"] == "Qs7h2d"
    assert document["player"] == "button"
    assert document["stack"] == DEPTH
    assert document["hands"].keys() == rows.keys()
    assert document["hands"]["AsKs"]["strategy"] == pytest.approx(rows["AsKs"][1:], rel=1e-6)
    assert sum(document["frequencies"]) == pytest.approx(1)
    assert len(document["actions"]) == len(document["frequencies"])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--line", "r150"], "minimum is 200"),
        (["--line", "r200 c"], "lacks 3 cards"),
        (["--line", "f"], "so nobody acts"),
        (["--csv", "no/such/folder/x.csv"], "There is no folder"),
        (["--out", "x.json"], "--out is for small games"),
    ],
)
def test_what_the_command_cannot_do_is_said_in_a_sentence(
    words: list[str], sentence: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["strategy", "holdem", file, *words]) == 2
    said = capsys.readouterr()
    assert sentence in said.err
    assert not said.out


def test_a_line_is_for_holdem_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategy", "kuhn-poker", "vesper-10000", "--line", "c"]) == 2
    assert "--line is for holdem" in capsys.readouterr().err


def test_a_broken_model_is_said_in_a_sentence(file: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.npz"
    broken.write_bytes(Path(file).read_bytes()[:3_000])
    broken.with_suffix(".yaml").write_text(Path(file).with_suffix(".yaml").read_text("utf-8"), "utf-8")
    with pytest.raises(BadInput, match=r"broken\.npz"):
        ask(AskRange(agent=str(broken), line=BettingLine(RULES)))


class OnlyAces:
    """Folds every hand but a pair of aces before the flop. Checks and calls afterwards."""

    name = "only aces"

    def range_strategy(self, public: PublicState) -> RangeMix:
        left = np.flatnonzero(combos.unblocked_hands(public.board))
        if public.board:
            return RangeMix.of({CALL: np.ones(len(left))}, left)
        aces = np.array([all(get_rank(card) == get_rank(parse("As")[0]) for card in hand) for hand in HANDS])
        bold = CALL if public.player == BIG_BLIND else 300
        return RangeMix.of({FOLD: 1.0 - aces, bold: aces.astype(float)}, left)


def test_ranges_that_leave_no_room_for_each_other_still_have_their_shares() -> None:
    """Ranges without compatible hands still have action frequencies.

    The agent plays only pairs of aces. Two aces are on the board, so the players cannot both have a pair of aces.
    """
    line = parse_line("r300 c / AsAhKd", HoldemRules())
    asking = ranges.range_node(OnlyAces(), "aces", line, ranges.Mixes())
    reports: list[object] = []
    found = run_to_end(relay(asking, reports.append))
    assert len(reports) == 2
    assert [sum(decision.shares) for decision in found.decisions] == pytest.approx([1, 1, 1])


def test_a_pot_has_the_ranges_of_its_line(file: str) -> None:
    line, node = at(file, "r200 c")
    pot = ask(AskPreflopPot(file, line))
    assert (pot.pot, pot.stack, pot.name) == (400, 100 * DEPTH - 200, "single-raised")
    for text, player in zip(pot.ranges, (BIG_BLIND, BUTTON), strict=True):
        reach = np.frombuffer(node.sides[player].reach, np.float32)
        found = combos.parse_range(text)
        assert np.abs(found - reach / reach.max()).max() <= 0.2 + 0.5 / ranges.STEPS  # a class is one weight


@pytest.mark.parametrize(("pot", "raises"), [("limped", 0), ("single-raised", 1), ("3-bet", 2)])
def test_the_usual_line_to_a_pot_takes_the_likeliest_raises(file: str, pot: str, raises: int) -> None:
    found = ask(AskPreflopPot(file, BettingLine(RULES), pot))
    assert found.name == pot
    assert [action > CALL for action in found.line.actions] == [True] * raises + [False] * (
        2 - min(raises, 1)
    )
    betting = BettingLine(RULES)
    for decision, action in zip(found.decisions, found.line.actions, strict=True):
        sizes = dict(zip(decision.actions, decision.shares, strict=True))
        sizes.pop(betting.betting.max_raise_to or 0, None)
        if action > CALL:
            assert sizes[action] == max(share for one, share in sizes.items() if one > CALL)
        betting = betting.after(action)


@pytest.mark.parametrize("line", ["r200", "f", "r2000 c"])
def test_a_line_without_a_flop_decision_has_no_ranges(file: str, line: str) -> None:
    assert ask(AskPreflopPot(file, parse_line(line, RULES))).ranges == ()


def test_a_pot_that_is_not_there_is_said(file: str) -> None:
    with pytest.raises(BadInput, match="end the line with the call"):
        ask(AskPreflopPot(file, parse_line(FLOP, RULES)))
    with pytest.raises(BadInput, match="write limped, single-raised, 3-bet, 4-bet"):
        ask(AskPreflopPot(file, BettingLine(RULES), "5-bet"))
