"""Grades of single decisions: what each cost beside the best one."""
