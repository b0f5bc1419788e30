"""The solver: set up a spot, solve it and explore its solution."""
