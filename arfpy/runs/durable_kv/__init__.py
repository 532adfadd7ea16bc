"""The task ``durable-kv``: a key-value service that must keep what it acknowledged, through restarts and kills."""
