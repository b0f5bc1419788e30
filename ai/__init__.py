"""The players that learn: algorithms, agents, training, evaluation, and the commands."""
