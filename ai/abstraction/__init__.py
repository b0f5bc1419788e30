"""Abstractions that make Hold'em small enough to solve: hands in buckets, and a few bet sizes."""
