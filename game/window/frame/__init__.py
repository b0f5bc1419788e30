"""What every screen is made of: the screen, the page of boxes, its heads, and questions to the worker."""
