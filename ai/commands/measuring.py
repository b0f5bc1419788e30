"""The commands `measure` and `strategy`: the strength of an agent, and its strategy.

Small games are measured exactly. A Hold'em agent is measured by a local best response. With `--trained`, a
blueprint is measured by a best response that is trained in the blueprint's abstract game. The compiler is loaded
only by the commands that need it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ai import catalog
from ai.algorithms.game_tree import information_states
from ai.commands.executors import add_executor, open_executor, pack_agents
from ai.commands.options import (
    Subcommands,
    add_table,
    add_thinking,
    agent_stack,
    positive_number,
    read_blinds,
    read_budget,
    read_stack,
    say_contradictions,
    whole_number,
)
from ai.commands.output import check_writable, print_document, run_measurement, write_text
from ai.evaluation.lbr_spec import MENUS, STREETS, LbrSpec
from ai.evaluation.strength import (
    LineCounts,
    known_strategy,
    lines_of_both_seats,
    lost_game,
    measure_exploitability,
)
from game.core import BadInput, KnownStrategy, Progress, State
from game.files.manifest import BLUEPRINT, read_manifest
from game.match.betting_line import BettingLine, parse_line
from game.match.outside_agents import check_faults, describe_faults, faults_document, take_faults
from game.match.series import UNITS
from game.quoting import count_noun
from game.rules import games
from game.rules.betting import BUTTON, HoldemRules, acpc_word
from game.rules.cards import names
from game.rules.kuhn_poker import MOVE_LETTERS

if TYPE_CHECKING:
    from ai.evaluation.local_best_response import LbrResult
    from ai.evaluation.trained_response import ResponseResult
    from game.study.ranges import RangeNode


TELLING, TIMES_AS_MANY = 1_000_000, 5
"""The training deals after which a response usually wins, and the multiple of its deals to suggest if it loses."""
MINUTE = 60


def measure_trained(options: argparse.Namespace) -> int:
    """Train a best response against a blueprint, let the two play, and print the winnings of the response.

    Raises:
        BadInput: If the agent is not a blueprint.
    """
    entry = catalog.find(games.HOLDEM, options.agent)
    if entry.file is None or read_manifest(entry.file).agent != BLUEPRINT:
        raise BadInput(f"{entry.name} is not a blueprint: only a blueprint has an abstract game to train in.")
    from ai.abstraction.card_abstraction import CardAbstraction  # noqa: PLC0415 - see the next line
    from ai.abstraction.card_deals import CardDealer  # noqa: PLC0415 - see the next line
    from ai.agents import blueprint  # noqa: PLC0415 - who asks for other commands loads no compiler
    from ai.evaluation.trained_response import measure  # noqa: PLC0415 - who asks for others loads no compiler

    depth = agent_stack(options, entry)
    agent = blueprint.load(entry.file, games.initial_state(games.HOLDEM))
    chosen, name = agent.at_depth(depth), agent.file_at(depth).stem
    assert isinstance(chosen.cards, CardAbstraction)
    result = run_measurement(measure(chosen, CardDealer(chosen.cards), options.trained, options.seed))
    row = {
        "mean": result.mean,
        "ci95": result.ci95,
        "unit": UNITS[games.HOLDEM],
        "deals": options.trained,
        "hands": result.hands,
        "stack": chosen.tree.depth,
    }
    lines = [
        f"A response trained on {count_noun(options.trained, 'deal')} for each seat wins {result.mean:z,.0f} ± "
        f"{result.ci95:,.0f} mbb/hand from {name} ({count_noun(result.hands, 'hand')}, {chosen.tree.depth:,} big "
        "blinds), in the small game of its bets and buckets.",
        verdict(result, options.trained),
    ]
    return print_document(options, {"trained_response": row}, lines)


def verdict(result: ResponseResult, deals: int) -> str:
    """Return a text that explains the result of a trained response.

    If the response has not won, the text suggests a larger number of deals and estimates the minutes for these
    deals.
    """
    if result.mean > result.ci95:
        return "The best response wins at least as much there, within the interval."
    what = (
        "Chance alone could give that"
        if result.mean > 0
        else "That says little: the strategy itself would win 0"
    )
    enough = max(TELLING, TIMES_AS_MANY * deals)
    minutes = max(1, round(result.seconds_a_deal * enough / MINUTE))
    return (
        f"{what}. Train it on more deals: "
        f"{enough:,} for each seat take about {minutes:,} minute{'s' if minutes > 1 else ''} here."
    )


LOCAL = ("hands", "seconds", "menu", "streets", "work", "think", "workers", "cluster")
LBR_OPTIONS = (*LOCAL, "trained")
"""The options that only Hold'em has. They are None if not given."""

MENUS_IN_WORDS = {
    "fc": "fold or call",
    "fcpa": "fold, call, bet the pot or all-in",
    "15bets": "fold, call or bet any of 15 sizes",
    "56bets": "fold, call or bet any of 56 sizes",
}
STREETS_IN_WORDS = {"all": "on every street", "turn-river": "on turn and river"}

