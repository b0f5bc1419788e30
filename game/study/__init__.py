"""Data, requests and models that several features share, such as grades, spots, solves and runs."""
