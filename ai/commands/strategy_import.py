"""The command `import-strategy`: make an agent from a strategy that another program has computed.

There are two formats. One is JSON as `strategy` writes it, {information state: {action: probability}}, either at
the top level or under the key "information_states". The other is the text that `serialize` of OpenSpiel's
TabularPolicy gives for kuhn_poker, with the cards 0, 1 and 2. The agent is a model file in the user's folder. It
contains numbers and a manifest, but no code.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ai import catalog
from ai.agents.small_games import check_table, count_actions
from ai.algorithms.game_tree import information_states
from ai.commands.options import (
    JSON_HELP,
    SMALL_GAMES,
    Subcommands,
    game_name,
    positive_number,
    read_blinds,
)
from ai.commands.output import print_document
from ai.storage import save_model
from game.agent_entries import AGENT_NAME
from game.core import Action, BadInput, State
from game.files import user_files
from game.files.manifest import Manifest
from game.quoting import count_noun, quoted
from game.rules import games
from game.rules.kuhn_poker import CARD_LETTERS, MOVE_LETTERS

SERIALIZED = "TabularPolicy:"
"""The first word of a policy that OpenSpiel has serialised."""
SEPARATOR = "<~>"
MAX_SUM_ERROR = 1e-6
"""The maximum difference between 1 and the sum of a row's probabilities. They are then scaled to sum 1."""

Rows = Mapping[str, Mapping[str, float]]
Table = dict[str, dict[Action, float]]


def add(words: Subcommands) -> None:
    """Add the command `import-strategy`."""
    parser = words.add_parser("import-strategy", help="make an agent of a strategy from a file")
    parser.add_argument(
        "file", type=Path, help="JSON as `strategy --out` writes it, or a policy of OpenSpiel"
    )
    known = ", ".join(SMALL_GAMES)
    parser.add_argument(
        "--game", type=game_name(SMALL_GAMES), required=True, help=f"the game of the strategy: {known}"
    )
    parser.add_argument("--name", help="name of the agent (default: that of the file)")
    parser.add_argument("--blinds", type=positive_number, help="blind in half-street Kuhn, in chips")
    parser.add_argument("--json", action="store_true", help=JSON_HELP)
    parser.set_defaults(command=import_strategy)


def import_strategy(options: argparse.Namespace) -> int:
    """Read a strategy, validate it, and store it as an agent.

    Raises:
        BadInput: If the file is not a strategy for the whole game, or the name is taken.
    """
    file: Path = options.file
    game, blinds = options.game, read_blinds(options)
    name = file.stem if options.name is None else options.name
    if not AGENT_NAME.fullmatch(name):
        raise BadInput(
            f"{quoted(name)} cannot be an agent's name: choose lowercase letters, digits and hyphens with --name."
        )
    if catalog.is_taken(game, name):
        raise BadInput(f"There is an agent {name} already: choose another name with --name.")
    root = games.initial_state(game, blinds=blinds)
    table = read_table(file, game, root)
    keys, width = sorted(table), count_actions(root)
    average = np.array([[table[key].get(action, 0.0) for action in range(width)] for key in keys])
    manifest = Manifest(
        game=game,
        agent="table",
        kind="learned",
        blinds=blinds if game == games.KUHN_HALF_STREET else None,
        description=f"A strategy from {file.name}.",
    )
    written = catalog.user_folder(game) / f"{name}.npz"
    save_model(written, manifest, {"keys": np.array(keys), "average": average})
    document = {"name": name, "game": game, "information_states": len(table), "file": str(written)}
    states = count_noun(len(table), "information state")
    return print_document(options, document, [f"{name} plays {game}: {states} from {file.name}."])


