"""The command line of the tool."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from .adding import RefusedError, with_vector
from .checks import faults
from .files import LINES, REJECT, ROOT, Files, Vector, formatted, manifests, read, write


def _arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m site_tools.vectors", description="The vectors of the specification."
    )
    parser.add_argument("--root", type=Path, default=ROOT, help="the folder of the sets")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("fmt", help="count, sort and format the manifests")
    commands.add_parser("lint", help="check everything and change nothing")
    add = commands.add_parser("add", help="add one vector")
    add.add_argument("set")
    for name in ("--id", "--clause", "--comment"):
        add.add_argument(name, required=True)
    add.add_argument("--flag", action="append", required=True, help="may be given more than once")
    source = add.add_mutually_exclusive_group(required=True)
    source.add_argument("--file", type=Path, help="a file that holds the input")
    source.add_argument("--text", help="the input as text")
    source.add_argument("--hex", help="the input as hexadecimal bytes")
    add.add_argument("--type", help="validate only: the type that is given; left out, it is inferred")
    add.add_argument("--canonical", help="the canonical text, where rfc8785 refuses the input")
    add.add_argument("--warning", action="append", help="a code that is reported although the input is accepted")
    add.add_argument("--expect", type=json.loads, help='for lines: [{"line": 1, "verdict": "valid", "code": null}]')
    for name in ("--code", "--verdict", "--pointer", "--line", "--column"):
        kind = int if name in ("--line", "--column") else str
        add.add_argument(name, type=kind, help="for an input that is refused")
    return parser.parse_args(argv)


def _added(files: Files, args: argparse.Namespace) -> Files:
    """Turn the arguments of `add` into a vector and add it."""
    data = args.file.read_bytes() if args.file else bytes.fromhex(args.hex) if args.hex else args.text.encode()
    vector: Vector = {"id": args.id, "clause": args.clause, "flags": args.flag, "comment": args.comment}
    op = manifests(files).get(args.set, {}).get("op")
    if op == "validate":
        vector["type"] = args.type
    if op in LINES:
        vector["expect"] = args.expect or []
    elif args.code:
        vector |= {"result": "reject"} | {key: getattr(args, key) for key in REJECT}
        vector["pointer"] = args.pointer or ""
    else:
        vector["result"] = "accept"
        if args.warning:
            vector["warnings"] = args.warning
    return with_vector(files, args.set, vector, data, None if args.canonical is None else args.canonical.encode())


def main(argv: list[str] | None = None) -> int:
    """Run one command; return 0, or 1 when it was refused."""
    args = _arguments(argv)
    files = read(args.root)
    try:
        if args.command == "add":
            files = _added(files, args)
        elif args.command == "fmt":
            files = formatted(files)
    except RefusedError as refused:
        print(refused, file=sys.stderr)
        return 1
    wrong = faults(files) if args.command != "fmt" else []
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 1
    write(args.root, files)
    print(f"{sum(m['count'] for m in manifests(files).values())} vectors in {len(manifests(files))} sets")
    return 0


if __name__ == "__main__":
    sys.exit(main())
