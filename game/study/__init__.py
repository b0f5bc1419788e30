"""What engines and pages both speak of: grades, spots, solves, runs, and what the window knows of them."""
