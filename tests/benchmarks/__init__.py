"""Benchmarks: the program against other libraries in the same process, and measurements of the window.

No benchmark asserts a time.
"""
