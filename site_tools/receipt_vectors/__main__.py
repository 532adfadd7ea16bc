"""Write the vectors of receipts."""

from __future__ import annotations

from site_tools.vectors import ROOT, write

from . import CASES, SET, files


def main() -> None:
    """Write every file of the set and remove those that no vector names."""
    wanted = files()
    write(ROOT, wanted)
    for path in (ROOT / SET).iterdir():
        if f"{SET}/{path.name}" not in wanted:
            path.unlink()
    print(f"{len(CASES)} vectors of receipts in {len(wanted)} files")


if __name__ == "__main__":
    main()
