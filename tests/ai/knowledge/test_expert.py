"""Experts: rule files, strategies for all hands, and the worker's answers to the page of experts."""

import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai import catalog
from ai.hands.combos import hand_index, unblocked_hands
from ai.hands.range_strategy import PublicState, RangeStrategy
from ai.knowledge.rule_file import FOLDER, STYLES, BrokenRules, ExpertStrategy, built_in_expert, read_rules
from ai.knowledge.rules import BLOCKED_HAND
from ai.service import answer
from game.core import CHANCE, BadInput
from game.features.arena import PlayLeague
from game.features.odds import CopyExpert, ExpertSpot, ListExperts, ReadExpertRules
from game.features.odds.expert_panels import RuleSpot
from game.files.manifest import read_manifest
from game.match.betting_line import BettingLine
from game.rules.betting import CALL, FOLD
from game.rules.cards import parse
from game.rules.holdem import HoldemInformationState, HoldemRules, HoldemState
from game.study.league import LeagueSettings
from game.study.play import AgentKey, Decide
from tests.ai.asking import ask
from tests.full_disk import STEPS, fill_disk

HEAD = """
description: A test.
respect: 1
reading: {share_of_opens: 0.8, share_of_reraises: 0.2, share_of_bets: 0.8, share_of_raises: 0.4,
          share_of_calls: 1, doubt: 0.4, slow_play: 0.6}
"""
REST = """
  - {facing: limp, do: check}
  - {facing: [nothing, check], do: check}
  - {do: fold}
"""


def expert(folder: Path, rules: str) -> ExpertStrategy:
    file = folder / "test.yaml"
    file.write_text(HEAD + "rules:" + rules + REST, encoding="utf-8")
    return ExpertStrategy(read_rules(file))


def deal_state(
    hole: str, big_blind: str = "2c7d", board: str = "", actions: tuple[int, ...] = ()
) -> HoldemState:
    """Return the state after `actions`, with board cards dealt when a round ends.

    The button has the hand `hole`.
    """
    state = HoldemState()
    for card in (*parse(big_blind), *parse(hole)):
        state = state.child(card)
    cards = list(parse(board))
    for action in actions:
        state = state.child(action)
        while state.current_player() == CHANCE and cards:
            state = state.child(cards.pop(0))
    return state


def get_info(state: HoldemState) -> HoldemInformationState:
    return state.information_state(state.current_player())


def public_states(seeds: range) -> Iterator[PublicState]:
    """Yield every decision of random hands with different stacks."""
    for seed in seeds:
        rng = random.Random(seed)
        stacks = (rng.choice([60, 900, 5_000, 20_000]), rng.choice([60, 900, 5_000, 20_000]))
        state = HoldemState(HoldemRules(50, 100, stacks))
        while not state.is_terminal():
            actions = state.legal_actions()
            if state.current_player() == CHANCE:
                state = state.child(rng.choice(actions))
                continue
            yield PublicState.of(get_info(state))
            state = state.child(
                CALL if rng.random() < 0.5 else actions[min(len(actions) - 1, rng.randrange(300))]
            )


@pytest.mark.parametrize("style", STYLES)
def test_every_hand_has_a_mix_of_legal_actions_and_a_rule_that_fired(style: str) -> None:
    strategy = built_in_expert(style)
    assert isinstance(strategy, RangeStrategy)
    for public in public_states(range(12)):
        found = strategy.consult(public)
        left = unblocked_hands(public.board)
        assert all(action in public.betting.legal_actions() for action in found.mix.actions)
        np.testing.assert_allclose(found.mix.shares[left].sum(axis=1), 1.0, atol=1e-5)
        assert not found.mix.shares[~left].any()
        assert ((found.rule_numbers != BLOCKED_HAND) == left).all()


