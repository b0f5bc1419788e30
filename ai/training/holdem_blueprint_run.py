"""The run `holdem-blueprint`: external sampling MCCFR over the bets of a menu and the buckets of an abstraction.

The model is the average strategy, one byte per entry. An agent needs nothing else. The tables for resuming the run
are in separate files (ai/training/checkpoints.py). With one thread, a resumed run gives the same result as an
uninterrupted run.

Whenever the number of iterations has doubled, the run stores its strategy in memory. One metric is the winnings of
the current strategy against the second last stored strategy, which was trained for between a quarter and a half of
the current number of iterations.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path

import numpy as np

from ai.abstraction import bet_menu, card_abstraction, card_deals
from ai.abstraction.bet_menu import BetMenu
from ai.abstraction.betting_tree import RULES, build, check_memory
from ai.abstraction.card_abstraction import CardAbstraction
from ai.abstraction.card_deals import CardDealer
from ai.algorithms import mccfr
from ai.algorithms.dice import Dice
from ai.algorithms.mccfr import BATCH_DEALS, MCCFR, WEIGHTINGS, SmallGame, UpdateRule, trained_response
from ai.algorithms.mccfr_kernel import Strategy
from ai.evaluation.trained_response import SmallResult, small_match
from ai.hands.combos import CLASS_NAMES
from ai.steps import cores, relay, run_with_reports
from ai.storage import Array, Model, save_model
from ai.training.checkpoints import checkpoint_iterations, load_tables, save_tables
from ai.training.config import settings_dict
from ai.training.holdem_settings import BLUEPRINT_RUN, HoldemBlueprintConfig
from ai.training.run import GETTING_READY, RunClock, next_milestone, run_chunk
from game.core import BadInput, Progress
from game.files.manifest import BLUEPRINT, Manifest
from game.rules import games
from game.rules.betting import CALL, Street
from game.study.training import RunSnapshot
from game.texts import text

MEASUREMENTS = 200
MIN_DEALS_BETWEEN = 20_000
"""The minimum number of deals between two measurements."""
REPLY_PART = 64
"""A response trains on one thread. For each seat, it has 1 / REPLY_PART of the deals of a training thread."""
BATCHES_A_THREAD = 8
"""The number of batches per thread before the threads wait for each other. With fewer, the threads wait longer."""
DEALS_PLAYED = 20_480
MILLI = 1_000.0
SHOWN_RANKS = ("A", "K", "Q", "JT", "987", "65432")
SHOWN = {"": "P", "s": "S", "o": "O"}
"""The groups of hands in the picture of a run: pairs, suited and offsuit hands."""
RAISE = CALL + 1


class HoldemBlueprintRun:
    """A run whose iterations are deals. Both players learn from each deal."""

    def __init__(self, config: HoldemBlueprintConfig, menu: BetMenu, buckets: Sequence[int]) -> None:
        """Start with empty tables for the bets of `menu`. `buckets` is the number of buckets on each street."""
        self.config = config
        check_memory(menu, config.stack, buckets, config.memory)
        self.tree = build(menu, config.stack)
        rule = UpdateRule(WEIGHTINGS[config.weights], prune_after=config.prune or inf)
        self.training = MCCFR(
            self.tree.public,
            buckets,
            rule,
            unit=1 / RULES.big_blind,
            seed=config.seed,
            threads=config.threads or cores(),
        )
        self._early_all_ins = self.tree.early_all_ins()
        self._earlier = np.zeros((2, self.training.layout.entries), np.uint8)
        self._idle_dice: list[int] = []  # of threads that are not in use now
        self._checkpoint: Path | None = None  # the checkpoint from which the run was resumed
        self._digest = ""
        self._dealer: CardDealer | None = None

    @classmethod
    def fresh(cls, config: HoldemBlueprintConfig) -> HoldemBlueprintRun:
        """Return a run without training.

        Raises:
            BadInput: If the menu or the abstraction cannot be used, or the tables are too large.
        """
        menu = bet_menu.load_menu(config.menu)
        counts = card_abstraction.counts_in(card_abstraction.find_file(config.abstraction))
        lasting = replace(
            config,
            menu=bet_menu.lasting_name(config.menu),
            abstraction=card_abstraction.lasting_name(config.abstraction),
        )
        return cls(lasting, menu, counts)

    @classmethod
    def from_checkpoint(cls, config: HoldemBlueprintConfig, model: Model) -> HoldemBlueprintRun:
        """Return the run as it was when `model` was saved.

        The run continues with the menu of its checkpoint, even if the file of the menu has changed. If the
        abstraction is missing, this is reported only when the run continues, because the checkpoint is valid
        without it.

        Raises:
            BadInput: If the model is not a checkpoint of this run.
        """
        menu = bet_menu.parse_menu(str(model.array("menu", (), "U")), model.file.name)
        buckets = model.array("buckets", (len(Street),), "i").tolist()
        if min(buckets) < 1:
            raise BadInput(text("agent_errors.checkpoint.empty_street", file=model.file.name))
        run = cls(config, menu, buckets)
        training = run.training
        training.iterations = checkpoint_iterations(model, config.iterations)
        run._checkpoint = model.file
        run._digest = str(model.array("abstraction", (), "U"))
        if training.iterations:
            entries = training.layout.entries
            shapes = {
                "tables": (2 * entries,),
                "earlier": (2, entries),
                "dice": (-1,),
                "weight": (),
                "iteration": (),
            }
            found = load_tables(model, shapes)
            training.tables = found["tables"]
            run._earlier = found["earlier"]
            training.weight = float(found["weight"])
            training.iterations = int(found["iteration"])
            counters = found["dice"].tolist()
            for dice, counter in zip(training.dice, counters, strict=False):
                dice.counter = counter
            run._idle_dice = counters[len(training.dice) :]
        return run

    @property
    def iteration(self) -> int:
        return self.training.iterations

    @property
    def total(self) -> int:
        return self.config.iterations

    def reports(self) -> Iterator[Progress]:
        """Yield a report after every chunk of deals. Some reports have metrics. The last report has `done` set."""
        yield from self._get_ready()
        pace = RunClock(self.iteration, self.total)
        step = self._step
        threads, done = len(self.training.dice) // 2, False
        size = BATCH_DEALS * threads * (BATCHES_A_THREAD if threads > 1 else 1)
        while not done:
            before = self.iteration
            doubled = _doubled(before)
            end = min(next_milestone(before, self.total), doubled)
            end = min(
                end, *(one for one in (self._first_answered, self._answers_kept_from) if before < one), end
            )
            run_chunk(self._learn, end - before, size)
            done = self.iteration == self.total
            metrics: dict[str, float] = {}
            has_doubled = self.iteration == doubled >= MIN_DEALS_BETWEEN
            if has_doubled:
                average = yield from run_with_reports(self.training.average, partial(self._report, pace))
                self._earlier = np.stack([self._earlier[1], average])
                metrics |= yield from self._replied_to(average, pace)
            if done or has_doubled or self.iteration // step > before // step:
                metrics |= yield from self._measure(pace)
            if done and not has_doubled:
                average = yield from run_with_reports(self.training.average, partial(self._report, pace))
                metrics |= yield from self._replied_to(average, pace)
            left = pace.seconds_left(self.iteration)
            ahead = self._next_measured()
            yield Progress(self.iteration, self.total, pace.seconds, left, metrics, done, next_measured=ahead)

    def save(self, file: Path) -> None:
        """Write the tables next to `file`, then the model to `file`, and finally the model's manifest."""
        manifest, training = self.manifest(), self.training
        if self.iteration:
            arrays: dict[str, Array] = {
                "tables": training.tables,
                "earlier": self._earlier,
                "weight": np.array(training.weight),
                "iteration": np.array(self.iteration, np.int64),
                "dice": np.array([*(dice.counter for dice in training.dice), *self._idle_dice], np.uint64),
            }
            save_tables(file, manifest.identity, arrays)
        save_model(file, manifest, self._arrays())

    def manifest(self) -> Manifest:
        """Return the manifest of the model at the current iteration."""
        return Manifest(
            game=games.HOLDEM,
            agent=BLUEPRINT,
            kind="learned",
            run=BLUEPRINT_RUN,
            config=settings_dict(self.config),
            seed=self.config.seed,
            iterations=self.iteration,
            stage=f"{self.iteration:,} deals",
            description=f"A strategy for {self.config.stack} big blinds, trained on {self.iteration:,} deals.",
        )

    def snapshot(self) -> RunSnapshot:
        """Return the frequency of the button's opening raise by kind of hand and by rank of the higher card.

        The kinds are pairs, suited and offsuit hands. The table is empty before the first deal.
        """
        if not self.iteration:
            return RunSnapshot(0, "opening", {})
        public, layout = self.tree.public, self.training.layout
        entries = layout.rows(public, 0)[:, None] + np.arange(public.actions[0])
        mixes = self.training.average()[entries].astype(float)
        raising = mixes[:, 2:].sum(axis=1) / np.maximum(mixes.sum(axis=1), 1.0)
        of_class = dict(zip(CLASS_NAMES, raising.tolist(), strict=True))
        table = {}
        for row, ranks in enumerate(SHOWN_RANKS):
            for ending, column in SHOWN.items():
                shares = [
                    share for name, share in of_class.items() if name[0] in ranks and name[2:] == ending
                ]
                mean = sum(shares) / len(shares)
                table[f"{column}high{row}"] = {CALL: 1 - mean, RAISE: mean}
        return RunSnapshot(self.iteration, "opening", table)

    # ---- training and measuring -----------------------------------------------------------------------------
    def _get_ready(self) -> Generator[Progress]:
        """Load the abstraction and compile missing kernels. Yield reports."""
        began = time.monotonic()
        cards = yield from run_with_reports(
            self._open,
            lambda: Progress(self.iteration, self.total, time.monotonic() - began, doing=GETTING_READY),
        )
        begun_with = self.training.layout.buckets.tolist()
        if list(cards.counts) != begun_with:
            if self._digest:
                raise BadInput(text("agent_errors.run.damaged_buckets"))
            before, now = ("/".join(map(str, counts)) for counts in (begun_with, cards.counts))
            named = self.config.abstraction
            raise BadInput(text("agent_errors.run.buckets", before=before, abstraction=named, now=now))
        self._digest, self._dealer = cards.digest, CardDealer(cards)

    def _open(self) -> CardAbstraction:
        for module in (card_deals, mccfr):
            module.compile_kernels()
        name = self.config.abstraction
        if self._digest and self._checkpoint is not None:
            return card_abstraction.with_digest(self._digest, self._checkpoint, name)
        return card_abstraction.opened(card_abstraction.find_file(name))

    def _learn(self, deals: int) -> None:
        assert self._dealer is not None
        if self.iteration == self._first_answered:
            self._bar_early_all_ins(regret=0.0)
        if self.iteration == self._answers_kept_from:
            self._forget_answers()
        self.training.learn(self._dealer, deals)
        self._bar_early_all_ins(regret=-inf if self.iteration <= self._first_answered else None)

    @property
    def _first_answered(self) -> int:
        """The first iteration in which training tries the all-ins that the menu bars.

        Training then learns responses to these all-ins.
        """
        return max(0, self.total - self.config.answers)

    @property
    def _answers_kept_from(self) -> int:
        """The iteration after half of the responses: the average strategy contains only responses from then on.

        All iterations of this part of the training have about the same weight, so its poor first responses would
        stay in the average.
        """
        return self.total - min(self.config.answers, self.total) // 2

    def _forget_answers(self) -> None:
        """Set the strategy sums of all responses to the barred all-ins to 0."""
        public = self.tree.public
        for node, action in self._early_all_ins:
            answer = self.tree.children(node)[action]
            actions = int(public.actions[answer])
            for one in range(actions):
                self.training.bar(self.training.layout.rows(public, answer), actions, one, regret=None)

    def _bar_early_all_ins(self, regret: float | None) -> None:
        for node, action in self._early_all_ins:
            first = self.training.layout.rows(self.tree.public, node)
            self.training.bar(first, int(self.tree.public.actions[node]), action, regret)

    @property
    def _step(self) -> int:
        return max(MIN_DEALS_BETWEEN, self.total // MEASUREMENTS)

    def _next_measured(self) -> dict[str, int]:
        """Return the iteration of the next measurement of each metric."""
        doubled = _doubled(max(self.iteration, MIN_DEALS_BETWEEN - 1))
        stepped = (self.iteration // self._step + 1) * self._step
        soon = min(doubled, stepped, self.total)
        return {"gain": soon, "regret": soon, "response": min(doubled, self.total)}

    def _report(self, pace: RunClock) -> Progress:
        ahead = self._next_measured()
        return Progress(self.iteration, self.total, pace.seconds, next_measured=ahead)

    def _measure(self, pace: RunClock) -> Generator[Progress, None, dict[str, float]]:
        """Play the current strategy against an earlier strategy. Yield reports, and return the metrics."""
        report = partial(self._report, pace)
        now = yield from run_with_reports(self.training.average, report)
        regret = yield from run_with_reports(self.training.regret, report)
        gain = yield from self._play_match(now, self._earlier[0], Dice.from_seed(self.iteration), pace)
        return {"gain": gain.mean, "gain_ci95": gain.ci95, "regret": MILLI * regret}

    def _replied_to(self, average: Strategy, pace: RunClock) -> Generator[Progress, None, dict[str, float]]:
        """Train a response to the strategy for a small part of the training time.

        Yield reports, and return the response's winnings.

        If the interval of the winnings is not entirely above 0, the result is empty, because the response has
        learnt too little.
        """
        assert self._dealer is not None
        training, dice = self.training, Dice.from_seed(self.iteration)
        deals = max(1, self.iteration // (REPLY_PART * max(1, len(training.dice) // 2)))
        game = SmallGame(training.tree, training.layout, self._dealer)
        learning = trained_response(game, average, deals, dice)
        reply = yield from relay(learning, lambda _: self._report(pace))
        won = yield from self._play_match(reply, average, dice, pace)
        return {"response": won.mean} if won.mean > won.ci95 else {}

    def _play_match(
        self, one: Strategy, other: Strategy, dice: Dice, pace: RunClock
    ) -> Generator[Progress, None, SmallResult]:
        """Play two strategies against each other. Yield reports, and return the winnings of the first strategy."""
        assert self._dealer is not None
        match = small_match(self.training.kernel_tree, (one, other), self._dealer, DEALS_PLAYED, dice)
        return (yield from relay(match, lambda _: self._report(pace)))

    def _arrays(self) -> dict[str, Array]:
        return {
            "strategy": self.training.average(),
            "buckets": self.training.layout.buckets,
            "menu": np.array(self.tree.menu.text),
            "abstraction": np.array(self._digest),
            "iteration": np.array(self.iteration, np.int64),
        }


def _doubled(iterations: int) -> int:
    """Return the smallest power of two above `iterations`.

    >>> _doubled(0), _doubled(5), _doubled(8)
    (1, 8, 16)
    """
    return 1 << iterations.bit_length()
