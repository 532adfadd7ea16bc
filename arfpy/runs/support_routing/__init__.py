"""The task ``support-routing``: route, note and close support tickets through four tools, two of which may fail once."""