def test_the_first_rule_that_matches_decides(tmp_path: Path) -> None:
    strategy = expert(
        tmp_path,
        """
  - {name: aces, street: preflop, facing: first in, hand: AA, do: raise 4bb}
  - {name: pairs, street: preflop, facing: first in, hand: 22+, do: {raise 3bb: 50%, call: 50%}}""",
    )
    fired = strategy.consult(PublicState.of(get_info(deal_state("AsAh"))))
    assert [fired.rule_numbers[hand_index(parse(hand))] for hand in ("AsAh", "KsKh")] == [0, 1]
    mix = fired.mix
    assert mix.actions == (FOLD, CALL, 300, 400)
    assert mix.shares[hand_index(parse("KsKh"))].tolist() == [0.0, 0.5, 0.5, 0.0]
    assert mix.shares[hand_index(parse("AsKh"))].tolist() == [1.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("move", "raises_to"),
    [("raise 3x", 900), ("raise pot", 900), ("raise 50%", 600), ("raise min", 500), ("raise 4.5bb", 500)],
)
def test_sizes_are_in_bets_of_the_opponent_in_pots_or_in_big_blinds(
    move: str, raises_to: int, tmp_path: Path
) -> None:
    strategy = expert(tmp_path, f"\n  - {{street: preflop, facing: raise, do: {move}}}")
    public = PublicState.of(get_info(deal_state("AsAh", actions=(300,))))
    assert strategy.range_strategy(public).actions == (raises_to,)


def test_an_all_in_cannot_be_raised_and_is_called(tmp_path: Path) -> None:
    strategy = expert(tmp_path, "\n  - {street: preflop, facing: raise, do: raise all-in}")
    public = PublicState.of(get_info(deal_state("AsAh", actions=(20_000,))))
    assert strategy.range_strategy(public).actions == (CALL,)


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ((), ("preflop", "button", "first in", "nobody")),
        ((CALL,), ("preflop", "big blind", "limp", "nobody")),
        ((300,), ("preflop", "big blind", "raise", "nobody")),
        ((300, 900, 2_700), ("preflop", "big blind", "another raise", "nobody")),
        ((300, CALL), ("flop", "big blind", "nothing", "theirs")),
        ((300, CALL, CALL), ("flop", "button", "check", "mine")),
        ((CALL, CALL, 300), ("flop", "button", "bet", "nobody")),
        ((CALL, CALL, 300, 900), ("flop", "big blind", "raise", "nobody")),
        ((300, CALL, CALL, CALL), ("turn", "big blind", "nothing", "theirs")),
        ((300, CALL, 600, CALL, CALL), ("turn", "button", "check", "theirs")),
    ],
)
def test_public_situations_are_told_in_words(actions: tuple[int, ...], words: tuple[str, ...]) -> None:
    public = PublicState.of(get_info(deal_state("AsAh", board="KsQd3c8d", actions=actions)))
    described = built_in_expert("sound").situation(public).words
    assert (described["street"], described["position"], described["facing"], described["initiative"]) == words


def test_public_situations_are_told_in_numbers() -> None:
    public = PublicState.of(get_info(deal_state("AsAh", board="KsQd3c", actions=(300, CALL, 600))))
    numbers = built_in_expert("sound").situation(public).numbers
    assert numbers == pytest.approx({"bet": 0.5, "odds": 0.25, "stack": 19_700 / 900, "depth": 200})


def test_asking_again_gives_the_same_answer_without_working_it_out_again() -> None:
    strategy = built_in_expert("sound")
    public = PublicState.of(get_info(deal_state("AsAh", board="KsQd3c", actions=(300, CALL))))
    assert strategy.range_strategy(public) is strategy.range_strategy(public)


GOOD = """
description: A test.
respect: 1
reading: {share_of_opens: 0.8, share_of_reraises: 0.2, share_of_bets: 0.8, share_of_raises: 0.4,
          share_of_calls: 1, doubt: 0.4, slow_play: 0.6}
numbers: {value: 60%}
hands: {pairs: 22+}
mixes: {bet: {bet 50%: 60%, check: 40%}}
rules:
  - {name: value, facing: [nothing, check], equity: at least value, do: bet}
  - {name: rest, facing: [nothing, check, limp], do: check}
  - {name: pairs, hand: pairs, do: call}
  - {name: fold, do: fold}
"""


def sentences(folder: Path, text: str) -> tuple[str, ...]:
    file = folder / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    try:
        read_rules(file)
    except BrokenRules as error:
        return error.sentences
    return ()


@pytest.mark.parametrize("style", STYLES)
def test_the_styles_that_ship_are_sound(style: str) -> None:
    assert read_rules(FOLDER / f"{style}.yaml").rules


def test_a_good_file_is_read(tmp_path: Path) -> None:
    assert sentences(tmp_path, GOOD) == ()


