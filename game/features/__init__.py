"""The features that the menu opens, a folder each with requests to the worker, a model and pages."""
