"""The printer: what turns the standard into a site."""
