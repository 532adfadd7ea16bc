"""The command ``arf``: one module per command or pair of commands; each only parses options and builds."""

from .main import main

__all__ = ["main"]
