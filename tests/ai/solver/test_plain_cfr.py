"""`solve` beside CFR+ written plainly, on spots of the river and the turn: values within 0.3 % of the pot."""

import json
from dataclasses import dataclass
from math import inf
from pathlib import Path

import numpy as np
import pytest
import yaml

from ai.command_line import main
from ai.hands.combos import HANDS
from ai.solver.spot import IP, OOP, parse_spot
from tests.ai.solver.plain_cfr import PlainSpot

FIELDS = ("board", "oop", "ip", "pot", "stack", "bets", "raises")
WITHIN = 0.003
"""Of the pot."""


@dataclass(frozen=True)
class Given:
    """A spot as a file says it, and the iterations that the plain program takes."""

    board: str
    oop: str
    ip: str
    pot: float
    stack: float
    bets: str
    raises: str = ""
    iterations: int = 600


RIVERS = {
    "paired board": Given(
        "KcKd7h4s2c", "AA,KQ,76s,44,A5s", "AK,QQ-99,77,A4s,65s:0.5", 100, 250, "50%,a", "100%"
    ),
    "four to a flush": Given(
        "Ah9h6h2h3c", "KhQs,QhJc,AK,99,65s", "AQ,JTs,AhKd,66,87s", 80, 90, "33%,75%", "a"
    ),
    "straight on board": Given(
        "9s8d7c6h2s", "TT,T9s,55,AA,A6s", "JTs,AK,99-66,KQs", 60, 400, "100%", "60%,a"
    ),
    "overbet": Given("AcQd8s5h3d", "AQ,88,KJs,T9s,A2s", "AK,AJ,QJs,55,76s", 100, 600, "200%", "a"),
}
TURNS = {
    "flush draw": Given("KsTs6d2c", "KQs,AsQs,66,98s", "AK,TT,QJs,As5s,77:0.4", 100, 180, "75%", "a", 250),
    "paired turn": Given("8c8d3h3s", "A8s,AK,55,76s", "TT-99,K8s,A3s,QJs", 50, 60, "a", "", 250),
    "straight draw": Given("JhTd5c4s", "AQ,JTs,98s,55", "KQs,QQ,AJs,76s", 120, 150, "50%", "a", 250),
    "monotone": Given("AdKd9d3h", "AQ,QdJd,33,T8s", "KJs,99,JTs,Td8d", 40, 100, "33%", "100%", 250),
}
SPOTS = {
    **{f"river, {name}": one for name, one in RIVERS.items()},
    **{f"turn, {name}": one for name, one in TURNS.items()},
}


def command(given: Given, folder: Path, capsys: pytest.CaptureFixture[str]) -> list[float]:
    """Return what both win by the command."""
    file = folder / "spot.yaml"
    file.write_text(yaml.safe_dump({name: getattr(given, name) for name in FIELDS}))
    assert main(["solve", str(file), "--target", "0.02", "--json"]) == 0
    ev: list[float] = json.loads(capsys.readouterr().out)["ev"]
    return ev


def plain(given: Given) -> PlainSpot:
    """Return the same spot solved plainly."""
    spot = parse_spot({name: getattr(given, name) for name in FIELDS})
    oop, ip = ({HANDS[place]: float(one[place]) for place in np.flatnonzero(one)} for one in spot.ranges)
    sizes = [
        [inf if size == "a" else float(size.rstrip("%")) / 100 for size in text.split(",") if size]
        for text in (given.bets, given.raises)
    ]
    return PlainSpot(spot.board, (oop, ip), given.pot, given.stack, *sizes).solve(given.iterations)


@pytest.mark.parametrize("name", SPOTS)
def test_the_command_finds_the_value_of_a_plain_program(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = SPOTS[name]
    ev = command(given, tmp_path, capsys)
    game = plain(given)
    value, most = game.value(OOP), game.value(OOP, best=True)
    least = given.pot - game.value(IP, best=True)
    assert value + game.value(IP) == pytest.approx(given.pot)
    assert most - least < 2 * WITHIN * given.pot, "the plain program is near enough to equilibrium"
    assert ev[OOP] == pytest.approx(value, abs=WITHIN * given.pot)
    assert least - WITHIN * given.pot <= ev[OOP] <= most + WITHIN * given.pot