@pytest.mark.parametrize(
    ("was", "put", "said"),
    [
        ("respect: 1", "respekt: 1", 'unknown section "respekt"'),
        ("respect: 1", "respect: 9", "must be from 0 to 5"),
        ("respect: 1", "", "lacks respect"),
        ("doubt: 0.4, ", "", "it needs share_of_opens"),
        ("doubt: 0.4", "doubt: 0", "must be from 0.01 to 1"),
        ("equity: at least value", "equity: at least valu", '"valu" is not a number; the named numbers are value'),
        ("equity: at least value", "equity: 60%", 'write "at least 60%"'),
        ("equity: at least value", "equity: at least 130%", "equity goes from 0 to 1"),
        ("equity: at least value", "equity: 60% to value", "the first number must be the smaller one"),
        ("equity: at least value", "equal: at least value", 'there is no condition "equal": there are name'),
        ("facing: [nothing, check], e", "facing: [nothing, chek], e", 'facing cannot be "chek": it is one of'),
        ("facing: [nothing, check], e", "facing: [], e", "facing needs at least one of"),
        ("bet 50%: 60%", "bet 50%: 50%", "the probabilities of bet 50%: 50%, check: 40% sum to 90%, not to 100%"),
        ("bet 50%: 60%", "bet half: 60%", '"bet half" has no size: write "33%"'),
        ("bet 50%: 60%", "bet: 60%", '"bet" has no size'),
        ("bet 50%: 60%", "bet 50%: 160%", "it goes from 0 to 100%"),
        ("bet 50%: 60%", "push: 60%", '"push" is not a move: the moves are fold'),
        (
            "do: bet}",
            "do: bed}",
            '"bed" is not a move: the moves are fold, check, call, and bet or raise with a size. '
            "The mixes are bet.",
        ),
        ("hand: pairs", "hand: pears", '"pears" is neither a group of hands nor a range; named groups are pairs'),
        ("pairs: 22+", "pairs: 23+2", '"23+2" is neither a group of hands nor a range'),
        ("{value: 60%}", "{value: 60%, vallue: 70%}", 'mentions "vallue"; those that rules mention are value'),
        ("{value: 60%}", "{value: 60%, value: 70%}", "line 6: the key 'value' is given twice"),
        ("{value: 60%}", "[value]", "write a name, a colon, and what it stands for"),
        ("do: call}", "do: check}", 'where you cannot check: possible are fold, call, raise'),
        ("name: pairs, ", "name: pairs, facing: limp, ", "it can never fire: the rules before it cover it"),
        ("name: pairs, ", "name: pairs, street: preflop, facing: bet, ", "nobody is in this situation"),
        ("\n  - {name: fold, do: fold}", "", "no rule covers street preflop, position big blind, facing raise"),
        ("\n  - {name: fold, do: fold}", "\n  - fold", "a rule has conditions, and says what to do under do"),
        ("rules:", "rules: {}\nrulez:", 'unknown section "rulez"'),
        ("description:", "description: [", "cannot be read: line 3: a bracket or a comma is missing"),
        ("respect: 1", "shared: ../other.yaml", "it names a file of the same folder"),
        ("respect: 1", "shared: other.yaml", "There is no other.yaml"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_what_would_be_right(
    was: str, put: str, said: str, tmp_path: Path
) -> None:
    assert was in GOOD
    found = sentences(tmp_path, GOOD.replace(was, put, 1))
    assert any(said in sentence for sentence in found), found


def test_everything_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("nothing, check], e", "nothing, chek], e").replace("hand: pairs", "hand: pears")
    assert len(sentences(tmp_path, text)) == 3


def test_what_is_wrong_is_said_the_same_from_another_process() -> None:
    broken = BrokenRules(("mine.yaml: this is wrong.", "mine.yaml: that too."))
    copy = pickle.loads(pickle.dumps(broken))
    assert (str(copy), copy.sentences) == (str(broken), broken.sentences)


def test_a_rule_that_several_earlier_ones_cover_together_never_fires(tmp_path: Path) -> None:
    text = GOOD.replace(
        "  - {name: fold",
        "  - {name: cheap, odds: under 20%, do: call}\n  - {name: dear, odds: at least 20%, do: fold}\n"
        "  - {name: idle, odds: 10% to 30%, do: call}\n  - {name: fold",
    )
    assert [sentence.split(":")[0] for sentence in sentences(tmp_path, text)] == [
        "mine.yaml, rule 6 (idle)",
        "mine.yaml, rule 7 (fold)",
    ]


def test_a_file_builds_upon_another_and_its_own_names_and_rules_come_first(tmp_path: Path) -> None:
    (tmp_path / "common.yaml").write_text(GOOD, encoding="utf-8")
    file = tmp_path / "mine.yaml"
    file.write_text(
        "shared: common.yaml\ndescription: Mine.\nnumbers: {value: 70%}\n"
        "rules:\n  - {name: aces, street: preflop, facing: first in, hand: AA, do: raise 3bb}\n",
        encoding="utf-8",
    )
    base = read_rules(file)
    assert [rule.name for rule in base.rules] == ["aces", "value", "rest", "pairs", "fold"]
    assert base.description == "Mine."
    assert base.rules[1].conditions["equity"].holds(0.71)
    assert not base.rules[1].conditions["equity"].holds(0.69)


def test_numbers_stand_behind_their_names_also_where_one_name_holds_another(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    text = GOOD.replace("{value: 60%}", "{value: 60%, big value: 70%, deep: 2.5}").replace(
        "  - {name: rest",
        "  - {name: thin, facing: bet, equity: value to big value, bet: under deep, do: fold}\n  - {name: rest",
    )
    file.write_text(text.replace("equity: at least value", "equity: at least big value"), encoding="utf-8")
    first, second, *_ = read_rules(file).rules
    assert first.written["equity"] == "at least big value (70%)"
    assert second.written["equity"] == "value (60%) to big value (70%)"
    assert second.written["bet"] == "under deep (2.5)"


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    for content in (b"\xff\xfe\x00", b"just words", b"- a list", b"a: &x [*x"):
        file.write_bytes(content)
        with pytest.raises(BrokenRules):
            read_rules(file)


SPOT = RuleSpot(parse("AhKd"), BettingLine(actions=(250, 1, 1), board=parse("Kh8c4s")))


def in_spot(rules: str, spot: RuleSpot = SPOT) -> ExpertSpot:
    found: ExpertSpot = ask(spot.request(rules))
    return found


def own(name: str) -> Path:
    return catalog.user_folder("holdem") / "rules" / f"{name}.yaml"


def test_the_shipped_styles_come_first(user_folder: Path) -> None:
    assert [one.rules for one in ask(ListExperts())] == ["sound", "tight", "loose"]


def test_rules_are_told_with_their_conditions_and_what_they_do() -> None:
    found = ask(ReadExpertRules(rules="sound"))
    assert found.problems == ()
    fold = found.rules[-1]
    assert (fold.name, fold.written, fold.does) == ("give up", {}, "fold")


def test_a_spot_is_told_for_every_class_and_for_the_hand_with_its_rule() -> None:
    found = in_spot("sound")
    assert len(found.classes) == 169
    assert sum(found.fired.values()) == pytest.approx(1.0)
    assert found.hand is not None
    assert sum(found.whole.values()) == pytest.approx(1.0, abs=1e-4)
    rule = ask(ReadExpertRules(rules="sound")).rules[found.hand.rule]
    assert rule.name == "bet strong"
    assert 0.7 < found.hand.equity < 1.0
    assert in_spot("sound", RuleSpot((), SPOT.line)).hand is None


def test_a_copy_plays_as_its_original_until_it_is_edited(user_folder: Path) -> None:
    copy = ask(CopyExpert(rules="tight"))
    assert copy.rules == "my-tight"
    assert Path(copy.path) == own("my-tight")
    assert in_spot("my-tight") == in_spot("tight")
    assert own("my-tight").read_text().count("my-tight-common.yaml") == 2  # in a remark, too
    assert catalog.find("holdem", "my-tight").kind == "rules"
    assert ask(ListExperts())[-1] == copy


def test_what_was_edited_counts_once_it_is_read_again_also_at_the_table(user_folder: Path) -> None:
    ask(CopyExpert(rules="sound"))
    decide = Decide(AgentKey("holdem", "my-sound"), _first_decision(), 0)
    assert ask(decide).action == 250
    before = read_manifest(own("my-sound").parents[1] / "my-sound.yaml")
    with own("my-sound").open("a", encoding="utf-8") as file:
        file.write("rules:\n  - {street: preflop, facing: first in, hand: AA, do: raise 7bb}\n")
    ask(ReadExpertRules(rules="my-sound"))
    assert ask(decide).action == 700
    after = read_manifest(own("my-sound").parents[1] / "my-sound.yaml")
    assert after.digest != before.digest


def _first_decision() -> Any:
    from game.rules.holdem import HoldemState

    state = HoldemState()
    for card in parse("2c7dAsAh"):
        state = state.child(card)
    return state.information_state(1)


def test_broken_rules_are_told_and_the_agent_says_the_same(user_folder: Path) -> None:
    ask(CopyExpert(rules="sound"))
    own("my-sound").write_text(
        "shared: my-sound-common.yaml\ndescription: Mine.\nnumbers: {valeu: 3}\n", encoding="utf-8"
    )
    problems = ask(ReadExpertRules(rules="my-sound")).problems
    assert 'no rule mentions "valeu"' in problems[0]
    with pytest.raises(BadInput, match="valeu"):
        catalog.load("holdem", "my-sound")


def test_further_copies_have_names_of_their_own(user_folder: Path) -> None:
    names = [ask(CopyExpert(rules=rules)).rules for rules in ("sound", "sound", "my-sound")]
    assert names == ["my-sound", "my-sound-2", "my-sound-3"]


def rename_rules(user_folder: Path, rules: str) -> Path:
    """Copy an expert as my-sound, rename the rule file of the copy to `rules`, and return the new path."""
    ask(CopyExpert(rules="sound"))
    manifest = own("my-sound").parents[1] / "my-sound.yaml"
    manifest.write_text(manifest.read_text().replace("rules: my-sound", f"rules: {rules}"))
    return own("my-sound").rename(own(rules))


def test_a_copy_of_rules_of_any_name_is_an_agent_that_can_be_played(user_folder: Path) -> None:
    rename_rules(user_folder, "My Best, 2nd try")
    copy = ask(CopyExpert(rules="My Best, 2nd try"))
    assert copy.agent == "my-best-2nd-try"
    assert copy.agent in [entry.name for entry in catalog.agents("holdem")]


def test_a_copy_builds_upon_a_copy_however_that_is_written(user_folder: Path) -> None:
    ask(CopyExpert(rules="sound"))
    own("my-sound").write_text(own("my-sound").read_text().replace("shared:", '"shared" :'))
    ask(CopyExpert(rules="my-sound"))
    own("my-sound-common").unlink()
    assert ask(ReadExpertRules(rules="my-sound-2")).problems == ()


def test_an_edition_is_noted_for_every_agent_that_plays_by_the_rules(user_folder: Path) -> None:
    rules = rename_rules(user_folder, "other")
    before = catalog.find("holdem", "my-sound").version
    rules.write_text(rules.read_text() + "# edited\n")
    ask(ReadExpertRules(rules="other"))
    assert catalog.find("holdem", "my-sound").version != before


@pytest.mark.parametrize("step", STEPS)
def test_a_full_disk_is_a_sentence_and_leaves_no_half_of_a_copy(
    step: str, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        fill_disk(patched, step)
        with pytest.raises(BadInput, match="cannot be written: No space left on device"):
            ask(CopyExpert(rules="sound"))
    assert not [file for file in user_folder.rglob("*") if file.is_file()]


def test_where_an_edition_cannot_be_noted_the_sentence_says_so(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(CopyExpert(rules="sound"))
    own("my-sound").write_text(own("my-sound").read_text() + "# edited\n")
    fill_disk(monkeypatch, "replace")
    with pytest.raises(BadInput, match=r"my-sound\.yaml cannot be written"):
        ask(ReadExpertRules(rules="my-sound"))


def test_a_league_knows_an_expert_by_what_its_rules_say_now(user_folder: Path) -> None:
    ask(CopyExpert(rules="sound"))
    before = catalog.find("holdem", "my-sound").version
    nothing_to_play = PlayLeague(LeagueSettings("holdem"), 0)
    list(answer(nothing_to_play))
    assert catalog.find("holdem", "my-sound").version == before
    own("my-sound").write_text(own("my-sound").read_text() + "# edited\n")
    list(answer(nothing_to_play))
    assert catalog.find("holdem", "my-sound").version != before


def test_rules_outside_of_the_folder_are_not_read(user_folder: Path) -> None:
    with pytest.raises(BadInput):
        ask(ReadExpertRules(rules="../../secret"))
