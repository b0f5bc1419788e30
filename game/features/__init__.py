"""The features that the menu opens.

Each has a folder with its requests to the worker, its model and its pages.
"""
