"""The games of the lab: equilibria, trees, and the field of U1."""

import pytest

from ai.algorithms.best_response import exploitability
from ai.algorithms.variants import FAMILY
from ai.lab.export import utility_field
from ai.lab.tracked_run import describe_infosets, drawn_tree, first_state, game_tree
from game.core import CHANCE, TERMINAL, BadInput
from game.rules import games
from game.study.lab import NO_NODE, LabSettings

CLASSIC = LabSettings(games.KUHN_POKER)


@pytest.mark.parametrize("alpha", [0.0, 0.1, 1 / 6, 1 / 3])
def test_every_member_of_the_classic_family_is_an_equilibrium(alpha: float) -> None:
    sets, tree = describe_infosets(CLASSIC), game_tree(first_state(CLASSIC))
    member = sets.equilibrium_of(alpha)
    assert member[sets.sequence("Q", "b")] == pytest.approx(alpha)
    ends = [*tree.first.tolist()]
    table = {
        infoset.key: dict(zip(infoset.actions, member[begin:end], strict=True))
        for infoset, begin, end in zip(tree.infosets, ends, ends[1:], strict=False)
    }

    def policy(info: object) -> object:
        return table[info.key]  # type: ignore[attr-defined]

    found = exploitability(first_state(CLASSIC), (policy, policy))  # type: ignore[arg-type]
    assert found.nash_conv == pytest.approx(0, abs=1e-12)
    assert found.value == pytest.approx(sets.value) == pytest.approx(-1 / 18)


def test_a_member_beyond_the_family_is_its_nearest() -> None:
    sets = describe_infosets(CLASSIC)
    assert sets.equilibrium_of(0.9) == sets.equilibrium_of(1 / 3)
    half = describe_infosets(LabSettings(games.KUHN_HALF_STREET))
    assert half.equilibrium_of(0.9) == half.equilibrium


@pytest.mark.parametrize(
    ("blinds", "p1", "p2", "value"), [(1, 1 / 3, 1 / 3, 1 / 18), (2, 1 / 5, 3 / 5, 1 / 10), (0.25, 0, 0, 0)]
)
def test_the_half_street_game_has_the_equilibrium_of_the_book(
    blinds: float, p1: float, p2: float, value: float
) -> None:
    sets = describe_infosets(LabSettings(games.KUHN_HALF_STREET, blinds))
    assert sets.equilibrium[sets.sequence("Q", "b")] == pytest.approx(p1)
    assert sets.equilibrium[sets.sequence("Kb", "b")] == pytest.approx(p2)
    assert sets.value == pytest.approx(value)
    field = utility_field(blinds, 20)
    assert field.nash == pytest.approx((p1, p2))
    assert field.value == pytest.approx(value)


def test_every_variant_is_described() -> None:
    assert [one.name for one in describe_infosets(CLASSIC).variants] == list(FAMILY)
    assert {one.name for one in describe_infosets(CLASSIC).variants if one.is_sampled} == {
        "chance-sampled",
        "external-sampling",
        "outcome-sampling",
    }


def test_the_tree_has_every_history_once_with_its_step() -> None:
    nodes, sets = drawn_tree(CLASSIC).nodes, describe_infosets(CLASSIC)
    assert len(nodes) == 1 + 3 + 6 * 9
    assert nodes[0].parent == NO_NODE
    names = [""]
    for node in nodes[1:]:
        names.append(names[node.parent] + node.step)
    assert len(set(names)) == len(names)
    for name, node in zip(names, nodes, strict=True):
        if node.player >= 0:
            assert sets.keys[node.infoset] == name[node.player] + name[2:]
        else:
            assert node.infoset == NO_NODE
            assert (node.player == TERMINAL) == (len(name) > 3)
            assert node.player in (CHANCE, TERMINAL)
    assert nodes[names.index("AQpbb")].payoff == 2


@pytest.mark.parametrize("blinds", [0.25, 1, 2, 3])
def test_u1_and_its_gradient_are_those_of_the_formula(blinds: float) -> None:
    field = utility_field(blinds, 20)
    assert field.axis[:20] == pytest.approx([0.05 * step for step in range(20)])
    for i, p1 in enumerate(field.axis):
        assert field.along_p2[i] == pytest.approx(-(1 - p1 - 2 * blinds * p1) / 6)
        for j, p2 in enumerate(field.axis):
            u1 = (p1 * (2 * blinds - 1 - p2 - 2 * blinds * p2) + p2) / 6
            assert field.u1[i][j] == pytest.approx(u1)
            assert field.along_p1[j] == pytest.approx((2 * blinds - 1 - p2 - 2 * blinds * p2) / 6)
    assert field.lowest == min(map(min, field.u1))
    assert field.highest == max(map(max, field.u1))


@pytest.mark.parametrize("steps", [0, 10**6, "many"])
def test_a_field_of_too_many_steps_is_a_sentence(steps: object) -> None:
    with pytest.raises(BadInput, match="in 1 to 200 steps"):
        utility_field(1, steps)
