"""Speed and memory, measured side by side in one run. Started by ``make bench``; ``python -m tests.bench``."""
