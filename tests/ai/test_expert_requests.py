"""What the window asks about experts: their rules, a spot, and a copy of one's own."""

from pathlib import Path
from typing import Any

import pytest

from ai import catalog
from ai.service import answer
from game.core import BadInput
from game.features.arena.asks import PlayLeague
from game.features.odds.asks import CopyExpert, ExpertSpot, ListExperts, ReadExpertRules
from game.features.odds.expert_panels import RuleSpot
from game.files.manifest import read_manifest
from game.match.betting_line import BettingLine
from game.request import Request
from game.rules.cards import parse
from game.study.league import LeagueSettings
from game.study.play import AgentKey, Decide
from tests.full_disk import STEPS, fill_disk

SPOT = RuleSpot(parse("AhKd"), BettingLine(actions=(250, 1, 1), board=parse("Kh8c4s")))


def asked(request: Request[Any]) -> Any:
    return list(answer(request))[-1]


def in_spot(rules: str, spot: RuleSpot = SPOT) -> ExpertSpot:
    found: ExpertSpot = asked(spot.request(rules))
    return found


def own(name: str) -> Path:
    return catalog.user_folder("holdem") / "rules" / f"{name}.yaml"


def test_the_shipped_styles_come_first(user_folder: Path) -> None:
    assert [one.rules for one in asked(ListExperts())] == ["sound", "tight", "loose"]


def test_rules_are_told_with_their_conditions_and_what_they_do() -> None:
    found = asked(ReadExpertRules(rules="sound"))
    assert found.problems == ()
    fold = found.rules[-1]
    assert (fold.name, fold.written, fold.does) == ("give up", {}, "fold")


def test_a_spot_is_told_for_every_class_and_for_the_hand_with_its_rule() -> None:
    found = in_spot("sound")
    assert len(found.classes) == 169
    assert sum(found.fired.values()) == pytest.approx(1.0)
    assert found.hand is not None
    assert sum(found.whole.values()) == pytest.approx(1.0, abs=1e-4)
    rule = asked(ReadExpertRules(rules="sound")).rules[found.hand.rule]
    assert rule.name == "bet strong"
    assert 0.7 < found.hand.equity < 1.0
    assert in_spot("sound", RuleSpot((), SPOT.line)).hand is None


def test_a_copy_plays_as_its_original_until_it_is_edited(user_folder: Path) -> None:
    copy = asked(CopyExpert(rules="tight"))
    assert copy.rules == "my-tight"
    assert Path(copy.path) == own("my-tight")
    assert in_spot("my-tight") == in_spot("tight")
    assert own("my-tight").read_text().count("my-tight-common.yaml") == 2  # in a remark, too
    assert catalog.find("holdem", "my-tight").kind == "rules"
    assert asked(ListExperts())[-1] == copy


def test_what_was_edited_counts_once_it_is_read_again_also_at_the_table(user_folder: Path) -> None:
    asked(CopyExpert(rules="sound"))
    decide = Decide(AgentKey("holdem", "my-sound"), _first_decision(), 0)
    assert asked(decide).action == 250
    before = read_manifest(own("my-sound").parents[1] / "my-sound.yaml")
    with own("my-sound").open("a", encoding="utf-8") as file:
        file.write("rules:\n  - {street: preflop, facing: first in, hand: AA, do: raise 7bb}\n")
    asked(ReadExpertRules(rules="my-sound"))
    assert asked(decide).action == 700
    after = read_manifest(own("my-sound").parents[1] / "my-sound.yaml")
    assert after.digest != before.digest


def _first_decision() -> Any:
    from game.rules.holdem import HoldemState

    state = HoldemState()
    for card in parse("2c7dAsAh"):
        state = state.child(card)
    return state.information_state(1)


def test_broken_rules_are_told_and_the_agent_says_the_same(user_folder: Path) -> None:
    asked(CopyExpert(rules="sound"))
    own("my-sound").write_text(
        "shared: my-sound-common.yaml\ndescription: Mine.\nnumbers: {valeu: 3}\n", encoding="utf-8"
    )
    problems = asked(ReadExpertRules(rules="my-sound")).problems
    assert 'no rule mentions "valeu"' in problems[0]
    with pytest.raises(BadInput, match="valeu"):
        catalog.load("holdem", "my-sound")


def test_further_copies_have_names_of_their_own(user_folder: Path) -> None:
    names = [asked(CopyExpert(rules=rules)).rules for rules in ("sound", "sound", "my-sound")]
    assert names == ["my-sound", "my-sound-2", "my-sound-3"]


def renamed(user_folder: Path, rules: str) -> Path:
    """Let the agent my-sound play by rules of another name, and return their file."""
    asked(CopyExpert(rules="sound"))
    manifest = own("my-sound").parents[1] / "my-sound.yaml"
    manifest.write_text(manifest.read_text().replace("rules: my-sound", f"rules: {rules}"))
    return own("my-sound").rename(own(rules))


def test_a_copy_of_rules_of_any_name_is_an_agent_that_can_be_played(user_folder: Path) -> None:
    renamed(user_folder, "My Best, 2nd try")
    copy = asked(CopyExpert(rules="My Best, 2nd try"))
    assert copy.agent == "my-best-2nd-try"
    assert copy.agent in [entry.name for entry in catalog.agents("holdem")]


def test_a_copy_builds_upon_a_copy_however_that_is_written(user_folder: Path) -> None:
    asked(CopyExpert(rules="sound"))
    own("my-sound").write_text(own("my-sound").read_text().replace("shared:", '"shared" :'))
    asked(CopyExpert(rules="my-sound"))
    own("my-sound-common").unlink()
    assert asked(ReadExpertRules(rules="my-sound-2")).problems == ()


def test_an_edition_is_noted_for_every_agent_that_plays_by_the_rules(user_folder: Path) -> None:
    rules = renamed(user_folder, "other")
    before = catalog.find("holdem", "my-sound").version
    rules.write_text(rules.read_text() + "# edited\n")
    asked(ReadExpertRules(rules="other"))
    assert catalog.find("holdem", "my-sound").version != before


@pytest.mark.parametrize("step", STEPS)
def test_a_full_disk_is_a_sentence_and_leaves_no_half_of_a_copy(
    step: str, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        fill_disk(patched, step)
        with pytest.raises(BadInput, match="cannot be written: No space left on device"):
            asked(CopyExpert(rules="sound"))
    assert not [file for file in user_folder.rglob("*") if file.is_file()]


def test_where_an_edition_cannot_be_noted_the_sentence_says_so(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(CopyExpert(rules="sound"))
    own("my-sound").write_text(own("my-sound").read_text() + "# edited\n")
    fill_disk(monkeypatch, "replace")
    with pytest.raises(BadInput, match=r"my-sound\.yaml cannot be written"):
        asked(ReadExpertRules(rules="my-sound"))


def test_a_league_knows_an_expert_by_what_its_rules_say_now(user_folder: Path) -> None:
    asked(CopyExpert(rules="sound"))
    before = catalog.find("holdem", "my-sound").version
    nothing_to_play = PlayLeague(LeagueSettings("holdem"), 0)
    list(answer(nothing_to_play))
    assert catalog.find("holdem", "my-sound").version == before
    own("my-sound").write_text(own("my-sound").read_text() + "# edited\n")
    list(answer(nothing_to_play))
    assert catalog.find("holdem", "my-sound").version != before


def test_rules_outside_of_the_folder_are_not_read(user_folder: Path) -> None:
    with pytest.raises(BadInput):
        asked(ReadExpertRules(rules="../../secret"))
