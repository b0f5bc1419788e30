"""Who plays at which stacks, and what is said of it before one sits down."""

import pytest

from game.agent_entries import AgentEntry, Strength, who_plays
from game.study.opponents import figure_at, gallery, only_depth, strength_at
from tests.window.conftest import Open


def plan(depth: int, stage: str = "full", mean: float | None = None) -> AgentEntry:
    strength = None if mean is None else Strength("mbb/hand", mean, 61.0, "rock-solid", 20_000)
    name = f"plan-{depth}-{stage}"
    return AgentEntry(name, "holdem", "learned", "", strength, family="plan", stage=stage, depth=depth)


FULL = [plan(20, mean=130), plan(50), plan(200, mean=-97)]
EARLY = plan(200, "early", mean=-1_062)
AGENTS = [EARLY, *FULL, AgentEntry("rules", "holdem", "rules", "", Strength("mbb/hand", 5, 1, "x", 10))]


@pytest.mark.parametrize(("stack", "depth"), [(20, 20), (25, 20), (40, 50), (150, 200), (1_000, 200)])
def test_the_nearest_depth_plays(stack: int, depth: int) -> None:
    assert who_plays(FULL[-1], AGENTS, stack).depth == depth
    assert who_plays(EARLY, AGENTS, stack) == EARLY


def test_the_figure_is_that_of_the_depth_that_plays() -> None:
    assert figure_at(FULL[-1], AGENTS, 200) == "−97 mbb a hand"
    assert figure_at(FULL[-1], AGENTS, 20) == "+130 mbb a hand"
    assert figure_at(FULL[-1], AGENTS, 50) == "not measured yet"
    assert strength_at(FULL[-1], AGENTS, 20).startswith("Measured: +130 ")


def test_who_learnt_another_depth_says_so() -> None:
    assert figure_at(EARLY, AGENTS, 20) == "trained for 200 bb"
    assert strength_at(EARLY, AGENTS, 20).startswith("Trained for 200 big blinds. Measured: −1,062 ")
    assert "Trained" not in strength_at(EARLY, AGENTS, 200)
    assert figure_at(AGENTS[-1], AGENTS, 20) == "+5 mbb a hand"


def test_an_opponent_has_one_depth_or_none() -> None:
    lone = AgentEntry("kept", "holdem", "learned", "", depth=30)
    depths = {one.key: only_depth(one, [*AGENTS, lone]) for one in gallery([*AGENTS, lone], "holdem")}
    assert depths == {"plan": None, "rules": None, "kept": 30}


def test_the_gallery_follows_the_stacks(open_window: Open) -> None:
    window = open_window(agents=AGENTS[1:])
    window.key("3")
    window.click("opponents.plan")
    frames = []
    for stack in ("200", "20"):
        window.click(f"stack.{stack}")
        frames.append(window.words())
    assert "−97 mbb a hand" in frames[0]
    assert "+130 mbb a hand" not in frames[0]
    assert "+130 mbb a hand" in frames[1]
