"""Training runs: one run a file, settings from YAML into a frozen dataclass."""
