"""The solver pages: enter a spot, solve it, and explore its solution."""
