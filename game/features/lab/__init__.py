"""The lab. Its pages show how algorithms learn Kuhn poker, tic-tac-toe and Hold'em, live and afterwards."""
