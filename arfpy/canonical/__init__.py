"""The canonical forms, one module each. A caller names the form; nothing here guesses one."""
