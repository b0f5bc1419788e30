"""The features that the menu opens.

Each feature has a folder with its requests to the worker, its model and its pages.
"""
