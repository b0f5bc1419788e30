"""Look-ahead search: an agent's analysis of one decision."""
