"""The version of this library, read by the build and by every report."""

__version__ = "0.1.0"
