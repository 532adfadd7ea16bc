"""Evaluation runs: a candidate behind its protocol, outcomes decided outside its reach, and the evidence kept."""
