"""One board of a subgame, swept with the average strategies, and all that is kept which the sweep comes by."""

from __future__ import annotations

import numpy as np

from ai.solver.streets import StreetTables
from ai.solver.subgame import PLAY, Subgame
from ai.solver.sweeper import reach_at_ends
from ai.solver.sweeps import ascend, descend
from ai.solver.views import AVERAGE, Float32s, Place, Scratch
from ai.steps import finished


def swept(game: Subgame, street: int, board: int, traverser: int) -> tuple[Float32s, Float32s]:
    """Return float32[nodes, classes] twice: what the traverser wins at each node, and the other player's reach."""
    scratch = [one.scratch() for one in game.streets]
    reach = game.root_reach(1 - traverser, AVERAGE)[None]
    for number, above in enumerate(_boards_before(game, street, board)):
        one = game.streets[number]
        descend(one.seen_by(traverser), PLAY, Place(above, 0), reach, scratch[number])
        reach = reach_at_ends(one, traverser, above, scratch[number])
    here = game.streets[street]
    if here.is_river:
        return _swept_river(here, traverser, board, reach, scratch[street])
    view, place = here.seen_by(traverser), Place(board, 0)
    descend(view, PLAY, place, reach, scratch[street])
    if street == 0:
        reaches = reach_at_ends(here, traverser, board, scratch[street])
        after = finished(game.sweeper.after_first(traverser, PLAY, reaches))
    else:
        after = game.sweeper.after_turn(traverser, PLAY, board, scratch[1:])
    ascend(view, PLAY, place, (after, _unread(here, traverser)), scratch[street])
    return _kept(here, place, traverser, scratch[street])


def _boards_before(game: Subgame, street: int, board: int) -> list[int]:
    """Return the boards of the streets before one, the first street's first."""
    path: list[int] = []
    for number in range(street, 0, -1):
        board = game.streets[number].deals.boards[board].parent
        path.insert(0, board)
    return path


def _unread(street: StreetTables, traverser: int) -> Float32s:
    """Return an array for the values of the trees on the board before: nobody asks for them."""
    classes = int(street.deals.hands[traverser].parent.max()) + 1
    return np.zeros((street.planted.roots, classes), np.float32)


def _swept_river(
    street: StreetTables, traverser: int, board: int, reach: Float32s, scratch: Scratch
) -> tuple[Float32s, Float32s]:
    """Sweep batch by batch, and join what is kept."""
    view, unread, parts = street.seen_by(traverser), _unread(street, traverser), []
    for batch in range(len(street.planted.forest.batch) - 1):
        place = Place(board, batch)
        descend(view, PLAY, place, reach, scratch)
        ascend(view, PLAY, place, (unread, unread), scratch)
        parts.append(_kept(street, place, traverser, scratch))
    values, reaches = zip(*parts, strict=True)
    return np.concatenate(values), np.concatenate(reaches)


def _kept(street: StreetTables, place: Place, traverser: int, scratch: Scratch) -> tuple[Float32s, Float32s]:
    """Copy the values and the reaches at the nodes of a batch."""
    first, last = street.planted.forest.batch[place.batch : place.batch + 2].tolist()
    rows = street.planted.rows[traverser]
    mine, theirs = (street.deals.classes(player, place.board) for player in (traverser, 1 - traverser))
    values = scratch.value[: (last - first) * mine].reshape(-1, mine).copy()
    reach = scratch.reach[: int(rows.size[place.batch]) * theirs].reshape(-1, theirs)
    return values, reach[rows.row[first:last]]
