"""What a value learner learnt of tic-tac-toe: its values at any moment of its training, from any position."""
