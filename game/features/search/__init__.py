"""The search: what an agent that looks ahead sees in one decision."""
