"""What the menu opens, a folder each: requests to the worker, what the feature knows, and its pages."""
