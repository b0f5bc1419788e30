"""Training runs.

Each kind of run has a module, and a frozen dataclass for its settings, which are read from YAML.
"""
