"""Prints a league: as a JSON object, or as a cross-table for people."""

from __future__ import annotations

from collections.abc import Sequence

from game.match.series import UNITS
from game.study.league import FieldResult, League, get_digits

NOBODY, NOT_YET = "-", "."
GAP = "  "


def document_of(league: League) -> dict[str, object]:
    """Return all figures: agents by their worst result, every pair once, in the unit of the game."""
    settings = league.settings
    return {
        "game": settings.game,
        "unit": UNITS[settings.game],
        "work": settings.work,
        "seed": settings.seed,
        "aivat": settings.aivat,
        "exact": league.exact,
        "agents": [_row(agent, league.field(agent)) for agent in league.ranked()],
        "pairs": [
            {"a": pair.a, "b": pair.b, "hands": 2 * pair.deals, "mean": pair.mean, "ci95": pair.ci95}
            for pair in league.pairs
        ],
        "seconds": sum(pair.seconds for pair in league.pairs),
    }


def _row(agent: str, field: FieldResult | None) -> dict[str, object]:
    if field is None:
        return {"agent": agent, "mean": None, "ci95": None, "worst": None}
    return {"agent": agent, "mean": field.mean, "ci95": field.ci95, "worst": field.worst}


def lines_of(league: League) -> list[str]:
    """Return the cross-table: the means of an agent, below them half their 95% intervals unless all is exact."""
    agents, game = league.ranked(), league.settings.game
    heads = ["", *(str(place) for place in range(1, len(agents) + 1)), "worst", "mean"]
    rows = [heads]
    for place, agent in enumerate(agents, 1):
        pairs = [league.pair(agent, other) for other in agents]
        field = league.field(agent)
        means = [
            NOBODY if pair is None else _mean(pair.mean if pair.is_known else None, game) for pair in pairs
        ]
        halves = ["" if pair is None or pair.exact else _half(pair.ci95, game) for pair in pairs]
        worst, mean, ci95 = (None, None, None) if field is None else (field.worst, field.mean, field.ci95)
        rows.append([f"{place:2} {agent}", *means, _mean(worst, game), _mean(mean, game)])
        if not league.exact:
            rows.append(["", *halves, "", _half(ci95, game)])
    return [_title(league), *_aligned(rows)]


def _title(league: League) -> str:
    settings = league.settings
    if league.exact:
        return (
            f"{settings.game}, exact, no hands played: "
            f"what the row wins of the column in {UNITS[settings.game]}, sorted by the worst"
        )
    played = sorted({2 * pair.deals for pair in league.pairs})
    hands = " to ".join(f"{count:,}" for count in dict.fromkeys((played[0], played[-1])))
    aivat = ", AIVAT" if settings.aivat else ""
    return (
        f"{settings.game}, {hands} hands a pair, work {settings.work}, seed {settings.seed}{aivat}: "
        f"what the row wins from the column in {UNITS[settings.game]}, 95% intervals, sorted by worst result"
    )


def _mean(mean: float | None, game: str) -> str:
    return NOT_YET if mean is None else f"{mean:+z,.{get_digits(game)}f}"


def _half(ci95: float | None, game: str) -> str:
    return "" if ci95 is None else f"±{ci95:,.{get_digits(game)}f}"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows with their columns below each other, the first one at the left and figures at the right."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(
            [row[0].ljust(wide[0]), *(cell.rjust(w) for cell, w in zip(row[1:], wide[1:], strict=True))]
        ).rstrip()
        for row in rows
    ]
