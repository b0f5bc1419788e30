"""Training: set up a run, watch its progress, and keep its checkpoints."""
