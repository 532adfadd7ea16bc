"""``python -m arfpy`` is the command ``arf``."""

from .cli import main

if __name__ == "__main__":
    main()
