"""Grades of single decisions: the cost of an action compared with the best one."""
