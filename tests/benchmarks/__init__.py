"""Benchmarks: the program against other libraries in one run, and figures of the window.

No benchmark asserts a time.
"""
