"""A bot that is a program of its own: one JSON object a line on stdin and stdout. It needs nothing of Parlour's.

Copy `my_bot.py` and `my-bot.yaml` into the folder `agents/holdem` of your Parlour folder, and the bot is among the
opponents. Or measure it at once: parlour yardstick holdem sound --against "python my_bot.py"
"""

import json
import sys
from typing import Any


def say(**answer: object) -> None:
    print(json.dumps(answer), flush=True)


def decide(asked: dict[str, Any]) -> str:
    """Bet or raise the pot with a pair or an ace, call small bets, fold the rest."""
    first, second = asked["hole"]
    is_strong = first[0] == second[0] or "A" in (first[0], second[0])
    if is_strong and asked["raise_to"] is not None and "r" not in asked["line"]:
        lowest, highest = asked["raise_to"]
        return f"r{min(highest, lowest + asked['pot'])}"
    if is_strong or asked["to_call"] * 4 <= asked["pot"]:
        return "c"
    return "f" if "f" in asked["legal"] else "c"


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready", name="My bot", all_hands=False)
    elif message["type"] == "decide":
        say(type="action", id=message["id"], action=decide(message))
    elif message["type"] == "bye":
        break
