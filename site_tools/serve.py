"""Serve the built site on loopback: ``python -m site_tools.serve [--port N] [FOLDER]``."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).resolve().parent.parent / "site"


class Handler(SimpleHTTPRequestHandler):
    """Static files with the types that module workers and streamed WebAssembly insist on."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".ndjson": "application/x-ndjson",
        ".whl": "application/zip",
    }

    def end_headers(self) -> None:
        """Let the browser ask again each time: the site may have been rebuilt."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing per request."""


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server for a folder on loopback; port 0 takes a free one. :raises OSError: the port is taken."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))


def main() -> None:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("folder", type=Path, nargs="?", default=SITE)
    args = parser.parse_args()
    if not (args.folder / "index.html").is_file():
        sys.exit(f"{args.folder} holds no site: run make site first")
    try:
        running = server(args.folder, args.port)
    except OSError as error:
        sys.exit(f"cannot listen on port {args.port}: {error.strerror}. Choose another: make serve PORT=8001")
    print(f"Serving on http://127.0.0.1:{running.server_port}/ (Ctrl-C stops)", flush=True)
    try:
        running.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