def read_table(file: Path, game: str, root: State) -> Table:
    """Return the strategy in a file, with rows scaled to sum 1.

    Raises:
        BadInput: If the file cannot be read, an information state is missing, or a row is not a strategy.
    """
    table = {
        _key(key, game): {_action(word, game): _probability(key, share) for word, share in row.items()}
        for key, row in _read_rows(file, game).items()
    }
    known = information_states(root)
    if strangers := sorted(set(table) - set(known)):
        raise BadInput(
            f"{file.name} is not for {game}: it has no information state {quoted(strangers[0])}. "
            f"`strategy {game} AGENT` shows the keys."
        )
    if missing := sorted(set(known) - set(table)):
        raise BadInput(
            f"{file.name} lacks {count_noun(len(missing), 'information state')} of {game}, "
            f"the first is {quoted(missing[0])}."
        )
    for key, row in table.items():
        if illegal := sorted(set(row) - set(known[key].legal_actions)):
            raise BadInput(
                f"{file.name} has the action {_word(illegal[0], game)} at {key}, which is illegal."
            )
        total = sum(row.values())
        if abs(total - 1) > MAX_SUM_ERROR:
            raise BadInput(f"{file.name}: the probabilities at {key} add up to {total:g}, not to 1.")
        table[key] = {action: share / total for action, share in row.items()}
    check_table(table, root, file.name)
    return table


def _read_rows(file: Path, game: str) -> Rows:
    try:
        text = user_files.read_text(file)
    except FileNotFoundError as error:
        raise BadInput(f"There is no file {file}.") from error
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{file.name} is not text: it holds JSON, or a policy of OpenSpiel.") from error
    if text.startswith(SERIALIZED):
        return _read_serialized(text, file, game)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{file.name} is not JSON: {str(error)[:80]}.") from error
    if isinstance(document, dict) and set(document) == {"information_states"}:
        document = document["information_states"]
    rows = isinstance(document, dict) and all(isinstance(row, dict) for row in document.values())
    if not rows or not document:
        raise BadInput(
            f"{file.name} is not a strategy: it holds {{information state: {{action: probability}}}}."
        )
    return document  # type: ignore[no-any-return]


def _read_serialized(text: str, file: Path, game: str) -> Rows:
    """Parse a policy of OpenSpiel, a sequence of rows like `key<~>0=0x1.8p-1,1=0x1p-2`, and return the rows."""
    if game != games.KUHN_POKER:
        raise BadInput(f"Policies of OpenSpiel can be read for {games.KUHN_POKER}: write JSON for {game}.")
    parts = text.strip().removeprefix(SERIALIZED).split(SEPARATOR)
    rows: dict[str, dict[str, float]] = {}
    try:
        for key, row in zip(parts[::2], parts[1::2], strict=True):
            shares = (entry.split("=") for entry in row.split(","))
            rows[key] = {word: float.fromhex(share) for word, share in shares}
    except (ValueError, OverflowError) as error:
        raise BadInput(f"{file.name} is damaged: it is not a whole policy of OpenSpiel.") from error
    return rows


def _key(key: str, game: str) -> str:
    """Return the key of an information state. OpenSpiel numbers the cards of Kuhn poker."""
    if game in games.KUHN_GAMES and key[:1] in ("0", "1", "2"):
        return CARD_LETTERS[int(key[0])] + key[1:]
    return key


def _action(word: str, game: str) -> Action:
    if game in games.KUHN_GAMES and word in tuple(MOVE_LETTERS):
        return MOVE_LETTERS.index(word)
    if not (word.isascii() and word.isdigit() and len(word) == 1):
        words = "cells from 0 to 8" if game == games.TIC_TAC_TOE else "p and b"
        raise BadInput(f"The action {quoted(word)} does not exist in {game}: the actions are {words}.")
    return int(word)


def _word(action: Action, game: str) -> str:
    return MOVE_LETTERS[action] if game in games.KUHN_GAMES and action < len(MOVE_LETTERS) else str(action)


def _probability(key: str, share: Any) -> float:
    number = isinstance(share, int | float) and not isinstance(share, bool)
    if not number or not math.isfinite(share) or not 0 <= share <= 1 + MAX_SUM_ERROR:
        raise BadInput(f"The probability {quoted(share)} at {key} is not a number from 0 to 1.")
    return float(share)
