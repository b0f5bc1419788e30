"""A card that comes from the solver tells its spot in the chips of the spot, and opens it."""

from game.features.solver.page import SolverScreen
from tests.features.drills.show import SPOT, question, result
from tests.window.conftest import Open


def test_the_question_is_told_from_the_street_of_the_spot_on_in_its_chips(open_window: Open) -> None:
    driver = open_window()
    question("spot")(driver.app)
    words = driver.words()
    assert "A spot of the solver: QsJh2h8d5c, pot 80, 120 behind." in words
    assert "You face a bet of 60. What do you do?" in words
    assert "Before the flop" not in words
    assert " bb" not in words
    assert "All-in 120" in words


def test_what_an_answer_cost_is_said_in_chips_of_the_spot(open_window: Open) -> None:
    driver = open_window()
    result("spot")(driver.app)
    words = driver.words()
    assert "costs 90.00 chips" in words
    assert "+85.0" in words


def test_v_opens_the_spot_once_the_card_is_answered(open_window: Open) -> None:
    driver = open_window()
    question("spot")(driver.app)
    driver.key("v")
    assert driver.state["screen"] == "drill"
    result("spot")(driver.app)
    driver.key("v")
    page = driver.app.screen
    assert isinstance(page, SolverScreen)
    assert page.model.texts == SPOT
