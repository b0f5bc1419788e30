"""The command `import`: import hand histories of poker rooms into the history."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from ai.commands.options import JSON_HELP, Subcommands
from ai.commands.output import Estimate, print_document, show_import
from ai.knowledge.importing import import_histories, name_problem
from game.archive.imported import ImportedHands, SkippedHands
from game.core import BadInput, Progress
from game.files import user_files
from game.histories.files import find_files
from game.match.table_spec import ROOMS
from game.quoting import count_noun, quoted

MAX_LISTED = 40
"""The maximum number of reasons that are printed as lines. JSON contains all reasons."""


def add(words: Subcommands) -> None:
    """Add `import`."""
    parser = words.add_parser(
        "import",
        help="bring hands of poker rooms into your history",
        epilog="Hand histories of PokerStars, GGPoker, Winamax, partypoker, 888poker and iPoker, Open Hand "
        "History, PHH and ACPC, plain or packed (gzip, xz, bzip2, zip, zst). Heads-up hands are kept whole, hands "
        "of larger tables from the flop on if two players see it. A hand is never stored twice.",
    )
    parser.add_argument("paths", nargs="+", metavar="FILE|FOLDER", help="files, or folders of files")
    parser.add_argument("--dry-run", action="store_true", help="read and check the hands, and store nothing")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="ROOM=NAME",
        help="your name at a room that does not print whose cards it dealt; it is remembered",
    )
    parser.add_argument("--json", action="store_true", help=JSON_HELP)
    parser.set_defaults(command=_import)


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
            return _print(options, item)
    raise AssertionError("an import ends with its result")


def parse_names(words: Sequence[str]) -> dict[str, str]:
    """Parse words like "winamax=Ada", and return the names by room.

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


def _print(options: argparse.Namespace, found: ImportedHands) -> int:
    """Print the result of an import.

    Raises:
        BadInput: If no hand was read. The message has the first reason.
    """
    if not found.read:
        raise BadInput(name_problem(found))
    document: Mapping[str, object] = {
        "read": found.read,
        "from_flop": found.from_flop,
        "skipped": [asdict(one) for one in found.skipped],
    }
    return print_document(options, document, _lines(options, found))


def _lines(options: argparse.Namespace, found: ImportedHands) -> Sequence[str]:
    verb = "read" if options.dry_run else "imported"
    lines = [f"{count_noun(found.read, 'hand')} {verb}, {found.from_flop:,} of them from the flop on."]
    known = found.read - found.new
    if not options.dry_run and known:
        lines.append(f"{known:,} of them {'was' if known == 1 else 'were'} in your history before.")
    for room in found.nameless:
        lines.append(f"{room}: no hand is known to be yours. Name yourself with --name {room}=NAME.")
    skipped = list(_join_files(found.skipped))
    lines += skipped[:MAX_LISTED]
    if len(skipped) > MAX_LISTED:
        lines.append(f"and {len(skipped) - MAX_LISTED:,} further reasons, which --json lists")
    return lines


def _join_files(skipped: Sequence[SkippedHands]) -> Iterator[str]:
    """Yield a line for each skipped hand. Skipped files with the same reason share a line."""
    others = Counter(one.reason for one in skipped if not one.line)
    for one in skipped:
        if one.line:
            yield f"{one.file}, line {one.line:,}: {one.reason} ({count_noun(one.hands, 'hand')})"
        elif count := others.pop(one.reason, 0):
            more = f" (and {count_noun(count - 1, 'more file')})" if count > 1 else ""
            yield f"{one.file}: {one.reason}{more}"