REFERENCES = {
    ("fc", "all"): {"Hyperborean 2014": 721, "always folding": 250, "DeepStack": -428},
    ("fcpa", "turn-river"): {
        "Slumbot 2016": 4020,
        "Hyperborean 2014": 3852,
        "Act1 2016": 2597,
        "always folding": 750,
        "DeepStack": -383,
    },
    ("56bets", "turn-river"): {"Hyperborean 2014": 4675, "always folding": 750, "DeepStack": -775},
}
"""Published results in mbb/hand at 200 big blinds, by bets and streets (DeepStack; Moravčík et al., 2017)."""


def add_lbr_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the measurement by a local best response."""
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--hands", type=whole_number(1))
    length.add_argument("--seconds", type=positive_number)
    parser.add_argument("--menu", choices=tuple(MENUS))
    parser.add_argument("--streets", choices=tuple(STREETS))
    parser.add_argument("--trained", type=whole_number(1), metavar="DEALS")
    add_thinking(parser)
    add_executor(parser, default=None)


def check_no_lbr_options(options: argparse.Namespace) -> None:
    """Check that no option of the local best response is given for a game other than Hold'em.

    Raises:
        BadInput: If such an option is given.
    """
    for name in LBR_OPTIONS:
        if getattr(options, name) is not None:
            raise BadInput(f"--{name} is for {games.HOLDEM}, not for {options.game}.")


def measure_holdem(options: argparse.Namespace) -> int:
    """Play a best response, local or trained, against an agent, and print the winnings of the response.

    Raises:
        BadInput: If an option of the local best response is given with `--trained`.
    """
    if options.trained is not None:
        for name in LOCAL:
            if getattr(options, name) is not None:
                raise BadInput(f"--{name} is for the local best response, not for one that is trained.")
        return measure_trained(options)
    from ai.evaluation.local_best_response import measure  # noqa: PLC0415 - who asks for other commands loads no compiler

    given = {name: getattr(options, name) for name in ("hands", "seconds", "menu", "streets")}
    entry = catalog.find(games.HOLDEM, options.agent)
    spec = LbrSpec(
        options.agent,
        seed=options.seed,
        stack_bb=agent_stack(options, entry),
        budget=read_budget(options),
        **{name: value for name, value in given.items() if value is not None},
    )
    say_contradictions(games.HOLDEM, [spec.agent], stack_bb=spec.stack_bb)
    load, files = pack_agents(options, games.HOLDEM, [spec.agent])
    with open_executor(options, files) as executor:
        result = run_measurement(measure(spec, load, executor))
    row = {
        "mean": result.mean,
        "ci95": result.ci95,
        "unit": UNITS[games.HOLDEM],
        "hands": result.hands,
        "stack": spec.stack_bb,
        "menu": spec.menu,
        "streets": spec.streets,
    }
    document = {"lbr": row} | faults_document(result.faults)
    return print_document(options, document, [*_lines(spec, result), *describe_faults(result.faults)])


def _lines(spec: LbrSpec, result: LbrResult) -> list[str]:
    interval = "" if result.ci95 is None else f" ± {result.ci95:,.0f}"
    return [
        f"A local best response wins {result.mean:z,.0f}{interval} mbb/hand from {spec.agent} "
        f"({count_noun(result.hands, 'hand')}, {spec.stack_bb:,} big blinds; it may {MENUS_IN_WORDS[spec.menu]}, "
        f"{STREETS_IN_WORDS[spec.streets]}).",
        _published_values(spec),
    ]


def _published_values(spec: LbrSpec) -> str:
    known = REFERENCES.get((spec.menu, spec.streets))
    if known is None or spec.stack_bb != games.HOLDEM_STACK_BB:
        settings = ", ".join(f"{menu} on {streets}" for menu, streets in REFERENCES)
        return f"For comparison, values are published at {games.HOLDEM_STACK_BB} big blinds for {settings}."
    return "Published values: " + ", ".join(f"{name} {value:,}" for name, value in known.items()) + "."


RANGE_OPTIONS = ("line", "csv")
"""The options of `strategy` that only Hold'em has. They are None if not given."""


def add_range_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--line", metavar="TEXT")
    parser.add_argument("--csv", type=Path, metavar="FILE")


def check_no_range_options(options: argparse.Namespace) -> None:
    """Check that the options of Hold'em are given only for Hold'em.

    Raises:
        BadInput: If such an option is given.
    """
    for name in RANGE_OPTIONS:
        if getattr(options, name) is not None:
            raise BadInput(f"--{name} is for {games.HOLDEM}, not for {options.game}.")


