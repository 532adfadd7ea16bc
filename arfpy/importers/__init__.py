"""From the evaluations that people have to records: one module for each kind of file."""
