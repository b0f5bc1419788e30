"""Data, requests and models that several features share: grades, spots, solves, runs."""
