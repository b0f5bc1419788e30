"""Solve Kuhn poker in OpenSpiel, seat its policy here, and measure it with both programs.

It needs OpenSpiel: pip install open_spiel
"""

import pyspiel  # type: ignore[import-not-found]

import parlour
from parlour import open_spiel

root, theirs = parlour.initial_state("kuhn-poker"), pyspiel.load_game("kuhn_poker")
solver = pyspiel.CFRPlusSolver(theirs)
for _ in range(200):
    solver.evaluate_and_update_policy()
policy = solver.average_policy()

player = open_spiel.strategy(theirs, root, policy)
print(f"exploitability in OpenSpiel {pyspiel.exploitability(theirs, policy):.9f} chips a hand")
print(f"exploitability here         {parlour.exploitability(root, player).exploitability:.9f} chips a hand")
result = parlour.match("kuhn-poker", player, "station", hands=200)
print(f"wins {result.mean:+.3f} chips a hand from {result.b}")
