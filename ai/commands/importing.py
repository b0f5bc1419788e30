"""The commands `import` and `import-strategy`: hand histories of poker rooms, and strategies of other programs.

A strategy has one of two formats. One is JSON as `strategy` writes it, {information state: {action: probability}},
either at the top level or under the key "information_states". The other is the text that `serialize` of OpenSpiel's
TabularPolicy gives for kuhn_poker, with the cards 0, 1 and 2. An imported strategy becomes an agent, with a model
file in the user's folder. The file contains numbers and a manifest, but no code.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ai import catalog
from ai.agents.small_games import check_table, count_actions
from ai.algorithms.game_tree import information_states
from ai.commands.options import (
    SMALL_GAMES,
    Subcommands,
    game_name,
    positive_number,
    read_blinds,
)
from ai.commands.output import Estimate, print_document, show_import
from ai.knowledge.importing import import_histories, name_problem
from ai.storage import save_model
from game.agent_entries import AGENT_NAME
from game.archive.imported import ImportedHands
from game.core import Action, BadInput, Progress, State
from game.files import user_files
from game.files.manifest import Manifest
from game.histories.files import find_files
from game.match.table_spec import ROOMS
from game.quoting import count_noun, quoted
from game.rules import games
from game.rules.kuhn_poker import CARD_LETTERS, MOVE_LETTERS
from game.study.history import format_reason, group_reasons, summarize_hands

MAX_LISTED = 40
"""The maximum number of reasons that are printed as lines. JSON contains all reasons."""
SERIALIZED = "TabularPolicy:"
"""The first word of a policy that OpenSpiel has serialised."""
SEPARATOR = "<~>"
MAX_SUM_ERROR = 1e-6
"""The maximum deviation from 1 of the sum of a row's probabilities, which are then scaled to sum 1."""

Rows = Mapping[str, Mapping[str, float]]
Table = dict[str, dict[Action, float]]


def add_import(words: Subcommands) -> None:
    """Add the command `import`."""
    parser = words.add("import", _import)
    parser.add_argument("paths", nargs="+", metavar="FILE|FOLDER")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--name", action="append", default=[], metavar="ROOM=NAME")
    parser.add_argument("--json", action="store_true")


def _import(options: argparse.Namespace) -> int:
    names = parse_names(options.name)
    if not all(path.strip() for path in options.paths):
        raise BadInput("A path is empty: name a file or a folder.")
    files = find_files([Path(path) for path in options.paths])
    work = import_histories(user_files.home(), files, names, is_dry_run=options.dry_run)
    estimate = Estimate(wanted=not options.json)
    for item in work:
        if isinstance(item, Progress):
            show_import(item)
            estimate.heed(item)
        else:
            return _print_import(options, item)
    raise AssertionError("an import ends with its result")


def parse_names(words: Sequence[str]) -> dict[str, str]:
    """Parse words such as "winamax=Ada", and return the user's name in each poker room.

    Raises:
        BadInput: If a word has another form, or names an unknown room.
    """
    names = {}
    for word in words:
        room, equals, name = word.partition("=")
        if not equals or not name.strip():
            raise BadInput(f"{quoted(word)} names no player: write a room and your name, like winamax=Ada.")
        if room not in ROOMS:
            raise BadInput(f"{quoted(room)} is no room: the rooms are {', '.join(ROOMS)}.")
        names[room] = name.strip()
    return names


def _print_import(options: argparse.Namespace, found: ImportedHands) -> int:
    """Print the result of an import.

    Raises:
        BadInput: If no hand was read. The message gives the reason for the first skipped hand.
    """
    if not found.read:
        raise BadInput(name_problem(found))
    document: Mapping[str, object] = {
        "read": found.read,
        "from_flop": found.from_flop,
        "skipped": [
            {"file": one.file, "line": one.line, "reason": one.reason, "hands": one.hands}
            for one in found.skipped
        ],
    }
    return print_document(options, document, _import_lines(options, found))


def _import_lines(options: argparse.Namespace, found: ImportedHands) -> Sequence[str]:
    lines = [summarize_hands(found)]
    if options.dry_run:
        lines = [f"{count_noun(found.read, 'hand')} read, {found.from_flop:,} of them from the flop on."]
    for room in dict.fromkeys((*found.absent, *found.nameless)):
        lines.append(_name_line(room, found))
    skipped = group_reasons(found.skipped)
    lines += map(format_reason, skipped[:MAX_LISTED])
    if len(skipped) > MAX_LISTED:
        lines.append(f"and {len(skipped) - MAX_LISTED:,} further reasons, which --json lists")
    return lines


def _name_line(room: str, found: ImportedHands) -> str:
    """Return a line about a room in which no hand of the user was found."""
    names = found.frequent.get(room, ())
    known = f" Most often in the files: {', '.join(names)}." if names else ""
    if room not in found.absent:
        return f"{room}: no hand is known to be yours. Name yourself with --name {room}=NAME.{known}"
    if not names:
        return f"{room}: no hand of this room was read, so {found.absent[room]} is in none."
    return f"{room}: {found.absent[room]} is in none of the hands.{known}"


def add_import_strategy(words: Subcommands) -> None:
    """Add the command `import-strategy`."""
    parser = words.add("import-strategy", import_strategy, games=", ".join(SMALL_GAMES))
    parser.add_argument("file", type=Path)
    parser.add_argument("--game", type=game_name(SMALL_GAMES), required=True)
    parser.add_argument("--name")
    parser.add_argument("--blinds", type=positive_number)
    parser.add_argument("--json", action="store_true")


def import_strategy(options: argparse.Namespace) -> int:
    """Read a strategy, validate it, and store it as an agent.

    Raises:
        BadInput: If the file is not a strategy for the whole game, or the name is taken.
    """
    file: Path = options.file
    game, blinds = options.game, read_blinds(options)
    if file.is_dir():
        raise BadInput(
            f"{quoted(str(file))} is a folder: name a file that `strategy {game} AGENT --out FILE` wrote, "
            "or a policy of OpenSpiel."
        )
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
        raise BadInput(
            f"There is no file {file}: `strategy {game} AGENT --out {file}` writes one."
        ) from error
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
    """Parse a policy of OpenSpiel, and return its rows. A row is like `key<~>0=0x1.8p-1,1=0x1p-2`."""
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
    """Return the program's key for OpenSpiel's key of an information state of `game`.

    In OpenSpiel's keys of Kuhn poker, the cards are numbers.
    """
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
