"""The task ``support-routing``: route, note and close tickets through four tools, two of which may fail once."""
