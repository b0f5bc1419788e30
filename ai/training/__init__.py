"""Training runs: one module per run, with settings from YAML in a frozen dataclass."""
