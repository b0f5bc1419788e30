"""Train: a run is chosen and set, watched while it learns, kept."""
