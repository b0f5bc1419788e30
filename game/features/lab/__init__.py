"""The lab: pages that show how algorithms learn Kuhn poker, tic-tac-toe and Hold'em, live and afterwards."""
