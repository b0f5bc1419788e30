"""A line whose words are read as they are handed over."""

from game.core import BadInput
from game.window.ui.widgets import ReadEntry


def seed_entry(taken: list[int]) -> ReadEntry:
    def read(typed: str) -> None:
        if not typed.isdecimal():
            raise BadInput("A whole number is needed.")
        taken.append(int(typed))

    return ReadEntry("seed", "Seed", read, lambda: None, longest=9)


def test_what_cannot_be_read_stays_with_its_reason() -> None:
    taken: list[int] = []
    seed = seed_entry(taken)
    seed.follow("7")
    seed.set_words("many")
    seed.submit("many")
    seed.follow("7")
    assert (seed.problem, seed.value, taken) == ("A whole number is needed.", "many", [])
    seed.submit("9")
    assert (seed.problem, taken) == ("", [9])


def test_what_is_wrong_goes_where_something_else_holds() -> None:
    seed = seed_entry([])
    seed.follow("7")
    seed.submit("many")
    seed.follow("8")
    assert (seed.problem, seed.value) == ("", "8")
