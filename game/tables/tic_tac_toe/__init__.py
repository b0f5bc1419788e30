"""The table of tic-tac-toe."""
