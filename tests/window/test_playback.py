"""Animation steps of a table: one after the other, at a pace, or all at once."""

from game.window.ui.animation import AnimationStep, Timeline, motion


def a_timeline(*seconds: float) -> tuple[Timeline[str], list[str]]:
    begun: list[str] = []
    timeline: Timeline[str] = Timeline(lambda animation_step: begun.append(animation_step.scene))
    timeline.add(AnimationStep(name, length) for name, length in zip("abc", seconds, strict=False))
    return timeline, begun


def test_animation_steps_follow_each_other() -> None:
    timeline, begun = a_timeline(0.2, 0.3)
    assert timeline.advance(0.1)
    assert (timeline.animation_step.scene if timeline.animation_step else "", begun) == ("a", ["a"])
    assert timeline.advance(0.2)
    assert (timeline.animation_step.scene if timeline.animation_step else "", begun) == ("b", ["a", "b"])
    assert not timeline.advance(0.2)
    assert timeline.animation_step is None


def test_a_long_advance_begins_every_animation_step_with_its_sound() -> None:
    timeline, begun = a_timeline(0.2, 0.0, 0.3)
    assert not timeline.advance(5.0)
    assert begun == ["a", "b", "c"]


def test_shares_are_eased_between_nothing_and_all() -> None:
    timeline, _ = a_timeline(1.0)
    shares = []
    for _ in range(9):
        timeline.advance(0.1)
        shares.append(timeline.share)
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.1
    assert shares[4] == 0.5
    assert timeline.seconds_left < 0.11


def test_what_arrives_is_quick_at_first() -> None:
    timeline: Timeline[str] = Timeline(lambda animation_step: None)
    timeline.add([AnimationStep("card", 1.0, arrives=True)])
    timeline.advance(0.25)
    assert timeline.share > 0.5


def test_reduced_motion_puts_everything_in_its_place_and_is_short() -> None:
    timeline, _ = a_timeline(1.0, 1.0)
    timeline.reduced = True
    timeline.advance(0.01)
    assert timeline.share == 1.0
    assert timeline.seconds_left <= 2 * motion("touch")


def test_finishing_leaves_the_table_at_rest() -> None:
    timeline, begun = a_timeline(1.0, 1.0)
    timeline.finish()
    assert timeline.animation_step is None
    assert timeline.share == 1.0
    assert not timeline.advance(1.0)
    assert begun == []


def test_an_animation_step_knows_the_step_of_the_hand_it_shows() -> None:
    timeline: Timeline[str] = Timeline(lambda animation_step: None)
    timeline.add([AnimationStep("a", 0.1), AnimationStep("b", 0.1)], 3)
    timeline.add([AnimationStep("c", 0.1)], 4)
    marks = []
    while timeline.advance(0.05):
        marks.append(timeline.mark)
    assert sorted(set(marks), key=marks.index) == [3, 4]
    assert timeline.mark is None
