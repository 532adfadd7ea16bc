"""Many records as one graph: what points at what, what is missing, and what stands behind one record."""
