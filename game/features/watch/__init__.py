"""Watch: who plays whom, the series, what both believe."""
