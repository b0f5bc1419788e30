"""The picture of the game tree: always of the game that is looked at, with the numbers of its nodes."""

import pytest

from game.features.lab import tree as tree_picture
from game.features.lab.page import LabScreen
from game.features.lab.tree import TreePicture, TreeShape, numbers_of, shape_of
from game.rules import games
from game.study.lab import LabSettings, LabTree
from game.window.ui.input import Pointer
from tests.features.lab import show
from tests.features.lab.answers import tree_of
from tests.window.conftest import Open
from tests.window.driver import Driver

CLASSIC = LabSettings(games.KUHN_POKER, variant="cfr+", iterations=show.ITERATIONS)


def picture(screen: LabScreen) -> TreePicture:
    return screen.charts.tree_picture


def words(driver: Driver) -> str:
    return " ".join(mark.words for mark in driver.marks())


def test_every_tree_is_laid_out_anew_wherever_it_lies_in_memory(
    open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = open_window()
    model = show.run(driver.app, CLASSIC, "tree").model
    laid_out: list[int] = []

    def noted(tree: LabTree) -> TreeShape:
        laid_out.append(len(laid_out))
        return shape_of(tree)

    monkeypatch.setattr(tree_picture, "shape_of", noted)
    for _ in range(10):  # a tree that was dropped leaves its place in memory to the next one
        model.extras.tree.value = None
        model.extras.tree.value = LabTree(tree_of(CLASSIC).nodes)
        driver.marks()
    assert len(laid_out) == 10


@pytest.mark.parametrize("settings", [show.HALF_STREET, CLASSIC])
def test_reach_of_the_ends_is_one_and_the_root_is_worth_their_mean(settings: LabSettings) -> None:
    tree = tree_of(settings)
    reach, worth = numbers_of(tree, lambda place: 0.5)
    ends = [place for place, node in enumerate(tree.nodes) if node.player < -1]
    assert sum(reach[place] for place in ends) == pytest.approx(1.0)
    mean = sum(reach[place] * tree.nodes[place].payoff for place in ends)
    assert worth[0] == pytest.approx(mean)


def test_the_tree_page_writes_worth_reach_and_regrets_at_its_nodes(open_window: Open) -> None:
    driver = open_window()
    screen = show.run(driver.app, CLASSIC, "tree")
    drawn = words(driver)
    assert drawn.count("17%") >= 6  # the first decision of each of six deals
    assert "Point at a node" in drawn
    screen.controls.focus("game_tree")
    drawn = words(driver)
    assert "Q: player 1 ·" in drawn
    assert "reach 16.7%" in drawn
    assert "regret" in drawn
    first = picture(screen).value
    before = driver.screen.model.now
    driver.key("down")
    assert picture(screen).value not in ("", first)
    driver.key("left")
    assert driver.screen.model.now != before


def test_the_node_under_the_mouse_is_told_of(open_window: Open) -> None:
    driver = open_window()
    screen = show.run(driver.app, show.HALF_STREET, "tree")
    driver.marks()
    tree = picture(screen)
    assert tree.drawing is not None
    place = tree.drawing.decisions[3]
    x, y = tree.drawing.spots[place]
    driver.app.send(Pointer("move", x, y))
    assert tree.node == place
    assert tree.value in words(driver)
