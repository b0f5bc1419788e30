"""Small spots that tests solve."""

from ai.solver.spot import Spot, parse_spot

REFERENCE = {
    "oop": "random",
    "ip": "random",
    "pot": 100,
    "stack": 300,
    "bets": "50%,100%,a",
    "raises": "100%",
}


def spot(board: str, **given: object) -> Spot:
    return parse_spot({"board": board, **REFERENCE, **given})


SMALL = {
    "river, narrow": spot("QsJh2h8d5c", oop="AA,KQs,JTs,65s", ip="QQ,AJ,T9s,A5s:0.5", stack=150),
    "river, flush": spot(
        "Kh9h4h2sTd", oop="AhQs,QJ,99,54s,AhJh", ip="KK,KQ,JhTh,AhKs,88:0.3", bets="75%", raises="a"
    ),
    "turn, no bets left": spot(
        "7c7d2s3h", oop="88,A7s,KQs", ip="99:0.7,AKs,65s", bets="a", raises="", stack=40
    ),
    "turn, two tone": spot(
        "QsJs2h8d", oop="AQs,TT,KsTs", ip="QTs,AJs,9s8s,55:0.4", bets="66%", raises="a", stack=120
    ),
    "flop": spot("AhKd2c", oop="QJs,22", ip="TT,AQs:0.5", bets="100%", raises="", stack=100),
}
