"""Tests that play whole evenings in the window (scripts). The same scripts run headless and in a real window."""
