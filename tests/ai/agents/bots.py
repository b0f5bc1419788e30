"""Small programs that play as outside agents, some of them with faults."""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

from ai import catalog

LOOP = """
import json, sys, time
def say(**answer): print(json.dumps(answer), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    kind, n = asked["type"], asked.get("id")
    if kind == "hello":
        seed = asked["seed"]
        say(type="ready", name="Bot", all_hands={whole})
    elif kind == "decide":
        {decide}
    elif kind == "all_hands":
        {all_hands}
    elif kind == "bye": break
"""
PASSIVE = 'say(type="action", id=n, action=asked["legal"][0])'
CALLS = 'say(type="action", id=n, action="c" if "c" in asked["legal"] else asked["legal"][-1])'
MIXED = """w = asked["legal"]
        say(type="action", id=n, action=w[0], strategy={str(a): 1 / len(w) for a in w})"""
EVERY_HAND = """deck = [r + s for r in "23456789TJQKA" for s in "cdhs" if r + s not in asked["board"]]
        hands = [a + b for i, a in enumerate(deck) for b in deck[i + 1:]]
        w = asked["legal"]
        say(type="all_hands", id=n, actions=w, strategy={h: [0] * (len(w) - 1) + [1] for h in hands})"""


def bot(decide: str = CALLS, all_hands: str = "pass", *, whole: bool = False) -> list[str]:
    """Return the command line that starts a bot.

    The bot answers a message of the type "decide" with the Python statements `decide`, separated by ` // `.
    It answers a message of the type "all_hands" with the statement `all_hands`. `whole` says whether the bot
    declares that it can answer messages of the second type.
    """
    decide = decide.replace(" // ", "\n        ")
    code = LOOP.replace("{whole}", str(whole)).replace("{decide}", decide).replace("{all_hands}", all_hands)
    return [sys.executable, "-S", "-c", code]


def seat(game: str, name: str, command: object, **more: object) -> Path:
    """Write the manifest of an outside agent into the user's folder, and return its path."""
    file = catalog.user_folder(game) / f"{name}.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    manifest = {"format": 1, "game": game, "agent": "external", "kind": "rules", "command": command, **more}
    file.write_text(yaml.safe_dump(manifest), encoding="utf-8")
    return file
