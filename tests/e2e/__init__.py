"""Scripts that play whole evenings in the window. The same scripts run headless and in a real window."""