def strategy_holdem(options: argparse.Namespace) -> int:
    """Print the strategy of an agent with every hand.

    With `--csv FILE`, also write the strategy to the file.

    Raises:
        BadInput: If `--out` is given, which is for small games.
    """
    from ai.lab import ranges, series  # noqa: PLC0415 - other commands load no compiler

    read_blinds(options)
    if options.out is not None:
        raise BadInput(f"--out is for small games, not for {games.HOLDEM}: --csv writes every hand.")
    if options.csv is not None:
        check_writable(options.csv)
    entry = catalog.find(games.HOLDEM, options.agent)
    depth = agent_stack(options, entry)
    line = parse_line(options.line or "", HoldemRules(stacks=(100 * depth, 100 * depth)))
    agent = ranges.as_range_strategy(catalog.load(games.HOLDEM, options.agent), options.agent)
    node = run_measurement(_yield_result(ranges.range_node(agent, entry.name, line, ranges.Mixes())))
    lines = ranges.range_grids(line, node)
    rows = list(ranges.range_rows(line, node))
    if options.csv is not None:
        for _ in series.write_csv(options.csv, ranges.range_columns(line, node), iter(rows), len(rows)):
            pass
        lines += ["", f"Written to {options.csv}."]
    document = _range_document(line, node) | {
        "agent": entry.name,
        "stack": depth,
        "hands": {
            hand: {"reach": float(reach), "strategy": [float(share) for share in shares]}
            for hand, reach, *shares in rows
        },
    }
    return print_document(options, document, lines)


def _yield_result(steps: Generator[Progress, None, RangeNode]) -> Iterator[Progress | RangeNode]:
    yield (yield from steps)


def _range_document(line: BettingLine, node: RangeNode) -> dict[str, object]:
    decision = node.decisions[-1]
    return {
        "line": line.betting.acpc,
        "board": names(line.dealt_board),
        "player": "button" if decision.player == BUTTON else "big blind",
        "combos": node.sides[decision.player].combos,
        "actions": [acpc_word(action) for action in decision.actions],
        "frequencies": list(decision.shares),
    }


def add(words: Subcommands) -> None:
    """Add the commands `measure` and `strategy`."""
    measuring = words.add("measure", measure)
    add_table(measuring, "agent", board_games=games.NAMES)
    add_lbr_options(measuring)
    asking = words.add("strategy", strategy)
    add_table(asking, "agent", board_games=games.NAMES)
    asking.add_argument("--out", type=Path)
    add_range_options(asking)


def measure(options: argparse.Namespace) -> int:
    """Measure an agent exactly in a small game, or by a best response in Hold'em, and print the result."""
    if options.game == games.HOLDEM:
        read_blinds(options)
        return measure_holdem(options)
    check_no_lbr_options(options)
    read_stack(options)
    agent, root = _known_strategy(options)
    say_contradictions(options.game, [options.agent], read_blinds(options))
    row: dict[str, float]
    if options.game == games.TIC_TAC_TOE:
        seats = lines_of_both_seats(agent)
        kinds = ("lost", "drawn", "won")
        row = {
            f"{kind}_lines_{mark}": getattr(lines, kind)
            for kind in kinds
            for mark, lines in zip("xo", seats, strict=True)
        }
        games_to_see = _lost_games(Path(options.agent).stem, seats)
    else:
        found = measure_exploitability(agent, root)
        row = {"nash_conv": found.nash_conv, "exploitability": found.exploitability, "value": found.value}
        games_to_see = []
    figures = [f"{key}: {value:.10g}" for key, value in row.items()]
    (count,) = take_faults([agent])
    faults = {} if count is None else {options.agent: count}
    check_faults(faults)
    lines = [*figures, *games_to_see, *describe_faults(faults)]
    return print_document(options, row | faults_document(faults), lines)


def strategy(options: argparse.Namespace) -> int:
    """Print an agent's whole strategy in a small game, or its strategy with every hand at a Hold'em decision."""
    if options.game == games.HOLDEM:
        return strategy_holdem(options)
    check_no_range_options(options)
    read_stack(options)
    if options.out is not None:
        check_writable(options.out)
    agent, root = _known_strategy(options)
    letters = str if options.game == games.TIC_TAC_TOE else MOVE_LETTERS.__getitem__
    table = {
        key: {letters(action): float(share) for action, share in agent.strategy(info).items()}
        for key, info in information_states(root).items()
    }
    document = {"information_states": table}
    if options.out is not None:
        write_text(options.out, json.dumps(document, allow_nan=False) + "\n")
    lines = [
        f"{key:6} " + "  ".join(f"{action} {share:.4f}" for action, share in row.items())
        for key, row in table.items()
    ]
    return print_document(options, document, lines if options.out is None else [f"Written to {options.out}."])


def _lost_games(name: str, seats: tuple[LineCounts, LineCounts]) -> list[str]:
    """Return a text for each seat in which the agent can lose.

    The text has the cells of the first line of play that the agent loses, and an id for replaying this line.
    """
    return [
        f"first_lost_line_{'xo'[seat]}: {' '.join(map(str, lines.first_lost))}, "
        f"to replay: {lost_game(name, seat, lines.first_lost).id}"
        for seat, lines in enumerate(seats)
        if lines.first_lost is not None
    ]


def _known_strategy(options: argparse.Namespace) -> tuple[KnownStrategy, State]:
    """Return the agent that the options name, and the first state of its game.

    Raises:
        BadInput: If the strategy of the agent is not known.
    """
    posted = read_blinds(options)
    agent = catalog.load(options.game, options.agent, posted)
    return known_strategy(agent, options.agent), games.initial_state(options.game, blinds=posted)
