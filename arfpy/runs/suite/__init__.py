"""Suites: several jobs declared in one file, each with its own gate. No score is averaged over jobs."""
