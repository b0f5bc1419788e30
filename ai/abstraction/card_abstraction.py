"""A card abstraction: the bucket of every hand on every street, and its model file.

Before the flop, each of the 169 classes of starting hands is a bucket. On flop and turn, hands and boards that
differ only by suits share a cell (ai/abstraction/isomorphism.py), and a table gives the bucket of each cell. On the
river, the strength of the hand determines the bucket. Buckets are numbered from the weakest to the strongest. A
lookup costs one kernel call.

The file holds only flop and turn. Loading computes the river's table from the strengths of all river hands, which
are computed once per computer (ai/abstraction/strengths.py). The file is a model (ai/storage.py) of the kind
`abstraction`. The run `holdem-abstraction` writes the file.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction.isomorphism import cells, locate_board, pair_index
from ai.abstraction.kmeans_1d import Buckets
from ai.abstraction.strengths import VALUES, ready_rivers
from ai.compiled import kernel
from ai.hands.combos import CARDS, CLASS_NAMES, CLASS_OF, HANDS, unblocked_hands
from ai.hands.evaluator import Cards
from ai.storage import Model, load_model, read_array
from game.core import BadInput
from game.files import damage, user_files
from game.files.manifest import ABSTRACTION, SHIPPED_ABSTRACTION, read_manifest, unreadable
from game.rules import games
from game.rules.betting import Street
from game.rules.cards import Card, names
from game.texts import join_sentences, text

MAX_BUCKETS = 256
PREFLOP_BUCKETS = len(CLASS_NAMES)

Numbers = npt.NDArray[np.int32]

_CLASS_OF = CLASS_OF.astype(np.int32)


class Tables(NamedTuple):
    """The tables of flop, turn and river: uint8[cells] each, with the bucket of every cell."""

    flop: Buckets
    turn: Buckets
    river: Buckets


class Parts(NamedTuple):
    """The arrays of an abstraction's model file, and the river buckets.

    Attributes:
        counts: The number of buckets on flop, turn and river.
        flop: uint8[cells(3)], the bucket of every cell.
        turn: uint8[cells(4)], the bucket of every cell.
        river: uint8[1981], the bucket of every strength.
    """

    counts: tuple[int, int, int]
    flop: Buckets
    turn: Buckets
    river: Buckets


@dataclass(frozen=True, slots=True)
class CardAbstraction:
    """The buckets of all streets. Abstractions with the same `digest` have the same buckets.

    Attributes:
        counts: The number of buckets on each street.
    """

    counts: tuple[int, int, int, int]
    tables: Tables
    digest: str

    @staticmethod
    def of(counts: Sequence[int], flop: Buckets, turn: Buckets, river: Buckets) -> CardAbstraction:
        """Build the abstraction.

        Args:
            counts: The number of buckets on flop, turn and river.
            flop: uint8[cells(3)], the bucket of every cell.
            turn: uint8[cells(4)], the bucket of every cell.
            river: uint8[1981], the bucket of every strength.
        """
        strengths = ready_rivers(user_files.cache_folder()).table
        digest = hashlib.sha256(np.array(counts, np.int64).tobytes())
        for table in (flop, turn, river):
            digest.update(table.tobytes())
        first, second, third = counts
        return CardAbstraction(
            (PREFLOP_BUCKETS, first, second, third),
            Tables(flop, turn, river[strengths]),
            digest.hexdigest()[:16],
        )

    def bucket(self, hand: Sequence[Card], board: Sequence[Card]) -> int:
        """Return the bucket of a hand on a board of 0, 3, 4 or 5 cards.

        Raises:
            BadInput: If there are too many or too few cards, or a card occurs twice.
        """
        if len(hand) != 2 or len({*hand, *board}) < 2 + len(board):
            if not board:
                raise BadInput(text("input_errors.abstraction.no_hand", hand=names(hand)))
            fields = {"hand": names(hand), "board": names(board)}
            raise BadInput(text("input_errors.abstraction.no_hand_on_board", **fields))
        return bucket(self.tables, _street(board), hand[0], hand[1], np.array(board, np.uint8))

    def buckets(self, board: Sequence[Card]) -> Numbers:
        """Return the bucket of every hand on a board, int32[1326], -1 for blocked hands."""
        found = np.empty(len(HANDS), np.int32)
        _fill_buckets(self.tables, _street(board), np.array(board, np.uint8), found)
        found[~unblocked_hands(board)] = -1
        return found


def load(file: Path) -> CardAbstraction:
    """Read an abstraction.

    Raises:
        BadInput: If the file is not an abstraction, or is damaged or unfinished.
    """
    return from_model(load_model(file, game=games.HOLDEM, agent=ABSTRACTION))


def from_model(model: Model) -> CardAbstraction:
    return CardAbstraction.of(*read_parts(model))


def read_parts(model: Model) -> Parts:
    """Return the parts of an abstraction in a model file.

    Raises:
        BadInput: If the parts are missing or damaged.
    """
    if "flop" not in model.arrays:
        raise BadInput(text("input_errors.abstraction.not_finished", file=model.file.name))
    first, second, third = model.array("counts", (3,), "i").tolist()
    return Parts(
        (first, second, third),
        read_table(model, "flop", cells(3), first),
        read_table(model, "turn", cells(4), second),
        read_table(model, "river", VALUES, third),
    )


def read_table(model: Model, name: str, length: int, buckets: int) -> Buckets:
    """Return an array of a model file with a bucket for every cell, uint8[length].

    Raises:
        BadInput: If the array has another shape, dtype or range.
    """
    table = model.array(name, (length,), "u")
    if table.dtype != np.uint8 or not 1 <= buckets <= MAX_BUCKETS or table.max() >= buckets:
        raise BadInput(text("input_errors.damaged.buckets", file=model.file.name))
    return table


def _street(board: Sequence[Card]) -> Street:
    streets = {0: Street.PREFLOP, 3: Street.FLOP, 4: Street.TURN, 5: Street.RIVER}
    if len(board) not in streets or len(set(board)) < len(board):
        raise BadInput(text("input_errors.board.no_board", board=names(board)))
    return streets[len(board)]


def compile_kernels() -> None:
    """Compile the kernels by looking up a hand on every street."""
    none = np.zeros(0, np.uint8)
    tables = Tables(*(np.zeros(cells(cards), np.uint8) for cards in (3, 4, 5)))
    bucket(tables, Street.PREFLOP, 0, 1, none)
    _fill_buckets(tables, Street.PREFLOP, none, np.empty(len(HANDS), np.int32))


# ---- kernels ------------------------------------------------------------------------------------------------
@kernel
def bucket(tables: Tables, street: int, one: int, other: int, board: Cards) -> int:
    """Return the bucket of the hand of the cards `one` and `other` on a street (0 .. 3).

    `board`, uint8[cards], may have more cards than the street needs. The extra cards are ignored.
    """
    if street == 0:
        low, high = min(one, other), max(one, other)
        return int(_CLASS_OF[low * (103 - low) // 2 + high - low - 1])
    _, first, groups = locate_board(board, street + 2)
    cell = first + pair_index(groups, one, other)
    if street == 1:
        return int(tables.flop[cell])
    if street == 2:
        return int(tables.turn[cell])
    return int(tables.river[cell])


@kernel
def _fill_buckets(tables: Tables, street: int, board: Cards, found: Numbers) -> None:
    """Fill `found`, int32[1326], with the bucket of every hand. The entries of blocked hands are arbitrary."""
    if street == 0:
        for hand in range(len(found)):
            found[hand] = _CLASS_OF[hand]
        return
    _, first, groups = locate_board(board, street + 2)
    for hand in range(len(found)):
        cell = first + pair_index(groups, CARDS[hand, 0], CARDS[hand, 1])
        if street == 1:
            found[hand] = tables.flop[cell]
        elif street == 2:
            found[hand] = tables.turn[cell]
        else:
            found[hand] = tables.river[cell]


FOLDER = Path(__file__).parents[2] / "assets" / "models" / "holdem"
_PATTERN = f"{ABSTRACTION}*.npz"
MAX_COUNTS_BYTES = 2**10


def find_file(name: str) -> Path:
    """Return the file of an abstraction. `name` is the word "shipped" or a path.

    Raises:
        BadInput: If there is no such abstraction.
    """
    if name == SHIPPED_ABSTRACTION:
        found = sorted(FOLDER.glob(_PATTERN))
        if not found:
            raise BadInput(text("input_errors.abstraction.none_shipped"))
        return found[0]
    file = user_files.typed_path(name).with_suffix(".npz")
    if read_manifest(file.with_suffix(".yaml")).kind != ABSTRACTION:
        raise BadInput(text("input_errors.abstraction.no_abstraction", file=file.name))
    return file


def lasting_name(name: str) -> str:
    """Return a name for the abstraction that is valid in any working directory."""
    return name if name == SHIPPED_ABSTRACTION else str(user_files.typed_path(name))


def counts_in(file: Path) -> tuple[int, ...]:
    """Return the number of buckets by street, without loading the tables.

    Raises:
        BadInput: If the file has no counts.
    """
    try:
        user_files.check_file(file)
        with zipfile.ZipFile(file) as stored:
            counts = read_array(stored, "counts", MAX_COUNTS_BYTES).tolist()
    except damage.ARRAYS as error:
        raise unreadable(file) from error
    return (PREFLOP_BUCKETS, *counts)


def with_digest(digest: str, beside: Path, named: str = SHIPPED_ABSTRACTION) -> CardAbstraction:
    """Return the abstraction with this digest.

    The search covers the built-in abstraction, the abstraction `named`, the folder of the file `beside`, and the
    user's abstractions.

    Raises:
        BadInput: If none of these has the digest.
    """
    passed_over = []
    kept = user_files.agents_folder() / games.HOLDEM
    places = [
        *sorted(FOLDER.glob(_PATTERN)),
        *_named_file(named),
        *_found_in(beside.parent),
        *_found_in(kept),
    ]
    for file in dict.fromkeys(places):
        try:
            found = opened(file)
        except BadInput:
            passed_over.append(file.name)
            continue
        if found.digest == digest:
            return found
    sentence = text("input_errors.abstraction.not_here", file=beside.name, digest=digest)
    if passed_over:
        unusable = text("input_errors.abstraction.passed_over", files=", ".join(passed_over))
        sentence = join_sentences(sentence, unusable)
    raise BadInput(sentence)


def _named_file(name: str) -> Iterator[Path]:
    """Yield the file of this name if it exists."""
    with suppress(BadInput, OSError):  # a manifest may hold any text, and name what nobody may look at
        file = user_files.typed_path(name).with_suffix(".npz")
        if name != SHIPPED_ABSTRACTION and file.exists():
            yield file


def _found_in(folder: Path) -> Iterator[Path]:
    """Yield the abstractions in a folder. A manifest says whether a file is an abstraction."""
    for manifest in sorted(folder.glob("*.yaml")):
        with suppress(BadInput):
            if read_manifest(manifest).kind == ABSTRACTION:
                yield manifest.with_suffix(".npz")


@lru_cache(maxsize=2)
def opened(file: Path) -> CardAbstraction:
    return load(file)
