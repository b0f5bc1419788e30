"""Whole evenings at the window. The same scripts run headless and in a real window."""
