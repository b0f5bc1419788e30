"""One board of a subgame, swept with the average strategies, and everything kept that the sweep comes by."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ai.solver.streets import Street
from ai.solver.subgame import PLAY, Float32s, Subgame, finished
from ai.solver.sweeps import AVERAGE, Scratch, ascend, descend

Floats = npt.NDArray[np.float32]


def swept(game: Subgame, street: int, board: int, traverser: int) -> tuple[Floats, Floats]:
    """Return float32[nodes, classes] twice: what the traverser wins at each node, and the other player's reach."""
    scratch = [one.scratch() for one in game.streets]
    reach = game.root_reach(1 - traverser, AVERAGE)[None]
    path = _boards_to(game, street, board)
    for number, (one, above) in enumerate(zip(game.streets, path, strict=False)):
        if number == street:
            break
        game.descend(one, traverser, PLAY, above, reach, scratch[number])
        reach = game.reach_at_ends(one, traverser, above, scratch[number])
    here = game.streets[street]
    if here.is_river:
        return _swept_river(here, traverser, board, reach, scratch[street])
    game.descend(here, traverser, PLAY, board, reach, scratch[street])
    reaches = game.reach_at_ends(here, traverser, board, scratch[street])
    if game.ends is not None:
        after = game.outside_values(traverser, reaches)
    elif street == 0:
        after = finished(game.sweep_next(traverser, PLAY, reaches))
    else:
        after = game.sweep_rivers_after(traverser, PLAY, board, scratch[1:])
    game.ascend(here, traverser, PLAY, board, after, _value_before(game, here, traverser), scratch[street])
    return _kept(here, 0, traverser, board, scratch[street])


def _boards_to(game: Subgame, street: int, board: int) -> list[int]:
    """Return the boards from the first street to this one."""
    path = [board]
    for number in range(street, 0, -1):
        path.insert(0, game.streets[number].deals.boards[path[0]].parent)
    return path


def _value_before(game: Subgame, street: Street, traverser: int) -> Float32s:
    """Return an array that takes the values of the trees, for the board before; nobody asks for them."""
    most = max(one.most_classes() for one in game.streets)
    return np.zeros((street.planted.roots, most), np.float32)


def _swept_river(
    street: Street, traverser: int, board: int, reach: Float32s, scratch: Scratch
) -> tuple[Floats, Floats]:
    """Sweep batch by batch, and join what is kept."""
    rows, (mine, theirs), (own, other) = street.seen_by(traverser)
    forest = street.planted.forest
    before = np.zeros((street.planted.roots, int(mine.parent.max()) + 1), np.float32)
    parts = []
    for batch in range(len(forest.batch) - 1):
        descend(forest, rows, traverser, theirs, other, PLAY, board, batch, reach, scratch)
        ascend(forest, rows, traverser, mine, theirs, own, PLAY, board, batch, before[:0], before, scratch)
        parts.append(_kept(street, batch, traverser, board, scratch))
    values, reaches = zip(*parts, strict=True)
    return np.concatenate(values), np.concatenate(reaches)


def _kept(street: Street, batch: int, traverser: int, board: int, scratch: Scratch) -> tuple[Floats, Floats]:
    """Copy the values and the reaches of a batch, the reach of every node in its place."""
    first, last = street.planted.forest.batch[batch : batch + 2].tolist()
    rows = street.planted.rows[traverser]
    mine, theirs = (street.deals.classes(player, board) for player in (traverser, 1 - traverser))
    values = scratch.value[: (last - first) * mine].reshape(-1, mine).copy()
    reach = scratch.reach[: int(rows.size[batch]) * theirs].reshape(-1, theirs)
    return values, reach[rows.row[first:last]]
