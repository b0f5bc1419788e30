"""Train a Q-learner at tic-tac-toe against Ada in an environment of PettingZoo, and let it play a match.

It needs PettingZoo: pip install pettingzoo
"""

import random
from collections import defaultdict

import parlour
from parlour import pettingzoo

GAMES, ALPHA, EPSILON = 1000, 0.5, 0.1


class QLearner:
    """Learns the value of each cell in each position (Watkins, 1989). The opponent is part of the environment."""

    name = "q-learner"

    def __init__(self) -> None:
        self.q: defaultdict[str, dict[int, float]] = defaultdict(dict)
        self.last: tuple[str, int] | None = None

    def best(self, info: parlour.InformationState) -> int:
        """Return the cell with the highest value. Cells that were never tried count as draws."""
        row = self.q[info.key]
        return max(info.legal_actions, key=lambda cell: row.get(cell, 0.0))

    def learn(self, reward: float, info: parlour.InformationState | None) -> None:
        """Move the value of the last action towards the reward, or the best value of the position after it."""
        if self.last is not None:
            key, cell = self.last
            target = reward if info is None else self.q[info.key].get(self.best(info), 0.0)
            old = self.q[key].get(cell, 0.0)
            self.q[key][cell] = old + ALPHA * (target - old)
        self.last = None

    def decide(
        self, info: parlour.InformationState, rng: random.Random, budget: parlour.Budget | None = None
    ) -> parlour.Decision:
        action = self.best(info)
        return parlour.Decision(action, {action: 1.0})


def train(learner: QLearner, opponent: parlour.Agent, rng: random.Random) -> None:
    """Play games against an opponent, with the learner in each seat in turn."""
    environment = pettingzoo.env("tic-tac-toe")
    environment.reset(seed=0)
    for game in range(GAMES):
        environment.reset()
        for seat in environment.agent_iter():
            _, reward, is_over, _, more = environment.last()
            info = more["information_state"]
            is_learner = seat == environment.possible_agents[game % 2]
            if is_learner:
                learner.learn(reward, None if is_over else info)
            if is_over:
                environment.step(None)
            elif not is_learner:
                environment.step(opponent.decide(info, rng, parlour.Budget()).action)
            else:
                is_random = rng.random() < EPSILON
                action = rng.choice(info.legal_actions) if is_random else learner.best(info)
                learner.last = info.key, action
                environment.step(action)


ada, student = parlour.load("tic-tac-toe", "ada-500"), QLearner()
for stage in ("before", "after"):
    result = parlour.match("tic-tac-toe", student, ada, hands=200)
    print(f"{stage}: {result.wins} wins, {result.draws} draws, {result.losses} losses against Ada")
    if stage == "before":
        train(student, ada, random.Random(0))
