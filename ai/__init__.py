"""The AI side of the program: algorithms, agents, training, evaluation, and the commands."""
